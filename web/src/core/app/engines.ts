// What the engines are asked: the page's own, that of the run under way, and the one that has the modules of the trace
// that is shown.
import { codeNames } from "../pipeline/model";
import { EngineClient, EngineFailure, type Spawn } from "../protocol/client";
import type { CodeLanguage } from "../protocol/code";
import type { Failure, ImportSource, ModelFiles } from "../protocol/messages";
import { isBusy, languageOf, type AppState, type Workspace } from "../state/app-state";
import { MissingFile } from "../state/failure-of";
import { ModelFileStore } from "../state/model-files";
import type { Store } from "../state/store";

export class Engines {
  /** The files of models of other frameworks. */
  readonly files = new ModelFileStore();
  /** The page's own engine. */
  readonly client: EngineClient;
  /** The engine of the run under way, or of the latest one. A run with code has an engine of its own. */
  #runs: EngineClient;
  /** The engine that has the modules of the trace that is shown. */
  #traced: EngineClient;
  /** Texts of the latest run's snapshots, by number. */
  #texts = new Map<number, Promise<string>>();
  /** Why the engine of the trace that is shown is gone, which the next run has done with. */
  #gone: Failure | undefined;

  /**
   * @param spawn makes the engine.
   * @param sandbox makes an engine that may run the user's code, by its language.
   */
  constructor(
    private readonly store: Store<AppState>,
    private readonly spawn: Spawn,
    private readonly sandbox: Readonly<Record<CodeLanguage, Spawn>>,
  ) {
    this.client = this.#makeClient(spawn, true);
    this.#runs = this.client;
    this.#traced = this.client;
  }

  #makeClient(spawn: Spawn, lasting: boolean): EngineClient {
    const onReplaced = (reason: Error): void => {
      if (client !== this.#traced) return;
      this.#texts.clear();
      this.store.update({ snapshots: false });
      // A run tells by itself why it ended; else it is what somebody looks at that is gone.
      if (!(reason instanceof EngineFailure) || isBusy(this.store.state.run)) return;
      this.#gone = reason.failure;
      this.store.update({ problem: reason.failure });
    };
    const client = new EngineClient(spawn, onReplaced, lasting);
    return client;
  }

  /** The engine of the run under way, or of the latest one. */
  get running(): EngineClient {
    return this.#runs;
  }

  /** The engine that has the modules of the trace that is shown. */
  get traced(): EngineClient {
    return this.#traced;
  }

  /** A new engine, one that may run code if a language is given. */
  make(language?: CodeLanguage): EngineClient {
    return this.#makeClient(language ? this.sandbox[language] : this.spawn, false);
  }

  /** A new engine for what a workspace runs. */
  makeFor(of: Workspace): EngineClient {
    return this.make(codeNames(of.pipeline).size > 0 ? languageOf(of) : undefined);
  }

  /**
   * The engine for a run. With code it is a new one, so that nothing is left of what code did before;
   * that of the trace that is shown lives on until there is another trace.
   */
  forRun(of: Workspace): EngineClient {
    if (this.#runs !== this.#traced) this.#end(this.#runs);
    this.#runs = codeNames(of.pipeline).size > 0 ? this.makeFor(of) : this.client;
    return this.#runs;
  }

  /** An engine has run a pipeline and tells its trace, in the place of the one before. */
  hasTrace(client: EngineClient): void {
    this.#texts = new Map();
    if (client === this.#traced) return;
    const before = this.#traced;
    this.#traced = client;
    this.#end(before);
  }

  /** Another run begins: what became of the trace that was shown matters no more. */
  forgetGone(): void {
    if (this.#gone && this.store.state.problem === this.#gone)
      this.store.update({ problem: undefined });
    this.#gone = undefined;
  }

  /** Ends the run under way at once. */
  endRun(): void {
    if (this.#runs === this.client) this.client.stop();
    else this.#runs.close();
  }

  /** Ends the engines for good. */
  close(): void {
    for (const client of new Set([this.#runs, this.#traced, this.client])) client.close();
  }

  /** Engines of code are ended for good; the page's own is kept. */
  #end(client: EngineClient): void {
    if (client !== this.client) client.close();
  }

  /** Fetches the catalogue. */
  async loadInfo(): Promise<void> {
    try {
      this.store.update({ info: await this.client.send("info", {}) });
    } catch {
      // The engine could not be loaded; the program and the run, asked for together, say so.
    }
  }

  /** The files that an import is made of. Throws when one is not at hand. */
  async filesOf(source: ImportSource): Promise<ModelFiles | undefined> {
    if (!(await this.files.find(source))) throw new MissingFile(source);
    return this.files.of(source);
  }

  /** The text of a snapshot of the trace shown; asked for once, then remembered. */
  text(snapshot: number): Promise<string> {
    const { trace } = this.store.state;
    const known = this.#texts.get(snapshot);
    if (known) return known;
    const text = this.#traced.send("text", { runId: trace?.runId ?? 0, snapshot });
    const texts = this.#texts;
    texts.set(snapshot, text);
    text.catch(() => texts.delete(snapshot));
    return text;
  }
}
