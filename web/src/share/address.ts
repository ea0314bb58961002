// Keeps the page's address and its state the same: what is changed gets into the fragment, Back and
// Forward bring earlier states back.
import { t } from "../i18n/core";
import { isLanguage, language, onLanguage, setLanguage } from "../i18n/language";
import type { App } from "../state/app";
import { INITIAL_STATE, workspaceOf, type AppState, type Workspace } from "../state/app-state";
import { workspaceDocument } from "../state/reproducer";
import { decodeFragment, encodeFragment, isFragment, MAX_LINK, type Shared } from "./link";
import { AS_AT_FIRST, viewOf } from "./shared-view";

const DELAY_MS = 250;
/** Changes that follow each other faster than this are one entry of the history. */
const BURST_MS = 1000;

/** What tells one view from another. */
const SHARED = [
  "source",
  "pipeline",
  "written",
  "code",
  "trace",
  "selected",
  "pins",
  ...AS_AT_FIRST,
] as const satisfies readonly (keyof AppState)[];

/** What a link to the state says; the language always, so that a reader meets the same words. */
export function sharedOf(state: AppState): Shared {
  return {
    workspace: workspaceOf(state),
    view: { ...viewOf(state), language: language() },
  };
}

export class Address {
  #last: AppState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writes = 0;
  #changedAt = Number.NEGATIVE_INFINITY;
  /** Whether the changes that wait to be written are to be an entry of their own. */
  #pushes = false;

  constructor(private readonly app: App) {
    this.#last = app.store.state;
    app.store.subscribe(() => this.#noticed());
    addEventListener("popstate", () => void this.#moved());
    // Without delay: when the page is loaded again, the address decides on the language before what is stored.
    onLanguage(() => {
      clearTimeout(this.#timer);
      void this.#write();
    });
  }

  /** Something was changed. */
  #noticed(): void {
    const { state } = this.app.store;
    const last = this.#last;
    if (SHARED.every((field) => state[field] === last[field])) return;
    this.#last = state;
    // What is typed and what a run brings change the current entry of the history; they make no new one.
    const typed =
      (state.source !== last.source && state.source.kind === last.source.kind && !isModel(state)) ||
      state.code !== last.code ||
      state.search !== last.search ||
      // The engine has read the text of a pipeline: the same in another form.
      (last.written !== undefined && state.written === undefined);
    const steps =
      !typed && state.trace === last.trace && performance.now() - this.#changedAt > BURST_MS;
    this.#changedAt = performance.now();
    this.#pushes ||= steps;
    this.#later();
  }

  #later(): void {
    this.#timer ??= setTimeout(() => void this.#write(), DELAY_MS);
  }

  async #write(): Promise<void> {
    this.#timer = undefined;
    const write = ++this.#writes;
    const push = this.#pushes;
    this.#pushes = false;
    const fragment = await fragmentOf(this.app.store.state);
    if (write !== this.#writes) {
      this.#pushes ||= push;
      return;
    }
    const hash = fragment === "" ? "" : `#${fragment}`;
    if (hash === location.hash) return;
    const address = `${location.pathname}${location.search}${hash}`;
    if (push) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  /** Back, Forward, or another fragment in the address bar. */
  async #moved(): Promise<void> {
    const move = ++this.#writes;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pushes = false;
    try {
      const shared: Shared = isFragment(location.hash)
        ? await decodeFragment(location.hash)
        : { workspace: workspaceOf(INITIAL_STATE), view: {} };
      if (move !== this.#writes) return;
      const { language: wanted } = shared.view;
      if (isLanguage(wanted)) await setLanguage(wanted);
      if (move !== this.#writes) return;
      this.app.show(shared);
    } catch (error) {
      this.app.report(t("link.notOpened"), error);
    }
    this.#last = this.app.store.state;
    this.#changedAt = performance.now();
  }
}

const isModel = (state: AppState): boolean => state.source.kind === "model";

/** The fragment for a state; empty for how the page opens, and for what is too much for a link. */
export async function fragmentOf(state: AppState): Promise<string> {
  const shared = sharedOf(state);
  const { workspace, view } = shared;
  const asAtFirst = Object.keys(view).join() === "language" && view.language === "en";
  if (asAtFirst && isInitial(workspace)) return "";
  const fragment = await encodeFragment(shared);
  return fragment.length > MAX_LINK ? "" : fragment;
}

function isInitial(workspace: Workspace): boolean {
  if (workspace.source.kind === "text" || workspace.code !== "") return false;
  const [a, b] = [workspace, INITIAL_STATE].map((w) => JSON.stringify(workspaceDocument(w)));
  return a === b;
}
