// Comparing values, bisection and reduction, through the package.

import {
  PassContext,
  instrument,
  relay,
  transform,
  type AnyExpr,
  type Call,
  type IRModule,
  type Pass,
} from "passcope";
import { describe, expect, test } from "vitest";

const program = (): IRModule =>
  relay.parse(`#[version = "0.0.5"]
def @main(%x: Tensor[(3, 4), float32], %y: Tensor[(3, 4), float32]) {
  %0 = tanh(subtract(%x, %y));
  nn.relu(add(exp(%0), %x))
}`);

/** a - b becomes b - a. */
class Swapper extends relay.ExprMutator {
  override visitCall(call: Call): AnyExpr {
    const [a, b] = call.args.map((arg) => this.visit(arg));
    return call.op.kind === "Op" && call.op.name === "subtract" && a && b
      ? relay.subtract(b, a)
      : super.visitCall(call);
  }
}
const swap = (): Pass =>
  transform.functionPass({ optLevel: 0, name: "SwapSubtract" }, (fn) => new Swapper().visit(fn));

describe("checking", () => {
  test("VerifyValues names the pass that changes values", () => {
    const verify = new instrument.VerifyValues();
    const bisected = new instrument.OptBisect({ limit: -1 });
    new PassContext({ instruments: [verify, bisected] }).with(() => {
      transform.FuseOps()(swap()(transform.FoldConstant()(program())));
    });
    const first = verify.firstDifference();
    expect(first?.pass).toBe("SwapSubtract");
    expect(first?.comparison?.difference?.kind).toBe("real");
    expect(first?.reason?.pattern).toContain("{output}");
    expect(verify.checks().map(({ outcome }) => outcome)).toContain("same");
    expect(bisected.executions().map(({ pass }) => pass)).toEqual([
      "FoldConstant",
      "SwapSubtract",
      "FuseOps",
    ]);
    expect(() =>
      new PassContext({ instruments: [new instrument.VerifyValues({ stop: true })] }).with(() =>
        swap()(program()),
      ),
    ).toThrow("the pass SwapSubtract changes what the program computes");
  });

  test("bisect finds it and says how to see it again", async () => {
    const passes = [transform.FoldConstant(), swap(), transform.FuseOps()];
    const runs: number[] = [];
    const result = await transform.bisect(program(), passes, {
      onProgress: ({ run }) => void runs.push(run),
    });
    expect(result.outcome).toBe("found");
    expect(result.execution).toMatchObject({ number: 2, pass: "SwapSubtract", function: "main" });
    expect(result.sentence.text).toContain(
      "the failing pass is SwapSubtract on @main, execution 2 of 3",
    );
    expect(result.diff).toContain("subtract(%y, %x)");
    expect(runs).toEqual(Array.from({ length: result.runs }, (_, i) => i + 1));
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- that it runs is what is tested
    const again = new globalThis.Function(
      "mod",
      "passes",
      "PassContext",
      "instrument",
      `return ${result.program}`,
    ) as (...args: unknown[]) => IRModule;
    const module = again(program(), passes, PassContext, instrument);
    expect(module.structuralEqual(result.after!)).toBe(true);
    expect(module.structuralEqual(result.before!)).toBe(false);
  });

  test("a test can be a function; what it throws is thrown", async () => {
    const passes = [transform.FoldConstant(), transform.ToANormalForm(), transform.InferType()];
    const result = await transform.bisect(program(), passes, {
      test: (mod) => mod.astext().includes("let "),
    });
    expect(result.execution?.pass).toBe("ToANormalForm");
    const failure = new Error("mine");
    await expect(
      transform.bisect(program(), passes, {
        test: () => {
          throw failure;
        },
      }),
    ).rejects.toBe(failure);
    await expect(transform.bisect(program(), passes, { test: (() => 1) as never })).rejects.toThrow(
      "the test of bisect returned",
    );
    await expect(transform.reduce(program(), passes, { test: "value" as never })).rejects.toThrow(
      "unknown test 'value'",
    );
    await expect(transform.bisect(program(), [1] as never)).rejects.toThrow("array of passes");
  });

  test("reduce leaves the guilty call", async () => {
    const passes = [transform.FoldConstant(), swap(), transform.FuseOps()];
    let candidates = 0;
    const result = await transform.reduce(program(), passes, {
      maxSeconds: 0,
      onProgress: (progress) => {
        candidates = progress.candidates;
      },
    });
    expect(result.outcome).toBe("reduced");
    expect(result.callsAfter).toBe(1);
    expect(result.passes).toEqual([passes[1]]);
    expect(result.mod.astext()).toContain("subtract");
    expect(result.candidates).toBe(candidates);
  });
});
