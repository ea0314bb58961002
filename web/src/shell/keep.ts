// Unsaved work survives a reload: the workspace is kept in the browser's own store. Of several tabs the first one keeps
// its work there; a later one keeps its own in the tab, until the first is closed.
import { del, get, set } from "idb-keyval";
import { t } from "../core/texts";
import type { App } from "../core/app/app";
import { isSameCode, type Workspace } from "../core/state/app-state";
import { readKept, writeKept } from "../core/state/reproducer";

const KEY = "passcope.workspace";
/** Where the last changes before the page is left are written: local storage writes at once, but takes little. */
const LAST = "passcope.workspace.last";
/** The work of a tab, in the tab's own storage; in that of all tabs, the work of a later one that was closed. */
const OTHER = "passcope.workspace.other";
/** Who has this lock keeps its work for the next visit. */
const LOCK = "passcope.workspace";
const DELAY_MS = 400;
/** A store that another tab blocks may never answer: the page opens without it then, and is offered the work later. */
const PATIENCE_MS = 3000;

/** What was left by earlier visits. */
export interface Kept {
  /** What this tab goes on with. */
  readonly workspace: Workspace | undefined;
  /** The work of another tab that was closed. */
  readonly other: Workspace | undefined;
  /** What the store had when it answered at last. */
  readonly late: Promise<Workspace | undefined>;
}

/** A document's workspace; undefined for none, and for what an older version kept in another form. */
function read(text: unknown): Workspace | undefined {
  if (typeof text !== "string" || text === "") return undefined;
  try {
    return readKept(text);
  } catch {
    return undefined;
  }
}

/** Does something with a storage that a private window may not have, or that may be full; tells whether it could. */
function storing(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

/** A page that is loaded again goes on with its work, which may be newer than its address. */
export function isReload(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "reload";
}

/** What earlier visits have left. */
export async function kept(): Promise<Kept> {
  let [own, other, last]: (string | null)[] = [null, null, null];
  storing(() => {
    if (isReload()) own = sessionStorage.getItem(OTHER);
    sessionStorage.removeItem(OTHER);
    other = localStorage.getItem(OTHER);
    last = localStorage.getItem(LAST);
    localStorage.removeItem(OTHER);
  });
  const left = { other: other === own ? undefined : read(other) };
  const nothing = Promise.resolve(undefined);
  const text = own ?? last;
  if (text !== null) return { ...left, workspace: read(text), late: nothing };
  const stored = get<unknown>(KEY).then(read, () => undefined);
  const late = Symbol("late");
  const first = await Promise.race([
    stored,
    new Promise<typeof late>((resolve) => setTimeout(resolve, PATIENCE_MS, late)),
  ]);
  return first === late
    ? { ...left, workspace: undefined, late: stored }
    : { ...left, workspace: first, late: nothing };
}

const same = (a: Workspace, b: Workspace): boolean =>
  a.source === b.source &&
  a.pipeline === b.pipeline &&
  a.written === b.written &&
  isSameCode(a, b) &&
  (a.otherCode ?? "") === (b.otherCode ?? "") &&
  a.variants === b.variants;

/**
 * From now on stores the workspace when it changes, with pauses in between, and when the page is left.
 *
 * @param restored whether the page shows what was kept, so that another tab may have the same.
 */
export function keep(app: App, initial: Workspace, restored: boolean): void {
  let last: Workspace = app.store.state;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waits = false;
  /** Writings that are under way: a page that is left may not finish them. */
  let writings = 0;
  /** Whether another tab keeps its work for the next visit. */
  let isLater = false;
  let told = false;
  /** Undefined for a workspace that nobody has touched. */
  const document = (): string | undefined => {
    const { state } = app.store;
    return same(state, initial) ? undefined : writeKept(state, state.info?.version ?? "");
  };
  /** Says once that the browser has no room for the work. */
  const tell = (): void => {
    if (told) return;
    told = true;
    app.notices.report(t("keep.failed"), new Error(t("keep.failedWhy")));
  };
  const write = async (): Promise<void> => {
    waits = false;
    const text = document();
    if (isLater) {
      if (!storing(() => sessionStorage.setItem(OTHER, text ?? ""))) tell();
      return;
    }
    writings += 1;
    try {
      await (text === undefined ? del(KEY) : set(KEY, text));
      storing(() => localStorage.removeItem(LAST));
    } catch {
      // The store is full, or there is none.
      if (!storing(() => localStorage.setItem(LAST, text ?? ""))) tell();
    }
    writings -= 1;
  };
  const later = (): void => {
    timer = waits ? setTimeout(later, DELAY_MS) : undefined;
    if (waits) void write();
  };
  app.store.subscribe(() => {
    const { state } = app.store;
    if (same(state, last)) return;
    last = state;
    if (timer !== undefined) {
      waits = true;
      return;
    }
    void write();
    timer = setTimeout(later, DELAY_MS);
  });
  addEventListener("pagehide", () => {
    // For this tab, should it be loaded again: meanwhile another one may become the first.
    const text = document() ?? "";
    storing(() => sessionStorage.setItem(OTHER, text));
    if (isLater) {
      storing(() => localStorage.setItem(OTHER, text));
      return;
    }
    if (!waits && writings === 0) return;
    if (waits) void write();
    // A workspace that is too large for local storage: the changes of the last fraction of a second may be lost.
    storing(() => localStorage.setItem(LAST, text));
  });
  takeLock(
    () => {
      isLater = true;
      if (restored) app.notices.report(t("keep.otherTab"), new Error(t("keep.otherTabWhy")));
    },
    () => {
      if (!isLater) return;
      isLater = false;
      storing(() => sessionStorage.removeItem(OTHER));
      // The work of the tab that was the first is at hand in the next visit.
      const text = document();
      void get<unknown>(KEY)
        .then((first) => {
          if (typeof first === "string" && first !== text) localStorage.setItem(OTHER, first);
        })
        .catch(() => undefined)
        .then(write);
    },
  );
}

/** Calls `waits` when another tab has the lock, and `has` as soon as this one has it, which then keeps it. */
function takeLock(waits: () => void, has: () => void): void {
  // There in secure contexts only.
  const { locks } = navigator as { readonly locks?: LockManager };
  const hold = (): Promise<never> => {
    has();
    return new Promise(() => undefined);
  };
  locks
    ?.request(LOCK, { ifAvailable: true }, (lock) => {
      if (lock) return hold();
      waits();
      void locks.request(LOCK, hold).catch(() => undefined);
      return undefined;
    })
    .catch(() => undefined);
}
