// Python as coloured text, only for the build. In the page, the editor colours Python.
import { pythonLanguage } from "@codemirror/lang-python";
import { codeHighlighter, type Highlighting } from "../../src/learn/highlight";

export const python: Highlighting = { parser: pythonLanguage.parser, highlighter: codeHighlighter };
