import { count } from "../../i18n/en/format";

export const lineage = {
  "lineage.title": "Lineage of this operator",
  "lineage.close": "Close the lineage",
  "lineage.fetching": "Loading the lineage…",
  "lineage.failed": ({ why }: { why: string }) => `The lineage could not be loaded: ${why}`,
  "lineage.notRun": "Run the pipeline first: a run records the lineage.",
  "lineage.outdated":
    "The program was changed since the last run. Run it again to see the lineage.",
  "lineage.nothing": "There is no expression at this place.",
  "lineage.noOrigin": "It has no origin in the first program.",
  "lineage.origins": "Origins in the first program:",
  "lineage.at": ({ source, line }: { source: string; line: number }) => `${source}, line ${line}`,
  "lineage.moreOrigins": ({ more }: { more: number }) => `and ${count(more, "other", "others")}`,
  "lineage.unchanged": "No pass changed it.",
  "lineage.here": "the selected program",
  "lineage.and": ", ",
  "lineage.stepTitle": ({ before, after }: { before: number; after: number }) =>
    `${count(before, "expression", "expressions")} before the pass, ${after} after; show its changes`,
  "lineage.changed": "changed",
  "lineage.made": "made",
  "lineage.merged": "merged",
  "lineage.split": "split",
  "lineage.folded": "folded",
  "lineage.removed": "removed",
};
