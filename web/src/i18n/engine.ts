// What the engine says of its passes, instruments, models, config keys and of their options.
import { sentences } from "./sentences";

export const engineText = sentences(async () => (await import("./zh/engine/setup")).setup);
