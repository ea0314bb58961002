// Expressions: one class per kind, with TVM's fields in camelCase.
//
// While an object lives, the same node of a program is the same object, so `===` and maps work. An object fetches the
// fields of its node from the engine when a caller first reads them.

import { brief, typeSuffix } from "./brief.js";
import { describe } from "./describe.js";
import { raw, release } from "./engine.js";
import { usageError } from "./errors.js";
import { fromJson, toJson } from "./exact_json.js";
import {
  EngineNode,
  Expr,
  attributeIn,
  attributeOut,
  handleOf,
  handlesOf,
  made,
  objectOf,
  objectsOf,
  provideClasses,
  typeJson,
  type AttrValues,
  type ExprKind,
} from "./expr_base.js";
import { numberGiven, optionsGiven, tableGiven, textGiven, typeGiven } from "./given.js";
import { say } from "./messages.js";
import { NDArray, type NestedNumbers } from "./ndarray.js";
import type { TypedArray, TypeSpec } from "./tensor_types.js";

export { Expr, type AttrValues, type ExprKind, type TextOptions } from "./expr_base.js";

/** A variable: a parameter, a variable that a `let` or a pattern binds, or a free one. */
export class Var extends Expr {
  get kind() {
    return "Var" as const;
  }

  constructor(nameHint: string, type?: TypeSpec);
  /** @internal */
  constructor(node: EngineNode);
  constructor(first: string | EngineNode, type?: TypeSpec) {
    super(
      first instanceof EngineNode
        ? first
        : made(
            raw().makeVar(
              textGiven("Var", "nameHint", first),
              toJson(typeJson(typeGiven("Var", type))),
            ),
          ),
    );
  }

  /** Names are not unique. Compare variables with `===` or `isSame`. */
  get nameHint(): string {
    return this.info.name;
  }

  get name(): string {
    return this.info.name;
  }

  /** The annotated type in Relay's notation; undefined if there is none. */
  get typeAnnotation(): string | undefined {
    return this.info.annotation ?? undefined;
  }

  /** The annotation, or the inferred type; "?" if neither is known. */
  get type(): string {
    return this.typeAnnotation ?? this.checkedType;
  }

  /** True if both are one variable, even if their nodes differ in their types. */
  isSame(other: Expr): boolean {
    return other instanceof Var && other.info.id === this.info.id;
  }
}

/** A global function of the module, by name. */
export class GlobalVar extends Expr {
  get kind() {
    return "GlobalVar" as const;
  }

  constructor(nameHint: string);
  /** @internal */
  constructor(node: EngineNode);
  constructor(first: string | EngineNode) {
    super(
      first instanceof EngineNode
        ? first
        : made(raw().makeGlobalVar(textGiven("GlobalVar", "nameHint", first))),
    );
  }

  get nameHint(): string {
    return this.info.name;
  }
}

/** The input of `const`: a tensor, a typed array, a number, or numbers that are nested like their tensor. */
export type ConstantValue = NDArray | TypedArray | NestedNumbers;

/** A tensor in the program. */
export class Constant extends Expr {
  get kind() {
    return "Constant" as const;
  }

  /** @param data is shared, not copied. */
  constructor(data: NDArray);
  /** @internal */
  constructor(node: EngineNode);
  constructor(first: NDArray | EngineNode) {
    if (!(first instanceof EngineNode || first instanceof NDArray)) {
      throw usageError(
        say("kConstantNeedsNDArray", "a constant holds an NDArray, not {value}", {
          value: describe(first),
        }),
      );
    }
    super(first instanceof EngineNode ? first : made(raw().makeConstant(first.handle)));
  }

  /** The tensor. Each call makes a new object, which shares the constant's elements. */
  get data(): NDArray {
    return new NDArray(raw().constantData(this.handle));
  }
}

/** A primitive operator, such as `relay.op("nn.conv2d")`. */
export class Op extends Expr {
  get kind() {
    return "Op" as const;
  }

  /** @internal */
  constructor(node: EngineNode) {
    super(node);
  }

  get name(): string {
    return this.info.name;
  }
}

/** The call that each object of attributes was read from. Another call with the same object shares its attributes. */
const attrsOf = new WeakMap<AttrValues, Call>();

function makeCall(
  callee: string | Expr,
  args: readonly Expr[],
  attrs: AttrValues | undefined,
): number {
  const owner = attrs && attrsOf.get(attrs);
  if (owner && !owner.disposed) {
    const op = typeof callee === "string" ? opNamed(callee) : callee;
    return raw().makeCallLike(owner.handle, handlesOf([op, ...args], "Call"));
  }
  const op = callee instanceof Op ? callee.name : callee;
  if (typeof op === "string") {
    return raw().makeCall(
      op,
      handlesOf(args, op),
      attrs ? toJson(tableGiven(op, "attrs", attrs), attributeOut) : "null",
    );
  }
  if (attrs && Object.keys(attrs).length > 0) {
    throw usageError(
      say("kFunctionCallHasAttributes", "a call of a function cannot have attributes"),
    );
  }
  return raw().makeCallExpr(
    handleOf(op, () => say("kCalleeNoun", "the callee")),
    handlesOf(args, "Call"),
  );
}

/** A call of an operator, a function, a global function or a constructor. */
export class Call extends Expr {
  get kind() {
    return "Call" as const;
  }

  #attrs: AttrValues | undefined;

  /**
   * @param op an operator, by name or as `Op`, or a function.
   * @param attrs the operator's attributes, by Relay's own names. Missing ones have their defaults.
   */
  constructor(op: string | Expr, args: readonly Expr[], attrs?: AttrValues);
  /** @internal */
  constructor(node: EngineNode);
  constructor(first: string | Expr | EngineNode, args: readonly Expr[] = [], attrs?: AttrValues) {
    super(first instanceof EngineNode ? first : made(makeCall(first, args, attrs)));
  }

  get op(): AnyExpr {
    return this.children[0] as AnyExpr;
  }

  get args(): readonly AnyExpr[] {
    return this.children.slice(1) as AnyExpr[];
  }

  /** All attributes of the operator, including defaults; empty if it has none. */
  get attrs(): AttrValues {
    if (!this.#attrs) {
      const text = toJson(this.info.attrs);
      this.#attrs = Object.freeze(fromJson(text, attributeIn) as AttrValues);
      attrsOf.set(this.#attrs, this);
    }
    return this.#attrs;
  }

  /** The type arguments of a polymorphic callee, in Relay's notation. */
  get typeArgs(): readonly string[] {
    return this.info.typeArgs;
  }
}

export class Tuple extends Expr {
  get kind() {
    return "Tuple" as const;
  }

  constructor(fields: readonly Expr[]);
  /** @internal */
  constructor(node: EngineNode);
  constructor(first: readonly Expr[] | EngineNode) {
    super(first instanceof EngineNode ? first : made(raw().makeTuple(handlesOf(first, "Tuple"))));
  }

  get fields(): readonly AnyExpr[] {
    return this.children as readonly AnyExpr[];
  }
}

export class TupleGetItem extends Expr {
  get kind() {
    return "TupleGetItem" as const;
  }

  constructor(tupleValue: Expr, index: number);
  /** @internal */
  constructor(node: EngineNode);
  constructor(first: Expr | EngineNode, index = 0) {
    super(
      first instanceof EngineNode
        ? first
        : made(
            raw().makeTupleGetItem(
              handleOf(first, () => say("kTupleNoun", "the tuple of a TupleGetItem")),
              numberGiven("TupleGetItem", "index", index),
            ),
          ),
    );
  }

  get tupleValue(): AnyExpr {
    return this.children[0] as AnyExpr;
  }

  get index(): number {
    return this.info.index;
  }
}

export interface FunctionOptions {
  /** Inferred if it is missing. */
  retType?: TypeSpec;
  /** Attributes such as `{ Primitive: 1 }`. */
  attrs?: AttrValues;
}

function makeFunction(
  params: readonly Expr[] | undefined,
  body: Expr,
  options: FunctionOptions = {},
): number {
  const { retType, attrs } = optionsGiven("Function", options, { retType: "any", attrs: "object" });
  const plain = raw().makeFunction(
    params === undefined ? "null" : handlesOf(params, "Function"),
    handleOf(body, () => say("kFunctionBody", "the body of a function")),
  );
  if (retType === undefined && !attrs) return plain;
  try {
    const info = {
      ...(retType === undefined ? {} : { retType: typeJson(typeGiven("Function", retType)) }),
      attrs,
    };
    return raw().withFunctionInfo(plain, toJson(info, attributeOut));
  } finally {
    release(plain);
  }
}

/** A function of Relay. */
class RelayFunction extends Expr {
  get kind() {
    return "Function" as const;
  }

  /** @param params variables; undefined for the free variables of the body, in order of first use. */
  constructor(params: readonly Expr[] | undefined, body: Expr, options?: FunctionOptions);
  /** @internal */
  constructor(node: EngineNode);
  constructor(
    first: readonly Expr[] | EngineNode | undefined,
    body?: Expr,
    options?: FunctionOptions,
  ) {
    super(first instanceof EngineNode ? first : made(makeFunction(first, body as Expr, options)));
  }

  get params(): readonly Var[] {
    return this.children.slice(0, -1) as Var[];
  }

  get body(): AnyExpr {
    return this.children.at(-1) as AnyExpr;
  }

  /** The annotated or inferred type in Relay's notation; "?" if neither is known. */
  get retType(): string {
    return this.info.retType;
  }

  get typeParams(): readonly string[] {
    return this.info.typeParams;
  }

  get attrs(): AttrValues {
    return this.info.attrs;
  }

  /** A copy of the function with an attribute added or replaced; null removes the attribute. */
  withAttr(name: string, value: unknown): RelayFunction {
    const attribute = textGiven("Function.withAttr", "name", name);
    const info = toJson({ attrs: { [attribute]: value } }, attributeOut);
    return exprOf(raw().withFunctionInfo(this.handle, info)) as RelayFunction;
  }
}
export { RelayFunction as Function };

const childrenOf = (kind: ExprKind, children: readonly Expr[]): EngineNode =>
  made(raw().makeExpr(kind, handlesOf(children, kind)));

/** `let variable = value; body`. */
export class Let extends Expr {
  get kind() {
    return "Let" as const;
  }

  constructor(variable: Expr, value: Expr, body: Expr);
  /** @internal */
  constructor(node: EngineNode);
  constructor(...parts: [EngineNode] | [Expr, Expr, Expr]) {
    super(parts[0] instanceof EngineNode ? parts[0] : childrenOf("Let", parts as Expr[]));
  }

  get variable(): Var {
    return this.children[0] as Var;
  }

  get value(): AnyExpr {
    return this.children[1] as AnyExpr;
  }

  get body(): AnyExpr {
    return this.children[2] as AnyExpr;
  }
}

export class If extends Expr {
  get kind() {
    return "If" as const;
  }

  constructor(cond: Expr, trueBranch: Expr, falseBranch: Expr);
  /** @internal */
  constructor(node: EngineNode);
  constructor(...parts: [EngineNode] | [Expr, Expr, Expr]) {
    super(parts[0] instanceof EngineNode ? parts[0] : childrenOf("If", parts as Expr[]));
  }

  get cond(): AnyExpr {
    return this.children[0] as AnyExpr;
  }

  get trueBranch(): AnyExpr {
    return this.children[1] as AnyExpr;
  }

  get falseBranch(): AnyExpr {
    return this.children[2] as AnyExpr;
  }
}

export class RefCreate extends Expr {
  get kind() {
    return "RefCreate" as const;
  }

  constructor(value: Expr);
  /** @internal */
  constructor(node: EngineNode);
  constructor(first: Expr | EngineNode) {
    super(first instanceof EngineNode ? first : childrenOf("RefCreate", [first]));
  }

  get value(): AnyExpr {
    return this.children[0] as AnyExpr;
  }
}

export class RefRead extends Expr {
  get kind() {
    return "RefRead" as const;
  }

  constructor(ref: Expr);
  /** @internal */
  constructor(node: EngineNode);
  constructor(first: Expr | EngineNode) {
    super(first instanceof EngineNode ? first : childrenOf("RefRead", [first]));
  }

  get ref(): AnyExpr {
    return this.children[0] as AnyExpr;
  }
}

export class RefWrite extends Expr {
  get kind() {
    return "RefWrite" as const;
  }

  constructor(ref: Expr, value: Expr);
  /** @internal */
  constructor(node: EngineNode);
  constructor(...parts: [EngineNode] | [Expr, Expr]) {
    super(parts[0] instanceof EngineNode ? parts[0] : childrenOf("RefWrite", parts as Expr[]));
  }

  get ref(): AnyExpr {
    return this.children[0] as AnyExpr;
  }

  get value(): AnyExpr {
    return this.children[1] as AnyExpr;
  }
}

/** A constructor of an algebraic data type. */
export class Constructor extends Expr {
  get kind() {
    return "Constructor" as const;
  }

  /** @internal */
  constructor(node: EngineNode) {
    super(node);
  }

  get nameHint(): string {
    return this.info.name;
  }

  /** The constructor's index among the constructors of its type. */
  get tag(): number {
    return this.info.tag;
  }

  /** The name of the type. */
  get belongTo(): string {
    return this.info.belongTo;
  }

  /** The types of the fields, in Relay's notation. */
  get inputs(): readonly string[] {
    return this.info.inputs;
  }
}

/** The pattern of a clause of a match. */
export type Pattern =
  | { kind: "PatternWildcard" }
  | { kind: "PatternVar"; var: Var }
  | { kind: "PatternConstructor"; con: Constructor; patterns: Pattern[] }
  | { kind: "PatternTuple"; patterns: Pattern[] };

export interface Clause {
  lhs: Pattern;
  rhs: AnyExpr;
}

export class Match extends Expr {
  get kind() {
    return "Match" as const;
  }

  /** @internal */
  constructor(node: EngineNode) {
    super(node);
  }

  get data(): AnyExpr {
    return this.children[0] as AnyExpr;
  }

  /** True if the clauses must cover every case (`match`); false for `match?`. */
  get complete(): boolean {
    return this.info.complete;
  }

  get clauses(): readonly Clause[] {
    const { children, clauses = [], constructors } = this.info;
    let constructor = 0;
    return clauses.map(({ vars, body, steps }) => {
      const own = steps.filter((step) => step.length > 2).length;
      constructor += own;
      return {
        lhs: patternOf(
          steps,
          children.slice(vars, body) as Var[],
          constructors.slice(constructor - own, constructor) as Constructor[],
        ),
        rhs: children[body] as AnyExpr,
      };
    });
  }
}

/**
 * Makes a pattern from steps in pre-order. It reads them from the end, so the parts of a step are made before the step.
 */
function patternOf(steps: number[][], vars: Var[], constructors: Constructor[]): Pattern {
  const made: Pattern[] = [];
  for (const [kind, fields = 0] of [...steps].reverse()) {
    const patterns = made.splice(made.length - fields).reverse();
    if (kind === 0) made.push({ kind: "PatternWildcard" });
    else if (kind === 1) made.push({ kind: "PatternVar", var: vars.pop() as Var });
    else if (kind === 3) made.push({ kind: "PatternTuple", patterns });
    else {
      made.push({ kind: "PatternConstructor", con: constructors.pop() as Constructor, patterns });
    }
  }
  return made[0] as Pattern;
}

/** The union of all kinds of expressions; `kind` tells them apart. */
export type AnyExpr =
  | Var
  | GlobalVar
  | Constant
  | Op
  | Call
  | Tuple
  | TupleGetItem
  | RelayFunction
  | Let
  | If
  | RefCreate
  | RefRead
  | RefWrite
  | Constructor
  | Match;

/** In the order of the engine's ExprKind. The engine's keys contain the index. */
const classes = {
  Var,
  GlobalVar,
  Constant,
  Op,
  Call,
  Tuple,
  TupleGetItem,
  Function: RelayFunction,
  Let,
  If,
  RefCreate,
  RefRead,
  RefWrite,
  Constructor,
  Match,
} as const satisfies Record<ExprKind, new (node: EngineNode) => AnyExpr>;
provideClasses(
  Object.values(classes),
  (expr) => `${brief(expr as AnyExpr)}${typeSuffix(expr as AnyExpr)}`,
);

/** @internal The object for a handle that the engine returned. Takes ownership of the handle. */
export const exprOf = objectOf as (handle: number) => AnyExpr;

/** @internal The objects for a list of handles and keys in turn. */
export const wrapAll = objectsOf as (pairs: readonly number[]) => AnyExpr[];

/** @internal */
export function functionGiven(name: string, fn: unknown): RelayFunction {
  if (fn instanceof RelayFunction) return fn;
  throw usageError(
    say("kFunctionArgumentExpected", "{name} takes a function, not {value}", {
      name,
      value: describe(fn),
    }),
  );
}

/** An operator by its name. */
export const opNamed = (name: string): Op =>
  exprOf(raw().makeOp(textGiven("relay.op", "name", name))) as Op;
