// Computing on known values, and fuel.
#include "transforms/partial_value.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "runtime/evaluator.h"
#include "runtime/kernel.h"
#include "transforms/fold_constant.h"

namespace passcope {

using Known = PartialValueNode::Known;

namespace {

uint64_t PositiveNumber(const PartialValue& value) {
  if (value->known != Known::kTensor || !value->tensor->shape.empty()) return 0;
  DataType dtype = value->tensor->dtype;
  if (dtype != DataType::Int(32) && dtype != DataType::Int(64)) return 0;
  return static_cast<uint64_t>(std::max<int64_t>(0, value->tensor->ToInt(0)));
}

}  // namespace

std::optional<Value> WholeValue(const PartialValue& value) {
  if (value->known == Known::kTensor) return Value(value->tensor);
  if (value->known != Known::kTuple) return std::nullopt;
  std::vector<Value> fields;
  for (const PartialValue& field : value->fields) {
    std::optional<Value> whole = WholeValue(field);
    if (!whole) return std::nullopt;
    fields.push_back(*std::move(whole));
  }
  return Value::Tuple(std::move(fields));
}

std::optional<Value> ComputeAhead(const CallNode* call, const Expr& callee,
                                  const std::vector<PartialValue>& args) {
  const auto* op = As<OpNode>(callee);
  auto stateful = [](const ExprNode* node) {
    const auto* op = As<OpNode>(node);
    return op && op->decl->Has(OpTrait::kStateful);
  };
  bool stays = false;
  if (op) {
    stays = stateful(op);
  } else {
    // A function that calls global functions, such as regions of compilers, is left to the run.
    PostOrderVisit(
        callee, [&](const ExprNode* node) { stays |= stateful(node) || As<GlobalVarNode>(node); });
  }
  if (stays) return std::nullopt;
  std::vector<Value> values;
  std::vector<Expr> vars;
  for (const PartialValue& arg : args) {
    std::optional<Value> whole = WholeValue(arg);
    if (!whole) return std::nullopt;
    values.push_back(*std::move(whole));
  }
  try {
    if (op) {
      Expr untyped = Call(callee, call->args(), call->attrs, call->type_args);
      return RunKernel(As<CallNode>(untyped), values);
    }
    std::vector<Binding> bindings;
    for (Value& value : values) {
      vars.push_back(Var("arg"));
      bindings.push_back({As<VarNode>(vars.back())->vid, std::move(value)});
    }
    return EvaluateExpr(Call(callee, vars), bindings);
  } catch (const DiagnosticError& error) {
    if (!IsLeftToTheRun(error)) throw;
    return std::nullopt;
  }
}

Fuel FuelOf(const std::vector<PartialValue>& args) {
  Fuel fuel{false, {}};
  for (const PartialValue& arg : args) fuel.args.emplace_back(arg->created, PositiveNumber(arg));
  return fuel;
}

std::optional<Fuel> Meet(const Fuel& fuel, const Fuel& args) {
  if (fuel.unlimited) return args;
  Fuel left = fuel;
  bool less = false;
  for (size_t i = 0; i < left.args.size() && i < args.args.size(); ++i) {
    less |= args.args[i].first < left.args[i].first || args.args[i].second < left.args[i].second;
    left.args[i].first = std::min(left.args[i].first, args.args[i].first);
    left.args[i].second = std::min(left.args[i].second, args.args[i].second);
  }
  return less ? std::optional(left) : std::nullopt;
}

}  // namespace passcope
