// Answers requests for the dataflow of programs.
import type { GraphData } from "../../core/protocol/graph-data";
import type { ModuleHandle } from "../../engine/session/engine-api";
import type { HandlersOf } from "../../engine/session/handler";
import type requests from "./requests";

export default {
  graph: async (asked, body) => {
    if (!("source" in body)) return graphOf(asked.module(body), body.fn);
    // Loading another program replaces the one whose stages are being repeated.
    if (!asked.programs.isKept(body.source)) asked.interrupt();
    return graphOf((await asked.load(body.source, body.files)).mod, body.fn);
  },
} satisfies HandlersOf<typeof requests>;

/** The greatest number of nodes. A larger graph is cut off: it would be illegible and slow to lay out. */
const GRAPH_LIMIT = 6000;

function graphOf(mod: ModuleHandle, fn: string | undefined): GraphData {
  const names = mod.globalVars();
  const wanted = [fn, "main", names[0]].find((name) => name !== undefined && names.includes(name));
  return mod.graph({ function: wanted ?? "main", limit: GRAPH_LIMIT });
}
