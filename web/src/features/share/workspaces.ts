// Opens workspaces that replace the current one: from links, from files and from the last visit.
import type { App } from "../../core/app/app";
import type { AppState, Workspace } from "../../core/state/app-state";
import { stateOf } from "../../core/state/app-state";
import { readReproducer, workspaceDocument, writeReproducer } from "../../core/state/reproducer";
import { t } from "../../core/texts";
import type { Shared, SharedView } from "./link";
import { rowsOf, settingsOf } from "./shared-view";

export class Workspaces {
  constructor(private readonly app: App) {}

  /** The workspace as a file. `passcope run --reproducer` replays it, and this page opens it. */
  reproducer(): string {
    const { info, run } = this.app.store.state;
    const failure = run.kind === "failed" ? run.failure : undefined;
    return writeReproducer(this.app.store.state, info?.version ?? "", failure);
  }

  /** Opens a reproducer. */
  openReproducer(text: string, title: string): void {
    try {
      this.open(readReproducer(text), "file", t("history.opened", { name: title }));
    } catch (error) {
      this.app.notices.report(t("document.notOpened", { name: title }), error);
    }
  }

  /** Prepares the page for a link before the start. `earlier` is the kept work that the link replaces. */
  prepare({ workspace, view }: Shared, earlier: Workspace | undefined): void {
    this.#want(view);
    this.app.runs.cameFrom = "link";
    this.app.store.update({
      ...stateOf(workspace),
      ...settingsOf(view, this.app.store.state),
      earlier,
    });
  }

  /** Shows the content of a link. A workspace that is already open does not run again. */
  show({ workspace, view }: Shared): void {
    const { state } = this.app.store;
    const [now, then] = [state, workspace].map((w) => JSON.stringify(workspaceDocument(w)));
    if (now === then) {
      this.look(view);
      return;
    }
    this.app.store.update(settingsOf(view, this.app.store.state));
    this.#want(view);
    this.open(workspace, "link", t("history.link"));
  }

  /** Changes the view of the current workspace. */
  look(view: SharedView): void {
    const { trace } = this.app.store.state;
    // If a run is in progress, its rows are selected later.
    if (this.app.rows.wanted || !trace) this.#want(view);
    const rows = trace ? { ...rowsOf(view, trace), problem: undefined } : {};
    this.app.store.update({ ...settingsOf(view, this.app.store.state), ...rows });
  }

  /** Replaces the current workspace, and runs the new one unless it has code. */
  open(workspace: Workspace, from: NonNullable<AppState["waiting"]>, words: string): void {
    this.app.runs.cameFrom = from;
    this.app.tell("replaced");
    this.app.history.edit({ ...stateOf(workspace), editedFrom: undefined }, words, true);
    this.app.store.update({ problem: undefined, mistake: undefined });
    this.app.runs.start();
  }

  /** Returns to the work that a link replaced. */
  takeEarlier(): void {
    const { earlier } = this.app.store.state;
    if (!earlier) return;
    this.app.store.update({ earlier: undefined });
    this.open(earlier, "kept", t("history.earlier"));
  }

  /** Selects the view's rows when the next trace arrives. */
  #want(view: SharedView): void {
    this.app.rows.wanted = (trace) => rowsOf(view, trace);
  }
}
