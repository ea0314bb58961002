// Replaces spawn.ts in the embedded element. TypeScript has four megabytes, too much for a page with a few lines of
// code.
import type { spawnLanguage as service } from "./spawn";

export const spawnLanguage: typeof service = undefined;
