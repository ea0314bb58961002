// Turns any end of a Python cell into an outcome.
import { MAX_CODE } from "../../core/protocol/code";
import type { CellOutcome } from "../../core/protocol/notebook";
import type { Cell } from "../code-js/cells/notebook";
import { CodeError } from "../session/code-place";
import { describeFailure } from "../session/failure";
import { words } from "../code-js/code-messages";
import type { PythonCells } from "./interpreter";

export function runPythonCell(cells: PythonCells, { name, code }: Cell): CellOutcome {
  try {
    if (code.length > MAX_CODE) throw new CodeError(words("kCodeTooLong", "The code is too long"));
    return JSON.parse(cells.run(name, code)) as CellOutcome;
  } catch (error) {
    const failure = describeFailure(error);
    // An error that Python did not make an exception of has ended the interpreter.
    return { failure: { ...failure, fatal: failure.fatal || !(error instanceof CodeError) } };
  }
}
