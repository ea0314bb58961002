import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  addCodeStep,
  addInstrument,
  addSequential,
  addStep,
  insertEdit,
  setStage,
  setStepEnabled,
} from "../../src/core/pipeline/edit";
import { DEFAULT_PIPELINE, parseOptions, type Pipeline } from "../../src/core/pipeline/model";
import { optionsProblem } from "../../src/core/pipeline/problems";
import { DEFAULT_SOURCE } from "../../src/core/state/app-state";
import { NotAReproducer, readReproducer, writeReproducer } from "../../src/core/state/reproducer";

/** The pipeline without ids, which a document assigns again. Options are parsed. */
const withoutIds = (pipeline: Pipeline): unknown =>
  JSON.parse(
    JSON.stringify(pipeline, (key, value: unknown) => {
      if (key === "id") return undefined;
      const json = (key === "options" || key === "config") && typeof value === "string";
      return json && optionsProblem(value) === undefined ? parseOptions(value) : value;
    }),
  );

const roundTrip = (pipeline: Pipeline, code = ""): Pipeline => {
  const text = writeReproducer({ source: DEFAULT_SOURCE, pipeline, code }, "1.2.3");
  const back = readReproducer(text);
  expect(back.code).toBe(code.trim() === "" ? "" : code);
  expect(withoutIds(back.pipeline)).toEqual(withoutIds(pipeline));
  expect(writeReproducer(back, "1.2.3")).toBe(text);
  return back.pipeline;
};

describe("a reproducer", () => {
  it("has the default workspace", () => {
    roundTrip(DEFAULT_PIPELINE);
  });

  it("has everything that a pipeline can be", () => {
    let pipeline = addStep(
      addSequential(DEFAULT_PIPELINE, "s1"),
      "p6",
      "FuseOps",
      '{"fuse_opt_level":1}',
    );
    pipeline = addCodeStep(pipeline, "p6", "Mine");
    pipeline = addInstrument(pipeline, "s3", {
      kind: "builtin",
      name: "PrintAfterAll",
      options: '{"changed_only":true}',
    });
    pipeline = addInstrument(pipeline, "s3", { kind: "code", name: "Watcher" });
    pipeline = setStage(pipeline, "s3", {
      required: ["FuseOps"],
      disabled: ["A"],
      config: '{"relay.FuseOps.max_depth":3}',
    });
    pipeline = insertEdit(
      setStepEnabled(pipeline, "p1", false),
      { stageId: "s3", stepId: "p4" },
      "def @main() { 1 }",
    );
    const back = roundTrip(pipeline, "export const Mine = 1;\n");
    const ids = JSON.stringify(back).match(/"id":"[^"]+"/g) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("keeps options that are no JSON yet as they were typed", () => {
    roundTrip(addStep(DEFAULT_PIPELINE, "s1", "FuseOps", '{"fuse'));
  });

  it("tells a reader what went wrong", () => {
    const failure = { name: "Crash", message: "it broke", rendered: [], fatal: true };
    const text = writeReproducer({ source: DEFAULT_SOURCE, pipeline: [], code: "" }, "1", failure);
    expect(JSON.parse(text)).toMatchObject({ failure: { name: "Crash", message: "it broke" } });
    expect(readReproducer(text).pipeline).toEqual([]);
  });

  it.each([
    ["{", /not JSON/],
    ["[]", /must be an object/],
    ["{}", /does not/],
    ['{"reproducer": 1}', /program must be an object/],
    ['{"reproducer": 1, "program": {}}', /program.text must be a string/],
    ['{"reproducer": 1, "program": {"model": "a", "options": {"x": {}}}}', /not an option/],
    ['{"reproducer": 1, "program": {"text": ""}, "stages": [{"kind": "x"}]}', /stages\[0\].kind/],
    [
      '{"reproducer": 1, "program": {"text": ""}, "stages": [{"kind": "passes", "optLevel": -1}]}',
      /opt level/,
    ],
    [
      '{"reproducer": 1, "program": {"text": ""}, "stages": [{"kind": "passes", "passes": [{}]}]}',
      /name must be/,
    ],
    ['{"reproducer": 1, "program": {"text": ""}, "stages": {}}', /must be a list/],
  ])("is refused when it is none: %s", (text, message) => {
    expect(() => readReproducer(text)).toThrow(NotAReproducer);
    expect(() => readReproducer(text)).toThrow(message);
  });

  it("changes no prototype, however it is written", () => {
    const text =
      '{"reproducer": 1, "__proto__": {"polluted": 1}, "program": {"text": "", "__proto__": {"polluted": 1}},' +
      '"stages": [{"kind": "passes", "config": {"__proto__": {"polluted": 1}}, "passes": []}]}';
    readReproducer(text);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("is limited in depth and number", () => {
    const nested = '{"sequential": ['.repeat(200) + "]}".repeat(200);
    const wide = Array.from({ length: 3000 }, () => '{"name": "A"}').join();
    for (const passes of [nested, wide]) {
      const text = `{"reproducer": 1, "program": {"text": ""}, "stages": [{"kind": "passes", "passes": [${passes}]}]}`;
      expect(() => readReproducer(text)).toThrow(NotAReproducer);
    }
  });
});

describe("the page's reproducer and the command line's", () => {
  it("are one format: the sample that the command line's tests replay reads back", () => {
    const file = new URL("../../../tests/cli/reproducer.json", import.meta.url);
    const text = readFileSync(file, "utf8");
    const { source, pipeline } = readReproducer(text);
    expect(source).toMatchObject({ kind: "model", name: "resnet" });
    expect(JSON.parse(writeReproducer({ source, pipeline, code: "" }, "0.1.0"))).toEqual(
      JSON.parse(text),
    );
  });
});
