// The message tables are complete. Both languages have the same keys and parameters, no text is empty or untranslated,
// and each text is used.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const source = path.resolve(import.meta.dirname, "../../src");

/** Latin words that Chinese texts may have: names, terms, keys, units. */
const NAMES = new Set(
  (
    "Passcope Pass Instrument Relay IR TVM Apache Python JavaScript Node npm Markdown HTML SVG URL JSON CSV UTF-8 " +
    "YAML LLVM opt-viewer MiB NumPy npy npz pb ONNX onnx TorchScript pt ImageNet OptBisect Chrome trace Perfetto speedscope Content-Security-Policy " +
    "Sequential InferType FoldScaleAxis DumpIR PassContext opt_level required_pass disabled_pass instruments config iframe " +
    "RelayCallNodeDiffer PrintIR PassBad Stopwatch Veto CustomPipeline CleanUp ListConvolutions ClipReLU FewerRelus " +
    "exitPassCtx shouldRun runBeforePass runAfterPass console.log passcope run reproducer name value model " +
    "kind bind edit passes n " +
    "Ctrl Shift Enter Escape Alt F7 F8 L Z"
  ).split(" "),
);

interface Message {
  readonly key: string;
  /** The text, or its pieces around the parameters. */
  readonly pieces: readonly string[];
  /** The names of the parameters. Undefined for a text without parameters. */
  readonly params: readonly string[] | undefined;
}

/** The tables of a language, by their names without the language. */
const filesOf = (language: "en" | "zh"): string[] =>
  readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(`texts.${language}.ts`))
    .map((name) => name.replaceAll("\\", "/").replace(`.${language}.ts`, ""))
    .sort();

/** The parameters that a message reads: the names that it destructures, or the fields of `p`. */
function paramsOf(fn: ts.ArrowFunction): string[] {
  const [parameter] = fn.parameters;
  const names = new Set<string>();
  if (parameter && ts.isObjectBindingPattern(parameter.name)) {
    for (const { propertyName, name } of parameter.name.elements) {
      names.add((propertyName ?? name).getText());
    }
  } else if (parameter) {
    const p = parameter.name.getText();
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node) && node.expression.getText() === p) {
        names.add(node.name.text);
      }
      node.forEachChild(visit);
    };
    visit(fn.body);
  }
  return [...names].sort();
}

function piecesOf(node: ts.Node): string[] {
  const pieces: string[] = [];
  const visit = (at: ts.Node): void => {
    if (ts.isStringLiteral(at) || ts.isNoSubstitutionTemplateLiteral(at)) pieces.push(at.text);
    else if (ts.isTemplateHead(at) || ts.isTemplateMiddleOrTemplateTail(at)) pieces.push(at.text);
    at.forEachChild(visit);
  };
  visit(node);
  return pieces;
}

/** The messages of a file, read from its source. */
function messagesOf(language: "en" | "zh", file: string): Message[] {
  const code = readFileSync(path.join(source, `${file}.${language}.ts`), "utf8");
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.ES2022, true);
  const found: Message[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) {
      const { initializer } = node;
      found.push({
        key: node.name.text,
        pieces: piecesOf(ts.isArrowFunction(initializer) ? initializer.body : initializer),
        params: ts.isArrowFunction(initializer) ? paramsOf(initializer) : undefined,
      });
      return;
    }
    node.forEachChild(visit);
  };
  visit(tree);
  return found;
}

const files = filesOf("en");
const english = new Map(files.map((file) => [file, messagesOf("en", file)]));
const chinese = new Map(filesOf("zh").map((file) => [file, messagesOf("zh", file)]));

describe("the message tables", () => {
  it("are split the same way in both languages", () => {
    expect([...chinese.keys()]).toEqual(files);
    expect(files.length).toBeGreaterThan(5);
  });

  it("have no key twice", () => {
    const keys = files.flatMap((file) => english.get(file)?.map(({ key }) => key) ?? []);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });

  describe.each(files)("%s", (file) => {
    const en = english.get(file) ?? [];
    const zh = chinese.get(file) ?? [];

    it("has the same keys with the same parameters", () => {
      const shape = (messages: readonly Message[]): unknown[] =>
        messages.map(({ key, params }) => [key, params]);
      expect(shape(zh)).toEqual(shape(en));
    });

    it("has no empty text", () => {
      const empty = ({ pieces, params }: Message): boolean =>
        params === undefined && pieces.join("").trim() === "";
      expect([...en, ...zh].filter(empty)).toEqual([]);
    });

    it("has no English left in the Chinese, but for names", () => {
      const words = zh.flatMap(({ key, pieces }) =>
        pieces
          .flatMap((text) => text.match(/[A-Za-z][\w.-]*\w|[A-Za-z]/g) ?? [])
          .filter((word) => !NAMES.has(word))
          .map((word) => `${key}: ${word}`),
      );
      expect(words).toEqual([]);
    });

    it("has Chinese punctuation in the Chinese, and none in the English", () => {
      const wrong = zh.filter(({ pieces }) =>
        pieces.some((text) => /\p{Script=Han}[,;:!?()]|[,;:!?()]\p{Script=Han}/u.test(text)),
      );
      expect(wrong.map(({ key }) => key)).toEqual([]);
      const foreign = en.filter(({ pieces }) =>
        pieces.some((text) => /[\p{Script=Han}\u3001\u3002\uff01-\uff5e]/u.test(text)),
      );
      expect(foreign.map(({ key }) => key)).toEqual([]);
    });
  });

  it("have no text that nothing shows", () => {
    const code = readdirSync(source, { recursive: true, encoding: "utf8" })
      .filter(
        (name) => name.endsWith(".ts") && !/(?:texts\.(?:en|zh)|\.view\.test)\.ts$/.test(name),
      )
      .map((name) => readFileSync(path.join(source, name), "utf8"))
      .join("\n");
    // Some keys are composed: `timing.${tab}`, `table.${key}Title`.
    const made = [...code.matchAll(/`([\w.-]+\.)\$\{[^}`]*\}(\w*)`/g)].map(
      ([, head = "", tail = ""]) => [head, tail] as const,
    );
    const unused = files
      .flatMap((file) => english.get(file) ?? [])
      .map(({ key }) => key)
      .filter(
        (key) =>
          !code.includes(`"${key}"`) &&
          !made.some(([head, tail]) => key.startsWith(head) && key.endsWith(tail)),
      );
    expect(unused).toEqual([]);
  });
});
