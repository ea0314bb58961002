// Texts of the search for the fault of a stage.
import { count, number } from "../../i18n/en/format";

export const checking = {
  "fault.bisect": "Find the failing pass",
  "fault.bisectTitle":
    "Run parts of the stage, by bisection, to find the first pass after which it fails",
  "fault.reduce": "Reduce test case",
  "fault.reduceTitle": "Remove passes and parts of the program while the stage still fails",
  "fault.bisecting": ({ tried }: { tried: number }) =>
    `Looking for the failing pass: run ${number(tried)}…`,
  "fault.reducing": ({ tried, calls }: { tried: number; calls: number }) =>
    calls > 0
      ? `Reducing the program: ${count(tried, "attempt", "attempts")}, ${count(calls, "call", "calls")} left…`
      : "Reducing the program…",
  "fault.stopped": "Stopped.",
  "fault.diff": "Show what the failing pass changed",
  "fault.again": ({ limit }: { limit: number }) =>
    `To reproduce it: the instrument OptBisect with limit ${limit} stops the stage after this pass.`,
  "fault.addLimit": "Add it to the stage",
  "fault.calls": ({ before, after }: { before: number; after: number }) =>
    `${count(after, "call", "calls")} instead of ${number(before)}.`,
  "fault.open": "Open the reduced program",
  "fault.stop": "Stop",
};
