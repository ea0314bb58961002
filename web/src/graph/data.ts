// The dataflow of a function as the engine describes it. Types only: the package itself stays out.
export type { Graph as GraphData, GraphNode } from "passcope";
