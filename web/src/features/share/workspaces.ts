// Workspaces that take the place of the one at hand: those of links, of files, of the last visit.
import type { App } from "../../core/app/app";
import type { AppState, Workspace } from "../../core/state/app-state";
import { stateOf } from "../../core/state/app-state";
import { readReproducer, workspaceDocument, writeReproducer } from "../../core/state/reproducer";
import { t } from "../../core/texts";
import type { Shared, SharedView } from "./link";
import { rowsOf, settingsOf } from "./shared-view";

export class Workspaces {
  constructor(private readonly app: App) {}

  /** The workspace as a file that `passcope run --reproducer` replays, and this page opens. */
  reproducer(): string {
    const { info, run } = this.app.store.state;
    const failure = run.kind === "failed" ? run.failure : undefined;
    return writeReproducer(this.app.store.state, info?.version ?? "", failure);
  }

  /** Opens a file of that kind. */
  openReproducer(text: string, title: string): void {
    try {
      this.open(readReproducer(text), "file", t("history.opened", { name: title }));
    } catch (error) {
      this.app.notices.report(t("document.notOpened", { name: title }), error);
    }
  }

  /** Before the page starts: what a link says, and the kept work whose place it takes. */
  prepare({ workspace, view }: Shared, earlier: Workspace | undefined): void {
    this.#want(view);
    this.app.runs.cameFrom = "link";
    this.app.store.update({
      ...stateOf(workspace),
      ...settingsOf(view, this.app.store.state),
      earlier,
    });
  }

  /** Shows what a link says; what is at hand already is not run again. */
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

  /** Looks at something else of what is at hand. */
  look(view: SharedView): void {
    const { trace } = this.app.store.state;
    // A run may be under way, whose rows are then chosen in the same way.
    if (this.app.rows.wanted || !trace) this.#want(view);
    const rows = trace ? { ...rowsOf(view, trace), problem: undefined } : {};
    this.app.store.update({ ...settingsOf(view, this.app.store.state), ...rows });
  }

  /** Puts a workspace in the place of the one at hand, and runs it unless it has code. */
  open(workspace: Workspace, from: NonNullable<AppState["waiting"]>, words: string): void {
    this.app.runs.cameFrom = from;
    this.app.tell("replaced");
    this.app.history.edit({ ...stateOf(workspace), editedFrom: undefined }, words, true);
    this.app.store.update({ problem: undefined, mistake: undefined });
    this.app.runs.start();
  }

  /** Back to the work whose place a link took. */
  takeEarlier(): void {
    const { earlier } = this.app.store.state;
    if (!earlier) return;
    this.app.store.update({ earlier: undefined });
    this.open(earlier, "kept", t("history.earlier"));
  }

  /** What a view says of rows is chosen once there is a trace. */
  #want(view: SharedView): void {
    this.app.rows.wanted = (trace) => rowsOf(view, trace);
  }
}
