// The parts of an embedded element that it needs to run: the engine that all elements share, the state, the views. They
// load when the first element is in view or pressed.
import { t as core } from "../core/texts";
import { t } from "./texts";
import { lazySandboxes } from "../core/protocol/client";
import { moduleWorker, refusalOf } from "../core/protocol/module-worker";
import { createApp } from "../features/app";
import type { App } from "../core/app/app";
import { engineFiles } from "../engine/session/engine-files";
import type { Shared } from "../features/share/link";
import type { FromEngine } from "./engine-messages";
import script from "./engine-worker.ts?worker&url";
import "./failure";
import "./results";
import { SharedEngine } from "./shared-engine";

export { foundBy } from "./engine-problems";

const engine = new SharedEngine((receive, crash) => {
  const worker = moduleWorker(script);
  worker.addEventListener("message", ({ data }: MessageEvent<FromEngine>) => receive(data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    const refusal = refusalOf(event.message);
    const message = event.message.replace(/^Uncaught (?:Error: )?/, "");
    crash(refusal ? t("embed.policy", refusal) : message || core("engine.unreachable"));
  });
  worker.addEventListener("messageerror", () => crash(core("engine.unreadable")));
  return {
    post: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  };
}, engineFiles);

/** The app of an element, with its own sessions in the shared engine. */
export function openDemo(shared: Shared): App {
  const app = createApp(
    engine.spawn,
    lazySandboxes(async () => (await import("./sandbox")).sandboxes),
  );
  app.workspaces.prepare(shared, undefined);
  return app;
}
