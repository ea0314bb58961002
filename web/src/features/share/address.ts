// Keeps the page's address equal to its state. Changes go into the fragment, and Back and Forward restore earlier
// states. Each edit of the workspace is an entry of the tab's history. So Back and Forward take the same steps as Undo
// and Redo, and Undo and Redo move in the tab's history.
import { t } from "../../core/texts";
import { isLanguage, language, onLanguage, setLanguage } from "../../i18n/language";
import type { App } from "../../core/app/app";
import { CORE_STATE, workspaceOf, type AppState, type Workspace } from "../../core/state/app-state";
import { positionOf } from "../../core/state/history";
import { workspaceDocument } from "../../core/state/reproducer";
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
/** The longest wait for the tab to reach another entry. After it, the entry is gone. */
const ARRIVAL_MS = 2000;
/** Changes with shorter pauses than this share one entry of the history. */
const BURST_MS = 1000;

/** The fields of the state that a link contains. */
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
  ...(Object.keys(AS_AT_FIRST) as (keyof typeof AS_AT_FIRST)[]),
] as const satisfies readonly (keyof AppState)[];

/** The content of a link to the state. The link always has the language, so its reader sees the same words. */
export function sharedOf(state: AppState): Shared {
  return {
    workspace: workspaceOf(state),
    view: { ...viewOf(state), language: language() },
  };
}

/** An entry of the tab's history that this page has made. */
interface Entry {
  /** The position in the history of the workspace. */
  readonly position: number;
  readonly view: SharedView;
}

/** The number of an entry among those of the page. The entry's state contains it. */
function numberOf(state: unknown): number | undefined {
  if (typeof state !== "object" || state === null || !("passcope" in state)) return undefined;
  return typeof state.passcope === "number" ? state.passcope : undefined;
}

export class Address {
  #last: AppState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writes = 0;
  #changedAt = Number.NEGATIVE_INFINITY;
  /** True if the waiting changes need their own entry. */
  #pushes = false;
  /** The number of the current entry. */
  #at: number;
  readonly #entries = new Map<number, Entry>();
  /** The entry to which the tab moves after Undo or Redo. */
  #target: number | undefined;
  /** True while a history entry is restored; nothing is pushed. */
  #arrives = false;

  constructor(private readonly app: App) {
    this.#last = app.store.state;
    // A reloaded page does not know its earlier entries, so it continues their numbers.
    this.#at = numberOf(history.state) ?? 0;
    history.replaceState({ passcope: this.#at }, "");
    this.#note();
    app.store.subscribe(() => this.#noticed());
    addEventListener("popstate", (event) => void this.#moved(event.state));
    // Written without delay: after a reload, the address's language takes precedence over the stored one.
    onLanguage(() => {
      clearTimeout(this.#timer);
      void this.#write();
    });
  }

  /** Records the state of the current entry. */
  #note(): void {
    const { state } = this.app.store;
    this.#entries.set(this.#at, { position: positionOf(state.history), view: viewOf(state) });
  }

  /** Handles a change of the state. */
  #noticed(): void {
    const { state } = this.app.store;
    const last = this.#last;
    if (state.history !== last.history) this.#follow();
    if (SHARED.every((field) => state[field] === last[field])) return;
    this.#last = state;
    // Typing and the results of a run change the current entry. An edit of the workspace already has a new entry.
    const typed =
      (state.source !== last.source &&
        state.source.kind === last.source.kind &&
        !isChosen(state)) ||
      (state.code !== last.code && state.codeLanguage === last.codeLanguage) ||
      state.search !== last.search ||
      state.remarkFilter.text !== last.remarkFilter.text ||
      // The engine has read the text of a pipeline, which is the same pipeline in another form.
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

  /** Moves the tab's history to the position of the workspace's history. */
  #follow(): void {
    const position = positionOf(this.app.store.state.history);
    // After the move, `#moved` calls this again.
    if (this.#arrives || this.#target !== undefined) return;
    if (this.#entries.get(this.#at)?.position === position) return;
    const known = [...this.#entries].filter(([, entry]) => entry.position === position);
    const numbers = known.map(([number]) => number).sort((a, b) => a - b);
    // If several entries differ only in the view, the nearest one is the target.
    const target = numbers.findLast((at) => at < this.#at) ?? numbers.find((at) => at > this.#at);
    if (target === undefined) this.#pushEdit();
    else this.#go(target);
  }

  #go(target: number): void {
    this.#target = target;
    history.go(target - this.#at);
    // Browsers keep a limited number of entries, so the target can be gone.
    setTimeout(() => {
      if (this.#target !== target) return;
      this.#target = undefined;
      this.#pushEdit();
      this.#later();
    }, ARRIVAL_MS);
  }

  #pushEdit(): void {
    // A view that is not written yet belongs to the entry before the edit.
    const entry = this.#entries.get(this.#at);
    if (entry && !this.#pushes) {
      this.#entries.set(this.#at, { ...entry, view: viewOf(this.#last) });
    }
    this.#push();
  }

  /** Pushes an entry onto the tab's history and drops the entries ahead. */
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
    // The current entry is about to change, so the write waits.
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

  /** Handles Back, Forward, a new fragment in the address bar, and moves after Undo and Redo. */
  async #moved(state: unknown): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pushes = false;
    const move = ++this.#writes;
    const number = numberOf(state);
    const led = number !== undefined && number === this.#target;
    this.#target = undefined;
    if (number === undefined) {
      // The browser has added an entry after the current one.
      for (const later of this.#entries.keys()) if (later > this.#at) this.#entries.delete(later);
      this.#at += 1;
      history.replaceState({ passcope: this.#at }, "");
    } else {
      this.#at = number;
    }
    const entry = this.#entries.get(this.#at);
    if (led) {
      // The view stays. The user may have undone more in the meantime.
      this.#follow();
    } else if (!entry || !this.#show(entry)) {
      await this.#open(move);
      if (move !== this.#writes) return;
      this.#note();
    }
    this.#pushes = false;
    this.#last = this.app.store.state;
    this.#changedAt = performance.now();
    // The fragment can be older than the entry, because edits are faster than its encoding.
    this.#later();
  }

  /** Restores an entry. Returns false if the history has dropped its edit. */
  #show({ position, view }: Entry): boolean {
    this.#arrives = true;
    const arrived = this.app.history.travel(position);
    if (arrived) this.app.workspaces.look(view);
    this.#arrives = false;
    return arrived;
  }

  /** Restores the state of the fragment. */
  async #open(move: number): Promise<void> {
    try {
      const shared: Shared = isFragment(location.hash)
        ? await decodeFragment(location.hash)
        : { workspace: workspaceOf(CORE_STATE), view: {} };
      if (move !== this.#writes) return;
      const { language: wanted } = shared.view;
      if (isLanguage(wanted)) await setLanguage(wanted);
      if (move !== this.#writes) return;
      this.#arrives = true;
      this.app.workspaces.show(shared);
    } catch (error) {
      this.app.notices.report(t("link.notOpened"), error);
    }
    this.#arrives = false;
  }
}

const isChosen = (state: AppState): boolean => state.source.kind !== "text";

/** The fragment of a state. Empty for the initial state, and for a state that is too large for a link. */
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
  const [a, b] = [workspace, CORE_STATE].map((w) => JSON.stringify(workspaceDocument(w)));
  return a === b;
}
