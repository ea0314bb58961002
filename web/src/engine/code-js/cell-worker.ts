// Runs the cells of a page in the sandbox's worker, one after the other, and sends their outcomes.
import type * as passcope from "passcope/bare";
import type { CellFiles, CellOutcome, CellReply, CellRequest } from "../../core/protocol/notebook";
import type { Cell } from "./cells/notebook";
import type { CodeHost } from "../session/code-host";
import { prepareFor } from "./sandbox-engine";
import type { SandboxWorker } from "./sandbox-worker";

/** Cells of either language. */
interface Cells {
  give(files: CellFiles): void;
  run(cell: Cell): CellOutcome | Promise<CellOutcome>;
}

export function serveCells(
  { post, open }: SandboxWorker<unknown, CellRequest, CellReply>,
  bare: Pick<typeof passcope, "engine">,
  cells: Cells,
  printing: Pick<CodeHost, "begin" | "flush">,
): void {
  async function run({ id, name, code, files }: CellRequest): Promise<void> {
    if (files) cells.give(files);
    printing.begin((entries) => post({ id, kind: "printed", entries }));
    await prepareFor(code, bare);
    const outcome = await cells.run({ name, code });
    printing.flush();
    post({ id, kind: "done", outcome });
  }
  // The page requests one cell after the other. Timers of a cell may go on.
  open(run, true);
}
