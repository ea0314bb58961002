import { count } from "../../i18n/en/format";

export const lineage = {
  "lineage.title": "Where it came from, what became of it",
  "lineage.close": "Close the lineage",
  "lineage.fetching": "The passes are asked what they did with it…",
  "lineage.failed": ({ why }: { why: string }) => `That could not be found out: ${why}`,
  "lineage.notRun": "Run the pipeline first: its passes tell what they did.",
  "lineage.outdated": "The program was changed since it ran: run it again, then ask.",
  "lineage.nothing": "No expression stands there.",
  "lineage.noOrigin": "Nothing in the first program leads to it.",
  "lineage.origins": "From the first program:",
  "lineage.at": ({ source, line }: { source: string; line: number }) => `${source}, line ${line}`,
  "lineage.moreOrigins": ({ more }: { more: number }) => `and ${count(more, "other", "others")}`,
  "lineage.unchanged": "No pass did anything with it.",
  "lineage.here": "the program that was asked about",
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
