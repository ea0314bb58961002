// Small dataflow graphs in the form of the engine's descriptions.
import type { GraphData, GraphNode } from "../../src/core/protocol/graph-data";

let lastKey = 0;

/** Collects nodes. Each call returns the number of the added node. */
export class Program {
  readonly nodes: GraphNode[] = [];
  readonly types: string[] = [];

  constructor(keys?: () => number) {
    this.#key = keys ?? (() => (lastKey += 1));
    this.add("function", "fn", [], {});
  }
  readonly #key: () => number;

  add(
    kind: GraphNode["kind"],
    label: string,
    inputs: number[],
    more: Partial<GraphNode> & { text?: string },
  ): number {
    const { text, ...rest } = more;
    const node: GraphNode = { kind, label, inputs, key: this.#key(), signature: 0, ...rest };
    if (this.nodes.length > 0) node.parent ??= 0;
    if (text !== undefined) {
      if (!this.types.includes(text)) this.types.push(text);
      node.type = this.types.indexOf(text);
    }
    node.signature = this.#signature(node);
    this.nodes.push(node);
    return this.nodes.length - 1;
  }

  #signature({ kind, label, inputs, attrs, callee }: GraphNode): number {
    const below = inputs.map((i) => this.nodes[i]?.signature ?? 0).join();
    let hash = 7;
    for (const c of `${kind} ${label} ${attrs ?? ""} ${below} ${callee ?? ""}`) {
      hash = (hash * 31 + (c.codePointAt(0) ?? 0)) % 9007199254;
    }
    return hash;
  }

  param(label: string, text = "Tensor[(4), float32]"): number {
    return this.add("param", label, [], { text, name: `%${label}` });
  }
  constant(label: string, text = "float32"): number {
    return this.add("constant", label, [], { text });
  }
  call(label: string, inputs: number[], more: Partial<GraphNode> & { text?: string } = {}): number {
    return this.add("call", label, inputs, {
      pattern: "elemwise",
      text: "Tensor[(4), float32]",
      name: `%${this.nodes.length}`,
      line: this.nodes.length,
      column: 2,
      ...more,
    });
  }

  /** A function with one call of each operator, called once. */
  fused(labels: string[], input: number): number {
    const fn = this.add("function", "fn", [], { attrs: "Primitive=1" });
    const param = this.add("param", "p0", [], { parent: fn, name: "%p0" });
    let last = param;
    for (const label of labels) last = this.call(label, [last], { parent: fn });
    const node = this.nodes[fn] as GraphNode;
    node.params = [param];
    node.inputs = [last];
    return this.add("call", "fn", [input], { callee: fn, line: 90, column: 4 });
  }

  done(result: number): GraphData {
    const root = this.nodes[0] as GraphNode;
    root.inputs = [result];
    root.params = this.nodes.flatMap((n, i) => (n.kind === "param" && n.parent === 0 ? [i] : []));
    return {
      function: "main",
      functions: ["main"],
      root: 0,
      truncated: false,
      nodes: this.nodes,
      types: this.types,
    };
  }
}

/** `depth` residual blocks: conv, relu, conv, and an add with the block's input. Weights are parameters. */
export function residual(depth: number, keys?: () => number): GraphData {
  const p = new Program(keys);
  const conv = (x: number, weight: string): number =>
    p.call("nn.conv2d", [x, p.param(weight, "Tensor[(8, 8, 3, 3), float32]")], {
      pattern: "out-elemwise-fusable",
      attrs: "padding=[1, 1, 1, 1]",
      text: "Tensor[(1, 8, 16, 16), float32]",
    });
  let x = p.param("data", "Tensor[(1, 8, 16, 16), float32]");
  for (let i = 0; i < depth; i += 1) {
    const inner = conv(p.call("nn.relu", [conv(x, `w${i}a`)]), `w${i}b`);
    x = p.call("add", [inner, x], { pattern: "broadcast" });
  }
  return p.done(x);
}
