// Reductions.
#include <numeric>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {
namespace {

// The inputs that all reductions share.
struct Reduction {
  Expr data;
  Ints axes;
  bool keepdims;
  bool nothing = false;  // There are no axes, so reduce none.
  bool scalar = false;   // The data was a scalar and got an axis.

  Expr Of(const char* op, const Expr& x) const {
    return nothing ? x : Reduce(op, x, axes, keepdims);
  }
  // Removes the axis that a scalar got.
  Expr Done(const Expr& result) const {
    return scalar && (keepdims || nothing) ? Squeeze(result, Ints{0}) : result;
  }
};

Reduction ReadReduction(const Node& node, int64_t axes_input_since) {
  Reduction reduction;
  reduction.data = node.In(0);
  reduction.keepdims = node.Int("keepdims", 1) != 0;
  if (RankOf(reduction.data) == 0) {
    reduction.data = ExpandDims(reduction.data, 0);
    reduction.scalar = true;
  }
  std::optional<Ints> axes;
  if (node.opset >= axes_input_since && node.Maybe(1)) {
    // An input without elements counts as omitted.
    Dim count = ShapeOf(node.In(1)).empty() ? Dim(1) : ShapeOf(node.In(1))[0];
    if (!(count == Dim(0))) axes = IntsOf(node.NeedValueOf(1));
  } else if (node.Has("axes")) {
    axes = node.MaybeInts("axes");
  }
  if (!axes || axes->empty()) {
    reduction.nothing = node.Int("noop_with_empty_axes", 0) != 0;
    axes = Ints(static_cast<size_t>(RankOf(reduction.data)));
    std::iota(axes->begin(), axes->end(), 0);
  }
  reduction.axes = std::move(*axes);
  return reduction;
}

bool IsRealType(DataType dtype) { return dtype.is_float() || dtype.is_bfloat(); }

template <const char* kOp>
Results Plain(Node& node) {
  Reduction reduction = ReadReduction(node, 12);
  if (reduction.nothing) return node.In(0);
  return reduction.Done(reduction.Of(kOp, reduction.data));
}
constexpr char kMax[] = "max";
constexpr char kMin[] = "min";
constexpr char kSum[] = "sum";
constexpr char kMean[] = "mean";
constexpr char kProd[] = "prod";

Results LogSumExp(Node& node) {
  Reduction reduction = ReadReduction(node, 12);
  if (reduction.nothing) return node.In(0);
  DataType dtype = DtypeOf(reduction.data);
  if (!IsRealType(dtype)) reduction.data = Cast(reduction.data, DataType::Float(64));
  // Subtracts the greatest element first, so that no exponential overflows.
  Expr greatest = Reduce("max", reduction.data, reduction.axes, true);
  // An infinity minus itself is NaN.
  greatest = Where(Op("isfinite", {greatest}), greatest, Op("zeros_like", {greatest}));
  Expr exponentials = Op("exp", {Sub(reduction.data, greatest)});
  Expr out = Add(Op("log", {Reduce("sum", exponentials, reduction.axes, true)}), greatest);
  if (!reduction.keepdims) out = Squeeze(out, reduction.axes);
  return reduction.Done(IsRealType(dtype) ? out : Cast(out, dtype));
}

// A function that Relay has for reals only. Integers are computed as float64.
Expr Real(const char* op, const Expr& x) {
  DataType dtype = DtypeOf(x);
  return IsRealType(dtype) ? Op(op, {x}) : Cast(Op(op, {Cast(x, DataType::Float(64))}), dtype);
}

Results LogSum(Node& node) {
  Reduction reduction = ReadReduction(node, 18);
  return reduction.Done(Real("log", reduction.Of("sum", reduction.data)));
}

Results SumSquare(Node& node) {
  Reduction reduction = ReadReduction(node, 18);
  return reduction.Done(reduction.Of("sum", Mul(reduction.data, reduction.data)));
}

Results L1(Node& node) {
  Reduction reduction = ReadReduction(node, 18);
  return reduction.Done(reduction.Of("sum", Op("abs", {reduction.data})));
}

Results L2(Node& node) {
  Reduction reduction = ReadReduction(node, 18);
  return reduction.Done(Real("sqrt", reduction.Of("sum", Mul(reduction.data, reduction.data))));
}

}  // namespace

void AddReduceConverters(ConverterTable& table) {
  table.Add("ReduceMax", {{1, Plain<kMax>}});
  table.Add("ReduceMin", {{1, Plain<kMin>}});
  table.Add("ReduceSum", {{1, Plain<kSum>}});
  table.Add("ReduceMean", {{1, Plain<kMean>}});
  table.Add("ReduceProd", {{1, Plain<kProd>}});
  table.Add("ReduceLogSumExp", {{1, LogSumExp}});
  table.Add("ReduceLogSum", {{1, LogSum}});
  table.Add("ReduceSumSquare", {{1, SumSquare}});
  table.Add("ReduceL1", {{1, L1}});
  table.Add("ReduceL2", {{1, L2}});
}

}  // namespace passcope::frontend::onnx
