// Queries about a text that the engine has analysed, and mapping the analysis through edits.
import { EditorState, Text } from "@codemirror/state";
import { expect, test } from "vitest";
import {
  suggestions,
  TextIndex,
  type Analysis,
  type TextDiagnostic,
} from "../../src/core/relay/analysis";
import { known, mentionAt, mentionsOf, setKnown, toPresent } from "../../src/editor/known";
import { attributeText, signature } from "../../src/editor/operators";
import { valueText } from "../../src/editor/value-text";
import { closingBrace, foldRange } from "../../src/editor/relay-fold";
import { problemOf } from "../../src/editor/relay-lint";
import { renameProblem, usesAt } from "../../src/editor/relay-names";

//              0         1         2         3         4
//              0123456789012345678901234567890123456789012345678
const text = "def @f(%x: int32) { %0 = abs(%x); add(%0, %x) }\n";
const analysis: Analysis = {
  diagnostics: [],
  types: ["int32", "fn (int32) -> int32"],
  spans: Int32Array.from([7, 9, 0, 25, 32, 0, 34, 45, 0, 6, 47, 1]),
  // In the engine's order: %0 is defined after its value.
  names: Int32Array.from([
    ...[4, 6, 0, 48, 7, 9, 1, 47, 29, 31, 1, -1],
    ...[20, 22, 2, 47, 38, 40, 2, -1, 42, 44, 1, -1],
  ]),
  nameTypes: Int32Array.from([1, 0, 0]),
};
const index = new TextIndex(analysis);

test("tells names, their types, definitions and uses", () => {
  expect(index.mentionAt(8)?.name).toBe(1);
  expect(index.mentionAt(9)?.name).toBe(1);
  expect(index.mentionAt(10)).toBeUndefined();
  expect(index.mentionAt(0)).toBeUndefined();
  expect(index.definitionOf(2)).toMatchObject({ from: 20, to: 22 });
  expect(index.mentionsOf(1).map(({ from }) => from)).toEqual([7, 29, 42]);
  expect(index.typeOfName(0)).toBe("fn (int32) -> int32");
  expect(index.expressionAt(36)).toMatchObject({ from: 34, to: 45, type: "int32" });
  expect(index.callFrom(25, 28)).toMatchObject({ to: 32 });
  expect(index.callFrom(29, 31)).toBeUndefined();
});

test("knows what is in scope at a place", () => {
  const scope = (offset: number): string[] => [
    ...index.scopeAt(offset, ({ from, to }) => text.slice(from, to)).keys(),
  ];
  expect(scope(3)).toEqual(["@f"]);
  expect(scope(19)).toEqual(["@f", "%x"]);
  expect(scope(36)).toEqual(["@f", "%x", "%0"]);
});

test("carries places through changes made since", () => {
  let state = EditorState.create({ doc: text, extensions: known });
  state = state.update({ effects: setKnown.of(index) }).state;
  state = state.update({ changes: { from: 0, insert: "// new\n" } }).state;
  expect(mentionAt(state, 7 + 29)?.name).toBe(1);
  expect(toPresent(state, { from: 7, to: 9 })).toEqual({ from: 14, to: 16 });
  state = state.update({ changes: { from: 7 + 25, to: 7 + 33 } }).state;
  expect(mentionsOf(state, 1).map((mention) => mention.text)).toEqual(["%x", "%x"]);
  expect(usesAt(state, 15)?.uses).toHaveLength(2);
});

test("refuses new names that mean something else, or are no names", () => {
  const state = EditorState.create({ doc: text, extensions: known }).update({
    effects: setKnown.of(index),
  }).state;
  const x = usesAt(state, 8);
  const temporary = usesAt(state, 21);
  if (!x || !temporary) throw new Error("no names");
  expect(renameProblem(state, x, "%data")).toBeUndefined();
  expect(renameProblem(state, x, "data")).toContain("%");
  expect(renameProblem(state, x, "%0")).toContain("number");
  expect(renameProblem(state, x, "%a b")).toBeDefined();
  expect(renameProblem(state, temporary, "%7")).toBeUndefined();
});

/** A diagnostic as the engine sends it, with a text that has no arguments. */
function diagnosed(kind: string, message: string, ...notes: string[]): TextDiagnostic {
  return {
    kind,
    severity: "error",
    message,
    pattern: message,
    arguments: [],
    notes,
    noteMessages: notes.map((text) => ({ text, pattern: text, arguments: [] })),
  };
}

test("a diagnostic becomes a problem with its fixes", () => {
  const doc = Text.of(["a", "  bcd"]);
  const problem = problemOf(
    {
      ...diagnosed(
        "unknown-operator",
        "unknown operator `bcd`",
        "did you mean `abc` or `bce`?",
        "another note",
      ),
      span: { line: 2, column: 3, start: 4, end: 7 },
    },
    doc,
  );
  expect(problem).toMatchObject({ line: 2, column: 3, notes: ["another note"] });
  expect(problem.fixes.map(({ insert }) => insert)).toEqual(["abc", "bce"]);
  expect(suggestions(diagnosed("", ""))).toEqual([]);
  const version = problemOf(diagnosed("bad-version", "no version"), doc);
  expect(version.fixes[0]).toMatchObject({ from: 0, to: 0 });
});

test("braces fold over lines, and so does the metadata", () => {
  const doc = Text.of([
    "def @f() {",
    '  /* } */ "}" // }',
    "  if (%c) {",
    "    1",
    "  } else { 2 }",
    "}",
    "#[metadata]",
    "{",
    "}",
  ]);
  const range = (n: number): string | null => {
    const line = doc.line(n);
    const found = foldRange(doc, line.from, line.to);
    return found && `${found.from}-${doc.lineAt(found.to).number}`;
  };
  expect(range(1)).toBe("10-6");
  expect(range(3)).toBe(`${doc.line(3).to}-5`);
  expect(range(4)).toBeNull();
  expect(range(7)).toBe(`${doc.line(7).to}-9`);
  expect(closingBrace(Text.of(["{ {"]), 1)).toBe(-1);
});

test("operators and values are written as in Relay", () => {
  expect(valueText([1, true, "NCHW"])).toBe('[1, True, "NCHW"]');
  const attribute = { name: "axis", type: "int", default: -1, doc: "", required: false };
  expect(attributeText(attribute)).toBe("int = -1");
  expect(attributeText({ ...attribute, required: true })).toBe("int, required");
  expect(attributeText({ ...attribute, type: "optional[int]", default: null })).toBe(
    "optional[int] = None",
  );
  const args = [{ name: "data", type: "Tensor", doc: "" }];
  const operator = { name: "f", doc: "", args, attrs: [attribute], variadic: false };
  expect(signature(operator)).toBe("f(data, attributes)");
});
