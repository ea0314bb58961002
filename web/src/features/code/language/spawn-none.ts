// In place of spawn.ts in the embedded element: TypeScript is four megabytes, more than a page that shows
// a few lines of code should come with.
import type { spawnLanguage as service } from "./spawn";

export const spawnLanguage: typeof service = undefined;
