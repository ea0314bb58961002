// Turns the code of a cell into a module. Cells share their top-level names, so these become properties of one object:
// `const a = f(b)` becomes `void ($.a = (0, $.f)($.b))`. A later cell can redeclare or assign a name, and functions of
// earlier cells see that. Line numbers stay the same.
import MagicString from "magic-string";
import { CodeError } from "../../session/code-place";
import { words } from "../code-messages";
import type { CodePlace } from "../../../core/protocol/code";
import { isNode, placeOf, readSyntax, type Syntax, type Tree } from "./syntax";

/** The environment of a cell when it is compiled. */
export interface Surroundings {
  /** The top-level names of earlier cells, and whether each may be assigned. */
  readonly names: ReadonlyMap<string, "variable" | "constant">;
  /** Whether a global of this name exists. Asked only for names that no cell has declared. */
  readonly isGlobal: (name: string) => boolean;
  /** The exports of the package "passcope". */
  readonly exports: ReadonlySet<string>;
}

export interface RewrittenCell {
  /** A module whose default export is an async function of the shared object and the package. */
  readonly text: string;
  /** The names that the cell declares, which the shared object must have before the cell runs. */
  readonly names: ReadonlyMap<string, "variable" | "constant">;
  /** Maps a place in the module's text to the place in the cell. */
  readonly origin: (place: CodePlace) => CodePlace;
}

const PACKAGE = "passcope";
const QUOTED = `"${PACKAGE}"`;
const IMPORTS = { package: QUOTED, names: "import { … }", all: `import * as ${PACKAGE}` };

/**
 * Statements that may end at a line's end without a semicolon. The rewriting adds one to each, because the next line
 * may begin with "(".
 */
const OPEN_ENDED = new Set([
  "BreakStatement",
  "ContinueStatement",
  "DebuggerStatement",
  "DoWhileStatement",
  "ExpressionStatement",
  "ReturnStatement",
  "ThrowStatement",
  "VariableDeclaration",
]);

/** Throws a CodeError with the place of a mistake in the code. */
export function rewriteCell(source: string, surroundings: Surroundings): RewrittenCell {
  return new Rewriter(source, surroundings).rewrite();
}

class Rewriter {
  readonly #syntax: Syntax;
  readonly #text: MagicString;
  readonly #names = new Map<string, "variable" | "constant">();
  /** Code that runs before the cell: imports and functions exist from its beginning. */
  readonly #imports: string[] = [];
  readonly #functions: string[] = [];
  readonly #shared: string;
  readonly #package: string;

  constructor(
    private readonly source: string,
    private readonly surroundings: Surroundings,
  ) {
    this.#syntax = readSyntax(source);
    this.#text = new MagicString(source);
    let mark = "$";
    while (source.includes(mark)) mark += "$";
    this.#shared = mark;
    this.#package = `${mark}p`;
  }

  rewrite(): RewrittenCell {
    const { program, parents } = this.#syntax;
    const nodes = [...parents.keys()];
    for (const node of nodes) this.#modules(node);
    const declarations = this.#declarations();
    const last = program.body.at(-1);
    const result = last?.type === "ExpressionStatement" ? last : undefined;
    this.#checkConstants();
    for (const identifier of this.#references()) this.#reference(identifier);
    // Inner nodes first, so that text around an outer node encloses text around its inner nodes.
    for (const node of nodes.reverse()) {
      this.#keepName(node);
      if (declarations.has(node)) this.#declaration(node);
      if (node !== (result as unknown) && this.#isOpenEnded(node))
        this.#text.appendLeft(node.end, ";");
    }
    if (result) {
      this.#text.prependRight(result.start, "return (");
      this.#text.appendRight(this.#endOf(result), ")");
    }
    const prelude = [...this.#imports, ...this.#functions].map((line) => `${line}; `).join("");
    this.#text.prepend(`export default async (${this.#shared}, ${this.#package}) => { ${prelude}`);
    return {
      text: `${this.#text.toString()}\n}`,
      names: this.#names,
      origin: originIn(this.#text),
    };
  }

  /** The end of a statement's expression, with its parentheses but without a semicolon. */
  #endOf(statement: { end: number }): number {
    return this.source[statement.end - 1] === ";" ? statement.end - 1 : statement.end;
  }

  /** Handles imports and refuses exports. Only the package can be imported, and a cell needs no exports. */
  #modules(node: Tree): void {
    if (/^Export/.test(node.type)) {
      throw new CodeError(
        words("kCellExportUnneeded", "A cell cannot export: cells share their top-level names"),
        placeOf(node),
      );
    }
    if (!/^Import(?:Declaration|Expression)$/.test(node.type)) return;
    const from = node["source"] as Tree;
    if (from["value"] !== PACKAGE) {
      throw new CodeError(
        words("kCellImportForbidden", "Code can import {package} only", { package: QUOTED }),
        placeOf(from),
      );
    }
    if (node.type === "ImportExpression") {
      this.#text.update(node.start, node.end, `Promise.resolve(${this.#package})`);
      return;
    }
    for (const specifier of node["specifiers"] as Tree[]) {
      const local = nameOf(specifier["local"] as Tree);
      if (specifier.type === "ImportDefaultSpecifier") {
        throw new CodeError(
          words(
            "kPackageDefaultExportMissing",
            "{package} has no default export: write {names} or {all}",
            IMPORTS,
          ),
          placeOf(specifier),
        );
      }
      if (specifier.type === "ImportNamespaceSpecifier") {
        this.#imports.push(`${this.#property(local)} = ${this.#package}`);
        continue;
      }
      const imported = specifier["imported"] as Tree;
      const name = nameOf(imported);
      if (!this.surroundings.exports.has(name)) {
        throw new CodeError(
          words("kPackageExportMissing", "{package} does not export {name}", {
            package: QUOTED,
            name,
          }),
          placeOf(imported),
        );
      }
      this.#imports.push(`${this.#property(local)} = ${this.#package}[${JSON.stringify(name)}]`);
    }
    // Keep the line breaks.
    const blank = this.source.slice(node.start, node.end).replace(/[^\n]/g, "");
    this.#text.update(node.start, node.end, blank === "" ? ";" : blank);
  }

  /** Notes the top-level names. Returns the statements that declare them, except imports. */
  #declarations(): Set<Tree> {
    const statements = new Set<Tree>();
    for (const { name, defs } of this.#shareable()) {
      for (const { type, node, parent } of defs) {
        const constant = type === "ImportBinding" || kindOf(parent) === "const";
        this.#names.set(name, constant ? "constant" : "variable");
        if (type === "Variable") statements.add(parent as unknown as Tree);
        if (type === "ClassName") statements.add(node as unknown as Tree);
        if (type === "FunctionName") this.#functions.push(`${this.#property(name)} = ${name}`);
      }
    }
    return statements;
  }

  /** The variables to share. Those declared by `using` live as long as the cell runs, so they stay in the cell. */
  #shareable(): Syntax["variables"] {
    return this.#syntax.variables.filter(({ defs }) =>
      defs.every(({ parent }) => !kindOf(parent).includes("using")),
    );
  }

  #checkConstants(): void {
    const refuse = (name: string, identifier: unknown): never => {
      throw new CodeError(
        words("kConstantReassigned", "{name} is a constant: declare it with let", { name }),
        placeOf(identifier as Tree),
      );
    };
    for (const { name, references } of this.#shareable()) {
      if (this.#names.get(name) !== "constant") continue;
      for (const { identifier, init, isWrite } of references.map(plain)) {
        if (isWrite && !init) refuse(name, identifier);
      }
    }
    for (const { identifier, isWrite } of this.#syntax.unresolved.map(plain)) {
      if (isWrite && this.surroundings.names.get(identifier.name) === "constant") {
        refuse(identifier.name, identifier);
      }
    }
  }

  /** All identifiers that refer to a shared name, in any scope. */
  #references(): Set<Tree> {
    const found = new Set<Tree>();
    for (const { references, defs } of this.#shareable()) {
      for (const { identifier } of references) found.add(identifier as unknown as Tree);
      for (const { type, name } of defs) {
        if (type === "Variable") found.add(name as unknown as Tree);
      }
    }
    const { names, isGlobal } = this.surroundings;
    for (const { identifier } of this.#syntax.unresolved) {
      const { name } = identifier as unknown as { name: string };
      // A later cell may declare an unknown name before this is called.
      if (names.has(name) || !isGlobal(name)) found.add(identifier as unknown as Tree);
    }
    return found;
  }

  #property(name: string): string {
    return `${this.#shared}.${name}`;
  }

  #reference(identifier: Tree): void {
    const name = nameOf(identifier);
    const property = this.#property(name);
    const parent = this.#parent(identifier);
    this.#text.update(identifier.start, identifier.end, this.#inPlace(identifier, name, property));
    if (isCallee(identifier, parent)) {
      // A method call would pass the shared object as `this`.
      this.#text.prependRight(identifier.start, "(0, ");
      this.#text.appendLeft(identifier.end, ")");
    }
  }

  /** The replacement of a name, which depends on its place. */
  #inPlace(identifier: Tree, name: string, property: string): string {
    const parent = this.#parent(identifier);
    if (parent?.type === "VariableDeclarator" && parent["init"] === null) {
      const declaration = this.#parent(parent);
      if (this.#isLoopHead(declaration)) return property;
      // `var` without a value does not change the variable.
      return declaration?.["kind"] === "var" ? "0" : `${property} = undefined`;
    }
    if (isShorthand(identifier, parent, parent && this.#parent(parent))) {
      return `${name}: ${property}`;
    }
    if (parent?.type === "UnaryExpression" && parent["operator"] === "typeof") {
      return `(${JSON.stringify(name)} in ${this.#shared} ? ${property} : undefined)`;
    }
    return property;
  }

  #parent(node: Tree): Tree | undefined {
    return this.#syntax.parents.get(node);
  }

  /** Whether a declaration is the loop variable of `for … of` or `for … in`. */
  #isLoopHead(declaration: Tree | undefined): boolean {
    const loop = declaration && this.#parent(declaration);
    return /^For(?:In|Of)Statement$/.test(loop?.type ?? "") && loop?.["left"] === declaration;
  }

  /** Gives anonymous functions and classes the name of their variable, because an assignment to a property does not. */
  #keepName(node: Tree): void {
    const [target, value] =
      node.type === "VariableDeclarator"
        ? [node["id"], node["init"]]
        : node.type === "AssignmentExpression" && node["operator"] === "="
          ? [node["left"], node["right"]]
          : [];
    if (!isNode(target) || !isNode(value) || target.type !== "Identifier") return;
    const nameless =
      value.type === "ArrowFunctionExpression" ||
      (/^(?:Function|Class)Expression$/.test(value.type) && value["id"] === null);
    if (!nameless) return;
    const key = JSON.stringify(nameOf(target));
    this.#text.prependRight(value.start, `{ [${key}]: `);
    this.#text.appendLeft(value.end, ` }[${key}]`);
  }

  #declaration(node: Tree): void {
    if (node.type === "ClassDeclaration") {
      this.#text.prependRight(node.start, `${this.#property(nameOf(node["id"] as Tree))} = `);
      this.#text.appendLeft(node.end, ";");
      return;
    }
    const keyword = node["kind"] as string;
    if (this.#isLoopHead(node)) {
      this.#text.remove(node.start, node.start + keyword.length);
      return;
    }
    this.#text.update(node.start, node.start + keyword.length, "void");
    for (const { start, end } of node["declarations"] as Tree[]) {
      this.#text.prependRight(start, "(");
      this.#text.appendLeft(end, ")");
    }
  }

  #isOpenEnded(node: Tree): boolean {
    if (!OPEN_ENDED.has(node.type) || this.source[node.end - 1] === ";") return false;
    const parent = this.#parent(node);
    const inHead = parent?.["init"] === node || parent?.["left"] === node;
    return !(node.type === "VariableDeclaration" && inHead);
  }
}

interface PlainReference {
  readonly identifier: Tree & { readonly name: string };
  readonly init: boolean;
  readonly isWrite: boolean;
}

const plain = (reference: Syntax["unresolved"][number]): PlainReference => ({
  identifier: reference.identifier as unknown as PlainReference["identifier"],
  init: reference.init === true,
  isWrite: reference.isWrite(),
});

function nameOf(node: Tree): string {
  return typeof node["name"] === "string" ? node["name"] : String(node["value"]);
}

/** The kind of a variable declaration: "const", "let", "var", "using" or "await using"; "" for other nodes. */
const kindOf = (parent: unknown): string =>
  isNode(parent) && parent.type === "VariableDeclaration" ? String(parent["kind"]) : "";

function isCallee(identifier: Tree, parent: Tree | undefined): boolean {
  return (
    (parent?.type === "CallExpression" && parent["callee"] === identifier) ||
    (parent?.type === "TaggedTemplateExpression" && parent["tag"] === identifier)
  );
}

/** The `a` of `{ a }` and of `{ a = 1 }`, in literals and in patterns. */
function isShorthand(identifier: Tree, parent?: Tree, grandparent?: Tree): boolean {
  if (parent?.type === "Property") return parent["shorthand"] === true;
  return (
    parent?.type === "AssignmentPattern" &&
    parent["left"] === identifier &&
    grandparent?.type === "Property" &&
    grandparent["shorthand"] === true
  );
}

function originIn(text: MagicString): RewrittenCell["origin"] {
  let lines: ReturnType<MagicString["generateDecodedMap"]>["mappings"] | undefined;
  return ({ line, column }) => {
    lines ??= text.generateDecodedMap({ hires: true }).mappings;
    const before = (lines[line - 1] ?? []).filter(([at]) => at < column);
    const nearest = before.at(-1) ?? lines[line - 1]?.[0];
    const [, , originLine = line - 1, originColumn = 0] = nearest ?? [];
    return { line: originLine + 1, column: originColumn + 1 };
  };
}
