// Python as coloured text. Only the build shows some; in the page its editor does.
import { pythonLanguage } from "@codemirror/lang-python";
import { codeHighlighter, type Highlighting } from "../../src/learn/highlight";

export const python: Highlighting = { parser: pythonLanguage.parser, highlighter: codeHighlighter };
