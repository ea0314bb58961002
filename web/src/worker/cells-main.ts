// The entry of the sandbox's worker on pages with cells: engine, notebook, and the messages between them
// and the page.
import * as passcope from "passcope/bare";
import type { EngineBytes } from "../sandbox/frame";
import type { CellReply, CellRequest } from "../protocol/notebook";
import { CellHost } from "../notebook/host";
import { serveCells } from "./cell-worker";
import { makeCodeHost, textOf } from "./code-host";
import { loadEngineOf } from "./sandbox-engine";
import { beginInSandbox } from "./sandbox-worker";

const worker = beginInSandbox<EngineBytes, CellRequest, CellReply>();
await loadEngineOf(passcope, worker.files, worker.parts);

const printing = makeCodeHost(passcope);
const cells = new CellHost(passcope, (value) => textOf(value, passcope));
serveCells(worker, passcope, cells, printing);
