// Random sequences of entering, leaving, throwing and overriding, checked against a model of the stack.
import type { instrument } from "passcope";
import { PassContext, relay, IRModule, transform } from "passcope";
import { expect, test } from "vitest";
import { host } from "../dist/engine.js";

/** Random numbers from a seed, so a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The exception that a hook throws when the test plans it. */
class Planned extends Error {}

type Hook = "enterPassCtx" | "exitPassCtx" | "shouldRun" | "runBeforePass" | "runAfterPass";
const hooks: Hook[] = [
  ...(["enterPassCtx", "exitPassCtx", "shouldRun", "runBeforePass", "runAfterPass"] as const),
];

/** An instrument that counts how often it was entered and left. */
class Counted implements instrument.PassInstrumentObject {
  balance = 0;
  constructor(readonly bad: Hook | undefined) {}
  #at(hook: Hook): void {
    if (hook === this.bad) throw new Planned(hook);
  }
  enterPassCtx(): void {
    this.#at("enterPassCtx");
    this.balance += 1;
  }
  exitPassCtx(): void {
    this.balance -= 1;
    this.#at("exitPassCtx");
  }
  shouldRun(): boolean {
    this.#at("shouldRun");
    return true;
  }
  runBeforePass(): void {
    this.#at("runBeforePass");
  }
  runAfterPass(): void {
    this.#at("runAfterPass");
  }
}

/** A context of the model, with its current instruments. */
interface Modelled {
  context: PassContext;
  instruments: Counted[];
}

test("a context that is entered whenever it is left can be disposed of", () => {
  const around = PassContext.current();
  const context: PassContext = new PassContext({
    instruments: [{ exitPassCtx: () => void context.enter() }],
  });
  context.enter();
  expect(() => {
    context.dispose();
  }).toThrow("has been disposed");
  expect(context.disposed).toBe(true);
  expect(PassContext.current()).toBe(around);
});

test("a context in which another one is entered is not freed before it can be left", () => {
  const around = PassContext.current();
  const lent = host.lentFunctions;
  const [outer, inner] = [0, 1].map(
    () => new PassContext({ instruments: [{ enterPassCtx: () => {} }] }),
  ) as [PassContext, PassContext];
  outer.with(() => {
    inner.with(() => {
      expect(() => {
        outer.dispose();
      }).toThrow("only the innermost");
      expect(outer.disposed).toBe(false);
      expect(PassContext.current()).toBe(inner);
    });
    expect(PassContext.current()).toBe(outer);
  });
  expect(PassContext.current()).toBe(around);
  inner.dispose();
  outer.dispose();
  expect(host.lentFunctions).toBe(lent);
});

test("ten thousand random sequences keep the stack balanced", () => {
  const mod = IRModule.fromExpr(relay.nn.relu(relay.var("x", [2])));
  const pass = transform.InferType();
  const userPass = transform.functionPass({ optLevel: 0, name: "User" }, (fn) => fn);
  const badPass = transform.modulePass({ optLevel: 0, name: "Bad" }, () => {
    throw new Planned("pass");
  });
  const base = PassContext.current();

  for (let seed = 0; seed < 10_000; ++seed) {
    const next = random(seed);
    const stack: Modelled[] = [];
    const made: PassContext[] = [];
    const list = (): Counted[] =>
      Array.from(
        { length: next(3) },
        () => new Counted(next(4) === 0 ? hooks[next(hooks.length)] : undefined),
      );
    const plan = (action: () => void): boolean => {
      try {
        action();
        return true;
      } catch (error) {
        if (!(error instanceof Planned)) throw error;
        return false;
      }
    };
    const firstBad = (instruments: Counted[], hook: Hook): boolean =>
      instruments.some(({ bad }) => bad === hook);

    for (let step = 0; step < 8; ++step) {
      const top = stack.at(-1);
      const action = next(5);
      if (action === 0) {
        const instruments = list();
        const context = new PassContext({ instruments, optLevel: next(4) });
        made.push(context);
        const entered = plan(() => context.enter());
        expect(entered).toBe(!firstBad(instruments, "enterPassCtx"));
        if (entered) stack.push({ context, instruments });
        else expect(context.instruments).toEqual([]);
      } else if (action === 1 && top) {
        stack.pop();
        const left = plan(() => top.context.exit());
        expect(left).toBe(!firstBad(top.instruments, "exitPassCtx"));
        if (!left) expect(top.context.instruments).toEqual([]);
      } else if (action === 2 && top) {
        const instruments = list();
        const done = plan(() => top.context.overrideInstruments(instruments));
        const bad =
          firstBad(top.instruments, "exitPassCtx") || firstBad(instruments, "enterPassCtx");
        expect(done).toBe(!bad);
        top.instruments = done ? instruments : [];
        expect(top.context.instruments).toEqual(top.instruments);
      } else if (action === 3) {
        const ran = plan(() => [pass, userPass, badPass][next(3)]?.(mod).dispose());
        if (top && firstBad(top.instruments, "runBeforePass")) expect(ran).toBe(false);
      } else if (action === 4) {
        // An exception inside of `with` leaves the context.
        const context = new PassContext({ instruments: list() });
        made.push(context);
        plan(() =>
          context.with(() => {
            if (next(2) === 0) throw new Planned("body");
          }),
        );
      }
      expect(PassContext.current()).toBe(stack.at(-1)?.context ?? base);
    }
    while (stack.length > 0) plan(() => stack.pop()?.context.exit());
    expect(PassContext.current()).toBe(base);
    for (const context of made) context.dispose();
  }
});
