// All features, and the App that is composed of them.
import type { App, Controllers, Tell } from "../core/app/app";
import { Engines } from "../core/app/engines";
import { Layout } from "../core/app/layout";
import { Notices } from "../core/app/notices";
import { Rows } from "../core/app/rows";
import { Runs } from "../core/app/runs";
import type { Feature, Tab } from "../core/feature";
import type { Spawn } from "../core/protocol/client";
import type { CodeLanguage } from "../core/protocol/code";
import { CORE_STATE, type AppState } from "../core/state/app-state";
import { Store } from "../core/state/store";
import { DETAIL_TABS, type DetailTab } from "../core/state/tabs";
import { Undoing } from "../core/state/undoing";

/** Each feature exports one from its `index.ts`. */
const FEATURES: readonly Feature[] = Object.values(
  import.meta.glob<Feature>("./*/index.ts", { eager: true, import: "default" }),
);

const ALL_TABS = FEATURES.flatMap(({ tabs = [] }) => tabs);

/** The tabs of the lower panel, in the order in which they are shown. */
export const DETAIL_VIEWS: readonly Tab<DetailTab>[] = DETAIL_TABS.map(({ name }) => {
  const tab = ALL_TABS.find((one): one is Tab<DetailTab> => one.name === name);
  if (!tab) throw new Error(`no feature registers the tab "${name}"`);
  return tab;
});

/** The tab of the lower panel with this name. */
export const viewOf = (name: DetailTab): Tab<DetailTab> =>
  DETAIL_VIEWS.find((tab) => tab.name === name) as Tab<DetailTab>;

/** The state with which a page opens. */
export const INITIAL_STATE: AppState = Object.assign(
  { ...CORE_STATE },
  ...FEATURES.map(({ state }) => state),
) as AppState;

/**
 * Makes the state of a page and its controllers.
 * @param spawn makes the engine.
 * @param sandbox makes, by language, an engine that may run the user's code.
 */
export function createApp(
  spawn: Spawn,
  sandbox: Readonly<Record<CodeLanguage, Spawn>>,
  saved: Partial<AppState> = {},
): App {
  const tell: Tell = (hook, ...what) => {
    for (const { hooks } of FEATURES) {
      (hooks?.[hook] as ((app: App, ...rest: unknown[]) => void) | undefined)?.(app, ...what);
    }
  };
  const store = new Store<AppState>({ ...INITIAL_STATE, ...saved });
  const engines = new Engines(store, spawn, sandbox);
  const notices = new Notices(store);
  const ofPass = DETAIL_VIEWS.filter((tab) => tab.ofPass).map(({ name }) => name);
  const rows = new Rows(store, new Set(ofPass));
  const traced = (state: AppState, alike: boolean): Partial<AppState> =>
    Object.assign(
      {},
      ...FEATURES.map((feature) => feature.traced?.(state, alike)),
    ) as Partial<AppState>;
  const runs = new Runs(
    store,
    engines,
    rows,
    notices,
    {
      opened: () => tell("opened"),
      runAsked: () => tell("runAsked"),
      runBegins: () => tell("runBegins"),
      runEnds: () => tell("runEnds"),
      printed: (entries) => tell("printed", entries),
    },
    traced,
  );
  const core: Omit<App, keyof Controllers> = {
    store,
    engines,
    notices,
    rows,
    runs,
    history: new Undoing(store, (before) => tell("restored", before)),
    layout: new Layout(store),
    tell,
    close() {
      runs.close();
      tell("closed");
      engines.close();
    },
  };
  // Controllers find each other through the App, so the App exists before them.
  const app = core as App;
  for (const { controllers } of FEATURES) Object.assign(app, controllers?.(app));
  return app;
}
