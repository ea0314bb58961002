// The tabs by name, in the order in which they are shown. The feature that a tab belongs to registers what else
// there is to it (`core/feature.ts`).

/** The ways to look at the times. */
export const TIMING_TABS = ["tree", "table", "icicle", "text"] as const;

/** The program, and what passes did to it; with `panel` the word for it in `panels` of the embedded element. */
export const DETAIL_TABS = [
  { name: "program" },
  { name: "diff", panel: "ir-diff" },
  { name: "graph", panel: "graph" },
  { name: "ops", panel: "op-diff" },
  { name: "remarks", panel: "remarks" },
  { name: "running", panel: "running" },
  { name: "compare" },
  { name: "hooks", panel: "hooks" },
  { name: "code", panel: "code" },
  { name: "console", panel: "console" },
] as const;

export type TimingTab = (typeof TIMING_TABS)[number];
export type DetailTab = (typeof DETAIL_TABS)[number]["name"];

type EmbeddedTab = Extract<(typeof DETAIL_TABS)[number], { panel: string }>;
/** What an embedded element can show: all of the times, and some tabs. */
export type Panel = "timing" | EmbeddedTab["panel"];

/** The tabs that an embedded element can show. */
export const EMBEDDED_TABS: readonly EmbeddedTab[] = DETAIL_TABS.filter((tab) => "panel" in tab);
