// What the embedded elements of a page and the worker that they share say to each other: what a page and
// its worker do, each with the number of the element's session.
import type { Reply, Request } from "../protocol/messages";

export type ToEngine =
  /** The first message: the address of the engine's module. */
  | { readonly kind: "start"; readonly wasm: string }
  | { readonly kind: "request"; readonly session: number; readonly request: Request }
  /** The element is gone, and so may be all that was made for it. */
  | { readonly kind: "end"; readonly session: number };

export interface FromEngine {
  readonly session: number;
  readonly reply: Reply;
}
