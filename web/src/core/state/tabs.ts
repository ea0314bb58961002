// The tabs by name, in the order of display. The feature of a tab registers everything else about it
// (`core/feature.ts`).

/** The tabs of the times. */
export const TIMING_TABS = ["tree", "table", "icicle", "text"] as const;

/**
 * The tabs about the program and about what passes did to it. `panel` is the tab's name in `panels` of the embedded
 * element.
 */
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
/** The panels of an embedded element: all times, or one of some tabs. */
export type Panel = "timing" | EmbeddedTab["panel"];

/** The tabs that an embedded element can show. */
export const EMBEDDED_TABS: readonly EmbeddedTab[] = DETAIL_TABS.filter((tab) => "panel" in tab);
