// The five hooks: their order, the veto, and exceptions. The expected lines are the output of TVM's tutorial.
import {
  PassContext,
  Sequential,
  instrument,
  relay,
  transform,
  type IRModule,
  type PassInfo,
} from "passcope";
import { beforeEach, describe, expect, test } from "vitest";
import { golden } from "./golden";
import { smallModule } from "./programs";

const expected = JSON.parse(golden("instrument.hooks.json")) as Record<string, string[]>;

let lines: string[] = [];
beforeEach(() => {
  lines = [];
});

/** TVM's names of the hooks and Passcope's. */
const hookNames = {
  enter_pass_ctx: "enterPassCtx",
  exit_pass_ctx: "exitPassCtx",
  should_run: "shouldRun",
  run_before_pass: "runBeforePass",
  run_after_pass: "runAfterPass",
} as const;
type Hook = keyof typeof hookNames;
const hooks = Object.keys(hookNames) as Hook[];

/** An instrument that records every hook, and throws in `bad`. */
function noting(name: string, bad?: Hook, thrown?: unknown): instrument.PassInstrumentObject {
  const object: Record<string, unknown> = { name };
  for (const hook of hooks) {
    object[hookNames[hook]] = (): boolean => {
      if (hook === bad) {
        lines.push(`${name} bad ${hook}!!!`);

        throw thrown;
      }
      lines.push(`${name} ${hook}`);
      return true;
    };
  }
  return object;
}

/** The tutorial's three instruments, and the error that the bad one throws. */
function three(hook: Hook): { list: instrument.PassInstrumentObject[]; error: Error } {
  const suffix = {
    enter_pass_ctx: "EnterCtx",
    exit_pass_ctx: "ExitCtx",
    should_run: "ShouldRun",
    run_before_pass: "RunBefore",
    run_after_pass: "RunAfter",
  }[hook];
  const error = new Error(`PassBad${suffix} bad ${hook}`);
  return {
    list: [noting("PassFine_0"), noting(`PassBad${suffix}`, hook, error), noting("PassFine_1")],
    error,
  };
}

/** Runs a step and records its exception, as the tutorial does. Returns the exception. */
function catching(step: () => void): unknown {
  try {
    step();
    return undefined;
  } catch (error) {
    lines.push(`Catching ValueError: ${error instanceof Error ? error.message : String(error)}`);
    return error;
  }
}

/** The lines since the last call. */
function taken(): string[] {
  return lines.splice(0);
}

describe.each(hooks)("an instrument that throws in %s", (hook) => {
  test("inside of a context", () => {
    const { list, error } = three(hook);
    const context = new PassContext({ instruments: list });
    const mod = smallModule();
    const caught = catching(() => context.with(() => transform.InferType()(mod)));
    expect(taken()).toEqual(expected[`${hook}.with`]);
    expect(caught).toBe(error);
    context.overrideInstruments([]);
    expect(taken()).toEqual(expected[`${hook}.override_after`]);
    expect(PassContext.current()).not.toBe(context);
  });

  test("on the current context", () => {
    const { list, error } = three(hook);
    const mod = smallModule();
    const current = PassContext.current();
    const caught = [catching(() => current.overrideInstruments(list))];
    expect(taken()).toEqual(expected[`${hook}.current.override`]);
    caught.push(catching(() => transform.InferType()(mod)));
    expect(taken()).toEqual(expected[`${hook}.current.run`]);
    caught.push(catching(() => current.overrideInstruments([])));
    expect(taken()).toEqual(expected[`${hook}.current.clear`]);
    expect(caught.filter((value) => value !== undefined)).toEqual([error]);
    expect(current.instruments).toEqual([]);
  });
});

describe("the veto", () => {
  const { mod } = relay.testing.resnet.getWorkload({ numLayers: 18 });

  function instruments(): instrument.PassInstrumentObject[] {
    return [
      noting("A"),
      {
        ...noting("B"),
        shouldRun(_, info) {
          lines.push(`B should_run ${info.name}`);
          return info.name !== "FoldConstant";
        },
      },
    ];
  }

  test("leaves a pass out", () => {
    new PassContext({ optLevel: 3, instruments: instruments() }).with(() =>
      transform.FoldScaleAxis()(mod),
    );
    expect(lines).toEqual(expected["skip.fold_scale_axis"]);
  });

  test("is not asked for when the context requires the pass", () => {
    new PassContext({
      optLevel: 3,
      requiredPass: ["FoldConstant"],
      instruments: instruments(),
    }).with(() => transform.FoldScaleAxis()(mod));
    expect(lines).toEqual(expected["skip.required"]);
  });

  test("gives the module back as it is", () => {
    const small = smallModule();
    const result = new PassContext({ instruments: [{ shouldRun: () => false }] }).with(() =>
      transform.InferType()(small),
    );
    expect(result.diffId()).toBe(small.diffId());
  });

  test("takes false: an answer that is missing is none", () => {
    const small = smallModule();
    const result = new PassContext({ instruments: [{ shouldRun: () => undefined }] }).with(() =>
      transform.InferType()(small),
    );
    expect(result.diffId()).not.toBe(small.diffId());
  });
});

describe("what hooks get and are", () => {
  test("hooks see the module and the pass's description", () => {
    const seen: [string, PassInfo, string][] = [];
    const mod = smallModule();
    new PassContext({
      instruments: [
        {
          runBeforePass: (given, info) => void seen.push(["before", info, given.toString()]),
          runAfterPass: (given, info) => void seen.push(["after", info, given.toString()]),
        },
      ],
    }).with(() => transform.InferType()(mod));
    const info = { name: "InferType", optLevel: 0, required: [], traceable: false };
    expect(seen.map(([when, given]) => [when, given])).toEqual([
      ["before", info],
      ["after", info],
    ]);
    expect(seen[0]?.[2]).not.toContain("/* ty=");
    expect(seen[1]?.[2]).toContain("/* ty=");
  });

  test("methods of a class are called on their object", () => {
    class Counter implements instrument.PassInstrumentObject {
      passes = 0;
      runBeforePass(): void {
        this.passes += 1;
      }
    }
    const counter = new Counter();
    const mod = smallModule();
    new PassContext({ instruments: [counter] }).with(() => {
      transform.InferType()(mod);
      transform.FoldConstant()(mod);
    });
    // FoldConstant runs InferType inside of it.
    expect(counter.passes).toBe(3);
  });

  test("built-in instruments and objects share one list, in its order", () => {
    const timing = new instrument.PassTimingInstrument();
    const trace = new instrument.TraceInstrument();
    const seen: number[] = [];
    const mod = smallModule();
    new PassContext({
      instruments: [
        // Before and after the trace's own hook is called.
        { runBeforePass: () => void seen.push(trace.entries().length) },
        trace,
        { runBeforePass: () => void seen.push(trace.entries().length) },
        timing,
      ],
    }).with(() => transform.InferType()(mod));
    expect(seen).toEqual([0, 1]);
    expect(timing.profiles()).toHaveLength(1);
  });

  test("a module may be kept only as a clone", () => {
    let given: IRModule | undefined;
    let kept: IRModule | undefined;
    const mod = smallModule();
    new PassContext({
      instruments: [
        {
          runBeforePass(before): void {
            given = before;
            kept = before.clone();
          },
        },
      ],
    }).with(() => transform.InferType()(mod));
    expect(() => String(given)).toThrow(/this IRModule has been disposed(.|\n)*clone\(\)/);
    expect(String(kept)).toBe(String(mod));
  });

  test("hooks may run passes, in the context they are in", () => {
    const names: string[] = [];
    const mod = smallModule();
    new PassContext({
      instruments: [
        {
          runBeforePass(before, info): void {
            names.push(info.name);
            if (info.name === "FoldConstant") transform.SimplifyInference()(before);
          },
        },
      ],
    }).with(() => transform.FoldConstant()(mod));
    expect(names.slice(0, 2)).toEqual(["FoldConstant", "SimplifyInference"]);
  });

  test("an object without hooks, and what is no object, are refused", () => {
    expect(() => new PassContext({ instruments: [{}] })).toThrow(/at least one hook/);
    expect(
      () => new PassContext({ instruments: [{ run_before_pass: () => {} } as object] }),
    ).toThrow(/runBeforePass/);
  });

  test.each([undefined, null, 7, "text", { any: "object" }, Object.create(null) as object])(
    "the very value that was thrown arrives: %s",
    (thrown) => {
      const mod = smallModule();
      let caught: unknown = "nothing";
      try {
        new PassContext({ instruments: [noting("A", "run_before_pass", thrown)] }).with(() =>
          transform.InferType()(mod),
        );
      } catch (error) {
        caught = error;
      }
      expect(caught).toBe(thrown);
    },
  );

  test("an exception passes through passes that run passes; timing and trace stay whole", () => {
    const error = new RangeError("stop here");
    const timing = new instrument.PassTimingInstrument();
    const trace = new instrument.TraceInstrument();
    const mod = smallModule();
    const bad: instrument.PassInstrumentObject = {
      runBeforePass(_, info) {
        if (info.name === "InferType") throw error;
      },
    };
    let profile = "";
    expect(() =>
      new PassContext({ optLevel: 3, instruments: [timing, trace, bad] }).with(() => {
        try {
          new Sequential([transform.SimplifyInference(), transform.FoldConstant()])(mod);
        } finally {
          profile = timing.render();
        }
      }),
    ).toThrow(error);
    expect(profile).toMatch(/^sequential: .*\n\tInferType: /);
    expect(trace.entries().map(({ name, status, error: why }) => [name, status, why])).toEqual([
      ["sequential", "failed", "stop here"],
      ["InferType", "failed", "stop here"],
      ["FoldConstant", "skipped", undefined],
    ]);
    expect(trace.moduleAfter(1).diffId()).toBe(mod.diffId());
    // The engine works as before.
    new PassContext({ instruments: [timing] }).with(() => transform.InferType()(mod));
    expect(timing.profiles().map((node) => node.name)).toEqual(["InferType"]);
  });

  test("an exception of exitPassCtx replaces the one of the body, as `finally` does", () => {
    const first = new Error("body");
    const second = new Error("exit");
    const context = new PassContext({
      instruments: [
        {
          exitPassCtx() {
            throw second;
          },
        },
      ],
    });
    expect(() =>
      context.with(() => {
        throw first;
      }),
    ).toThrow(second);
    expect(PassContext.current()).not.toBe(context);
  });
});
