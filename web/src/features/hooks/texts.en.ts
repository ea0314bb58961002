import { count, number } from "../../i18n/en/format";

export const hooks = {
  "hooks.none": "No stage of this run had an instrument.",
  "hooks.notRun": "Run a pipeline with instruments to see their hooks at work.",
  "hooks.hint":
    "Add an instrument to a stage's context, then run. This tab shows which hooks are called, in what order, and which are not called after one throws.",
  "hooks.of": ({ number: stage }: { number: number }) => `Hooks of stage ${stage}`,
  "hooks.stage": ({ number: stage }: { number: number }) => `Stage ${stage}`,
  "hooks.counts": ({ instruments, calls }: { instruments: number; calls: number }) =>
    `${count(instruments, "instrument", "instruments")}, ${count(calls, "call", "calls")}`,
  "hooks.calls": ({ calls }: { calls: number }) => count(calls, "call", "calls"),
  "hooks.threwCount": ({ times }: { times: number }) => `${number(times)} threw`,
  "hooks.vetoes": ({ times }: { times: number }) => count(times, "veto", "vetoes"),
  "hooks.fold": "Fold all",
  "hooks.unfold": "Unfold all",
  "hooks.copy": ({ number: stage }: { number: number }) => `Copy the hook calls of stage ${stage}`,
  "hooks.grid": ({ number: stage }: { number: number }) => `Hook calls of stage ${stage}, in order`,
  "hooks.column": "Pass and hook",
  "hooks.more": ({ more, all }: { more: number; all: number }) =>
    `Show ${number(more)} more of ${number(all)} lines`,
  "hooks.dropped": ({ calls }: { calls: number }) =>
    `The log ends here; ${number(calls)} later calls were dropped.`,
  "hooks.vetoed": "vetoed",
  "hooks.failed": "failed",
  "hooks.logEnds": "log ends",
  "hooks.threw": "threw",
  "hooks.running": "running",
  "hooks.returned": "returned",
  "hooks.notCalled": "not called",
  "hooks.notCalledTitle": ({ hook, instrument }: { hook: string; instrument: string }) =>
    `${hook} of ${instrument} was not called`,
  "hooks.call": (p: { place: number; hook: string; instrument: string; outcome: string }) =>
    `Call ${p.place}: ${p.hook} of ${p.instrument} ${p.outcome}`,
  "hooks.whoThrew": ({ who }: { who: string }) => `${who} threw an exception.`,
  "hooks.whoThrewThat": ({ who }: { who: string }) => `${who} threw an exception:`,
  "hooks.whoVetoed": ({ who }: { who: string }) => `${who} vetoed the pass.`,
  "rule.enterPassCtx":
    "Instruments entered before it are exited, those after it are not entered, and the context drops all its instruments. Nothing runs in the context.",
  "rule.exitPassCtx":
    "exitPassCtx of the instruments after it is not called, and the context drops all its instruments.",
  "rule.shouldRun":
    "shouldRun of the instruments after it is not called, and the pass does not run.",
  "rule.runBeforePass":
    "runBeforePass of the instruments after it is not called, and the pass does not run.",
  "rule.runAfterPass":
    "The pass has run, but runAfterPass of the instruments after it is not called.",
  "rule.runAfterFailed": "This exception is dropped. Only the first exception is reported.",
  "rule.veto":
    "One veto is enough: the other instruments are still called, but the pass does not run.",
};
