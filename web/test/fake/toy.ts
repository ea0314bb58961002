// The toy programs of the fake engine, which are lists of lines, and the passes that edit them.
import type { GraphData } from "../../src/core/protocol/graph-data";

/** The text of a module is its lines. The operator of a line is its first word. */
export type Lines = readonly string[];

export interface FakePass {
  readonly optLevel: number;
  /** The time of the pass without its nested passes. */
  readonly us: number;
  readonly nested?: readonly string[];
  /** A required option of the pass. */
  readonly needs?: string;
  run(lines: Lines): Lines;
}

export class FakeDiagnosticError extends Error {
  override readonly name = "DiagnosticError";
  readonly diagnostics: { rendered: string }[];
  constructor(message: string) {
    super(message);
    this.diagnostics = [{ rendered: `error: ${message}\n --> here` }];
  }
}

export class FakeInternalError extends Error {
  override readonly name = "InternalError";
}

const same = (lines: Lines): Lines => lines;

export const PASSES: Record<string, FakePass> = {
  InferType: { optLevel: 0, us: 30, run: same },
  FoldConstant: {
    optLevel: 2,
    us: 200,
    nested: ["InferType"],
    run: (lines) =>
      lines.some((l) => l.startsWith("layout_transform const"))
        ? lines.filter((l) => !l.startsWith("layout_transform const"))
        : lines,
  },
  /** Also reports its name and program. */
  PrintIR: { optLevel: 0, us: 10, run: same },
  BackwardFoldScaleAxis: { optLevel: 3, us: 50, run: same },
  ConvertLayout: {
    optLevel: 3,
    us: 400,
    needs: "desired_layouts",
    run: (lines) =>
      lines.flatMap((l) =>
        l.startsWith("conv2d") ? ["layout_transform const w", `${l} NHWC`] : [l],
      ),
  },
  Fail: {
    optLevel: 0,
    us: 10,
    run: () => {
      throw new FakeDiagnosticError("the pass met what it cannot handle");
    },
  },
  Crash: {
    optLevel: 0,
    us: 10,
    run: () => {
      throw new FakeInternalError("invariant broken");
    },
  },
};

/** The number of calls of each operator in a program. */
export const count = (lines: Lines): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const op = line.split(" ")[0] ?? "";
    counts.set(op, (counts.get(op) ?? 0) + 1);
  }
  return counts;
};

/** The differences of these numbers between two programs. */
export const diffOps = (before: Lines, after: Lines): Record<string, number> => {
  const [a, b] = [count(before), count(after)];
  const diff: Record<string, number> = {};
  for (const op of new Set([...a.keys(), ...b.keys()])) {
    const by = (b.get(op) ?? 0) - (a.get(op) ?? 0);
    if (by !== 0) diff[op] = by;
  }
  return diff;
};

/** The input of each line is the line before it. */
export function graphOf(lines: Lines, name: string): GraphData {
  const calls = lines.map((line, i) => ({
    kind: "call" as const,
    label: line.split(" ")[0] ?? "",
    inputs: i > 0 ? [i] : [],
    key: i,
    signature: i,
    line: i,
    column: 0,
  }));
  const root = { kind: "function" as const, label: "fn", inputs: [lines.length], params: [] };
  return {
    function: name,
    functions: [name],
    root: 0,
    truncated: false,
    nodes: [{ ...root, key: -1, signature: -1 }, ...calls],
    types: [],
  };
}
