// JavaScript in the editors of cells.
import { javascript } from "@codemirror/lang-javascript";
import { EditorState } from "@codemirror/state";

export const language = [EditorState.tabSize.of(2), javascript()];
