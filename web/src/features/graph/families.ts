// The families of operators, which decide the colours.
import type { GraphNode } from "../../core/protocol/graph-data";
import { own } from "../../i18n/own";

export type Family =
  | "conv"
  | "norm"
  | "pool"
  | "activation"
  | "arithmetic"
  | "reduce"
  | "shape"
  | "function"
  | "structure"
  | "input"
  | "other";

/** In the order of the legend. The custom property `--family-NAME` has the colour of each. */
export const FAMILIES: readonly Family[] = [
  "conv",
  "norm",
  "pool",
  "activation",
  "arithmetic",
  "reduce",
  "shape",
  "other",
  "function",
  "structure",
  "input",
];

/** The first match decides. The name has no namespaces. */
const BY_NAME: readonly (readonly [RegExp, Family])[] = [
  [/conv\d|deformable_conv|correlation|dense|matmul|^dot|einsum/, "conv"],
  [/norm|^dropout|^lrn/, "norm"],
  [/pool/, "pool"],
  [/relu|sigmoid|tanh|softmax|softplus|^clip|^silu|^gelu|^erf$|hardswish/, "activation"],
  [/^cast|^layout_transform|^pad$|^reinterpret/, "shape"],
];

const BY_PATTERN: Readonly<Record<string, Family>> = {
  elemwise: "arithmetic",
  broadcast: "arithmetic",
  injective: "shape",
  reduce: "reduce",
  "out-elemwise-fusable": "conv",
};

const BY_KIND: Readonly<Partial<Record<GraphNode["kind"], Family>>> = {
  param: "input",
  var: "input",
  constant: "input",
  function: "function",
  global: "function",
  operator: "function",
  constructor: "function",
};

export function familyOf(node: Pick<GraphNode, "kind" | "label" | "pattern">): Family {
  if (node.kind !== "call") return own(BY_KIND, node.kind) ?? "structure";
  // The engine gives patterns only for calls of operators.
  if (node.pattern === undefined) return "function";
  const name = node.label.slice(node.label.lastIndexOf(".") + 1).replace(/^contrib_/, "");
  return BY_NAME.find(([test]) => test.test(name))?.[1] ?? own(BY_PATTERN, node.pattern) ?? "other";
}
