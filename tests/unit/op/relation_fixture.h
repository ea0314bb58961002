// Runs a type relation without type inference.
#pragma once

#include <catch2/catch.hpp>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "op/op.h"

namespace passcope::testing {

// A tensor type.
inline Type Tensor(std::initializer_list<Dim> shape, DataType dtype = DataType::Float(32)) {
  return TensorType(Shape(shape), dtype);
}
inline constexpr Dim kAny = Dim::Any();

struct RelationResult : TypeRelContext {
  RelStatus status = RelStatus::kPending;
  DiagKind kind = DiagKind::kUsage;
  std::string message;
  int arg = -1;
  // Types of arguments that the relation inferred.
  std::vector<std::pair<size_t, Type>> assigned;
  std::vector<Type> types;
  Expr call_expr;

  bool Assign(size_t i, const Type& type) override {
    if (types[i]->kind() == TypeKind::kIncomplete) {
      assigned.emplace_back(i, type);
      types[i] = type;
      return true;
    }
    const auto* have = As<TensorTypeNode>(types[i]);
    const auto* want = As<TensorTypeNode>(type);
    bool fits = have && want && have->dtype == want->dtype && have->rank() == want->rank();
    for (size_t k = 0; fits && k < have->rank(); ++k) {
      Dim a = have->shape[k], b = want->shape[k];
      // A symbol can be an integer.
      fits = a == b || a.is_any() || b.is_any() || a.is_symbol() != b.is_symbol();
    }
    if (!fits) Fail(DiagKind::kTypeMismatch, Say("assign"), static_cast<int>(i));
    if (fits && !(types[i] == type)) assigned.emplace_back(i, type);
    return fits;
  }
  RelStatus Fail(DiagKind diag, Message problem, int at) override {
    kind = diag;
    message = problem.text();
    arg = at;
    return RelStatus::kFailed;
  }
  std::string text() const {
    if (status == RelStatus::kDone) return TypeText(result);
    return status == RelStatus::kPending ? "pending" : message;
  }
};

// The operator's default attributes with the given values.
inline Attrs AttrsOf(const char* op,
                     std::initializer_list<std::pair<const char*, AttrValue>> values = {}) {
  const OpNode* node = FindOp(op);
  REQUIRE(node);
  if (!node->decl->schema) return nullptr;
  const AttrSchema& schema = node->decl->schema();
  AttrsNode* attrs = schema.create();
  for (const auto& [name, value] : values) {
    const AttrField* field = schema.Find(name);
    INFO(op << "." << name);
    REQUIRE(field);
    REQUIRE(attrs->Set(*field, value));
  }
  return Attrs(attrs);
}

// Applies the relation of `op` to arguments with these types.
inline RelationResult Relate(const char* op, std::vector<Type> types,
                             std::initializer_list<std::pair<const char*, AttrValue>> attrs = {}) {
  RelationResult context;
  std::vector<Expr> args;
  for (size_t i = 0; i < types.size(); ++i) args.push_back(Var("x", types[i]));
  context.call_expr = Call(GetOp(op), args, AttrsOf(op, attrs));
  context.call = As<CallNode>(context.call_expr);
  context.types = std::move(types);
  context.arg_types = context.types;
  REQUIRE(As<OpNode>(GetOp(op))->decl->args.size() == context.types.size());
  context.status = RunTypeRelation(context);
  return context;
}

// The text of the result type, "pending" or the message.
inline std::string Infer(const char* op, std::vector<Type> types,
                         std::initializer_list<std::pair<const char*, AttrValue>> attrs = {}) {
  return Relate(op, std::move(types), attrs).text();
}
// The kind of the diagnostic; the relation must fail.
inline DiagKind FailKind(const char* op, std::vector<Type> types,
                         std::initializer_list<std::pair<const char*, AttrValue>> attrs = {}) {
  RelationResult result = Relate(op, std::move(types), attrs);
  INFO(result.text());
  REQUIRE(result.status == RelStatus::kFailed);
  return result.kind;
}
inline AttrValue Ints(std::vector<int64_t> values) { return AttrValue::Ints(values); }

}  // namespace passcope::testing
