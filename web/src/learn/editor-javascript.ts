// JavaScript in the editors of cells.
import { javascript } from "@codemirror/lang-javascript";
import { EditorState, type Extension } from "@codemirror/state";

export const language = (): Extension => [EditorState.tabSize.of(2), javascript()];
