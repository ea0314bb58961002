// The engines of a page: its own, that of the current run, and the one that has the modules of the shown trace.
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
  /** The engine of the current or latest run. A run with user code has an engine of its own. */
  #runs: EngineClient;
  /** The engine that has the modules of the shown trace. */
  #traced: EngineClient;
  /** Texts of the latest run's snapshots, by number. */
  #texts = new Map<number, Promise<string>>();
  /** Why the engine of the shown trace is gone. The next run clears it. */
  #gone: Failure | undefined;

  /**
   * @param spawn makes the page's own engine.
   * @param sandbox makes an engine that may run the user's code, by the code's language.
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
      // A run reports its own end. Otherwise the user is looking at a trace that has lost its engine.
      if (!(reason instanceof EngineFailure) || isBusy(this.store.state.run)) return;
      this.#gone = reason.failure;
      this.store.update({ problem: reason.failure });
    };
    const client = new EngineClient(spawn, onReplaced, lasting);
    return client;
  }

  /** The engine of the current or latest run. */
  get running(): EngineClient {
    return this.#runs;
  }

  /** The engine that has the modules of the shown trace. */
  get traced(): EngineClient {
    return this.#traced;
  }

  /** A new engine. It may run the user's code only if a language is given. */
  make(language?: CodeLanguage): EngineClient {
    return this.#makeClient(language ? this.sandbox[language] : this.spawn, false);
  }

  /** A new engine that can run the workspace: a sandbox if its pipeline has user code. */
  makeFor(of: Workspace): EngineClient {
    return this.make(codeNames(of.pipeline).size > 0 ? languageOf(of) : undefined);
  }

  /**
   * The engine for a run. With user code it is a new one, so no effect of earlier code remains. The engine of the shown
   * trace lives until there is another trace.
   */
  forRun(of: Workspace): EngineClient {
    if (this.#runs !== this.#traced) this.#end(this.#runs);
    this.#runs = codeNames(of.pipeline).size > 0 ? this.makeFor(of) : this.client;
    return this.#runs;
  }

  /** Makes `client` the engine of the shown trace and ends the previous one. */
  hasTrace(client: EngineClient): void {
    this.#texts = new Map();
    if (client === this.#traced) return;
    const before = this.#traced;
    this.#traced = client;
    this.#end(before);
  }

  /** Another run begins: removes the message that the engine of the shown trace is gone. */
  forgetGone(): void {
    if (this.#gone && this.store.state.problem === this.#gone)
      this.store.update({ problem: undefined });
    this.#gone = undefined;
  }

  /** Ends the current run at once. */
  endRun(): void {
    if (this.#runs === this.client) this.client.stop();
    else this.#runs.close();
  }

  /** Terminates all engines. */
  close(): void {
    for (const client of new Set([this.#runs, this.#traced, this.client])) client.close();
  }

  /** Terminates an engine, except the page's own. */
  #end(client: EngineClient): void {
    if (client !== this.client) client.close();
  }

  /** Fetches the tables of passes, instruments and models. */
  async loadInfo(): Promise<void> {
    try {
      this.store.update({ info: await this.client.send("info", {}) });
    } catch {
      // The engine could not be loaded. The requests for the program and the run report that.
    }
  }

  /** The files of an imported model. Throws MissingFile if one is neither in memory nor in the browser's store. */
  async filesOf(source: ImportSource): Promise<ModelFiles | undefined> {
    if (!(await this.files.find(source))) throw new MissingFile(source);
    return this.files.of(source);
  }

  /** The text of a snapshot of the shown trace. It is requested once, then remembered. */
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
