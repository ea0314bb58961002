// The engine's descriptions of a pipeline's parts. If several tables have a sentence, the first one gives its
// translation.
import type { Sentences } from "../../sentences";
import { config } from "./config";
import { instruments } from "./instruments";
import { models } from "./models";
import { passes } from "./passes";

export const setup: Sentences = { ...passes, ...instruments, ...models, ...config };
