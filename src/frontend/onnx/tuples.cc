#include "frontend/onnx/tuples.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "op/axes.h"

namespace passcope::frontend::onnx {

void CheckSteps(int64_t count) {
  // An unrolled program must remain small enough to read and to process.
  constexpr int64_t kMaxSteps = 65536;
  constexpr int64_t kStepBytes = 4096;
  if (count <= kMaxSteps) {
    TakeBytes(std::max<int64_t>(count, 0) * kStepBytes);
    return;
  }
  throw DiagnosticError(
      DiagKind::kUnsupported,
      MSG(kLoopStepsOverUnrollLimit, "{count} steps are too many to unroll; the limit is {limit}",
          count, kMaxSteps));
}

bool IsTuple(const Expr& expr) { return As<TupleTypeNode>(expr->checked_type()) != nullptr; }

std::vector<Expr> FieldsOf(const Expr& tuple) {
  const auto* type = As<TupleTypeNode>(tuple->checked_type());
  if (!type) {
    throw DiagnosticError(DiagKind::kTypeMismatch,
                          MSG(kFrontendTupleRequired, "a tuple is needed here, not {type}",
                              TypeText(tuple->checked_type())),
                          {}, tuple);
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
  auto at = FindAxis(axis, shape.size());
  PASSCOPE_CHECK(at);
  CheckSteps(shape[*at]);
  axis = static_cast<int64_t>(*at);
  std::vector<Expr> slices;
  for (const Expr& part : FieldsOf(SplitParts(data, shape[*at], axis))) {
    slices.push_back(Squeeze(part, Ints{axis}));
  }
  return slices;
}

}  // namespace passcope::frontend::onnx
