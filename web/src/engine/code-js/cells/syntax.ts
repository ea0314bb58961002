// Parses the code of a cell: its tree with the parent of each node, and the meaning of each name.
import { parse, type Node, type Program } from "acorn";
import { analyze, type Reference, type Scope, type Variable } from "eslint-scope";
import { CodeError } from "../../session/code-place";
import { words } from "../code-messages";
import type { CodePlace } from "../../../core/protocol/code";

/** A node, whose fields depend on its type. */
export type Tree = Node & Readonly<Record<string, unknown>>;

export interface Syntax {
  readonly program: Program;
  /** Every node except the program, with its parent. */
  readonly parents: ReadonlyMap<Tree, Tree>;
  /** The declarations at the top level. */
  readonly variables: readonly Variable[];
  /** References to names that the cell does not declare. */
  readonly unresolved: readonly Reference[];
}

/** Throws a CodeError with the place of a mistake. */
export function readSyntax(source: string): Syntax {
  const program = parseCell(source);
  // The analysis takes ESTree. Acorn's tree is one, but its types are less precise.
  const scopes = analyze(program as unknown as Parameters<typeof analyze>[0], {
    ecmaVersion: 2024,
    sourceType: "module",
  });
  const global = scopes.globalScope;
  const top: Scope | undefined = global?.childScopes[0];
  if (!global || !top) throw new Error("a module without a scope");
  return {
    program,
    parents: parentsIn(program),
    variables: top.variables,
    unresolved: global.through,
  };
}

function parseCell(source: string): Program {
  try {
    return parse(source, {
      ecmaVersion: "latest",
      sourceType: "module",
      locations: true,
      ranges: true,
    });
  } catch (error) {
    // Acorn reports the end of the stack as a mistake in the code.
    if (
      error instanceof RangeError ||
      (error instanceof SyntaxError && error.message.startsWith("Not enough stack space"))
    )
      throw new CodeError(words("kCodeNestedTooDeeply", "The code is nested too deeply"));
    if (error instanceof SyntaxError && "loc" in error) {
      const { line, column } = error.loc as { line: number; column: number };
      const message = error.message.replace(/ \(\d+:\d+\)$/, "");
      throw new CodeError(message, { line, column: column + 1 });
    }
    throw error;
  }
}

export const isNode = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

/** The child nodes of a node. */
function* childrenOf(node: Tree): Generator<Tree> {
  for (const field of Object.values(node)) {
    if (Array.isArray(field)) {
      for (const item of field as unknown[]) if (isNode(item)) yield item;
    } else if (isNode(field)) {
      yield field;
    }
  }
}

/** The parents of all nodes. Outer nodes come before inner ones. */
function parentsIn(program: Program): Map<Tree, Tree> {
  const parents = new Map<Tree, Tree>();
  const waiting: Tree[] = [program as unknown as Tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const child of childrenOf(node)) {
      parents.set(child, node);
      waiting.push(child);
    }
  }
  return parents;
}

export function placeOf(node: Tree): CodePlace {
  const { line, column } = node.loc?.start ?? { line: 1, column: 0 };
  return { line, column: column + 1 };
}
