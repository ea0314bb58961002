#include "frontend/onnx/tuples.h"

#include "diagnostics/diagnostic.h"

namespace passcope::frontend::onnx {

bool IsTuple(const Expr& expr) { return As<TupleTypeNode>(expr->checked_type()) != nullptr; }

std::vector<Expr> FieldsOf(const Expr& tuple) {
  const auto* type = As<TupleTypeNode>(tuple->checked_type());
  if (!type) {
    throw DiagnosticError(
        DiagKind::kTypeMismatch,
        Say("a tuple is needed here, not {type}", TypeText(tuple->checked_type())), {}, tuple);
  }
  if (const auto* node = As<TupleNode>(tuple)) {
    return {node->fields().begin(), node->fields().end()};
  }
  std::vector<Expr> fields;
  for (size_t i = 0; i < type->fields.size(); ++i) {
    fields.push_back(Field(tuple, static_cast<int>(i)));
  }
  return fields;
}

std::vector<Expr> Unbind(const Expr& data, int64_t axis) {
  Ints shape = StaticShapeOf(data);
  if (axis < 0) axis += RankOf(data);
  PASSCOPE_CHECK(axis >= 0 && axis < RankOf(data));
  std::vector<Expr> slices;
  for (const Expr& part : FieldsOf(SplitParts(data, shape[static_cast<size_t>(axis)], axis))) {
    slices.push_back(Squeeze(part, Ints{axis}));
  }
  return slices;
}

}  // namespace passcope::frontend::onnx
