// Python in the code tab. It is loaded when the user chooses Python.
import { python } from "@codemirror/lang-python";
import { indentUnit } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import type { CodeSupport } from "../support";
import { pythonSupport } from "./complete";
import { appendTemplate, TEMPLATES } from "./templates";

export const support: CodeSupport = {
  extension: [EditorState.tabSize.of(4), indentUnit.of("    "), python(), pythonSupport()],
  templates: TEMPLATES,
  append: appendTemplate,
};
