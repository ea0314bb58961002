// Turns any end of a Python cell into an outcome.
import type { CellOutcome } from "../../core/protocol/notebook";
import type { Cell } from "../code-js/cells/notebook";
import { CodeError } from "../session/code-place";
import { describeFailure } from "../session/failure";
import { checkLength } from "../code-js/code-length";
import type { PythonCells } from "./interpreter";

export function runPythonCell(cells: PythonCells, { name, code }: Cell): CellOutcome {
  try {
    checkLength(code);
    return JSON.parse(cells.run(name, code)) as CellOutcome;
  } catch (error) {
    const failure = describeFailure(error);
    // An error that Python did not make an exception of has ended the interpreter.
    return { failure: { ...failure, fatal: failure.fatal || !(error instanceof CodeError) } };
  }
}
