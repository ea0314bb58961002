// What the embedded elements of a page and the worker that they share say to each other: what a page and
// its worker do, each with the number of the element's session.
import type { Reply, Request } from "../core/protocol/requests";
import type { EngineFiles } from "../engine/session/load-engine";

export type ToEngine =
  /** The first message: where the engine is. */
  | { readonly kind: "start"; readonly files: EngineFiles }
  | { readonly kind: "request"; readonly session: number; readonly request: Request }
  /** The element is gone, and so may be all that was made for it. */
  | { readonly kind: "end"; readonly session: number };

export interface FromEngine {
  readonly session: number;
  readonly reply: Reply;
}
