// Gradients of functions: `transform.gradient`.

import { describe } from "./describe.js";
import { usageError } from "./errors.js";
import { GlobalVar, functionGiven, type Expr, type Function as RelayFunction } from "./expr.js";
import { IRModule, moduleIfGiven } from "./ir.js";
import { say } from "./messages.js";
import { createPass } from "./pass.js";

/**
 * The method of differentiation. "higher_order" uses references and closures, and takes any function. "first_order"
 * uses only dataflow, and takes no control flow, closures or calls of other functions.
 */
export type GradientMode = "higher_order" | "first_order";

/** Returns a name that the module does not have. */
function freshName(mod: IRModule): string {
  const taken = new Set(mod.globalVars());
  let name = "gradient";
  for (let i = 1; taken.has(name); ++i) name = `gradient_${i}`;
  return name;
}

/**
 * TVM's `relay.transform.gradient`. Returns a function with the same parameters, which must be tensors. It returns a
 * pair: the original result, and a tuple with one gradient per parameter. They are the gradients of the sum of the
 * first tensor of the result.
 *
 * With a module, the function can call global functions. The result calls counterparts of them, whose names end with
 * "_grad". As in TVM, they are added to `mod`, so that it can run the result. The module's other functions do not
 * change.
 *
 * @param expr a function, or the name of a function in `mod`. Its types are inferred if it has none.
 * @throws DiagnosticError if an operator has no gradient or a parameter is not a tensor.
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
    throw usageError(
      say("kGradientNeedsModule", "{name} needs a module to find a function by its name", { name }),
    );
  }
  const fn = isName ? (module as IRModule).get(expr as GlobalVar) : functionGiven(name, expr);
  if (mode === "first_order") {
    if (module) {
      throw usageError(
        say("kFirstOrderGradientModuleGiven", '{name} with mode "first_order" takes no module', {
          name,
        }),
        [
          say("kPassTakesModules", "use the pass {pass} for a module", {
            pass: "FirstOrderGradient",
          }),
        ],
      );
    }
    return createPass("FirstOrderGradient")(IRModule.fromExpr(fn)).get("main");
  }
  if ((mode as unknown) !== "higher_order") {
    throw usageError(
      say("kGradientModeUnknown", "{name}: the mode must be one of {names}, not {value}", {
        name,
        names: ["higher_order", "first_order"],
        value: describe(mode),
      }),
    );
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
