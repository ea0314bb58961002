// The latest run whose trace was sent: its modules, its remarks and its lineage.
import type { LineageAsked } from "../../core/protocol/lineage-asked";
import type { Pipeline } from "../../core/pipeline/model";
import type { ModelFiles, ProgramSource, RunRemarks, TraceRow } from "../../core/protocol/messages";
import type { Engine, ModuleHandle, Params } from "./engine-api";
import { gatherLineage, offsetOf, RunLineage, type AskedAt, type RecordedLineage } from "./lineage";
import { PreparedPipeline } from "./prepare";
import { gatherRemarks, SaidInRun, type StageRemarks } from "./remarks";
import type { Snapshots } from "./snapshots";

/** The message for requests about a run that is no longer kept. */
export const GONE = "This run's modules are gone; run the pipeline again.";

/** For larger files, in bytes, a comparison does not gather lineage; only a request for lineage does. */
const LARGE_MODEL = 64 * 1024 * 1024;

export interface RunFacts {
  readonly runId: number;
  readonly source: ProgramSource;
  readonly files: ModelFiles | undefined;
  readonly pipeline: Pipeline;
  readonly rows: readonly TraceRow[];
  readonly modules: Snapshots;
}

export class KeptRun {
  #said: SaidInRun | undefined;
  #lineage: RunLineage | undefined;

  /** `remarks` and `lineage` are set for a run with the user's code. */
  constructor(
    private readonly engine: Engine,
    readonly facts: RunFacts,
    remarks: readonly StageRemarks[] | undefined,
    lineage: RecordedLineage | undefined,
  ) {
    if (remarks) this.#said = new SaidInRun(remarks, facts.rows);
    if (lineage) this.#lineage = new RunLineage(lineage, facts.rows);
  }

  dispose(): void {
    this.facts.modules.dispose();
    this.#said?.dispose();
    this.#lineage?.dispose();
  }

  module(snapshot: number): ModuleHandle {
    const found = this.facts.modules.module(snapshot);
    if (!found) throw new Error(GONE);
    return found;
  }

  /** The run's remarks, gathered at the first request. */
  remarks(): RunRemarks {
    const { rows, modules } = this.facts;
    this.#said ??= this.#prepared(
      (again) => new SaidInRun(gatherRemarks(again, rows, modules), rows),
    );
    return this.#said.told();
  }

  get said(): SaidInRun {
    if (!this.#said) throw new Error("The remarks of this run have not been gathered.");
    return this.#said;
  }

  /**
   * The run's lineage, gathered at the first request.
   * @param load gives the values of the parameters of its program.
   */
  async lineage(load: () => Promise<Params>): Promise<RunLineage> {
    if (this.#lineage) return this.#lineage;
    const params = await load();
    const { rows, modules } = this.facts;
    return (this.#lineage = this.#prepared(
      (again) => new RunLineage(gatherLineage(again, rows, modules, params), rows),
    ));
  }

  /** Whether the lineage is present, or cheap enough to gather for a comparison. */
  get tellsLineage(): boolean {
    // The additional run keeps everything that passes make from the weights.
    return this.#lineage !== undefined || (this.facts.files?.model.size ?? 0) <= LARGE_MODEL;
  }

  /** Converts a question to the engine's form. */
  asked(of: LineageAsked): AskedAt {
    const { snapshot, line, column, op } = of;
    if (op) return { snapshot, op, offset: 0, sourceLine: 0 };
    const { source } = this.facts;
    const isText = this.isText(of.source);
    const text =
      isText && source.kind === "text"
        ? source.text
        : this.module(snapshot).astext({ showMetaData: false });
    return { snapshot, offset: offsetOf(text, line, column), sourceLine: isText ? line + 1 : 0 };
  }

  /** Whether the question is about the source text and the program has one. */
  isText(asked: boolean | undefined): boolean {
    return asked === true && this.facts.source.kind === "text";
  }

  /** Makes the passes of the run again, to run them again. */
  #prepared<T>(use: (again: PreparedPipeline) => T): T {
    const prepared = new PreparedPipeline(this.engine, this.facts.pipeline);
    try {
      return use(prepared);
    } finally {
      prepared.dispose();
    }
  }
}
