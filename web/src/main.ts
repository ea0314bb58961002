// Starts the worker first, since it has the most to load, then shows the page.
import { t } from "./i18n/lab";
import { startLanguage } from "./i18n/page";
import { lazySpawner, workerSpawner } from "./protocol/client";
import { App } from "./state/app";
import { INITIAL_STATE } from "./state/app-state";
import { keep, kept } from "./state/keep";
import { AppShell } from "./views/app-shell";

const app = new App(
  workerSpawner(() => new Worker(new URL("./worker/main.ts", import.meta.url), { type: "module" })),
  lazySpawner(async () => {
    const { sandbox } = await import("./sandbox/sandbox");
    return sandbox;
  }),
);
const [workspace] = await Promise.all([kept(), startLanguage(() => t("page.title"))]);
if (workspace) app.store.update(workspace);
keep(app, INITIAL_STATE);
app.start();

const shell = new AppShell();
shell.app = app;
document.body.append(shell);
