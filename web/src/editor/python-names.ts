// What Python code defines for a pipeline, found without running it. Python marks no names as exported, so these are
// those of its top level that can be a pass or an instrument. Loaded only with code in Python.
import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/python";
import { MAX_CODE } from "../core/protocol/code";

/** What makes a pass or an instrument of a function or a class. */
const DECORATORS = new Set(["function_pass", "module_pass", "pass_instrument"]);
/** What classes of instruments derive from. */
const BASES = new Set(["PassInstrument"]);

export interface Defined {
  readonly name: string;
  /** Whether a pass or an instrument is made by calling it. */
  readonly isClass: boolean;
}

/** In their order; undefined while the code cannot be read, as in the middle of an edit. */
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

/** All names that the code has, whatever they stand for. */
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
    // The place in the order is that of the last definition, which is the one that counts.
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

  /** Of `@relay.transform.function_pass(opt_level=1)` the last name of the path. */
  #lastName(decorator: SyntaxNode): string {
    return /^@\s*([\w.\s]+)/.exec(this.#text(decorator))?.[1]?.split(".").at(-1)?.trim() ?? "";
  }

  #isInstrument(node: SyntaxNode): boolean {
    const bases = node.getChild("ArgList");
    const names = bases ? this.#text(bases).match(/\w+(?=\s*[,)])/g) : undefined;
    return names?.some((name) => BASES.has(name)) ?? false;
  }

  /** `fold = relay.transform.FoldConstant()`: what a call gives may be a pass or an instrument. */
  #assigned(node: SyntaxNode): void {
    const [target, sign, value] = [node.firstChild, node.firstChild?.nextSibling, node.lastChild];
    if (target?.name !== "VariableName" || sign?.name !== "AssignOp") return;
    if (value?.name === "CallExpression") this.#add(target, false);
  }
}
