// Finds the failing pass of a stage, or reduces the program with which a stage fails.
// Each search has its own engine. Stop ends only this engine, so no other work is lost.
import { Stopped, type EngineClient } from "../../core/protocol/client";
import type {
  Bisection,
  Failure,
  ModelFiles,
  ProgramSource,
  Reduction,
  RunProgress,
} from "../../core/protocol/messages";
import {
  sourceTitle,
  workspaceOf,
  type AppState,
  type Workspace,
} from "../../core/state/app-state";
import type { Store } from "../../core/state/store";
import { t } from "../../core/texts";

export type CheckKind = "bisect" | "reduce";

/** The fault of a stage: a pass threw, or the program computes other values after the stage. */
export interface Fault {
  readonly stageId: string;
  readonly test: "values" | "throws";
}

export type CheckState =
  | { readonly kind: "none" }
  | {
      readonly kind: "running";
      readonly what: CheckKind;
      readonly fault: Fault;
      /** The number of pipelines or programs tried, and the calls of the smallest failing program so far. */
      readonly tried: number;
      readonly calls?: number;
    }
  | { readonly kind: "bisected"; readonly fault: Fault; readonly result: Bisection }
  | {
      readonly kind: "reduced";
      readonly fault: Fault;
      readonly result: Reduction;
      readonly of: Workspace;
    }
  | { readonly kind: "stopped"; readonly what: CheckKind; readonly fault: Fault }
  | { readonly kind: "failed"; readonly fault: Fault; readonly failure: Failure };

export const NO_CHECK: CheckState = { kind: "none" };

export class Checking {
  #client: EngineClient | undefined;

  /**
   * @param engine makes an engine for a workspace, as for a run.
   * @param failureOf turns an error into a failure with a message.
   */
  constructor(
    private readonly store: Store<AppState>,
    private readonly engine: (of: Workspace) => EngineClient,
    private readonly failureOf: (error: unknown) => Failure,
    /** The files of a program that was imported. */
    private readonly filesOf: (source: ProgramSource) => ModelFiles | undefined,
    /** Replaces the current workspace. */
    private readonly opened: (workspace: Workspace, words: string) => void,
  ) {}

  /** Bisects the stage or reduces its program. `fault` belongs to the workspace of the latest run. */
  async start(what: CheckKind, fault: Fault): Promise<void> {
    const { asked } = this.store.state;
    const of = asked && workspaceOf(asked);
    if (!of) return;
    this.close();
    const client = this.engine(of);
    this.#client = client;
    const tell = (check: CheckState): void => {
      if (client === this.#client) this.store.update({ check });
    };
    tell({ kind: "running", what, fault, tried: 0 });
    const progress = (told: RunProgress): void => {
      if (told.kind === "bisecting") tell({ kind: "running", what, fault, tried: told.run });
      if (told.kind === "reducing") {
        const { candidates, calls } = told;
        tell({ kind: "running", what, fault, tried: candidates, calls });
      }
    };
    const { source, pipeline, code } = of;
    const request = { source, files: this.filesOf(source), pipeline, code, ...fault };
    try {
      if (what === "bisect") {
        const result = await client.send("bisect", request, progress);
        tell({ kind: "bisected", fault, result });
      } else {
        const result = await client.send("reduce", request, progress);
        tell({ kind: "reduced", fault, result, of });
      }
    } catch (error) {
      tell(
        error instanceof Stopped
          ? { kind: "stopped", what, fault }
          : { kind: "failed", fault, failure: this.failureOf(error) },
      );
    } finally {
      client.close();
      if (client === this.#client) this.#client = undefined;
    }
  }

  stop(): void {
    this.#client?.close();
  }

  /** Ends the search and drops its result. */
  close(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.close();
    this.store.update({ check: NO_CHECK });
  }

  /** Opens the reduced program with those passes of the stage that are needed to fail. */
  openReduced(): void {
    const { check } = this.store.state;
    if (check.kind !== "reduced") return;
    const { of, fault, result } = check;
    const stage = of.pipeline.find(({ id }) => id === fault.stageId);
    if (stage?.kind !== "passes") return;
    const enabled = stage.passes.filter((step) => step.enabled);
    const passes =
      stage.mode === "each" ? enabled.filter((_, i) => result.kept[i] ?? true) : stage.passes;
    const title = t("source.reduced", { title: sourceTitle(of.source) });
    const source = { kind: "text", text: result.text, title } as const;
    const pipeline = [{ ...stage, passes }];
    this.close();
    this.opened({ ...of, source, pipeline, written: undefined }, t("history.reduced"));
  }
}
