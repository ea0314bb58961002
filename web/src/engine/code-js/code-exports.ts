// Uses the exports of the user's code as passes and instruments.
import type { Message } from "../../i18n/message";
import { CodeError } from "../session/code-place";
import type { LoadedCode } from "./code";
import type { Namespace } from "../session/package-parts";
import { words } from "./code-messages";
import { own } from "../../i18n/own";

/** The hooks that make an object an instrument. */
const HOOKS = [
  "enterPassCtx",
  "exitPassCtx",
  "shouldRun",
  "runBeforePass",
  "runAfterPass",
  "runAfterFailed",
];

type Pass = InstanceType<Namespace["Pass"]>;
type Instrument = InstanceType<Namespace["instrument"]["BuiltInInstrument"]> | object;
type Made = new () => unknown;

function exportOf(code: LoadedCode, name: string): unknown {
  if (!Object.hasOwn(code.exports, name)) {
    const names = Object.keys(code.exports);
    throw new CodeError(
      names.length > 0
        ? words(
            "kCodeExportNotAmongOthers",
            "The code exports nothing named {name}; it exports {names}",
            { name, names },
          )
        : words("kCodeExportMissing", "The code exports nothing named {name}", { name }),
    );
  }
  return own(code.exports, name);
}

const isObject = (value: unknown): value is object =>
  (typeof value === "object" || typeof value === "function") && value !== null;

/** A class or an old-fashioned constructor; arrow functions and methods cannot be made with `new`. */
const isClass = (value: unknown): value is Made =>
  typeof value === "function" && isObject((value as { prototype?: unknown }).prototype);

function what(value: unknown): Message {
  if (Array.isArray(value)) return words("kArrayValue", "an array");
  if (isClass(value)) return words("kClassOrFunctionNoun", "a class or function");
  if (typeof value === "function") return words("kFunctionValue", "a function");
  if (isObject(value)) return words("kReproducerObject", "an object");
  // Names of types as in JavaScript: `undefined`, `string`.
  return words("kCodeValueOfType", "a value of type {type}", {
    type: value === null ? "null" : typeof value,
  });
}

/** The pass behind an export. A class is instantiated each time. Throws a CodeError if the export is not a pass. */
export function passOf(code: LoadedCode, name: string, passcope: Namespace): Pass {
  const value = exportOf(code, name);
  if (value instanceof passcope.Pass) return value;
  // Only classes of passes are instantiated: the constructor of any other class could do anything.
  if (isClass(value) && (value.prototype as unknown) instanceof passcope.Pass) {
    return new (value as new () => Pass)();
  }
  throw new CodeError(
    words(
      "kCodeExportNotPass",
      "{name} is {what}, not a pass: make one with transform.functionPass or transform.modulePass",
      { name, what: what(value) },
    ),
  );
}

/**
 * The instrument behind an export. A class is instantiated each time. Throws a CodeError if the export is not an
 * instrument.
 */
export function instrumentOf(code: LoadedCode, name: string, passcope: Namespace): Instrument {
  const value = exportOf(code, name);
  const isPass = value instanceof passcope.Pass;
  const made: unknown =
    isClass(value) && !isPass && !((value.prototype as unknown) instanceof passcope.Pass)
      ? new value()
      : value;
  if (!isPass && isInstrument(made, passcope)) return named(made, name);
  throw new CodeError(
    words(
      "kCodeExportNotInstrument",
      "{name} is {what}, not an instrument: it needs at least one of {hooks}",
      {
        name,
        what: isPass ? words("kSinglePassNoun", "a pass") : what(value),
        hooks: HOOKS,
      },
    ),
  );
}

/** The instrument. A plain object without a name gets the name of its export. */
function named(made: Instrument, name: string): Instrument {
  const { constructor, name: own } = made as { constructor?: unknown; name?: unknown };
  const hasClass = typeof constructor === "function" && constructor !== Object;
  if (!hasClass && own === undefined && Object.isExtensible(made)) {
    Object.defineProperty(made, "name", { value: name, configurable: true, writable: true });
  }
  return made;
}

function isInstrument(value: unknown, passcope: Namespace): value is Instrument {
  if (!isObject(value)) return false;
  return (
    value instanceof passcope.instrument.BuiltInInstrument ||
    HOOKS.some((hook) => typeof Reflect.get(value, hook) === "function")
  );
}
