// Analyses of expressions and modules: `relay.analysis.…`.

import { describe } from "./describe.js";
import { raw } from "./engine.js";
import { usageError, type Diagnostic } from "./errors.js";
import {
  GlobalVar,
  Op,
  wrapAll,
  type AnyExpr,
  type Function as RelayFunction,
  type Match,
  type Var,
} from "./expr.js";
import { Expr, exprGiven } from "./expr_base.js";
import type { ModuleEffects } from "./generated/records.js";
import {
  isTable,
  listGiven,
  numberGiven,
  optionsGiven,
  synchronous,
  synchronousGiven,
  textGiven,
} from "./given.js";
import { IRModule, moduleGiven, moduleIfGiven, programGiven } from "./ir.js";
import { block, inspectKey, inspected, type Inspect, type InspectOptions } from "./inspect.js";
import { say } from "./messages.js";
import { NDArray, paramsJson, type Params } from "./ndarray.js";
import { inSomeScope } from "./scope.js";
import type { TypeSpec } from "./tensor_types.js";

/** Asks the engine about a module or an expression; see Session::Analysis. */
function ask<T>(
  question: string,
  about: Expr | IRModule | undefined,
  mod?: IRModule,
  args = {},
): T {
  const answer = raw().analysis(
    question,
    about?.handle ?? 0,
    mod?.handle ?? 0,
    JSON.stringify(args),
  );
  return JSON.parse(answer) as T;
}

/** The expressions that are reachable from an expression; see Session::ExprNodes. */
const nodesOf = (expr: Expr, which: "nodes" | "free" | "bound" | "all" | "ops"): AnyExpr[] =>
  wrapAll(JSON.parse(raw().exprNodes(expr.handle, which)) as number[]);

/**
 * Calls `visit` once for each expression that is reachable from `expr`, in post-order, left to right. Outside of a
 * `scope` or a callback, the expressions are freed at the end, except those that were kept.
 */
export function postOrderVisit(expr: Expr, visit: (expr: AnyExpr) => void): void {
  const from = exprGiven("analysis.postOrderVisit", expr);
  const name = "analysis.postOrderVisit";
  synchronousGiven(name, "visit", visit);
  inSomeScope(() =>
    nodesOf(from, "nodes").forEach(
      (node) => void synchronous(name, "visit", visit(node) as unknown),
    ),
  );
}

/** The variables that `expr` uses and does not bind, in order of first use. */
export const freeVars = (expr: Expr): Var[] =>
  nodesOf(exprGiven("analysis.freeVars", expr), "free") as Var[];

/** The variables that `expr` binds. */
export const boundVars = (expr: Expr): Var[] =>
  nodesOf(exprGiven("analysis.boundVars", expr), "bound") as Var[];

/** All variables of `expr`. */
export const allVars = (expr: Expr): Var[] =>
  nodesOf(exprGiven("analysis.allVars", expr), "all") as Var[];

/** The operators that `expr` calls or mentions, without duplicates. */
export const allOps = (expr: Expr): Op[] =>
  nodesOf(exprGiven("analysis.allOps", expr), "ops") as Op[];

/** The number of calls of each operator. A call that is used twice counts once. */
export const countOps = (of: Expr | IRModule): Record<string, number> =>
  programGiven("analysis.countOps", of).countOps();

/** True if both are the same program up to the names of variables. */
export function structuralEqual<T extends Expr | IRModule>(a: T, b: T): boolean {
  return (programGiven("analysis.structuralEqual", a) as Expr).structuralEqual(b as Expr);
}

/** 16 hexadecimal digits, which are the same for structurally equal programs. */
export const structuralHash = (of: Expr | IRModule): string =>
  programGiven("analysis.structuralHash", of).structuralHash();

/**
 * The mistakes of an expression or a module, at most ten: variables that are bound twice or used where they are not
 * bound. In a module, free variables and missing functions are mistakes, too.
 */
export const illFormed = (of: Expr | IRModule): Diagnostic[] =>
  JSON.parse(raw().illFormed(programGiven("analysis.illFormed", of).handle)) as Diagnostic[];

/** True if `illFormed` finds no mistakes. As in TVM, free variables of an expression are allowed. */
export const wellFormed = (of: Expr | IRModule): boolean => illFormed(of).length === 0;

/**
 * The cost of running a module's main function, without running it: its operations, its weights, and the memory that
 * the graph executor needs if it can run the function.
 *
 * @param options `params` are values that become constants of the program, as for `relay.build`.
 */
export function effects(mod: IRModule, options: { params?: Params } = {}): ModuleEffects {
  const name = "analysis.effects";
  const { params = {} } = optionsGiven(name, options, { params: "object" });
  const { handle } = moduleGiven(name, mod);
  return JSON.parse(raw().effects(handle, paramsJson(name, params))) as ModuleEffects;
}

/** Kinds of types, with the numbers of TVM's TypeKind. */
export const Kind = {
  Type: 0,
  ShapeVar: 1,
  BaseType: 2,
  Constraint: 4,
  AdtHandle: 5,
  TypeData: 6,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** A type in Relay's notation, a type as data, or an expression whose type is used. */
export type TypeOrExpr = TypeSpec | Expr;

function typeText(type: TypeSpec): string {
  if (typeof type === "string") return type;
  const { shape, dtype = "float32" } = type;
  return shape.length === 0 ? dtype : `Tensor[(${shape.join(", ")}), ${dtype}]`;
}

function askOfType<T>(name: string, question: string, of: TypeOrExpr, mod?: IRModule): T {
  const module = moduleIfGiven(name, mod);
  if (of instanceof Expr) return ask(question, of, module);
  const isType = typeof of === "string" || (isTable(of) && Array.isArray(of.shape));
  if (!isType) {
    throw usageError(
      say("kTypeOrExpressionRequired", "{name} takes a type or an expression, not {value}", {
        name,
        value: describe(of),
      }),
    );
  }
  return ask(question, undefined, module, { type: typeText(of) });
}

/**
 * The kind of a type.
 *
 * @param type a type; of an expression, the type of its value; of a variable, its annotation.
 * @param mod has the data types that the type names.
 * @throws DiagnosticError if values cannot have this type, such as a tuple with the bare name of a data type.
 */
export const checkKind = (type: TypeOrExpr, mod?: IRModule): Kind =>
  Kind[askOfType<"Type" | "AdtHandle">("analysis.checkKind", "kind", type, mod)];

/** True for a constant and for a tuple of constants. */
export const checkConstant = (expr: Expr): boolean =>
  ask("constant", exprGiven("analysis.checkConstant", expr));

/**
 * True if a `let` binds each value that several blocks (branches, functions) use, as after `ToBasicBlockNormalForm`.
 * Otherwise, throws an error that names such a value, as TVM does.
 */
export const checkBasicBlockNormalForm = (expr: Expr): boolean =>
  ask("basicBlockNormalForm", exprGiven("analysis.checkBasicBlockNormalForm", expr));

interface TypeVars {
  free: string[];
  bound: string[];
  all: string[];
}

/** The names of type variables that an expression or a type uses and does not bind, in order of first use. */
export const freeTypeVars = (of: TypeOrExpr, mod?: IRModule): string[] =>
  askOfType<TypeVars>("analysis.freeTypeVars", "typeVars", of, mod).free;

/** The names of the type parameters of the functions, and of the data types of the constructors. */
export const boundTypeVars = (of: TypeOrExpr, mod?: IRModule): string[] =>
  askOfType<TypeVars>("analysis.boundTypeVars", "typeVars", of, mod).bound;

/** The names of all type variables. */
export const allTypeVars = (of: TypeOrExpr, mod?: IRModule): string[] =>
  askOfType<TypeVars>("analysis.allTypeVars", "typeVars", of, mod).all;

/** The data types of all tensors in an expression that has types. */
export const allDtypes = (expr: Expr): Set<string> =>
  new Set(ask<string[]>("dtypes", exprGiven("analysis.allDtypes", expr)));

/**
 * The number of multiply-accumulates (MACs) of an expression or a module's main function, in calls of nn.conv2d,
 * nn.conv2d_transpose, nn.dense and nn.batch_matmul. Infers types if there are none.
 */
export const getTotalMacNumber = (of: Expr | IRModule): number =>
  ask("macs", programGiven("analysis.getTotalMacNumber", of));

/** Patterns for the values that a match does not handle, at most 1000, such as "Cons(_, Nil)". */
export function unmatchedCases(match: Match, mod?: IRModule): string[] {
  const expr = exprGiven("analysis.unmatchedCases", match);
  return ask("unmatchedCases", expr, moduleIfGiven("analysis.unmatchedCases", mod));
}

/** The features of the language, with TVM's numbers. */
export const Feature = {
  fVar: 0,
  fGlobalVar: 1,
  fConstant: 2,
  fTuple: 3,
  fTupleGetItem: 4,
  fFunction: 5,
  fOp: 6,
  fCall: 7,
  fLet: 8,
  fIf: 9,
  fRefCreate: 10,
  fRefRead: 11,
  fRefWrite: 12,
  fConstructor: 13,
  fMatch: 14,
  /** An expression other than a name or a constant is used twice. */
  fGraph: 15,
  /** The value of a `let` mentions the variable that it is bound to. */
  fLetRec: 16,
} as const;
export type Feature = (typeof Feature)[keyof typeof Feature];

/** The features that an expression, all functions of a module, or both use. */
export function detectFeature(a: Expr | IRModule, b?: Expr | IRModule): Set<Feature> {
  const found = new Set<Feature>();
  for (const of of b === undefined ? [a] : [a, b]) {
    const program = programGiven("analysis.detectFeature", of);
    for (const name of ask<(keyof typeof Feature)[]>("features", program)) found.add(Feature[name]);
  }
  return found;
}

/**
 * The primitive functions that SimplifyInference and FuseOps at level 3 make from the main function, by TVM's
 * structural hash. The passes run in the current context.
 */
export function extractFusedFunctions(mod: IRModule): Map<string, RelayFunction> {
  const found = ask<[string, number, number][]>(
    "fusedFunctions",
    moduleGiven("analysis.extractFusedFunctions", mod),
  );
  return new Map(
    found.map(([hash, ...node]) => [hash, wrapAll(node)[0] as RelayFunction] as const),
  );
}

/** The number of calls of each operator in the main function, including fused functions. */
export const listOpFreqs = (mod: IRModule): Record<string, number> =>
  ask("opFrequencies", moduleGiven("analysis.listOpFreqs", mod));

/** The number of calls of each operator between qnn.dequantize and qnn.quantize. */
export const listFakeQuantizedOpFreqs = (mod: IRModule): Record<string, number> =>
  ask("fakeQuantizedOpFrequencies", moduleGiven("analysis.listFakeQuantizedOpFreqs", mod));

/** Names of the variables that nn.dense takes as transposed weights: nn.dense(x, transpose(w, [1, 0])). */
export const searchFcTranspose = (expr: Expr): string[] =>
  ask("weights", exprGiven("analysis.searchFcTranspose", expr), undefined, { of: "transpose" });

/**
 * The arguments and results of a function for another compiler. The fields of a tuple are separate values, in order.
 */
export interface CalibrationData {
  inputs: NDArray[];
  outputs: NDArray[];
}

/**
 * Runs the main function on `data`, which has values by parameter. Returns the arguments and results of each function
 * with the attribute "Compiler", by the function's name. The program must not have control flow, and each such function
 * must be called once.
 */
export function getCalibrationData(mod: IRModule, data: Params): Map<string, CalibrationData> {
  interface Found {
    function: string;
    inputs: number[];
    outputs: number[];
  }
  const module = moduleGiven("analysis.getCalibrationData", mod);
  const arrays = (handles: number[]): NDArray[] => handles.map((handle) => new NDArray(handle));
  const found = ask<Found[]>("calibrationData", module, undefined, {
    data: paramsJson("analysis.getCalibrationData", data),
  });
  return new Map(
    found.map(({ function: name, inputs, outputs }) => [
      name,
      { inputs: arrays(inputs), outputs: arrays(outputs) },
    ]),
  );
}

/**
 * A module that ends with the call, tuple or item of a tuple that the text of the main function prints as `%exprId`.
 */
export function extractIntermediateExpr(mod: IRModule, exprId: number): IRModule {
  const module = moduleGiven("analysis.extractIntermediateExpr", mod);
  const number = numberGiven("analysis.extractIntermediateExpr", "exprId", exprId);
  return new IRModule(ask<number>("intermediateExpr", module, undefined, { number }));
}
/** TVM's spelling. */
export { extractIntermediateExpr as extractIntermdeiateExpr };

/** The largest number of calls of these operators on one path through the dataflow. */
export const countLayers = (of: Expr | IRModule, validOps: readonly (string | Op)[]): number =>
  ask("layers", programGiven("analysis.countLayers", of), undefined, {
    ops: listGiven("analysis.countLayers", "validOps", validOps).map((op) =>
      op instanceof Op ? op.name : textGiven("analysis.countLayers", "an operator", op),
    ),
  });

/** The calls between the global functions of a module. A mention that is shared counts as one call. */
export class CallGraph {
  readonly #text: string;
  readonly #functions: Map<
    string,
    { references: number; recursive: boolean; calls: string[]; text: string }
  >;

  /** @param module the module that the graph was made from. Later changes of the module do not change the graph. */
  constructor(readonly module: IRModule) {
    interface Entry {
      name: string;
      references: number;
      recursive: boolean;
      calls: string[];
      text: string;
    }
    const { text, functions } = ask<{ text: string; functions: Entry[] }>(
      "callGraph",
      moduleGiven("analysis.CallGraph", module),
    );
    this.#text = text;
    this.#functions = new Map(functions.map((entry) => [entry.name, entry]));
  }

  #entry(of: string | GlobalVar) {
    const name = of instanceof GlobalVar ? of.nameHint : textGiven("CallGraph", "a function", of);
    const entry = this.#functions.get(name);
    if (entry) return entry;
    throw usageError(
      say("kModuleFunctionNotFound", "the module has no function '{name}'", { name }),
    );
  }

  /** The number of functions that call this one, including itself. */
  refCount(of: string | GlobalVar): number {
    return this.#entry(of).references;
  }

  /** The number of functions that it calls. */
  globalCallCount(of: string | GlobalVar): number {
    return this.#entry(of).calls.length;
  }

  /** The names of the functions that it calls, in order of first use. */
  calls(of: string | GlobalVar): string[] {
    return [...this.#entry(of).calls];
  }

  /** True if it calls itself. */
  isRecursive(of: string | GlobalVar): boolean {
    return this.#entry(of).recursive;
  }

  /** The part of the text that is about one function. */
  printVar(of: string | GlobalVar): string {
    return this.#entry(of).text;
  }

  /** All functions, callers first. */
  toString(): string {
    return this.#text;
  }

  /** The functions by name: how often each is used, and the functions that it calls. */
  toJSON(): Record<string, { references: number; recursive: boolean; calls: string[] }> {
    return Object.fromEntries(
      [...this.#functions].map(([name, { references, recursive, calls }]) => [
        name,
        { references, recursive, calls },
      ]),
    );
  }

  /** @internal */
  [inspectKey](depth?: number | null, options?: InspectOptions, inspect?: Inspect): string {
    const name = "CallGraph";
    return inspected({ show: () => block(name, this.#text) }, name, depth, options, inspect);
  }
}

/** A part of a program that one compiler takes. */
export interface AnnotatedRegion {
  id: number;
  /** The name of the compiler. */
  target: string;
  nodes: AnyExpr[];
  /** The calls of annotation.compiler_begin. */
  ins: AnyExpr[];
  /** The calls of annotation.compiler_end. */
  outs: AnyExpr[];
}

/** The parts of an expression between annotation.compiler_begin and annotation.compiler_end. */
export class AnnotatedRegionSet {
  readonly regions: readonly AnnotatedRegion[];

  constructor(expr: Expr) {
    type Found = { id: number; target: string } & Record<"nodes" | "ins" | "outs", number[]>;
    this.regions = ask<Found[]>(
      "annotatedRegions",
      exprGiven("analysis.AnnotatedRegionSet", expr),
    ).map(({ id, target, nodes, ins, outs }) => ({
      id,
      target,
      nodes: wrapAll(nodes),
      ins: wrapAll(ins),
      outs: wrapAll(outs),
    }));
  }

  get length(): number {
    return this.regions.length;
  }

  /** The compiler of each region, and the number of its expressions. */
  toString(): string {
    const regions = this.regions.map(({ target, nodes }) => `${target}: ${nodes.length} nodes`);
    return `AnnotatedRegionSet(${regions.join(", ")})`;
  }

  /** The region that an expression belongs to. */
  getRegion(expr: Expr): AnnotatedRegion | undefined {
    void exprGiven("AnnotatedRegionSet.getRegion", expr).handle;
    return this.regions.find(({ nodes }) => nodes.includes(expr as AnyExpr));
  }
}

export { sparseConv2d, sparseDense, type SparseAnalysisResult } from "./sparse_params.js";
