// Schemas of a worker's replies. Each record is described once: its type (core/protocol/messages.ts,
// core/protocol/notebook.ts) and the check of the sandbox's replies (sandbox/replies.ts) follow from that. The package
// describes the engine's own records. Bounds on sizes are wide: they exclude endless replies, not large ones.
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

/** The longest text of a program that the page accepts, in UTF-16 code units. */
export const PROGRAM = 1 << 24;
/** The longest text of a message, or of the value of a cell. */
const MESSAGE = 1_000_000;
const VALUE = 1 << 22;
/** The most rows of a cell's value. */
const ROWS = 10_000;

/** A place in the user's code. Both count from 1, columns in UTF-16 code units. */
export const codePlace = object({ line: integer, column: integer });

/** A place in a text that was read under the name `source`. Both count from 1, columns in UTF-16 code units. */
const textPlace = object({ source: string(), line: integer, column: integer });

/** The place that a failure belongs to: in the pipeline, in the user's code, or in a program's text. */
export const failurePlace = object({
  stageId: maybe(string()),
  /** A step, or an instrument of the stage's context. */
  stepId: maybe(string()),
  code: maybe(codePlace),
  text: maybe(textPlace),
});

/** The greatest nesting depth of messages in the arguments of messages. */
const WORDS_IN_WORDS = 8;

/** A message as data: part of the engine's record. */
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
 * An error in words. `worded` is the message as data if the message is the page's own. `rendered` holds the engine's
 * diagnostics, each with its source excerpt; `said` holds the same diagnostics as data.
 */
export const failure = object({
  name: string(),
  message: string(MESSAGE),
  worded: maybe(messageOf(WORDS_IN_WORDS)),
  rendered: array(string(MESSAGE), 1000),
  said: maybe(array(said, 1000)),
  place: maybe(failurePlace),
  /** The engine's state is unreliable: the worker must be replaced. */
  fatal: boolean,
});

/**
 * How well a row's time is known. "first" is the time of the first run, with cold code and caches. "code" is the same,
 * but the row is not repeated, because that would run the user's code again. "rough" was repeated, and its times still
 * varied. "steady" would come out much the same another time.
 */
export const timeState = literal("first", "code", "rough", "steady");

/**
 * Durations in microseconds, one per row, and how they were measured (core/trace/estimate.ts). They are whole
 * nanoseconds. No row takes less than the rows inside of it.
 */
export const timing = object({
  durationsUs: array(amount),
  /** Lower and upper quartile around each duration, widened by the clock's resolution. */
  quartilesUs: array(tuple<[lower: number, upper: number]>(finite, finite)),
  /** The step between possible readings of each row: the clock's tick or a part of it. */
  grainUs: array(amount),
  /** The number of runs behind each row's figure. Cheap stages are repeated more often. */
  runs: array(amount),
  /** The number of warm-up runs before these. */
  warmUp: array(amount),
  states: array(timeState),
  /** The time of each row in the first run, without the time of instruments. */
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
  /** The step of the pipeline that this row belongs to; absent for passes that other passes run. */
  stepId: maybe(string()),
  /** The index of an earlier row, or -1. */
  parent: integer,
  level: integer,
  name: string(),
  optLevel: finite,
  changed: boolean,
  opDiff: countChanges,
  /** "vetoed" by an instrument, or "skipped" by a Sequential: the pass did not run. */
  status: literal("ok", "failed", "vetoed", "skipped"),
  error: maybe(string(MESSAGE)),
  /** Why it did not run, or what it ran for. */
  decision: maybe(engineRecord("Decision")),
  /** The same in the engine's English, for saved files: "opt level 3 > 2". */
  reason: maybe(string(MESSAGE)),
  /** For a stage: required and disabled passes that did not come up in it. */
  unmet: maybe(array(engineRecord("UnmetName"), 10_000)),
  /** Numbers of snapshots. Equal numbers mean the same module. */
  before: integer,
  after: integer,
});

const modelOption: Schema<number | string | boolean | readonly number[]> = (value) =>
  Array.isArray(value) ? array(finite, 1000)(value) : scalar(value);

/** The program: a model of the engine's table with its options, a model's file, or Relay text. */
export const programSource = oneOf("kind", {
  import: importSource,
  model: object({ kind: literal("model"), name: string(), options: record(modelOption) }),
  text: object({ kind: literal("text"), text: string(PROGRAM), title: string() }),
});

/** The contents of a model's file. */
export const importDescription = engineRecord("ImportDescription");

/** An entry of TVM's op-diff list: the depth in its context, the pass, and the change per operator. */
export const opDiffEntry = tuple<
  [depth: number, pass: string, diff: Readonly<Record<string, number>>]
>(integer, string(), countChanges);

/** A call of a hook; `instrument` is an index into the stage's `instruments`. */
export const hookCall = engineRecord("HookCall", { error: string(MESSAGE) });

/** The log of the hooks of a stage's instruments. */
export const stageHooks = object({
  stageId: string(),
  instruments: array(string(), 10_000),
  calls: array(hookCall),
  /** The number of calls beyond those that are kept. */
  dropped: integer,
});

/** A pass after which the program computes something else than before: its row, and the difference. */
export const wrongPass = object({
  row: integer,
  stageId: string(),
  difference: maybe(valueDifference),
  /** The difference in words. If `difference` is absent, this is the only description. */
  reason: maybe(messageOf(WORDS_IN_WORDS)),
});

export const textFile = engineRecord("DumpedFile", { text: string(PROGRAM) });

/** The reason why rows are not a trace. A row must have an earlier parent or none, and be one level below it. */
function wrongRows(rows: readonly Described<typeof traceRow>[]): string | false {
  const wrong = rows.some(
    ({ parent, level }, i) =>
      parent < -1 || parent >= i || level !== (parent < 0 ? 0 : (rows[parent]?.level ?? 0) + 1),
  );
  return wrong && "rows: in no order";
}

/** The reason why a record of times does not fit the number of rows. */
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
  /** The number of calls of each operator in the program before the first row. */
  operators: countChanges,
  rows: array(traceRow),
  opDiffs: array(opDiffEntry),
  /** The hook calls of each stage that has instruments. */
  hooks: array(stageHooks, 10_000),
  /** Files that instruments wrote, for example DumpIR. */
  files: array(textFile),
  /** The findings of the instrument VerifyValues, in the order in which the passes ended. */
  wrong: array(wrongPass, 10_000),
  /** The number of passes that VerifyValues could compare; absent if it did not run. */
  verified: maybe(integer),
  /**
   * Times of the recorded run, in microseconds. `hooksUs` is the time of the hooks of all instruments, the page's own
   * included. `recordedUs` is the time of its passes, hooks included.
   */
  hooksUs: amount,
  recordedUs: amount,
  timing,
  failure: maybe(failure),
});

/** The trace of a run. Its parts may only name rows that exist. */
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

/** One piece of output. `line` is the line of the user's code that printed it, if any. */
export const consoleEntry = object({
  level: literal(...CONSOLE_LEVELS),
  text: string(2 * CONSOLE_LIMITS.characters),
  line: maybe(integer),
});

const consoleEntries = array(consoleEntry, 2 * CONSOLE_LIMITS.entries);

/** A parameter of a function whose value does not come with the model. */
export const modelInput = object({ name: string(), shape: array(integer, 100), dtype: string() });

/** The work of one kernel: a call of the function's body, which may be a call of a fused function. */
export const planNode = object({
  /** "nn.conv2d", or the operators of a fused function: "nn.conv2d, add, nn.relu". */
  name: string(),
  /** The algorithm, if there is a choice: "winograd 4x4". */
  algorithm: string(),
  /** Types of the inputs, then of the outputs: "float32[1, 64, 56, 56], …". */
  shapes: string(MESSAGE),
  /** Floating-point operations, and the bytes that the kernel reads and writes. */
  flop: amount,
  bytes: amount,
  /** Its line in the text of the program, from 0. */
  line: maybe(integer),
});

/** The cost of running a program, as known before it runs. Sizes are in bytes. */
export const modelPlan = object({
  /** Equal for programs that are structurally equal. */
  hash: string(),
  inputs: array(modelInput, 10_000),
  /** The peak memory of intermediate values, with and without sharing of buffers. */
  activationBytes: amount,
  unsharedBytes: amount,
  /** Constants, and parameters whose values come with the model. */
  weightBytes: amount,
  flop: amount,
  nodes: array(planNode),
});

/** The distance of a program's outputs from those of the first program on the same inputs. */
export const outputDifference = object({
  /**
   * The largest difference of two elements, and the same relative to the largest element of the output. Both may be
   * infinite.
   */
  largest: number,
  relative: number,
  /** The first element that differs by more than rounding explains; absent if none does. */
  beyond: maybe(valueDifference),
});

/** The time of something that ran several times, in microseconds (core/trace/estimate.ts). */
const figure = {
  us: amount,
  quartilesUs: tuple<[lower: number, upper: number]>(finite, finite),
  state: literal("first", "rough", "steady"),
};

/** The measured cost of running a program. */
export const modelCost = object({
  ...figure,
  /** The step between possible readings, and the clock's resolution. */
  grainUs: amount,
  resolutionUs: amount,
  /** The number of runs behind the figures, and of warm-up runs before these. */
  runs: integer,
  warmUp: integer,
  /** The time of the first run, which also packs weights into the form that kernels use. */
  firstUs: finite,
  /** The times of the plan's nodes; they add up to the whole. */
  nodes: array(object(figure)),
  /** Absent for the first program itself. */
  difference: maybe(outputDifference),
});

/** Texts of types. The copy is mutable. */
const texts = array(string(MESSAGE)) as Schema<string[]>;

/** The dataflow of a function. A node may only name earlier nodes, so there are no cycles. */
export const graphData = refined(
  engineRecord("Graph", { types: texts }) as Schema<Graph>,
  ({ root, nodes, types }) => {
    const isNode = (node: number | undefined, end = nodes.length): boolean =>
      node === undefined || (node >= -1 && node < end);
    const right = nodes.every(
      ({ kind, inputs, callee, params = [], parent, type }, i) =>
        // A function comes before its contents.
        inputs.every((input) => isNode(input, kind === "function" ? nodes.length : i)) &&
        isNode(callee) &&
        params.every((param) => isNode(param)) &&
        isNode(parent, i) &&
        (type === undefined || (type >= -1 && type < types.length)),
    );
    return !(right && isNode(root)) && "nodes: in no order";
  },
);

/** The analysis of a text for an editor. Its tables are the engine's: numbers in groups of a fixed size. */
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

/** A remark of a pass. */
export const passRemark = object({
  /** The pass, by its row of the trace. */
  row: integer,
  type: literal("passed", "missed", "analysis"),
  /** The kind of remark, such as "OpaqueOperator". */
  kind: string(),
  /** The global function that the remark is about; may be empty. */
  fn: string(),
  message: messageOf(WORDS_IN_WORDS),
  /** The expression as one line of the program before the pass; empty if the remark is about none. */
  subject: string(),
});

/** The number of remarks of a row's pass, by type. */
export const remarkCounts = object({
  row: integer,
  passed: integer,
  missed: integer,
  analysis: integer,
});

/** The remarks of a run. */
export const runRemarks = object({
  remarks: array(passRemark, REMARKS_LIMITS.remarks),
  counts: array(remarkCounts),
  /** The number of remarks that are not in `remarks`. */
  cut: amount,
});

/** The place of a remark's expression in the printed text of the program before its pass. */
export const remarkPlace = object({
  /** The remark's index among those of the run. */
  remark: integer,
  /** Both count from 0, the column in UTF-16 code units. */
  line: integer,
  column: integer,
});
export const remarkPlaces = array(remarkPlace, REMARKS_LIMITS.remarks);

/** Bounds on the reply about an expression's lineage. */
export const LINEAGE_LIMITS = { text: 1000, origins: 32, lines: 20_000 } as const;

/** The action of a pass on an expression, as in the engine's `LineageStep`. */
const lineageKind = literal("unchanged", "changed", "made", "merged", "split", "folded", "removed");

/** The origins of an expression, and what passes did with it. */
export const programLineage = object({
  /** The expression as one line, and its line in the printed text, from 0. */
  text: string(),
  line: integer,
  /** The number of expressions that the question named. The reply describes the first one. */
  count: integer,
  /**
   * Its origins in the first program: `source` is the name of a file or of an imported node, and `line` is 0 if
   * unknown.
   */
  origins: array(
    object({ text: string(), source: string(), line: integer }),
    LINEAGE_LIMITS.origins,
  ),
  /** The passes that changed it, by row, and the number of expressions before and after. */
  steps: array(
    object({ row: integer, kinds: array(lineageKind), before: integer, after: integer }),
  ),
});
/** Lines of a printed text, from 0. */
export const lineageLines = array(integer, LINEAGE_LIMITS.lines);

/** Two places that belong together, as a pair. */
const places = refined(array(integer, 2), (all) => all.length !== 2 && "places: not two") as Schema<
  readonly [number, number]
>;
/** Pairs of lines, from 0, or pairs of constants by number. */
const listOfPlaces = array(places, LINEAGE_LIMITS.lines);
/** The lines and constants of two printed texts that are about the same expressions. */
export const relatedLines = object({ lines: listOfPlaces, constants: listOfPlaces });
/**
 * The lines and constants of a printed text that come from another program, each with the number of its expression
 * there.
 */
export const lineOrigins = object({ lines: listOfPlaces, constants: listOfPlaces });

/** The progress of a comparison. */
export const comparing = object({
  kind: literal("comparing"),
  step: literal("passes", "result", "values", "run"),
  variant: string(),
  done: integer,
  total: integer,
});

/** A value of a sweep: any JSON value. */
const sweepValue: Schema<unknown> = (value) => JSON.parse(string(MESSAGE)(JSON.stringify(value)));

/** The result of a comparison. */
export const compared = refined(
  object({
    variants: array(engineRecord("VariantFigures"), 10_000),
    /** The texts of the resulting programs; null for variants that failed. */
    texts: array((value: unknown) => (value === null ? null : string(PROGRAM)(value)), 10_000),
    /**
     * For each text, where its lines come from in the program that the variant starts with. `program` is the index of
     * the first variant with that same program.
     */
    origins: array(object({ program: integer, of: lineOrigins }), 10_000),
    /** For a sweep: its values. Each pipeline has one variant per value. */
    values: maybe(array(sweepValue, 1000)),
  }),
  ({ variants, texts: made, origins }) =>
    (made.length !== variants.length || origins.length !== variants.length) &&
    "texts: not of these variants",
);

/**
 * Progress of a run: the current pass, output, the trace as soon as it exists, better times. Other requests have kinds
 * of their own.
 */
export const runProgress = oneOf("kind", {
  trace: object({ kind: literal("trace"), trace: runTrace }),
  timing: object({ kind: literal("timing"), timing }),
  console: object({ kind: literal("console"), entries: consoleEntries }),
  step: object({ kind: literal("step"), done: integer, name: string() }),
  bisecting: object({ kind: literal("bisecting"), run: integer, limit: integer }),
  reducing: object({
    kind: literal("reducing"),
    candidates: integer,
    accepted: integer,
    calls: integer,
  }),
  comparing,
  /** While a model's file is read or converted: the share that is done, from 0 to 1. */
  importing: object({
    kind: literal("importing"),
    phase: literal("read", "convert"),
    done: amount,
  }),
  /** While models run: the phase of the current program, and how many programs are finished. */
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

/** A pass of a timing profile, in the order of beginning. Times are in microseconds. */
export const profileRow = object({
  depth: integer,
  name: string(),
  durationUs: amount,
  ownUs: finite,
});

/** The result of the search for the failing pass among the executions of a stage. */
export const bisection = object({
  outcome: string(),
  sentence: messageOf(WORDS_IN_WORDS),
  /**
   * The number, from 1, of the failing execution: OptBisect with this limit ends the stage behind it. 0 if there is
   * none.
   */
  limit: integer,
  /** The change that it made, as a unified diff. */
  diff: string(PROGRAM),
  runs: integer,
});

/** The smallest program for which a stage's passes still show the fault. */
export const reduction = object({
  outcome: string(),
  sentence: messageOf(WORDS_IN_WORDS),
  /** The program with the values of its constants. */
  text: string(PROGRAM),
  /** For each pass call of the stage, whether the fault needs it. */
  kept: array(boolean, 10_000),
  callsBefore: integer,
  callsAfter: integer,
});

/** The value of a cell's last expression, in the form in which the page shows it. */
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

/** The result of running a cell. */
export const cellOutcome = object({
  value: maybe(cellValue),
  /** Its place is in the cell that ran. */
  failure: maybe(failure),
  /** The place of the throw, if that was in another cell. */
  thrownIn: maybe(object({ cell: string(), line: integer })),
});

export const cellReply = oneOf("kind", {
  printed: object({ id: integer, kind: literal("printed"), entries: consoleEntries }),
  done: object({ id: integer, kind: literal("done"), outcome: cellOutcome }),
});
