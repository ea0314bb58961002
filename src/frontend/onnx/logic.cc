// Comparisons and logic.
#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {
namespace {

Results IsInf(Node& node) {
  const Expr& x = node.In(0);
  Expr zero = Const(0, DtypeOf(x));
  Expr infinite = Op("isinf", {x});
  auto only = [&](const Expr& condition) { infinite = Op("multiply", {infinite, condition}); };
  if (node.Int("detect_negative", 1) == 0) only(Greater(x, zero));
  if (node.Int("detect_positive", 1) == 0) only(Less(x, zero));
  return infinite;
}

}  // namespace

void AddLogicConverters(ConverterTable& table) {
  table.Add("Equal", {{1, PASSCOPE_ONNX_RENAME("equal")}});
  table.Add("Greater", {{1, PASSCOPE_ONNX_RENAME("greater")}});
  table.Add("GreaterOrEqual", {{1, PASSCOPE_ONNX_RENAME("greater_equal")}});
  table.Add("Less", {{1, PASSCOPE_ONNX_RENAME("less")}});
  table.Add("LessOrEqual", {{1, PASSCOPE_ONNX_RENAME("less_equal")}});
  table.Add("Not", {{1, PASSCOPE_ONNX_RENAME("logical_not")}});
  table.Add("And", {{1, PASSCOPE_ONNX_RENAME("logical_and")}});
  table.Add("Or", {{1, PASSCOPE_ONNX_RENAME("logical_or")}});
  table.Add("Xor", {{1, PASSCOPE_ONNX_RENAME("logical_xor")}});
  table.Add("IsInf", {{10, IsInf}});
  table.Add("IsNaN", {{1, PASSCOPE_ONNX_RENAME("isnan")}});
}

}  // namespace passcope::frontend::onnx
