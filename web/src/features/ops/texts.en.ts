import { count, number } from "../../i18n/en/format";

export const ops = {
  "ops.label": "Operator changes",
  "ops.caption": "How many calls of each operator each pass adds or removes",
  "ops.notRun": "Run the pipeline to see which operators each pass adds and removes.",
  "ops.noChange": "No pass of this run added or removed an operator.",
  "ops.passes": "Passes",
  "ops.depth": "Passes by depth",
  "ops.allDepths": "all depths",
  "ops.outermost": "outermost only",
  "ops.downTo": ({ depth }: { depth: number }) => `down to depth ${depth}`,
  "ops.filterLabel": "Filter operators by name",
  "ops.filter": "Filter operators",
  "ops.counts": ({ passes, operators }: { passes: number; operators: number }) =>
    `${count(passes, "pass", "passes")}, ${count(operators, "operator", "operators")}`,
  "ops.countsOf": (p: { passes: number; operators: number; all: number }) =>
    `${count(p.passes, "pass", "passes")}, ${number(p.operators)} of ${count(p.all, "operator", "operators")}`,
  "ops.copyMatrix": "Copy the matrix for spreadsheets",
  "ops.noneNamed": ({ text }: { text: string }) => `No changed operator has “${text}” in its name.`,
  "ops.showAll": "Show all operators",
  "ops.list": "As TVM's tutorial prints it: depth, pass, change per operator",
  "ops.copyList": "Copy the list of operator changes",
  "ops.pass": "Pass",
  "ops.net": "Net",
  "ops.netTitle": "All operators together",
  "ops.netChange": "Net change",
  "ops.origin": ({ calls, op }: { calls: number; op: string }) =>
    `show the origin of ${count(calls, "call", "calls")} of ${op}`,
  "ops.fate": ({ calls, op }: { calls: number; op: string }) =>
    `trace ${count(calls, "call", "calls")} of ${op}`,
};
