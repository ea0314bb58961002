// The base class of all expressions. It finds the object of a node, and fetches the node's fields when they are first
// read.

import { contentOf } from "./content.js";
import { describe, description } from "./describe.js";
import { raw, release } from "./engine.js";
import { usageError, type SourceSpan } from "./errors.js";
import { fromJson } from "./exact_json.js";
import type { TypeFacts } from "./generated/records.js";
import { optionsGiven } from "./given.js";
import type { Graph, GraphOptions } from "./graph.js";
import { EngineObject, cloneHandle } from "./handle.js";
import { block, type InspectOptions } from "./inspect.js";
import { optionsJson, refuseObject } from "./options.js";
import { currentScope, keep, scope, type Scope } from "./scope.js";
import { say } from "./messages.js";
import type { Dim, DType, TypeSpec } from "./tensor_types.js";
import type { Message } from "./errors.js";
import { own } from "./own.js";

export interface TextOptions {
  /** Whether to write constants into a metadata section, as TVM does by default. */
  showMetaData?: boolean;
  /** Whether to write the source places of expressions (`span=…`), as TVM does by default. */
  showSpans?: boolean;
  /**
   * Whether to write reals with all digits, so that reading the text gives the same program. The default is six digits,
   * as in TVM.
   */
  allDigits?: boolean;
}

/** @internal The engine's flags for a text. */
export function textFlags(name: string, options: TextOptions): number {
  const {
    showMetaData = true,
    showSpans = true,
    allDigits = false,
  } = optionsGiven(name, options, {
    showMetaData: "boolean",
    showSpans: "boolean",
    allDigits: "boolean",
  });
  return (showMetaData ? 1 : 0) + (showSpans ? 0 : 2) + (allDigits ? 8 : 0);
}
const kWithoutSpans = 2;
const kPlainText = 4;

/** @internal A type in the form that the engine reads. */
export const typeJson = (type: TypeSpec | undefined): unknown =>
  type === undefined || typeof type === "string" ? (type ?? null) : { dtype: "float32", ...type };

/** Attributes of an operator by Relay's own names. */
export type AttrValues = Readonly<Record<string, unknown>>;

/**
 * @internal Replacer for attributes: JSON has no infinities, and expressions cross as handles. It is called with the
 * object that holds the value, because `value` is the result of an expression's `toJSON`.
 */
export function attributeOut(this: unknown, key: string, value: unknown): unknown {
  const held = own(this as Record<string, unknown>, key);
  if (held instanceof Expr) return { $expr: held.handle };
  if (held instanceof EngineObject) refuseObject("attributes", key, held);
  if (ArrayBuffer.isView(value)) return Array.from(value as Int32Array);
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  return Number.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

const reals: Record<string, number> = { inf: Infinity, "-inf": -Infinity, nan: NaN };

/** @internal */
export const attributeIn = (_: string, value: unknown): unknown =>
  typeof value === "string" ? (own(reals, value) ?? value) : value;

/** @internal A node of the engine that has no object yet. */
export class EngineNode {
  constructor(
    readonly handle: number,
    readonly key: number,
  ) {}
}

/** @internal A node that the engine has just made. */
export const made = (handle: number): EngineNode => new EngineNode(handle, raw().exprKey(handle));

let construct: (node: EngineNode) => Expr;
let summary: (expr: Expr) => string;

/**
 * @internal Registers the classes of all kinds, which extend the class below, and the function that describes an
 * expression in a line.
 */
export function provideClasses(
  classes: readonly (new (node: EngineNode) => Expr)[],
  describeExpr: (expr: Expr) => string,
): void {
  construct = (node) => new (classes[node.key % 16] as (typeof classes)[0])(node);
  summary = describeExpr;
}

/**
 * The objects of nodes, by the engine's key. Objects outside of scopes are held weakly. From time to time, entries of
 * collected objects are removed.
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

/** Counts the freed expressions. After a change, information that was fetched before may contain freed objects. */
let freed = 0;

/** The engine's description of a node; see Session::ExprInfo. */
interface Info {
  children: Expr[];
  /** The constructors of patterns, which are not children. */
  constructors: Expr[];
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

interface TypeInfo extends TypeFacts {
  shape?: Dim[];
  dtype?: DType;
}

/** @internal The handle of an expression. `what` names the argument for the error message. */
export function handleOf(expr: Expr, what: () => Message): number {
  if (expr instanceof Expr) return expr.handle;
  throw usageError(
    say("kOperandNotExpression", "{what} must be an expression, not {value}", {
      what: what(),
      value: describe(expr),
    }),
  );
}

/** @internal */
export function exprGiven(name: string, expr: unknown): Expr {
  if (expr instanceof Expr) return expr;
  throw usageError(
    say("kExpressionArgumentRequired", "{name} takes an expression, not {value}", {
      name,
      value: describe(expr),
    }),
  );
}

/** @internal @param name the function or class that takes the expressions. */
export function handlesOf(exprs: readonly Expr[], name: string): string {
  if (!Array.isArray(exprs)) {
    throw usageError(
      say("kExpressionArrayRequired", "{name} takes an array of expressions, not {value}", {
        name,
        value: describe(exprs),
      }),
    );
  }
  return JSON.stringify(
    (exprs as readonly Expr[]).map((expr, i) =>
      handleOf(expr, () =>
        say("kExpressionOfArray", "{name}: item {index} of {count}", {
          name,
          index: i,
          count: exprs.length,
        }),
      ),
    ),
  );
}

/** The kinds of expressions. */
export type ExprKind =
  | "Var"
  | "GlobalVar"
  | "Constant"
  | "Op"
  | "Call"
  | "Tuple"
  | "TupleGetItem"
  | "Function"
  | "Let"
  | "If"
  | "RefCreate"
  | "RefRead"
  | "RefWrite"
  | "Constructor"
  | "Match";

/** An expression of Relay. Expressions never change. */
export abstract class Expr extends EngineObject {
  /** "Var", "Constant", "Call", "Function", …; distinguishes the classes of `AnyExpr`. */
  abstract get kind(): ExprKind;

  readonly #key: number;
  #info: Info | undefined;
  /** The value of `freed` at the last check that the children are alive. */
  #seen = 0;
  #type: TypeInfo | undefined;

  /** @internal */
  protected constructor(node: EngineNode) {
    const scope = currentScope();
    super(node.handle, undefined, scope);
    this.#key = node.key;
    // A clone must not replace the object that others find.
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
    info = fromJson(raw().exprInfo(this.handle)) as Info;
    info.children = objectsOf(info.children as unknown as number[]);
    info.constructors = [];
    for (const { steps } of info.clauses ?? []) {
      for (const step of steps) {
        for (const made of objectsOf(step.slice(2))) info.constructors.push(made);
      }
    }
    this.#info = info;
    this.#seen = freed;
    return info;
  }

  /** @internal The direct subexpressions, in the engine's order. */
  get children(): readonly Expr[] {
    return this.info.children;
  }

  get #typeInfo(): TypeInfo {
    this.#type ??= fromJson(raw().exprType(this.handle)) as TypeInfo;
    return this.#type;
  }

  /** The inferred type in Relay's notation; "?" before InferType. For a variable, its annotation. */
  get checkedType(): string {
    return this.#typeInfo.text;
  }

  /** The shape of a tensor. Dimensions that are not numbers are texts. */
  get shape(): readonly Dim[] | undefined {
    return this.#typeInfo.shape;
  }

  /** The data type of a tensor. */
  get dtype(): DType | undefined {
    return this.#typeInfo.dtype;
  }

  /** The place in the text that the expression was read from. */
  get span(): SourceSpan | undefined {
    return (JSON.parse(raw().exprSpan(this.handle)) as SourceSpan | null) ?? undefined;
  }

  /** The text, as TVM's `astext`. */
  astext(options: TextOptions = {}): string {
    return raw().text(this.handle, textFlags("Expr.astext", options));
  }

  /** The text, as Python's `str`: without metadata and version. */
  override toString(): string {
    return raw().text(this.handle, kPlainText);
  }

  /** The text without weights and places. */
  override toJSON(): string {
    return raw().text(this.handle, kPlainText + kWithoutSpans);
  }

  /** @internal A line, with shape and data type; of a function, its text. */
  override show(_options: InspectOptions): string {
    if (this.kind === "Function") return block(this.sort, this.toJSON());
    return scope(() => `${this.sort} ${summary(this)}`);
  }

  protected override comparedContent(): string {
    const { handle } = this;
    const text = this.toJSON();
    const free = text.match(/^free_var .*$/gm) ?? [];
    const hash = `${raw().structuralHash(handle, true)} ${free.join(" ")}`;
    return contentOf(this, hash, text, (other) =>
      raw().structuralEqual(handle, other.handle, true),
    );
  }

  /** The dataflow of the expression. Places refer to the text of `astext({ showMetaData: false })`. */
  graph(options: GraphOptions = {}): Graph {
    return JSON.parse(raw().graph(this.handle, optionsJson(options))) as Graph;
  }

  structuralEqual(other: Expr): boolean {
    const what = (): Message => say("kComparisonOtherExpression", "the other side of a comparison");
    return raw().structuralEqual(this.handle, handleOf(other, what), false);
  }

  /** 16 hexadecimal digits, which are the same for structurally equal expressions without free variables. */
  structuralHash(): string {
    return raw().structuralHash(this.handle, false);
  }

  /** The number of calls of each operator. A call that is used twice counts once. */
  countOps(): Record<string, number> {
    return JSON.parse(raw().opCounts(this.handle)) as Record<string, number>;
  }

  /** True if both are the same node of the same program. */
  sameAs(other: Expr): boolean {
    handleOf(other, () => say("kComparisonOtherExpression", "the other side of a comparison"));
    return this.#key === other.#key;
  }

  /**
   * Another object for the same node, which you keep and free separately. It is not `===` to this one. To keep this
   * object, use `keep`.
   */
  clone(): this {
    const handle = cloneHandle(this);
    try {
      return keep(construct(new EngineNode(handle, this.#key))) as this;
    } catch (error) {
      release(handle);
      throw error;
    }
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

  /** @internal */
  get [description](): Message {
    return say("kExpressionOfKind", "a {kind}", { kind: this.kind });
  }
}

/** The object for a node. Takes ownership of the handle. */
function wrap(handle: number, key: number): Expr {
  const present = entryOf(key);
  if (present) {
    release(handle);
    return present;
  }
  return construct(new EngineNode(handle, key));
}

/** @internal The objects for a list of handles and keys in turn. */
export function objectsOf(pairs: readonly number[]): Expr[] {
  const exprs: Expr[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    exprs.push(wrap(pairs[i] as number, pairs[i + 1] as number));
  }
  return exprs;
}

/** @internal The object for a handle that the engine returned. Takes ownership of the handle. */
export const objectOf = (handle: number): Expr => wrap(handle, raw().exprKey(handle));
