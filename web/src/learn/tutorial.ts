// Adds buttons and editors to a page with cells, and the sandbox that runs the code after a press of Run.
import { codeLanguage, pageLanguage } from "./language";
import { CellClient } from "./client";
import { CellView } from "./cell-view";
import { filesOf } from "./files";
import { NotebookState, type CellState } from "./notebook-state";
import { rememberCode } from "./remember-code";
import { wordsOf } from "./texts";
import { keepOffline } from "../offline/keep-offline";
import type { CellReply } from "../core/protocol/notebook";
import type { OpenFrame, SandboxFrame } from "../sandbox/frame";

const say = wordsOf(pageLanguage);

/** Checks the sandbox's replies. It loads with the sandbox when the first cell runs. */
let check: ((data: unknown, id: number) => CellReply | undefined) | undefined;

/** Opens a sandbox, which may have to load first. */
const open: OpenFrame = (receive, crash) => {
  let frame: SandboxFrame | undefined;
  let ended = false;
  const waiting: unknown[] = [];
  import("./sandbox").then(
    (loaded) => {
      if (ended) return;
      check = loaded.checkCellReply;
      frame = loaded.openFrame(receive, crash);
      for (const message of waiting) frame.post(message);
    },
    () => crash(say("loadFailed")),
  );
  return {
    post: (message) => (frame ? frame.post(message) : void waiting.push(message)),
    terminate: () => {
      ended = true;
      frame?.terminate();
    },
  };
};

const sections = [...document.querySelectorAll<HTMLElement>("[data-cell]")];
const views = sections.map((element, index) => {
  const numberOf = (name: string): number | undefined =>
    views.find((view) => view.name === name)?.number;
  return new CellView(element, index + 1, say, {
    run: () => void notebook.run([index]),
    runAndNext: () => {
      void notebook.run([index]);
      void views[index + 1]?.focus();
    },
    runTo: () => void notebook.runTo(index),
    stop: () => notebook.stop(),
    reset: () => notebook.reset(index),
    edit: (code) => notebook.edit(index, code),
    codeBefore: (): string =>
      notebook.cells
        .slice(0, index)
        .map(({ code }) => code)
        .join("\n"),
    numberOf,
  });
});
const client = new CellClient(open, (data, id) => check?.(data, id), filesOf);
const notebook = new NotebookState(views, client, (state, index) => {
  views[index]?.show(state);
  showBar();
});

const control = (word: Parameters<typeof say>[0], act: () => void): HTMLButtonElement => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = say(word);
  button.addEventListener("click", act);
  return button;
};
const runAll = control("runAll", () => void notebook.runAll());
const stop = control("stop", () => notebook.stop());
const resetAll = control("resetAll", () => notebook.resetAll());
const status = document.createElement("span");
runAll.className = "primary";
status.setAttribute("role", "status");

function showBar(): void {
  const { cells, busy } = notebook;
  const ran = cells.filter(({ status }) => status === "done").length;
  const failed = cells.findIndex(({ status }) => status === "failed");
  const text =
    failed >= 0 && !busy
      ? say("failedCell", failed + 1)
      : ran > 0 || busy
        ? say("progress", ran, cells.length)
        : "";
  if (status.textContent !== text) status.textContent = text;
  runAll.hidden = busy;
  stop.hidden = !busy;
  resetAll.hidden = cells.every(({ code, original }) => code === original);
}

const bar = document.querySelector("#notebook-bar");
if (bar) {
  const hint = document.createElement("p");
  hint.className = "note";
  hint.textContent = say("keys");
  bar.append(runAll, stop, resetAll, status);
  bar.after(hint);
}
notebook.cells.forEach((state: CellState, index) => views[index]?.show(state));
showBar();

// Editors cost time, so a cell gets its editor shortly before it is visible.
const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      const view = views.find(({ element }) => element === target);
      view?.load().catch(() => seen.observe(target));
    }
  },
  { rootMargin: "200px" },
);
for (const section of sections) seen.observe(section);
rememberCode(codeLanguage);
void keepOffline(3000);
