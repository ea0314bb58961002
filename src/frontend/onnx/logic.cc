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

// A comparison or a logical operator.
#define PASSCOPE_ONNX_COMPARE(op)                     \
  [](Node& node) -> Results {                         \
    node.TakesInputs(2, 2);                           \
    return Op(op, {node.In(0), AlignedSecond(node)}); \
  }

}  // namespace

void AddLogicConverters(ConverterTable& table) {
  table.Add("Equal", {{1, PASSCOPE_ONNX_COMPARE("equal")}});
  table.Add("Greater", {{1, PASSCOPE_ONNX_COMPARE("greater")}});
  table.Add("GreaterOrEqual", {{1, PASSCOPE_ONNX_COMPARE("greater_equal")}});
  table.Add("Less", {{1, PASSCOPE_ONNX_COMPARE("less")}});
  table.Add("LessOrEqual", {{1, PASSCOPE_ONNX_COMPARE("less_equal")}});
  table.Add("Not", {{1, PASSCOPE_ONNX_RENAME("logical_not")}});
  table.Add("And", {{1, PASSCOPE_ONNX_COMPARE("logical_and")}});
  table.Add("Or", {{1, PASSCOPE_ONNX_COMPARE("logical_or")}});
  table.Add("Xor", {{1, PASSCOPE_ONNX_COMPARE("logical_xor")}});
  table.Add("IsInf", {{10, IsInf}});
  table.Add("IsNaN", {{1, PASSCOPE_ONNX_RENAME("isnan")}});
}

}  // namespace passcope::frontend::onnx
