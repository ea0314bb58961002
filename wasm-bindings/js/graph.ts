// The dataflow of a function as data, for drawing and comparing it.

import type { GraphNode } from "./generated/records.js";
import type { GraphOptions as Settings } from "./generated/settings.js";

export type { Graph, GraphNode } from "./generated/records.js";

export type GraphNodeKind = GraphNode["kind"];

/** Options for the graph of an expression. For a module, the function's name is an option, too. */
export type GraphOptions = Omit<Settings, "function">;
