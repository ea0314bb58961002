import { rich } from "../i18n/texts";
import { count, list, number } from "../i18n/en/format";

/** The contents of a workspace with user code. */
export interface Held {
  readonly program: string;
  readonly stages: number;
  /** The names in the code that the pipeline uses. */
  readonly names: readonly string[];
  readonly lines: number;
}

const holds = ({ program, stages, names, lines }: Held): string =>
  `${program}, ${count(stages, "stage", "stages")}, and code: ${list(names)}, ${count(lines, "line", "lines")}. The code runs when you press Run, in a sandbox without network.`;

export const shell = {
  "page.wholePipeline": "Show the whole pipeline",
  "page.lessPipeline": "Show less of the pipeline",
  "page.title": "Passcope: compiler passes under the microscope",
  "page.tagline": "Run a neural network through compiler passes and see what each one does.",
  "page.engine": ({ version }: { version: string }) => `engine ${version}`,
  "page.open": "Open…",
  "page.openTitle":
    "Open Relay text, a model (.onnx, or .pt of TorchScript), or a reproducer: a program with its pipeline and code",
  "page.openFile": "A file to open",
  "page.save": "Save reproducer",
  "page.saveTitle":
    "Save the program, the pipeline and the code as one file, which passcope run --reproducer replays",
  "page.help": "What is a pass?",
  "page.learn": "Learn",
  "page.docs": "Docs",
  "page.controls": "Network and pipeline",
  "page.split": "Height of the upper panel",
  "page.splitTitle": "Drag or use the arrow keys; double-click to reset the height",
  "page.dismiss": "Dismiss",
  "skip.links": "Skip the controls",
  "skip.results": "Skip to the results",
  "skip.changes": "Skip to program and changes",
  "waiting.link": (held: Held) => `This link contains ${holds(held)}`,
  "waiting.file": (held: Held) => `This file contains ${holds(held)}`,
  "waiting.kept": (held: Held) => `Your work contains ${holds(held)}`,
  "waiting.run": "Run now",
  "waiting.look": "Look at the code",
  "link.otherWork": "There is other work from an earlier visit.",
  "link.goBack": "Back to that work",
  "language.menu": "Language",
  "language.failed": "The language's texts could not be loaded. Is there a connection?",
  "site.changed": "Passcope has been updated since this page was opened.",
  "site.changedWhy":
    "Files that the page has not loaded yet are gone. Your work is kept when you reload.",
  "site.reload": "Reload the page",
  "failure.at": ({ place }: { place: unknown }) => rich`at ${place}`,
  "failure.in": ({ place }: { place: unknown }) => rich`in ${place}`,
  "failure.inAt": ({ pass, line }: Record<"pass" | "line", unknown>) =>
    rich`in ${pass}, at ${line}`,
  "failure.codeLine": ({ line }: { line: number }) => `line ${line} of the code`,
  "failure.programLine": ({ line, column }: { line: number; column: number }) =>
    `line ${line}, column ${column} of the program`,
  "failure.ofStage": ({ name, stage }: { name: string; stage: string }) => `${name} of ${stage}`,
  "failure.ofStageNumber": ({ number }: { number: number }) => `stage ${number}`,
  "failure.mistakes": ({ mistakes }: { mistakes: number }) =>
    count(mistakes, "mistake in the program", "mistakes in the program"),
  "failure.wrong": ({ pass }: { pass: unknown }) =>
    rich`After ${pass} the program computes different values:`,
  "failure.message": "The message",
  "failure.dismiss": "Dismiss the error",
  "offer.undo": "Undo",
  "offer.redo": "Redo",
  "offer.label": "Last change",
  "run.run": "Run",
  "run.runTitle": "Run the pipeline (Ctrl+Enter)",
  "run.stop": "Stop",
  "run.auto": "Auto-run",
  "run.autoTitle":
    "Run automatically after each edit. Your own code runs automatically only after you have pressed Run once.",
  "run.waits": "Contains code; press Run",
  "run.outdatedCode": "Changed; press Run to run its code",
  "run.outdated": "Changed since the last run",
  "run.idle": "Ready",
  "run.running": ({ pass, place }: { pass: string; place: number }) =>
    `Running ${pass}, pass ${number(place)}…`,
  "run.again": "Running…",
  "run.first": "Loading and running…",
  "run.measuring": "Repeating for steady times…",
  "run.done": ({ passes }: { passes: number }) => `Done, ${count(passes, "pass", "passes")} ran`,
  "run.seconds": ({ seconds }: { seconds: number }) => `${number(seconds)} s`,
  "run.stopped": "Stopped",
  "run.stoppedIn": ({ pass, seconds }: { pass: string; seconds: number }) =>
    seconds > 0 ? `Stopped in ${pass} after ${number(seconds)} s` : `Stopped in ${pass}`,
  "run.crashed": "The engine crashed and was replaced",
  "run.pythonEnded": "Python ended",
  "run.memory": "The engine ran out of memory and was replaced",
  "run.failed": "Failed",
  "run.files": ({ files }: { files: number }) => count(files, "dumped file", "dumped files"),
  "run.filesTitle": "Files of DumpIR: the program after each pass",
  "help.title": "Passes in a few words",
  "help.program": "Relay program",
  "help.programText":
    "The network as a compiler sees it: one function, a line per operation. It is the text that Apache TVM prints.",
  "help.pass": "Pass",
  "help.passText":
    "A function from program to program that must not change what the program computes. Passes may run other passes, so a run forms a tree.",
  "help.optLevel": "opt_level",
  "help.optLevelText":
    "Every pass has a level, and so has the context around a stage. A Sequential skips passes whose level is above the level of the context. A pass that you call directly always runs.",
  "help.sequential": "Sequential",
  "help.sequentialText": "A pass made of passes. FoldScaleAxis is one; a stage can be run as one.",
  "help.instrument": "Instrument",
  "help.instrumentText":
    "An observer whose hooks the context calls before and after each pass. One instrument measures times, one counts operators, and one keeps the programs. Everything on this page comes from instruments.",
  "help.times": "Times",
  "help.timesText":
    "The first run is cold. Stages are then repeated until the browser has optimized the engine's code and the times are steady. The medians of the later runs are shown. ≈ marks uncertain times: a stage that runs your code runs once, and on a busy machine times vary.",
  "help.keys": "Keys",
  "help.keysText": ({
    run,
    alt,
    up,
    down,
    find,
    undo,
    redo,
  }: Record<"run" | "alt" | "up" | "down" | "find" | "undo" | "redo", unknown>) =>
    rich`${run} runs. In the tree, arrow keys select, fold and unfold. ${alt} with ${up} or ${down} moves a pass. ${undo} undoes a change of the pipeline, ${redo} redoes it. ${find} searches in the program.`,
  "run.ofCode": "with your code",
  "run.ofCodeTitle":
    "Your code ran in the same worker as the engine in this run. It could have changed these results, so trust them as you trust the code.",
  "detail.maximise": "Maximise this panel",
  "detail.restore": "Back to both panels",
  "detail.title": "Program and changes",
};
