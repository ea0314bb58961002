// What comes back from a worker: each record is described once, and its type (core/protocol/messages.ts,
// core/protocol/notebook.ts) and the check of what the sandbox answers (sandbox/replies.ts) come from that.
// Records of the engine's are described by the package. Bounds on sizes are wide: they keep a reply
// from being endless, not from being large.
import { importSource } from "./import-source";
import { CONSOLE_LEVELS, CONSOLE_LIMITS, REMARKS_LIMITS } from "./bounds";
import type { Graph } from "passcope";
import type { Analysis } from "../relay/analysis";
import type { Message } from "../../i18n/message";
import { engineRecord } from "./engine-records";
import {
  amount,
  array,
  boolean,
  finite,
  integer,
  integers,
  literal,
  maybe,
  Mismatch,
  number,
  object,
  oneOf,
  record,
  refined,
  scalar,
  string,
  tuple,
  type Described,
  type Schema,
} from "./schema";

/** The longest text of a program that is taken. */
export const PROGRAM = 1 << 24;
/** The longest text of a message, or of the value of a cell. */
const MESSAGE = 1_000_000;
const VALUE = 1 << 22;
/** The most rows of a cell's value. */
const ROWS = 10_000;

/** A place in the user's code. Both count from 1, columns in UTF-16. */
export const codePlace = object({ line: integer, column: integer });

/** A place in a text that was read, by the name it was read under. Both count from 1, columns in UTF-16. */
const textPlace = object({ source: string(), line: integer, column: integer });

/** A place that a failure belongs to: in the pipeline, in the code that was run, or in a program's text. */
export const failurePlace = object({
  stageId: maybe(string()),
  /** A step, or an instrument of the stage's context. */
  stepId: maybe(string()),
  code: maybe(codePlace),
  text: maybe(textPlace),
});

/** How deep words lie in words. */
const WORDS_IN_WORDS = 8;

/** Something that is said, as data; a part of the engine's record. */
function messageOf(depth: number): Schema<Message> {
  const nothing: Schema<never> = () => {
    throw new Mismatch("too deep");
  };
  const argument = object({
    name: string(),
    text: string(MESSAGE),
    list: maybe(engineRecord("MessageList")),
    message: maybe(depth > 0 ? messageOf(depth - 1) : nothing),
  });
  return object({
    text: string(MESSAGE),
    pattern: string(MESSAGE),
    arguments: array(argument, 100),
  });
}

/** A diagnostic without its place. */
const said = object({
  kind: string(),
  severity: literal("error", "warning", "note"),
  message: messageOf(WORDS_IN_WORDS),
  notes: array(messageOf(WORDS_IN_WORDS), 1000),
});

/** The first element in which the results of two programs differ. */
const valueDifference = engineRecord("ValueDifference", {
  reference: string(MESSAGE),
  actual: string(MESSAGE),
});

/**
 * An error in words; `worded` is the message as data where it is the page's own. `rendered` holds the engine's diagnostics, each with its source excerpt, `said` the same ones as
 * data.
 */
export const failure = object({
  name: string(),
  message: string(MESSAGE),
  worded: maybe(messageOf(WORDS_IN_WORDS)),
  rendered: array(string(MESSAGE), 1000),
  said: maybe(array(said, 1000)),
  place: maybe(failurePlace),
  /** The engine's state can no longer be trusted: the worker has to be replaced. */
  fatal: boolean,
});

/**
 * How well a row's time is known. "first": it is that of the first run, in which code and caches are cold. "code": that
 * too, and it is not repeated, since that would run the user's code again. "rough": it was repeated, and what came
 * out still varied. "steady": it would come out much the same another time.
 */
export const timeState = literal("first", "code", "rough", "steady");

/**
 * Durations in microseconds, one per row, and how they came about (core/trace/estimate.ts): whole nanoseconds, in which no
 * row takes less than the rows inside of it.
 */
export const timing = object({
  durationsUs: array(amount),
  /** Lower and upper quartile around each duration, with what the clock cannot tell apart. */
  quartilesUs: array(tuple<[lower: number, upper: number]>(finite, finite)),
  /** The step in which the readings of each row come: the clock's tick or a part of it. */
  grainUs: array(amount),
  /** How many runs each row's figure stems from; cheap stages are repeated more often. */
  runs: array(amount),
  /** How many runs before these were to warm up. */
  warmUp: array(amount),
  states: array(timeState),
  /** What each row took in the first run, without what instruments took then. */
  firstUs: array(finite),
  /** Whether readings of only a few clock ticks were averaged in groups before taking the median. */
  grouped: boolean,
  resolutionUs: amount,
  final: boolean,
});

/** A change of the number of calls, by operator. */
const countChanges = record(finite, 10_000);

/**
 * One row of the trace: a stage, the binding of parameters, an edit, or a pass. Rows are in pre-order.
 */
export const traceRow = object({
  kind: literal("stage", "bind", "edit", "pass"),
  stageId: string(),
  /** The step of the pipeline that this row is of; passes that other passes run have none. */
  stepId: maybe(string()),
  /** The index of a row before it, or -1. */
  parent: integer,
  level: integer,
  name: string(),
  optLevel: finite,
  changed: boolean,
  opDiff: countChanges,
  /** "vetoed" by an instrument; "skipped" by a Sequential. Both did not run. */
  status: literal("ok", "failed", "vetoed", "skipped"),
  error: maybe(string(MESSAGE)),
  /** Why it did not run, or what it ran for. */
  decision: maybe(engineRecord("Decision")),
  /** The same in the engine's words, for files that are in English: "opt level 3 > 2". */
  reason: maybe(string(MESSAGE)),
  /** Of a stage: required and disabled passes that did not come up in it. */
  unmet: maybe(array(engineRecord("UnmetName"), 10_000)),
  /** Numbers of snapshots, equal when they name the very same module. */
  before: integer,
  after: integer,
});

const modelOption: Schema<number | string | boolean | readonly number[]> = (value) =>
  Array.isArray(value) ? array(finite, 1000)(value) : scalar(value);

/** What is compiled: a model of the engine's table with its options, a model's file, or Relay text. */
export const programSource = oneOf("kind", {
  import: importSource,
  model: object({ kind: literal("model"), name: string(), options: record(modelOption) }),
  text: object({ kind: literal("text"), text: string(PROGRAM), title: string() }),
});

/** What a model's file holds. */
export const importDescription = engineRecord("ImportDescription");

/** An entry of TVM's op-diff list: depth in its context, pass, change per operator. */
export const opDiffEntry = tuple<
  [depth: number, pass: string, diff: Readonly<Record<string, number>>]
>(integer, string(), countChanges);

/** A call of a hook of one of a stage's instruments; `instrument` is an index into `instruments`. */
export const hookCall = engineRecord("HookCall", { error: string(MESSAGE) });

/** The log of the hooks of a stage's instruments. */
export const stageHooks = object({
  stageId: string(),
  instruments: array(string(), 10_000),
  calls: array(hookCall),
  /** Calls beyond those that are kept. */
  dropped: integer,
});

/** A pass after which the program computes something else than before: a row of the trace, and what differs. */
export const wrongPass = object({
  row: integer,
  stageId: string(),
  difference: maybe(valueDifference),
  /** In words; of what cannot be said as a difference of elements, all there is. */
  reason: maybe(messageOf(WORDS_IN_WORDS)),
});

export const textFile = engineRecord("DumpedFile", { text: string(PROGRAM) });

/** Why rows are no trace: a row belongs to one before it, or to none, and lies one level below that. */
function wrongRows(rows: readonly Described<typeof traceRow>[]): string | false {
  const wrong = rows.some(
    ({ parent, level }, i) =>
      parent < -1 || parent >= i || level !== (parent < 0 ? 0 : (rows[parent]?.level ?? 0) + 1),
  );
  return wrong && "rows: in no order";
}

/** Why a record of times is not one of so many rows. */
function wrongTimes(
  { durationsUs, quartilesUs, grainUs, runs, warmUp, states, firstUs }: Described<typeof timing>,
  rows = durationsUs.length,
): string | false {
  const each = [durationsUs, quartilesUs, grainUs, runs, warmUp, states, firstUs];
  return each.some(({ length }) => length !== rows) && "timing: not of these rows";
}

const runTraceFields = object({
  runId: integer,
  source: programSource,
  /** The calls of each operator in the program that the first row was given. */
  operators: countChanges,
  rows: array(traceRow),
  opDiffs: array(opDiffEntry),
  /** Of each stage that has instruments. */
  hooks: array(stageHooks, 10_000),
  /** What instruments have written, for instance DumpIR. */
  files: array(textFile),
  /** What the instrument VerifyValues found, in the order in which the passes ended. */
  wrong: array(wrongPass, 10_000),
  /** How many passes it could compare; absent where it was not asked to. */
  verified: maybe(integer),
  /**
   * Of the run that was recorded, in microseconds: what the hooks of all instruments took, the page's
   * own included, and what its passes took, hooks included.
   */
  hooksUs: amount,
  recordedUs: amount,
  timing,
  failure: maybe(failure),
});

/** What a run has left; its parts speak of rows that are there. */
export const runTrace = refined(
  runTraceFields,
  ({ rows, timing: times, wrong, hooks }) =>
    wrongRows(rows) ||
    wrongTimes(times, rows.length) ||
    (wrong.some(({ row }) => row < 0 || row >= rows.length) && "wrong: no such row") ||
    (hooks.some(({ instruments, calls }) =>
      calls.some(({ instrument }) => instrument < 0 || instrument >= instruments.length),
    ) &&
      "hooks: no such instrument"),
);

/** One thing that was printed. `line`: where in the user's code, when it was printed from there. */
export const consoleEntry = object({
  level: literal(...CONSOLE_LEVELS),
  text: string(2 * CONSOLE_LIMITS.characters),
  line: maybe(integer),
});

const consoleEntries = array(consoleEntry, 2 * CONSOLE_LIMITS.entries);

/** Of a function's parameters one whose value is not the model's. */
export const modelInput = object({ name: string(), shape: array(integer, 100), dtype: string() });

/** What is computed by one kernel: a call of the function's body, which may be a fused function. */
export const planNode = object({
  /** "nn.conv2d", or of a fused function its operators: "nn.conv2d, add, nn.relu". */
  name: string(),
  /** "winograd 4x4": how it is computed, if there is a choice. */
  algorithm: string(),
  /** Types of what comes in, then of what goes out: "float32[1, 64, 56, 56], …". */
  shapes: string(MESSAGE),
  /** Floating-point operations, and bytes that are read and written. */
  flop: amount,
  bytes: amount,
  /** Where it stands in the text of the program, from 0. */
  line: maybe(integer),
});

/** What running a program takes, which is known before it runs. Sizes in bytes. */
export const modelPlan = object({
  /** Equal for programs that are structurally equal. */
  hash: string(),
  inputs: array(modelInput, 10_000),
  /** The peak of what is computed in between, memory that is used again counted once; and without that. */
  activationBytes: amount,
  unsharedBytes: amount,
  /** Constants, and parameters whose values are the model's. */
  weightBytes: amount,
  flop: amount,
  nodes: array(planNode),
});

/** How far a program's outputs are from those of the first program on the same inputs. */
export const outputDifference = object({
  /** The largest difference of two elements, and that by the largest element of the output; may be infinite. */
  largest: number,
  relative: number,
  /** The first element that differs by more than rounding explains; absent where there is none. */
  beyond: maybe(valueDifference),
});

/** The time of something that ran several times, in microseconds (core/trace/estimate.ts). */
const figure = {
  us: amount,
  quartilesUs: tuple<[lower: number, upper: number]>(finite, finite),
  state: literal("first", "rough", "steady"),
};

/** What came of running a program. */
export const modelCost = object({
  ...figure,
  /** The step in which its readings come, and that of the clock. */
  grainUs: amount,
  resolutionUs: amount,
  /** How many runs the figures stem from, and how many before these were to warm up. */
  runs: integer,
  warmUp: integer,
  /** What the first run took, in which weights are brought into the form that kernels take them in. */
  firstUs: finite,
  /** The times of the plan's nodes, which add up to the whole. */
  nodes: array(object(figure)),
  /** Of the first program itself there is none. */
  difference: maybe(outputDifference),
});

/** Texts of types; the copy is its owner's to change. */
const texts = array(string(MESSAGE)) as Schema<string[]>;

/** The dataflow of a function. What its nodes name lies before them, so that nothing goes in circles. */
export const graphData = refined(
  engineRecord("Graph", { types: texts }) as Schema<Graph>,
  ({ root, nodes, types }) => {
    const isNode = (node: number | undefined, end = nodes.length): boolean =>
      node === undefined || (node >= -1 && node < end);
    const right = nodes.every(
      ({ kind, inputs, callee, params = [], parent, type }, i) =>
        // A function stands before what is in it.
        inputs.every((input) => isNode(input, kind === "function" ? nodes.length : i)) &&
        isNode(callee) &&
        params.every((param) => isNode(param)) &&
        isNode(parent, i) &&
        (type === undefined || (type >= -1 && type < types.length)),
    );
    return !(right && isNode(root)) && "nodes: in no order";
  },
);

/** What an editor shows of a text; its tables are the engine's, of numbers in groups of a fixed size. */
export const textAnalysis = object({
  diagnostics: array(
    engineRecord("Diagnostic", { message: string(MESSAGE), rendered: string(MESSAGE) }),
    10_000,
  ),
  types: texts,
  spans: integers,
  names: integers,
  nameTypes: integers,
}) as Schema<unknown> as Schema<Analysis>;

/** What a pass said it did, did not do, or found out. */
export const passRemark = object({
  /** The pass, by its row of the trace. */
  row: integer,
  type: literal("passed", "missed", "analysis"),
  /** The kind of remark, such as "OpaqueOperator". */
  kind: string(),
  /** The global function that it is about; may be empty. */
  fn: string(),
  message: messageOf(WORDS_IN_WORDS),
  /** The expression in a line, in the program that the pass was given; empty when it is about none. */
  subject: string(),
});

/** How many remarks the pass of a row said. */
export const remarkCounts = object({
  row: integer,
  passed: integer,
  missed: integer,
  analysis: integer,
});

/** What the passes of a run said. */
export const runRemarks = object({
  remarks: array(passRemark, REMARKS_LIMITS.remarks),
  counts: array(remarkCounts),
  /** How many were said that are not among `remarks`. */
  cut: amount,
});

/** Where the expression of a remark stands in the printed text of the program before its pass. */
export const remarkPlace = object({
  /** The remark's place among those of the run. */
  remark: integer,
  /** Both from 0, the column in UTF-16. */
  line: integer,
  column: integer,
});
export const remarkPlaces = array(remarkPlace, REMARKS_LIMITS.remarks);

/** How much is told of an expression's lineage at most. */
export const LINEAGE_LIMITS = { text: 1000, origins: 32, lines: 20_000 } as const;

/** What a pass did with an expression, as the engine's `LineageStep` says. */
const lineageKind = literal("unchanged", "changed", "made", "merged", "split", "folded", "removed");

/** Where an expression came from and what became of it. */
export const programLineage = object({
  /** The expression in a line, and its line in the printed text, from 0. */
  text: string(),
  line: integer,
  /** How many expressions it is of, of which the first one is told. */
  count: integer,
  /** What it was made of in the first program: `source` is a file's or an imported node's name, `line` 0 if unknown. */
  origins: array(
    object({ text: string(), source: string(), line: integer }),
    LINEAGE_LIMITS.origins,
  ),
  /** The passes that did something with it, by their rows, and how many expressions it was before and after. */
  steps: array(
    object({ row: integer, kinds: array(lineageKind), before: integer, after: integer }),
  ),
});
/** Lines of a printed text, from 0. */
export const lineageLines = array(integer, LINEAGE_LIMITS.lines);

/** Two places that belong together. */
const places = refined(array(integer, 2), (all) => all.length !== 2 && "places: not two") as Schema<
  readonly [number, number]
>;
/** Of lines, from 0, or of constants by their numbers. */
const listOfPlaces = array(places, LINEAGE_LIMITS.lines);
/** Which lines and constants of two printed texts are about the same expressions. */
export const relatedLines = object({ lines: listOfPlaces, constants: listOfPlaces });
/** The lines and constants of a printed text that are expressions of another program, each with the expression's number. */
export const lineOrigins = object({ lines: listOfPlaces, constants: listOfPlaces });

/** How far a comparison is. */
export const comparing = object({
  kind: literal("comparing"),
  step: literal("passes", "result", "values", "run"),
  variant: string(),
  done: integer,
  total: integer,
});

/** A value of a sweep: what JSON has. */
const sweepValue: Schema<unknown> = (value) => JSON.parse(string(MESSAGE)(JSON.stringify(value)));

/** What came of a comparison. */
export const compared = refined(
  object({
    variants: array(engineRecord("VariantFigures"), 10_000),
    /** The texts of the results; null for what failed. */
    texts: array((value: unknown) => (value === null ? null : string(PROGRAM)(value)), 10_000),
    /** What their lines were in the program that a variant begins with: that of the first variant with the same one. */
    origins: array(object({ program: integer, of: lineOrigins }), 10_000),
    /** Of a sweep; each pipeline has a variant for each of them. */
    values: maybe(array(sweepValue, 1000)),
  }),
  ({ variants, texts: made, origins }) =>
    (made.length !== variants.length || origins.length !== variants.length) &&
    "texts: not of these variants",
);

/** Told during a run: how far it is, what was printed, the trace as soon as there is one, better times. */
export const runProgress = oneOf("kind", {
  trace: object({ kind: literal("trace"), trace: runTrace }),
  timing: object({ kind: literal("timing"), timing }),
  console: object({ kind: literal("console"), entries: consoleEntries }),
  step: object({ kind: literal("step"), done: integer, name: string() }),
  /** While models run: what is done now, and how many of the programs have been run. */
  bisecting: object({ kind: literal("bisecting"), run: integer, limit: integer }),
  reducing: object({
    kind: literal("reducing"),
    candidates: integer,
    accepted: integer,
    calls: integer,
  }),
  comparing,
  /** While a model's file is read or converted: the part that is done, from 0 to 1. */
  importing: object({
    kind: literal("importing"),
    phase: literal("read", "convert"),
    done: amount,
  }),
  executing: object({
    kind: literal("executing"),
    snapshot: integer,
    phase: literal("first", "repeat"),
    done: integer,
    total: integer,
  }),
  executed: object({
    kind: literal("executed"),
    snapshot: integer,
    cost: maybe(modelCost),
    failure: maybe(failure),
  }),
});

/** A pass of a timing profile, in the order in which they began. Times in microseconds. */
export const profileRow = object({
  depth: integer,
  name: string(),
  durationUs: amount,
  ownUs: finite,
});

/** What looking for the guilty execution of a stage's passes found. */
export const bisection = object({
  outcome: string(),
  sentence: messageOf(WORDS_IN_WORDS),
  /** The execution, numbered from 1, behind which OptBisect with this limit ends the stage; 0 when none was found. */
  limit: integer,
  /** What it changed, as unified diff. */
  diff: string(PROGRAM),
  runs: integer,
});

/** The smallest program with which a stage's passes still do something wrong. */
export const reduction = object({
  outcome: string(),
  sentence: messageOf(WORDS_IN_WORDS),
  /** With the values of its constants. */
  text: string(PROGRAM),
  /** Of the stage's calls of passes, which are needed. */
  kept: array(boolean, 10_000),
  callsBefore: integer,
  callsAfter: integer,
});

/** The value of a cell's last expression, as far as it is shown. */
export const cellValue = oneOf("kind", {
  relay: object({ kind: literal("relay"), text: string(VALUE) }),
  text: object({ kind: literal("text"), text: string(VALUE) }),
  data: object({ kind: literal("data"), text: string(VALUE) }),
  "op-diff": object({ kind: literal("op-diff"), entries: array(opDiffEntry, ROWS) }),
  profile: object({ kind: literal("profile"), rows: array(profileRow, ROWS) }),
  hooks: object({
    kind: literal("hooks"),
    instruments: array(string(), 100),
    calls: array(hookCall, ROWS),
  }),
});

/** What came of running a cell. */
export const cellOutcome = object({
  value: maybe(cellValue),
  /** Its place is in the cell that was run. */
  failure: maybe(failure),
  /** Where it was thrown, if that was in another cell. */
  thrownIn: maybe(object({ cell: string(), line: integer })),
});

export const cellReply = oneOf("kind", {
  printed: object({ id: integer, kind: literal("printed"), entries: consoleEntries }),
  done: object({ id: integer, kind: literal("done"), outcome: cellOutcome }),
});
