// Python in the editors of cells.
import { python } from "@codemirror/lang-python";
import { indentUnit } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { pythonSupport } from "../features/code/python/complete";

/** `before`: the code of the cells before this one. */
export const language = (before: () => string): Extension => [
  EditorState.tabSize.of(4),
  indentUnit.of("    "),
  python(),
  pythonSupport(before),
];
