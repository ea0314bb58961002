// Frees objects that nobody refers to any more, before they fill the engine's memory.
//
// A large module is a small object in JavaScript, so the garbage collector sees no reason to run. It also reports
// collected objects only after the running task, so a loop without `await` would never free any. While the engine's
// memory is large, this file therefore counts the objects that are made. After some of them it lets the collector run,
// and frees what was collected, where that is possible: in Node. Elsewhere, and if too much is still alive, it warns
// once.

import { engineBytes, release } from "./engine.js";
import { say } from "./messages.js";
import { isEngineRunning } from "./running.js";

/** From this size of the engine's memory on, new objects are counted. */
const kSmall = 256 * 2 ** 20;
/** From this size on, objects are freed. */
const kMedium = 512 * 2 ** 20;
/** A warning appears at this size; the engine ends at the double of it. */
const kLarge = 2 ** 30;
/** The fewest objects between two collections. */
const kFewest = 8;

/** An object that can be collected. */
interface Counted {
  readonly memoryClass: string;
  readonly memoryBytes: number;
}

/** An object that was made while the memory was large. */
export interface Tracked {
  handle: number;
  readonly object: WeakRef<Counted & object>;
}

const tracked = new Set<Tracked>();

/** The size of the engine's memory when it was looked at last. */
let size = 0;
/** The objects since the start, and since the last collection. */
let since = 0;
let made = 0;
let budget = Infinity;
let warned = false;
let ended = 0;
let took = 0;

/** Runs the collector, also for objects that the running task has looked at weakly. */
type Collect = () => void;

/** The collector of Node, which is hidden without a flag, or of Bun. Undefined elsewhere. */
function collector(): Collect | undefined {
  const { Bun } = globalThis as { Bun?: { gc(now: boolean): void } };
  // What it collects becomes known in the next turn of the event loop.
  if (Bun) return () => Bun.gc(true);
  const { process } = globalThis;
  if (!process?.getBuiltinModule || "Deno" in globalThis) return undefined;
  try {
    const vm = process.getBuiltinModule("node:vm");
    process.getBuiltinModule("node:v8").setFlagsFromString("--expose-gc");
    // A context with its own queue of tasks. When a script in it ends, so does what keeps weakly held objects alive.
    const context = vm.createContext({}, { microtaskMode: "afterEvaluate" });
    const gc = vm.runInContext("gc", context) as unknown;
    if (typeof gc !== "function") return undefined;
    return () => {
      vm.runInContext("0", context);
      (gc as Collect)();
    };
  } catch {
    return undefined;
  }
}
let collect: Collect | undefined;
let isKnown = false;

/** Frees collected objects. Returns their number. */
function sweep(): number {
  let freed = 0;
  for (const each of tracked) {
    if (each.object.deref()) continue;
    forget(each);
    release(each.handle);
    each.handle = 0;
    freed += 1;
  }
  return freed;
}

/** Frees the object of a record, unless `sweep` has done that. Finalizers call it. */
export function finish(record: Tracked): void {
  forget(record);
  if (record.handle !== 0) release(record.handle);
  record.handle = 0;
}

export function forget(record: Tracked): void {
  tracked.delete(record);
}

const inMiB = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

/** The objects that are alive, by class: "3 IRModule, 62 NDArray (44 MiB)". */
function inventory(): string[] {
  const classes = new Map<string, { count: number; bytes: number }>();
  for (const { object } of tracked) {
    const each = object.deref();
    if (!each) continue;
    const entry = classes.get(each.memoryClass) ?? { count: 0, bytes: 0 };
    entry.count += 1;
    entry.bytes += each.memoryBytes;
    classes.set(each.memoryClass, entry);
  }
  return [...classes]
    .sort((a, b) => b[1].count - a[1].count)
    .map(([name, { count, bytes }]) => `${count} ${name}${bytes > 0 ? ` (${inMiB(bytes)})` : ""}`);
}

function warn(): void {
  warned = true;
  const held = inventory();
  console.warn(
    say(
      "kMemoryWarning",
      "Passcope: the engine uses {used} of at most 2048 MiB; it ends when no memory is left. Objects that are neither disposed nor collected: {objects}. Free them with `using`, dispose() or scope(); see 'Running many times' in the package's README",
      { used: inMiB(size), objects: held.length > 0 ? held : ["unknown"] },
    ).text,
  );
}

/** Counts a new object, and frees others if it is time. */
export function count(): void {
  // To ask for the size takes a tenth of the time that it takes to make an object.
  if ((++since & 3) !== 0 && size < kSmall) return;
  const now = engineBytes();
  if (now < kSmall) return;
  made += 1;
  const grown = now > size;
  if (!grown && made < budget) return;
  // The engine may use objects that JavaScript has dropped.
  if (isEngineRunning()) return;
  size = now;
  if (size >= kMedium) free(grown);
}

/** The record of an object that the collector can free; undefined while the memory is small. */
export function track(object: Counted & object, handle: number): Tracked | undefined {
  if (size < kSmall) return undefined;
  const record: Tracked = { handle, object: new WeakRef(object) };
  tracked.add(record);
  return record;
}

/** Lets the collector run and frees what it found, unless that would take most of the time. */
function free(grown: boolean): void {
  if (!isKnown) {
    isKnown = true;
    collect = collector();
  }
  let freed = 0;
  const begin = performance.now();
  if (collect && (begin - ended > 4 * took || size >= kLarge)) {
    collect();
    freed = sweep();
    ended = performance.now();
    took = ended - begin;
    // The next collection comes before as many objects can fill the memory again. If most objects are in use, a
    // collection is of little use.
    const next = freed * 4 >= made ? made / 2 : made * 2;
    budget = Math.max(kFewest, grown ? Math.min(next, budget) : next);
    made = 0;
  }
  if (!warned && grown && size >= kLarge && freed * 2 < tracked.size) warn();
}
