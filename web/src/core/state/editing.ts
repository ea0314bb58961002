// What a user can do with the program, the pipeline and the code, each action a method that changes the store; the
// program's text, which the engine prints, and the code that runs by itself.
import { t } from "../texts";
import { DEFAULT_PIPELINE, type Pipeline } from "../pipeline/model";
import { Stopped, type EngineClient, type Spawn } from "../protocol/client";
import { CODE_NAMES, type CodeLanguage } from "../protocol/code";
import type { ImportSource, ProgramSource } from "../protocol/messages";
import { isSameCode, sourceTitle, type AppState, type ScriptStatus } from "./app-state";
import { Asking } from "./asking";
import { failureOf } from "./failure-of";
import { keptPart } from "./kept-part";
import type { Store } from "./store";
import { Undoing } from "./undoing";

/** Of a text with less of it left, what is made of it is no longer an edition. */
const LEAST_KEPT = 0.1;

export class Editing extends Asking {
  /** Undoes and does again what was done to the workspace. */
  readonly history: Undoing;
  /** The engine of the code that runs by itself. */
  #script: EngineClient | undefined;
  #latestLoad = 0;

  constructor(
    store: Store<AppState>,
    spawn: Spawn,
    sandbox: Readonly<Record<CodeLanguage, Spawn>>,
  ) {
    super(store, spawn, sandbox);
    this.history = new Undoing(store, (before) => {
      const { state } = this.store;
      if (state.source !== before.source) void this.loadProgram();
      if (!isSameCode(state, before)) void this.findExports();
    });
  }

  override close(): void {
    this.#latestLoad += 1;
    this.#script?.close();
    super.close();
  }

  /** Has the program's text, which the engine may have to make first. */
  protected async loadProgram(): Promise<void> {
    const load = ++this.#latestLoad;
    const { source } = this.store.state;
    // A text needs no loading. The editor and a run report what is wrong with it.
    if (source.kind === "text") {
      this.store.update({ program: { kind: "ready", text: source.text, parameters: 0 } });
      return;
    }
    this.store.update({ program: { kind: "loading" } });
    try {
      const files = source.kind === "import" ? await this.filesOf(source) : undefined;
      if (load !== this.#latestLoad) return;
      const { text, parameters } = await this.client.send("load", { source, files });
      if (load !== this.#latestLoad) return;
      this.store.update({ program: { kind: "ready", text, parameters } });
      if (!this.store.state.info) void this.loadInfo();
    } catch (error) {
      if (load !== this.#latestLoad) return;
      // Stop was pressed, which is meant for the run: the program's text is asked for again.
      if (error instanceof Stopped) void this.loadProgram();
      else this.store.update({ program: { kind: "failed", failure: failureOf(error) } });
    }
  }

  setSource(source: ProgramSource): void {
    const { source: last, ownText } = this.store.state;
    const leaves = last.kind === "text" && source.kind !== "text";
    this.history.edit(
      { source, editedFrom: undefined, ownText: leaves ? last : ownText },
      t("history.source", { title: sourceTitle(source) }),
    );
    void this.loadProgram();
  }

  /** The program's text was edited. The text of a model becomes the user's own, with a way back. */
  editText(text: string): void {
    const { source, program, editedFrom } = this.store.state;
    if (editedFrom?.program.kind === "ready" && editedFrom.program.text === text) {
      this.#latestLoad += 1;
      this.store.update({ ...editedFrom, editedFrom: undefined });
      return;
    }
    this.store.update({
      source: { kind: "text", text, title: this.#titleOf(text) },
      ...(source.kind === "text" ? {} : { editedFrom: { source, program } }),
    });
    void this.loadProgram();
  }

  /**
   * What an edited text is called: after what it was made from, as long as enough of that is left. A text that
   * was pasted in place of another one has nothing to do with it.
   */
  #titleOf(text: string): string {
    const { source, program, editedFrom } = this.store.state;
    const model = source.kind === "text" ? editedFrom : { source, program };
    const before = model ?? { source, program };
    const old = before.program.kind === "ready" ? before.program.text : "";
    if (old !== "" && keptPart(old, text) < LEAST_KEPT) return t("source.ownTitle");
    return model ? t("source.edited", { title: sourceTitle(model.source) }) : sourceTitle(source);
  }

  /** Gives up what was edited of a model's text. */
  backToModel(): void {
    const { editedFrom } = this.store.state;
    if (!editedFrom) return;
    const { source, program } = editedFrom;
    this.#latestLoad += 1;
    this.history.edit({ source, editedFrom: undefined }, t("history.gaveUp"), true);
    this.store.update({ program });
  }

  /**
   * Puts another pipeline in place of this one.
   * @param words what was done.
   * @param offers whether to offer that it be undone, as for what takes something away.
   */
  setPipeline(pipeline: Pipeline, words = t("history.pipeline"), offers = false): void {
    const { state } = this.store;
    if (pipeline === state.pipeline && !state.written) return;
    this.history.edit({ pipeline, written: undefined }, words, offers);
    this.store.update({ mistake: undefined });
  }

  resetPipeline(): void {
    this.setPipeline(DEFAULT_PIPELINE);
  }

  setCode(code: string): void {
    this.store.update({ code });
    void this.findExports();
  }

  /** Goes on in another language, with what was written in it before; what is written in this one is kept. */
  setCodeLanguage(codeLanguage: CodeLanguage): void {
    const { codeLanguage: now, code, otherCode } = this.store.state;
    if (codeLanguage === now) return;
    // What is said of code is said of what is shown.
    this.stopScript();
    this.store.update({ script: { kind: "idle" } });
    this.history.edit(
      { codeLanguage, code: otherCode, otherCode: code },
      t("history.codeLanguage", { language: CODE_NAMES[codeLanguage] }),
    );
    void this.findExports();
  }

  /** Puts a program in Python in the place of the Python code, and runs it by itself. */
  async openAsPython(code: string): Promise<void> {
    const { codeLanguage, code: now, otherCode } = this.store.state;
    this.history.edit(
      {
        code,
        codeLanguage: "python",
        otherCode: codeLanguage === "python" ? otherCode : now,
      },
      t("history.asPython"),
      true,
    );
    void this.findExports();
    await this.runScript();
  }

  /** Runs the code by itself, because the user said so: what it prints is shown in the console. */
  async runScript(): Promise<void> {
    this.stopScript();
    const { code, codeLanguage, source } = this.store.state;
    const client = this.newClient(codeLanguage);
    this.#script = client;
    const tell = (script: ScriptStatus): void => {
      if (client === this.#script) this.store.update({ script });
    };
    this.store.update({ script: { kind: "running" }, console: [], detailTab: "console" });
    try {
      const files = source.kind === "import" ? await this.#namedFilesOf(source) : undefined;
      if (client !== this.#script) return;
      await client.send("script", { code, files }, (progress) => {
        if (client === this.#script && progress.kind === "console") this.print(progress.entries);
      });
      tell({ kind: "done" });
    } catch (error) {
      if (error instanceof Stopped) return;
      const failure = failureOf(error);
      const { name, message, place } = failure;
      // What Python prints of an exception names it already.
      const text = codeLanguage === "python" && place?.code ? message : `${name}: ${message}`;
      const line = place?.code?.line;
      if (client === this.#script) {
        this.print([{ level: "error", text, ...(line === undefined ? {} : { line }) }]);
      }
      tell({ kind: "failed", code, failure });
    } finally {
      client.close();
      if (client === this.#script) this.#script = undefined;
    }
  }

  /** Ends what runs by itself. */
  stopScript(): void {
    const client = this.#script;
    if (!client) return;
    this.store.update({ script: { kind: "stopped" } });
    this.#script = undefined;
    client.close();
  }

  /** The files of an import by the names that code knows them by. None where they are not at hand. */
  async #namedFilesOf(source: ImportSource): Promise<Readonly<Record<string, Blob>> | undefined> {
    if (!(await this.files.find(source))) return undefined;
    const files = this.files.of(source);
    return files && { ...files.external, [source.name]: files.model };
  }

  /**
   * Finds the names that the code exports; what does so is loaded with the first code. While the code has a syntax
   * error, the names stay as they were.
   */
  protected async findExports(): Promise<void> {
    const of = this.store.state;
    if (of.code === "" && of.exports.length === 0) return;
    try {
      const { exportsOf } =
        of.codeLanguage === "python"
          ? await import("../../features/code/python/exports")
          : await import("../../features/code/exports");
      const found = isSameCode(of, this.store.state) ? exportsOf(of.code) : undefined;
      const same = found?.join() === this.store.state.exports.join();
      if (found && !same) this.store.update({ exports: found });
    } catch {
      // Without them the pipeline offers no names; it runs those that it has.
    }
  }
}
