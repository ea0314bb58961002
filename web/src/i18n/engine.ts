// The engine's descriptions of passes, instruments, models, config keys and their options.
import { sentences } from "./sentences";

export const engineText = sentences(async () => (await import("./zh/engine/setup")).setup);
