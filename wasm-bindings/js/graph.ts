// The dataflow of a function as data, for drawing it and for comparing it with another one's.

import type { GraphNode } from "./generated/records.js";
import type { GraphOptions as Settings } from "./generated/settings.js";

export type { Graph, GraphNode } from "./generated/records.js";

export type GraphNodeKind = GraphNode["kind"];

/** How an expression's graph is described; that of a module's function is named besides. */
export type GraphOptions = Omit<Settings, "function">;
