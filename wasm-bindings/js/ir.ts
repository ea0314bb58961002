// Modules.

import { contentOf } from "./content.js";
import { describe } from "./describe.js";
import { host, raw } from "./engine.js";
import { usageError } from "./errors.js";
import { fromJson } from "./exact_json.js";
import { GlobalVar, exprOf, functionGiven, type Function as RelayFunction } from "./expr.js";
import { Expr, exprGiven, textFlags, type AttrValues, type TextOptions } from "./expr_base.js";
import type { Graph, GraphOptions } from "./graph.js";
import { EngineObject, cloneHandle } from "./handle.js";
import { callableGiven, tableGiven, textGiven } from "./given.js";
import type { InputValue } from "./graph_executor.js";
import { block } from "./inspect.js";
import { say } from "./messages.js";
import { readTensor } from "./model_file.js";
import { NDArray, paramsJson, type Params } from "./ndarray.js";
import { optionsJson } from "./options.js";
import { currentScope, keep, scope } from "./scope.js";
import type { Message } from "./errors.js";

const nameOf = (method: string, name: string | GlobalVar): string =>
  name instanceof GlobalVar ? name.nameHint : textGiven(method, "name", name);

/** A program: global functions by name. Passes take a module and return another one. They never change it. */
export class IRModule extends EngineObject {
  /** Makes a module whose `main` is `expr` if that is a function, or else a function over its free variables. */
  static fromExpr(expr: Expr): IRModule {
    return new IRModule(raw().moduleFromExpr(exprGiven("IRModule.fromExpr", expr).handle));
  }

  /** A module of functions by name. */
  static fromFunctions(functions: Readonly<Record<string, RelayFunction>> = {}): IRModule {
    const entries = Object.entries(tableGiven("IRModule.fromFunctions", "functions", functions));
    const handles = entries.map(([name, fn]) => [
      name,
      functionGiven("IRModule.fromFunctions", fn).handle,
    ]);
    return new IRModule(raw().makeModule(JSON.stringify(Object.fromEntries(handles))));
  }

  /**
   * Reads a module from Relay text.
   *
   * @param text a string, or the bytes of a UTF-8 file, which can be longer than the longest string.
   * @param source the name of the text in diagnostics and spans.
   * @param constantsOf has the constants of a text without a metadata section: `meta[relay.Constant][3]` is the
   * constant with that number in this module's text. So you can print a program without its weights, edit the text, and
   * read it back.
   */
  static fromtext(
    text: string | Uint8Array,
    source = "from_string",
    constantsOf?: IRModule,
  ): IRModule {
    if (!(text instanceof Uint8Array)) textGiven("IRModule.fromtext", "text", text);
    textGiven("IRModule.fromtext", "source", source);
    const like = moduleIfGiven("IRModule.fromtext", constantsOf);
    if (like) return new IRModule(raw().parseLike(text, source, like.handle));
    return new IRModule(raw().parse(text, source));
  }

  readonly #borrowed: boolean;

  /** @internal */
  constructor(handle: number, borrowed = false) {
    super(handle, undefined, currentScope());
    this.#borrowed = borrowed;
  }

  /** The Relay text, exactly as TVM 0.11 prints it. */
  astext(options: TextOptions = {}): string {
    return raw().text(this.handle, textFlags("IRModule.astext", options));
  }

  /**
   * Writes the text piece by piece. With weights in the metadata section it can be longer than the longest string. An
   * exception of `write` ends the writing and reaches the caller.
   */
  writeText(write: (piece: string) => void, options: TextOptions = {}): void {
    callableGiven("IRModule.writeText", "write", write);
    const flags = textFlags("IRModule.writeText", options);
    host.lend(({ sink }) => {
      const whole = sink((_file, piece) => {
        write(piece);
      });
      raw().writeText(this.handle, flags, whole);
    });
  }

  /** The text without the metadata section. */
  override toString(): string {
    return this.astext({ showMetaData: false });
  }

  /** The text without weights and places. */
  override toJSON(): string {
    return this.astext({ showMetaData: false, showSpans: false });
  }

  /** @internal */
  override show(): string {
    return block(this.sort, this.toJSON().replace(/^#\[version = .*\]\n/, ""));
  }

  protected override comparedContent(): string {
    const { handle } = this;
    return contentOf(this, this.structuralHash(), this.toJSON(), (other) =>
      raw().structuralEqual(handle, other.handle, false),
    );
  }

  /** Returns the function `name`, as `mod["main"]` in TVM. */
  get(name: string | GlobalVar): RelayFunction {
    return exprOf(raw().moduleGet(this.handle, nameOf("IRModule.get", name))) as RelayFunction;
  }

  /**
   * Adds or replaces a function, as `mod["main"] = fn` in TVM. This object then has the changed module. Other objects
   * of the old module do not change.
   */
  set(name: string | GlobalVar, fn: Expr): void {
    raw().moduleSet(
      this.handle,
      nameOf("IRModule.set", name),
      exprGiven("IRModule.set", fn).handle,
    );
  }

  /** The names of the functions, in the order in which they were added. */
  globalVars(): string[] {
    return JSON.parse(raw().moduleGlobals(this.handle)) as string[];
  }

  /** The functions by name, in the order in which they were added. */
  functions(): Map<string, RelayFunction> {
    return new Map(this.globalVars().map((name) => [name, this.get(name)]));
  }

  /** The dataflow of a function, `main` by default. */
  graph(options: GraphOptions & { function?: string } = {}): Graph {
    return JSON.parse(raw().graph(this.handle, optionsJson(options))) as Graph;
  }

  get attrs(): AttrValues {
    return fromJson(raw().moduleAttrs(this.handle)) as AttrValues;
  }

  /** The number of calls of each operator in all functions. A call that is used twice counts once. */
  countOps(): Record<string, number> {
    return JSON.parse(raw().opCounts(this.handle)) as Record<string, number>;
  }

  /** True if both are the same program up to the names of variables. */
  structuralEqual(other: IRModule): boolean {
    const { handle } = moduleGiven("IRModule.structuralEqual", other);
    return raw().structuralEqual(this.handle, handle, false);
  }

  /** 16 hexadecimal digits, which are the same for structurally equal modules. */
  structuralHash(): string {
    return raw().structuralHash(this.handle, false);
  }

  /**
   * Runs a function.
   *
   * @param inputs a value for each parameter, by name. A typed array takes the parameter's shape and data type. An
   * ArrayBuffer is the content of a file, .npy or TensorProto.
   * @param fn the function's name.
   * @returns the results; tuples are flattened.
   */
  evaluate(inputs: Readonly<Record<string, InputValue>>, fn = "main"): NDArray[] {
    tableGiven("IRModule.evaluate", "inputs", inputs);
    textGiven("IRModule.evaluate", "fn", fn);
    return scope(() => {
      const handles = Object.entries(inputs).map(([name, value]) => {
        if (value instanceof NDArray) return [name, value.handle];
        if (value instanceof ArrayBuffer) return [name, readTensor(value, name).handle];
        const param = this.get(fn).params.find((candidate) => candidate.name === name);
        const shape = param?.shape?.filter((dim): dim is number => typeof dim === "number");
        if (param && (!shape || shape.length !== param.shape?.length)) {
          throw usageError(
            say("kArrayShapeUnknown", "the shape of '{name}' is not known: give an NDArray", {
              name,
            }),
          );
        }
        return [name, NDArray.from(value, shape ?? [value.length], param?.dtype).handle];
      });
      const given = JSON.stringify(Object.fromEntries(handles));
      const results = JSON.parse(raw().evaluate(this.handle, fn, given)) as number[];
      return results.map((handle) => new NDArray(handle));
    });
  }

  /** The number of the module in the engine. Two objects of the same module have the same number. */
  diffId(): number {
    return raw().moduleId(this.handle);
  }

  /** Another object for the same module, which you keep and free separately. */
  clone(): IRModule {
    return keep(new IRModule(cloneHandle(this)));
  }

  protected override disposedNotes(): Message[] {
    if (!this.#borrowed) return super.disposedNotes();
    return [
      say(
        "kHookModuleFreedHint",
        "a module that is handed to a hook is freed when the hook returns: keep its clone()",
      ),
    ];
  }
}

/** @internal */
export function moduleGiven(name: string, mod: unknown): IRModule {
  if (mod instanceof IRModule) return mod;
  throw usageError(
    say("kModuleRequired", "{name} takes an IRModule, not {value}", { name, value: describe(mod) }),
  );
}

/** @internal */
export const moduleIfGiven = (name: string, mod: unknown): IRModule | undefined =>
  mod === undefined ? undefined : moduleGiven(name, mod);

/** @internal */
export function programGiven(name: string, of: unknown): Expr | IRModule {
  if (of instanceof Expr || of instanceof IRModule) return of;
  throw usageError(
    say("kExpressionOrModuleRequired", "{name} takes an expression or an IRModule, not {value}", {
      name,
      value: describe(of),
    }),
  );
}

/**
 * Replaces the parameters that `params` names by constants, without a copy. As in TVM's `bind_params_by_name`, unknown
 * names are ignored.
 */
export function bindParamsByName(fn: RelayFunction, params: Params): RelayFunction {
  const name = "bindParamsByName";
  const { handle } = functionGiven(name, fn);
  return exprOf(raw().bindParams(handle, paramsJson(name, params))) as RelayFunction;
}

/**
 * Infers the type of an expression as text, from the existing types of its direct operands. It does not check those
 * types or look below the operands. TVM's `InferTypeLocal`.
 */
export function InferTypeLocal(expr: Expr): string {
  return raw().inferTypeLocal(exprGiven("InferTypeLocal", expr).handle);
}
