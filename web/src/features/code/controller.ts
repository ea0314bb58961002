// The user's code: its text and language, its exports, and running it on its own, outside of a pipeline.
import type { App } from "../../core/app/app";
import { Stopped, type EngineClient } from "../../core/protocol/client";
import { CODE_NAMES, type CodeLanguage, type CodePlace } from "../../core/protocol/code";
import type { Failure, ImportSource } from "../../core/protocol/messages";
import { isSameCode } from "../../core/state/app-state";
import { failureOf } from "../../core/state/failure-of";
import { t } from "../../core/texts";

/** The state of the code that runs on its own. */
export type ScriptStatus =
  | { readonly kind: "idle" }
  | { readonly kind: "running" }
  | { readonly kind: "done" }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly code: string; readonly failure: Failure };

export class Code {
  /** The engine of the code that runs on its own. */
  #script: EngineClient | undefined;

  constructor(private readonly app: App) {}

  close(): void {
    this.#script?.close();
  }

  set(code: string): void {
    this.app.store.update({ code });
    void this.findExports();
  }

  /** Switches to another language and its code. The code of the current language is kept. */
  setLanguage(codeLanguage: CodeLanguage): void {
    const { codeLanguage: now, code, otherCode } = this.app.store.state;
    if (codeLanguage === now) return;
    // Results of the old code do not apply to the code that is shown next.
    this.forget();
    this.app.history.edit(
      { codeLanguage, code: otherCode, otherCode: code },
      t("history.codeLanguage", { language: CODE_NAMES[codeLanguage] }),
    );
    void this.findExports();
  }

  /** Replaces the Python code with a program, and runs it on its own. */
  async openAsPython(code: string): Promise<void> {
    const { codeLanguage, code: now, otherCode } = this.app.store.state;
    this.app.history.edit(
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

  /** Runs the code on its own after a press of the user. Its output goes to the console. */
  async runScript(): Promise<void> {
    this.stopScript();
    const { code, codeLanguage, source } = this.app.store.state;
    const client = this.app.engines.make(codeLanguage);
    this.#script = client;
    const tell = (script: ScriptStatus): void => {
      if (client === this.#script) this.app.store.update({ script });
    };
    this.app.store.update({ script: { kind: "running" }, detailTab: "console" });
    this.app.console.clear();
    try {
      const files = source.kind === "import" ? await this.#namedFilesOf(source) : undefined;
      if (client !== this.#script) return;
      await client.send("script", { code, files }, (progress) => {
        if (client === this.#script && progress.kind === "console")
          this.app.console.print(progress.entries);
      });
      tell({ kind: "done" });
    } catch (error) {
      if (error instanceof Stopped) return;
      const failure = failureOf(error);
      const { name, message, place } = failure;
      // Python's message already begins with the name of the exception.
      const text = codeLanguage === "python" && place?.code ? message : `${name}: ${message}`;
      const line = place?.code?.line;
      if (client === this.#script) {
        this.app.console.print([{ level: "error", text, ...(line === undefined ? {} : { line }) }]);
      }
      tell({ kind: "failed", code, failure });
    } finally {
      client.close();
      if (client === this.#script) this.#script = undefined;
    }
  }

  /** Stops the code that runs on its own. */
  stopScript(): void {
    const client = this.#script;
    if (!client) return;
    this.app.store.update({ script: { kind: "stopped" } });
    this.#script = undefined;
    client.close();
  }

  /** Stops the code that runs on its own, and drops its result. */
  forget(): void {
    this.stopScript();
    this.app.store.update({ script: { kind: "idle" } });
  }

  /** The files of an import, by the names under which code can open them. Undefined if the page does not have them. */
  async #namedFilesOf(source: ImportSource): Promise<Readonly<Record<string, Blob>> | undefined> {
    if (!(await this.app.engines.files.find(source))) return undefined;
    const files = this.app.engines.files.of(source);
    return files && { ...files.external, [source.name]: files.model };
  }

  /**
   * Finds the names that the code exports. The module that finds them is loaded with the first code. While the code has
   * a syntax error, the names stay the same.
   */
  async findExports(): Promise<void> {
    const of = this.app.store.state;
    if (of.code === "" && of.exports.length === 0) return;
    try {
      const { exportsOf } =
        of.codeLanguage === "python"
          ? await import("../../editor/python-names")
          : await import("./exports");
      const found = isSameCode(of, this.app.store.state) ? exportsOf(of.code) : undefined;
      const same = found?.join() === this.app.store.state.exports.join();
      if (found && !same) this.app.store.update({ exports: found });
    } catch {
      // Without new names, the pipeline still offers and runs those that it has.
    }
  }

  /** Opens the code tab at a place in the code. */
  show(codePlace: CodePlace): void {
    this.app.store.update({ codePlace, detailTab: "code" });
  }
}
