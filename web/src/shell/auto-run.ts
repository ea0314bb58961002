// Automatic runs after edits, if the user has switched them on. The setting is remembered.
import { codeNames } from "../core/pipeline/model";
import type { App } from "../core/app/app";
import { isSameCode, type AppState } from "../core/state/app-state";

const KEY = "passcope.auto-run";
/** The pause after the last edit before a run begins. */
const PAUSE_MS = 600;

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    // Without storage, the setting lasts for one visit.
    return false;
  }
}

function remember(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, "on");
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, the setting lasts for one visit.
  }
}

/** Whether the latest run was requested for the current workspace. Code matters only if the pipeline uses it. */
function wasAskedFor(state: AppState): boolean {
  const { asked, source, pipeline } = state;
  if (asked?.source !== source || asked.pipeline !== pipeline) return false;
  return isSameCode(asked, state) || codeNames(pipeline).size === 0;
}

/**
 * From now on, a run follows the edits after a pause. It stops a run that is still in progress. User code runs only if
 * a press of Run has run the same code before (`Runs.runsWithoutPress`).
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
