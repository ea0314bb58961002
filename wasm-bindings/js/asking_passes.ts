// Passes that ask functions of the user. The other passes are generated.

import "./symbols.js";

import { describe } from "./describe.js";
import { host, raw } from "./engine.js";
import { usageError } from "./errors.js";
import { Expr, exprOf, opNamed, type AnyExpr, type Call, type Tuple } from "./expr.js";
import type { LegalizeOptions as TableOptions } from "./generated/passes.js";
import { cloneHandle } from "./handle.js";
import type { PassTarget } from "./host.js";
import { optionsGiven, synchronous, tableGiven } from "./given.js";
import { optionsJson } from "./options.js";
import { Pass } from "./pass.js";
import { say } from "./messages.js";

/**
 * A rule for calls of an operator. It returns an expression of the same type to replace the call, or nothing to keep
 * it.
 *
 * @param call the call in the program, with its attributes, argument types and result type.
 * @param inputs the arguments after the pass has rewritten them. Use these in the result.
 */
export type OpRule = (call: Call, inputs: readonly AnyExpr[]) => Expr | null | undefined;
/** Rules by the names of operators. */
export type OpRules = Readonly<Record<string, OpRule>>;

/** The rules of all entered TempOpAttr objects, by the name of TVM's attribute of operators. */
const temporary = {
  FTVMAlterOpLayout: new Map<string, OpRule>(),
  FTVMLegalize: new Map<string, OpRule>(),
};

/**
 * TVM's class of this name: a temporary rule for an operator. Passes that are made between `enter` and `exit`, or
 * during a `using`, have the rule. "FTVMAlterOpLayout" is for AlterOpLayout, and "FTVMLegalize" is for Legalize.
 */
export class TempOpAttr implements Disposable {
  /** The operator's name. */
  readonly opName: string;
  /** The name of TVM's attribute. */
  readonly attrKey: keyof typeof temporary;
  /** The rule. */
  readonly attrValue: OpRule;
  readonly #rules: Map<string, OpRule>;
  #older: OpRule | undefined;
  #entered = false;

  constructor(opName: string, attrKey: keyof typeof temporary, attrValue: OpRule) {
    opNamed(opName);
    if (!Object.hasOwn(temporary, attrKey)) {
      throw usageError(
        say(
          "kTempOpAttrNameUnknown",
          "TempOpAttr: the attribute must be one of {names}, not {value}",
          {
            names: Object.keys(temporary),
            value: describe(attrKey),
          },
        ),
      );
    }
    this.#rules = temporary[attrKey];
    this.opName = opName;
    this.attrKey = attrKey;
    this.attrValue = checkedRule("TempOpAttr", opName, attrValue);
  }

  /** Adds the rule until `exit`. Throws if it has been entered already. */
  enter(): this {
    if (this.#entered)
      throw usageError(
        say("kTempOpAttrAlreadyEntered", "this TempOpAttr has been entered already"),
      );
    this.#entered = true;
    this.#older = this.#rules.get(this.opName);
    this.#rules.set(this.opName, this.attrValue);
    return this;
  }

  /** Restores the rule that was there before `enter`. */
  exit(): void {
    if (!this.#entered) return;
    this.#entered = false;
    if (this.#older) this.#rules.set(this.opName, this.#older);
    else this.#rules.delete(this.opName);
  }

  [Symbol.dispose](): void {
    this.exit();
  }

  toString(): string {
    return `TempOpAttr(${this.opName}, ${this.attrKey})`;
  }
}

/** Checks that a rule is a function. */
function checkedRule(pass: string, op: string, rule: unknown): OpRule {
  if (typeof rule === "function") return rule as OpRule;
  throw usageError(
    say("kPassRuleNotFunction", "{pass}: the rule for {operator} must be a function, not {value}", {
      pass,
      operator: op,
      value: describe(rule),
    }),
  );
}

/** Wraps a function so that the engine gets its answer: the handle of an expression, or 0 for nothing. */
function question(pass: string, ask: (about: AnyExpr) => unknown): PassTarget {
  return (about, module) => {
    raw().release(module);
    const answer = ask(exprOf(about)) ?? undefined;
    if (answer === undefined) return 0;
    if (answer instanceof Expr) return cloneHandle(answer);
    throw usageError(
      say(
        "kPassRuleResultInvalid",
        "a rule of {pass} returned {value}, not an expression or undefined",
        {
          pass,
          value: describe(answer),
        },
      ),
      [],
      "invalid-pass",
    );
  };
}

/** @internal Makes a pass of the table that asks functions; `questions` has them by their keys. */
export function askingPass(
  name: string,
  options: object,
  questions: ReadonlyMap<string, PassTarget>,
): Pass {
  return host.lend(({ pass }) => {
    const numbers = [...questions].map(([key, target]) => [key, pass(target)] as const);
    const asked = JSON.stringify(Object.fromEntries(numbers));
    return new Pass(raw().makeAskingPass(name, optionsJson(options, name), asked));
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
 * Lets rules choose other operators or layouts, and inserts layout transforms where layouts differ. A rule returns a
 * call with the same number of arguments; the call's attributes tell its layouts. Without rules, nothing changes. Opt
 * level 3, requires InferType.
 */
export function AlterOpLayout(options: { rules?: OpRules } = {}): Pass {
  const { rules = {} } = optionsGiven("AlterOpLayout", options, { rules: "any" });
  return withRules(
    "AlterOpLayout",
    {},
    {
      ...Object.fromEntries(temporary.FTVMAlterOpLayout),
      ...tableGiven("AlterOpLayout", "rules", rules),
    },
  );
}

export interface LegalizeOptions extends TableOptions {
  /** Each replaces the engine's rule for its operator. */
  rules?: OpRules;
}

/** Replaces calls of operators by the results of rules. Opt level 1, requires InferType. */
export function Legalize(options: LegalizeOptions = {}): Pass {
  const { rules = {}, ...rest } = optionsGiven("Legalize", options, {
    rules: "any",
    legalizeMapAttrName: "any",
  });
  return withRules("Legalize", rest, {
    ...Object.fromEntries(temporary.FTVMLegalize),
    ...tableGiven("Legalize", "rules", rules),
  });
}

export interface EliminateCommonSubexprOptions {
  /** Returns true for an expression that the pass must keep. */
  fskip?: ((expr: AnyExpr) => boolean) | undefined;
}

/** Replaces calls that compute the same by one of them. Opt level 3, requires InferType. */
export function EliminateCommonSubexpr(options: EliminateCommonSubexprOptions = {}): Pass {
  const { fskip } = optionsGiven("EliminateCommonSubexpr", options, { fskip: "any" });
  if (fskip !== undefined && typeof fskip !== "function") {
    throw usageError(
      say(
        "kSkipFunctionRequired",
        "EliminateCommonSubexpr: fskip must be a function, not {value}",
        {
          value: describe(fskip),
        },
      ),
    );
  }
  const questions = new Map<string, PassTarget>();
  if (fskip) {
    const ask = (expr: AnyExpr): unknown =>
      synchronous("EliminateCommonSubexpr", "fskip", fskip(expr)) ? expr : undefined;
    questions.set("fskip", question("EliminateCommonSubexpr", ask));
  }
  return askingPass("EliminateCommonSubexpr", {}, questions);
}
