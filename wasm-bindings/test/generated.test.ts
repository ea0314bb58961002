// The generated files agree with the engine's tables, and change with them.
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { generatedFiles, loadEngine, readTables, type Tables } from "../scripts/generate/files.mjs";
import { readFunctions } from "../scripts/generate/functions.mjs";
import { parseType, typeScript } from "../scripts/generate/types.mjs";

const folder = new URL("../js/generated/", import.meta.url);
const tables = await readTables();

/** The files that differ after a change of the tables. */
function changed(change: (tables: Tables) => void): Record<string, string> {
  const other = structuredClone(tables);
  change(other);
  const now = generatedFiles(tables);
  return Object.fromEntries(
    [...generatedFiles(other)].filter(([name, text]) => now.get(name) !== text),
  );
}

/** The only item of a list that meets a condition, for a test to change. */
function the<T>(list: readonly T[], wanted: (item: T) => boolean): T {
  const found = list.find(wanted);
  if (!found) throw new Error("there is no such row");
  return found;
}

describe("js/generated", () => {
  test("is what the tables give now", () => {
    const files = Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]),
    );
    expect(files).toEqual(Object.fromEntries(generatedFiles(tables)));
  });

  test("follows a change of a pass's option", () => {
    const files = changed(({ schema }) => {
      the(schema.passes, ({ name }) => name === "FoldConstant").options.push({
        name: "max_bytes",
        type: "optional[int]",
        default: null,
        doc: "The largest result.",
        required: false,
      });
    });
    expect(Object.keys(files)).toEqual(["passes.ts"]);
    expect(files["passes.ts"]).toContain("maxBytes?: number | null;");
  });

  test("follows a new instrument", () => {
    const files = changed(({ schema }) => {
      const row = the(schema.instruments, ({ name }) => name === "OpDiffInstrument");
      schema.instruments.push({ ...row, name: "NewInstrument" });
    });
    expect(Object.keys(files).sort()).toEqual(["instrument_table.ts", "instruments.ts"]);
    expect(files["instruments.ts"]).toContain("export class NewInstrument extends");
    expect(files["instrument_table.ts"]).toMatch(/builtIn = \{.* NewInstrument/);
  });

  test("follows a setting and a config key", () => {
    const files = changed(({ schema }) => {
      const doc = "How much.";
      the(schema.settings, ({ name }) => name === "PassContext").options.push({
        ...{ name: "max_work", type: "int", default: 1, doc, required: false },
      });
      schema.configKeys.push({ name: "relay.new", type: "bool", doc, inTvm: false });
    });
    expect(Object.keys(files)).toEqual(["settings.ts"]);
    expect(files["settings.ts"]).toContain("maxWork?: number;");
    expect(files["settings.ts"]).toContain('"relay.new"?: boolean;');
  });

  test("follows a change of a record, of a decision and of a hook", () => {
    const records = changed(({ schema }) => {
      the(schema.records, ({ name }) => name === "HookCall").fields.push({
        name: "attempt",
        type: '"first" | "second"',
        doc: "Which.",
        optional: true,
      });
    });
    expect(Object.keys(records).sort()).toEqual(["descriptions.ts", "records.ts"]);
    expect(records["records.ts"]).toContain('attempt?: "first" | "second";');
    const decisions = changed(({ schema }) => {
      schema.decisions.push({ name: "new-kind", arguments: [], text: "new", doc: "New." });
    });
    expect(decisions["records.ts"]).toContain('| { kind: "new-kind" }');
    const hooks = changed(({ schema }) => {
      schema.hooks.push({
        name: "runOften",
        takes: ["mod"],
        answers: false,
        doc: "Often.",
        beyondTvm: true,
      });
    });
    expect(hooks["hook_methods.ts"]).toContain("runOften?(mod: IRModule): void;");
  });
});

describe("the table of functions", () => {
  test("is what the engine registers", async () => {
    const engine = (await loadEngine()) as unknown as Record<string, unknown>;
    const registered = tables.functions.filter(({ name }) => typeof engine[name] === "function");
    expect(registered).toEqual(tables.functions);
  });

  test("is read to its end or not at all", () => {
    const entry = 'FUNCTION(text, Text, String, (Handle it, Int flags), "In " "words.")';
    expect(readFunctions(`// a comment\n${entry}\n`)).toEqual([
      {
        name: "text",
        result: "String",
        parameters: [
          { type: "Handle", name: "it" },
          { type: "Int", name: "flags" },
        ],
        doc: "In words.",
      },
    ]);
    expect(() => readFunctions(`${entry}\nFUNCTION(more`)).toThrow(/no entry at 'FUNCTION\(more'/);
    expect(() => readFunctions(entry.replace("Int ", "Integer "))).toThrow(/'Integer'/);
  });
});

describe("types of the schema", () => {
  test.each([
    ["bool", "boolean", "boolean"],
    ["list[int]", "number[]", "readonly number[]"],
    ["list[optional[string]]", "(string | null)[]", "readonly (string | null)[]"],
    ["tuple[int, string]", "[number, string]", "readonly [number, string]"],
    [
      "dict[string, list[string]]",
      "Record<string, string[]>",
      "Readonly<Record<string, readonly string[]>>",
    ],
    ['"NCHW" | "NHWC"', '"NCHW" | "NHWC"', '"NCHW" | "NHWC"'],
    ['list["a" | "b"]', '("a" | "b")[]', 'readonly ("a" | "b")[]'],
    ["TimingNode", "TimingNode", "TimingNode"],
  ])("%s is %s", (text, answered, given) => {
    expect(typeScript(parseType(text))).toBe(answered);
    expect(typeScript(parseType(text), { given: true })).toBe(given);
  });

  test.each(["", "list", "list[", "list[int", "list[int, int]", "int]", '"a" |', '"a" | int'])(
    "'%s' is none",
    (text) => {
      expect(() => typeScript(parseType(text))).toThrow(/is no type of the schema/);
    },
  );
});
