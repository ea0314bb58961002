// The entry of the sandbox's worker on pages with cells in Python: engine, interpreter, and the messages between them
// and the page.
import * as passcope from "passcope/bare";
import { startPython } from "../python/interpreter";
import { runPythonCell } from "../python/outcome";
import type { CellReply, CellRequest } from "../protocol/notebook";
import { isPartAnswer, type PartAnswer } from "../protocol/part";
import type { EngineAndPython } from "../sandbox/python-files";
import { CodeConsole } from "./console";
import { loadPython } from "./python-interpreter";
import { loadEngineOf, PartsOfPage, prepareFor } from "./sandbox-engine";

/** What the script of sandbox.html leaves here; the user's code has no use for it. */
interface Start {
  readonly engine: EngineAndPython;
  readonly port: MessagePort;
}

const globals = globalThis as { start?: Start };
const { start } = globals;
delete globals.start;
if (!start) throw new Error("This worker starts in the sandbox only.");

const { port } = start;
// Taken before any of the user's code could put something in its place.
const post = port.postMessage.bind(port) as (message: CellReply | string) => void;
const now = performance.now.bind(performance);

const [first, deferred, kernels, ...files] = start.engine;
const parts = new PartsOfPage(post);
const [python] = await Promise.all([
  loadPython(files),
  loadEngineOf(passcope, [first, deferred, kernels], parts),
]);

let tell: (entries: Extract<CellReply, { kind: "printed" }>["entries"]) => void = () => undefined;
const printed = new CodeConsole({ tell: (entries) => tell(entries), now, lineOf: () => undefined });
const cells = startPython(python).cells((level, text, line) => printed.print(level, text, line));

async function run({ id, name, code, files }: CellRequest): Promise<void> {
  if (files) cells.give(files);
  tell = (entries) => post({ id, kind: "printed", entries });
  printed.begin();
  await prepareFor(code, passcope);
  const outcome = runPythonCell(cells, { name, code });
  printed.flush();
  post({ id, kind: "done", outcome });
}

// The page asks for one cell after the other.
port.onmessage = ({ data }: MessageEvent<CellRequest | PartAnswer>) => {
  if (isPartAnswer(data)) parts.take(data);
  else void run(data);
};
