// A cell on the page. The static markup gets buttons. An editor replaces the code when the cell comes into view, and
// results of runs replace the expected one.
import type { CellEditor } from "./editor";
import { codeLanguage } from "./language";
import { toDom } from "./markup";
import type { CellState } from "./notebook-state";
import type { Say } from "./texts";
import { failureText } from "../core/trace/failure-text";

export interface CellActions {
  readonly run: () => void;
  readonly runAndNext: () => void;
  readonly runTo: () => void;
  readonly stop: () => void;
  readonly reset: () => void;
  readonly edit: (code: string) => void;
  /** The code of the cells before this one. */
  readonly codeBefore: () => string;
  readonly numberOf: (cell: string) => number | undefined;
}

const button = (text: string, act: () => void): HTMLButtonElement => {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
};

export class CellView {
  readonly name: string;
  readonly code: string;
  readonly #head: Element;
  readonly #code: HTMLElement;
  readonly #result: Element;
  readonly #expected: Node[];
  readonly #status = document.createElement("span");
  readonly #run: HTMLButtonElement;
  readonly #runTo: HTMLButtonElement;
  readonly #reset: HTMLButtonElement;
  #editor: CellEditor | undefined;
  #loading: Promise<CellEditor> | undefined;
  #state: CellState | undefined;
  /** The state whose results were drawn last. */
  #shown: CellState | undefined;
  /** The number of the latest drawing. An earlier one that still loads is dropped. */
  #drawing = 0;

  constructor(
    readonly element: HTMLElement,
    readonly number: number,
    private readonly say: Say,
    private readonly actions: CellActions,
  ) {
    this.name = element.dataset["cell"] ?? "";
    this.#head = part(element, ".cell-head");
    this.#code = part(element, ".code");
    this.#result = part(element, ".cell-result");
    this.#expected = [...this.#result.childNodes];
    this.code = this.#code.textContent;
    this.#status.className = "cell-status";
    this.#run = button(say("run"), () => {
      if (this.#state?.status === "running") actions.stop();
      else actions.run();
    });
    this.#runTo = button(say("runTo"), actions.runTo);
    this.#reset = button(say("reset"), actions.reset);
    this.#head.append(this.#status, this.#reset, this.#runTo, this.#run);
    for (const [control, word] of [
      [this.#runTo, "runTo"],
      [this.#reset, "reset"],
    ] as const) {
      control.setAttribute("aria-label", `${say(word)} (${say("cell", number)})`);
    }
  }

  /** Replaces the code by the editor. */
  load(): Promise<CellEditor> {
    this.#loading ??= this.#load();
    // After a failure, the next call tries again.
    this.#loading.catch(() => (this.#loading = undefined));
    return this.#loading;
  }

  async #load(): Promise<CellEditor> {
    const [{ CellEditor }, { language }] = await Promise.all([
      import("./editor"),
      codeLanguage === "python" ? import("./editor-python") : import("./editor-javascript"),
    ]);
    const parent = document.createElement("div");
    parent.className = "cell-editor";
    const hadFocus = this.#code === document.activeElement;
    this.#code.replaceWith(parent);
    this.#editor = new CellEditor({
      parent,
      code: this.#state?.code ?? this.code,
      language: language(this.actions.codeBefore),
      label: this.say("codeOf", this.number),
      changed: this.actions.edit,
      run: (andNext) => (andNext ? this.actions.runAndNext() : this.actions.run()),
    });
    this.#mark();
    if (hadFocus) this.#editor.focus();
    return this.#editor;
  }

  async focus(): Promise<void> {
    this.element.scrollIntoView({ block: "nearest" });
    (await this.load()).focus();
  }

  show(state: CellState): void {
    const { say } = this;
    this.#state = state;
    const { status, code, original } = state;
    this.element.dataset["status"] = status;
    this.element.setAttribute("aria-busy", String(status === "running"));
    const edited = code !== original;
    this.#status.textContent = say(status) + (edited ? ` · ${say("edited")}` : "");
    this.#status.title = status === "outdated" ? say("outdatedWhy") : "";
    this.#reset.hidden = !edited;
    const running = status === "running";
    this.#run.textContent = say(running ? "stop" : "run");
    this.#run.setAttribute(
      "aria-label",
      `${say(running ? "stop" : "run")} (${say("cell", this.number)})`,
    );
    this.#runTo.disabled = running;
    if (this.#editor) this.#editor.code = code;
    const { printed, outcome, gaps } = state;
    const last = this.#shown;
    if (last?.printed === printed && last.outcome === outcome && last.gaps === gaps) return;
    this.#shown = state;
    this.#mark();
    void this.#draw(state);
  }

  #mark(): void {
    const failure = this.#state?.outcome?.failure;
    const line = failure?.place?.code?.line;
    const message = failure ? `${failure.name}: ${failureText(failure)}` : "";
    this.#editor?.mark(line === undefined ? undefined : { line, message });
  }

  async #draw({ printed, outcome, gaps, status }: CellState): Promise<void> {
    const drawing = ++this.#drawing;
    if (!outcome && printed.length === 0 && status !== "running") {
      this.#result.replaceChildren(...this.#expected);
      return;
    }
    const { resultMarkup } = await import("./results");
    if (drawing !== this.#drawing) return;
    const { numberOf } = this.actions;
    const parts = resultMarkup(printed, outcome ?? {}, { say: this.say, numberOf }).map(toDom);
    const title = document.createElement("p");
    title.className = "result-title";
    title.textContent = this.say(
      outcome && parts.length === 0 ? "noResult" : outcome ? "result" : "running",
    );
    this.#result.replaceChildren(title, ...parts);
    if (outcome?.failure && gaps) this.#result.append(this.#gapsNote());
  }

  /** The note that a cell lacks definitions of cells above, with a button that runs them. */
  #gapsNote(): Element {
    const note = document.createElement("p");
    note.className = "gaps";
    note.append(`${this.say("gaps")} `, button(this.say("runTo"), this.actions.runTo));
    return note;
  }
}

function part(element: Element, selector: string): HTMLElement {
  const found = element.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`a cell without ${selector}`);
  return found;
}
