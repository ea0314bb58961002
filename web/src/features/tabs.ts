// The tabs of the page: a row each, in the order in which they are shown. Whoever shows tabs, keeps which one
// is chosen or names one in a link takes it from here: the playground's two panels, the embedded element, the
// state. A view's code is fetched when its tab is first chosen, so this table has none of it.
import type { playground } from "../i18n/en/playground";
import type { AppState } from "../core/state/app-state";

export interface Tab<Name extends string = string> {
  /** What the tab is called in the state and in links. */
  readonly name: Name;
  readonly label: keyof typeof playground & `${"timing" | "detail"}.${string}`;
  readonly load: () => Promise<unknown>;
  /** The element that shows it, a `View`, which `load` defines. */
  readonly element: string;
  /** An element with buttons for the panel's head, defined with the view or with the panel. */
  readonly tools?: string;
  /** A number that is shown beside the label unless it is 0. */
  readonly count?: (state: AppState) => number;
  /** It shows the chosen pass, so choosing another one does not lead away from it. */
  readonly ofPass?: boolean;
  /** The word for it in `panels` of the embedded element, which has no other tabs. */
  readonly panel?: string;
}

/** Views of a run that are not seen at first come in one piece. */
const results = (): Promise<unknown> => import("./results");

/** The ways to look at the times. */
export const TIMING_TABS = [
  {
    name: "tree",
    label: "timing.tree",
    load: () => import("./timing/timing-tree"),
    element: "pc-tree",
    tools: "pc-timing-filter",
  },
  {
    name: "table",
    label: "timing.table",
    load: results,
    element: "pc-timing-table",
    tools: "pc-timing-filter",
  },
  {
    name: "icicle",
    label: "timing.icicle",
    load: results,
    element: "pc-icicle",
    tools: "pc-timing-filter",
  },
  { name: "text", label: "timing.text", load: results, element: "pc-timing-text" },
] as const satisfies readonly Tab[];

/** The program, and what passes did to it. */
export const DETAIL_TABS = [
  {
    name: "program",
    label: "detail.program",
    load: () => import("./program/program-panel"),
    element: "pc-program",
  },
  {
    name: "diff",
    label: "detail.diff",
    load: () => import("./diff/diff-tab"),
    element: "pc-diff",
    tools: "pc-diff-tools",
    ofPass: true,
    panel: "ir-diff",
  },
  {
    name: "graph",
    label: "detail.graph",
    load: () => import("./graph/graph-panel"),
    element: "pc-graph-panel",
    ofPass: true,
    panel: "graph",
  },
  {
    name: "ops",
    label: "detail.ops",
    load: results,
    element: "pc-ops",
    ofPass: true,
    panel: "op-diff",
  },
  {
    name: "remarks",
    label: "detail.remarks",
    load: () => import("./remarks/remarks-view"),
    element: "pc-remarks",
    panel: "remarks",
  },
  {
    name: "running",
    label: "detail.running",
    load: () => import("./running/running-view"),
    element: "pc-running",
    ofPass: true,
    panel: "running",
  },
  {
    name: "compare",
    label: "detail.compare",
    load: () => import("./compare/compare-view"),
    element: "pc-compare",
  },
  {
    name: "hooks",
    label: "detail.hooks",
    load: results,
    element: "pc-hooks",
    ofPass: true,
    panel: "hooks",
  },
  {
    name: "code",
    label: "detail.code",
    load: () => import("./code/code-tab"),
    element: "pc-code-tab",
    panel: "code",
  },
  {
    name: "console",
    label: "detail.console",
    load: () => import("./console/console-panel"),
    element: "pc-console",
    count: (state: AppState): number => state.console.length,
    panel: "console",
  },
] as const satisfies readonly Tab[];

type NameOf<Tabs extends readonly Tab[]> = Tabs[number]["name"];
export type TimingTab = NameOf<typeof TIMING_TABS>;
export type DetailTab = NameOf<typeof DETAIL_TABS>;

/** The row of a tab; the first one if there is none of that name. */
export function tabOf<Name extends string>(
  tabs: readonly [Tab<Name>, ...Tab<Name>[]],
  name: string,
): Tab<Name> {
  return tabs.find((tab) => tab.name === name) ?? tabs[0];
}

type EmbeddedTab = Extract<(typeof DETAIL_TABS)[number], { panel: string }>;
/** What an embedded element can show: all of the times, and some tabs. */
export type Panel = "timing" | EmbeddedTab["panel"];

/** The tabs that an embedded element can show. */
export const EMBEDDED_TABS: readonly EmbeddedTab[] = DETAIL_TABS.filter((tab) => "panel" in tab);
