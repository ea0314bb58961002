// Hosts the user's Python, as code-js/code-host.ts hosts JavaScript.
import { guestInstrument, guestPass } from "passcope/guest";
import {
  errorOf,
  type Python,
  type PythonCode,
  type PythonFailure,
  type Used,
} from "./interpreter";
import type { Message } from "../../i18n/message";
import type { CodeHost } from "../session/code-host";
import { CodeError } from "../session/code-place";
import { CodeConsole } from "../code-js/console";
import type { Handle, PassHandle } from "../session/engine-api";
import { checkLength } from "../code-js/code-length";
import { words } from "../code-js/code-messages";

type Sort = "pass" | "instrument";

/** The kind of an object that is neither a pass nor an instrument, in words. */
function what({ what: sort, type }: Extract<Used, { what: unknown }>): Message {
  switch (sort) {
    case "class":
      return words("kClassNoun", "a class");
    case "function":
      return words("kFunctionValue", "a function");
    case "object":
      return words("kCodeClassInstance", "an object of the class {class}", { class: type });
  }
}

function wrong(sort: Sort, name: string, is: Message): CodeError {
  return new CodeError(
    sort === "pass"
      ? words(
          "kPythonNameNotPass",
          "{name} is {what}, not a pass: make one with @relay.transform.function_pass or @tvm.transform.module_pass",
          { name, what: is },
        )
      : words(
          "kPythonNameNotInstrument",
          "{name} is {what}, not an instrument: make one with @tvm.instrument.pass_instrument",
          { name, what: is },
        ),
  );
}

/** The handle of the pass or instrument with this name. Throws if there is none. */
function handleOf(code: PythonCode, sort: Sort, name: string): number {
  const used = JSON.parse(code.use(sort, name)) as Used;
  if ("handle" in used) return used.handle;
  if ("failure" in used) throw errorOf(used.failure);
  if ("what" in used) throw wrong(sort, name, what(used));
  throw new CodeError(
    used.names.length > 0
      ? words(
          "kPythonNameNotAmongOthers",
          "The code defines nothing named {name}; it defines {names}",
          {
            name,
            names: used.names,
          },
        )
      : words("kPythonNameUndefined", "The code defines nothing named {name}", { name }),
  );
}

/**
 * Lets Python run the code of this worker. Call it once.
 *
 * @param prepare loads parts that the code may need and cannot wait for.
 * @param now milliseconds, as `performance.now()`.
 */
export function makePythonCodeHost(
  python: Python,
  prepare: (source: string) => Promise<void>,
  now: () => number,
): CodeHost {
  let tell: Parameters<CodeHost["begin"]>[0] = () => undefined;
  const printed = new CodeConsole({
    tell: (entries) => tell(entries),
    now,
    lineOf: () => undefined,
  });
  const code = python.code((level, text, line) => printed.print(level, text, line));
  /** Handles of passes and instruments of the code that was loaded last. */
  const made: Handle[] = [];
  const own = <T extends Handle>(handle: T): T => {
    made.push(handle);
    return handle;
  };
  const flush = (): void => {
    code.flush();
    printed.flush();
  };
  const load = async (source: string, isScript: boolean): Promise<void> => {
    checkLength(source);
    await prepare(source);
    for (const handle of made.splice(0)) handle.dispose();
    const { failure } = JSON.parse(code.load(source, isScript)) as { failure?: PythonFailure };
    if (failure) throw errorOf(failure);
  };
  return {
    begin: (print) => {
      tell = print;
      printed.begin();
    },
    load: async (source) => {
      await load(source, false);
      return {
        pass: (name) => own(guestPass(handleOf(code, "pass", name)) as unknown as PassHandle),
        instrument: (name) => own(guestInstrument(handleOf(code, "instrument", name))),
      };
    },
    script: (source, files) => {
      python.give(files);
      return load(source, true);
    },
    print: ({ level, text, line }) => {
      code.flush();
      printed.print(level, text, line);
    },
    mute: (muted) => {
      flush();
      printed.muted = muted;
    },
    flush,
  };
}
