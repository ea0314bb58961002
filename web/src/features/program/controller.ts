// The current program: its source, its text, and the analysis for its editor.
import type { App } from "../../core/app/app";
import type { Analysis } from "../../core/relay/analysis";
import { Stopped } from "../../core/protocol/client";
import type { ProgramSource } from "../../core/protocol/messages";
import { sourceTitle, type ProgramPlace } from "../../core/state/app-state";
import { failureOf } from "../../core/state/failure-of";
import { keptPart } from "../../core/state/kept-part";
import { t } from "../../core/texts";

/** The part of a text that an edit must keep. With less of it, the result is a new text and not an edited one. */
const LEAST_KEPT = 0.1;

export class Programs {
  #latestLoad = 0;

  constructor(private readonly app: App) {}

  close(): void {
    this.#latestLoad += 1;
  }

  /** Loads the program's text. The engine may have to make the program first. */
  async load(): Promise<void> {
    const { engines } = this.app;
    const load = ++this.#latestLoad;
    const { source } = this.app.store.state;
    // A text needs no loading. The editor and a run report its errors.
    if (source.kind === "text") {
      this.app.store.update({ program: { kind: "ready", text: source.text, parameters: 0 } });
      return;
    }
    this.app.store.update({ program: { kind: "loading" } });
    try {
      const files = source.kind === "import" ? await engines.filesOf(source) : undefined;
      if (load !== this.#latestLoad) return;
      const { text, parameters } = await engines.client.send("load", { source, files });
      if (load !== this.#latestLoad) return;
      this.app.store.update({ program: { kind: "ready", text, parameters } });
      if (!this.app.store.state.info) void engines.loadInfo();
    } catch (error) {
      if (load !== this.#latestLoad) return;
      // Stop was meant for the run, so the text is requested again.
      if (error instanceof Stopped) void this.load();
      else this.app.store.update({ program: { kind: "failed", failure: failureOf(error) } });
    }
  }

  setSource(source: ProgramSource): void {
    const { source: last, ownText } = this.app.store.state;
    const leaves = last.kind === "text" && source.kind !== "text";
    this.app.history.edit(
      { source, editedFrom: undefined, ownText: leaves ? last : ownText },
      t("history.source", { title: sourceTitle(source) }),
    );
    void this.load();
  }

  /** Sets an edited text. An edited text of a model becomes the user's own, and the user can go back to the model. */
  editText(text: string): void {
    const { source, program, editedFrom } = this.app.store.state;
    if (editedFrom?.program.kind === "ready" && editedFrom.program.text === text) {
      this.#latestLoad += 1;
      this.app.store.update({ ...editedFrom, editedFrom: undefined });
      return;
    }
    this.app.store.update({
      source: { kind: "text", text, title: this.#titleOf(text) },
      ...(source.kind === "text" ? {} : { editedFrom: { source, program } }),
    });
    void this.load();
  }

  /**
   * The title of an edited text. It is the title of the original if enough of that is left. A text that was pasted over
   * another one gets a new title.
   */
  #titleOf(text: string): string {
    const { source, program, editedFrom } = this.app.store.state;
    const model = source.kind === "text" ? editedFrom : { source, program };
    const before = model ?? { source, program };
    const old = before.program.kind === "ready" ? before.program.text : "";
    if (old !== "" && keptPart(old, text) < LEAST_KEPT) return t("source.ownTitle");
    return model ? t("source.edited", { title: sourceTitle(model.source) }) : sourceTitle(source);
  }

  /** Drops the edits of a model's text. */
  backToModel(): void {
    const { editedFrom } = this.app.store.state;
    if (!editedFrom) return;
    const { source, program } = editedFrom;
    this.#latestLoad += 1;
    this.app.history.edit({ source, editedFrom: undefined }, t("history.gaveUp"), true);
    this.app.store.update({ program });
  }

  /** Fetches the operators' documentation once. */
  async loadOperators(): Promise<void> {
    const { store, engines } = this.app;
    if (store.state.operators) return;
    try {
      store.update({ operators: await engines.client.send("operators", {}) });
    } catch {
      // Without it, the editor only offers less help.
    }
  }

  /**
   * The engine's analysis of a text. If the text was made from a snapshot, it can refer to that snapshot's constants.
   */
  analyse(text: string, snapshot?: number): Promise<Analysis> {
    const { store, engines } = this.app;
    const { trace } = store.state;
    if (snapshot === undefined || !trace) return engines.client.send("analyse", { text });
    return engines.traced.send("analyse", { text, like: { runId: trace.runId, snapshot } });
  }

  /** The program as the engine prints it. The places of its graph refer to this text. */
  async printed(): Promise<string> {
    const { store, engines } = this.app;
    const { source, program } = store.state;
    if (source.kind !== "text" && program.kind === "ready") return program.text;
    const files = engines.files.of(source);
    return (await engines.client.send("load", { source, files })).text;
  }

  /** Moves to a place in the program's text. */
  show(programPlace: ProgramPlace): void {
    this.app.store.update({ programPlace, detailTab: "program" });
  }

  setWrap(wrapProgram: boolean): void {
    this.app.store.update({ wrapProgram });
  }
}
