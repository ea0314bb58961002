// The dataflow of a function as data, for drawing it and for comparing it with another one's.

export type GraphNodeKind =
  | "call"
  | "param"
  | "var"
  | "constant"
  | "tuple"
  | "get-item"
  | "function"
  | "if"
  | "match"
  | "ref"
  | "ref-read"
  | "ref-write"
  | "global"
  | "operator"
  | "constructor";

/** A node; numbers of nodes are indices into {@link Graph.nodes}, -1 for one that was left out. */
export interface GraphNode {
  kind: GraphNodeKind;
  /** Of a call its callee: an operator, `@global`, a constructor, or `fn`; else a name. */
  label: string;
  /**
   * A call's arguments; a function's result; condition and branches of an if; data and clauses of a
   * match; of a variable of a pattern the data.
   */
  inputs: number[];
  /** The callee, where it is a node itself. */
  callee?: number;
  /** A function's parameters. */
  params?: number[];
  /** The function inside whose text it stands; none for the root. */
  parent?: number;
  /** Index into {@link Graph.types}. */
  type?: number;
  /** As the text shows them: `strides=[2, 2], padding=[1, 1, 1, 1]`. */
  attrs?: string;
  /** How an operator's call can be fused: `elemwise`, `broadcast`, `injective`, … */
  pattern?: string;
  /** Equal in graphs of living modules when it is the very same node, variable or data. */
  key: number;
  /** Equal when all that the node computes is written the same. */
  signature: number;
  /** What the text calls it: `%5`, `%x`, `meta[relay.Constant][0]`. */
  name?: string;
  /**
   * Where it stands in `astext({ showMetaData: false })`, both from 0, the column in UTF-16 code units.
   * Missing when the graph is truncated.
   */
  line?: number;
  column?: number;
}

/**
 * The dataflow of a function. A node stands behind its inputs, except for a function, which stands
 * before what is in it. Lets are no nodes: their variables stand for the values.
 */
export interface Graph {
  /** The name of the function, and all names of the module; missing for an expression. */
  function?: string;
  functions?: string[];
  /** The function's own node. */
  root: number;
  /** There are more nodes than the limit. */
  truncated: boolean;
  nodes: GraphNode[];
  /** Types in Relay's notation. */
  types: string[];
}

export interface GraphOptions {
  /** At most so many nodes, 20,000 by default; those first that are computed first. */
  limit?: number;
}
