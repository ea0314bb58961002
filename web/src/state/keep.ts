// Unsaved work survives a reload: the workspace is kept in the browser's own store.
import { del, get, set } from "idb-keyval";
import type { App } from "./app";
import type { Workspace } from "./app-state";
import { readReproducer, writeReproducer } from "./reproducer";

const KEY = "passcope.workspace";
/** The last changes before the page went away; local storage takes them at once, but little of them. */
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

/** Keeps the workspace from now on: at once, then at most once in a while, and when the page is left. */
export function keep(app: App, initial: Workspace): void {
  let last: Workspace = app.store.state;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waits = false;
  /** Undefined for a workspace that nobody has touched. */
  const document = (): string | undefined => {
    const { source, pipeline, code, info } = app.store.state;
    const untouched =
      source === initial.source && pipeline === initial.pipeline && code === initial.code;
    return untouched ? undefined : writeReproducer({ source, pipeline, code }, info?.version ?? "");
  };
  const write = async (): Promise<void> => {
    waits = false;
    const text = document();
    try {
      await (text === undefined ? del(KEY) : set(KEY, text));
      localStorage.removeItem(LAST);
    } catch {
      // Without a store there is nothing to be done, and nothing else depends on it.
    }
  };
  const later = (): void => {
    timer = waits ? setTimeout(later, DELAY_MS) : undefined;
    if (waits) void write();
  };
  app.store.subscribe(() => {
    const { state } = app.store;
    if (
      state.source === last.source &&
      state.pipeline === last.pipeline &&
      state.code === last.code
    ) {
      return;
    }
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
      // Too much for it: the last fraction of a second may be lost.
    }
  });
}
