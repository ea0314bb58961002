// Lets the worker of the code rest when no request is open: the user's code can then start nothing. Timers are cleared,
// workers of the code end, and calls of the browser's functions do nothing. Otherwise, what the code leaves behind would
// use a processor for as long as the page shows the trace. Install it before the user's code runs.

/** The code's side of resting. */
export interface Rest {
  /** Whether no request is open. */
  readonly isResting: () => boolean;
  /** A request is open: the code may run. */
  readonly begin: () => void;
  /** A request is answered. After the last one, the worker rests. */
  readonly end: () => void;
}

type Call = (this: unknown, ...args: unknown[]) => unknown;
type Scope = Record<string, unknown>;

/** Interfaces that only compute. They start nothing, and the engine uses them often. */
const COMPUTING: ReadonlySet<string> = new Set([
  "Performance",
  "TextDecoder",
  "TextEncoder",
  "URL",
  "URLSearchParams",
]);

/** The globals of the language, as a worker without a browser has them. */
const LANGUAGE: ReadonlySet<string> = new Set(
  (
    "Object Function Array Number Boolean String Symbol BigInt Math JSON Reflect Proxy Promise Map Set WeakMap WeakSet " +
    "WeakRef FinalizationRegistry Date RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError " +
    "TypeError URIError SuppressedError ArrayBuffer SharedArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray " +
    "Int16Array Uint16Array Int32Array Uint32Array Float16Array Float32Array Float64Array BigInt64Array " +
    "BigUint64Array Iterator AsyncIterator Intl Temporal DisposableStack AsyncDisposableStack eval isNaN isFinite " +
    "parseInt parseFloat decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape globalThis console"
  ).split(" "),
);

/** Interfaces whose objects act on their own. */
const ACTING = [
  "Worker",
  "BroadcastChannel",
  "WebSocket",
  "WebSocketStream",
  "EventSource",
  "WebTransport",
];

const TIMERS = [
  ["setTimeout", "clearTimeout"],
  ["setInterval", "clearInterval"],
  ["requestAnimationFrame", "cancelAnimationFrame"],
] as const;

// Taken before the user's code can replace them.
const { apply, construct, getOwnPropertyDescriptor, ownKeys, defineProperty } = Reflect;
const Never = Promise;
/** The answer of every function while the worker rests. Code that awaits it rests, too. */
const never = (): unknown => new Never(() => undefined);

/** Notes what the code leaves: the function that ends it, called as a method of `of` with it, or else as its method. */
type Leave = (of: object | undefined, end: Call, what: unknown) => void;

/**
 * What the code has left. The lists have no prototype: with one, the code could take over their members, as it can take
 * over `push`.
 */
class Leftovers {
  #count = 0;
  #of = list<object | undefined>();
  #ends = list<Call>();
  #things = list<unknown>();

  add(of: object | undefined, end: Call, what: unknown): void {
    this.#of[this.#count] = of;
    this.#ends[this.#count] = end;
    this.#things[this.#count] = what;
    this.#count += 1;
  }

  end(): void {
    for (let i = 0; i < this.#count; i += 1) {
      const of = this.#of[i];
      const end = this.#ends[i];
      const what = this.#things[i];
      if (!end) continue;
      if (of) apply(end, of, [what]);
      else apply(end, what, []);
    }
    this.#count = 0;
    this.#of = list();
    this.#ends = list();
    this.#things = list();
  }
}

const list = <T>(): Record<number, T> => Object.create(null) as Record<number, T>;

export function installRest(scope: Scope = globalThis): Rest {
  /** Open requests. The start of the worker counts as one. */
  let open = 1;
  const resting = (): boolean => open === 0;
  const leftovers = new Leftovers();
  const leave = (of: object | undefined, end: Call, what: unknown): void =>
    leftovers.add(of, end, what);
  // Its method is replaced below.
  // eslint-disable-next-line @typescript-eslint/unbound-method -- They are applied to events.
  const { preventDefault, stopImmediatePropagation } = Event.prototype;
  // A rejection in a handler of rejections would call it again.
  for (const event of ["error", "unhandledrejection"]) {
    addEventListener(event, (given) => {
      if (!resting()) return;
      apply(preventDefault, given, []);
      apply(stopImmediatePropagation, given, []);
    });
  }

  gateTimers(scope, resting, leave);
  for (const name of ACTING) gateConstructor(scope, name, resting, leave);
  gateFunctions(scope, resting);
  for (const name of ownKeys(scope)) {
    if (typeof name !== "string" || LANGUAGE.has(name) || COMPUTING.has(name)) continue;
    const { value } = getOwnPropertyDescriptor(scope, name) ?? {};
    if (typeof value === "function") {
      gateFunctions(value, resting);
      gateFunctions((value as { prototype?: unknown }).prototype, resting);
    } else if (name === "WebAssembly") {
      gateFunctions(value, resting);
    }
  }
  gateFunctions(scope["Atomics"], resting, (name) => name === "waitAsync");

  return {
    isResting: resting,
    begin: () => {
      open += 1;
    },
    end: () => {
      open -= 1;
      if (open === 0) leftovers.end();
    },
  };
}

/** Replaces the functions that are members of an object by those that do nothing while the worker rests. */
function gateFunctions(
  holder: unknown,
  resting: () => boolean,
  wanted: (name: string) => boolean = () => true,
): void {
  if ((typeof holder !== "object" && typeof holder !== "function") || holder === null) return;
  for (const name of ownKeys(holder)) {
    if (typeof name !== "string" || name === "constructor" || !wanted(name)) continue;
    const member = getOwnPropertyDescriptor(holder, name);
    const value: unknown = member?.value;
    if (typeof value !== "function" || !member?.configurable || isLanguage(holder, name)) continue;
    // Interfaces have prototypes; they are not called but constructed.
    if ("prototype" in value) continue;
    defineProperty(holder, name, { ...member, value: gated(value, resting) });
  }
}

const isLanguage = (holder: unknown, name: string): boolean =>
  holder === globalThis && LANGUAGE.has(name);

/** The function with its name and length, doing nothing while the worker rests. */
function gated(original: Call, resting: () => boolean): Call {
  // A method has no `prototype`, as the browser's own have none.
  // eslint-disable-next-line @typescript-eslint/unbound-method -- It becomes a method of its holder.
  const { gate } = {
    gate(this: unknown, ...args: unknown[]): unknown {
      return resting() ? never() : apply(original, this, args);
    },
  };
  return named(gate, original);
}

function named<F extends Call>(copy: F, original: Call): F {
  defineProperty(copy, "name", { value: original.name, configurable: true });
  defineProperty(copy, "length", { value: original.length, configurable: true });
  return copy;
}

/** Timers that run when the worker begins to rest are cleared. */
function gateTimers(scope: Scope, resting: () => boolean, leave: Leave): void {
  for (const [start, stop] of TIMERS) {
    const [make, clear] = [scope[start], scope[stop]];
    if (typeof make !== "function" || typeof clear !== "function") continue;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- It becomes a method of its holder.
    const { gate } = {
      gate(this: unknown, ...args: unknown[]): unknown {
        if (resting()) return 0;
        const timer = apply(make as Call, scope, args);
        leave(scope, clear as Call, timer);
        return timer;
      },
    };
    defineProperty(scope, start, {
      value: named(gate, make as Call),
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
}

/** Objects that the code makes end when the worker begins to rest; while it rests, it makes none. */
function gateConstructor(scope: Scope, name: string, resting: () => boolean, leave: Leave): void {
  const original: unknown = Reflect.get(scope, name);
  if (typeof original !== "function") return;
  const { prototype } = original as unknown as { prototype: object };
  const endOf = (method: string): Call | undefined =>
    getOwnPropertyDescriptor(prototype, method)?.value as Call | undefined;
  const end = endOf("terminate") ?? endOf("close");
  const gate = new Proxy(original, {
    construct: (target, args, of) => {
      if (resting()) throw new Error(`no ${name}: the run has ended`);
      const made = construct(target, args, of) as object;
      if (end) leave(undefined, end, made);
      return made;
    },
  });
  defineProperty(scope, name, { value: gate, configurable: true, writable: true });
  defineProperty(prototype, "constructor", { value: gate, configurable: true, writable: true });
}
