// Unsaved work survives a reload: the workspace is kept in the browser's own store.
import { del, get, set } from "idb-keyval";
import type { App } from "./app";
import type { Workspace } from "./app-state";
import { readReproducer, writeReproducer } from "./reproducer";

const KEY = "passcope.workspace";
/** Where the last changes before the page is left are written: local storage writes at once, but takes little. */
const LAST = "passcope.workspace.last";
const DELAY_MS = 400;

/** What the last visit left; undefined when there is nothing, or nothing that can be read. */
export async function kept(): Promise<Workspace | undefined> {
  try {
    const text = localStorage.getItem(LAST) ?? (await get<unknown>(KEY));
    return typeof text === "string" ? readReproducer(text) : undefined;
  } catch {
    // A private window may have no store; and what an older version kept may be of another form.
    return undefined;
  }
}

const same = (a: Workspace, b: Workspace): boolean =>
  a.source === b.source &&
  a.pipeline === b.pipeline &&
  a.written === b.written &&
  a.code === b.code;

/** From now on stores the workspace when it changes, with pauses in between, and when the page is left. */
export function keep(app: App, initial: Workspace): void {
  let last: Workspace = app.store.state;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waits = false;
  /** Undefined for a workspace that nobody has touched. */
  const document = (): string | undefined => {
    const { state } = app.store;
    return same(state, initial) ? undefined : writeReproducer(state, state.info?.version ?? "");
  };
  const write = async (): Promise<void> => {
    waits = false;
    const text = document();
    try {
      await (text === undefined ? del(KEY) : set(KEY, text));
      localStorage.removeItem(LAST);
    } catch {
      // The browser offers no store. Nothing else depends on it, so nothing needs to be done.
    }
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
    if (!waits) return;
    void write();
    try {
      localStorage.setItem(LAST, document() ?? "");
    } catch {
      // The workspace is too large for local storage: the changes of the last fraction of a second may be lost.
    }
  });
}
