// Runs a pipeline over a module: once with the trace, and again and again for the times alone.
import { parseOptions, type PassStage, type Pipeline } from "../pipeline/model";
import type { Failure, FailurePlace, OpDiffEntry, TraceRow } from "../protocol/messages";
import type {
  Engine,
  Handle,
  ModuleHandle,
  Params,
  PassHandle,
  TimingNode,
  TraceEntry,
} from "./engine-api";
import { describeFailure } from "./failure";
import type { Part } from "./measure";

/** Modules of a run by their `diffId`, kept so that their text can be asked for later. */
export class Snapshots {
  readonly #modules = new Map<number, ModuleHandle>();

  /** Takes the handle over and returns the module's number; a second handle to it is freed. */
  keep(mod: ModuleHandle): number {
    const id = mod.diffId();
    if (this.#modules.has(id)) mod.dispose();
    else this.#modules.set(id, mod);
    return id;
  }

  text(id: number): string | undefined {
    return this.#modules.get(id)?.astext({ showMetaData: false });
  }

  module(id: number): ModuleHandle | undefined {
    return this.#modules.get(id);
  }

  dispose(): void {
    for (const mod of this.#modules.values()) mod.dispose();
    this.#modules.clear();
  }
}

/** One switched-on step of a prepared pipeline. */
type Prepared =
  | { kind: "bind"; stageId: string }
  | {
      kind: "passes";
      stage: PassStage;
      steps: { id: string; pass: PassHandle }[];
      owned: Handle[];
    };

/** A pipeline whose passes exist. Making it fails where a name or an option is wrong. */
export class PreparedPipeline {
  readonly #parts: Prepared[] = [];

  constructor(
    private readonly engine: Engine,
    pipeline: Pipeline,
  ) {
    let place: FailurePlace | undefined;
    try {
      for (const stage of pipeline) {
        if (stage.kind === "bind") {
          if (stage.enabled) this.#parts.push({ kind: "bind", stageId: stage.id });
          continue;
        }
        const steps = stage.passes.filter((p) => p.enabled);
        if (steps.length === 0) continue;
        const part: Prepared = { kind: "passes", stage, steps: [], owned: [] };
        this.#parts.push(part);
        for (const step of steps) {
          place = { stageId: stage.id, stepId: step.id };
          const pass = engine.pass(step.name, parseOptions(step.options));
          part.owned.push(pass);
          part.steps.push({ id: step.id, pass });
        }
        place = { stageId: stage.id };
        if (stage.mode === "sequential") {
          const sequence = engine.sequential(part.steps.map((s) => s.pass));
          part.owned.push(sequence);
          part.steps = [{ id: "", pass: sequence }];
        }
      }
    } catch (error) {
      this.dispose();
      throw new PlacedError(error, place);
    }
  }

  /** Runs with trace and op counts. Never throws for what a pass does: the failure is returned. */
  trace(
    start: ModuleHandle,
    params: Params,
    snapshots: Snapshots,
    now: () => number,
  ): { rows: TraceRow[]; durationsUs: number[]; opDiffs: OpDiffEntry[]; failure?: Failure } {
    const rows: TraceRow[] = [];
    const durationsUs: number[] = [];
    const opDiffs: OpDiffEntry[] = [];
    const chain = new Chain(start);
    let failure: Failure | undefined;
    for (const part of this.#parts) {
      const before = snapshots.keep(chain.module.clone());
      if (part.kind === "bind") {
        const began = now();
        try {
          chain.advance(this.#bind(chain.module, params));
        } catch (error) {
          failure = describeFailure(error, { stageId: part.stageId });
        }
        durationsUs.push((now() - began) * 1000);
        const after = snapshots.keep(chain.module.clone());
        rows.push({
          kind: "bind",
          stageId: part.stageId,
          parent: -1,
          level: 0,
          name: "bind_params_by_name",
          optLevel: 0,
          changed: after !== before,
          opDiff: {},
          status: failure ? "failed" : "ok",
          ...(failure ? { error: failure.message } : {}),
          before,
          after,
        });
      } else {
        failure = this.#traceStage(part, chain, before, snapshots, rows, durationsUs, opDiffs);
      }
      if (failure) break;
    }
    chain.dispose();
    return failure ? { rows, durationsUs, opDiffs, failure } : { rows, durationsUs, opDiffs };
  }

  #traceStage(
    part: Extract<Prepared, { kind: "passes" }>,
    chain: Chain,
    before: number,
    snapshots: Snapshots,
    rows: TraceRow[],
    durationsUs: number[],
    opDiffs: OpDiffEntry[],
  ): Failure | undefined {
    const { stage } = part;
    const traced = this.engine.traceInstrument();
    const differ = this.engine.opDiffInstrument();
    const context = this.engine.context(stage.optLevel, [traced, differ]);
    const stageRow = rows.length;
    let failure: Failure | undefined;
    try {
      context.with(() => {
        for (const step of part.steps) {
          const place = step.id ? { stageId: stage.id, stepId: step.id } : { stageId: stage.id };
          try {
            chain.advance(step.pass(chain.module));
          } catch (error) {
            failure = describeFailure(error, place);
            return;
          }
        }
        // Read inside the context: leaving it may clear what an instrument has gathered.
        opDiffs.push(...differ.diffs());
      });
      // What a Sequential left out is said where the pipeline is composed.
      const entries = traced.entries().filter(({ status }) => status !== "skipped");
      const rowOf = new Map(entries.map(({ index }, i) => [index, stageRow + 1 + i]));
      if (failure && stage.mode === "sequential")
        failure = placeInSequence(failure, stage, entries);
      let stageUs = 0;
      let changed = false;
      const stageDiff: Record<string, number> = {};
      rows.push(stageRowOf(stage, before));
      durationsUs.push(0);
      for (const entry of entries) {
        if (entry.parent < 0) {
          stageUs += entry.durationUs;
          for (const [op, by] of Object.entries(entry.opDiff)) {
            stageDiff[op] = (stageDiff[op] ?? 0) + by;
            if (stageDiff[op] === 0) delete stageDiff[op];
          }
        }
        changed ||= entry.changed;
        rows.push({
          kind: "pass",
          stageId: stage.id,
          parent: rowOf.get(entry.parent) ?? stageRow,
          level: entry.depth + 1,
          name: entry.name,
          optLevel: entry.optLevel,
          changed: entry.changed,
          opDiff: entry.opDiff,
          // No pass still runs once the stage is over.
          status: entry.status === "ok" || entry.status === "vetoed" ? entry.status : "failed",
          ...(entry.error === undefined ? {} : { error: entry.error }),
          before: snapshots.keep(traced.moduleBefore(entry.index)),
          after: snapshots.keep(traced.moduleAfter(entry.index)),
        });
        durationsUs.push(entry.durationUs);
      }
      rows[stageRow] = {
        ...stageRowOf(stage, before),
        changed,
        opDiff: stageDiff,
        status: failure ? "failed" : "ok",
        ...(failure ? { error: failure.message } : {}),
        after: snapshots.keep(chain.module.clone()),
      };
      durationsUs[stageRow] = stageUs;
    } finally {
      context.dispose();
      traced.dispose();
      differ.dispose();
    }
    return failure;
  }

  /**
   * The parts of a traced run, to be repeated from the modules that they started from. They run with
   * the timing instrument alone, whose figures no other instrument's work distorts.
   */
  parts(
    rows: readonly TraceRow[],
    params: Params,
    snapshots: Snapshots,
    now: () => number,
  ): Part[] {
    const parts: Part[] = [];
    let from = 0;
    for (const part of this.#parts) {
      const start = snapshots.module(rows[from]?.before ?? 0);
      if (!start) break;
      let count = 1;
      while (rows[from + count] && rows[from + count]?.level !== 0) count += 1;
      const once = (): number[] => {
        const durationsUs =
          part.kind === "bind"
            ? this.#timeBinding(start, params, now)
            : this.#timeStage(part, start);
        if (durationsUs.length !== count) {
          throw new Error(`a repetition ran ${durationsUs.length} passes, the trace ${count}`);
        }
        return durationsUs;
      };
      parts.push({ from, count, once });
      from += count;
    }
    return parts;
  }

  #timeBinding(start: ModuleHandle, params: Params, now: () => number): number[] {
    const began = now();
    const bound = this.#bind(start, params);
    const ended = now();
    bound.dispose();
    return [(ended - began) * 1000];
  }

  #timeStage(part: Extract<Prepared, { kind: "passes" }>, start: ModuleHandle): number[] {
    const durationsUs: number[] = [];
    const chain = new Chain(start);
    const timing = this.engine.timingInstrument();
    const context = this.engine.context(part.stage.optLevel, [timing]);
    try {
      context.with(() => {
        for (const step of part.steps) chain.advance(step.pass(chain.module));
        const profiles = timing.profiles();
        durationsUs.push(profiles.reduce((sum, node) => sum + node.durationUs, 0));
        flatten(profiles, durationsUs);
      });
    } finally {
      context.dispose();
      timing.dispose();
      chain.dispose();
    }
    return durationsUs;
  }

  #bind(mod: ModuleHandle, params: Params): ModuleHandle {
    const copy = mod.clone();
    const main = copy.get("main");
    const bound = this.engine.bindParams(main, params);
    copy.set("main", bound);
    main.dispose();
    bound.dispose();
    return copy;
  }

  dispose(): void {
    for (const part of this.#parts) {
      if (part.kind === "passes") part.owned.forEach((handle) => handle.dispose());
    }
    this.#parts.length = 0;
  }
}

/** An error together with the place in the pipeline that it belongs to. */
export class PlacedError extends Error {
  constructor(
    override readonly cause: unknown,
    readonly place: FailurePlace | undefined,
  ) {
    super("the pipeline could not be prepared");
  }
}

/** The module that goes from pass to pass; frees each when the next takes its place. */
class Chain {
  #module: ModuleHandle;

  constructor(private readonly start: ModuleHandle) {
    this.#module = start;
  }

  get module(): ModuleHandle {
    return this.#module;
  }

  advance(next: ModuleHandle): void {
    if (this.#module !== this.start && this.#module !== next) this.#module.dispose();
    this.#module = next;
  }

  dispose(): void {
    this.advance(this.start);
  }
}

/** Names the step of a Sequential that failed, where its name tells which one it is. */
function placeInSequence(
  failure: Failure,
  stage: PassStage,
  entries: readonly TraceEntry[],
): Failure {
  const failed = entries.find((entry) => entry.depth === 1 && entry.status === "failed");
  const named = stage.passes.filter((step) => step.enabled && step.name === failed?.name);
  const [step] = named;
  if (!step || named.length > 1) return failure;
  return { ...failure, place: { stageId: stage.id, stepId: step.id } };
}

function stageRowOf(stage: PassStage, before: number): TraceRow {
  return {
    kind: "stage",
    stageId: stage.id,
    parent: -1,
    level: 0,
    name: "PassContext",
    optLevel: stage.optLevel,
    changed: false,
    opDiff: {},
    status: "ok",
    before,
    after: before,
  };
}

function flatten(nodes: readonly TimingNode[], into: number[]): void {
  for (const node of nodes) {
    into.push(node.durationUs);
    flatten(node.children, into);
  }
}
