// Copied programs for TVM: their content, and that Python can parse them.
import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { passStep, type Step } from "../../../src/core/pipeline/model";
import type { ModelOptionValue } from "../../../src/core/protocol/messages";
import { multiLine, python } from "../../../src/features/share/python";
import { tvmPython } from "../../../src/features/share/tvm-python";
import type { Workspace } from "../../../src/core/state/app-state";
import { INFO, sequential, stage, TEXT, WORKSPACES } from "./workspaces";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

const evaluate = (program: string): string =>
  execFileSync("python3", ["-"], { input: program, encoding: "utf8" });

const get = (name: string): Workspace => {
  const workspace = WORKSPACES[name];
  if (!workspace) throw new Error(name);
  return workspace;
};
const withPasses = (...passes: Step[]): Workspace => ({
  ...get("nothing"),
  pipeline: [stage("s1", passes, { mode: "each" })],
});

/** Joins lines, because one call can take several. */
const inOneLine = (lines: readonly string[]): string[] => [
  lines.join(" ").replaceAll("( ", "(").replace(/,? \)/g, ")"),
];
/** The lines of the only stage's context. */
const bodyOf = (workspace: Workspace): string[] => {
  const lines = tvmPython(workspace, INFO).split("\n");
  const from = lines.findIndex((line) => /^with .*:$/.test(line) || line === "):");
  return lines.slice(from + 1, lines.indexOf("    print(timing.render())")).map((l) => l.trim());
};

describe("a program for TVM", () => {
  it("is the tutorial's for what the page opens with", () => {
    expect(tvmPython(get("default"), INFO))
      .toBe(`# ResNet-18 through a pipeline of passes, for Apache TVM 0.11.
import tvm
from tvm import relay
from tvm.relay.build_module import bind_params_by_name
from tvm.relay import testing

mod, params = testing.resnet.get_workload()

# Stage 1
timing = tvm.instrument.PassTimingInstrument()
with tvm.transform.PassContext(opt_level=2, instruments=[timing]):
    mod = relay.transform.InferType()(mod)
    mod = relay.transform.FoldScaleAxis()(mod)
    print(timing.render())

# The parameters become constants.
mod["main"] = bind_params_by_name(mod["main"], params)

# Stage 2
timing = tvm.instrument.PassTimingInstrument()
with tvm.transform.PassContext(opt_level=3, instruments=[timing]):
    mod = tvm.transform.Sequential([
        relay.transform.FoldConstant(),
        relay.transform.ConvertLayout(desired_layouts={"nn.conv2d": ["NHWC", "HWIO"]}),
        relay.transform.FoldConstant(),
    ])(mod)
    print(timing.render())

print(mod.astext(show_meta_data=False))
`);
  });

  it("makes models with their options, seeded ones by TVM's own way", () => {
    expect(tvmPython(get("model"), INFO)).toContain(`mod, _ = testing.resnet.get_workload(
    batch_size=2,
    num_classes=10,
    num_layers=20,
    image_shape=(3, 28, 28),
)
mod, params = testing.create_workload(mod["main"], seed=7)`);
    const network = (name: string, options: Readonly<Record<string, ModelOptionValue>>): string =>
      tvmPython({ ...get("default"), source: { kind: "model", name, options } }, INFO);
    expect(network("resnet50", { layout: "NHWC" })).toContain(
      `mod, params = testing.resnet.get_workload(
    num_layers=50,
    image_shape=(224, 224, 3),
    layout="NHWC",
)`,
    );
    // Options without a default in TVM are always given.
    expect(network("lstm", { num_hidden: 8 })).toContain(
      `mod, params = testing.lstm.get_workload(iterations=4, num_hidden=8)`,
    );
    expect(network("mlp", {})).toContain(`mod, params = testing.mlp.get_workload(batch_size=1)`);
    expect(network("squeezenet", { version: "1.1" })).toContain(
      `mod, params = testing.squeezenet.get_workload(version="1.1")`,
    );
    expect(network("inception_v3", {})).toContain(
      `mod, params = testing.inception_v3.get_workload()`,
    );
    expect(network("alexnet", {})).toContain(
      `raise SystemExit("TVM has no model alexnet in relay.testing")`,
    );
  });

  it("reads texts, and edited ones with the constants of the program before", () => {
    const program = tvmPython(get("edit"), INFO);
    expect(program).toContain(`mod = tvm.parser.fromtext("""\\\n${TEXT}""")`);
    expect(program).toContain(`mod = with_constants_of(mod, """\\\n#[version = "0.0.5"]`);
    expect(program).toContain("def with_constants_of(module, text):");
    const source = { kind: "text", text: "def @main() { 1f }", title: "t" } as const;
    expect(tvmPython({ ...get("nothing"), source }, INFO)).toContain(
      `fromtext("""\\\n#[version = "0.0.5"]\ndef @main() { 1f }""")`,
    );
  });

  it("says everything of a context, and what TVM has none of", () => {
    const [only] = get("text").pipeline;
    if (only?.kind !== "passes") throw new Error("no stage of passes");
    const context = {
      ...only,
      required: ["FastMath"],
      disabled: ["FuseOps", 'a"b'],
      config: '{"relay.FuseOps.link_params": true, "relay.frontend.fill_span": false}',
    };
    expect(tvmPython({ ...get("text"), pipeline: [context] }, INFO)).toContain(`
with tvm.transform.PassContext(
    opt_level=2,
    required_pass=["FastMath"],
    disabled_pass=["FuseOps", "a\\"b"],
    # TVM 0.11 has no config relay.frontend.fill_span.
    config={"relay.FuseOps.link_params": True},
    # TVM 0.11 has no instrument OpDiffInstrument.
    # TVM 0.11 has no instrument PrintAfterAll.
    instruments=[timing],
):
    mod = tvm.transform.Sequential([
        relay.transform.FoldConstant(),
        tvm.transform.Sequential([
            relay.transform.DeadCodeElimination(),
        ]),
    ], opt_level=1, name="inner")(mod)
    mod = relay.transform.ToANormalForm()(mod)
    print(timing.render())
`);
    expect(bodyOf(get("code"))[0]).toBe("# Here runs ToTanh of the code tab, which is JavaScript.");
    expect(tvmPython(get("code"), INFO)).toContain(
      "# Here stands Timer of the code tab, which is JavaScript.",
    );
  });

  it("has a constructor for every pass of the table, with all of its options", () => {
    for (const { name, options, tvmModule, tvmName } of INFO.passes) {
      const values = Object.fromEntries(options.map((o) => [o.name, o.default ?? {}]));
      const [line] = inOneLine(bodyOf(withPasses(passStep("p", name, JSON.stringify(values)))));
      if (!tvmModule) {
        // TVM's Python lacks these: they are only in C++, need a target or variables, or are functions of expressions.
        expect([
          "AnnotateMemoryScope",
          "ChangeBatch",
          "Defunctionalization",
          "HigherOrderGradient",
          "PlanDevices",
          "QuantizeAnnotate",
          "QuantizeCalibrate",
          "QuantizePartition",
          "QuantizeRealize",
          "Recast",
          "ToCPS",
          "UnCPS",
        ]).toContain(name);
        expect(line).toBe(`# TVM 0.11's Python has no ${name} with these options.`);
        continue;
      }
      const module = name === "PrintIR" ? "tvm" : name.startsWith("Qnn") ? "relay.qnn" : "relay";
      const given = options.map((o) => `${o.name}=${python(o.default ?? {})}`).join(", ");
      expect(line).toBe(`mod = ${module}.transform.${tvmName ?? name}(${given})(mod)`);
    }
  });

  it("gives keywords that TVM has no default for", () => {
    expect(
      bodyOf(withPasses(passStep("p", "SplitArgs"), passStep("q", "SimplifyFCTranspose"))),
    ).toEqual([
      "mod = relay.transform.SplitArgs(max_function_args=-1)(mod)",
      "mod = relay.transform.SimplifyFCTranspose(target_weight_name=[])(mod)",
    ]);
  });

  it("leaves comments for what it cannot say", () => {
    expect(
      bodyOf(
        withPasses(
          passStep("p", "No\nSuch"),
          passStep("q", "FuseOps", "{"),
          passStep("r", "FuseOps", '{"x\\ny": 1}'),
          passStep("s", "__proto__"),
        ),
      ),
    ).toEqual([
      "# TVM 0.11 has no pass No Such.",
      "# The options of FuseOps are not a JSON object.",
      "# TVM's FuseOps has no option x y.",
      "# TVM 0.11 has no pass __proto__.",
    ]);
  });
});

describe.skipIf(!hasPython)("Python", { timeout: 60_000 }, () => {
  const evil = `"""\\ ''' {x} \\n \u2028\u0000\r\n\t\u001b 中文 \u{1f600} """" "`;

  it("parses all of them", () => {
    const hostile: Workspace = {
      source: { kind: "text", text: evil, title: `${evil}\nimport os` },
      pipeline: [
        stage(
          "s1",
          [
            sequential(evil, 1, []),
            passStep("p", evil),
            passStep("q", "PrintIR", JSON.stringify({ header: evil })),
          ],
          {
            required: [evil],
            config: JSON.stringify({ [evil]: 1 }),
            instruments: [{ id: "i", kind: "code", name: evil, enabled: true, options: "" }],
          },
        ),
        { kind: "edit", id: "s2", enabled: true, text: evil },
      ],
      code: "",
    };
    const programs = [...Object.values(WORKSPACES), hostile].map((w) => tvmPython(w, INFO));
    const check = `import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text)`;
    execFileSync("python3", ["-c", check], { input: JSON.stringify(programs) });
  });

  it("reads texts and values as they were", () => {
    for (const text of [evil, "", "plain\n", `ends with "`, '\\"', `"""`, "\n\n"]) {
      const program = `import json\nprint(json.dumps([${multiLine(text)}, ${python(text)}]))\n`;
      expect(JSON.parse(evaluate(program))).toEqual([text, text]);
    }
    const value = { a: [1, -2.5, true, false, null, 1e21, 1e-9], 'b"': { c: "d\n" } };
    expect(JSON.parse(evaluate(`import json\nprint(json.dumps(${python(value)}))`))).toEqual(value);
    expect(evaluate(`print(${python(Number.POSITIVE_INFINITY)})`)).toBe("inf\n");
  });
});
