// What an answer of the sandbox may look like.
import { CONSOLE_LEVELS, CONSOLE_LIMITS, type ConsoleEntry } from "../protocol/code";
import type { Reply, RequestKind, Requests, RunProgress } from "../protocol/messages";
import {
  array,
  boolean,
  integer,
  json,
  literal,
  maybe,
  number,
  object,
  oneOf,
  record,
  string,
  tuple,
  type Schema,
} from "./schema";

/** The longest text of a program that is taken. */
const PROGRAM = 1 << 28;
const MESSAGE = 1_000_000;

const failure = object({
  name: string(),
  message: string(MESSAGE),
  rendered: array(string(MESSAGE), 1000),
  place: maybe(object({ stageId: string(), stepId: maybe(string()) })),
  fatal: boolean,
});

const timing = object({
  durationsUs: array(number),
  runs: array(number),
  grouped: boolean,
  resolutionUs: number,
  final: boolean,
});

const opDiff = record(number, 10_000);

const row = object({
  kind: literal("stage", "bind", "pass"),
  stageId: string(),
  parent: integer,
  level: integer,
  name: string(),
  optLevel: number,
  changed: boolean,
  opDiff,
  status: literal("ok", "failed", "vetoed"),
  error: maybe(string(MESSAGE)),
  before: integer,
  after: integer,
});

const model = object({ depth: number, batch: number });

const trace = object({
  runId: integer,
  model,
  rows: array(row),
  opDiffs: array(tuple(integer, string(), opDiff)),
  timing,
  failure: maybe(failure),
});

const entry: Schema<ConsoleEntry> = object({
  level: literal(...CONSOLE_LEVELS),
  text: string(2 * CONSOLE_LIMITS.characters),
  line: maybe(integer),
});

const progress: Schema<RunProgress> = oneOf("kind", {
  trace: object({ kind: literal("trace"), trace }),
  timing: object({ kind: literal("timing"), timing }),
  console: object({
    kind: literal("console"),
    entries: array(entry, 2 * CONSOLE_LIMITS.entries),
  }),
});

const values: { [K in RequestKind]: Schema<Requests[K]["reply"]> } = {
  info: object({
    version: string(),
    clockResolutionUs: number,
    passes: array(
      object({
        name: string(),
        optLevel: number,
        required: array(string()),
        summary: string(),
        options: array(
          object({
            name: string(),
            type: string(),
            default: json(),
            doc: string(),
            required: boolean,
          }),
        ),
      }),
    ),
  }),
  load: object({ text: string(PROGRAM), parameters: integer }),
  run: maybe(timing),
  settle: literal(undefined),
  text: string(PROGRAM),
};

/**
 * A copy of a reply that is as it should be, or undefined for one that nobody waits for; throws a
 * Mismatch for anything else.
 *
 * @param kindOf what was asked by that number, if it is still waited for.
 */
export function checkReply(
  data: unknown,
  kindOf: (id: number) => RequestKind | undefined,
): Reply | undefined {
  const { id } = object({ id: integer })(data);
  const kind = kindOf(id);
  if (kind === undefined) return undefined;
  return oneOf("kind", {
    progress: object({ id: integer, kind: literal("progress"), progress }),
    done: object({ id: integer, kind: literal("done"), value: values[kind] }),
    failed: object({ id: integer, kind: literal("failed"), failure }),
  })(data);
}
