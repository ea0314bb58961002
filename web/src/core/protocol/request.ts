// A request to an engine, declared once: what it takes, what is answered, and whether an engine in which the user's code
// runs may be asked. Types, the client's method `send` and the checks of the sandbox's replies follow from that; who
// answers is a handler of the same name (`engine/session/handler.ts`).
import type { Schema } from "./schema";

export interface RequestOf<Body, Reply> {
  /** Checks and copies a reply of the sandbox; without it only workers that run nobody's code are asked. */
  readonly reply?: Schema<Reply>;
  /** Never there: the type of what goes along. */
  readonly body?: Body;
}

/** A request that only workers are sent that run nobody's code. */
export const request = <Body, Reply>(): RequestOf<Body, Reply> => ({});

/** A request that the sandbox is sent, too, and what its reply may look like. */
export const requestOf =
  <Body>() =>
  <Reply>(reply: Schema<Reply>): RequestOf<Body, Reply> => ({ reply });

/** Requests by name. */
export type RequestTable = Readonly<Record<string, RequestOf<unknown, unknown>>>;

/** The types of a table's requests, for `Requests`. */
export type TypesOf<Table extends RequestTable> = {
  [Kind in keyof Table]: Table[Kind] extends RequestOf<infer Body, infer Reply>
    ? { request: Body; reply: Reply }
    : never;
};
