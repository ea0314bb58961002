// Random sequences of calls of the package: one process of `npm run fuzz -- --target package`, and a test of the
// package.
//
//   node --expose-gc scripts/lib/fuzz-package-sequences.mjs PACKAGE FIRST SEQUENCES STEPS [SKIPPED,…]
//
// It runs sequences for the seeds from FIRST on. It writes one line of JSON: the number of calls, and the first finding
// with its seed. PACKAGE is the built package's folder.
//
// It calls everything that the package exports: functions, classes, methods, getters and setters. Arguments are valid,
// of another kind, disposed, or odd: objects whose getters throw, detached buffers, proxies, cycles. Results join the
// pool from which arguments are taken. Hooks, passes, sinks and callbacks of the sequence call the package again. Each
// step depends only on the seed and its own number, so a sequence can be repeated with some steps omitted.
//
// A call may return a value, or throw a PasscopeError (such as DiagnosticError), a TypeError, a RangeError, or the
// object that an odd argument threw. Anything else is a finding. So are an engine that has stopped, and handles or
// functions that the engine still holds after a sequence has disposed of everything.

import { setImmediate as nextTurn } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { makeRandom } from "./random.mjs";

class Odd extends Error {}

const programs = [
  `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3]);
  %1 = nn.relu(%0);
  add(%1, 1f)
}`,
  `#[version = "0.0.5"]
def @f(%x: Tensor[(2), float32], Inline=1) { multiply(%x, %x) }
def @main(%x: Tensor[(2), float32], %b: bool) {
  let %r = ref(%x);
  let %y = if (%b) { @f(%x) } else { ref_read(%r) };
  let %u = ref_write(%r, %y);
  (%y, ref_read(%r))
}`,
  `#[version = "0.0.5"]
type List[A] { Cons(A, List[A]), Nil }
def @main(%x: int32) { match (Cons(%x, Nil)) { Cons(%h, _) => { %h }, Nil => { 0 } } }`,
];

// Functions that take long, end the process, or wait for something.
const left = new Set(["complete", "completeKernels", "completeFrontends", "then", "constructor"]);
const slow = /^(getWorkload|createModel|workload|benchmark|bisect|reduce|getNetwork)$/u;

/**
 * Objects of the package itself. Their members are not set, because later findings would then not be about the package.
 */
function packageObjects(passcope) {
  const found = new Set();
  const rest = [passcope];
  while (rest.length > 0) {
    const object = rest.pop();
    if (found.has(object)) continue;
    found.add(object);
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(object))) {
      const isObject = typeof value === "object" && value !== null;
      if (isObject || typeof value === "function") rest.push(value);
    }
  }
  return found;
}

/** Runs a sequence without the steps whose numbers are in `skipped`. */
async function runSequence(passcope, own, seed, steps, skipped) {
  const pool = [];
  // All contexts of the sequence. An entered one may have left the pool.
  const contexts = new Set();
  const trail = [];
  const promises = [];
  let calls = 0;
  let depth = 0;
  let finding;
  // True at the end: callbacks then do not call anything, because a call could enter a context that has just been left.
  let ends = false;
  // The random numbers of the current step.
  let random = makeRandom(seed);
  const below = (bound) => Math.floor(random() * bound);
  const pick = (items) => items[below(items.length)];

  const keep = (value) => {
    if (value === null || (typeof value !== "object" && typeof value !== "function")) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 8)) keep(item);
      return;
    }
    if (value instanceof passcope.PassContext) contexts.add(value);
    if (pool.length < 120) pool.push(value);
    else pool[below(pool.length)] = value;
  };

  const judge = (error, what) => {
    const known =
      error instanceof Odd ||
      error instanceof TypeError ||
      error instanceof RangeError ||
      error instanceof SyntaxError ||
      (error instanceof passcope.PasscopeError && !(error instanceof passcope.InternalError));
    if (!known) finding ??= `${what}: ${error?.stack ?? String(error)}`;
  };

  const odd = () => {
    switch (below(14)) {
      case 0:
        return new Proxy(
          {},
          {
            get: () => {
              throw new Odd("get");
            },
          },
        );
      case 1:
        return {
          get name() {
            throw new Odd("name");
          },
          get optLevel() {
            throw new Odd("level");
          },
        };
      case 2: {
        const buffer = new ArrayBuffer(16);
        const view = new Float32Array(buffer);
        structuredClone(buffer, { transfer: [buffer] });
        return view;
      }
      case 3: {
        const cycle = {};
        cycle.self = cycle;
        return cycle;
      }
      case 4:
        return Symbol("odd");
      case 5:
        return 1n << 70n;
      case 6:
        return Number.NaN;
      case 7:
        return {
          toString() {
            throw new Odd("toString");
          },
          valueOf() {
            throw new Odd("valueOf");
          },
        };
      case 8:
        return Object.create(null);
      case 9:
        return new Proxy([], {
          ownKeys: () => {
            throw new Odd("keys");
          },
        });
      case 10:
        return "\ud800 lone";
      case 11:
        return { length: 4294967295 };
      case 12: {
        let deep = [];
        for (let i = 0; i < 5000; i += 1) deep = [deep];
        return deep;
      }
      default:
        return new Proxy(() => {}, {
          apply: () => {
            throw new Odd("apply");
          },
        });
    }
  };

  // A function of the user that calls the package again.
  const callback = () => {
    const own = below(2 ** 31);
    return (...args) => {
      const outer = random;
      random = makeRandom(own);
      depth += 1;
      try {
        for (const arg of args) keep(arg);
        if (!ends && depth < 4 && random() < 0.5) step();
        if (random() < 0.05) throw new Odd("callback");
        return pick([undefined, true, false, args[0], args[1], 0]);
      } finally {
        depth -= 1;
        random = outer;
      }
    };
  };

  const hooks = () => {
    const names = [
      "enterPassCtx",
      "exitPassCtx",
      "shouldRun",
      "runBeforePass",
      "runAfterPass",
      "runAfterFailed",
    ];
    const instrument = {};
    for (const name of names) if (random() < 0.4) instrument[name] = callback();
    return instrument;
  };

  const plain = () =>
    pick([
      undefined,
      null,
      true,
      false,
      0,
      1,
      -1,
      2,
      3,
      0.5,
      2 ** 31,
      -(2 ** 53),
      "",
      "main",
      "f",
      "add",
      "float32",
      "int8",
      "NCHW",
      "nn.conv2d",
      "InferType, FoldConstant",
      "FuseOps(fuse_opt_level=1)",
      [],
      [1, 2],
      [1, 3, 8, 8],
      ["main"],
      {},
      { optLevel: 3 },
      { "nn.conv2d": ["NHWC", "default"] },
      pick(programs),
    ]);

  const options = () => {
    const result = {};
    const keys = [
      "optLevel",
      "name",
      "instruments",
      "requiredPass",
      "disabledPass",
      "config",
      "axis",
      "shape",
      "dtype",
      "showMetaData",
      "source",
      "params",
      "inputs",
      "limit",
      "required",
      "fuseOptLevel",
    ];
    for (let i = below(3); i >= 0; i -= 1) result[pick(keys)] = argument();
    return result;
  };

  const argument = () => {
    const kind = random();
    if (kind < 0.55 && pool.length > 0) return pick(pool);
    if (kind < 0.75) return plain();
    if (kind < 0.8) return options();
    if (kind < 0.85) return callback();
    if (kind < 0.88) return hooks();
    if (kind < 0.92) return [argument(), argument()];
    if (kind < 0.94) return new Float32Array([1, 2, 3, 4]);
    return odd();
  };

  /** The members of an object that can be called, read or set, through its prototypes. */
  const members = (object) => {
    const found = [];
    for (
      let at = object;
      at && at !== Object.prototype && at !== Function.prototype;
      at = Object.getPrototypeOf(at)
    ) {
      for (const name of Object.getOwnPropertyNames(at)) {
        if (!left.has(name) && !slow.test(name)) found.push(name);
      }
    }
    return found;
  };

  const call = (what, run) => {
    calls += 1;
    trail.push(what);
    if (trail.length > 12) trail.shift();
    try {
      const result = run();
      if (result instanceof Promise) {
        promises.push(
          result.then(keep, (error) => {
            judge(error, what);
          }),
        );
        return;
      }
      keep(result);
      if (result && typeof result === "object" && typeof result.next === "function") {
        for (let i = 0; i < 3; i += 1) keep(result.next().value);
      }
    } catch (error) {
      judge(error, what);
    }
  };

  const roots = ["relay", "transform", "instrument", "graphExecutor", "engine"];
  function step() {
    const place = random();
    if (place < 0.06) {
      call("fromtext", () => passcope.IRModule.fromtext(pick(programs)));
    } else if (place < 0.1) {
      const list = [hooks(), ...(random() < 0.3 ? [argument()] : [])];
      call("with", () => {
        const context = new passcope.PassContext({ optLevel: below(4), instruments: list });
        try {
          return context.with(callback());
        } finally {
          context.dispose();
        }
      });
    } else if (place < 0.14 && pool.length > 0) {
      const victim = pick(pool);
      call("dispose", () => victim.dispose?.());
    } else if (place < 0.142) {
      const ask = pick(["bisect", "reduce"]);
      const options = { test: callback(), maxCandidates: 4, onProgress: callback() };
      const [module, pass] = [argument(), argument()];
      call(ask, () => passcope.transform[ask](module, [pass], options));
    } else if (place < 0.22) {
      const passes = pool.filter((value) => value instanceof passcope.Pass);
      const modules = pool.filter((value) => value instanceof passcope.IRModule);
      if (passes.length > 0 && modules.length > 0) {
        const pass = pick(passes);
        const module = pick(modules);
        call("run a pass", () => pass(module));
      }
    } else if (place < 0.6 || pool.length === 0) {
      let owner = random() < 0.3 ? passcope : passcope[pick(roots)];
      let name = pick(members(owner));
      for (let i = 0; i < 2; i += 1) {
        const next = owner[name];
        if (next === null || typeof next !== "object") break;
        owner = next;
        const names = members(owner);
        if (names.length === 0) break;
        name = pick(names);
      }
      invoke(owner, name);
    } else {
      const owner = pick(pool);
      const names = (() => {
        try {
          return members(owner);
        } catch (error) {
          judge(error, "members");
          return [];
        }
      })();
      if (names.length > 0) invoke(owner, pick(names));
    }
  }

  function invoke(owner, name) {
    const args = Array.from({ length: below(4) }, argument);
    call(`${name}(${args.map((arg) => (arg === null ? "null" : typeof arg)).join(", ")})`, () => {
      const member = owner[name];
      if (typeof member !== "function") {
        if (!own.has(owner) && pool.includes(owner) && random() < 0.1) owner[name] = args[0];
        return member;
      }
      const isClass = /^class\b/u.test(Function.prototype.toString.call(member));
      return isClass ? new member(...args) : member.apply(owner, args);
    });
  }

  const disposeAll = () => {
    for (const value of pool) {
      try {
        value.dispose?.();
      } catch (error) {
        judge(error, "dispose at the end");
      }
    }
  };

  passcope.scope(() => {
    for (let i = 0; i < steps && !finding; i += 1) {
      if (skipped.has(i)) continue;
      random = makeRandom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(i + 1, 0x85ebca6b));
      step();
    }
    // Leaves all entered contexts, which would otherwise affect the next sequence.
    ends = true;
    for (let i = 0; i < contexts.size; i += 1) {
      for (const context of contexts) {
        try {
          context.exit();
        } catch (error) {
          judge(error, "exit at the end");
        }
      }
    }
    disposeAll();
  });
  await Promise.all(promises);
  disposeAll();
  try {
    // Checks that the engine still works: reads a program, runs a pass on it, and prints it.
    passcope.scope(() => {
      const pass = passcope.transform.InferType();
      pass(passcope.IRModule.fromtext(programs[0])).astext();
      pass.dispose();
    });
  } catch (error) {
    finding ??= `afterwards: ${error?.stack ?? String(error)}`;
  }
  return { calls, finding, trail };
}

/** Lets finalizers run until `left` is 0, or for a limited number of rounds. */
async function collected(left) {
  for (let i = 0; i < 20 && left() > 0; i += 1) {
    globalThis.gc();
    await nextTurn();
  }
  return left();
}

/**
 * Runs sequences for the seeds from `first` on, until one has a finding.
 *
 * @param folder the folder of the built package
 * @param skipped numbers of steps to omit
 */
export async function runSequences({ folder, first, sequences, steps, skipped = new Set() }) {
  const load = (name) => import(pathToFileURL(`${folder}/${name}.js`).href);
  const passcope = await load("node");
  const { host } = await load("engine");
  const own = packageObjects(passcope);
  // Makes the default context, which stays alive.
  passcope.PassContext.current();
  const before = passcope.engine.liveHandles();
  // Functions of the package print to the console.
  const { log, warn } = console;
  console.log = () => {};
  console.warn = () => {};
  let calls = 0;
  let found;
  try {
    for (let seed = first; seed < first + sequences && !found; seed += 1) {
      const outcome = await runSequence(passcope, own, seed, steps, skipped);
      calls += outcome.calls;
      if (outcome.finding) found = { seed, finding: outcome.finding, trail: outcome.trail };
    }
  } finally {
    Object.assign(console, { log, warn });
  }
  if (!found && globalThis.gc) {
    // Finalizers free objects that nobody disposed of.
    const handles = await collected(() => passcope.engine.liveHandles() - before);
    const functions = await collected(() => host.lentFunctions);
    const exceptions = host.pendingExceptions;
    if (handles + functions + exceptions > 0) {
      const finding = `${handles} handles, ${functions} functions and ${exceptions} exceptions are left`;
      found = { seed: first, finding, trail: [] };
    }
  }
  return { calls, found };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, first, sequences, steps, skipped = ""] = process.argv.slice(2);
  const outcome = await runSequences({
    folder,
    first: Number(first),
    sequences: Number(sequences),
    steps: Number(steps),
    skipped: new Set(skipped === "" ? [] : skipped.split(",").map(Number)),
  });
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
