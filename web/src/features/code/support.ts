// The parts of the code tab that depend on the language. Python's are loaded when the user chooses Python.
import type { Extension } from "@codemirror/state";

/** Code to begin with. Each language has the same templates. */
export interface Template {
  /** The key of its title in the message tables. */
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
  /** For the editor: the language, completion and hover. */
  readonly extension: Extension;
  readonly templates: readonly Template[];
  /** Appends a template to code. */
  readonly append: (source: string, template: string) => string;
}

/** Used if the support of a language could not be loaded. */
export const NO_SUPPORT: CodeSupport = {
  extension: [],
  templates: [],
  append: (source, template) => `${source.trimEnd()}\n\n${template}`,
};
