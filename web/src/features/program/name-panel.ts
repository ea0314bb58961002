// The panel below the program's text for one name: its uses, or a form to rename it.
import type { EditorView } from "@codemirror/view";
import { nothing, type ReactiveController, type TemplateResult } from "lit";
import type * as smartModule from "../../editor/smart";
import type { NameUses } from "../../editor/smart";
import { renameForm, useList, type UseLine } from "./editor-parts";

const MAX_USE_LINES = 500;

interface Tools {
  readonly view: EditorView;
  readonly smart: typeof smartModule;
}

interface Host {
  readonly renderRoot: ParentNode;
  addController(controller: ReactiveController): void;
  requestUpdate(): void;
}

export class NamePanel implements ReactiveController {
  #shown: { readonly what: "rename" | "uses"; readonly name: NameUses } | undefined;
  /** Why the new name is rejected. */
  #problem: string | undefined;
  /** True if the panel has just opened and must get the focus. */
  #opened = false;

  /** @param tools returns the editor's view and the module that knows Relay, or undefined until both are loaded. */
  constructor(
    private readonly host: Host,
    private readonly tools: () => Tools | undefined,
  ) {
    host.addController(this);
  }

  show(what: "rename" | "uses", name: NameUses): void {
    this.#shown = { what, name };
    this.#problem = undefined;
    this.#opened = true;
    this.host.requestUpdate();
  }

  clear(): void {
    if (!this.#shown) return;
    this.#shown = undefined;
    this.host.requestUpdate();
  }

  hostUpdated(): void {
    if (!this.#opened) return;
    this.#opened = false;
    const target = this.host.renderRoot.querySelector<HTMLElement>(".rename input, .uses button");
    target?.focus();
    if (target instanceof HTMLInputElement) target.select();
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#shown) return nothing;
    const { what, name } = this.#shown;
    const close = (): void => {
      this.clear();
      this.tools()?.view.focus();
    };
    if (what === "uses") {
      const { view, smart } = this.tools() ?? {};
      return useList(
        name.text,
        view ? useLines(view, name) : [],
        ({ from, to }) => view && smart?.jumpTo(view, from, to),
        close,
      );
    }
    return renameForm(
      name.text,
      name.uses.length,
      this.#problem,
      (to) => {
        this.#problem = this.#problemOf(name, to);
        this.host.requestUpdate();
      },
      (to) => {
        const tools = this.tools();
        if (!tools || this.#problemOf(name, to) !== undefined) return;
        if (to !== name.text) tools.smart.rename(tools.view, name, to);
        close();
      },
      close,
    );
  }

  #problemOf(name: NameUses, to: string): string | undefined {
    const tools = this.tools();
    if (!tools || to === name.text) return undefined;
    return tools.smart.renameProblem(tools.view.state, name, to);
  }
}

function useLines({ state }: EditorView, { uses }: NameUses): UseLine[] {
  return uses.slice(0, MAX_USE_LINES).map(({ from, to, definition }) => {
    const line = state.doc.lineAt(from);
    return { from, to, line: line.number, text: line.text.trim().slice(0, 200), definition };
  });
}
