// Apps for tests of views: on the real engine after a first run, or on none.
import { onTestFinished, vi } from "vitest";
import { workerSpawner, type Spawn } from "../../../src/core/protocol/client";
import type { RequestKind, Requests } from "../../../src/core/protocol/requests";
import { moduleWorker } from "../../../src/core/protocol/module-worker";
import type { App } from "../../../src/core/app/app";
import { createApp } from "../../../src/features/app";
import type { AppState } from "../../../src/core/state/app-state";
import engineWorker from "../../../src/workers/main.ts?worker&url";
import codeWorker from "./code-worker.ts?worker&url";

const spawn = workerSpawner((name) => moduleWorker(engineWorker, name));

/** Runs the user's code, where tests have some, outside of any sandbox. */
const sandboxes = {
  javascript: workerSpawner((name) => new Worker(codeWorker, { type: "module", name })),
  python: () => {
    throw new Error("tests of views run no Python");
  },
};

/** Where one of them is another, something has run since, or the engine has been asked for more. */
const OF_RUNS = ["asked", "trace", "code", "editing", "check"] as const;

let kept: { readonly app: App; readonly start: AppState } | undefined;

/**
 * Until a run's results are there. Its repetitions for steady times are ended as a press of Stop does: they take a
 * second of every run, and only tests of measuring wait for them.
 */
export async function finished(app: App, measured = false): Promise<void> {
  await vi.waitFor(
    () => {
      const { kind } = app.store.state.run;
      if (kind === "measuring" && !measured) app.runs.stop();
      if (kind !== "done") throw new Error(`the run is ${kind}`);
    },
    { timeout: 60_000, interval: 10 },
  );
}

/**
 * The page's app after its first run: ResNet-18 through the pipeline that is set at first, on the page's own
 * worker. One for all tests; what a test changes is taken back after it, by another run only where it ran something.
 */
export async function firstRun(): Promise<App> {
  if (kept) return kept.app;
  const app = createApp(spawn, sandboxes);
  app.runs.start();
  await finished(app);
  await vi.waitUntil(() => app.store.state.program.kind === "ready", { timeout: 60_000 });
  // What passes say comes last, and would otherwise come in the midst of the first test.
  await app.remarks.ask();
  kept = { app, start: app.store.state };
  return app;
}

/** Runs what is set, as a press of Run does. */
export async function runAgain(app: App): Promise<void> {
  void app.runs.press();
  await finished(app);
}

/** An app of the test's own on the page's worker, which has run nothing yet. */
export function ownApp(): App {
  const app = createApp(spawn, sandboxes);
  onTestFinished(() => app.close());
  return app;
}

/** Takes back what a test did to the app of the first run. */
export function backToStart(): void {
  if (!kept) return;
  const { app, start } = kept;
  const { state } = app.store;
  const asksNothing =
    state.run.kind === "done" && state.snapshots && state.program.kind !== "loading";
  if (asksNothing && OF_RUNS.every((key) => state[key] === start[key])) {
    app.store.update(start);
  } else {
    app.close();
    kept = undefined;
  }
}

/** What an engine answers, by kind of request; what is not there is never answered. */
type Answers = {
  readonly [K in RequestKind]?: (body: Requests[K]["request"]) => Requests[K]["reply"];
};

/** An app with this state, and no engine but these answers. */
export function appOf(state: Partial<AppState>, answers: Answers = {}): App {
  const answering: Spawn = (receive) => ({
    post: ({ id, kind, body }) => {
      const answer = answers[kind] as ((body: unknown) => unknown) | undefined;
      if (answer) queueMicrotask(() => receive({ id, kind: "done", value: answer(body) }));
    },
    terminate: () => undefined,
  });
  return createApp(answering, { javascript: answering, python: answering }, state);
}
