// Expressions: one class per kind, with the fields that TVM gives it, in camelCase.
//
// The same node of a program is the same object as long as the object lives, so `===` and maps work.
// What a node consists of is fetched from the engine once, when it is first asked for.

import { raw, release } from "./engine.js";
import { usageError, type SourceSpan } from "./errors.js";
import { EngineObject, cloneHandle } from "./handle.js";
import { NDArray, type DType, type NestedNumbers, type TypedArray } from "./ndarray.js";
import { currentScope, keep, type Scope } from "./scope.js";

export interface TextOptions {
  /** Whether constants are written out in a metadata section, as TVM does by default. */
  showMetaData?: boolean;
  /** Whether expressions that come from a text say from where (`span=…`), as TVM does by default. */
  showSpans?: boolean;
}

/** @internal The engine's flags for a text. */
export const textFlags = ({ showMetaData = true, showSpans = true }: TextOptions): number =>
  (showMetaData ? 1 : 0) + (showSpans ? 0 : 2);
const kPlainText = 4;

/** A dimension: a size, "?" for one that is known only at run time, or a symbol's name. */
export type Dim = number | string;

/** A tensor's type as data, or any type in Relay's notation: "(int32, Tensor[(2, ?), float32])". */
export type TypeSpec = string | { shape: readonly Dim[]; dtype?: DType };

/** @internal As the engine reads it. */
export const typeJson = (type: TypeSpec | undefined): unknown =>
  type === undefined || typeof type === "string" ? (type ?? null) : { dtype: "float32", ...type };

/** Attributes of an operator by Relay's own names. */
export type AttrValues = Readonly<Record<string, unknown>>;

/** @internal JSON has no infinities, and expressions cross as handles. */
export const attributeOut = (_: string, value: unknown): unknown => {
  if (value instanceof Expr) return { $expr: value.handle };
  if (ArrayBuffer.isView(value)) return Array.from(value as Int32Array);
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  return Number.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf";
};

const reals: Record<string, number> = { inf: Infinity, "-inf": -Infinity, nan: NaN };

const attributeIn = (_: string, value: unknown): unknown =>
  typeof value === "string" && Object.hasOwn(reals, value) ? reals[value] : value;

/** A node that the engine has, on its way into an object. */
class EngineNode {
  constructor(
    readonly handle: number,
    readonly key: number,
  ) {}
}

/** A node that the engine has just made. */
const made = (handle: number): EngineNode => new EngineNode(handle, raw().exprKey(handle));

/**
 * The object of each node, by the engine's key. Objects that no scope holds are held weakly; the
 * entries of those that were collected are dropped from time to time.
 */
const known = new Map<number, Expr | WeakRef<Expr>>();
let sweepAt = 1024;

const entryOf = (key: number): Expr | undefined => {
  const entry = known.get(key);
  return entry instanceof WeakRef ? entry.deref() : entry;
};

function remember(key: number, expr: Expr, scoped: boolean): void {
  known.set(key, scoped ? expr : new WeakRef(expr));
  if (known.size < sweepAt) return;
  for (const other of [...known.keys()]) {
    if (!entryOf(other)) known.delete(other);
  }
  sweepAt = Math.max(1024, 2 * known.size);
}

/** Grows with every expression that is freed: what was fetched before may name freed objects. */
let freed = 0;

/** What the engine says of a node; see Session::ExprInfo. */
interface Info {
  children: AnyExpr[];
  /** The constructors of patterns, which no child is. */
  constructors: Constructor[];
  name: string;
  id: number;
  annotation: string | null;
  attrs: AttrValues;
  typeArgs: string[];
  index: number;
  retType: string;
  typeParams: string[];
  tag: number;
  belongTo: string;
  inputs: string[];
  complete: boolean;
  clauses?: { vars: number; body: number; steps: number[][] }[];
}

interface TypeInfo {
  text: string;
  shape?: Dim[];
  dtype?: DType;
}

/** @internal */
export const handlesOf = (exprs: readonly Expr[]): string =>
  JSON.stringify(
    exprs.map((expr, i) => {
      if (expr instanceof Expr) return expr.handle;
      throw usageError(`expression ${i} of ${exprs.length} is none: ${describe(expr)}`);
    }),
  );

/** @internal What a value is, for messages. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (value instanceof Expr) return `a ${value.kind}`;
  if (typeof value === "object") return `an object of class ${value.constructor?.name ?? "none"}`;
  if (typeof value === "function") return `the function '${value.name}'`;
  // Symbols and large integers are no JSON.
  if (typeof value === "symbol" || typeof value === "bigint") return `a ${typeof value}`;
  return `the ${typeof value} ${JSON.stringify(value)}`;
}

/** An expression of Relay. Expressions never change. */
export abstract class Expr extends EngineObject {
  /** "Var", "Constant", "Call", "Function", …; tells the classes of `AnyExpr` apart. */
  abstract get kind(): ExprKind;

  readonly #key: number;
  #info: Info | undefined;
  /** The value of `freed` when the children were last known to live. */
  #seen = 0;
  #type: TypeInfo | undefined;

  /** @internal */
  protected constructor(node: EngineNode) {
    const scope = currentScope();
    super(node.handle, undefined, scope);
    this.#key = node.key;
    // A clone is not what others find.
    if (!entryOf(node.key)) remember(node.key, this, scope !== undefined);
  }

  /** @internal */
  protected get info(): Info {
    let info = this.#info;
    const lives = (child: Expr): boolean => !child.disposed;
    if (info && (this.#seen === freed || [...info.children, ...info.constructors].every(lives))) {
      this.#seen = freed;
      return info;
    }
    info = JSON.parse(raw().exprInfo(this.handle)) as Info;
    info.children = wrapAll(info.children as unknown as number[]);
    info.constructors = [];
    for (const { steps } of info.clauses ?? []) {
      for (const step of steps)
        info.constructors.push(...(wrapAll(step.slice(2)) as Constructor[]));
    }
    this.#info = info;
    this.#seen = freed;
    return info;
  }

  /** @internal The expressions below this one, in the engine's order. */
  get children(): readonly AnyExpr[] {
    return this.info.children;
  }

  get #typeInfo(): TypeInfo {
    this.#type ??= JSON.parse(raw().exprType(this.handle)) as TypeInfo;
    return this.#type;
  }

  /** The type that InferType found, in Relay's notation; "?" before. Of a variable its annotation. */
  get checkedType(): string {
    return this.#typeInfo.text;
  }

  /** Of a tensor; dimensions that are no numbers as text. */
  get shape(): readonly Dim[] | undefined {
    return this.#typeInfo.shape;
  }

  /** Of a tensor. */
  get dtype(): DType | undefined {
    return this.#typeInfo.dtype;
  }

  /** Where this stands in the text that it was read from. */
  get span(): SourceSpan | undefined {
    return (JSON.parse(raw().exprSpan(this.handle)) as SourceSpan | null) ?? undefined;
  }

  /** As TVM's `astext`. */
  astext(options: TextOptions = {}): string {
    return raw().text(this.handle, textFlags(options));
  }

  /** As Python's `str` of it: without metadata and version. */
  override toString(): string {
    return raw().text(this.handle, kPlainText);
  }

  structuralEqual(other: Expr): boolean {
    return raw().structuralEqual(this.handle, other.handle);
  }

  /** 16 hexadecimal digits; equal for structurally equal expressions without free variables. */
  structuralHash(): string {
    return raw().structuralHash(this.handle);
  }

  /** How often each operator is called; a call that is used twice counts once. */
  countOps(): Record<string, number> {
    return JSON.parse(raw().opCounts(this.handle)) as Record<string, number>;
  }

  /** Whether both are the same node, of the same program. */
  sameAs(other: Expr): boolean {
    return this.#key === other.#key;
  }

  /**
   * Another object for the same node, to be kept and freed on its own. It is not `===` to this one: to
   * keep this one itself, use `keep`.
   */
  clone(): this {
    return keep(
      new classes[this.kind](new EngineNode(cloneHandle(this), this.#key)),
    ) as Expr as this;
  }

  override dispose(): void {
    if (this.disposed) return;
    if (entryOf(this.#key) === this) known.delete(this.#key);
    freed += 1;
    super.dispose();
  }

  /** @internal */
  override moveScope(from: Scope, to: Scope | undefined): void {
    super.moveScope(from, to);
    if (!this.disposed && entryOf(this.#key) === this) remember(this.#key, this, this.scoped);
  }

  protected override get sort(): string {
    return this.kind;
  }
}

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
        : made(raw().makeVar(String(first), JSON.stringify(typeJson(type)))),
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
    super(first instanceof EngineNode ? first : made(raw().makeGlobalVar(String(first))));
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
    return raw().makeCallLike(owner.handle, handlesOf([op, ...args]));
  }
  const op = callee instanceof Op ? callee.name : callee;
  if (typeof op === "string") {
    return raw().makeCall(
      op,
      handlesOf(args),
      attrs ? JSON.stringify(attrs, attributeOut) : "null",
    );
  }
  if (attrs && Object.keys(attrs).length > 0) {
    throw usageError("a call of a function has no attributes");
  }
  if (!(op instanceof Expr)) throw usageError(`${describe(op)} cannot be called`);
  return raw().makeCallExpr(op.handle, handlesOf(args));
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
    return this.children.slice(1);
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
    super(first instanceof EngineNode ? first : made(raw().makeTuple(handlesOf(first))));
  }

  get fields(): readonly AnyExpr[] {
    return this.children;
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
    super(first instanceof EngineNode ? first : made(raw().makeTupleGetItem(first.handle, index)));
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
  { retType, attrs }: FunctionOptions,
): number {
  const plain = raw().makeFunction(params ? handlesOf(params) : "null", body.handle);
  if (retType === undefined && !attrs) return plain;
  try {
    const info = { ...(retType === undefined ? {} : { retType: typeJson(retType) }), attrs };
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
    super(
      first instanceof EngineNode ? first : made(makeFunction(first, body as Expr, options ?? {})),
    );
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
    const info = JSON.stringify({ attrs: { [name]: value } }, attributeOut);
    return exprOf(raw().withFunctionInfo(this.handle, info)) as RelayFunction;
  }
}
export { RelayFunction as Function };

const childrenOf = (kind: ExprKind, children: readonly Expr[]): EngineNode =>
  made(raw().makeExpr(kind, handlesOf(children)));

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
          constructors.slice(constructor - own, constructor),
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

export type ExprKind = AnyExpr["kind"];

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
const classList = Object.values(classes);

/** The object of a node; takes the handle over. */
function wrap(handle: number, key: number): AnyExpr {
  const present = entryOf(key);
  if (present) {
    release(handle);
    return present as AnyExpr;
  }
  const Class = classList[key % 16] as new (node: EngineNode) => AnyExpr;
  return new Class(new EngineNode(handle, key));
}

/** Objects of handles and keys in turn. */
function wrapAll(pairs: readonly number[]): AnyExpr[] {
  const exprs: AnyExpr[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    exprs.push(wrap(pairs[i] as number, pairs[i + 1] as number));
  }
  return exprs;
}

/** @internal The object of the engine's answer, which it takes over. */
export const exprOf = (handle: number): AnyExpr => wrap(handle, raw().exprKey(handle));

/** @internal What is reachable from an expression; see Session::ExprNodes. */
export const nodesOf = (expr: Expr, which: "nodes" | "free" | "bound" | "all" | "ops"): AnyExpr[] =>
  wrapAll(JSON.parse(raw().exprNodes(expr.handle, which)) as number[]);

/** An operator by its name. */
export const opNamed = (name: string): Op => exprOf(raw().makeOp(name)) as Op;

/**
 * The expression over other children, which stand in the order of its fields; the same object when they
 * are its own.
 */
export function withChildren(expr: Expr, children: readonly Expr[]): AnyExpr {
  const old = expr.children;
  if (old.length === children.length && old.every((child, i) => child === children[i])) {
    return expr as AnyExpr;
  }
  return exprOf(raw().withChildren(expr.handle, handlesOf(children)));
}
