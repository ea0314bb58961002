// Hosts the user's JavaScript for a session in the sandbox's worker: its passes, instruments and console.
import type { ConsoleEntry } from "../../core/protocol/code";
import { loadCode, type LoadedCode } from "./code";
import { instrumentOf, passOf } from "./code-exports";
import { codePlaceOf, placeInStack } from "../session/code-place";
import type { PassHandle } from "../session/engine-api";
import type { Namespace } from "../session/package-parts";
import type { CodeHost } from "../session/code-host";
import { CodeConsole } from "./console";
import { prepareFor } from "./sandbox-engine";

/** Makes the host and installs the console for the user's code in this worker. Call it once. */
export function makeCodeHost(namespace: Namespace): CodeHost {
  let tell: (entries: readonly ConsoleEntry[]) => void = () => undefined;
  const printed = new CodeConsole({
    tell: (entries) => tell(entries),
    now: () => performance.now(),
    lineOf: (stack) => placeInStack(stack)?.line,
    textOf: (value) => textOf(value, namespace),
  });
  printed.install(console);
  // In a stack trace, frames of the package come before those of the user's code.
  Error.stackTraceLimit = 60;
  // Uncaught errors of timers and promises are printed, as consoles do.
  const report = (error: unknown, event: Event): void => {
    event.preventDefault();
    printed.print(
      "error",
      `Uncaught ${describe(error).replace(/^Uncaught /, "")}`,
      codePlaceOf(error)?.line,
    );
  };
  addEventListener("error", (event) => report(event.error ?? event.message, event));
  addEventListener("unhandledrejection", (event) => report(event.reason, event));
  const load = async (source: string): Promise<LoadedCode> => {
    await prepareFor(source, namespace);
    return loadCode(source, namespace);
  };
  return {
    begin: (print) => {
      tell = print;
      printed.begin();
    },
    load: async (source) => {
      const code = await load(source);
      return {
        pass: (name) => passOf(code, name, namespace) as unknown as PassHandle,
        instrument: (name) => instrumentOf(code, name, namespace),
      };
    },
    // JavaScript has no way to read the files.
    script: async (source) => void (await load(source)),
    print: ({ level, text, line }) => printed.print(level, text, line),
    mute: (muted) => {
      printed.flush();
      printed.muted = muted;
    },
    flush: () => printed.flush(),
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
export function textOf(
  value: object,
  { IRModule, Expr, NDArray, Pass }: Namespace,
): string | undefined {
  if (value instanceof IRModule || value instanceof Expr) {
    return value.disposed ? "(disposed)" : String(value);
  }
  if (value instanceof NDArray) {
    return value.disposed ? "(disposed)" : `NDArray(${value.dtype}, [${value.shape.join(", ")}])`;
  }
  if (value instanceof Pass) return value.disposed ? "(disposed)" : String(value);
  return undefined;
}
