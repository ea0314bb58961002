// Running by itself after edits, when its user has switched that on. The switch is remembered.
import { codeNames } from "../core/pipeline/model";
import type { App } from "../core/app/app";
import { isSameCode, type AppState } from "../core/state/app-state";

const KEY = "passcope.auto-run";
/** How long nothing is edited before a run begins. */
const PAUSE_MS = 600;

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    // Without storage it is switched on for a visit only.
    return false;
  }
}

function remember(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, "on");
    else localStorage.removeItem(KEY);
  } catch {
    // It holds for this visit.
  }
}

/** Whether the latest run was asked for just what is now set. Code that the pipeline does not name is no part of it. */
function wasAskedFor(state: AppState): boolean {
  const { asked, source, pipeline } = state;
  if (asked?.source !== source || asked.pipeline !== pipeline) return false;
  return isSameCode(asked, state) || codeNames(pipeline).size === 0;
}

/**
 * From now on a run follows the edits, after a pause; one that is still under way is stopped for it. Code of the
 * user's runs only if a press of Run has run the very same before (`App.runsWithoutPress`).
 */
export function followEdits(app: App): void {
  app.runs.setAutoRun(remembered());
  let last = app.store.state;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = (): void => {
    const { state } = app.store;
    if (!state.autoRun || wasAskedFor(state) || !app.runs.runsWithoutPress()) return;
    if (state.run.kind === "running") app.runs.stop();
    void app.runs.run();
  };
  app.store.subscribe(() => {
    const { state } = app.store;
    const before = last;
    last = state;
    if (state.autoRun !== before.autoRun) {
      remember(state.autoRun);
      if (state.autoRun && state.asked) go();
      return;
    }
    const edited =
      state.source !== before.source ||
      state.pipeline !== before.pipeline ||
      !isSameCode(state, before);
    if (!edited || !state.autoRun) return;
    clearTimeout(timer);
    timer = setTimeout(go, PAUSE_MS);
  });
}
