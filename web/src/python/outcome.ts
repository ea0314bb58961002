// What came of a cell in Python, whatever came of it.
import { MAX_CODE } from "../protocol/code";
import type { CellOutcome } from "../protocol/notebook";
import type { Cell } from "../notebook/notebook";
import { CodeError } from "../worker/code-place";
import { describeFailure } from "../worker/failure";
import { words } from "../worker/words";
import type { PythonCells } from "./interpreter";

export function runPythonCell(cells: PythonCells, { name, code }: Cell): CellOutcome {
  try {
    if (code.length > MAX_CODE) throw new CodeError(words("The code is too long"));
    return JSON.parse(cells.run(name, code)) as CellOutcome;
  } catch (error) {
    const failure = describeFailure(error);
    // What Python has not made an exception of its own has ended the interpreter.
    return { failure: { ...failure, fatal: failure.fatal || !(error instanceof CodeError) } };
  }
}
