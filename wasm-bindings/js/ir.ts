// Expressions and modules.

import { raw } from "./engine.js";
import { usageError } from "./errors.js";
import { EngineObject, cloneHandle } from "./handle.js";
import { NDArray, type DType, type TypedArray } from "./ndarray.js";

/** Values of parameters by name. */
export type Params = Record<string, NDArray>;

export interface TextOptions {
  /** Whether constants are written out in a metadata section, as TVM does by default. */
  showMetaData?: boolean;
}

/** A parameter of a function. */
export interface Param {
  name: string;
  /** In Relay's notation; "?" when it is not known. */
  type: string;
  /** Of a tensor; dimensions that are no numbers as text. */
  shape?: (number | string)[];
  dtype?: DType;
}

/** An expression of Relay. Expressions never change. */
export class Expr extends EngineObject {
  /** @internal */
  constructor(handle: number) {
    super(handle);
  }

  /** "Var", "Constant", "Call", "Function", … */
  get kind(): string {
    return raw().exprKind(this.handle);
  }

  /** The type that InferType found, in Relay's notation; "?" before. */
  get checkedType(): string {
    return raw().exprType(this.handle);
  }

  /** As TVM's `astext`. */
  astext(options: TextOptions = {}): string {
    return raw().text(this.handle, options.showMetaData ?? true);
  }

  override toString(): string {
    return this.astext({ showMetaData: false });
  }

  structuralEqual(other: Expr): boolean {
    return raw().structuralEqual(this.handle, other.handle);
  }

  /** 16 hexadecimal digits; equal for structurally equal expressions without free variables. */
  structuralHash(): string {
    return raw().structuralHash(this.handle);
  }
}

interface FunctionInfo {
  params: Param[];
  retType: string;
  typeParams: string[];
  attrs: Record<string, unknown>;
}

/** A function of Relay. */
class RelayFunction extends Expr {
  get #info(): FunctionInfo {
    return JSON.parse(raw().functionInfo(this.handle)) as FunctionInfo;
  }

  get params(): Param[] {
    return this.#info.params;
  }

  /** In Relay's notation; "?" when it is not known. */
  get retType(): string {
    return this.#info.retType;
  }

  get attrs(): Record<string, unknown> {
    return this.#info.attrs;
  }

  /** Another handle to the same function. */
  clone(): RelayFunction {
    return new RelayFunction(cloneHandle(this));
  }
}
export { RelayFunction as Function };

/** A program: global functions by name. Passes take one and return another; they never change it. */
export class IRModule extends EngineObject {
  /** A module whose `main` is the function, or a function over the free variables of `expr`. */
  static fromExpr(expr: Expr): IRModule {
    return new IRModule(raw().moduleFromExpr(expr.handle));
  }

  readonly #borrowed: boolean;

  /** @internal */
  constructor(handle: number, borrowed = false) {
    super(handle);
    this.#borrowed = borrowed;
  }

  /** Relay text, exactly as TVM 0.11 prints it. */
  astext(options: TextOptions = {}): string {
    return raw().text(this.handle, options.showMetaData ?? true);
  }

  /** The text without the metadata section. */
  override toString(): string {
    return this.astext({ showMetaData: false });
  }

  /** The function `name`, as `mod["main"]` in TVM. */
  get(name: string): RelayFunction {
    return new RelayFunction(raw().moduleGet(this.handle, name));
  }

  /**
   * Adds or replaces a function, as `mod["main"] = fn` in TVM. This object then stands for the changed
   * module; others that were the same module before stay as they are.
   */
  set(name: string, fn: RelayFunction): void {
    raw().moduleSet(this.handle, name, fn.handle);
  }

  /** The names of the functions, in the order in which they were added. */
  globalVars(): string[] {
    return JSON.parse(raw().moduleGlobals(this.handle)) as string[];
  }

  /** How often each operator is called, over all functions; a call that is used twice counts once. */
  countOps(): Record<string, number> {
    return JSON.parse(raw().moduleOpCounts(this.handle)) as Record<string, number>;
  }

  /** Whether both are the same program up to the names of variables. */
  structuralEqual(other: IRModule): boolean {
    return raw().structuralEqual(this.handle, other.handle);
  }

  /** 16 hexadecimal digits. */
  structuralHash(): string {
    return raw().structuralHash(this.handle);
  }

  /**
   * Runs a function.
   *
   * @param inputs a value for each parameter, by name. A typed array takes the parameter's shape and
   *   data type.
   * @param fn the function's name.
   * @returns the results, tuples flattened.
   */
  evaluate(inputs: Record<string, NDArray | TypedArray>, fn = "main"): NDArray[] {
    const made: EngineObject[] = [];
    try {
      const handles: Record<string, number> = {};
      let params: Param[] | undefined;
      for (const [name, value] of Object.entries(inputs)) {
        if (value instanceof NDArray) {
          handles[name] = value.handle;
          continue;
        }
        if (!params) {
          const callee = this.get(fn);
          made.push(callee);
          params = callee.params;
        }
        const param = params.find((candidate) => candidate.name === name);
        const shape = param?.shape?.filter((dim): dim is number => typeof dim === "number");
        if (param && (!shape || shape.length !== param.shape?.length)) {
          throw usageError(`the shape of '${name}' is not known: give an NDArray`);
        }
        const array = NDArray.from(value, shape ?? [value.length], param?.dtype);
        made.push(array);
        handles[name] = array.handle;
      }
      const results = JSON.parse(
        raw().evaluate(this.handle, fn, JSON.stringify(handles)),
      ) as number[];
      return results.map((handle) => new NDArray(handle));
    } finally {
      for (const object of made) object.dispose();
    }
  }

  /** A number of the module itself: equal for two objects that stand for the very same module. */
  diffId(): number {
    return raw().moduleId(this.handle);
  }

  /** Another object for the same module, to be kept and freed on its own. */
  clone(): IRModule {
    return new IRModule(cloneHandle(this));
  }

  protected override disposedNotes(): string[] {
    if (!this.#borrowed) return [];
    return ["a module that is handed to a hook is freed when the hook returns: keep its clone()"];
  }
}

/**
 * The function without the parameters that `params` names: each becomes a constant, without a copy.
 * As TVM's `bind_params_by_name`: names that the function does not have are ignored.
 */
export function bindParamsByName(fn: RelayFunction, params: Params): RelayFunction {
  const handles = Object.fromEntries(
    Object.entries(params).map(([name, array]) => [name, array.handle]),
  );
  return new RelayFunction(raw().bindParams(fn.handle, JSON.stringify(handles)));
}
