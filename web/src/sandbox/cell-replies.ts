// What an answer about a cell may look like.
import { CONSOLE_LIMITS } from "../protocol/code";
import type { CellOutcome, CellReply, CellValue } from "../protocol/notebook";
import { consoleEntry, failure, hookCall, opDiffEntry } from "./replies";
import {
  array,
  integer,
  literal,
  maybe,
  number,
  object,
  oneOf,
  string,
  type Schema,
} from "./schema";

/** The longest text of a value that is taken. */
const TEXT = 1 << 22;
const ROWS = 10_000;

const profileRow = object({ depth: integer, name: string(), durationUs: number, ownUs: number });

const value: Schema<CellValue> = oneOf("kind", {
  relay: object({ kind: literal("relay"), text: string(TEXT) }),
  text: object({ kind: literal("text"), text: string(TEXT) }),
  data: object({ kind: literal("data"), text: string(TEXT) }),
  "op-diff": object({ kind: literal("op-diff"), entries: array(opDiffEntry, ROWS) }),
  profile: object({ kind: literal("profile"), rows: array(profileRow, ROWS) }),
  hooks: object({
    kind: literal("hooks"),
    instruments: array(string(), 100),
    calls: array(hookCall, ROWS),
  }),
});

const outcome: Schema<CellOutcome> = object({
  value: maybe(value),
  failure: maybe(failure),
  thrownIn: maybe(object({ cell: string(), line: integer })),
});

/** A copy of a reply to the request of this number, or undefined for one to another; throws a Mismatch. */
export function checkCellReply(data: unknown, id: number): CellReply | undefined {
  const reply = oneOf("kind", {
    printed: object({
      id: integer,
      kind: literal("printed"),
      entries: array(consoleEntry, 2 * CONSOLE_LIMITS.entries),
    }),
    done: object({ id: integer, kind: literal("done"), outcome }),
  })(data);
  return reply.id === id ? reply : undefined;
}
