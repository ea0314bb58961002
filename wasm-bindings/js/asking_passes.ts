// Passes that ask functions of one's own; the rest of the passes are generated.

import "./symbols.js";

import { describe } from "./describe.js";
import { host, raw } from "./engine.js";
import { usageError } from "./errors.js";
import { Expr, exprOf, opNamed, type AnyExpr, type Call, type Tuple } from "./expr.js";
import type { LegalizeOptions as TableOptions } from "./generated/passes.js";
import { cloneHandle } from "./handle.js";
import type { PassTarget } from "./host.js";
import { tableGiven } from "./given.js";
import { optionsJson } from "./options.js";
import { Pass } from "./pass.js";
import { say } from "./messages.js";

/**
 * What takes the place of a call: an expression of the same type, or nothing to leave the call.
 *
 * @param call as it stands in the program, with its attributes, argument types and result type.
 * @param inputs what the pass has made of its arguments; use these.
 */
export type OpRule = (call: Call, inputs: readonly AnyExpr[]) => Expr | null | undefined;
/** Rules by the names of operators. */
export type OpRules = Readonly<Record<string, OpRule>>;

/** Rules of operators that are in force, by the name of TVM's attribute of operators. */
const temporary = {
  FTVMAlterOpLayout: new Map<string, OpRule>(),
  FTVMLegalize: new Map<string, OpRule>(),
};

/**
 * As TVM's class: a rule for an operator that passes have which are made between `enter` and `exit`, or for as long as
 * a `using` lasts: AlterOpLayout for "FTVMAlterOpLayout", Legalize for "FTVMLegalize".
 */
export class TempOpAttr implements Disposable {
  readonly #rules: Map<string, OpRule>;
  readonly #op: string;
  readonly #rule: OpRule;
  #older: OpRule | undefined;
  #entered = false;

  constructor(opName: string, attrKey: keyof typeof temporary, attrValue: OpRule) {
    opNamed(opName);
    if (!Object.hasOwn(temporary, attrKey)) {
      throw usageError(say("TempOpAttr has no attribute {value}", { value: describe(attrKey) }), [
        say("attributes are {names}", { names: Object.keys(temporary) }),
      ]);
    }
    this.#rules = temporary[attrKey];
    this.#op = opName;
    this.#rule = checkedRule("TempOpAttr", opName, attrValue);
  }

  /** Once, until `exit`. */
  enter(): this {
    if (this.#entered) throw usageError(say("this TempOpAttr has been entered already"));
    this.#entered = true;
    this.#older = this.#rules.get(this.#op);
    this.#rules.set(this.#op, this.#rule);
    return this;
  }

  /** What was before is in force again. */
  exit(): void {
    if (!this.#entered) return;
    this.#entered = false;
    if (this.#older) this.#rules.set(this.#op, this.#older);
    else this.#rules.delete(this.#op);
  }

  [Symbol.dispose](): void {
    this.exit();
  }
}

/** What has to be a function. */
function checkedRule(pass: string, op: string, rule: unknown): OpRule {
  if (typeof rule === "function") return rule as OpRule;
  throw usageError(
    say("{pass}: the rule for {operator} must be a function, not {value}", {
      pass,
      operator: op,
      value: describe(rule),
    }),
  );
}

/** What answers the engine with an expression or nothing. */
function question(pass: string, ask: (about: AnyExpr) => unknown): PassTarget {
  return (about, module) => {
    raw().release(module);
    const answer = ask(exprOf(about)) ?? undefined;
    if (answer === undefined) return 0;
    if (answer instanceof Expr) return cloneHandle(answer);
    throw usageError(
      say("a rule of {pass} returned {value}, not an expression or nothing", {
        pass,
        value: describe(answer),
      }),
      [],
      "invalid-pass",
    );
  };
}

/** @internal A pass of the table that asks functions, by the names that it has for them. */
export function askingPass(
  name: string,
  options: object,
  questions: ReadonlyMap<string, PassTarget>,
): Pass {
  return host.lend(({ pass }) => {
    const numbers = [...questions].map(([key, target]) => [key, pass(target)] as const);
    const asked = JSON.stringify(Object.fromEntries(numbers));
    return new Pass(raw().makeAskingPass(name, optionsJson(options), asked));
  });
}

function withRules(name: string, options: object, rules: OpRules): Pass {
  const questions = new Map<string, PassTarget>();
  for (const [op, rule] of Object.entries(tableGiven(name, "rules", rules))) {
    checkedRule(name, op, rule);
    const ask = question(name, (about) => {
      const [call, ...inputs] = (about as Tuple).fields;
      return rule(call as Call, inputs);
    });
    questions.set(op, ask);
  }
  return askingPass(name, options, questions);
}

/**
 * Lets rules choose other operators or layouts, and puts layout transforms where layouts meet. A rule
 * returns a call of as many arguments; its attributes say which layouts it has. Without rules nothing
 * changes. Opt level 3, requires InferType.
 */
export function AlterOpLayout(options: { rules?: OpRules } = {}): Pass {
  const { rules = {}, ...rest } = tableGiven("AlterOpLayout", "options", options);
  return withRules("AlterOpLayout", rest, {
    ...Object.fromEntries(temporary.FTVMAlterOpLayout),
    ...tableGiven("AlterOpLayout", "rules", rules),
  });
}

export interface LegalizeOptions extends TableOptions {
  /** They take the place of the engine's for their operators. */
  rules?: OpRules;
}

/** Replaces operators by what rules say. Opt level 1, requires InferType. */
export function Legalize(options: LegalizeOptions = {}): Pass {
  const { rules = {}, ...rest } = tableGiven("Legalize", "options", options);
  return withRules("Legalize", rest, {
    ...Object.fromEntries(temporary.FTVMLegalize),
    ...tableGiven("Legalize", "rules", rules),
  });
}

export interface EliminateCommonSubexprOptions {
  /** Whether an expression is left alone. */
  fskip?: ((expr: AnyExpr) => boolean) | undefined;
}

/** Keeps one of several calls that compute the same. Opt level 3, requires InferType. */
export function EliminateCommonSubexpr(options: EliminateCommonSubexprOptions = {}): Pass {
  const { fskip, ...rest } = tableGiven("EliminateCommonSubexpr", "options", options);
  if (fskip !== undefined && typeof fskip !== "function") {
    throw usageError(
      say("EliminateCommonSubexpr: fskip must be a function, not {value}", {
        value: describe(fskip),
      }),
    );
  }
  const questions = new Map<string, PassTarget>();
  if (fskip) {
    const ask = (expr: AnyExpr): unknown => (fskip(expr) ? expr : undefined);
    questions.set("fskip", question("EliminateCommonSubexpr", ask));
  }
  return askingPass("EliminateCommonSubexpr", rest, questions);
}
