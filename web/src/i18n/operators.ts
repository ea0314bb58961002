// The engine's descriptions of operators, their arguments and attributes.
import { sentences } from "./sentences";

export const operatorText = sentences(async () => (await import("./zh/engine/ops")).ops);
