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

  // Removes the axis that a scalar got.
  Expr Done(const Expr& result) const {
    return scalar && keepdims ? Squeeze(result, Ints{0}) : result;
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

template <const char* kOp>
Results Plain(Node& node) {
  Reduction reduction = ReadReduction(node, 12);
  if (reduction.nothing) return node.In(0);
  return reduction.Done(Reduce(kOp, reduction.data, reduction.axes, reduction.keepdims));
}
constexpr char kMax[] = "max";
constexpr char kMin[] = "min";
constexpr char kSum[] = "sum";
constexpr char kMean[] = "mean";
constexpr char kProd[] = "prod";

Results LogSumExp(Node& node) {
  Reduction reduction = ReadReduction(node, 12);
  if (reduction.nothing) return node.In(0);
  // Subtracts the greatest element first, so that no exponential overflows.
  Expr greatest = Reduce("max", reduction.data, reduction.axes, true);
  Expr exponentials = Op("exp", {Sub(reduction.data, greatest)});
  Expr out = Add(Op("log", {Reduce("sum", exponentials, reduction.axes, true)}), greatest);
  if (!reduction.keepdims) out = Squeeze(out, reduction.axes);
  return reduction.Done(out);
}

Results LogSum(Node& node) {
  Reduction reduction = ReadReduction(node, 18);
  Expr sum = Reduce("sum", reduction.data, reduction.axes, reduction.keepdims);
  return reduction.Done(Op("log", {sum}));
}

Results SumSquare(Node& node) {
  Reduction reduction = ReadReduction(node, 18);
  Expr squares = Mul(reduction.data, reduction.data);
  return reduction.Done(Reduce("sum", squares, reduction.axes, reduction.keepdims));
}

Results L1(Node& node) {
  Reduction reduction = ReadReduction(node, 18);
  Expr sizes = Op("abs", {reduction.data});
  return reduction.Done(Reduce("sum", sizes, reduction.axes, reduction.keepdims));
}

Results L2(Node& node) {
  Reduction reduction = ReadReduction(node, 18);
  Expr squares = Mul(reduction.data, reduction.data);
  Expr sum = Reduce("sum", squares, reduction.axes, reduction.keepdims);
  return reduction.Done(Op("sqrt", {sum}));
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
