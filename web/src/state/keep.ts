// Unsaved work survives a reload: the workspace is kept in the browser's own store.
import { del, get, set } from "idb-keyval";
import type { App } from "./app";
import type { Workspace } from "./app-state";
import { readReproducer, writeReproducer } from "./reproducer";

const KEY = "passcope.workspace";
const DELAY_MS = 400;

/** What the last visit left; undefined when there is nothing, or nothing that can be read. */
export async function kept(): Promise<Workspace | undefined> {
  try {
    const text = await get<unknown>(KEY);
    return typeof text === "string" ? readReproducer(text) : undefined;
  } catch {
    // A private window may have no store; and what an older version kept may be of another form.
    return undefined;
  }
}

/** Keeps the workspace from now on, a moment after each change and when the page is left. */
export function keep(app: App, initial: Workspace): void {
  let last: Workspace = app.store.state;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const { source, pipeline, code } = app.store.state;
    const untouched =
      source === initial.source && pipeline === initial.pipeline && code === initial.code;
    const done = untouched
      ? del(KEY)
      : set(KEY, writeReproducer({ source, pipeline, code }, app.store.state.info?.version ?? ""));
    // Without a store there is nothing to be done, and nothing else depends on it.
    done.catch(() => undefined);
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
    timer ??= setTimeout(write, DELAY_MS);
  });
  addEventListener("pagehide", () => {
    if (timer !== undefined) write();
  });
}
