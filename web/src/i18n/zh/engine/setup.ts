// What the engine says of what a pipeline is made of. Of a sentence that several tables have, the first of them has
// the translation.
import type { Sentences } from "../../sentences";
import { config } from "./config";
import { instruments } from "./instruments";
import { models } from "./models";
import { passes } from "./passes";

export const setup: Sentences = { ...passes, ...instruments, ...models, ...config };
