// The regions of a program for other compilers. They are between annotation.compiler_begin and annotation.compiler_end,
// or are functions with an attribute.
import type { GraphNode } from "../../core/protocol/graph-data";
import type { FlatNode } from "./flat";
import type { Family } from "./families";
import { splitAttrs } from "./text";

const BEGIN = "annotation.compiler_begin";
const END = "annotation.compiler_end";

/** The value of a string attribute in the graph's notation, or undefined if there is none. */
function textAttr(attrs: string | undefined, name: string): string | undefined {
  const start = `${name}="`;
  const found = splitAttrs(attrs ?? "").find((attr) => attr.startsWith(start));
  return found?.slice(start.length, -1);
}

/** The title of a function's box, and its compiler: "accel.conv_relu" and "accel". */
export function compilerOfFunction({ attrs }: GraphNode): { title: string; compiler: string } {
  const composite = textAttr(attrs, "Composite");
  const compiler = textAttr(attrs, "Compiler") ?? composite?.split(".")[0] ?? "";
  return { title: composite ?? compiler, compiler };
}

export interface Regions {
  /** The region of each node, or -1. */
  readonly of: Int32Array;
  /** The compiler of each region. */
  readonly compilers: readonly string[];
}

/**
 * The regions between annotations, as the engine's passes define them. A user of a node belongs to the same region,
 * unless compiler_end is between them. Regions that meet are one.
 *
 * @param nodes in topological order, inputs first.
 */
export function regionsOf(nodes: readonly FlatNode[]): Regions {
  const joined: number[] = [];
  const compilers: string[] = [];
  const of = new Int32Array(nodes.length).fill(-1);
  const find = (region: number): number => {
    let at = region;
    while (at >= 0 && joined[at] !== at) at = joined[at] ?? -1;
    return at;
  };
  nodes.forEach(({ raw, inputs }, i) => {
    if (raw.kind === "call" && raw.label === BEGIN) {
      of[i] = compilers.length;
      joined.push(compilers.length);
      compilers.push(textAttr(raw.attrs, "compiler") ?? "");
      return;
    }
    if (raw.kind !== "call" && raw.kind !== "tuple" && raw.kind !== "get-item") return;
    for (const { from, arg } of inputs) {
      if (arg < 0 || nodes[from]?.raw.label === END) continue;
      const [mine, theirs] = [find(of[i] ?? -1), find(of[from] ?? -1)];
      if (mine < 0) of[i] = theirs;
      else if (theirs >= 0) joined[theirs] = mine;
    }
  });
  return { of: of.map(find), compilers };
}

/** The compiler of nodes that no other compiler takes. */
export const DEFAULT_COMPILER = "default";

const COLOURS: readonly Family[] = ["activation", "reduce", "pool", "norm", "conv"];

/** A colour that is always the same for a compiler. Undefined for "default". */
export function colourOf(compiler: string): Family | undefined {
  if (compiler === "" || compiler === DEFAULT_COMPILER) return undefined;
  let sum = 0;
  for (const char of compiler) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 997;
  return COLOURS[sum % COLOURS.length];
}
