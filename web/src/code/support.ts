// What the code tab has for each language of code; Python's is fetched when it is chosen.
import type { Extension } from "@codemirror/state";

/** What code can begin with. Each language has the same ones. */
export interface Template {
  /** The interface has its title under this. */
  readonly id: TemplateId;
  readonly group: "instruments" | "passes";
  readonly source: string;
}

type TemplateId =
  | "differ"
  | "print"
  | "throwing"
  | "timing"
  | "veto"
  | "function"
  | "module"
  | "visitor"
  | "legalize"
  | "patterns"
  | "accelerator";

export interface CodeSupport {
  /** For its editor: the language, completion, hover. */
  readonly extension: Extension;
  readonly templates: readonly Template[];
  /** Adds a template below some code. */
  readonly append: (source: string, template: string) => string;
}

/** Without any help: what could not be loaded. */
export const NO_SUPPORT: CodeSupport = {
  extension: [],
  templates: [],
  append: (source, template) => `${source.trimEnd()}\n\n${template}`,
};
