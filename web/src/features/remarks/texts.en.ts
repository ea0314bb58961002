import { count, number } from "../../i18n/en/format";

export const remarks = {
  "remarks.counted": ({ type, count: remarks }: { type: string; count: number }) =>
    `${type} ${number(remarks)}`,
  "remarks.types": "Types of remarks",
  "remarks.pass": "Remarks of",
  "remarks.allPasses": "all passes",
  "remarks.passAt": ({ name, row }: { name: string; row: number }) => `${name} (row ${row})`,
  "remarks.kind": "Kind of remark",
  "remarks.allKinds": "all kinds",
  "remarks.search": "Filter remarks",
  "remarks.count": ({ count: remarks }: { count: number }) => count(remarks, "remark", "remarks"),
  "remarks.countOf": ({ shown, count: remarks }: { shown: number; count: number }) =>
    `${number(shown)} of ${count(remarks, "remark", "remarks")}`,
  "remarks.copy": "Copy as YAML",
  "remarks.save": "Save as YAML",
  "remarks.yamlTitle":
    "The listed remarks, in LLVM's format, which opt-viewer and other tools read",
  "remarks.copied": "Copied",
  "remarks.notCopied": "The browser did not allow copying",
  "remarks.saved": ({ name }: { name: string }) => `Saved ${name}`,
  "remarks.noYaml": "The remarks could not be saved",
  "remarks.label": "Remarks; arrow keys move and unfold, Enter goes to the line",
  "remarks.ofProgram": "about the program",
  "remarks.part": ({ shown, all }: { shown: number; all: number }) =>
    `The first ${number(shown)} of ${count(all, "line", "lines")}.`,
  "remarks.showMore": "Show more",
  "remarks.cut": ({ cut, shown }: { cut: number; shown: number }) =>
    `These are the first ${count(shown, "remark", "remarks")}; ${number(cut)} more were dropped.`,
  "remarks.none": "The passes of this run emitted no remarks.",
  "remarks.noneFits": "No remark matches the filter.",
  "remarks.showAll": "Show all",
  "remarks.notRun": "Run the pipeline to see what its passes did, what they missed, and why.",
  "remarks.running": "The pipeline is running.",
  "remarks.fetching": "Loading the remarks…",
  "remarks.gone": "The engine was restarted and lost the remarks. Run again to see them.",
  "remarks.failed": ({ why }: { why: string }) => `The remarks could not be loaded: ${why}`,
};
