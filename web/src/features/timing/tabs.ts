// The views of the times, which the panel shows.
import type { Tab } from "../../core/feature";
import type { TimingTab } from "../../core/state/tabs";

export const TIMING_VIEWS: readonly [Tab<TimingTab>, ...Tab<TimingTab>[]] = [
  {
    name: "tree",
    label: { en: "Passes", zh: "Pass" },
    load: () => import("./timing-tree"),
    element: "pc-tree",
    tools: "pc-timing-filter",
  },
  {
    name: "table",
    label: { en: "Table", zh: "表格" },
    load: () => import("./timing-table"),
    element: "pc-timing-table",
    tools: "pc-timing-filter",
  },
  {
    name: "icicle",
    label: { en: "Icicle", zh: "冰柱图" },
    load: () => import("./icicle-view"),
    element: "pc-icicle",
    tools: "pc-timing-filter",
  },
  {
    name: "text",
    label: { en: "As text", zh: "文本" },
    load: () => import("./timing-text"),
    element: "pc-timing-text",
  },
];
