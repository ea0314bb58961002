// Shapes: operators that move elements without computing.
#include <algorithm>
#include <limits>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {
namespace {

Results ReshapeByAttribute(Node& node) { return Reshape(node.In(0), node.GetInts("shape")); }

Results ReshapeByInput(Node& node) {
  bool allowzero = node.Int("allowzero", 0) != 0;
  if (NDArray shape = node.graph.ParamOf(node.In(1))) {
    return Reshape(node.In(0), IntsOf(shape), allowzero);
  }
  return Reshape(node.In(0), node.In(1), allowzero);
}

// The product. It wraps beyond int64_t, so that the new shape does not fit.
int64_t CountOf(std::span<const int64_t> sizes) {
  uint64_t count = 1;
  for (int64_t size : sizes) count *= static_cast<uint64_t>(size);
  return static_cast<int64_t>(count);
}

Results Flatten(Node& node) {
  const Expr& x = node.In(0);
  int64_t axis = node.Int("axis", 1);
  int64_t rank = RankOf(x);
  if (axis != rank && axis != 0) axis = CheckedAxis(node, axis, rank);
  if (axis == 1) return Op("nn.batch_flatten", {x});
  if (!IsDynamic(x)) {
    Ints sizes = StaticShapeOf(x);
    // In a new shape, 0 means the old size.
    if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) {
      std::span<const int64_t> all = sizes;
      auto at = static_cast<size_t>(axis);
      return Reshape(x, Ints{CountOf(all.first(at)), CountOf(all.subspan(at))}, true);
    }
  }
  Expr shape = ShapeTensor(x);
  Expr before = Reduce("prod", StridedSlice(shape, Ints{0}, Ints{axis}), std::nullopt, true);
  Expr behind = Reduce("prod", StridedSlice(shape, Ints{axis}, Ints{rank}), std::nullopt, true);
  return Reshape(x, FoldConstant(Concatenate({before, behind}, 0)), IsDynamic(x));
}

Results Concat(Node& node) {
  std::vector<Expr> tensors;
  for (size_t i = 0; i < node.num_inputs(); ++i) tensors.push_back(node.In(i));
  if (tensors.empty()) node.In(0);
  return Concatenate(tensors, node.Int("axis", 1));
}

Results TransposeAxes(Node& node) { return Transpose(node.In(0), node.MaybeInts("perm")); }

Results SqueezeByAttribute(Node& node) { return Squeeze(node.In(0), node.MaybeInts("axes")); }

Results SqueezeByInput(Node& node) {
  const Expr& x = node.In(0);
  if (!node.Maybe(1)) {
    const Shape& shape = ShapeOf(x);
    if (shape.empty()) return x;
    // Unknown sizes may be 1, so the operator refuses them.
    if (IsDynamic(x)) return Squeeze(x);
    Ints axes;
    for (size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] == Dim(1)) axes.push_back(static_cast<int64_t>(i));
    }
    return Squeeze(x, axes);
  }
  Expr axis = node.In(1);
  if (NDArray known = node.ConstantOf(1)) return Squeeze(x, IntsOf(known));
  DataType dtype = DtypeOf(axis);
  Expr rank = ShapeOfCall(ShapeOfCall(x, dtype), dtype);
  axis = Where(Less(axis, ConstInt(0, dtype)), Add(axis, rank), axis);
  return Squeeze(x, FoldConstant(axis));
}

Expr UnsqueezeAt(const Node& node, Expr x, Ints axes) {
  int64_t rank = RankOf(x) + static_cast<int64_t>(axes.size());
  // Axes count in the result. TVM counts them in each step, which differs for negative ones.
  bool negative = axes.size() > 1;
  for (int64_t& axis : axes) {
    if (negative) axis = CheckedAxis(node, axis, rank);
  }
  std::sort(axes.begin(), axes.end());
  for (int64_t axis : axes) x = ExpandDims(x, axis);
  return x;
}

Results UnsqueezeByAttribute(Node& node) {
  return UnsqueezeAt(node, node.In(0), node.GetInts("axes"));
}

Results UnsqueezeByInput(Node& node) {
  const Expr& x = node.In(0);
  if (NDArray known = node.ConstantOf(1)) return UnsqueezeAt(node, x, IntsOf(known));
  int64_t rank = RankOf(x);
  int64_t added = node.CountDims(1);
  // Negative axes count in the result and are resolved before sorting. TVM adds the rank of the
  // input after sorting, which is the same if no axis is known to be negative.
  bool negative = true;
  if (NDArray known = node.ValueOf(1)) {
    Ints axes = IntsOf(known);
    negative = std::any_of(axes.begin(), axes.end(), [](int64_t axis) { return axis < 0; });
  }
  auto from_front = [&](const Expr& axis) {
    return Where(GreaterEqual(axis, ConstInt(0, kInt64)), axis,
                 Add(axis, ConstInt(negative ? rank + added : rank, kInt64)));
  };
  Expr axes = negative ? from_front(node.In(1)) : node.In(1);
  Expr sorted = Op("sort", {axes}, {{"axis", int64_t{-1}}, {"is_ascend", true}});
  Expr parts = SplitParts(sorted, added, 0);
  Expr result = x;
  for (int64_t i = 0; i < added; ++i) {
    Expr axis = Reshape(Field(parts, static_cast<int>(i)), Ints{});
    result = ExpandDims(result, negative ? axis : from_front(axis));
  }
  return result;
}

// The parts of a split as results.
Results Parts(const Expr& split) {
  const auto* type = As<passcope::TupleTypeNode>(split->checked_type());
  size_t count = type ? type->fields.size() : 1;
  if (count == 1) return Field(split, 0);
  return {split, static_cast<int64_t>(count)};
}

Ints EndsOf(const Ints& sizes) {
  Ints ends;
  int64_t at = 0;
  for (size_t i = 0; i + 1 < sizes.size(); ++i) ends.push_back(at += sizes[i]);
  return ends;
}

}  // namespace

Results SplitInto(const Node& node, const Ints& sizes, int64_t axis, bool int64) {
  CheckMeasure(node, "split", sizes);
  bool empty = std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
  if (!empty) return Parts(SplitAt(node.In(0), EndsOf(sizes), axis, int64));
  // Relay's split does not make parts without elements.
  axis = CheckedAxis(node, axis, RankOf(node.In(0)));
  std::vector<Expr> parts;
  int64_t begin = 0;
  for (int64_t size : sizes) {
    parts.push_back(StridedSlice(node.In(0), Ints{begin}, Ints{begin + size}, Ints{1}, Ints{axis}));
    begin += size;
  }
  if (parts.size() == 1) return parts[0];
  return {MakeTuple(parts), static_cast<int64_t>(parts.size())};
}

bool MayBeEmpty(const Expr& x) {
  const Shape& shape = ShapeOf(x);
  return std::any_of(shape.begin(), shape.end(),
                     [](const Dim& size) { return !size.is_const() || size == Dim(0); });
}

namespace {

// Splits into equal parts. From version 18 on, the last one may be smaller.
Results SplitEvenly(const Node& node) {
  const Expr& x = node.In(0);
  int64_t axis = node.Int("axis", 0);
  auto count = static_cast<int64_t>(node.num_outputs());
  if (node.opset >= 18 && count > 0) {
    axis = CheckedAxis(node, axis, RankOf(x));
    const Dim& size = ShapeOf(x)[static_cast<size_t>(axis)];
    if (size.is_const() && size.value() % count != 0) {
      int64_t each = size.value() / count + 1;
      Ints sizes;
      for (int64_t i = 0, left = size.value(); i < count; ++i, left -= sizes.back()) {
        sizes.push_back(std::clamp<int64_t>(left, 0, each));
      }
      return SplitInto(node, sizes, axis);
    }
  }
  return Parts(SplitParts(x, count, axis));
}

Results SplitByAttribute(Node& node) {
  std::optional<Ints> sizes = node.MaybeInts("split");
  return sizes && sizes->size() > 1 ? SplitInto(node, *sizes, node.Int("axis", 0))
                                    : SplitEvenly(node);
}

Results SplitByInput(Node& node) {
  if (!node.Maybe(1) || RankOf(node.In(1)) == 0) return SplitEvenly(node);
  NDArray given = node.NeedValueOf(1);
  return SplitInto(node, IntsOf(given), node.Int("axis", 0), given->dtype == DataType::Int(64));
}

Results SliceByAttributes(Node& node) {
  Ints starts = node.GetInts("starts");
  Ints ends = node.GetInts("ends");
  if (std::optional<Ints> axes = node.MaybeInts("axes"); axes && !axes->empty()) {
    int64_t rank = RankOf(node.In(0));
    int64_t last = 0;
    for (int64_t& axis : *axes) last = std::max(last, axis = CheckedAxis(node, axis, rank));
    Ints all_starts(static_cast<size_t>(last) + 1, 0);
    Ints all_ends(all_starts.size(), std::numeric_limits<int32_t>::max());
    for (size_t i = 0; i < axes->size() && i < starts.size() && i < ends.size(); ++i) {
      all_starts[static_cast<size_t>((*axes)[i])] = starts[i];
      all_ends[static_cast<size_t>((*axes)[i])] = ends[i];
    }
    starts = std::move(all_starts);
    ends = std::move(all_ends);
  }
  return StridedSlice(node.In(0), starts, ends);
}

Results SliceByInputs(Node& node) {
  const Expr& x = node.In(0);
  Expr starts = node.In(1);
  Expr ends = node.In(2);
  Expr axes = node.Maybe(3);
  Expr steps = node.Maybe(4);
  int64_t rank = RankOf(x);
  if (axes) {
    DataType dtype = DtypeOf(axes);
    axes =
        FoldConstant(Where(Less(axes, ConstInt(0, dtype)), Add(axes, ConstInt(rank, dtype)), axes));
    // Read the constants before folding combines them with others.
    NDArray known_axes = DataOf(axes);
    NDArray known_starts = DataOf(starts);
    NDArray known_ends = DataOf(ends);
    NDArray known_steps = steps ? DataOf(steps) : nullptr;
    if (known_axes && known_starts && known_ends && (!steps || known_steps)) {
      Ints at = IntsOf(known_axes);
      bool fixed = true;
      for (int64_t axis : at) {
        fixed = fixed && ShapeOf(x)[static_cast<size_t>(CheckedAxis(node, axis, rank))].is_const();
      }
      if (fixed) {
        Ints strides = known_steps ? IntsOf(known_steps) : Ints(known_starts->size(), 1);
        return StridedSliceInt64(x, IntsOf(known_starts), IntsOf(known_ends), strides, at);
      }
    }
    auto spread = [&](const Expr& base, const Expr& values) {
      return Op("scatter", {base, axes, values}, {{"axis", int64_t{0}}});
    };
    Ints zeros(static_cast<size_t>(rank), 0);
    Ints ones(static_cast<size_t>(rank), 1);
    Expr shape = ShapeTensor(x, DtypeOf(ends));
    starts = spread(ConstInts(zeros, DtypeOf(starts)), starts);
    ends = spread(shape, ends);
    if (steps) steps = spread(ConstInts(ones, DtypeOf(steps)), steps);
  }
  if (!steps) steps = ConstInts(Ints(static_cast<size_t>(rank), 1), DtypeOf(starts));
  return StridedSlice(x, FoldConstant(starts), FoldConstant(ends), FoldConstant(steps));
}

// Prepends `by` ones to a shape.
Expr Lengthen(const Expr& shape, int64_t by, DataType dtype) {
  if (by <= 0) return shape;
  return Concatenate({ConstInts(Ints(static_cast<size_t>(by), 1), dtype), shape}, 0);
}

Results Expand(Node& node) {
  const Expr& x = node.In(0);
  Expr shape = node.In(1);
  DataType dtype = DtypeOf(shape);
  Expr own = ShapeTensor(x, dtype);
  int64_t rank = RankOf(x);
  int64_t wanted = node.CountDims(1);
  own = Lengthen(own, wanted - rank, dtype);
  shape = Lengthen(shape, rank - wanted, dtype);
  // A size of 1 stretches to 0, too, so the greater size is wrong where 0 may occur.
  auto positive = [](const Expr& sizes) {
    NDArray known = DataOf(FoldConstant(sizes));
    if (!known) return false;
    Ints list = IntsOf(known);
    return std::find(list.begin(), list.end(), 0) == list.end();
  };
  Expr target = positive(own) && positive(shape)
                    ? Op("maximum", {own, shape})
                    : Where(Op("equal", {own, ConstInt(1, dtype)}), shape, own);
  return BroadcastTo(x, FoldConstant(target));
}

Results TileByInput(Node& node) { return Tile(node.In(0), node.In(1)); }

// Up to version 5: repeats the data along one axis.
Results TileAlongAxis(Node& node) {
  node.TakesInputs(3, 3);
  Ints reps(static_cast<size_t>(RankOf(node.In(0))), 1);
  int64_t axis = FirstInt(node.NeedValueOf(2));
  reps[static_cast<size_t>(CheckedAxis(node, axis, RankOf(node.In(0))))] =
      FirstInt(node.NeedValueOf(1));
  return Tile(node.In(0), reps);
}

Results ShapeOfInput(Node& node) { return ShapeTensor(node.In(0)); }

Results PartOfShape(Node& node) {
  const Expr& x = node.In(0);
  int64_t rank = RankOf(x);
  auto place = [&](int64_t at) { return std::clamp<int64_t>(at < 0 ? at + rank : at, 0, rank); };
  int64_t start = place(node.Int("start", 0));
  int64_t end = place(node.Int("end", rank));
  if (!IsDynamic(x)) return ShapeTensor(x, DataType::Int(64), start, std::max(start, end));
  Expr shape = ShapeTensor(x);
  if (start == 0 && end == rank) return shape;
  return StridedSlice(shape, Ints{start}, Ints{std::max(start, end)});
}

// Before version 11: attributes, with all beginnings first, then all ends.
Results PadByAttributes(Node& node) {
  std::string_view mode = node.Text("mode", "constant");
  if (mode != "constant" && mode != "edge" && mode != "reflect") node.FailAttribute("mode", mode);
  Ints pads = node.GetInts(node.Has("paddings") ? "paddings" : "pads");
  std::vector<std::pair<int64_t, int64_t>> widths;
  for (size_t i = 0; i < pads.size() / 2; ++i) {
    widths.emplace_back(pads[i], pads[i + pads.size() / 2]);
  }
  Expr value = node.Has("value") ? RealLike(node.Real("value"), node.In(0)) : ConstInt(0);
  return Pad(node.In(0), widths, value, mode);
}

// Pads with the elements from the other end, as often as needed. Negative widths cut first.
Expr PadWrapped(Expr x, const Ints& widths) {
  Ints shape = StaticShapeOf(x);
  for (size_t i = 0; i < shape.size() && 2 * i + 1 < widths.size(); ++i) {
    int64_t before = widths[2 * i], after = widths[2 * i + 1];
    if (before == 0 && after == 0) continue;
    int64_t first = std::max<int64_t>(-before, 0);
    int64_t kept = shape[i] - first - std::max<int64_t>(-after, 0);
    int64_t size = kept > 0 ? shape[i] + before + after : 0;
    RequireScratch(static_cast<uint64_t>(size), sizeof(int64_t));
    Ints places;
    for (int64_t at = 0; at < size; ++at) {
      int64_t from = (at - std::max<int64_t>(before, 0)) % kept;
      places.push_back(first + (from < 0 ? from + kept : from));
    }
    x = Take(x, ConstInts(places, kInt64), static_cast<int64_t>(i));
  }
  return x;
}

Results PadByInputs(Node& node) {
  std::string_view mode = node.Text("mode", "constant");
  bool wraps = mode == "wrap" && node.opset >= 19;
  if (mode != "constant" && mode != "edge" && mode != "reflect" && !wraps) {
    node.FailAttribute("mode", mode);
  }
  node.TakesInputs(2, 4);
  const Expr& x = node.In(0);
  Expr value = node.Maybe(2) ? FoldConstant(Take(node.In(2), ConstInt(0))) : RealLike(0, x);
  Expr widths = Transpose(Reshape(node.In(1), Ints{2, -1}));
  if (node.Maybe(3)) {
    // From version 18 on, the pads may be those of some axes.
    DataType dtype = DtypeOf(widths);
    int64_t rank = RankOf(x);
    Ints axes = IntsOf(node.NeedValueOf(3));
    Ints from(static_cast<size_t>(rank), 0);
    for (size_t i = 0; i < axes.size(); ++i) {
      from[static_cast<size_t>(CheckedAxis(node, axes[i], rank))] = static_cast<int64_t>(i) + 1;
    }
    // The first row is for the axes without pads.
    Expr rows = Concatenate({Reshape(ConstInts(Ints{0, 0}, dtype), Ints{1, 2}), widths}, 0);
    widths = Take(rows, ConstInts(from, kInt64), 0);
  }
  widths = FoldConstant(widths);
  if (!wraps) return Pad(x, widths, value, mode);
  node.NeedValueOf(1);
  NDArray known = node.graph.InferValue(widths);
  CheckMeasure(node, "pads", IntsOf(known));
  return PadWrapped(x, IntsOf(known));
}

Results DepthToSpace(Node& node) {
  return Op("nn.depth_to_space", {node.In(0)},
            {{"block_size", node.Int("blocksize")},
             {"layout", "NCHW"},
             {"mode", std::string(node.Text("mode", "DCR"))}});
}

Results SpaceToDepth(Node& node) {
  return Op("nn.space_to_depth", {node.In(0)},
            {{"block_size", node.Int("blocksize")}, {"layout", "NCHW"}});
}

}  // namespace

void AddShapeConverters(ConverterTable& table) {
  table.Add("Reshape", {{1, ReshapeByAttribute}, {5, ReshapeByInput}});
  table.Add("Flatten", {{1, Flatten}});
  table.Add("Concat", {{1, Concat}});
  table.Add("Transpose", {{1, TransposeAxes}});
  table.Add("Squeeze", {{1, SqueezeByAttribute}, {13, SqueezeByInput}});
  table.Add("Unsqueeze", {{1, UnsqueezeByAttribute}, {13, UnsqueezeByInput}});
  table.Add("Split", {{1, SplitByAttribute}, {13, SplitByInput}});
  table.Add("Slice", {{1, SliceByAttributes}, {10, SliceByInputs}});
  table.Add("Expand", {{8, Expand}});
  table.Add("Tile", {{1, TileAlongAxis}, {6, TileByInput}});
  table.Add("Shape", {{1, ShapeOfInput}, {15, PartOfShape}});
  table.Add("Pad", {{1, PadByAttributes}, {11, PadByInputs}});
  table.Add("DepthToSpace", {{11, DepthToSpace}});
  table.Add("SpaceToDepth", {{1, SpaceToDepth}});
}

}  // namespace passcope::frontend::onnx
