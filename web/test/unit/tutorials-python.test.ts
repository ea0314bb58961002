// Each unmodified cell of TVM's tutorials, run from top to bottom by Python in WebAssembly, prints the same as in TVM.
// python/tests/test_tutorials.py runs the same cells in CPython.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { readCells, type SourceCell } from "../../build-plugins/learn/cells";
import { inLanguage } from "../../build-plugins/learn/comments";
import type { CellResult } from "../../build-plugins/learn/run";
import { runPythonCells } from "../../build-plugins/learn/run-python";
import { LANGUAGES } from "../../src/i18n/language";
import { TUTORIALS, type Tutorial } from "../../src/learn/pages";
import { probes, pythonChecks, torchvision } from "../tutorial-results-python";

const cellsOf = (tutorial: Tutorial): SourceCell[] =>
  readCells(
    readFileSync(new URL(`../../learn/cells/${tutorial}.py`, import.meta.url), "utf8"),
    "python",
  );

describe.each(TUTORIALS)("%s", (tutorial) => {
  const cells = cellsOf(tutorial);
  const asked = probes[tutorial];
  let results: CellResult[] = [];
  const answers: CellResult[] = [];
  beforeAll(async () => {
    const all = cells.flatMap((cell, i) => [
      cell,
      ...asked
        .filter(({ after }) => after === i)
        .map(({ code }) => ({ name: `after ${cell.name}`, code })),
    ]);
    const shown = await runPythonCells(all);
    results = shown.filter((_, i) => !all[i]?.name.startsWith("after "));
    answers.push(...shown.filter((_, i) => all[i]?.name.startsWith("after ")));
  }, 120_000);

  it("has an expectation for every cell", () => {
    expect(pythonChecks[tutorial]).toHaveLength(cells.length);
    expect(answers).toHaveLength(asked.length);
  });

  it.each(cells.map(({ name }, i) => [name, i] as const))("cell %s", (_, i) => {
    const { printed = [], outcome = {} } = results[i] ?? {};
    expect(outcome).toEqual({});
    pythonChecks[tutorial][i]?.(printed.map((entry) => entry.text).join("\n"));
  });

  it.each(asked.map(({ after, golden }, i) => [after, i, golden] as const))(
    "what there is after cell %s",
    (_, i, golden) => {
      expect(answers[i]?.outcome.value).toEqual({ kind: "text", text: golden });
    },
  );

  it("is the same code in both languages of comments, line by line", () => {
    const withoutComments = (code: string): string => code.replace(/# .*$/gm, "#");
    for (const language of LANGUAGES) {
      for (const { code } of cells) {
        expect(withoutComments(inLanguage(code, language))).toBe(withoutComments(code));
      }
    }
    const english = cells.map(({ code }) => inLanguage(code, "en")).join("\n");
    expect(english).not.toMatch(/\p{Script=Han}/u);
    const chinese = cells.map(({ code }) => inLanguage(code, "zh")).join("\n");
    for (const comment of chinese.match(/# [A-Za-z].*$/gm) ?? []) {
      // Comments without Chinese are code that is commented out.
      expect(comment).toMatch(/\(|\p{Script=Han}/u);
    }
  });
});

describe("a network of torchvision", () => {
  it("comes as a trace, through torch's names", async () => {
    const code = [
      "import testing",
      "import torch",
      "import torchvision",
      "from tvm import relay",
      'model = getattr(torchvision.models, "resnet18")(pretrained=True).eval()',
      "shape = [1, 3, 224, 224]",
      "with torch.no_grad():",
      "    scripted = torch.jit.trace(model, torch.randn(shape)).eval()",
      'mod, params = relay.frontend.from_pytorch(scripted, [("input", shape)], use_parser_friendly_name=True)',
      "mod.astext(show_meta_data=False)",
    ].join("\n");
    const [imported, annotated, missing] = await runPythonCells([
      { name: "0", code },
      { name: "1", code: 'str(relay.transform.AnnotateSpans()(mod)["main"])' },
      { name: "2", code: "torchvision.models.vgg16()" },
    ]);
    expect(imported?.outcome).toEqual({ value: { kind: "text", text: torchvision.program } });
    expect(annotated?.outcome).toEqual({ value: { kind: "text", text: torchvision.annotated } });
    expect(missing?.outcome.failure?.message).toMatch(
      /AttributeError: there is no torchvision\.models\.vgg16 here/,
    );
  });
});

describe("what the engine holds for Python", () => {
  it("is let go of: passes and instruments in Python leave handles and memory as they were", async () => {
    const cells = [
      "import gc",
      "import tvm",
      "from tvm import relay",
      "from passcope import _raw",
      "mod = relay.testing.resnet.get_workload(num_layers=18)[0]",
      "@tvm.instrument.pass_instrument",
      "class Counter:",
      "    def run_before_pass(self, mod, info):",
      "        names = []",
      '        relay.analysis.post_order_visit(mod["main"], lambda node: names.append(type(node)))',
      "@relay.transform.function_pass(opt_level=0)",
      "def same(func, mod, ctx):",
      "    return relay.ExprMutator().visit(func)",
      "def once():",
      "    with tvm.transform.PassContext(opt_level=3, instruments=[Counter()]):",
      "        tvm.transform.Sequential([relay.transform.InferType(), same, relay.transform.FoldScaleAxis()])(mod)",
      "def held():",
      "    gc.collect()",
      "    return _raw.liveHandles(), _raw.memoryBytes()",
      "for _ in range(3):",
      "    once()",
      "before = held()",
      "for _ in range(5):",
      "    once()",
      "print(held() == before, before, held())",
    ].join("\n");
    const [result] = await runPythonCells([{ name: "0", code: cells }]);
    expect(result?.outcome).toEqual({});
    expect(result?.printed[0]?.text).toMatch(/^True /);
  }, 120_000);

  it("stays flat over many runs of the pipeline that counts operators", async () => {
    const cells = [
      "import gc, sys",
      "import tvm",
      "from tvm import relay",
      "from passcope import _raw",
      "from passcope._host import HOST",
      "@tvm.instrument.pass_instrument",
      "class OpDiff:",
      "    def __init__(self):",
      "        self.diffs, self.before = [], []",
      "    def run_before_pass(self, mod, info):",
      "        self.before.append(self.count(mod))",
      "    def run_after_pass(self, mod, info):",
      "        before, after = self.before.pop(), self.count(mod)",
      "        names = before.keys() | after.keys()",
      "        self.diffs.append({name: after.get(name, 0) - before.get(name, 0) for name in names})",
      "    def count(self, mod):",
      "        counts = {}",
      "        def visit(node):",
      "            if isinstance(node, relay.Call):",
      '                name = getattr(node.op, "name", "function")',
      "                counts[name] = counts.get(name, 0) + 1",
      '        relay.analysis.post_order_visit(mod["main"], visit)',
      "        return counts",
      'x = relay.var("x", shape=(1, 3, 8, 8))',
      "net = relay.nn.relu(relay.add(x, relay.multiply(relay.const(2.0), relay.const(3.0))))",
      "mod = tvm.IRModule.from_expr(relay.Function([x], net))",
      "def once():",
      "    passes = [relay.transform.InferType(), relay.transform.FoldConstant(), relay.transform.FuseOps(2)]",
      "    diff = OpDiff()",
      "    with tvm.transform.PassContext(opt_level=4, instruments=[diff]):",
      "        tvm.transform.Sequential(passes)(mod)",
      '    assert diff.diffs[-1]["multiply"] == -1',
      "def held():",
      "    gc.collect()",
      "    return _raw.liveHandles(), len(HOST._targets), len(HOST._exceptions), _raw.memoryBytes()",
      "for _ in range(10):",
      "    once()",
      "before = held()",
      "for _ in range(50):",
      "    once()",
      "print(held() == before, before, held())",
    ].join("\n");
    const [result] = await runPythonCells([{ name: "0", code: cells }]);
    expect(result?.outcome).toEqual({});
    expect(result?.printed[0]?.text).toMatch(/^True /);
  }, 120_000);
});

describe("what cells cannot import", () => {
  it.each(["ctypes", "_ctypes"])("%s", async (name) => {
    const [result] = await runPythonCells([{ name: "0", code: `import ${name}` }]);
    expect(result?.outcome.failure?.name).toBe("ModuleNotFoundError");
  });
});
