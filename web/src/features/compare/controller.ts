// Compares the pipeline with its variants, or with itself at several values of an option.
// A comparison has its own engine. Stop ends only this engine, so no other work is lost.
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

/** How often each pipeline is timed and each result is run. */
const REPEAT = 5;

export interface CompareSettings {
  /** True to run the results. */
  readonly run: boolean;
  /** The option of a sweep. Undefined selects the first option. */
  readonly option: SweepOption | undefined;
  /** The values as text: "0..4" or "1, 2, 4". */
  readonly values: string;
}

export const COMPARE_SETTINGS: CompareSettings = { run: false, option: undefined, values: "0..4" };

export type ComparisonState =
  | { readonly kind: "none" }
  | { readonly kind: "running"; readonly progress: ComparingProgress | undefined }
  | {
      readonly kind: "done";
      readonly result: Compared;
      /** The workspace that was compared. */
      readonly of: Workspace;
      readonly sweep: SweepOption | undefined;
    }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly failure: Failure };

export const NO_COMPARISON: ComparisonState = { kind: "none" };

export class Comparing {
  #client: EngineClient | undefined;
  /** The number of the latest comparison, by which an older one knows that it is obsolete. */
  #latest = 0;

  /**
   * @param engine makes an engine, with or without the user's code.
   * @param failureOf turns an error into a failure with a message.
   * @param filesOf returns the files of an imported program.
   */
  constructor(
    private readonly store: Store<AppState>,
    private readonly history: Undoing,
    private readonly engine: (ofCode: boolean) => EngineClient,
    private readonly failureOf: (error: unknown) => Failure,
    private readonly filesOf: (source: ProgramSource) => Promise<ModelFiles | undefined>,
  ) {}

  /** Saves the pipeline as a variant. */
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

  /** Renames a variant. A name that is empty or in use is ignored. */
  rename(id: string, wanted: string): void {
    const { variants } = this.store.state;
    const name = wanted.trim().slice(0, MAX_VARIANT_NAME);
    const taken = [t("compare.current"), ...variants.map((variant) => variant.name)];
    if (name === "" || taken.includes(name)) return;
    const renamed = variants.map((variant) => (variant.id === id ? { ...variant, name } : variant));
    this.history.edit({ variants: renamed }, t("compare.renamed", { name }));
  }

  /** Swaps a variant with the current pipeline. */
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

  /** Compares the variants with the pipeline. With `sweep`, compares each of them at each value of that option. */
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

  /** Ends the comparison and drops its result. */
  close(): void {
    this.#latest += 1;
    const client = this.#client;
    this.#client = undefined;
    client?.close();
    this.store.update({ comparison: NO_COMPARISON });
  }
}
