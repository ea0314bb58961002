// Apps for tests of views: with the real engine after a first run, or without an engine.
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

/** Runs the user's code without a sandbox. */
const sandboxes = {
  javascript: workerSpawner((name) => new Worker(codeWorker, { type: "module", name })),
  python: () => {
    throw new Error("tests of views run no Python");
  },
};

/** If one of these fields differs, something has run since, or the engine has more requests. */
const OF_RUNS = ["asked", "trace", "code", "editing", "check"] as const;

let kept: { readonly app: App; readonly start: AppState } | undefined;

/**
 * Waits for the results of a run, and stops its repetitions for steady times. They take a second, and only tests of
 * measuring need them.
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
 * The page's app after its first run: ResNet-18 through the initial pipeline, in the page's own worker. All tests share
 * it. After a test, its changes are taken back, with another run only if something ran.
 */
export async function firstRun(): Promise<App> {
  if (kept) return kept.app;
  const app = createApp(spawn, sandboxes);
  app.runs.start();
  await finished(app);
  await vi.waitUntil(() => app.store.state.program.kind === "ready", { timeout: 60_000 });
  // Remarks arrive last, so without the wait they would arrive during the first test.
  await app.remarks.ask();
  kept = { app, start: app.store.state };
  return app;
}

/** Runs the pipeline like a press of Run. */
export async function runAgain(app: App): Promise<void> {
  void app.runs.press();
  await finished(app);
}

/** A separate app on the page's worker, which has not run anything. */
export function ownApp(): App {
  const app = createApp(spawn, sandboxes);
  onTestFinished(() => app.close());
  return app;
}

/** Takes back the changes of a test to the shared app. */
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

/** The engine's answers by kind of request. Other requests get no answer. */
type Answers = {
  readonly [K in RequestKind]?: (body: Requests[K]["request"]) => Requests[K]["reply"];
};

/** An app with this state, and with these answers instead of an engine. */
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
