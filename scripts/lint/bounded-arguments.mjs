// ESLint rule: lists of any length are not spread into calls. An engine has room for some ten thousand arguments, and a
// call with more ends in a RangeError.

import { ESLintUtils } from "@typescript-eslint/utils";

/** Whether the expression is the rest parameter of a function around it: those arguments have already fit a call. */
function isRestParameter(node, scope) {
  if (node.type !== "Identifier") return false;
  for (let at = scope; at; at = at.upper) {
    const variable = at.set.get(node.name);
    if (variable) return variable.defs.some(({ name }) => name.parent.type === "RestElement");
  }
  return false;
}

/** `list.slice(a, b)` and `bytes.subarray(a, b)` are as short as the program says. */
const isPart = (node) =>
  node.type === "CallExpression" &&
  node.arguments.length === 2 &&
  ["slice", "subarray"].includes(node.callee.property?.name);

/** `Object.assign({}, ...tables)`: the tables are the program's own. */
const isAssign = ({ callee }) =>
  callee.object?.name === "Object" && callee.property?.name === "assign";

export default ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: "problem",
    schema: [],
    messages: {
      spread: "The list may be longer than a call takes. Use a loop, or `reduce`.",
    },
  },
  defaultOptions: [],
  create(context) {
    const services = ESLintUtils.getParserServices(context);
    const checker = services.program.getTypeChecker();
    const isTuple = (type) =>
      type.isUnion()
        ? type.types.every(isTuple)
        : checker.isTupleType(checker.getApparentType(type));

    const check = (call) => {
      if (isAssign(call)) return;
      for (const each of call.arguments) {
        if (each.type !== "SpreadElement") continue;
        const { argument } = each;
        if (isPart(argument)) continue;
        if (isRestParameter(argument, context.sourceCode.getScope(argument))) continue;
        if (!isTuple(services.getTypeAtLocation(argument))) {
          context.report({ node: each, messageId: "spread" });
        }
      }
    };
    return { CallExpression: check, NewExpression: check };
  },
});
