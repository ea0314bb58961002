// The gradient of a function as a function: `transform.gradient`.

import { describe } from "./describe.js";
import { usageError } from "./errors.js";
import { GlobalVar, functionGiven, type Expr, type Function as RelayFunction } from "./expr.js";
import { IRModule, moduleIfGiven } from "./ir.js";
import { say } from "./messages.js";
import { createPass } from "./pass.js";

/**
 * How gradients are found: by references and closures, of any function ("higher_order"), or by dataflow alone, without
 * control flow, closures and calls of other functions ("first_order").
 */
export type GradientMode = "higher_order" | "first_order";

/** A name that no function of the module has. */
function freshName(mod: IRModule): string {
  const taken = new Set(mod.globalVars());
  let name = "gradient";
  for (let i = 1; taken.has(name); ++i) name = `gradient_${i}`;
  return name;
}

/**
 * As TVM's `relay.transform.gradient`: a function of the same parameters, which are tensors, that returns a pair of the
 * original result and of a tuple with the gradient of its first tensor, summed, by each parameter.
 *
 * With a module the function may call global functions. Those that it calls get counterparts with "_grad" at their
 * names, which the result calls: as in TVM they are added to `mod`, so that it can run the result. The module's other
 * functions stay as they are.
 *
 * @param expr a function, or the name of one of `mod`'s. Its types are inferred if it has none.
 * @throws DiagnosticError where an operator has no gradient or a parameter is no tensor.
 */
export function gradient(
  expr: RelayFunction | GlobalVar,
  mod?: IRModule,
  mode: GradientMode = "higher_order",
): RelayFunction {
  const name = "transform.gradient";
  const module = moduleIfGiven(name, mod);
  const isName = (expr as Expr) instanceof GlobalVar;
  if (isName && !module) {
    throw usageError(say("{name} needs the module that has the function", { name }));
  }
  const fn = isName ? (module as IRModule).get(expr as GlobalVar) : functionGiven(name, expr);
  if (mode === "first_order") {
    if (module) {
      throw usageError(say("{name} of first order takes no module", { name }), [
        say("the pass {pass} takes modules", { pass: "FirstOrderGradient" }),
      ]);
    }
    return createPass("FirstOrderGradient")(IRModule.fromExpr(fn)).get("main");
  }
  if ((mode as unknown) !== "higher_order") {
    throw usageError(say("{name} has no mode {value}", { name, value: describe(mode) }), [
      say("modes are {names}", { names: ["higher_order", "first_order"] }),
    ]);
  }
  const own = module?.clone() ?? IRModule.fromFunctions();
  try {
    const known = new Set(own.globalVars());
    const fresh = freshName(own);
    own.set(fresh, fn);
    const made = createPass("HigherOrderGradient", { function: fresh })(own);
    try {
      for (const added of made.globalVars()) {
        if (module && added !== fresh && !known.has(added)) module.set(added, made.get(added));
      }
      return made.get(fresh);
    } finally {
      made.dispose();
    }
  } finally {
    own.dispose();
  }
}
