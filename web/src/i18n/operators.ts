// What the engine says of its operators, their arguments and attributes.
import { sentences } from "./sentences";

export const operatorText = sentences(async () => (await import("./zh/engine/ops")).ops);
