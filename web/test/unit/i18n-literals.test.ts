// Views have no texts of their own, because all texts are in message tables. The test scans the sources for prose in
// templates, in visible or announced attributes, and in strings.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const source = path.resolve(import.meta.dirname, "../../src");

/** Folders with code that runs in the page and shows something. */
const FOLDERS = [
  "core",
  "editor",
  "embed",
  "features",
  "offline",
  "sandbox",
  "shell",
  "ui",
  "workers",
];

/** Styles, texts for programs, code for users to start from, and CodeMirror's own phrases. */
const NOT_SCANNED =
  /-styles\.ts$|texts\.(?:en|zh)\.ts$|\/graph\/svg\.ts$|\/trace\/(?:chrome-trace|export)\.ts$|\/code\/(?:language\/|(?:python\/)?templates\.ts$)|^editor\/phrases\.ts$/;

/** Functions with arguments that are selectors, style sheets, media queries, snippets, or keys of texts. */
const NO_TEXTS =
  /(?:^|\.)(?:querySelector(?:All)?|closest|matches|matchMedia|theme|snippetCompletion|t|core|coreText|editor|ui|timingResults)$/;

/** Names and signs that are the same in all languages. */
const NAMES = [
  /^Passcope$/,
  /^JSON$/,
  /^opt_level( |, )?$/,
  /^(Tab|Esc|Ctrl|Alt|Enter|Escape|Home|End|Backspace|Delete|Shift)$/,
  /^(Arrow(Up|Down|Left|Right)?|Page(Up|Down)?|F\d+)$/,
  /^(Alt|Mod|Shift|Ctrl)-/,
  /^(InferType|ConvertLayout|TraceInstrument|Sequential|FoldScaleAxis|FoldConstant)$/,
  /^(NCHW|NHWC|ResNet-?|, CIFAR|Tensor|True|False|None)$/,
  /^(Error|TypeError|RangeError|Files|Infinity|NaN)$/,
];

/** English texts that a file may have, with the reasons. */
const ALLOWED: Readonly<Record<string, readonly RegExp[]>> = {
  // Errors for programmers.
  "core/trusted.ts": [/^It is none of this site's scripts\.$/],
  "features/code/handlers.ts": [/^Code runs in the sandbox only\.$/],
  "features/app.ts": [/^no feature registers the tab "$/],
  // Names of states.
  "ui/lazy.ts": [/^not asked for$/],
  // The name of each language is in that language.
  "shell/language-menu.ts": [/^English$/],
  // Class names, headers, tags.
  "embed/results.ts": [/^layout two$/],
  "embed/settings.ts": [/^<script type=/, /^Relay program$/],
  // Errors for programmers, or details of an error that has a translated message.
  "embed/sandbox.ts": [/^Content-Type$/, /^ does not come as a page/],
  "embed/engine-worker.ts": [/^the engine could not be loaded: $/],
  "embed/short-list.ts": [/^ expected at $/],
  // Names of errors and of fields of a document.
  "core/state/reproducer.ts": [/^Not a reproducer$/, /^Text$/],
  "features/share/link.ts": [/^Not a link of Passcope$/],
  // Names of classes.
  "editor/brief-line.ts": [/^brief cm-brief$/],
  // Names of attributes.
  "features/graph/regions.ts": [/^(Composite|Compiler)$/],
  // Python's keywords, and the names of its syntax.
  "features/code/python/complete.ts": [
    /^(False|import|abs|issubclass|slice) /,
    /^(String|Comment)$/,
  ],
  "editor/python-names.ts": [/^Decorator$/],
  // The language has the same name in all languages.
  "core/protocol/code.ts": [/^Python$/],
  // Programs in other languages.
  "features/share/command-line.ts": [/./s],
  "features/share/node-program.ts": [/./s],
  "features/share/own-code.ts": [/./s],
  "features/share/tvm-python.ts": [/./s],
  "features/share/report-style.ts": [/./s],
  "features/share/report.ts": [/^<!doctype html>/, /^">\n<head>/],
  "features/share/markdown.ts": [/^<iframe src="$/],
  // A script.
  "core/protocol/module-worker.ts": [/^\nconst held = |^\)\.then\(\n/],
  // Names of locks, and messages for developers about an invalid message of the sandbox's code.
  "core/protocol/alive.ts": [/^passcope engine $/],
  "workers/guard-main.ts": [/./s],
  "sandbox/guard.ts": [/^it cannot be checked$|: (?:a second time|no trace)$/],
  "core/protocol/client.ts": [/^Stopped$/, /^Crash$/],
  // Names of the engine's records, and an error for programmers.
  "core/protocol/records.ts": [
    /^(rows|timing|wrong|hooks|nodes|texts|places): /,
    /^(Decision|Graph|Diagnostic|VariantFigures)$/,
    /^too deep$/,
  ],
  "core/protocol/engine-records.ts": [/^a value of any type cannot be checked$/],
  // Details of a wrong message, in brackets, for developers.
  "core/protocol/schema.ts": [
    /^(too|less) |numbers?$/,
    /^(: )?not /,
    /^too large a table$/,
    /^Mismatch$/,
  ],
  // Texts in files and on the clipboard, for programs.
  "core/trace/profile.ts": [/^bind parameters$/],
  "core/trace/op-matrix.ts": [/^(Pass|Net|Net change)$/],
  "core/trace/hooks.ts": [/^ (vetoed|threw: )$/, /^… and $/, /^ calls more\n$/],
  // Errors for programmers, which users never see.
  "core/trace/estimate.ts": [/^expected $/, /^ readings, got $/],
  // Phrases by which the engine's messages are recognised.
  "editor/relay-lint.ts": [/^did you mean /],
  "core/relay/analysis.ts": [/^did you mean /],
};

/** Attributes with visible or announced values. */
const SPOKEN =
  /\s(?:title|placeholder|alt|label|aria-label|aria-description|aria-roledescription|aria-valuetext)="([^"]*)"/g;

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const hasWords = (text: string): boolean => /\p{L}{2,}/u.test(text);

/** True for a string that looks like prose: several words, or one with a capital letter. */
const isProse = (text: string): boolean =>
  /\p{L}{2,}[,.:;]? \p{L}/u.test(text) || /^\p{Lu}\p{Ll}+(?![\p{L}\d])/u.test(text);

function findings(file: string, code: string): Finding[] {
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.ES2022, true);
  const found: Finding[] = [];
  const note = (node: ts.Node, text: string): void => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    const allowed = [...NAMES, ...(ALLOWED[file] ?? [])];
    if (!allowed.some((pattern) => pattern.test(text))) found.push({ file, line, text });
  };

  /** The markup with a sign instead of each expression. */
  const markup = (template: ts.TemplateLiteral): string =>
    ts.isNoSubstitutionTemplateLiteral(template)
      ? template.text
      : template.head.text + template.templateSpans.map((s) => `\u0001${s.literal.text}`).join("");

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isTaggedTemplateExpression(node)) {
      const tag = node.tag.getText(tree);
      if (tag === "html" || tag === "svg") {
        const text = markup(node.template);
        for (const [, value = ""] of text.matchAll(SPOKEN)) if (hasWords(value)) note(node, value);
        // A template can begin inside an element of another template, but not inside a tag.
        for (const piece of text.replace(/<[^>]*>/g, "\u0001").split("\u0001")) {
          if (hasWords(piece)) note(node, piece.trim());
        }
      }
      if (ts.isTemplateExpression(node.template)) {
        node.template.templateSpans.forEach((span) => visit(span.expression));
      }
      return;
    }
    if (ts.isCallExpression(node) && NO_TEXTS.test(node.expression.getText(tree))) {
      // The first arguments are not texts, but the others can be.
      node.arguments.slice(1).forEach(visit);
      return;
    }
    // The label of a tab has both languages beside each other.
    if (ts.isPropertyAssignment(node) && node.name.getText() === "label") {
      const { initializer } = node;
      const names = ts.isObjectLiteralExpression(initializer) ? initializer.properties : [];
      if (names.map((each) => each.name?.getText()).join() === "en,zh") return;
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (isProse(node.text)) note(node, node.text);
    } else if (ts.isTemplateExpression(node)) {
      for (const text of [node.head.text, ...node.templateSpans.map((s) => s.literal.text)]) {
        if (isProse(text)) note(node, text);
      }
    }
    node.forEachChild(visit);
  };
  visit(tree);
  return found;
}

const files = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(source, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name.replaceAll("\\", "/")))
    .filter((name) => name.endsWith(".ts") && !/\.(?:d|view\.test)\.ts$/.test(name))
    .filter((name) => !NOT_SCANNED.test(name)),
);

describe("the sources of the page", () => {
  it.each(files)("%s has no text of its own", (file) => {
    expect(findings(file, readFileSync(path.join(source, file), "utf8"))).toEqual([]);
  });

  it("would be found out", () => {
    const texts = (code: string): string[] => findings("view.ts", code).map(({ text }) => text);
    expect(texts("html`<p>Loading</p>`")).toEqual(["Loading"]);
    expect(texts('html`<button title="Go on" class="quiet wide">${x}</button>`')).toEqual([
      "Go on",
    ]);
    expect(texts("html`<p class=${a ? b : c}>${n} passes</p>`")).toEqual(["passes"]);
    expect(texts('html`<p>${empty ? html`<b>none</b>` : "Not yet"}</p>`')).toEqual([
      "none",
      "Not yet",
    ]);
    expect(texts("button.title = `Show ${name}`;")).toEqual(["Show "]);
    expect(texts('t("run.done", { what: "The rest" }); host.querySelector("Ab cd");')).toEqual([
      "The rest",
    ]);
  });
});
