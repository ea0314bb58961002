// Runs a prepared pipeline once and records it: the trace, the operator changes, the hook calls of the stages'
// instruments, and their output.
import { allSteps, parseOptions, type PassStage, type Step } from "../../core/pipeline/model";
import type {
  ConsoleEntry,
  Failure,
  FailurePlace,
  OpDiffEntry,
  StageHooks,
  TextFile,
  TraceRow,
  UnmetName,
  WrongPass,
} from "../../core/protocol/messages";
import type {
  BuiltInInstrument,
  Handle,
  LineageTrace,
  ModuleHandle,
  Params,
  TraceEntry,
  TraceInstrument,
} from "./engine-api";
import type { ValueCheck } from "passcope";
import { describeFailure } from "./failure";
import { hooksTime, passTimes, type TimedPass } from "./pass-times";
import { PlacedError, type PreparedPipeline, type PreparedStage } from "./prepare";
import { PassProgress } from "./progress";
import { REMARKS_LIMITS } from "../../core/protocol/bounds";
import type { RecordedLineage } from "./lineage";
import type { StageRemarks } from "./remarks";
import { Chain, type Snapshots } from "./snapshots";
import { own, setOwn } from "../../i18n/own";

export interface Outcome {
  readonly rows: readonly TraceRow[];
  /** The number of calls of each operator in the first program. */
  readonly operators: Readonly<Record<string, number>>;
  /** The time of each row, without that of instruments' hooks. */
  readonly durationsUs: readonly number[];
  readonly opDiffs: readonly OpDiffEntry[];
  readonly hooks: readonly StageHooks[];
  readonly files: readonly TextFile[];
  readonly wrong: readonly WrongPass[];
  readonly verified: number | undefined;
  readonly hooksUs: number;
  readonly recordedUs: number;
  /** The remarks, if requested. The receiver frees them. */
  readonly remarks: readonly StageRemarks[] | undefined;
  /** The lineage, if requested. The receiver frees it. */
  readonly lineage: RecordedLineage | undefined;
  readonly failure?: Failure;
}

export interface Listener {
  /** Milliseconds, as `performance.now()`. */
  now(): number;
  print(entry: ConsoleEntry): void;
  /** This pass begins; `done` passes began before it. */
  step(name: string, done: number): void;
}

/**
 * Does not throw if a pass or an instrument fails: the failure is part of the outcome.
 *
 * @param remarks whether to record remarks and lineage, as for runs that must not run again.
 */
export function traceRun(
  prepared: PreparedPipeline,
  start: ModuleHandle,
  params: Params,
  snapshots: Snapshots,
  listener: Listener,
  remarks = false,
): Outcome {
  return new TraceRun(prepared, params, snapshots, listener, remarks).run(start);
}

class TraceRun {
  readonly #rows: TraceRow[] = [];
  readonly #durationsUs: number[] = [];
  readonly #opDiffs: OpDiffEntry[] = [];
  readonly #hooks: StageHooks[] = [];
  readonly #files: TextFile[] = [];
  readonly #wrong: WrongPass[] = [];
  readonly #remarks: StageRemarks[] = [];
  readonly #lineage: LineageTrace | undefined;
  /** The row of each entry of `#lineage`. */
  readonly #lineageRows: number[] = [];
  #verified: number | undefined;
  #hooksUs = 0;
  #recordedUs = 0;

  readonly #progress: PassProgress;

  constructor(
    private readonly prepared: PreparedPipeline,
    private readonly params: Params,
    private readonly snapshots: Snapshots,
    private readonly listener: Listener,
    private readonly gathersRemarks: boolean,
  ) {
    this.#lineage = gathersRemarks ? prepared.engine.lineageTrace() : undefined;
    this.#progress = new PassProgress(
      () => listener.now(),
      (name, done) => listener.step(name, done),
    );
  }

  run(start: ModuleHandle): Outcome {
    const chain = new Chain(start);
    const operators = start.countOps();
    let failure: Failure | undefined;
    for (const part of this.prepared.parts) {
      if (part.kind === "bind") {
        failure = this.#simple("bind", part.stageId, "bind_params_by_name", chain, (mod) =>
          this.prepared.bind(mod, this.params),
        );
      } else if (part.kind === "edit") {
        failure = this.#simple("edit", part.stage.id, "edit", chain, (mod) =>
          this.prepared.engine.parse(part.stage.text, "edit", mod),
        );
      } else {
        failure = this.#stage(part, chain);
      }
      if (failure) break;
    }
    chain.dispose();
    return {
      rows: this.#rows,
      operators,
      durationsUs: this.#durationsUs,
      opDiffs: this.#opDiffs,
      hooks: this.#hooks,
      files: this.#files,
      wrong: this.#wrong,
      verified: this.#verified,
      hooksUs: this.#hooksUs,
      recordedUs: this.#recordedUs,
      remarks: this.gathersRemarks ? this.#remarks : undefined,
      lineage: this.#lineage && { trace: this.#lineage, rows: this.#lineageRows },
      ...(failure ? { failure } : {}),
    };
  }

  /** Runs a stage that is not a list of passes. */
  #simple(
    kind: "bind" | "edit",
    stageId: string,
    name: string,
    chain: Chain,
    change: (mod: ModuleHandle) => ModuleHandle,
  ): Failure | undefined {
    const before = this.snapshots.keep(chain.module.clone());
    const opsBefore = chain.module.countOps();
    const began = this.listener.now();
    let failure: Failure | undefined;
    this.#lineage?.look(chain.module);
    this.#lineageRows.push(this.#rows.length);
    try {
      chain.advance(change(chain.module));
    } catch (error) {
      failure = describeFailure(error, { stageId });
    }
    this.#durationsUs.push((this.listener.now() - began) * 1000);
    const after = this.snapshots.keep(chain.module.clone());
    this.#rows.push({
      kind,
      stageId,
      parent: -1,
      level: 0,
      name,
      optLevel: 0,
      changed: after !== before,
      opDiff: failure ? {} : countDiff(opsBefore, chain.module.countOps()),
      status: failure ? "failed" : "ok",
      ...(failure ? { error: failure.message } : {}),
      before,
      after,
    });
    return failure;
  }

  #stage(part: PreparedStage, chain: Chain): Failure | undefined {
    const { engine } = this.prepared;
    const { stage } = part;
    const before = this.snapshots.keep(chain.module.clone());
    const owned: Handle[] = [];
    const own = <T extends Handle>(handle: T): T => {
      owned.push(handle);
      return handle;
    };
    const trace = own(engine.traceInstrument());
    const differ = own(engine.opDiffInstrument());
    const timing = own(engine.timingInstrument());
    const said = this.gathersRemarks ? engine.remarksInstrument(REMARKS_LIMITS.remarks) : undefined;
    if (said) this.#remarks.push({ first: this.#rows.length, said });
    let passes: readonly TimedPass[] = [];
    const unmet: UnmetName[] = [];
    const checks: ValueCheck[] = [];
    let failure: Failure | undefined;
    try {
      const users = this.#instruments(stage, own);
      const log = users.length > 0 ? own(engine.hookLog()) : undefined;
      const watched = log ? log.watch(users.map(({ instrument }) => instrument)) : [];
      watched.forEach(own);
      // The page's own come first, so their hooks run even if an instrument of the user throws.
      const first = [
        this.#progress.instrument(),
        trace,
        differ,
        ...(said ? [said] : []),
        ...(this.#lineage ? [this.#lineage] : []),
      ];
      const list = [...first, ...watched, timing];
      const context = own(
        engine.context(this.prepared.contextOptions(stage, list, (name) => unmet.push(name))),
      );
      try {
        context.with(() => {
          for (const call of part.calls) {
            try {
              chain.advance(call.pass(chain.module));
            } catch (error) {
              const place = { stageId: stage.id, ...(call.id ? { stepId: call.id } : {}) };
              failure = describeFailure(error, place);
              break;
            }
          }
          // Read inside the context, because leaving it may clear an instrument's results.
          for (const diff of differ.diffs()) this.#opDiffs.push(diff);
          const profiles = timing.profiles();
          passes = passTimes(profiles, false);
          this.#hooksUs += hooksTime(profiles);
          this.#recordedUs += profiles.reduce((us, node) => us + node.durationUs, 0);
          for (const { builtIn } of users) {
            const found = builtIn?.checks?.();
            if (!found) continue;
            for (const each of found) checks.push(each);
            this.#verified ??= 0;
          }
          if (!failure) this.#collect(users);
        });
      } catch (error) {
        // An instrument threw when the context was entered or left.
        failure ??= describeFailure(error, { stageId: stage.id });
      }
      if (log) this.#hooks.push({ stageId: stage.id, ...log.calls() });
    } catch (error) {
      failure ??=
        error instanceof PlacedError
          ? describeFailure(error.cause, error.place)
          : describeFailure(error, { stageId: stage.id });
    }
    const first = this.#rows.length + 1;
    failure = this.#addRows(part, chain, before, trace, passes, unmet, failure);
    this.#addChecks(checks, first, stage.id);
    for (const handle of owned.reverse()) handle.dispose();
    return failure;
  }

  /** The instruments of the stage. Throws PlacedError. */
  #instruments(
    stage: PassStage,
    own: <T extends Handle>(handle: T) => T,
  ): { instrument: object; builtIn?: BuiltInInstrument }[] {
    const { engine, code } = this.prepared;
    return stage.instruments
      .filter((use) => use.enabled)
      .map((use) => {
        try {
          if (use.kind === "code") return { instrument: code.instrument(use.name) };
          const write = (text: string): void => this.listener.print({ level: "log", text });
          const builtIn = own(engine.instrument(use.name, parseOptions(use.options), write));
          return { instrument: builtIn, builtIn };
        } catch (error) {
          throw new PlacedError(error, { stageId: stage.id, stepId: use.id });
        }
      });
  }

  /** Prints the results of the engine's instruments, as a script does at its end. */
  #collect(users: readonly { builtIn?: BuiltInInstrument }[]): void {
    for (const { builtIn } of users) {
      const files = builtIn?.files?.();
      for (const file of files ?? []) this.#files.push(file);
      const text = builtIn?.render?.();
      if (text) this.listener.print({ level: "log", text });
    }
  }

  /** @param first the first row of the stage's passes. */
  #addChecks(checks: readonly ValueCheck[], first: number, stageId: string): void {
    const ended = endOrder(this.#rows, first);
    checks.forEach(({ pass, outcome, comparison, reason }, i) => {
      if (outcome !== "not-checked") this.#verified = (this.#verified ?? 0) + 1;
      const row = ended[i] ?? -1;
      // The instrument may have missed a pass because another hook threw.
      if (outcome !== "differs" || this.#rows[row]?.name !== pass) return;
      const difference = comparison?.difference;
      this.#wrong.push({
        row,
        stageId,
        ...(difference ? { difference } : {}),
        ...(reason ? { reason } : {}),
      });
    });
  }

  #addRows(
    part: PreparedStage,
    chain: Chain,
    before: number,
    trace: TraceInstrument,
    passes: readonly TimedPass[],
    unmet: readonly UnmetName[],
    failure: Failure | undefined,
  ): Failure | undefined {
    const { stage } = part;
    const entries = trace.entries();
    const times = timesOf(entries, passes);
    const stageRow = this.#rows.length;
    let stageUs = 0;
    let changed = false;
    const stageDiff = new Map<string, number>();
    const steps = stepsOf(entries, stage, part.names);
    for (const { index } of entries) this.#lineageRows.push(stageRow + 1 + index);
    const rows = entries.map((entry): TraceRow => {
      if (entry.parent < 0) {
        stageUs += times.get(entry.index) ?? 0;
        for (const [op, by] of Object.entries(entry.opDiff)) {
          stageDiff.set(op, (stageDiff.get(op) ?? 0) + by);
        }
      }
      changed ||= entry.changed;
      const stepId = steps.get(entry.index);
      return {
        kind: "pass",
        stageId: stage.id,
        ...(stepId === undefined ? {} : { stepId }),
        parent: entry.parent < 0 ? stageRow : stageRow + 1 + entry.parent,
        level: entry.depth + 1,
        name: entry.name,
        optLevel: entry.optLevel,
        changed: entry.changed,
        opDiff: entry.opDiff,
        // No pass runs after the end of its stage.
        status: entry.status === "running" ? "failed" : entry.status,
        ...(entry.error === undefined ? {} : { error: entry.error }),
        ...(entry.decision ? { decision: entry.decision } : {}),
        ...(entry.reason ? { reason: entry.reason } : {}),
        before: this.snapshots.keep(trace.moduleBefore(entry.index)),
        after: this.snapshots.keep(trace.moduleAfter(entry.index)),
      };
    });
    this.#rows.push({
      kind: "stage",
      stageId: stage.id,
      parent: -1,
      level: 0,
      name: "PassContext",
      optLevel: stage.optLevel,
      changed,
      opDiff: Object.fromEntries([...stageDiff].filter(([, by]) => by !== 0)),
      status: failure ? "failed" : "ok",
      ...(failure ? { error: failure.message } : {}),
      ...(unmet.length > 0 ? { unmet } : {}),
      before,
      after: this.snapshots.keep(chain.module.clone()),
    });
    for (const row of rows) this.#rows.push(row);
    this.#durationsUs.push(stageUs);
    for (const { index } of entries) this.#durationsUs.push(times.get(index) ?? 0);
    return failure && placeAtStep(failure, stage, rows);
  }
}

/** The rows from `first` of passes that ran, in the order in which they ended: inner passes before outer ones. */
function endOrder(rows: readonly TraceRow[], first: number): number[] {
  const ended: number[] = [];
  const open: number[] = [];
  for (let row = first; row < rows.length; row += 1) {
    const { level = 0 } = rows[row] ?? {};
    while (open.length > 0 && (rows[open.at(-1) ?? -1]?.level ?? 0) >= level) {
      ended.push(open.pop() ?? -1);
    }
    const { status } = rows[row] ?? {};
    if (status === "ok" || status === "failed") open.push(row);
  }
  return [...ended, ...open.reverse()];
}

/**
 * The time of each entry that ran. The profile has times without hooks. If a hook threw before the timing instrument
 * saw a pass, the profile is incomplete, and the trace's times are used, which include hooks.
 */
function timesOf(
  entries: readonly TraceEntry[],
  passes: readonly TimedPass[],
): ReadonlyMap<number, number> {
  const ran = entries.filter(({ status }) => status !== "skipped" && status !== "vetoed");
  const same = ran.length === passes.length && ran.every((e, i) => e.name === passes[i]?.name);
  return new Map(ran.map((e, i) => [e.index, same ? (passes[i]?.us ?? 0) : e.durationUs]));
}

/** The difference of two operator counts. */
function countDiff(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Record<string, number> {
  const diff: Record<string, number> = {};
  for (const op of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const by = (own(after, op) ?? 0) - (own(before, op) ?? 0);
    if (by !== 0) setOwn(diff, op, by);
  }
  return diff;
}

/** Whether a Sequential ran the pass, or tried to, because another pass requires it. */
const ofRequirement = ({ decision }: TraceEntry): boolean =>
  decision?.kind === "required" || decision?.kind === "dependency";

/**
 * The step of the pipeline for each entry. Passes of a list come in its order. Among them are passes that a Sequential
 * runs because a pass requires them; their decision tells so.
 */
function stepsOf(
  entries: readonly TraceEntry[],
  stage: PassStage,
  names: ReadonlyMap<string, string>,
): Map<number, string> {
  const found = new Map<number, string>();
  const children = new Map<number, TraceEntry[]>();
  for (const entry of entries) {
    const siblings = children.get(entry.parent);
    if (siblings) siblings.push(entry);
    else children.set(entry.parent, [entry]);
  }
  const assign = (steps: readonly Step[], rows: readonly TraceEntry[]): void => {
    let at = 0;
    for (const step of steps) {
      if (!step.enabled) continue;
      const name = names.get(step.id) ?? step.name;
      const index = rows.findIndex((row, i) => i >= at && row.name === name && !ofRequirement(row));
      const row = rows[index];
      if (!row) continue;
      found.set(row.index, step.id);
      at = index + 1;
      if (step.kind === "sequential") assign(step.steps, children.get(row.index) ?? []);
    }
  };
  const top = children.get(-1) ?? [];
  const sequence = stage.mode === "sequential" ? top[0] : undefined;
  assign(stage.passes, sequence ? (children.get(sequence.index) ?? []) : top);
  return found;
}

/** Adds the failed step of a Sequential to the failure's place. */
function placeAtStep(failure: Failure, stage: PassStage, rows: readonly TraceRow[]): Failure {
  const known = failure.place?.stepId;
  const inner = [...allSteps(stage.passes)].find((step) => step.id === known);
  if (known && inner?.kind !== "sequential") return failure;
  const failed = rows.filter((row) => row.status === "failed" && row.stepId !== undefined).at(-1);
  if (!failed?.stepId) return failure;
  const place: FailurePlace = { ...failure.place, stageId: stage.id, stepId: failed.stepId };
  return { ...failure, place };
}
