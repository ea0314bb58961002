// What a session needs of the user's code: loading it, its passes and instruments, its console, and
// where in it something was thrown. Only the worker in the sandbox has one.
import type * as passcope from "passcope";
import type { CodePlace, ConsoleEntry } from "../protocol/code";
import { codePlaceOf, loadCode, placeInStack, type LoadedCode, type Namespace } from "./code";
import { instrumentOf, passOf } from "./code-exports";
import { CodeConsole } from "./console";

export interface CodeHost {
  /** Begins a run, whose printing is told to `print` from now on. */
  begin(print: (entries: readonly ConsoleEntry[]) => void): void;
  load(source: string): Promise<LoadedCode>;
  pass(code: LoadedCode, name: string): passcope.Pass;
  instrument(code: LoadedCode, name: string): passcope.Instrument;
  /** While a run is repeated, printing is dropped. */
  mute(muted: boolean): void;
  /** Tells at once what waits to be told. */
  flush(): void;
  placeOf(error: unknown): CodePlace | undefined;
}

/** Gives the user's code of this worker its console. Call it once. */
export function makeCodeHost(namespace: Namespace): CodeHost {
  let tell: (entries: readonly ConsoleEntry[]) => void = () => undefined;
  const printed = new CodeConsole({
    tell: (entries) => tell(entries),
    now: () => performance.now(),
    lineOf: (stack) => placeInStack(stack)?.line,
    textOf: (value) => textOf(value, namespace),
  });
  printed.install(console);
  // Frames of the package lie above those of the code.
  Error.stackTraceLimit = 60;
  // What is thrown where nobody catches it, in a timer or a promise, is printed, as consoles do.
  const report = (error: unknown, event: Event): void => {
    event.preventDefault();
    printed.print("error", `Uncaught ${describe(error)}`, codePlaceOf(error)?.line);
  };
  addEventListener("error", (event) => report(event.error ?? event.message, event));
  addEventListener("unhandledrejection", (event) => report(event.reason, event));
  return {
    begin: (print) => {
      tell = print;
      printed.begin();
    },
    load: (source) => loadCode(source, namespace),
    pass: (code, name) => passOf(code, name, namespace),
    instrument: (code, name) => instrumentOf(code, name, namespace),
    mute: (muted) => {
      printed.flush();
      printed.muted = muted;
    },
    flush: () => printed.flush(),
    placeOf: codePlaceOf,
  };
}

const describe = (error: unknown): string => {
  try {
    return String(error);
  } catch {
    return "something without a text";
  }
};

/** Programs and expressions are shown as Relay text. */
function textOf(value: object, { IRModule, Expr, NDArray, Pass }: Namespace): string | undefined {
  if (value instanceof IRModule || value instanceof Expr) {
    return value.disposed ? "(disposed)" : String(value);
  }
  if (value instanceof NDArray) {
    return value.disposed ? "(disposed)" : `NDArray(${value.dtype}, [${value.shape.join(", ")}])`;
  }
  if (value instanceof Pass) return value.disposed ? "(disposed)" : String(value);
  return undefined;
}
