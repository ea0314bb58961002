// Keeps unsaved work over a reload: the workspace is in IndexedDB. With several tabs, the first one keeps its work
// there. A later tab keeps its work in session storage until the first tab closes.
import { del, get, set } from "idb-keyval";
import { t } from "../core/texts";
import type { App } from "../core/app/app";
import { isSameCode, type Workspace } from "../core/state/app-state";
import { readKept, writeKept } from "../core/state/reproducer";

const KEY = "passcope.workspace";
/** The key of the last changes before the page closes. Local storage writes at once, but has little space. */
const LAST = "passcope.workspace.last";
/** In session storage, the work of this tab. In local storage, the work of a later tab that was closed. */
const OTHER = "passcope.workspace.other";
/** The tab with this lock keeps its work for the next visit. */
const LOCK = "passcope.workspace";
const DELAY_MS = 400;
/**
 * The longest wait for the store, which another tab may block. After that, the page opens without the work and offers
 * it later.
 */
const PATIENCE_MS = 3000;

/** The work of earlier visits. */
export interface Kept {
  /** The workspace that this tab continues with. */
  readonly workspace: Workspace | undefined;
  /** The work of another tab that was closed. */
  readonly other: Workspace | undefined;
  /** The content of the store if it answers late. */
  readonly late: Promise<Workspace | undefined>;
}

/** The workspace of a document; undefined if there is none, or if an older version wrote another form. */
function read(text: unknown): Workspace | undefined {
  if (typeof text !== "string" || text === "") return undefined;
  try {
    return readKept(text);
  } catch {
    return undefined;
  }
}

/** Uses a storage that may be missing, as in a private window, or full. Returns whether that succeeded. */
function storing(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

/** Whether the page was reloaded. It then continues with its work, which may be newer than its address. */
export function isReload(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "reload";
}

/** Loads the work of earlier visits. */
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
 * From now on, stores the workspace after changes, with pauses in between, and when the page closes.
 *
 * @param restored whether the page shows restored work, so that another tab may have the same.
 */
export function keep(app: App, initial: Workspace, restored: boolean): void {
  let last: Workspace = app.store.state;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waits = false;
  /** The number of unfinished writes: a closing page may not finish them. */
  let writings = 0;
  /** Whether another tab keeps its work for the next visit. */
  let isLater = false;
  let told = false;
  /** The document of the workspace; undefined if it is unchanged. */
  const document = (): string | undefined => {
    const { state } = app.store;
    return same(state, initial) ? undefined : writeKept(state, state.info?.version ?? "");
  };
  /** Reports once that the browser has no space for the work. */
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
      // The store is full or missing.
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
    // For a reload of this tab: meanwhile another tab may become the first.
    const text = document() ?? "";
    storing(() => sessionStorage.setItem(OTHER, text));
    if (isLater) {
      storing(() => localStorage.setItem(OTHER, text));
      return;
    }
    if (!waits && writings === 0) return;
    if (waits) void write();
    // If the workspace is too large for local storage, the changes of the last fraction of a second may be lost.
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
      // The next visit offers the work of the former first tab.
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

/** Calls `waits` if another tab has the lock, and `has` as soon as this tab gets it. This tab then keeps it. */
function takeLock(waits: () => void, has: () => void): void {
  // The browser has locks only in secure contexts.
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
