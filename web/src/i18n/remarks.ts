// The engine's descriptions of the kinds of remarks.
import { sentences } from "./sentences";

export const remarkText = sentences(async () => (await import("./zh/engine/remarks")).remarkKinds);
