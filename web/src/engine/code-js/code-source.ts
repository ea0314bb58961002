// Turns the user's code into a module that can be imported. It finds syntax errors with their place, redirects imports
// of "passcope" to a URL, and refuses all other imports.
import { parse, type Node, type Program } from "acorn";
import type { CodePlace } from "../../core/protocol/code";
import type { Message } from "../../i18n/message";
import { CODE_NAME, CodeError } from "../session/code-place";
import { words } from "./code-messages";
import { append } from "../../core/extremes";

/** The only module that code can import. */
const PACKAGE = "passcope";
const QUOTED = `"${PACKAGE}"`;
const IMPORTS = { package: QUOTED, names: "import { … }", all: `import * as ${PACKAGE}` };

/** Code with redirected imports, and the mapping from its places to the user's. */
export interface PreparedCode {
  readonly text: string;
  readonly origin: (place: CodePlace) => CodePlace;
}

interface Literal extends Node {
  readonly type: "Literal";
  readonly value: unknown;
}

/** A replacement of text within one line. */
interface Replacement {
  readonly line: number;
  /** From 0. */
  readonly column: number;
  readonly length: number;
  readonly start: number;
  readonly by: string;
}

/**
 * Prepares the user's code for import. Throws a CodeError with the place of a mistake.
 *
 * @param names the exports of the package.
 * @param url the address of a module with the same exports.
 */
export function prepareCode(source: string, names: ReadonlySet<string>, url: string): PreparedCode {
  const replacements: Replacement[] = [];
  const literal = JSON.stringify(url);
  for (const node of importsOf(parseCode(source))) {
    const specifier = node.source;
    if (!isLiteral(specifier)) {
      throw refused(
        words("kCodeImportNotLiteral", "The name of an imported module must be a string literal"),
        node,
      );
    }
    if (specifier.value !== PACKAGE) {
      throw refused(
        words("kCodeImportForbidden", "Code can import {package} only, not {module}", {
          package: QUOTED,
          module: JSON.stringify(specifier.value),
        }),
        specifier,
      );
    }
    checkNames(node, names);
    replacements.push({
      ...startOf(specifier),
      length: specifier.end - specifier.start,
      start: specifier.start,
      by: literal,
    });
  }
  replacements.sort((a, b) => a.start - b.start);
  let text = "";
  let end = 0;
  for (const { start, length, by } of replacements) {
    text += source.slice(end, start) + by;
    end = start + length;
  }
  text += `${source.slice(end)}\n//# sourceURL=${CODE_NAME}\n`;
  return { text, origin: (place) => originOf(place, replacements) };
}

function originOf({ line, column }: CodePlace, replacements: readonly Replacement[]): CodePlace {
  let at = column - 1;
  for (const replaced of replacements) {
    if (replaced.line !== line || replaced.column >= at) continue;
    const grown = replaced.by.length - replaced.length;
    at = Math.max(replaced.column, at - grown);
  }
  return { line, column: at + 1 };
}

function parseCode(source: string): Program {
  try {
    return parse(source, { ecmaVersion: "latest", sourceType: "module", locations: true });
  } catch (error) {
    if (error instanceof SyntaxError && "loc" in error) {
      const { line, column } = error.loc as { line: number; column: number };
      const message = error.message.replace(/ \(\d+:\d+\)$/, "");
      throw new CodeError(message, { line, column: column + 1 });
    }
    if (error instanceof RangeError)
      throw new CodeError(words("kCodeNestedTooDeeply", "The code is nested too deeply"));
    throw error;
  }
}

/** An import, an export from a module, or `import()`. */
interface ImportNode extends Node {
  readonly source: Node;
  readonly specifiers?: readonly (Node & { imported?: Node; local?: Node })[];
}

/** All nodes that name a module, wherever they are. */
function importsOf(program: Program): ImportNode[] {
  const found: ImportNode[] = [];
  const stack: unknown[] = [program];
  while (stack.length > 0) {
    const at = stack.pop();
    if (Array.isArray(at)) append(stack, at as unknown[]);
    if (typeof at !== "object" || at === null || !("type" in at)) continue;
    const node = at as ImportNode;
    if (/^(?:Import|Export)/.test(node.type) && node.source) found.push(node);
    for (const [key, value] of Object.entries(node)) {
      if (key !== "loc" && typeof value === "object" && value !== null) stack.push(value);
    }
  }
  return found;
}

/** Reports imported names that the package does not have, with their place. The browser's own error has no place. */
function checkNames(node: ImportNode, names: ReadonlySet<string>): void {
  for (const specifier of node.specifiers ?? []) {
    if (specifier.type === "ImportDefaultSpecifier") {
      throw refused(
        words(
          "kPackageDefaultExportMissing",
          "{package} has no default export: write {names} or {all}",
          IMPORTS,
        ),
        specifier,
      );
    }
    const named = node.type === "ImportDeclaration" ? specifier.imported : specifier.local;
    if (!named || specifier.type === "ImportNamespaceSpecifier") continue;
    const name = nameOf(named);
    if (!names.has(name)) {
      throw refused(
        words("kPackageExportMissing", "{package} does not export {name}", {
          package: QUOTED,
          name,
        }),
        named,
      );
    }
  }
}

function nameOf(node: Node): string {
  const { name, value } = node as Node & { name?: string; value?: unknown };
  return name ?? String(value);
}

function isLiteral(node: Node): node is Literal {
  return node.type === "Literal" && typeof (node as Literal).value === "string";
}

function startOf(node: Node): { line: number; column: number } {
  return node.loc?.start ?? { line: 1, column: 0 };
}

function refused(message: Message, node: Node): CodeError {
  const { line, column } = startOf(node);
  return new CodeError(message, { line, column: column + 1 });
}
