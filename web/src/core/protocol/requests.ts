// The requests to an engine and its replies, as the page and its worker exchange them.
import type { Failure, RunProgress } from "./messages";
import type { TypesOf } from "./request";
import type { sessionRequests } from "./session-requests";

/** Requests by name. Each feature adds its own by declaring a part of this interface. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Requests extends TypesOf<typeof sessionRequests> {}

export type RequestKind = keyof Requests;

export type Request = {
  [K in RequestKind]: { id: number; kind: K; body: Requests[K]["request"] };
}[RequestKind];

export type Reply =
  | { readonly id: number; readonly kind: "progress"; readonly progress: RunProgress }
  | { readonly id: number; readonly kind: "done"; readonly value: unknown }
  | { readonly id: number; readonly kind: "failed"; readonly failure: Failure };
