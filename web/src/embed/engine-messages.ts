// Messages between the embedded elements of a page and their shared worker: those of a page and its worker, with the
// number of the element's session.
import type { Reply, Request } from "../core/protocol/requests";
import type { EngineFiles } from "../engine/session/load-engine";

export type ToEngine =
  /** The first message: the addresses of the engine. */
  | { readonly kind: "start"; readonly files: EngineFiles }
  | { readonly kind: "request"; readonly session: number; readonly request: Request }
  /** The element is gone, so its session can be freed. */
  | { readonly kind: "end"; readonly session: number };

export interface FromEngine {
  readonly session: number;
  readonly reply: Reply;
}
