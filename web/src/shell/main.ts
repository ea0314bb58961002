// The playground's entry. It starts the worker first, which loads the longest, and then shows the page.
import { t as core } from "../core/texts";
import { t } from "./texts";
import { startLanguage } from "../i18n/page";
import { lazySandboxes, workerSpawner } from "../core/protocol/client";
import { moduleWorker } from "../core/protocol/module-worker";
import { Address } from "../features/share/address";
import { decodeFragment, isFragment, type Shared } from "../features/share/link";
import { createApp, INITIAL_STATE } from "../features/app";
import { stateOf } from "../core/state/app-state";
import { keepOffline } from "../offline/keep-offline";
import { followEdits } from "./auto-run";
import { followUpdates } from "./site-update";
import { hasMeasured } from "./has-measured";
import { keepReading } from "./keep-reading";
import { isReload, keep, kept } from "./keep";
import { workspaceDocument } from "../core/state/reproducer";
import { AppShell } from "./app-shell";
import engineWorker from "../workers/main.ts?worker&url";

const app = createApp(
  workerSpawner((name) => moduleWorker(engineWorker, name)),
  lazySandboxes(async () => (await import("../workers/sandboxes")).sandboxes),
);

/** The content of the address's fragment; undefined if there is none or it cannot be read. */
async function linked(): Promise<Shared | undefined> {
  if (!isFragment(location.hash)) return undefined;
  try {
    return await decodeFragment(location.hash);
  } catch (error) {
    app.notices.report(core("link.notOpened"), error);
    return undefined;
  }
}

// Before the link is read, because a link may choose another reading.
keepReading(app);
const link = await linked();
const title = (): string => t("page.title");
const [{ workspace, other, late }] = await Promise.all([
  kept(),
  startLanguage(title, link?.view.language),
]);
if (link && workspace && isReload()) {
  app.workspaces.prepare({ ...link, workspace }, undefined);
} else if (link) {
  const same = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);
  const lost = workspace && !same(workspaceDocument(workspace), workspaceDocument(link.workspace));
  app.workspaces.prepare(link, lost ? workspace : undefined);
} else if (workspace) {
  app.store.update(stateOf(workspace));
}
if (other && !app.store.state.earlier) app.store.update({ earlier: other });
void late.then((earlier) => {
  if (earlier && !app.store.state.earlier) app.store.update({ earlier });
});
keep(app, INITIAL_STATE, workspace !== undefined);
followEdits(app);
followUpdates(app);
new Address(app);
app.runs.start();

const shell = new AppShell();
shell.app = app;
document.body.append(shell);
// Loading the site for offline use would disturb the measuring of times.
void keepOffline(3000, () => hasMeasured(app.store));
