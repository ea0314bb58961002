// The entry of the sandbox's worker on pages with cells in Python: engine, interpreter, and the messages between them
// and the page.
import * as passcope from "passcope/bare";
import { startPython } from "../engine/code-python/interpreter";
import { runPythonCell } from "../engine/code-python/outcome";
import type { ConsoleEntry } from "../core/protocol/messages";
import type { CellReply, CellRequest } from "../core/protocol/notebook";
import type { EngineAndPython } from "../sandbox/python-bytes";
import { serveCells } from "../engine/code-js/cell-worker";
import { CodeConsole } from "../engine/code-js/console";
import { loadEngineAndPython } from "../engine/code-python/load";
import { beginInSandbox } from "../engine/code-js/sandbox-worker";

const worker = beginInSandbox<EngineAndPython, CellRequest, CellReply>();
// Taken before the user's code can replace it.
const now = performance.now.bind(performance);
const python = await loadEngineAndPython(passcope, worker.files, worker.parts);

let tell: (entries: readonly ConsoleEntry[]) => void = () => undefined;
const printed = new CodeConsole({ tell: (entries) => tell(entries), now, lineOf: () => undefined });
const cells = startPython(python).cells((level, text, line) => printed.print(level, text, line));
serveCells(
  worker,
  passcope,
  { give: (files) => cells.give(files), run: (cell) => runPythonCell(cells, cell) },
  {
    begin: (print) => {
      tell = print;
      printed.begin();
    },
    flush: () => printed.flush(),
  },
);
