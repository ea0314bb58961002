// What the engines are asked: the page's own, that of the run under way, and the one that has the modules of the trace
// that is shown.
import type { Analysis } from "../code/analysis";
import type { GraphData } from "../graph/data";
import { codeNames } from "../pipeline/model";
import { EngineClient, EngineFailure, type Spawn } from "../protocol/client";
import type { CodeLanguage } from "../protocol/code";
import type {
  AlignedLines,
  Failure,
  ImportSource,
  ModelFiles,
  Requests,
} from "../protocol/messages";
import type { FileArray } from "../running/choice";
import { isBusy, languageOf, type AppState, type Workspace } from "./app-state";
import { MissingFile } from "./failure-of";
import { Looking } from "./looking";
import { ModelFileStore } from "./model-files";
import type { Store } from "./store";

export class Asking extends Looking {
  /** The files of models of other frameworks. */
  readonly files = new ModelFileStore();
  /** The page's own engine. */
  protected readonly client: EngineClient;
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
    store: Store<AppState>,
    private readonly spawn: Spawn,
    private readonly sandbox: Readonly<Record<CodeLanguage, Spawn>>,
  ) {
    super(store);
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

  protected get runs(): EngineClient {
    return this.#runs;
  }

  protected get traced(): EngineClient {
    return this.#traced;
  }

  /** A new engine, one that may run code if a language is given. */
  protected newClient(language?: CodeLanguage): EngineClient {
    return this.#makeClient(language ? this.sandbox[language] : this.spawn, false);
  }

  /** A new engine for what a workspace runs. */
  protected newClientFor(of: Workspace): EngineClient {
    return this.newClient(codeNames(of.pipeline).size > 0 ? languageOf(of) : undefined);
  }

  /**
   * The engine for a run. With code it is a new one, so that nothing is left of what code did before;
   * that of the trace that is shown lives on until there is another trace.
   */
  protected clientForRun(of: Workspace): EngineClient {
    if (this.#runs !== this.#traced) this.#end(this.#runs);
    this.#runs = codeNames(of.pipeline).size > 0 ? this.newClientFor(of) : this.client;
    return this.#runs;
  }

  /** An engine has run a pipeline and tells its trace, in the place of the one before. */
  protected hasTrace(client: EngineClient): void {
    this.#texts = new Map();
    if (client === this.#traced) return;
    const before = this.#traced;
    this.#traced = client;
    this.#end(before);
  }

  /** Another run begins: what became of the trace that was shown matters no more. */
  protected forgetGone(): void {
    if (this.#gone && this.store.state.problem === this.#gone) this.dismiss("problem");
    this.#gone = undefined;
  }

  /** Ends the run under way at once. */
  protected endRun(): void {
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
  protected async loadInfo(): Promise<void> {
    try {
      this.store.update({ info: await this.client.send("info", {}) });
    } catch {
      // The engine could not be loaded; the program and the run, asked for together, say so.
    }
  }

  /** Fetches the operators' documentation, once. */
  async loadOperators(): Promise<void> {
    if (this.store.state.operators) return;
    try {
      this.store.update({ operators: await this.client.send("operators", {}) });
    } catch {
      // Without it there is less help in the editor, and nothing is lost.
    }
  }

  /** The files that an import is made of. Throws when one is not at hand. */
  protected async filesOf(source: ImportSource): Promise<ModelFiles | undefined> {
    if (!(await this.files.find(source))) throw new MissingFile(source);
    return this.files.of(source);
  }

  /** The tensors of a file, as the engine reads it. */
  tensorsOf(file: File): Promise<readonly FileArray[]> {
    return this.client.send("tensors", { file, name: file.name });
  }

  /** What the engine can tell an editor of a text. */
  analyse(text: string, snapshot?: number): Promise<Analysis> {
    const { trace } = this.store.state;
    if (snapshot === undefined || !trace) return this.client.send("analyse", { text });
    return this.#traced.send("analyse", { text, like: { runId: trace.runId, snapshot } });
  }

  /** The dataflow of a snapshot of the trace shown, or of the program when none is named. */
  graph(snapshot?: number, fn?: string): Promise<GraphData> {
    const { trace, source } = this.store.state;
    const of =
      snapshot === undefined
        ? { source, files: this.files.of(source) }
        : { runId: trace?.runId ?? 0, snapshot };
    const client = snapshot === undefined ? this.client : this.#traced;
    return client.send("graph", { ...of, ...(fn === undefined ? {} : { fn }) });
  }

  /** The program as the engine prints it, which is what the places of its graph are in. */
  async printed(): Promise<string> {
    const { source, program } = this.store.state;
    if (source.kind !== "text" && program.kind === "ready") return program.text;
    return (await this.client.send("load", { source, files: this.files.of(source) })).text;
  }

  /** Which lines of two texts belong together. */
  alignTexts(of: Requests["alignTexts"]["request"]): Promise<readonly AlignedLines[]> {
    return this.client.send("alignTexts", of);
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
