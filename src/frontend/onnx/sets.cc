// Unique elements, einsum, determinants.
#include <algorithm>
#include <string>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"
#include "frontend/onnx/tuples.h"

namespace passcope::frontend::onnx {
namespace {

Expr FirstOf(const Expr& data, const Expr& count) {
  return StridedSlice(data, ConstInts(Ints{0}, kInt32), count, nullptr);
}

// The unique slices of a tensor along an axis, by comparing each with each.
Results UniqueParts(Node& node, int64_t axis) {
  const Expr& data = node.In(0);
  Ints shape = StaticShapeOf(data);
  int64_t count = shape[static_cast<size_t>(axis)];
  Ints order = {axis};
  for (int64_t i = 0; i < RankOf(data); ++i) {
    if (i != axis) order.push_back(i);
  }
  Expr rows = Reshape(Transpose(data, order), Ints{count, -1});
  Expr a = ExpandDims(rows, 1), b = ExpandDims(rows, 0);
  Expr equal = Cast(Op("equal", {a, b}), kInt32);
  // True if all earlier elements are equal, so that this element decides which row comes first.
  Expr decides = Op("cumprod", {equal}, {{"axis", 2}, {"dtype", kInt32}, {"exclusive", true}});
  Expr less = Reduce("max", Mul(Cast(Less(a, b), kInt32), decides), Ints{2});
  Expr same = Reduce("min", equal, Ints{2});
  Expr numbers = Arange(ConstInt(0, kInt32), ConstInt(count, kInt32), ConstInt(1, kInt32), kInt32);
  Expr column = ExpandDims(numbers, 1), row = ExpandDims(numbers, 0);
  Expr earlier = Reduce("sum", Mul(same, Cast(Less(column, row), kInt32)), Ints{0});
  Expr first = Cast(Op("equal", {earlier, ConstInt(0, kInt32)}), kInt32);
  if (node.Int("sorted", 1) == 0) {
    Expr occurrence = Op("argmax", {same}, {{"axis", Ints{0}}});
    less = Cast(Less(column, ExpandDims(occurrence, 0)), kInt32);
  }
  // The number of different slices that come before each.
  Expr rank = Reduce("sum", Mul(ExpandDims(first, 1), less), Ints{0});
  Expr key = Where(Cast(first, DataType::Bool()), rank, ConstInt(count, kInt32));
  Expr found = Reshape(Reduce("sum", first, std::nullopt), Ints{1});
  Expr places = FirstOf(Op("argsort", {key}, {{"axis", 0}, {"dtype", kInt32}}), found);
  Expr counts = Take(Reduce("sum", same, Ints{0}), places, 0);
  return Results::Of(
      {Take(data, places, axis), Cast(places, kInt64), Cast(rank, kInt64), Cast(counts, kInt64)});
}

Results Unique(Node& node) {
  node.TakesInputs(1, 1);
  Expr data = node.In(0);
  if (node.Has("axis")) {
    int64_t axis = CheckedAxis(node, node.Int("axis"), RankOf(data));
    if (RankOf(data) != 1) return UniqueParts(node, axis);
  } else {
    data = Reshape(data, Ints{-1});
  }
  Expr unique =
      Op("unique", {data}, {{"sorted", node.Int("sorted", 1) == 1}, {"return_counts", true}});
  Expr count = Field(unique, 3);
  auto trimmed = [&](int field) { return FirstOf(Field(unique, field), count); };
  return Results::Of({trimmed(0), Cast(trimmed(1), kInt64), Cast(Field(unique, 2), kInt64),
                      Cast(trimmed(4), kInt64)});
}

Results Einsum(Node& node) {
  return Op("einsum", {MakeTuple(node.AllIn())},
            {{"equation", std::string(node.Text("equation"))}});
}

// Gaussian elimination with partial pivoting.
Results Det(Node& node) {
  const Expr& x = node.In(0);
  DataType dtype = DtypeOf(x);
  Ints shape = StaticShapeOf(x);
  size_t rank = shape.size();
  if (rank < 2 || shape[rank - 1] != shape[rank - 2]) {
    node.Fail(DiagKind::kShapeMismatch,
              MSG(kOnnxMatrixNotSquare, "{operator} needs square matrices, not {type}", node.op,
                  TypeText(x->checked_type())));
  }
  int64_t size = shape.back();
  CheckSteps(size);
  Expr rest = Reshape(x, Ints{-1, size, size});
  Expr one = Const(1, dtype), zero = Const(0, dtype);
  Expr result;
  for (int64_t left = size; left > 0; --left) {
    Expr column = Take(rest, ConstInt(0), 2);
    Expr place = Op("argmax", {Op("abs", {column})}, {{"axis", Ints{1}}});
    Expr chosen = ExpandDims(OneHot(place, one, zero, left, 1, dtype), 2);
    Expr pivot_row = Reduce("sum", Mul(rest, chosen), Ints{1});
    Expr pivot = Take(pivot_row, ConstInt(0), 1);
    Expr sign = Where(Op("equal", {place, ConstInt(0, DtypeOf(place))}), one, Const(-1, dtype));
    Expr factor = Mul(sign, pivot);
    result = result ? Mul(result, factor) : factor;
    if (left == 1) break;
    // Moves the first row to the place of the pivot's row.
    Expr first = StridedSlice(rest, Ints{0}, Ints{1}, Ints{1}, Ints{1});
    Expr swapped = Where(Greater(chosen, zero), first, rest);
    swapped = StridedSlice(swapped, Ints{1}, Ints{left}, Ints{1}, Ints{1});
    // With a pivot of 0 the determinant is already 0.
    Expr divisor = Where(Op("equal", {pivot, zero}), one, pivot);
    Expr ratios = Div(Take(swapped, ConstInt(0), 2), ExpandDims(divisor, 1));
    Expr others = StridedSlice(swapped, Ints{1}, Ints{left}, Ints{1}, Ints{2});
    Expr tail = StridedSlice(pivot_row, Ints{1}, Ints{left}, Ints{1}, Ints{1});
    rest = Sub(others, Mul(ExpandDims(ratios, 2), ExpandDims(tail, 1)));
  }
  if (!result) result = Ones(Ints{1}, dtype);
  return Reshape(result, Ints(shape.begin(), shape.end() - 2));
}

}  // namespace

void AddSetConverters(ConverterTable& table) {
  table.Add("Unique", {{11, Unique}});
  table.Add("Einsum", {{12, Einsum}});
  table.Add("Det", {{11, Det}});
}

}  // namespace passcope::frontend::onnx
