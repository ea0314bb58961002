// Arithmetic on each element, and sums and means of several tensors.
#include <algorithm>
#include <limits>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"
#include "op/axes.h"

namespace passcope::frontend::onnx {
namespace {

template <const char* kOp>
Results Binary(Node& node) {
  node.TakesInputs(2, 2);
  return Op(kOp, {node.In(0), AlignedSecond(node)});
}

constexpr char kAdd[] = "add";
constexpr char kSubtract[] = "subtract";
constexpr char kMultiply[] = "multiply";
constexpr char kDivide[] = "divide";

Results Absolute(Node& node) {
  node.TakesInputs(1, 1);
  return Op("abs", {node.In(0)});
}

Results Reciprocal(Node& node) { return Div(Const(1, DtypeOf(node.In(0))), node.In(0)); }

Results Power(Node& node) {
  Expr x = node.In(0);
  Expr y = AlignedSecond(node);
  DataType result = DtypeOf(x);
  DataType dtype = result;
  if (!dtype.is_float()) {
    // float32, which TVM takes, does not have all integers.
    dtype = DataType::Float(64);
    x = Cast(x, dtype);
  }
  if (dtype != DtypeOf(y)) y = Cast(y, dtype);
  Expr power = Op("power", {x, y});
  return dtype == result ? power : Cast(power, result);
}

Results Modulo(Node& node) {
  node.TakesInputs(2, 2);
  // fmod takes the sign of the dividend, as C's function does.
  return Op(node.Int("fmod", 0) == 0 ? "floor_mod" : "mod", {node.In(0), node.In(1)});
}

template <const char* kOp>
Results Extremum(Node& node) {
  Expr result = node.In(0);
  for (size_t i = 1; i < node.num_inputs(); ++i) result = Op(kOp, {result, node.In(i)});
  return result;
}
constexpr char kMaximum[] = "maximum";
constexpr char kMinimum[] = "minimum";

Results Sum(Node& node) {
  Expr sum = node.In(0);
  for (size_t i = 1; i < node.num_inputs(); ++i) sum = Add(sum, node.In(i));
  return sum;
}

Results Mean(Node& node) {
  if (node.num_inputs() == 1) return node.In(0);
  // The shapes may fit only by broadcasting, which TVM does not do.
  bool same = true;
  for (size_t i = 1; i < node.num_inputs(); ++i) {
    same = same && ShapeOf(node.In(i)) == ShapeOf(node.In(0));
  }
  if (!same) {
    Expr sum = Sum(node).expr;
    return Div(sum, Const(static_cast<double>(node.num_inputs()), DtypeOf(sum)));
  }
  std::vector<Expr> stacked;
  for (size_t i = 0; i < node.num_inputs(); ++i) stacked.push_back(ExpandDims(node.In(i), 0));
  return Reduce("mean", Concatenate(stacked, 0), Ints{0}, false);
}

// If the bounds cross, the upper one wins. In Relay the lower one does.
Expr ClipTo(const Expr& x, double low, double high) { return Clip(x, std::min(low, high), high); }

Results ClipByAttributes(Node& node) {
  double infinity = std::numeric_limits<double>::infinity();
  return ClipTo(node.In(0), node.Real("min", -infinity), node.Real("max", infinity));
}

Results ClipByInputs(Node& node) {
  node.TakesInputs(1, 3);
  Expr data = node.In(0);
  Expr low = node.Maybe(1);
  Expr high = node.Maybe(2);
  NDArray least = low ? DataOf(low) : nullptr;
  NDArray greatest = high ? DataOf(high) : nullptr;
  if (least && greatest && DtypeOf(data).is_float()) {
    return ClipTo(data, FirstReal(least), FirstReal(greatest));
  }
  if (low) data = Op("maximum", {data, low});
  if (high) data = Op("minimum", {data, high});
  return data;
}

Results Affine(Node& node) {
  const Expr& x = node.In(0);
  return Add(Mul(RealLike(node.Real("alpha", 1), x), x), RealLike(node.Real("beta", 0), x));
}

Results Scale(Node& node) { return Mul(node.In(0), RealLike(node.Real("scale", 1), node.In(0))); }

Results BitShift(Node& node) {
  node.TakesInputs(2, 2);
  std::string_view direction = node.Text("direction");
  const char* op = nullptr;
  if (direction == "LEFT") op = "left_shift";
  if (direction == "RIGHT") op = "right_shift";
  if (!op) node.FailAttribute("direction", direction);
  DataType dtype = DtypeOf(node.In(0));
  if (!dtype.is_uint()) {
    node.Fail(DiagKind::kBadDtype,
              MSG(kOnnxUnsignedRequired, "{operator} takes unsigned integers, not {dtype}", node.op,
                  dtype.str()));
  }
  return Op(op, {node.In(0), node.In(1)});
}

Results CumulativeSum(Node& node) {
  const Expr& data = node.In(0);
  int64_t axis = FirstInt(node.NeedValueOf(1));
  CheckedAxis(node, axis, RankOf(data));
  bool exclusive = node.Int("exclusive", 0) != 0;
  auto sum = [&](const Expr& tensor) {
    return Op("cumsum", {tensor}, {{"axis", axis}, {"exclusive", exclusive}});
  };
  if (node.Int("reverse", 0) == 0) return sum(data);
  return Op("reverse", {sum(Op("reverse", {data}, {{"axis", axis}}))}, {{"axis", axis}});
}

}  // namespace

void CheckMeasure(const Node& node, std::string_view attribute, const Ints& values) {
  for (int64_t value : values) {
    if (value > (int64_t{1} << 31) || value < -(int64_t{1} << 31)) {
      node.FailAttribute(attribute, std::to_string(value));
    }
  }
}

Expr AlignedSecond(const Node& node) {
  const Expr& b = node.In(1);
  if (node.opset >= 7 || node.Int("broadcast", 0) == 0 || !node.Has("axis")) return b;
  int64_t rank = RankOf(node.In(0));
  int64_t axis = node.Int("axis");
  int64_t missing = rank - (axis < 0 ? axis + rank : axis) - RankOf(b);
  return missing > 0 ? ExpandDims(b, RankOf(b), missing) : b;
}

int64_t CheckedAxis(const Node& node, int64_t axis, int64_t rank) {
  if (auto found = FindAxis(axis, static_cast<size_t>(rank))) return static_cast<int64_t>(*found);
  node.Fail(DiagKind::kBadAttribute,
            MSG(kOnnxAxisOutOfRange,
                "{operator} is given axis {axis}, but its input has {rank} dimensions", node.op,
                axis, rank));
}

void AddMathConverters(ConverterTable& table) {
  table.Add("Add", {{1, Binary<kAdd>}});
  table.Add("Sub", {{1, Binary<kSubtract>}});
  table.Add("Mul", {{1, Binary<kMultiply>}});
  table.Add("Div", {{1, Binary<kDivide>}});
  table.Add("Neg", {{1, PASSCOPE_ONNX_RENAME("negative")}});
  table.Add("Abs", {{1, Absolute}});
  table.Add("Reciprocal", {{1, Reciprocal}});
  table.Add("Floor", {{1, PASSCOPE_ONNX_RENAME("floor")}});
  table.Add("Ceil", {{1, PASSCOPE_ONNX_RENAME("ceil")}});
  table.Add("Round", {{11, PASSCOPE_ONNX_RENAME("round")}});
  table.Add("Sqrt", {{1, PASSCOPE_ONNX_RENAME("sqrt")}});
  table.Add("Exp", {{1, PASSCOPE_ONNX_RENAME("exp")}});
  table.Add("Log", {{1, PASSCOPE_ONNX_RENAME("log")}});
  table.Add("Acos", {{1, PASSCOPE_ONNX_RENAME("acos")}});
  table.Add("Acosh", {{1, PASSCOPE_ONNX_RENAME("acosh")}});
  table.Add("Asin", {{1, PASSCOPE_ONNX_RENAME("asin")}});
  table.Add("Asinh", {{1, PASSCOPE_ONNX_RENAME("asinh")}});
  table.Add("Atan", {{1, PASSCOPE_ONNX_RENAME("atan")}});
  table.Add("Atanh", {{1, PASSCOPE_ONNX_RENAME("atanh")}});
  table.Add("Cos", {{1, PASSCOPE_ONNX_RENAME("cos")}});
  table.Add("Cosh", {{1, PASSCOPE_ONNX_RENAME("cosh")}});
  table.Add("Sin", {{1, PASSCOPE_ONNX_RENAME("sin")}});
  table.Add("Sinh", {{1, PASSCOPE_ONNX_RENAME("sinh")}});
  table.Add("Tan", {{1, PASSCOPE_ONNX_RENAME("tan")}});
  table.Add("Erf", {{1, PASSCOPE_ONNX_RENAME("erf")}});
  table.Add("Sign", {{1, PASSCOPE_ONNX_RENAME("sign")}});
  table.Add("Pow", {{13, Power}});
  table.Add("Mod", {{1, Modulo}});
  table.Add("Max", {{1, Extremum<kMaximum>}});
  table.Add("Min", {{1, Extremum<kMinimum>}});
  table.Add("Sum", {{1, Sum}});
  table.Add("Mean", {{1, Mean}});
  table.Add("Clip", {{1, ClipByAttributes}, {11, ClipByInputs}});
  table.Add("Affine", {{1, Affine}});
  table.Add("Scale", {{1, Scale}});
  table.Add("BitShift", {{11, BitShift}});
  table.Add("CumSum", {{1, CumulativeSum}});
}

}  // namespace passcope::frontend::onnx
