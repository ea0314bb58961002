// The entry of the sandbox's worker on pages with cells: engine, notebook, and the messages between them
// and the page.
import * as passcope from "passcope/bare";
import type { EngineBytes } from "../sandbox/frame";
import type { CellReply, CellRequest } from "../core/protocol/notebook";
import { CellHost } from "../engine/code-js/cells/host";
import { serveCells } from "../engine/code-js/cell-worker";
import { makeCodeHost, textOf } from "../engine/code-js/code-host";
import { loadEngineOf } from "../engine/code-js/sandbox-engine";
import { beginInSandbox } from "../engine/code-js/sandbox-worker";

const worker = beginInSandbox<EngineBytes, CellRequest, CellReply>();
await loadEngineOf(passcope, worker.files, worker.parts);

const printing = makeCodeHost(passcope);
const cells = new CellHost(passcope, (value) => textOf(value, passcope));
serveCells(worker, passcope, cells, printing);
