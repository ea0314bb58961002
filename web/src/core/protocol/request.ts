// A request to an engine, declared once: its arguments, its reply, and whether it may go to an engine that runs user
// code. The types, the client's method `send` and the checks of the sandbox's replies follow from the declaration. A
// handler of the same name answers it (`engine/session/handler.ts`).
import type { Schema } from "./schema";

export interface RequestOf<Body, Reply> {
  /** Checks and copies a reply of the sandbox. Without it, the request goes only to workers that run no user code. */
  readonly reply?: Schema<Reply>;
  /** Never present: it only holds the type of the arguments. */
  readonly body?: Body;
}

/** A request for workers that run no user code. */
export const request = <Body, Reply>(): RequestOf<Body, Reply> => ({});

/** A request that may also go to the sandbox, with the schema of its reply. */
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
