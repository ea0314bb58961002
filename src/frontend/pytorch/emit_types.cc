// Annotations and symbols of the source.
#include "frontend/pytorch/emit_types.h"

#include "support/check.h"

namespace passcope::frontend {

TorchType ToTorchType(const CodeExpr* annotation) {
  TorchType type;
  if (!annotation) return type;
  if (annotation->kind == CodeExprKind::kSubscript) {
    const std::string& outer = annotation->items[0]->text;
    const CodeExpr* inner = annotation->items[1].get();
    if (outer == "List") return ToTorchType(inner).list();
    if (outer == "Optional") {
      type = ToTorchType(inner);
      type.optional = true;
      return type;
    }
    if (outer == "Tuple") {
      type.kind = TorchKind::kTuple;
      if (inner->kind == CodeExprKind::kTuple) {
        for (const CodeExprPtr& field : inner->items)
          type.fields.push_back(ToTorchType(field.get()));
      } else {
        type.fields.push_back(ToTorchType(inner));
      }
      return type;
    }
    return type;
  }
  if (annotation->kind == CodeExprKind::kNone) {
    type.kind = TorchKind::kNone;
    return type;
  }
  if (annotation->kind == CodeExprKind::kAttribute) {
    type.kind = TorchKind::kObject;
    return type;
  }
  struct Row {
    std::string_view name;
    TorchKind kind;
  };
  static constexpr Row kRows[] = {{"Tensor", TorchKind::kTensor}, {"int", TorchKind::kInt},
                                  {"float", TorchKind::kReal},    {"number", TorchKind::kNumber},
                                  {"bool", TorchKind::kBool},     {"str", TorchKind::kText},
                                  {"Device", TorchKind::kDevice}, {"NoneType", TorchKind::kNone},
                                  {"Scalar", TorchKind::kNumber}};
  for (const Row& row : kRows) {
    if (row.name == annotation->text) type.kind = row.kind;
  }
  return type;
}

std::string BinaryOperatorName(std::string_view symbol) {
  struct Row {
    std::string_view symbol;
    std::string_view name;
  };
  static constexpr Row kRows[] = {{"+", "add"},         {"-", "sub"},         {"*", "mul"},
                                  {"/", "div"},         {"//", "floordiv"},   {"%", "remainder"},
                                  {"==", "eq"},         {"!=", "ne"},         {"<", "lt"},
                                  {">", "gt"},          {"<=", "le"},         {">=", "ge"},
                                  {"|", "__or__"},      {"&", "__and__"},     {"^", "__xor__"},
                                  {"<<", "__lshift__"}, {">>", "__rshift__"}, {"@", "matmul"}};
  for (const Row& row : kRows) {
    if (row.symbol == symbol) return "aten::" + std::string(row.name);
  }
  PASSCOPE_CHECK(false);
  return "";
}

}  // namespace passcope::frontend
