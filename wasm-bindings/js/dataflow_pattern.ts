// The pattern language: `relay.dataflowPattern`, TVM's `relay.dataflow_pattern`.

import "./symbols.js";

import { brief } from "./brief.js";
import { describe } from "./describe.js";
import { host, raw } from "./engine.js";
import { usageError } from "./errors.js";
import { fromJson, toJson } from "./exact_json.js";
import { Expr, exprOf, type AnyExpr, type AttrValues, type Tuple } from "./expr.js";
import { attributeOut, handleOf, typeJson } from "./expr_base.js";
import { EngineObject, cloneHandle } from "./handle.js";
import type { PassTarget } from "./host.js";
import { IRModule } from "./ir.js";
import { say } from "./messages.js";
import { notation } from "./pattern_text.js";
import { scope } from "./scope.js";
import {
  callableGiven,
  listGiven,
  numberGiven,
  optionsGiven,
  synchronous,
  tableGiven,
  textGiven,
  typeGiven,
} from "./given.js";
import type { Dim, DType, TypeSpec } from "./tensor_types.js";

/** The kinds of patterns: the names of TVM's classes without "Pattern". */
export type DFPatternKind =
  | "Expr"
  | "Var"
  | "Constant"
  | "Wildcard"
  | "Call"
  | "Function"
  | "Tuple"
  | "TupleGetItem"
  | "If"
  | "Let"
  | "Alt"
  | "Attr"
  | "Type"
  | "DataType"
  | "Shape"
  | "Dominator";

interface Fields {
  any?: boolean;
  expr?: number;
  op?: string;
  name?: string;
  index?: number;
  attrs?: AttrValues;
  type?: unknown;
  dtype?: string;
  shape?: readonly Dim[];
}

interface Info {
  kind: DFPatternKind;
  children: DFPattern[];
  any: boolean;
  expr?: AnyExpr;
  name?: string;
  index?: number;
  attrs?: AttrValues;
  type?: string;
  dtype?: DType;
  shape?: Dim[];
}

function childHandle(pattern: unknown, kind: DFPatternKind): number {
  if (pattern instanceof DFPattern) return pattern.handle;
  throw usageError(
    say("kPatternChildNotPattern", "a pattern of kind {kind} is made of patterns, not of {value}", {
      kind,
      value: describe(pattern),
    }),
  );
}

function make(kind: DFPatternKind, children: readonly DFPattern[], fields: Fields = {}): DFPattern {
  const handles = children.map((child) => childHandle(child, kind));
  return new DFPattern(
    raw().makePattern(kind, JSON.stringify(handles), toJson(fields, attributeOut)),
  );
}

// The constructor gives every instance a function as its body: instances really are callable.
/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging */

/**
 * Call the pattern of a callee to make the pattern of a call: `isOp("add")(wildcard(), wildcard())`. With `null` in
 * place of arguments it matches a call with any arguments.
 */
export interface DFPattern {
  (...args: readonly DFPattern[] | readonly [null]): DFPattern;
}

/**
 * A pattern that an expression matches or does not match. Patterns never change. A pattern object that occurs several
 * times in another pattern must match the same expression at each place.
 */
export class DFPattern extends EngineObject {
  #key: number | undefined;
  #info: Info | undefined;
  #nodes: readonly number[] | undefined;

  /** @internal */
  constructor(handle: number) {
    const call = (...args: readonly DFPattern[] | readonly [null]): DFPattern => {
      if (args.length === 1 && args[0] === null) return make("Call", [this], { any: true });
      return make("Call", [this, ...(args as readonly DFPattern[])]);
    };
    super(handle, Object.setPrototypeOf(call, new.target.prototype) as object);
  }

  /** @internal The engine's number of the node; the same for all objects of one node. */
  get key(): number {
    this.#key ??= raw().patternKey(this.handle);
    return this.#key;
  }

  /** @internal The keys of all patterns that this one is made of. */
  get nodeKeys(): readonly number[] {
    this.#nodes ??= JSON.parse(raw().patternNodes(this.handle)) as number[];
    return this.#nodes;
  }

  get #facts(): Info {
    if (!this.#info) {
      const told = fromJson(raw().patternInfo(this.handle)) as Omit<Info, "children"> & {
        children: number[];
        expr?: number;
      };
      const children = told.children
        .filter((_handle, i) => i % 2 === 0)
        .map((handle) => new DFPattern(handle));
      const { expr, ...rest } = told as { expr?: number } & Omit<Info, "children" | "expr">;
      this.#info = { ...rest, children };
      if (expr !== undefined) this.#info.expr = exprOf(expr);
    }
    return this.#info;
  }

  get kind(): DFPatternKind {
    return this.#facts.kind;
  }

  /** The patterns that this one consists of, in order. The first one of a call is the pattern of its callee. */
  get children(): readonly DFPattern[] {
    return this.#facts.children;
  }

  /** The expression that an "Expr" pattern compares with. */
  get expr(): AnyExpr | undefined {
    const { expr } = this.#facts;
    // A scope may have freed it meanwhile.
    if (!expr?.disposed) return expr;
    this.#info = undefined;
    return this.#facts.expr;
  }

  /** The name that a "Var" pattern requires; empty for any name. */
  get patternName(): string | undefined {
    return this.#facts.name;
  }

  /** The index that a "TupleGetItem" pattern requires; -1 for any index. */
  get index(): number | undefined {
    return this.#facts.index;
  }

  /** The attributes that an "Attr" pattern requires. */
  get attrs(): AttrValues | undefined {
    return this.#facts.attrs;
  }

  /** The type that a "Type" pattern requires, in Relay's notation. */
  get type(): string | undefined {
    return this.#facts.type;
  }

  /** The data type that a "DataType" pattern requires. */
  get dtype(): DType | undefined {
    return this.#facts.dtype;
  }

  /** The shape that a "Shape" pattern requires. */
  get shape(): readonly Dim[] | undefined {
    return this.#facts.shape;
  }

  /** True if a "Call", "Function" or "Tuple" pattern takes any arguments, parameters or fields. */
  get any(): boolean {
    return this.#facts.any;
  }

  /** Either of two patterns; TVM's `|`. */
  or(other: DFPattern): DFPattern {
    return make("Alt", [this, other]);
  }

  /** The pattern of a sum; TVM's `+`. */
  add(other: DFPattern): DFPattern {
    return isOp("add")(this, other);
  }

  /** The pattern of a difference; TVM's `-`. */
  sub(other: DFPattern): DFPattern {
    return isOp("subtract")(this, other);
  }

  /** The pattern of a product; TVM's `*`. */
  mul(other: DFPattern): DFPattern {
    return isOp("multiply")(this, other);
  }

  /** The pattern of a quotient; TVM's `/`. */
  div(other: DFPattern): DFPattern {
    return isOp("divide")(this, other);
  }

  /** This pattern with attributes of a call, a function or an operator; `TOpPattern` is one of an operator. */
  hasAttr(attrs: AttrValues): DFPattern {
    return hasAttr(attrs, this);
  }

  /** This pattern with a type: the type of a tensor as data, or any type in Relay's notation. */
  hasType(type: TypeSpec): DFPattern {
    return hasType(type, this);
  }

  hasDtype(dtype: DType): DFPattern {
    return hasDtype(dtype, this);
  }

  hasShape(shape: readonly Dim[]): DFPattern {
    return hasShape(shape, this);
  }

  /** True if the whole expression matches. Types are inferred if the pattern requires them. */
  match(expr: Expr): boolean {
    return match(this, expr);
  }

  partition(expr: Expr, options?: PartitionOptions): AnyExpr {
    return partition(this, expr, options);
  }

  /**
   * The pattern of a subgraph that ends in this pattern and begins in `parent`. Each expression between them matches
   * `path`.
   */
  dominates(parent: DFPattern, path: DFPattern = wildcard()): DFPattern {
    return make("Dominator", [parent, path, this]);
  }

  /** This pattern, or the result of `option` for it. */
  optional(option: (pattern: DFPattern) => DFPattern): DFPattern {
    return this.or(callableGiven("DFPattern.optional", "option", option)(this));
  }

  protected override get sort(): string {
    return "DFPattern";
  }

  /** The pattern in the notation of this package, such as `isOp("add")(wildcard(), isConstant())`. */
  override toString(): string {
    return scope(() => notation(this));
  }

  override toJSON(): string {
    return this.toString();
  }

  /** @internal */
  override show(): string {
    return `DFPattern ${this.toString()}`;
  }
}

/* eslint-enable @typescript-eslint/no-unsafe-declaration-merging */

/** A pattern that matches expressions that are structurally equal to `expr`. */
export function isExpr(expr: Expr): DFPattern {
  return make("Expr", [], {
    expr: handleOf(expr, () => say("kPatternComparand", "the value that a pattern compares with")),
  });
}

/** The pattern of the operator itself. Call it to get the pattern of its calls. */
export function isOp(name: string): DFPattern {
  return make("Expr", [], { op: textGiven("isOp", "name", name) });
}

/** A variable. With a name, only variables of this name match. */
export function isVar(name = ""): DFPattern {
  return make("Var", [], { name: textGiven("isVar", "name", name) });
}

export function isConstant(): DFPattern {
  return make("Constant", []);
}

/** A pattern that matches any expression. */
export function wildcard(): DFPattern {
  return make("Wildcard", []);
}

/** A tuple with these fields; `null` allows any fields. */
export function isTuple(fields: readonly DFPattern[] | null): DFPattern {
  if (fields === null) return make("Tuple", [], { any: true });
  return make("Tuple", listGiven("isTuple", "fields", fields));
}

/** An item of a tuple; the default allows any index. */
export function isTupleGetItem(tuple: DFPattern, index = -1): DFPattern {
  return make("TupleGetItem", [tuple], { index: numberGiven("isTupleGetItem", "index", index) });
}

export function isIf(cond: DFPattern, trueBranch: DFPattern, falseBranch: DFPattern): DFPattern {
  return make("If", [cond, trueBranch, falseBranch]);
}

export function isLet(variable: DFPattern, value: DFPattern, body: DFPattern): DFPattern {
  return make("Let", [variable, value, body]);
}

/** A function; `null` allows any parameters. TVM's FunctionPattern. */
export function functionPattern(params: readonly DFPattern[] | null, body: DFPattern): DFPattern {
  if (params === null) return make("Function", [body], { any: true });
  return make("Function", [...listGiven("functionPattern", "params", params), body]);
}

export function hasAttr(attrs: AttrValues, pattern: DFPattern = wildcard()): DFPattern {
  return make("Attr", [pattern], { attrs: tableGiven("hasAttr", "attrs", attrs) });
}

export function hasType(type: TypeSpec, pattern: DFPattern = wildcard()): DFPattern {
  if ((type as unknown) === undefined) textGiven("hasType", "type", type);
  return make("Type", [pattern], { type: typeJson(typeGiven("hasType", type)) });
}

export function hasDtype(dtype: DType, pattern: DFPattern = wildcard()): DFPattern {
  return make("DataType", [pattern], { dtype: textGiven("hasDtype", "dtype", dtype) });
}

export function hasShape(shape: readonly Dim[], pattern: DFPattern = wildcard()): DFPattern {
  return make("Shape", [pattern], { shape: listGiven("hasShape", "shape", shape) });
}

/**
 * A subgraph of any shape from `parent` to `child`. Every expression between them matches `path`, and all uses of the
 * parent lead to the child.
 */
export function dominates(parent: DFPattern, path: DFPattern, child: DFPattern): DFPattern {
  return make("Dominator", [parent, path, child]);
}

const patternHandle = (pattern: unknown): number => {
  if (pattern instanceof DFPattern) return pattern.handle;
  throw usageError(
    say("kPatternRequired", "a pattern must be a DFPattern, not {value}", {
      value: describe(pattern),
    }),
  );
};
const exprHandle = (expr: Expr): number =>
  handleOf(expr, () => say("kPatternSubject", "the value to match"));

/** True if the whole expression matches the pattern. */
export function match(pattern: DFPattern, expr: Expr): boolean {
  return raw().matchPattern(patternHandle(pattern), exprHandle(expr));
}

/** The expressions that matched each part of a pattern, after rewriting. */
export class NodeMap {
  /** @internal */
  constructor(private readonly matched: ReadonlyMap<number, readonly AnyExpr[]>) {}

  /** The expressions that matched a part: one, or several if the part is the path of a dominator, or none. */
  get(pattern: DFPattern): readonly AnyExpr[] {
    patternHandle(pattern);
    return this.matched.get(pattern.key) ?? [];
  }

  /** The first expression that matched. Throws if the part matched nothing. */
  first(pattern: DFPattern): AnyExpr {
    const [expr] = this.get(pattern);
    if (expr) return expr;
    throw usageError(say("kPatternPartUnmatched", "this part of the pattern matched nothing"), [
      say("kPatternHasHint", "check with has() whether a part of an alternative matched"),
    ]);
  }

  has(pattern: DFPattern): boolean {
    return this.get(pattern).length > 0;
  }

  /** The texts of the expressions, for each part of the pattern. */
  toJSON(): string[][] {
    return [...this.matched.values()].map((exprs) => exprs.map((expr) => expr.toJSON()));
  }

  toString(): string {
    const parts = [...this.matched.values()].map((exprs) => exprs.map(brief).join(", "));
    return `NodeMap(${parts.map((part) => `[${part}]`).join(", ")})`;
  }
}

export interface CallbackOptions {
  /** True if types must be inferred before the search for the pattern. */
  requireType?: boolean;
  /** If the last callback has it set, all callbacks run only once. */
  rewriteOnce?: boolean;
}

/**
 * A rewriting rule. Extend this class: set `pattern`, and define a method `callback`.
 *
 *     class AddZero extends DFPatternCallback {
 *       x = wildcard();
 *       pattern = this.x.add(isExpr(relay.const(0)));
 *       callback(pre, post, nodeMap) {
 *         return nodeMap.first(this.x);
 *       }
 *     }
 *     const simpler = new AddZero().rewrite(expr);
 */
export abstract class DFPatternCallback {
  abstract pattern: DFPattern;
  requireType: boolean;
  rewriteOnce: boolean;

  constructor(options: CallbackOptions = {}) {
    const { requireType = false, rewriteOnce = false } = optionsGiven(
      "DFPatternCallback",
      options,
      {
        requireType: "boolean",
        rewriteOnce: "boolean",
      },
    );
    this.requireType = requireType;
    this.rewriteOnce = rewriteOnce;
  }

  /**
   * Returns the replacement of a match.
   *
   * @param pre the matched expression in the program.
   * @param post the same expression over rewritten inputs. Return it to keep the expression.
   * @param nodeMap the expressions that matched the parts of the pattern.
   */
  abstract callback(pre: AnyExpr, post: AnyExpr, nodeMap: NodeMap): Expr;

  /** Calls `rewrite` with only this callback. */
  rewrite(expr: Expr, mod?: IRModule): AnyExpr {
    return rewrite(this, expr, mod);
  }
}

function callbackTarget(callback: DFPatternCallback): PassTarget {
  const keys = callback.pattern.nodeKeys;
  return (about, module) => {
    raw().release(module);
    const [pre, post, ...matched] = (exprOf(about) as Tuple).fields;
    const nodes = new Map(keys.map((key, i) => [key, (matched[i] as Tuple).fields] as const));
    const answer: unknown = callback.callback(pre as AnyExpr, post as AnyExpr, new NodeMap(nodes));
    if (answer instanceof Expr) return cloneHandle(answer);
    throw usageError(
      say(
        "kPatternCallbackResultInvalid",
        "a callback of a pattern returned {value}, not an expression",
        {
          value: describe(answer),
        },
      ),
      [
        say(
          "kPatternCallbackKeepHint",
          "to keep the matched expression, return the second argument",
        ),
      ],
      "invalid-pass",
    );
  };
}

/**
 * Rewrites the matches of the callbacks' patterns, in the order of the callbacks, until none of them changes anything.
 * An exception of a callback ends the rewriting and reaches the caller.
 *
 * @param mod has the global functions that the expression calls. It is needed if types are needed.
 */
export function rewrite(
  callbacks: DFPatternCallback | readonly DFPatternCallback[],
  expr: Expr,
  mod?: IRModule,
): AnyExpr {
  const list = Array.isArray(callbacks)
    ? (callbacks as readonly DFPatternCallback[])
    : [callbacks as DFPatternCallback];
  return host.lend((lender) => {
    const told = list.map((callback) => {
      if (!(callback instanceof DFPatternCallback)) {
        throw usageError(
          say("kPatternCallbacksRequired", "{name} takes DFPatternCallback objects, not {value}", {
            name: "rewrite",
            value: describe(callback),
          }),
        );
      }
      const { pattern, requireType, rewriteOnce } = callback;
      const known = patternHandle(pattern);
      const target = lender.pass(callbackTarget(callback));
      return { pattern: known, target, requireType, rewriteOnce };
    });
    if (mod !== undefined && !(mod instanceof IRModule)) {
      throw usageError(
        say("kRewriteModuleRequired", "rewrite takes an IRModule, not {value}", {
          value: describe(mod),
        }),
      );
    }
    return exprOf(raw().rewritePatterns(JSON.stringify(told), exprHandle(expr), mod?.handle ?? 0));
  });
}

export interface PartitionOptions {
  /** Attributes of the functions, such as `{ Composite: "accel.conv_relu" }`. */
  attrs?: AttrValues;
  /** Returns true if a match must become a function. */
  check?: (match: AnyExpr) => boolean;
}

/** @internal Wraps a check so that the engine can call it. */
export function checkTarget(check: (match: AnyExpr) => boolean): PassTarget {
  return (about, module) => {
    raw().release(module);
    const expr = exprOf(about);
    return synchronous("a pattern", "check", check(expr)) ? cloneHandle(expr) : 0;
  };
}

/**
 * Moves each match into a function of its own with the attribute `PartitionedFromPattern`, and replaces the match by a
 * call of the function.
 */
export function partition(pattern: DFPattern, expr: Expr, options: PartitionOptions = {}): AnyExpr {
  const { attrs = {}, check } = optionsGiven("partition", options, {
    attrs: "object",
    check: "function",
  });
  const known = patternHandle(pattern);
  const where = exprHandle(expr);
  const given = toJson(attrs, attributeOut);
  return host.lend(({ pass }) =>
    exprOf(raw().partitionPattern(known, where, given, check ? pass(checkTarget(check)) : 0)),
  );
}
