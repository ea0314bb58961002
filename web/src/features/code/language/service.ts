// TypeScript's language service for one JavaScript file that imports the package. It analyses code and never runs it.
import ts from "typescript";
import { GLOBALS } from "./globals";
import type {
  CodeDiagnostic,
  Completions,
  Description,
  Hover,
  LanguageKind,
  LanguageRequests,
  Signature,
} from "./messages";

const CODE = "/code.js";
const GLOBALS_FILE = "/globals.d.ts";
const MAX_ITEMS = 2000;

/** JavaScript has no annotations: unknown types are `any`, and null is allowed everywhere. */
const compilerOptions: ts.CompilerOptions = {
  allowJs: true,
  checkJs: true,
  noEmit: true,
  strict: false,
  noImplicitAny: false,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"],
  paths: { passcope: ["/passcope/index.d.ts"] },
  types: [],
};

export class LanguageService {
  readonly #files: ReadonlyMap<string, ts.IScriptSnapshot>;
  readonly #service: ts.LanguageService;
  #code = ts.ScriptSnapshot.fromString("");
  #version = 0;

  /** @param libraries declarations by path. */
  constructor(libraries: Readonly<Record<string, string>>) {
    const files = new Map(
      Object.entries({ ...libraries, [GLOBALS_FILE]: GLOBALS }).map(
        ([name, text]) => [name, ts.ScriptSnapshot.fromString(text)] as const,
      ),
    );
    this.#files = files;
    const text = (name: string): string | undefined => {
      const file = this.#snapshot(name);
      return file?.getText(0, file.getLength());
    };
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => compilerOptions,
      getScriptFileNames: () => [CODE, GLOBALS_FILE],
      getScriptVersion: (name) => (name === CODE ? String(this.#version) : "0"),
      getScriptSnapshot: (name) => this.#snapshot(name),
      getCurrentDirectory: () => "/",
      getDefaultLibFileName: () => "/lib/lib.es2023.d.ts",
      fileExists: (name) => this.#snapshot(name) !== undefined,
      readFile: text,
      directoryExists: (name) => [...files.keys()].some((file) => file.startsWith(`${name}/`)),
      getDirectories: () => [],
    });
  }

  #snapshot(name: string): ts.IScriptSnapshot | undefined {
    return name === CODE ? this.#code : this.#files.get(name);
  }

  setSource(source: string): void {
    this.#code = ts.ScriptSnapshot.fromString(source);
    this.#version += 1;
  }

  answer<K extends LanguageKind>(
    kind: K,
    body: LanguageRequests[K]["request"],
  ): LanguageRequests[K]["reply"];
  answer(kind: LanguageKind, body: { at?: number; name?: string }): unknown {
    const { at = 0, name = "" } = body;
    switch (kind) {
      case "diagnostics":
        return this.diagnostics();
      case "completions":
        return this.completions(at);
      case "describe":
        return this.describe(at, name);
      case "hover":
        return this.hover(at);
      case "signature":
        return this.signature(at);
    }
  }

  diagnostics(): CodeDiagnostic[] {
    return [
      ...this.#service.getSyntacticDiagnostics(CODE),
      ...this.#service.getSemanticDiagnostics(CODE),
    ].map(({ start = 0, length = 0, category, messageText }) => ({
      from: start,
      to: start + length,
      severity: category === ts.DiagnosticCategory.Error ? "error" : "warning",
      message: ts.flattenDiagnosticMessageText(messageText, "\n"),
    }));
  }

  completions(at: number): Completions | undefined {
    const found = this.#service.getCompletionsAtPosition(CODE, at, {
      includeCompletionsWithInsertText: true,
    });
    if (!found) return undefined;
    const from =
      found.optionalReplacementSpan?.start ??
      found.entries[0]?.replacementSpan?.start ??
      wordStart(this.#code.getText(0, at));
    return {
      from,
      items: found.entries
        .filter(({ kind }) => kind !== ts.ScriptElementKind.warning)
        .sort((a, b) => (a.sortText < b.sortText ? -1 : a.sortText > b.sortText ? 1 : 0))
        .slice(0, MAX_ITEMS)
        .map(({ name, kind, insertText }) => ({
          name,
          kind,
          ...(insertText === undefined ? {} : { insert: insertText }),
        })),
    };
  }

  describe(at: number, name: string): Description | undefined {
    const found = this.#service.getCompletionEntryDetails(
      CODE,
      at,
      name,
      undefined,
      undefined,
      undefined,
      undefined,
    );
    return (
      found && {
        signature: ts.displayPartsToString(found.displayParts),
        documentation: documentation(found.documentation ?? [], found.tags),
      }
    );
  }

  hover(at: number): Hover | undefined {
    const found = this.#service.getQuickInfoAtPosition(CODE, at);
    if (!found) return undefined;
    return {
      from: found.textSpan.start,
      to: found.textSpan.start + found.textSpan.length,
      signature: ts.displayPartsToString(found.displayParts),
      documentation: documentation(found.documentation ?? [], found.tags),
    };
  }

  signature(at: number): Signature | undefined {
    const found = this.#service.getSignatureHelpItems(CODE, at, undefined);
    const item = found?.items[found.selectedItemIndex];
    if (!found || !item) return undefined;
    const text = ts.displayPartsToString;
    const separator = text(item.separatorDisplayParts);
    const parameters = item.parameters.map(({ displayParts }) => text(displayParts));
    const active = Math.min(found.argumentIndex, parameters.length - 1);
    const before = parameters.slice(0, Math.max(active, 0));
    const after = parameters.slice(active + 1);
    return {
      before:
        text(item.prefixDisplayParts) + before.map((parameter) => parameter + separator).join(""),
      active: parameters[active] ?? "",
      after:
        after.map((parameter) => separator + parameter).join("") + text(item.suffixDisplayParts),
      documentation: text(item.parameters[active]?.documentation ?? item.documentation),
    };
  }
}

function documentation(
  parts: readonly ts.SymbolDisplayPart[],
  tags: readonly ts.JSDocTagInfo[] = [],
): string {
  const text = ts.displayPartsToString([...parts]);
  const parameters = tags
    .filter(({ name }) => name === "param")
    .map((tag) => `${ts.displayPartsToString(tag.text ?? [])}`);
  return [text, ...parameters].filter((line) => line !== "").join("\n");
}

const wordStart = (before: string): number => /[\w$]*$/.exec(before)?.index ?? before.length;
