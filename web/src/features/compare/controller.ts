// Compares the pipeline with others that were put aside, or with itself at several values of an option. It does so in
// an engine of its own, which is ended to stop it, so that nothing else is lost.
import {
  MAX_VARIANT_NAME,
  MAX_VARIANTS,
  nextVariant,
  type SweepOption,
  type Variant,
} from "../../core/pipeline/variants";
import { t } from "../../core/texts";
import { codeNames } from "../../core/pipeline/model";
import { invalidOptions } from "../../core/pipeline/problems";
import { Stopped, type EngineClient } from "../../core/protocol/client";
import type {
  Compared,
  ComparingProgress,
  Failure,
  ModelFiles,
  ProgramSource,
} from "../../core/protocol/messages";
import { workspaceOf, type AppState, type Workspace } from "../../core/state/app-state";
import type { Store } from "../../core/state/store";
import type { Undoing } from "../../core/state/undoing";

/** How often pipelines are timed and results are run. */
const REPEAT = 5;

export interface CompareSettings {
  /** Whether the results are run. */
  readonly run: boolean;
  /** What a sweep sets; undefined for the first that there is. */
  readonly option: SweepOption | undefined;
  /** As they are typed: "0..4", "1, 2, 4". */
  readonly values: string;
}

export const COMPARE_SETTINGS: CompareSettings = { run: false, option: undefined, values: "0..4" };

export type ComparisonState =
  | { readonly kind: "none" }
  | { readonly kind: "running"; readonly progress: ComparingProgress | undefined }
  | {
      readonly kind: "done";
      readonly result: Compared;
      /** What was compared. */
      readonly of: Workspace;
      readonly sweep: SweepOption | undefined;
    }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly failure: Failure };

export const NO_COMPARISON: ComparisonState = { kind: "none" };

export class Comparing {
  #client: EngineClient | undefined;
  /** Counts what was begun, so that what is no longer wanted can tell. */
  #latest = 0;

  /**
   * @param engine makes one, with or without the user's code.
   * @param failureOf an error in words.
   * @param filesOf the files of a program that was imported.
   */
  constructor(
    private readonly store: Store<AppState>,
    private readonly history: Undoing,
    private readonly engine: (ofCode: boolean) => EngineClient,
    private readonly failureOf: (error: unknown) => Failure,
    private readonly filesOf: (source: ProgramSource) => Promise<ModelFiles | undefined>,
  ) {}

  /** Puts the pipeline aside as it is, so that what is changed from now on can be compared with it. */
  keep(): void {
    const { variants, pipeline } = this.store.state;
    if (variants.length >= MAX_VARIANTS) return;
    const variant = nextVariant(variants, pipeline);
    const words = t("compare.kept", { name: variant.name });
    this.history.edit({ variants: [...variants, variant] }, words);
  }

  remove(id: string): void {
    const { variants } = this.store.state;
    const gone = variants.find((variant) => variant.id === id);
    if (!gone) return;
    const left = variants.filter((variant) => variant !== gone);
    this.history.edit({ variants: left }, t("compare.removed", { name: gone.name }), true);
  }

  /** The name as it is then: one that is taken, or none, is not given. */
  rename(id: string, wanted: string): void {
    const { variants } = this.store.state;
    const name = wanted.trim().slice(0, MAX_VARIANT_NAME);
    const taken = [t("compare.current"), ...variants.map((variant) => variant.name)];
    if (name === "" || taken.includes(name)) return;
    const renamed = variants.map((variant) => (variant.id === id ? { ...variant, name } : variant));
    this.history.edit({ variants: renamed }, t("compare.renamed", { name }));
  }

  /** Puts a variant in the place of the pipeline that is edited, which takes the variant's. */
  swap(id: string): void {
    const { variants, pipeline } = this.store.state;
    const chosen = variants.find((variant) => variant.id === id);
    if (!chosen) return;
    const swapped = variants.map((variant) =>
      variant === chosen ? { ...variant, pipeline } : variant,
    );
    this.history.edit(
      { pipeline: chosen.pipeline, written: undefined, variants: swapped },
      t("compare.swapped", { name: chosen.name }),
    );
  }

  set(patch: Partial<CompareSettings>): void {
    this.store.update({ compareWith: { ...this.store.state.compareWith, ...patch } });
  }

  /** Compares the variants with the pipeline; with `sweep` all of them at each value of that option. */
  async start(sweep?: SweepOption): Promise<void> {
    this.close();
    const latest = ++this.#latest;
    const tell = (comparison: ComparisonState): void => {
      if (latest === this.#latest) this.store.update({ comparison });
    };
    const { state } = this.store;
    const of = workspaceOf(state);
    const all: Pick<Variant, "name" | "pipeline">[] = [
      ...state.variants,
      { name: t("compare.current"), pipeline: state.pipeline },
    ];
    for (const { name, pipeline } of all) {
      const problem = invalidOptions(pipeline);
      if (!problem) continue;
      const message = `${name}: ${problem.message}`;
      tell({
        kind: "failed",
        failure: { name: problem.what, message, rendered: [], fatal: false },
      });
      return;
    }
    tell({ kind: "running", progress: undefined });
    const client = this.engine(all.some(({ pipeline }) => codeNames(pipeline).size > 0));
    this.#client = client;
    try {
      const files = await this.filesOf(state.source);
      const result = await client.send(
        "compare",
        {
          source: state.source,
          files,
          code: state.code,
          variants: all.map(({ name, pipeline }) => ({ name, pipeline })),
          ...(sweep ? { sweep: { option: sweep, values: state.compareWith.values } } : {}),
          run: state.compareWith.run,
          repeat: REPEAT,
        },
        (progress) => {
          if (progress.kind === "comparing") tell({ kind: "running", progress });
        },
      );
      tell({ kind: "done", result, of, sweep });
    } catch (error) {
      tell(
        error instanceof Stopped
          ? { kind: "stopped" }
          : { kind: "failed", failure: this.failureOf(error) },
      );
    } finally {
      client.close();
      if (client === this.#client) this.#client = undefined;
    }
  }

  stop(): void {
    if (this.store.state.comparison.kind !== "running") return;
    this.#latest += 1;
    this.#client?.close();
    this.store.update({ comparison: { kind: "stopped" } });
  }

  /** Ends what is under way, and forgets what came of it. */
  close(): void {
    this.#latest += 1;
    const client = this.#client;
    this.#client = undefined;
    client?.close();
    this.store.update({ comparison: NO_COMPARISON });
  }
}
