// The dataflow of a function as the engine describes it. Only types are imported, so the package itself is not loaded.
export type { Graph as GraphData, GraphNode } from "passcope";
