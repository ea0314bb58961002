// The entry of the sandbox's worker on pages with cells: engine, notebook, and the messages between them
// and the page.
import * as passcope from "passcope/bare";
import type { EngineBytes } from "../sandbox/frame";
import type { CellReply, CellRequest } from "../protocol/notebook";
import { isPartAnswer, type PartAnswer } from "../protocol/part";
import { CellHost } from "../notebook/host";
import { makeCodeHost, textOf } from "./code-host";
import { loadEngineOf, PartsOfPage, prepareFor } from "./sandbox-engine";

/** What the script of sandbox.html leaves here; the user's code has no use for it. */
interface Start {
  readonly engine: EngineBytes;
  readonly port: MessagePort;
}

const globals = globalThis as { start?: Start };
const { start } = globals;
delete globals.start;
if (!start) throw new Error("This worker starts in the sandbox only.");

const { port } = start;
// Taken before any of the user's code could put something in its place.
const post = port.postMessage.bind(port) as (message: CellReply | string) => void;

const parts = new PartsOfPage(post);
await loadEngineOf(passcope, start.engine, parts);

const printing = makeCodeHost(passcope);
const cells = new CellHost(passcope, (value) => textOf(value, passcope));

async function run({ id, name, code, files }: CellRequest): Promise<void> {
  if (files) cells.give(files);
  printing.begin((entries) => post({ id, kind: "printed", entries }));
  await prepareFor(code, passcope);
  const outcome = await cells.run({ name, code });
  printing.flush();
  post({ id, kind: "done", outcome });
}

// The page asks for one cell after the other.
port.onmessage = ({ data }: MessageEvent<CellRequest | PartAnswer>) => {
  if (isPartAnswer(data)) parts.take(data);
  else void run(data);
};
