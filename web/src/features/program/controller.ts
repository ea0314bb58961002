// The program at hand: which it is, its text, and what an editor of it is told.
import type { App } from "../../core/app/app";
import type { Analysis } from "../../core/relay/analysis";
import { Stopped } from "../../core/protocol/client";
import type { ProgramSource } from "../../core/protocol/messages";
import { sourceTitle, type ProgramPlace } from "../../core/state/app-state";
import { failureOf } from "../../core/state/failure-of";
import { keptPart } from "../../core/state/kept-part";
import { t } from "../../core/texts";

/** Of a text with less of it left, what is made of it is no longer an edition. */
const LEAST_KEPT = 0.1;

export class Programs {
  #latestLoad = 0;

  constructor(private readonly app: App) {}

  close(): void {
    this.#latestLoad += 1;
  }

  /** Has the program's text, which the engine may have to make first. */
  async load(): Promise<void> {
    const { engines } = this.app;
    const load = ++this.#latestLoad;
    const { source } = this.app.store.state;
    // A text needs no loading. The editor and a run report what is wrong with it.
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
      // Stop was pressed, which is meant for the run: the program's text is asked for again.
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

  /** The program's text was edited. The text of a model becomes the user's own, with a way back. */
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
   * What an edited text is called: after what it was made from, as long as enough of that is left. A text that
   * was pasted in place of another one has nothing to do with it.
   */
  #titleOf(text: string): string {
    const { source, program, editedFrom } = this.app.store.state;
    const model = source.kind === "text" ? editedFrom : { source, program };
    const before = model ?? { source, program };
    const old = before.program.kind === "ready" ? before.program.text : "";
    if (old !== "" && keptPart(old, text) < LEAST_KEPT) return t("source.ownTitle");
    return model ? t("source.edited", { title: sourceTitle(model.source) }) : sourceTitle(source);
  }

  /** Gives up what was edited of a model's text. */
  backToModel(): void {
    const { editedFrom } = this.app.store.state;
    if (!editedFrom) return;
    const { source, program } = editedFrom;
    this.#latestLoad += 1;
    this.app.history.edit({ source, editedFrom: undefined }, t("history.gaveUp"), true);
    this.app.store.update({ program });
  }

  /** Fetches the operators' documentation, once. */
  async loadOperators(): Promise<void> {
    const { store, engines } = this.app;
    if (store.state.operators) return;
    try {
      store.update({ operators: await engines.client.send("operators", {}) });
    } catch {
      // Without it there is less help in the editor, and nothing is lost.
    }
  }

  /** What the engine can tell an editor of a text; one that was made from a snapshot may refer to its constants. */
  analyse(text: string, snapshot?: number): Promise<Analysis> {
    const { store, engines } = this.app;
    const { trace } = store.state;
    if (snapshot === undefined || !trace) return engines.client.send("analyse", { text });
    return engines.traced.send("analyse", { text, like: { runId: trace.runId, snapshot } });
  }

  /** The program as the engine prints it, which is what the places of its graph are in. */
  async printed(): Promise<string> {
    const { store, engines } = this.app;
    const { source, program } = store.state;
    if (source.kind !== "text" && program.kind === "ready") return program.text;
    const files = engines.files.of(source);
    return (await engines.client.send("load", { source, files })).text;
  }

  /** Goes to a place of the program's text. */
  show(programPlace: ProgramPlace): void {
    this.app.store.update({ programPlace, detailTab: "program" });
  }

  setWrap(wrapProgram: boolean): void {
    this.app.store.update({ wrapProgram });
  }
}
