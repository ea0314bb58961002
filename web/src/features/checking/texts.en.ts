// Finding what makes a stage wrong.
import { count, number } from "../../i18n/en/format";

export const checking = {
  "fault.bisect": "Find the guilty execution",
  "fault.bisectTitle":
    "Run the stage again and again with fewer executions of passes, by halving, until the one is found after which it is wrong",
  "fault.reduce": "Make it smaller",
  "fault.reduceTitle":
    "Leave out passes and parts of the program as long as the stage is still wrong with it",
  "fault.bisecting": ({ tried }: { tried: number }) =>
    `Looking for the guilty execution: run ${number(tried)}…`,
  "fault.reducing": ({ tried, calls }: { tried: number; calls: number }) =>
    calls > 0
      ? `Making the program smaller: ${count(tried, "attempt", "attempts")}, ${count(calls, "call", "calls")} left…`
      : "Making the program smaller…",
  "fault.stopped": "Stopped.",
  "fault.diff": "What the guilty execution changed",
  "fault.again": ({ limit }: { limit: number }) =>
    `To see it again: the instrument OptBisect with the limit ${limit} ends the stage behind it.`,
  "fault.addLimit": "Add it to the stage",
  "fault.calls": ({ before, after }: { before: number; after: number }) =>
    `${count(after, "call", "calls")} instead of ${number(before)}.`,
  "fault.open": "Open the smaller program",
  "fault.stop": "Stop",
};
