// Names for the values of a Relay function, for writers of other frameworks' models.

/**
 * The name of a function's result. A variable has its own name, and `call` names each call. If an operator has several
 * results, the first one counts.
 *
 * @param {object} body the body of a function of the package
 * @param {(call: object, nameOf: (expr: object) => string) => string} call runs once for each call, after the calls
 * whose names it gets from `nameOf`
 * @returns {string}
 */
export function nameValues(body, call) {
  const names = new Map();
  const nameOf = (expr) => {
    const known = names.get(expr);
    if (known) return known;
    let name;
    if (expr.kind === "Var") {
      name = expr.name;
    } else if (expr.kind === "TupleGetItem") {
      if (expr.index !== 0) throw new Error("only the first result of an operator is known");
      name = nameOf(expr.tupleValue);
    } else if (expr.kind === "Call" && expr.op.kind === "Op") {
      name = call(expr, nameOf);
    } else {
      throw new Error(`there is no name for a ${expr.kind}`);
    }
    names.set(expr, name);
    return name;
  };
  return nameOf(body);
}
