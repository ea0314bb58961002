// Questions to expressions and modules: `relay.analysis.…`.

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
import { isTable, callableGiven, listGiven, numberGiven, tableGiven, textGiven } from "./given.js";
import { IRModule, moduleGiven, moduleIfGiven, programGiven } from "./ir.js";
import { say } from "./messages.js";
import { NDArray, paramsJson, type Params } from "./ndarray.js";
import { inSomeScope } from "./scope.js";
import type { TypeSpec } from "./tensor_types.js";

/** An answer of the engine about a module or an expression; see Session::Analysis. */
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

/** What is reachable from an expression; see Session::ExprNodes. */
const nodesOf = (expr: Expr, which: "nodes" | "free" | "bound" | "all" | "ops"): AnyExpr[] =>
  wrapAll(JSON.parse(raw().exprNodes(expr.handle, which)) as number[]);

/**
 * Calls `visit` once for each expression that is reachable from `expr`, what is below first, left to
 * right. Unless this is inside of a `scope` or a callback, the expressions are freed at the end, but for
 * those that are kept.
 */
export function postOrderVisit(expr: Expr, visit: (expr: AnyExpr) => void): void {
  const from = exprGiven("analysis.postOrderVisit", expr);
  callableGiven("analysis.postOrderVisit", "visit", visit);
  inSomeScope(() => nodesOf(from, "nodes").forEach((node) => void visit(node)));
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

/** The operators that `expr` calls or mentions, each once. */
export const allOps = (expr: Expr): Op[] =>
  nodesOf(exprGiven("analysis.allOps", expr), "ops") as Op[];

/** How often each operator is called; a call that is used twice counts once. */
export const countOps = (of: Expr | IRModule): Record<string, number> =>
  programGiven("analysis.countOps", of).countOps();

/** Whether both are the same program up to the names of variables. */
export function structuralEqual<T extends Expr | IRModule>(a: T, b: T): boolean {
  return (programGiven("analysis.structuralEqual", a) as Expr).structuralEqual(b as Expr);
}

/** 16 hexadecimal digits, equal for what is structurally equal. */
export const structuralHash = (of: Expr | IRModule): string =>
  programGiven("analysis.structuralHash", of).structuralHash();

/**
 * The mistakes of an expression or a module, at most ten: variables that are bound twice or used where
 * they are not bound and, in a module, free variables and functions that it does not have.
 */
export const illFormed = (of: Expr | IRModule): Diagnostic[] =>
  JSON.parse(raw().illFormed(programGiven("analysis.illFormed", of).handle)) as Diagnostic[];

/** As TVM's: whether there are no such mistakes. Free variables of an expression are none. */
export const wellFormed = (of: Expr | IRModule): boolean => illFormed(of).length === 0;

/**
 * What running a module's main function costs, without running it: its operations, its weights, and the memory that
 * the graph executor needs, if that can run it.
 *
 * @param options `params` are values that become constants of the program, as for `relay.build`.
 */
export function effects(mod: IRModule, options: { params?: Params } = {}): ModuleEffects {
  const name = "analysis.effects";
  const { params = {} } = tableGiven(name, "options", options);
  const { handle } = moduleGiven(name, mod);
  return JSON.parse(raw().effects(handle, paramsJson(name, params))) as ModuleEffects;
}

/** Of a type, as TVM's TypeKind. */
export const Kind = {
  Type: 0,
  ShapeVar: 1,
  BaseType: 2,
  Constraint: 4,
  AdtHandle: 5,
  TypeData: 6,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** A type in Relay's notation, as data, or that of an expression. */
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
      say("{name} takes a type or an expression, not {value}", { name, value: describe(of) }),
    );
  }
  return ask(question, undefined, module, { type: typeText(of) });
}

/**
 * The kind of a type. What is no type of values, such as a tuple over the bare name of a data type, is an error.
 *
 * @param type of an expression that of its value, or what a variable is declared with.
 * @param mod has the data types that the type names.
 */
export const checkKind = (type: TypeOrExpr, mod?: IRModule): Kind =>
  Kind[askOfType<"Type" | "AdtHandle">("analysis.checkKind", "kind", type, mod)];

/** Whether an expression is a constant, or a tuple of such. */
export const checkConstant = (expr: Expr): boolean =>
  ask("constant", exprGiven("analysis.checkConstant", expr));

/**
 * Whether each value that several blocks (branches, functions) use is bound by a `let`, as after
 * `ToBasicBlockNormalForm`.
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

/** The names of type parameters of its functions, and of the data types of its constructors. */
export const boundTypeVars = (of: TypeOrExpr, mod?: IRModule): string[] =>
  askOfType<TypeVars>("analysis.boundTypeVars", "typeVars", of, mod).bound;

/** The names of all type variables. */
export const allTypeVars = (of: TypeOrExpr, mod?: IRModule): string[] =>
  askOfType<TypeVars>("analysis.allTypeVars", "typeVars", of, mod).all;

/** The data types of all tensors in an expression that has types. */
export const allDtypes = (expr: Expr): Set<string> =>
  new Set(ask<string[]>("dtypes", exprGiven("analysis.allDtypes", expr)));

/**
 * How often an expression, or a module's main function, multiplies and adds (MACs) in calls of nn.conv2d,
 * nn.conv2d_transpose, nn.dense and nn.batch_matmul. Types are inferred when there are none.
 */
export const getTotalMacNumber = (of: Expr | IRModule): number =>
  ask("macs", programGiven("analysis.getTotalMacNumber", of));

/** The patterns of the values that a match does not handle, at most 1000: "Cons(_, Nil)". */
export function unmatchedCases(match: Match, mod?: IRModule): string[] {
  const expr = exprGiven("analysis.unmatchedCases", match);
  return ask("unmatchedCases", expr, moduleIfGiven("analysis.unmatchedCases", mod));
}

/** The parts of the language, by TVM's numbers. */
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
  /** Something is used twice that is more than a name or a constant. */
  fGraph: 15,
  /** The value of a let mentions its variable. */
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
 * The primitive functions that SimplifyInference and FuseOps at level 3 make of the main function, by TVM's
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

/** How often each operator is called in the main function, fused functions included. */
export const listOpFreqs = (mod: IRModule): Record<string, number> =>
  ask("opFrequencies", moduleGiven("analysis.listOpFreqs", mod));

/** The same between calls of qnn.dequantize and qnn.quantize. */
export const listFakeQuantizedOpFreqs = (mod: IRModule): Record<string, number> =>
  ask("fakeQuantizedOpFrequencies", moduleGiven("analysis.listFakeQuantizedOpFreqs", mod));

/** Names of the variables that nn.dense takes as transposed weights: nn.dense(x, transpose(w, [1, 0])). */
export const searchFcTranspose = (expr: Expr): string[] =>
  ask("weights", exprGiven("analysis.searchFcTranspose", expr), undefined, { of: "transpose" });

/** What a function for another compiler was given and gave; the fields of a tuple, in order. */
export interface CalibrationData {
  inputs: NDArray[];
  outputs: NDArray[];
}

/**
 * Runs the main function on values by parameter and keeps those at each call of a function with the attribute
 * "Compiler", by the function's name. There may be no control flow, and each function is called once.
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

/** A module of the call, tuple or item of a tuple that is printed as `%exprId` in the main function. */
export function extractIntermediateExpr(mod: IRModule, exprId: number): IRModule {
  const module = moduleGiven("analysis.extractIntermediateExpr", mod);
  const number = numberGiven("analysis.extractIntermediateExpr", "exprId", exprId);
  return new IRModule(ask<number>("intermediateExpr", module, undefined, { number }));
}
/** As TVM spells it. */
export { extractIntermediateExpr as extractIntermdeiateExpr };

/** The largest number of calls of these operators on one path through the dataflow. */
export const countLayers = (of: Expr | IRModule, validOps: readonly (string | Op)[]): number =>
  ask("layers", programGiven("analysis.countLayers", of), undefined, {
    ops: listGiven("analysis.countLayers", "validOps", validOps).map((op) =>
      op instanceof Op ? op.name : textGiven("analysis.countLayers", "an operator", op),
    ),
  });

/** Which global function of a module calls which; one shared mention of a name is one call. */
export class CallGraph {
  readonly #text: string;
  readonly #functions: Map<
    string,
    { references: number; recursive: boolean; calls: string[]; text: string }
  >;

  /** @param module is what the graph was made of; later changes of it are not seen. */
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
    throw usageError(say("the module has no function '{name}'", { name }));
  }

  /** How many functions call this one, itself included. */
  refCount(of: string | GlobalVar): number {
    return this.#entry(of).references;
  }

  /** How many functions it calls. */
  globalCallCount(of: string | GlobalVar): number {
    return this.#entry(of).calls.length;
  }

  /** The names of the functions that it calls, in order of first use. */
  calls(of: string | GlobalVar): string[] {
    return [...this.#entry(of).calls];
  }

  /** Whether it calls itself. */
  isRecursive(of: string | GlobalVar): boolean {
    return this.#entry(of).recursive;
  }

  /** One function's part of the text. */
  printVar(of: string | GlobalVar): string {
    return this.#entry(of).text;
  }

  /** All functions, callers first. */
  toString(): string {
    return this.#text;
  }
}

/** A part of a program for one compiler. */
export interface AnnotatedRegion {
  id: number;
  /** The compiler. */
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

  /** The region that an expression belongs to. */
  getRegion(expr: Expr): AnnotatedRegion | undefined {
    void exprGiven("AnnotatedRegionSet.getRegion", expr).handle;
    return this.regions.find(({ nodes }) => nodes.includes(expr as AnyExpr));
  }
}

export { sparseConv2d, sparseDense, type SparseAnalysisResult } from "./sparse_params.js";
