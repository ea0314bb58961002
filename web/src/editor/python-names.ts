// Finds the passes and instruments that Python code defines, without running it. Python marks no names as exported, so
// these are the top-level names that can be a pass or an instrument. The module loads only with Python code.
import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/python";
import { MAX_CODE } from "../core/protocol/code";

/** Decorators that make a pass or an instrument of a function or a class. */
const DECORATORS = new Set(["function_pass", "module_pass", "pass_instrument"]);
/** Base classes of instruments. */
const BASES = new Set(["PassInstrument"]);

export interface Defined {
  readonly name: string;
  /** Whether calling it makes the pass or instrument. */
  readonly isClass: boolean;
}

/** The definitions in order; undefined if the code cannot be parsed, as in the middle of an edit. */
export function definedBy(source: string): readonly Defined[] | undefined {
  if (source.length > MAX_CODE) return undefined;
  const tree = parser.parse(source);
  if (hasMistakes(tree)) return undefined;
  const reader = new Reader(source);
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling) reader.statement(node);
  return [...reader.found].map(([name, isClass]) => ({ name, isClass }));
}

export const exportsOf = (source: string): readonly string[] | undefined =>
  definedBy(source)?.map(({ name }) => name);

/** All names in the code. */
export function namesIn(source: string): ReadonlySet<string> {
  const found = new Set<string>();
  parser.parse(source).iterate({
    enter: ({ name, from, to }) => {
      if (name === "VariableName") found.add(source.slice(from, to));
    },
  });
  return found;
}

function hasMistakes(tree: Tree): boolean {
  let found = false;
  tree.iterate({
    enter: ({ type }) => {
      found ||= type.isError;
      return !found;
    },
  });
  return found;
}

class Reader {
  readonly found = new Map<string, boolean>();

  constructor(private readonly source: string) {}

  statement(node: SyntaxNode): void {
    switch (node.name) {
      case "DecoratedStatement":
        this.#decorated(node);
        break;
      case "ClassDefinition":
        if (this.#isInstrument(node)) this.#add(node.getChild("VariableName"), true);
        break;
      case "AssignStatement":
        this.#assigned(node);
    }
  }

  #text({ from, to }: SyntaxNode): string {
    return this.source.slice(from, to);
  }

  #add(node: SyntaxNode | null, isClass: boolean): void {
    const name = node && this.#text(node);
    if (!name || name.startsWith("_")) return;
    // The last definition counts, so it sets the place in the order.
    this.found.delete(name);
    this.found.set(name, isClass);
  }

  #decorated(node: SyntaxNode): void {
    const made = node.getChild("FunctionDefinition") ?? node.getChild("ClassDefinition");
    if (!made) return;
    const isClass = made.name === "ClassDefinition";
    const names = node.getChildren("Decorator").map((decorator) => this.#lastName(decorator));
    if (names.some((name) => DECORATORS.has(name)) || (isClass && this.#isInstrument(made))) {
      this.#add(made.getChild("VariableName"), isClass);
    }
  }

  /** The last name of the path: `function_pass` in `@relay.transform.function_pass(opt_level=1)`. */
  #lastName(decorator: SyntaxNode): string {
    return /^@\s*([\w.\s]+)/.exec(this.#text(decorator))?.[1]?.split(".").at(-1)?.trim() ?? "";
  }

  #isInstrument(node: SyntaxNode): boolean {
    const bases = node.getChild("ArgList");
    const names = bases ? this.#text(bases).match(/\w+(?=\s*[,)])/g) : undefined;
    return names?.some((name) => BASES.has(name)) ?? false;
  }

  /** `fold = relay.transform.FoldConstant()`: the result of a call may be a pass or an instrument. */
  #assigned(node: SyntaxNode): void {
    const [target, sign, value] = [node.firstChild, node.firstChild?.nextSibling, node.lastChild];
    if (target?.name !== "VariableName" || sign?.name !== "AssignOp") return;
    if (value?.name === "CallExpression") this.#add(target, false);
  }
}
