// Expressions: one class per kind, with the fields that TVM gives it, in camelCase.
//
// The same node of a program is the same object as long as the object lives, so `===` and maps work.
// What a node consists of is fetched from the engine once, when it is first asked for.

import { describe } from "./describe.js";
import { raw, release } from "./engine.js";
import { usageError } from "./errors.js";
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
import { numberGiven, tableGiven, textGiven, typeGiven } from "./given.js";
import { say } from "./messages.js";
import { NDArray, type NestedNumbers } from "./ndarray.js";
import type { TypedArray, TypeSpec } from "./tensor_types.js";

export { Expr, type AttrValues, type ExprKind, type TextOptions } from "./expr_base.js";

/** A variable: a parameter, what a `let` or a pattern binds, or free. */
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
              JSON.stringify(typeJson(typeGiven("Var", type))),
            ),
          ),
    );
  }

  /** Not unique: variables are told apart by `===` or `isSame`. */
  get nameHint(): string {
    return this.info.name;
  }

  get name(): string {
    return this.info.name;
  }

  /** In Relay's notation; undefined when there is none. */
  get typeAnnotation(): string | undefined {
    return this.info.annotation ?? undefined;
  }

  /** The annotation, or the type that was found; "?" when it is not known. */
  get type(): string {
    return this.typeAnnotation ?? this.checkedType;
  }

  /** Whether both are one variable: also nodes of it that differ in their types. */
  isSame(other: Expr): boolean {
    return other instanceof Var && other.info.id === this.info.id;
  }
}

/** A function of the module by its name. */
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

/** What `const` takes: a tensor, a typed array, a number or numbers nested as their tensor is. */
export type ConstantValue = NDArray | TypedArray | NestedNumbers;

/** A tensor in the program. */
export class Constant extends Expr {
  get kind() {
    return "Constant" as const;
  }

  /** @param data is shared and not copied. */
  constructor(data: NDArray);
  /** @internal */
  constructor(node: EngineNode);
  constructor(first: NDArray | EngineNode) {
    if (!(first instanceof EngineNode || first instanceof NDArray)) {
      throw usageError(say("a constant holds an NDArray, not {value}", { value: describe(first) }));
    }
    super(first instanceof EngineNode ? first : made(raw().makeConstant(first.handle)));
  }

  /** A new object for the tensor at each call; it shares the constant's elements. */
  get data(): NDArray {
    return new NDArray(raw().constantData(this.handle));
  }
}

/** A primitive operator, such as that of `relay.op("nn.conv2d")`. */
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

/** Attributes that were read from a call: another call with the very same ones shares them. */
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
      attrs ? JSON.stringify(tableGiven(op, "attrs", attrs), attributeOut) : "null",
    );
  }
  if (attrs && Object.keys(attrs).length > 0) {
    throw usageError(say("a call of a function has no attributes"));
  }
  return raw().makeCallExpr(
    handleOf(op, () => say("the callee")),
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
   * @param op an operator by name or as `Op`, or a function.
   * @param attrs of an operator by Relay's own names; what is left out has its default.
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

  /** All attributes of the operator, also those at their defaults; empty when it has none. */
  get attrs(): AttrValues {
    if (!this.#attrs) {
      const text = JSON.stringify(this.info.attrs);
      this.#attrs = Object.freeze(JSON.parse(text, attributeIn) as AttrValues);
      attrsOf.set(this.#attrs, this);
    }
    return this.#attrs;
  }

  /** The types that a polymorphic callee is called with, in Relay's notation. */
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
              handleOf(first, () => say("a tuple")),
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
  /** Left to inference when it is not given. */
  retType?: TypeSpec;
  /** Such as `{ Primitive: 1 }`. */
  attrs?: AttrValues;
}

function makeFunction(
  params: readonly Expr[] | undefined,
  body: Expr,
  options: FunctionOptions = {},
): number {
  const { retType, attrs } = tableGiven("Function", "options", options);
  const plain = raw().makeFunction(
    params === undefined ? "null" : handlesOf(params, "Function"),
    handleOf(body, () => say("the body of a function")),
  );
  if (retType === undefined && !attrs) return plain;
  try {
    const info = {
      ...(retType === undefined ? {} : { retType: typeJson(typeGiven("Function", retType)) }),
      attrs,
    };
    return raw().withFunctionInfo(plain, JSON.stringify(info, attributeOut));
  } finally {
    release(plain);
  }
}

/** A function of Relay. */
class RelayFunction extends Expr {
  get kind() {
    return "Function" as const;
  }

  /** @param params variables; undefined for the free ones of the body, in order of first use. */
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

  /** In Relay's notation: the annotation, or what inference found; "?" when it is not known. */
  get retType(): string {
    return this.info.retType;
  }

  get typeParams(): readonly string[] {
    return this.info.typeParams;
  }

  get attrs(): AttrValues {
    return this.info.attrs;
  }

  /** The function with an attribute added or replaced; null removes it. */
  withAttr(name: string, value: unknown): RelayFunction {
    const attribute = textGiven("Function.withAttr", "name", name);
    const info = JSON.stringify({ attrs: { [attribute]: value } }, attributeOut);
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

  /** Its place among those of its type. */
  get tag(): number {
    return this.info.tag;
  }

  /** The name of the type. */
  get belongTo(): string {
    return this.info.belongTo;
  }

  /** The types of its fields, in Relay's notation. */
  get inputs(): readonly string[] {
    return this.info.inputs;
  }
}

/** What a clause of a match is tried with. */
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

  /** Whether every case must be matched; `match?` if not. */
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

/** The pattern of steps in pre-order: read from the end, what belongs to a step is there before it. */
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

/** Every expression is one of these; `kind` tells which. */
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

/** In the order of the engine's ExprKind. */
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
provideClasses(Object.values(classes));

/** @internal The object of the engine's answer, which it takes over. */
export const exprOf = objectOf as (handle: number) => AnyExpr;

/** @internal Objects of handles and keys in turn. */
export const wrapAll = objectsOf as (pairs: readonly number[]) => AnyExpr[];

/** @internal */
export function functionGiven(name: string, fn: unknown): RelayFunction {
  if (fn instanceof RelayFunction) return fn;
  throw usageError(say("{name} takes a function, not {value}", { name, value: describe(fn) }));
}

/** An operator by its name. */
export const opNamed = (name: string): Op =>
  exprOf(raw().makeOp(textGiven("relay.op", "name", name))) as Op;
