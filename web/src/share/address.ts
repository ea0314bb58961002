// Keeps the page's address and its state the same: what is changed gets into the fragment, Back and
// Forward bring earlier states back. Each edit of the workspace is an entry of the tab's history, so that
// Back and Forward go through the same steps as Undo and Redo, and these through the tab's history.
import { t } from "../i18n/core";
import { isLanguage, language, onLanguage, setLanguage } from "../i18n/language";
import type { App } from "../state/app";
import { INITIAL_STATE, workspaceOf, type AppState, type Workspace } from "../state/app-state";
import { positionOf } from "../state/history";
import { workspaceDocument } from "../state/reproducer";
import {
  decodeFragment,
  encodeFragment,
  isFragment,
  MAX_LINK,
  type Shared,
  type SharedView,
} from "./link";
import { AS_AT_FIRST, viewOf } from "./shared-view";

const DELAY_MS = 250;
/** The tab has arrived at another entry after this time, if it arrives at all. */
const ARRIVAL_MS = 2000;
/** Changes that follow each other faster than this are one entry of the history. */
const BURST_MS = 1000;

/** What tells one view from another. */
const SHARED = [
  "source",
  "pipeline",
  "written",
  "code",
  "variants",
  "codeLanguage",
  "trace",
  "selected",
  "pins",
  "inputs",
  "remarkFilter",
  "compareWith",
  "reading",
  ...AS_AT_FIRST,
] as const satisfies readonly (keyof AppState)[];

/** What a link to the state says; the language always, so that a reader meets the same words. */
export function sharedOf(state: AppState): Shared {
  return {
    workspace: workspaceOf(state),
    view: { ...viewOf(state), language: language() },
  };
}

/** An entry of the tab's history, as far as this page has made it. */
interface Entry {
  /** Where the history of the workspace was. */
  readonly position: number;
  readonly view: SharedView;
}

/** The number of an entry among those of the page in the tab's history, which the entry itself keeps. */
function numberOf(state: unknown): number | undefined {
  if (typeof state !== "object" || state === null || !("passcope" in state)) return undefined;
  return typeof state.passcope === "number" ? state.passcope : undefined;
}

export class Address {
  #last: AppState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writes = 0;
  #changedAt = Number.NEGATIVE_INFINITY;
  /** Whether the changes that wait to be written are to be an entry of their own. */
  #pushes = false;
  /** The entry that is shown. */
  #at: number;
  readonly #entries = new Map<number, Entry>();
  /** The entry to which the tab is on its way because something was undone or done again. */
  #target: number | undefined;
  /** Whether what an entry is of is being shown, which makes no entry. */
  #arrives = false;

  constructor(private readonly app: App) {
    this.#last = app.store.state;
    // A page that is loaded again does not know the entries that it made before; it counts on from them.
    this.#at = numberOf(history.state) ?? 0;
    history.replaceState({ passcope: this.#at }, "");
    this.#note();
    app.store.subscribe(() => this.#noticed());
    addEventListener("popstate", (event) => void this.#moved(event.state));
    // Without delay: when the page is loaded again, the address decides on the language before what is stored.
    onLanguage(() => {
      clearTimeout(this.#timer);
      void this.#write();
    });
  }

  /** Notes what the entry that is shown is of. */
  #note(): void {
    const { state } = this.app.store;
    this.#entries.set(this.#at, { position: positionOf(state.history), view: viewOf(state) });
  }

  /** Something was changed. */
  #noticed(): void {
    const { state } = this.app.store;
    const last = this.#last;
    if (state.history !== last.history) this.#follow();
    if (SHARED.every((field) => state[field] === last[field])) return;
    this.#last = state;
    // What is typed and what a run brings change the current entry of the history; they make no new one. An
    // edit of the workspace has made one already.
    const typed =
      (state.source !== last.source &&
        state.source.kind === last.source.kind &&
        !isChosen(state)) ||
      (state.code !== last.code && state.codeLanguage === last.codeLanguage) ||
      state.search !== last.search ||
      state.remarkFilter.text !== last.remarkFilter.text ||
      // The engine has read the text of a pipeline: the same in another form.
      (last.written !== undefined && state.written === undefined);
    const steps =
      !typed &&
      state.trace === last.trace &&
      state.history === last.history &&
      performance.now() - this.#changedAt > BURST_MS;
    this.#changedAt = performance.now();
    this.#pushes ||= steps;
    this.#later();
  }

  /** Has the tab's history be where the workspace's history is. */
  #follow(): void {
    const position = positionOf(this.app.store.state.history);
    // Once the tab has arrived, it follows from there.
    if (this.#arrives || this.#target !== undefined) return;
    if (this.#entries.get(this.#at)?.position === position) return;
    const known = [...this.#entries].filter(([, entry]) => entry.position === position);
    const numbers = known.map(([number]) => number).sort((a, b) => a - b);
    // Of several that differ in what is looked at only, the nearest one.
    const target = numbers.findLast((at) => at < this.#at) ?? numbers.find((at) => at > this.#at);
    if (target === undefined) this.#pushEdit();
    else this.#go(target);
  }

  #go(target: number): void {
    this.#target = target;
    history.go(target - this.#at);
    // Browsers keep a limited number of entries: the way may lead to one that is gone.
    setTimeout(() => {
      if (this.#target !== target) return;
      this.#target = undefined;
      this.#pushEdit();
      this.#later();
    }, ARRIVAL_MS);
  }

  #pushEdit(): void {
    // What has not been written yet was looked at before the edit.
    const entry = this.#entries.get(this.#at);
    if (entry && !this.#pushes) {
      this.#entries.set(this.#at, { ...entry, view: viewOf(this.#last) });
    }
    this.#push();
  }

  /** Makes a new entry of the tab's history; those that were ahead are gone. */
  #push(address?: string): void {
    this.#at += 1;
    for (const number of this.#entries.keys()) if (number >= this.#at) this.#entries.delete(number);
    this.#note();
    history.pushState({ passcope: this.#at }, "", address);
    this.#pushes = false;
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
    // Not into an entry that is about to be left.
    if (this.#target !== undefined) {
      this.#later();
      return;
    }
    const hash = fragment === "" ? "" : `#${fragment}`;
    const address = `${location.pathname}${location.search}${hash}`;
    if (push && hash !== location.hash) {
      this.#push(address);
    } else {
      this.#note();
      if (hash !== location.hash) history.replaceState({ passcope: this.#at }, "", address);
    }
  }

  /** Back, Forward, another fragment in the address bar, or the way to where something was undone. */
  async #moved(state: unknown): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pushes = false;
    const move = ++this.#writes;
    const number = numberOf(state);
    const led = number !== undefined && number === this.#target;
    this.#target = undefined;
    if (number === undefined) {
      // The browser has made an entry behind the one that was shown.
      for (const later of this.#entries.keys()) if (later > this.#at) this.#entries.delete(later);
      this.#at += 1;
      history.replaceState({ passcope: this.#at }, "");
    } else {
      this.#at = number;
    }
    const entry = this.#entries.get(this.#at);
    if (led) {
      // What is looked at stays. Meanwhile more may have been undone.
      this.#follow();
    } else if (!entry || !this.#show(entry)) {
      await this.#open(move);
      if (move !== this.#writes) return;
      this.#note();
    }
    this.#pushes = false;
    this.#last = this.app.store.state;
    this.#changedAt = performance.now();
    // The fragment may be of an earlier state than the entry: edits are faster than it is written.
    this.#later();
  }

  /** Shows what an entry is of; false if that cannot be had any more. */
  #show({ position, view }: Entry): boolean {
    this.#arrives = true;
    const arrived = this.app.history.travel(position);
    if (arrived) this.app.look(view);
    this.#arrives = false;
    return arrived;
  }

  /** Shows what the fragment says. */
  async #open(move: number): Promise<void> {
    try {
      const shared: Shared = isFragment(location.hash)
        ? await decodeFragment(location.hash)
        : { workspace: workspaceOf(INITIAL_STATE), view: {} };
      if (move !== this.#writes) return;
      const { language: wanted } = shared.view;
      if (isLanguage(wanted)) await setLanguage(wanted);
      if (move !== this.#writes) return;
      this.#arrives = true;
      this.app.show(shared);
    } catch (error) {
      this.app.report(t("link.notOpened"), error);
    }
    this.#arrives = false;
  }
}

const isChosen = (state: AppState): boolean => state.source.kind !== "text";

/** The fragment for a state; empty for how the page opens, and for what is too much for a link. */
async function fragmentOf(state: AppState): Promise<string> {
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
