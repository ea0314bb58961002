// Looks for what makes a stage wrong: which execution of a pass, and on how small a program. It does so in an engine
// of its own, which is ended to stop it, so that nothing else is lost.
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

/** What is wrong with a stage: a pass of it threw, or the program computes something else after it. */
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
      /** How many pipelines or programs have been tried, and of the smallest one the calls. */
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
   * @param engine makes one for what is to be run, as for a run.
   * @param failureOf an error in words.
   */
  constructor(
    private readonly store: Store<AppState>,
    private readonly engine: (of: Workspace) => EngineClient,
    private readonly failureOf: (error: unknown) => Failure,
    /** The files of a program that was imported. */
    private readonly filesOf: (source: ProgramSource) => ModelFiles | undefined,
    /** Puts a workspace in the place of the one at hand. */
    private readonly opened: (workspace: Workspace, words: string) => void,
  ) {}

  /** Finds the execution that is guilty of a fault of the workspace as it ran last, or makes the program small. */
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

  /** Ends what is under way, and forgets what was found. */
  close(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.close();
    this.store.update({ check: NO_CHECK });
  }

  /** Opens the smallest program with which a stage is wrong, and what of that stage it takes. */
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
