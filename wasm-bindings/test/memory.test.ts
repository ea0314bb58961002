// Disposed objects are freed, and repeating a call a thousand times does not need more memory.
import {
  DiagnosticError,
  IRModule,
  PassContext,
  Sequential,
  bindParamsByName,
  engine,
  instrument,
  relay,
  transform,
  type Expr,
} from "passcope";
import { expect, test } from "vitest";
import { host } from "../dist/engine.js";
import { smallModule } from "./programs";

/** Runs `body` and checks that it left nothing alive. */
function withoutLeak(body: () => void): void {
  const before = engine.liveHandles();
  body();
  expect(engine.liveHandles()).toBe(before);
  expect(host.pendingExceptions).toBe(0);
}

test("nothing is alive at first", () => {
  expect(engine.liveHandles()).toBe(0);
});

test("the whole program leaves nothing behind", () => {
  withoutLeak(() => {
    const workload = relay.testing.resnet.getWorkload({ imageShape: [3, 64, 64] });
    const owned: { dispose(): void }[] = [workload];
    const own = <T extends { dispose(): void }>(object: T): T => {
      owned.push(object);
      return object;
    };
    const main = own(workload.mod.get("main"));
    workload.mod.set("main", own(bindParamsByName(main, workload.params)));
    const timing = own(new instrument.PassTimingInstrument());
    const trace = own(new instrument.TraceInstrument());
    const context = own(
      new PassContext({
        optLevel: 3,
        instruments: [timing, trace, { runAfterPass: (mod) => void mod.countOps() }],
      }),
    );
    const pass = own(
      new Sequential([
        own(transform.FoldConstant()),
        own(transform.ConvertLayout({ "nn.conv2d": ["NHWC", "HWIO"] })),
      ]),
    );
    const result = context.with(() => own(pass(workload.mod)));
    own(result.clone());
    own(trace.moduleAfter(0));
    for (const object of owned) object.dispose();
  });
});

test("`using` leaves the context and frees everything at the end of the block", () => {
  withoutLeak(() => {
    const log: string[] = [];
    {
      using mod = smallModule();
      using context = new PassContext({
        optLevel: 1,
        instruments: [
          { enterPassCtx: () => void log.push("enter"), exitPassCtx: () => void log.push("exit") },
        ],
      }).enter();
      expect(PassContext.current()).toBe(context);
      using pass = transform.InferType();
      using typed = pass(mod);
      expect(typed.diffId()).not.toBe(mod.diffId());
    }
    expect(log).toEqual(["enter", "exit"]);
    expect(PassContext.current().optLevel).toBe(2);
  });
});

test("failures leave nothing behind", () => {
  withoutLeak(() => {
    const mod = smallModule();
    const pass = transform.InferType();
    for (let i = 0; i < 1000; ++i) {
      expect(() => relay.parse("def @main( {")).toThrow(DiagnosticError);
      const context = new PassContext({
        instruments: [
          { runBeforePass: () => {} },
          {
            runBeforePass(): void {
              throw new Error("no");
            },
          },
        ],
      });
      expect(() => context.with(() => pass(mod))).toThrow("no");
      context.dispose();
    }
    mod.dispose();
    pass.dispose();
  });
});

test("calls that fail hold on to no function that they were given", () => {
  withoutLeak(() => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const nothing = (): void => {};
    const attempts: (() => unknown)[] = [
      // These fail before they reach the engine.
      () => new instrument.PrintAfterAll({ write: nothing, passes: cycle as never }),
      () => transform.PrintIR({ header: 1n as never, write: nothing }),
      () => transform.functionPass({ optLevel: 1, name: "P" }, 1 as never),
      () => transform.Legalize({ legalizeMapAttrName: cycle as never, rules: { add: () => null } }),
      () => transform.AnnotateTarget(cycle as never, { supported: { accel: { add: () => true } } }),
      () =>
        new PassContext({
          instruments: [
            {
              runBeforePass: nothing,
              get name(): string {
                throw new Error("no");
              },
            },
          ],
        }),
      // These fail in the engine.
      () => new instrument.PrintAfterAll({ write: nothing, passes: 1 as never }),
      () => {
        const gone = smallModule();
        gone.dispose();
        gone.writeText(nothing);
      },
    ];
    const lent = host.lentFunctions;
    for (const [i, attempt] of attempts.entries()) {
      expect(attempt, `attempt ${i}`).toThrow();
      expect(host.lentFunctions, `attempt ${i}`).toBe(lent);
    }
  });
});

test("what nobody disposes is freed once it is collected", async () => {
  const { gc } = globalThis;
  // Only with --expose-gc. The finalizers themselves belong to the runtime.
  if (!gc) return;
  const before = engine.liveHandles();
  (() => {
    for (let i = 0; i < 100; ++i) smallModule();
  })();
  expect(engine.liveHandles()).toBeGreaterThanOrEqual(before + 100);
  for (let i = 0; i < 20 && engine.liveHandles() > before; ++i) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(engine.liveHandles()).toBe(before);
});

test("a thousand runs need no more memory than a few", () => {
  const workload = relay.testing.resnet.getWorkload({ imageShape: [3, 32, 32], numClasses: 10 });
  const main = workload.mod.get("main");
  const bound = bindParamsByName(main, workload.params);
  const start = workload.mod.clone();
  start.set("main", bound);
  const passes = [
    transform.InferType(),
    transform.SimplifyInference(),
    transform.CanonicalizeOps(),
    transform.FoldScaleAxis(),
  ];
  const pipeline = new Sequential(passes);
  const timing = new instrument.PassTimingInstrument();
  const differ = new instrument.OpDiffInstrument();
  const run = (): void => {
    const trace = new instrument.TraceInstrument();
    const context = new PassContext({
      instruments: [timing, differ, trace, { runAfterPass: () => {} }],
    });
    const result = context.with(() => pipeline(start));
    expect(trace.entries().length).toBeGreaterThan(4);
    result.dispose();
    context.dispose();
    trace.dispose();
  };
  for (let i = 0; i < 20; ++i) run();
  const before = engine.memoryBytes();
  const handles = engine.liveHandles();
  for (let i = 0; i < 1000; ++i) run();
  expect(engine.memoryBytes()).toBe(before);
  expect(engine.liveHandles()).toBe(handles);
});

test("a chain of a million calls is built, typed, folded, printed and freed", () => {
  withoutLeak(() => {
    const length = 1_000_000;
    const x = relay.var("x", [2]);
    let chain: Expr = relay.call("nn.relu", [x]);
    for (let i = 1; i < length; ++i) {
      const next = relay.call("nn.relu", [chain]);
      chain.dispose();
      chain = next;
    }
    const mod = IRModule.fromExpr(chain);
    chain.dispose();
    x.dispose();
    expect(mod.countOps()).toEqual({ "nn.relu": length });
    const infer = transform.InferType();
    const fold = transform.FoldConstant();
    const typed = infer(mod);
    const folded = fold(typed);
    expect(folded.countOps()).toEqual({ "nn.relu": length });
    const text = folded.toString();
    expect(text.endsWith(`nn.relu(%${length - 2}) /* ty=Tensor[(2), float32] */\n}\n`)).toBe(true);
    for (const object of [mod, infer, fold, typed, folded]) object.dispose();
  });
});
