// Selecting elements by their places: gather, scatter, sort, and conditions as places.
#include <limits>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {

Expr NormalizeIndices(const Expr& data, const Expr& indices, int64_t axis) {
  DataType dtype = DtypeOf(indices);
  if (axis < 0) axis += RankOf(data);
  Expr size = Take(ShapeOfCall(data, dtype), ConstInt(axis, DataType::Int(64)));
  Expr negative = FoldConstant(Less(indices, ConstInt(0, dtype)));
  if (NDArray known = DataOf(negative); known && known->size() == 1) {
    return FirstInt(known) != 0 ? Add(indices, size) : indices;
  }
  return Where(negative, Add(indices, size), indices);
}

namespace {

Results GatherSlices(Node& node) {
  node.TakesInputs(2, 2);
  int64_t axis = node.Int("axis", 0);
  return Take(node.In(0), NormalizeIndices(node.In(0), node.In(1), axis), axis);
}

// Moves the last axis to the front, where Relay's operators expect the parts of an index.
Expr IndexFirst(const Expr& indices, bool from_the_end) {
  int64_t rank = RankOf(indices);
  Ints axes = {from_the_end ? -1 : rank - 1};
  for (int64_t i = 0; i + 1 < rank; ++i) axes.push_back(i);
  return Transpose(indices, axes);
}

// Counts negative indices from the beginning, if some are known to be negative.
Expr NonNegative(const Node& node, const Expr& data, const Expr& indices, int64_t batch_dims) {
  bool fits = RankOf(indices) > batch_dims && RankOf(data) >= batch_dims && batch_dims >= 0;
  Dim last = fits ? ShapeOf(indices).back() : Dim(-1);
  if (last.is_const()) {
    fits = fits && last.value() >= 0 && last.value() <= RankOf(data) - batch_dims;
  }
  if (!fits) {
    node.Fail(DiagKind::kShapeMismatch,
              MSG(kOnnxIndicesDataMisfit,
                  "{operator} cannot index data of type {data} with indices of type {indices}",
                  node.op, TypeText(data->checked_type()), TypeText(indices->checked_type())));
  }
  NDArray known = node.ValueOf(1);
  bool negative = !known;
  if (known) {
    for (int64_t index : IntsOf(known)) negative = negative || index < 0;
  }
  // As in TVM, unless an index is known to be negative.
  if (!negative || !known || IsDynamic(data)) return indices;
  Ints shape = StaticShapeOf(data);
  int64_t parts = StaticShapeOf(indices).back();
  Ints sizes;
  for (int64_t i = 0; i < parts; ++i) sizes.push_back(shape[static_cast<size_t>(batch_dims + i)]);
  DataType dtype = DtypeOf(indices);
  return Where(Less(indices, ConstInt(0, dtype)), Add(indices, ConstInts(sizes, dtype)), indices);
}

Results GatherNd(Node& node) {
  node.TakesInputs(2, 2);
  int64_t batch_dims = node.opset >= 12 ? node.Int("batch_dims", 0) : 0;
  Expr indices = NonNegative(node, node.In(0), node.In(1), batch_dims);
  Dim parts = ShapeOf(node.In(1)).back();
  return Op("gather_nd", {node.In(0), IndexFirst(indices, true)},
            {{"batch_dims", batch_dims},
             {"index_rank", parts.is_const() ? AttrValue(parts.value()) : AttrValue()}});
}

Results Compress(Node& node) {
  node.TakesInputs(2, 2);
  Expr places = Reshape(Op("argwhere", {node.In(1)}), Ints{-1});
  if (node.Has("axis")) return Take(node.In(0), places, node.Int("axis"));
  return Take(Reshape(node.In(0), Ints{-1}), places, 0);
}

// The places of all elements of `indices`, except that those along `axis` come from `indices`. The
// first axis has the parts of an index.
Expr ElementPlaces(const Node& node, const Expr& indices, int64_t axis) {
  Ints shape = StaticShapeOf(indices);
  auto rank = static_cast<int64_t>(shape.size());
  DataType int64 = DataType::Int(64);
  std::vector<Expr> parts;
  for (int64_t i = 0; i < rank; ++i) {
    if (i == axis) {
      Expr whole = DtypeOf(indices) == int64 ? indices : Cast(indices, int64);
      int64_t size = StaticShapeOf(node.In(0))[static_cast<size_t>(axis)];
      parts.push_back(
          Where(Less(whole, ConstInt(0, int64)), Add(whole, ConstInt(size, int64)), whole));
      continue;
    }
    RequireScratch(static_cast<uint64_t>(shape[static_cast<size_t>(i)]), sizeof(int64_t));
    Ints line;
    for (int64_t at = 0; at < shape[static_cast<size_t>(i)]; ++at) line.push_back(at);
    Ints wide(shape.size(), 1);
    wide[static_cast<size_t>(i)] = shape[static_cast<size_t>(i)];
    parts.push_back(BroadcastTo(Reshape(ConstInts(line, int64), wide), shape));
  }
  return Stack(parts, 0);
}

Results GatherElements(Node& node) {
  node.TakesInputs(2, 2);
  const Expr& data = node.In(0);
  const Expr& indices = node.In(1);
  int64_t axis = CheckedAxis(node, node.Int("axis", 0), RankOf(data));
  // Relay's operator needs indices with the sizes of the data in all other axes.
  bool same = RankOf(indices) != RankOf(data);
  if (!same) {
    same = true;
    for (int64_t i = 0; i < RankOf(data); ++i) {
      auto at = static_cast<size_t>(i);
      const Dim& size = ShapeOf(indices)[at];
      if (i != axis && size.is_const()) same = same && size == ShapeOf(data)[at];
    }
  }
  if (!same && !IsDynamic(data) && !IsDynamic(indices)) {
    return Op("gather_nd", {data, ElementPlaces(node, indices, axis)},
              {{"batch_dims", int64_t{0}}, {"index_rank", RankOf(data)}});
  }
  return Gather(data, axis, NormalizeIndices(data, indices, axis));
}

Results ScatterElements(Node& node) {
  node.TakesInputs(3, 3);
  int64_t axis = node.Int("axis", 0);
  std::string_view reduction = node.Text("reduction", "none");
  if (reduction == "none") {
    return Op("scatter", {node.In(0), node.In(1), node.In(2)}, {{"axis", axis}});
  }
  if (reduction == "add") {
    return Op("scatter_add", {node.In(0), node.In(1), node.In(2)}, {{"axis", axis}});
  }
  if (reduction != "mul" && reduction != "min" && reduction != "max") {
    node.FailAttribute("reduction", reduction);
  }
  axis = CheckedAxis(node, axis, RankOf(node.In(0)));
  return Op("scatter_nd", {node.In(0), ElementPlaces(node, node.In(1), axis), node.In(2)},
            {{"mode", std::string(reduction)}});
}

Results ScatterNd(Node& node) {
  node.TakesInputs(3, 3);
  std::string_view reduction = node.Text("reduction", "none");
  std::string mode(reduction == "none" ? "update" : reduction);
  if (mode != "update" && mode != "add" && mode != "mul" && mode != "min" && mode != "max") {
    node.FailAttribute("reduction", reduction);
  }
  Expr indices = NonNegative(node, node.In(0), node.In(1), 0);
  return Op("scatter_nd", {node.In(0), IndexFirst(indices, false), node.In(2)}, {{"mode", mode}});
}

Results ArgExtremum(Node& node, const char* op) {
  Expr places = Op(op, {node.In(0)},
                   {{"axis", Ints{node.Int("axis", 0)}},
                    {"keepdims", node.Int("keepdims", 1) != 0},
                    {"select_last_index", node.Int("select_last_index", 0) != 0}});
  return Cast(places, DataType::Int(64));
}
Results ArgMax(Node& node) { return ArgExtremum(node, "argmax"); }
Results ArgMin(Node& node) { return ArgExtremum(node, "argmin"); }

Results TopK(Node& node) {
  const Expr& x = node.In(0);
  DataType int64 = DataType::Int(64);
  int64_t axis = node.Int("axis", -1);
  if (node.Has("k")) {
    // Up to version 9.
    return {Op("topk", {x}, {{"k", node.Int("k")}, {"axis", axis}, {"dtype", int64}}), 2};
  }
  const Expr& k = node.In(1);
  if (node.Int("largest", 1) == 0) {
    int64_t rank = RankOf(x);
    axis = CheckedAxis(node, axis, rank);
    Expr sorted = Op("sort", {x}, {{"axis", axis}, {"is_ascend", true}});
    Expr places = Op("argsort", {x}, {{"axis", axis}, {"is_ascend", true}, {"dtype", int64}});
    int64_t far = std::numeric_limits<int64_t>::max();
    Expr end = Concatenate({ConstInts(Ints(static_cast<size_t>(axis), far), int64), k,
                            ConstInts(Ints(static_cast<size_t>(rank - axis - 1), far), int64)},
                           0);
    Expr begin = ConstInts(Ints(static_cast<size_t>(rank), 0));
    Expr step = ConstInts(Ints(static_cast<size_t>(rank), 1));
    return Results::Of(
        {StridedSlice(sorted, begin, end, step), StridedSlice(places, begin, end, step)});
  }
  if (NDArray known = DataOf(k)) {
    return {Op("topk", {x}, {{"k", FirstInt(known)}, {"axis", axis}, {"dtype", int64}}), 2};
  }
  return {Op("dyn.topk", {x, k}, {{"k", AttrValue()}, {"axis", axis}, {"dtype", int64}}), 2};
}

Results OneHotOf(Node& node) {
  node.TakesInputs(3, 3);
  Expr indices = node.In(0);
  const Expr& depth = node.In(1);
  int64_t rank = RankOf(indices);
  // A vector adds an axis to the result below if there is none.
  Expr count = rank == 0 && RankOf(depth) > 0 ? Squeeze(depth, std::nullopt) : depth;
  Expr off = Take(node.In(2), ConstInt(0));
  Expr on = Take(node.In(2), ConstInt(1));
  DataType dtype = DtypeOf(indices);
  indices = Where(Less(indices, ConstInt(0, dtype)), Add(indices, Cast(count, dtype)), indices);
  int64_t axis = node.Int("axis", -1);
  if (axis < 0) axis += rank + 1;
  return OneHot(indices, on, off, depth, axis, DtypeOf(on));
}

Results NonZero(Node& node) {
  node.TakesInputs(1, 1);
  return Transpose(Cast(Op("argwhere", {node.In(0)}), DataType::Int(64)), Ints{1, 0});
}

Results WhereOf(Node& node) {
  node.TakesInputs(3, 3);
  return Where(node.In(0), node.In(1), node.In(2));
}

Results ReverseSequence(Node& node) {
  node.TakesInputs(2, 2);
  return Op("reverse_sequence", {node.In(0), node.In(1)},
            {{"seq_axis", node.Int("time_axis", 0)}, {"batch_axis", node.Int("batch_axis", 1)}});
}

}  // namespace

void AddIndexConverters(ConverterTable& table) {
  table.Add("Gather", {{1, GatherSlices}});
  table.Add("GatherElements", {{1, GatherElements}});
  table.Add("GatherND", {{1, GatherNd}});
  table.Add("Compress", {{11, Compress}});
  table.Add("Scatter", {{1, ScatterElements}});
  table.Add("ScatterElements", {{1, ScatterElements}});
  table.Add("ScatterND", {{11, ScatterNd}});
  table.Add("ArgMax", {{13, ArgMax}});
  table.Add("ArgMin", {{13, ArgMin}});
  table.Add("TopK", {{1, TopK}});
  table.Add("OneHot", {{9, OneHotOf}});
  table.Add("NonZero", {{9, NonZero}});
  table.Add("Where", {{9, WhereOf}});
  table.Add("ReverseSequence", {{10, ReverseSequence}});
}

}  // namespace passcope::frontend::onnx
