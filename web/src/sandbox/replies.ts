// What an answer of the sandbox may look like.
import { CONSOLE_LEVELS, CONSOLE_LIMITS, type ConsoleEntry } from "../protocol/code";
import type {
  ModelOptionValue,
  Reply,
  RequestKind,
  Requests,
  RunProgress,
} from "../protocol/messages";
import {
  array,
  boolean,
  integer,
  literal,
  maybe,
  number,
  object,
  oneOf,
  record,
  scalar,
  string,
  tuple,
  type Schema,
} from "./schema";

/** The longest text of a program that is taken. */
const PROGRAM = 1 << 28;
const MESSAGE = 1_000_000;

export const failure = object({
  name: string(),
  message: string(MESSAGE),
  rendered: array(string(MESSAGE), 1000),
  place: maybe(
    object({
      stageId: maybe(string()),
      stepId: maybe(string()),
      code: maybe(object({ line: integer, column: integer })),
    }),
  ),
  fatal: boolean,
});

const timing = object({
  durationsUs: array(number),
  quartilesUs: array(tuple(number, number)),
  runs: array(number),
  grouped: boolean,
  resolutionUs: number,
  final: boolean,
});

const opDiff = record(number, 10_000);

export const opDiffEntry = tuple(integer, string(), opDiff);

const row = object({
  kind: literal("stage", "bind", "edit", "pass"),
  stageId: string(),
  stepId: maybe(string()),
  parent: integer,
  level: integer,
  name: string(),
  optLevel: number,
  changed: boolean,
  opDiff,
  status: literal("ok", "failed", "vetoed", "skipped"),
  error: maybe(string(MESSAGE)),
  reason: maybe(string(MESSAGE)),
  before: integer,
  after: integer,
});

const options: Schema<Readonly<Record<string, ModelOptionValue>>> = record((value) =>
  Array.isArray(value) ? array(number, 1000)(value) : scalar(value),
);

const source = oneOf("kind", {
  model: object({ kind: literal("model"), name: string(), options }),
  text: object({ kind: literal("text"), text: string(PROGRAM), title: string() }),
});

export const hookCall = object({
  instrument: integer,
  hook: string(),
  outcome: literal("returned", "vetoed", "threw", "running"),
  pass: maybe(string()),
  error: maybe(string(MESSAGE)),
});

const stageHooks = object({
  stageId: string(),
  instruments: array(string(), 10_000),
  calls: array(hookCall),
  dropped: integer,
});

const trace = object({
  runId: integer,
  source,
  rows: array(row),
  opDiffs: array(opDiffEntry),
  hooks: array(stageHooks, 10_000),
  files: array(object({ name: string(), text: string(PROGRAM) })),
  hooksUs: number,
  recordedUs: number,
  timing,
  failure: maybe(failure),
});

export const consoleEntry: Schema<ConsoleEntry> = object({
  level: literal(...CONSOLE_LEVELS),
  text: string(2 * CONSOLE_LIMITS.characters),
  line: maybe(integer),
});

const progress: Schema<RunProgress> = oneOf("kind", {
  trace: object({ kind: literal("trace"), trace }),
  timing: object({ kind: literal("timing"), timing }),
  console: object({
    kind: literal("console"),
    entries: array(consoleEntry, 2 * CONSOLE_LIMITS.entries),
  }),
  step: object({ kind: literal("step"), done: integer, name: string() }),
});

/** What the sandbox is asked; all else the page asks a worker that runs nobody's code. */
const values: { [K in "run" | "settle" | "text"]: Schema<Requests[K]["reply"]> } = {
  run: maybe(timing),
  settle: literal(undefined),
  text: string(PROGRAM),
};

const isAsked = (kind: RequestKind): kind is keyof typeof values => Object.hasOwn(values, kind);

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
  if (kind === undefined || !isAsked(kind)) return undefined;
  return oneOf("kind", {
    progress: object({ id: integer, kind: literal("progress"), progress }),
    done: object({ id: integer, kind: literal("done"), value: values[kind] }),
    failed: object({ id: integer, kind: literal("failed"), failure }),
  })(data);
}
