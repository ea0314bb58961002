// ESLint rule: names that are not known before the page runs are looked up in Maps, or by `own`. A plain table has
// members that nobody put there (`constructor`, `toString`), and a write to its `__proto__` replaces its prototype.

import { ESLintUtils } from "@typescript-eslint/utils";
import ts from "typescript";

const isKeyOf = (type) =>
  type !== undefined &&
  ((type.flags & ts.TypeFlags.Index) !== 0 || (type.isIntersection() && type.types.some(isKeyOf)));

/** Whether any text may have the type. Types of known texts, numbers and symbols are no names from outside. */
function isAnyName(type, checker) {
  // `keyof T`: the type checker has seen to it that the name is one of a table.
  if (isKeyOf(type) || isKeyOf(type.getConstraint())) return false;
  const constraint = checker.getBaseConstraintOfType(type) ?? type;
  if (constraint.isUnion()) return constraint.types.some((part) => isAnyName(part, checker));
  return (
    (constraint.flags &
      (ts.TypeFlags.String |
        ts.TypeFlags.TemplateLiteral |
        ts.TypeFlags.Any |
        ts.TypeFlags.Unknown)) !==
    0
  );
}

/** The expression without assertions of its type: they change nothing at run time. */
function withoutAssertions(node) {
  let at = node;
  while (at.type === "TSAsExpression" || at.type === "TSNonNullExpression") at = at.expression;
  return at;
}

/** Whether the type is a list, whose members have numbers. */
const isList = (type, checker) =>
  checker.isArrayType(type) ||
  checker.isTupleType(type) ||
  (checker.getIndexTypeOfType(type, ts.IndexKind.Number) !== undefined &&
    checker.getIndexTypeOfType(type, ts.IndexKind.String) === undefined);

export default ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: "problem",
    schema: [],
    messages: {
      read: "Any text can be the name here. Use a Map, or `own(table, name)` of own.ts.",
      write: "Any text can be the name here, also `__proto__`. Use a Map, or `Object.fromEntries`.",
      in: "Any text can be the name here, also `constructor`. Use a Map, or `Object.hasOwn(table, name)`.",
    },
  },
  defaultOptions: [],
  create(context) {
    const services = ESLintUtils.getParserServices(context);
    const checker = services.program.getTypeChecker();
    const typeOf = (node) => services.getTypeAtLocation(node);

    const isWritten = ({ parent }, node) =>
      (parent.type === "AssignmentExpression" && parent.left === node) ||
      (parent.type === "UpdateExpression" && parent.argument === node);

    return {
      MemberExpression(node) {
        // `delete` sees a table's own members only.
        if (!node.computed || node.parent.operator === "delete") return;
        const key = withoutAssertions(node.property);
        if (key.type === "Literal" || !isAnyName(typeOf(key), checker)) return;
        if (isList(checker.getApparentType(typeOf(node.object)), checker)) return;
        context.report({ node, messageId: isWritten(node, node) ? "write" : "read" });
      },
      BinaryExpression(node) {
        if (node.operator !== "in" || node.left.type === "PrivateIdentifier") return;
        const key = withoutAssertions(node.left);
        if (key.type === "Literal" || !isAnyName(typeOf(key), checker)) return;
        context.report({ node, messageId: "in" });
      },
    };
  },
});
