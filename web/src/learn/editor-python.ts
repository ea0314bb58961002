// Python in the editors of cells.
import { python } from "@codemirror/lang-python";
import { indentUnit } from "@codemirror/language";
import { EditorState } from "@codemirror/state";

export const language = [EditorState.tabSize.of(4), indentUnit.of("    "), python()];
