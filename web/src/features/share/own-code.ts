// Puts the user's module into a generated program. Its text stays the same, and each used export gets an expression.
import { parse, type Node, type Program } from "acorn";
import { append } from "../../core/extremes";

export interface OwnCode {
  /** The module's text. An anonymous default export gets a name. */
  readonly text: string;
  /** By exported name: how the program refers to the export. */
  readonly exports: ReadonlyMap<string, OwnExport>;
  /** Imported names of the package, and their local names. */
  readonly imported: ReadonlyMap<string, string>;
  /** Names that the program must not declare. */
  readonly taken: ReadonlySet<string>;
}

interface OwnExport {
  readonly local: string;
  /** True for a class declaration, which needs `new`. */
  readonly isClass: boolean;
}

/** The fields that this file reads. acorn has types for every kind of node, but few are needed here. */
interface AnyNode extends Node {
  readonly id?: AnyNode | null;
  readonly name?: string;
  readonly value?: unknown;
  readonly kind?: string;
  readonly declaration?: AnyNode | null;
  readonly declarations?: readonly AnyNode[];
  readonly specifiers?: readonly AnyNode[];
  readonly source?: AnyNode | null;
  readonly imported?: AnyNode;
  readonly exported?: AnyNode | null;
  readonly local?: AnyNode;
  readonly properties?: readonly AnyNode[];
  readonly elements?: readonly (AnyNode | null)[];
  readonly left?: AnyNode;
  readonly argument?: AnyNode;
}

const PACKAGE = "passcope";

/** Analyses a module. Undefined if it cannot be parsed; then nothing runs with it. */
export function ownCode(source: string): OwnCode | undefined {
  let program: Program;
  try {
    program = parse(source, { ecmaVersion: "latest", sourceType: "module" });
  } catch {
    return undefined;
  }
  return new Reader(source, program).read();
}

class Reader {
  readonly #exports = new Map<string, OwnExport>();
  readonly #imported = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #classes = new Set<string>();
  #text: string;
  /** Imports for names that the module only re-exports. */
  readonly #passedOn: string[] = [];

  constructor(
    private readonly source: string,
    private readonly program: Program,
  ) {
    this.#text = source;
  }

  read(): OwnCode {
    const body = this.program.body as readonly AnyNode[];
    this.#declarations(body);
    for (const node of body) {
      if (node.type === "ExportNamedDeclaration") this.#named(node);
      else if (node.type === "ExportDefaultDeclaration") this.#default(node);
    }
    const passedOn =
      this.#passedOn.length > 0
        ? `import { ${this.#passedOn.join(", ")} } from "${PACKAGE}";\n`
        : "";
    return {
      text: passedOn + this.#text,
      exports: this.#exports,
      imported: this.#imported,
      taken: this.#taken,
    };
  }

  /** Collects the declarations of the module's scope. */
  #declarations(body: readonly AnyNode[]): void {
    for (const node of body) {
      if (node.type === "ImportDeclaration") this.#import(node);
      else {
        const inner = node.type.startsWith("Export") ? node.declaration : node;
        if (!inner) continue;
        if (inner.id?.name !== undefined) this.#taken.add(inner.id.name);
        if (inner.type === "ClassDeclaration" && inner.id?.name) this.#classes.add(inner.id.name);
        if (inner.type === "VariableDeclaration") this.#names(inner);
        else this.#vars(inner);
      }
    }
  }

  #import(node: AnyNode): void {
    for (const specifier of node.specifiers ?? []) {
      const local = specifier.local?.name;
      if (local === undefined) continue;
      this.#taken.add(local);
      if (specifier.imported) this.#imported.set(nameOf(specifier.imported), local);
    }
  }

  /** Collects `var` declarations anywhere outside of functions, because they belong to the module. */
  #vars(from: AnyNode): void {
    each(from, (node) => {
      if (node.type === "VariableDeclaration" && node.kind === "var") this.#names(node);
      return !/Function|Class/.test(node.type);
    });
  }

  /** Collects all identifiers of a declaration. Those in its values are included too, which does no harm. */
  #names(declaration: AnyNode): void {
    each(declaration, (node) => {
      if (node.type === "Identifier" && node.name !== undefined) this.#taken.add(node.name);
      return !/Function|Class/.test(node.type);
    });
  }

  #named(node: AnyNode): void {
    const { declaration } = node;
    if (declaration?.id?.name !== undefined) this.#export(declaration.id.name);
    for (const declarator of declaration?.declarations ?? []) {
      if (declarator.id) for (const name of boundNames(declarator.id)) this.#export(name);
    }
    for (const { local, exported } of node.specifiers ?? []) {
      if (!local || !exported) continue;
      if (!node.source) this.#export(nameOf(exported), nameOf(local));
      else {
        const free = freeName(nameOf(local), this.#taken);
        this.#taken.add(free);
        this.#passedOn.push(`${moduleName(nameOf(local))} as ${free}`);
        this.#export(nameOf(exported), free);
      }
    }
  }

  #default(node: AnyNode): void {
    const { declaration } = node;
    if (!declaration) return;
    if (/Declaration$/.test(declaration.type) && declaration.id?.name) {
      this.#export("default", declaration.id.name);
      return;
    }
    const free = freeName("theDefault", this.#taken);
    this.#taken.add(free);
    this.#text =
      `${this.source.slice(0, node.start)}const ${free} = ` +
      `${this.source.slice(declaration.start, declaration.end)};` +
      this.source.slice(node.end);
    const isClass = declaration.type.startsWith("Class");
    this.#exports.set("default", { local: free, isClass });
  }

  #export(name: string, local = name): void {
    this.#exports.set(name, { local, isClass: this.#classes.has(local) });
  }
}

/** Visits a node, and its descendants where `visit` returns true. */
function each(root: AnyNode, visit: (node: AnyNode) => boolean): void {
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const at = stack.pop();
    if (Array.isArray(at)) append(stack, at as unknown[]);
    else if (typeof at === "object" && at !== null && "type" in at) {
      if (visit(at as AnyNode)) append(stack, Object.values<unknown>(at));
    }
  }
}

/** The names that a pattern binds: `{ a: b, c = 1, ...d }` binds b, c and d. */
function boundNames(pattern: AnyNode): string[] {
  switch (pattern.type) {
    case "Identifier":
      return pattern.name === undefined ? [] : [pattern.name];
    case "ObjectPattern":
      return (pattern.properties ?? []).flatMap((property) =>
        boundNames(property.type === "Property" ? (property.value as AnyNode) : property),
      );
    case "ArrayPattern":
      return (pattern.elements ?? []).flatMap((item) => (item ? boundNames(item) : []));
    case "AssignmentPattern":
      return pattern.left ? boundNames(pattern.left) : [];
    case "RestElement":
      return pattern.argument ? boundNames(pattern.argument) : [];
    default:
      return [];
  }
}

/** Names of imports and exports can be string literals. */
const nameOf = (node: AnyNode): string => node.name ?? String(node.value);
const moduleName = (name: string): string => (isName(name) ? name : JSON.stringify(name));

const isName = (name: string): boolean => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name);

/** `name`, or the first free one of `name2`, `name3`, … */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const base = isName(name) && name !== "default" ? name : "other";
  let free = base;
  for (let i = 2; taken.has(free); i += 1) free = `${base}${i}`;
  return free;
}
