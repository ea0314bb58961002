// Poolings.
#include "frontend/onnx/pool.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/autopad.h"
#include "frontend/onnx/families.h"
#include "op/attrs_nn.h"
#include "op/windows.h"

namespace passcope::frontend::onnx {
namespace {

// The lowest number of a type, which pads the input of maximum pooling. TVM takes the lowest finite
// one, which is above -inf.
Expr LowestOf(DataType dtype) {
  if (dtype.is_float() || dtype.is_bfloat()) {
    return Const(-std::numeric_limits<double>::infinity(), dtype);
  }
  if (dtype.bits == 64) return ConstInt(std::numeric_limits<int64_t>::min(), dtype);
  return ConstInt(dtype.is_uint() ? 0 : -(int64_t{1} << (dtype.bits - 1)));
}

// The sizes, of which only those of the batch and the channels may be unknown, as -1.
Ints SpatialSizes(const Expr& data) {
  const Shape& shape = ShapeOf(data);
  Ints sizes;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i >= 2 && !shape[i].is_const()) return StaticShapeOf(data);
    sizes.push_back(shape[i].is_const() ? shape[i].value() : -1);
  }
  return sizes;
}

const char* Layout(const Node& node, size_t rank) {
  static constexpr const char* kFirst[] = {"NCW", "NCHW", "NCDHW"};
  if (rank < 1 || rank > 3) {
    node.Fail(DiagKind::kUnsupported,
              MSG(kOnnxSpatialRankUnsupported,
                  "input {index} of {operator} must have 3 to 5 dimensions, not {actual}", 0,
                  node.op, rank + 2));
  }
  return kFirst[rank - 1];
}

}  // namespace

Window ReadWindow(const Node& node, const Expr& data, bool average) {
  Window window;
  window.data = data;
  window.kernel = node.GetInts("kernel_shape");
  size_t rank = window.kernel.size();
  if (rank < 1 || rank > 3) {
    node.Fail(
        DiagKind::kUnsupported,
        MSG(kOnnxPoolKernelRankUnsupported,
            "`kernel_shape` of {operator} must have 1 to 3 numbers, not {actual}", node.op, rank));
  }
  window.strides = node.GetInts("strides", Ints(rank, 1));
  window.dilations = node.GetInts("dilations", Ints(rank, 1));
  window.pads = node.GetInts("pads", Ints(rank, 0));
  if (window.strides.size() != rank || window.dilations.size() != rank) {
    node.Fail(DiagKind::kBadAttribute,
              MSG(kOnnxAttributeAxisCountsDiffer,
                  "`kernel_shape` of {operator} has {kernel} numbers, but `strides` has {strides} "
                  "and `dilations` {dilations}",
                  node.op, rank, window.strides.size(), window.dilations.size()));
  }
  CheckMeasure(node, "kernel_shape", window.kernel);
  CheckMeasure(node, "strides", window.strides);
  CheckMeasure(node, "dilations", window.dilations);
  CheckMeasure(node, "pads", window.pads);
  for (int64_t stride : window.strides) {
    if (stride < 1) node.FailAttribute("strides", std::to_string(stride));
  }
  AutoPad auto_pad = ReadAutoPad(node);
  if (IsSame(auto_pad) && average) {
    Ints shape = SpatialSizes(data);
    Ints before;
    Ints after;
    for (size_t i = 0; i < rank && i + 2 < shape.size(); ++i) {
      int64_t rest = shape[i + 2] % window.strides[i];
      int64_t span = WindowSpan(window.kernel[i], window.dilations[i]);
      int64_t total = std::max<int64_t>(span - (rest == 0 ? window.strides[i] : rest), 0);
      int64_t half = total / 2;
      before.push_back(auto_pad == AutoPad::kSameLower ? total - half : half);
      after.push_back(total - before.back());
    }
    window.pads = before;
    window.pads.insert(window.pads.end(), after.begin(), after.end());
  } else if (IsSame(auto_pad)) {
    window.data = PadSame(data, window.strides, window.kernel, window.dilations,
                          auto_pad == AutoPad::kSameLower, LowestOf(DtypeOf(data)));
  } else if (auto_pad == AutoPad::kValid) {
    window.pads = Ints(rank, 0);
  }
  if (RankOf(data) == static_cast<int64_t>(rank) + 1) {
    window.data = ExpandDims(window.data, 0);
    window.without_batch = true;
  }
  window.layout = Layout(node, static_cast<size_t>(RankOf(window.data)) - 2);
  window.ceil_mode = node.Int("ceil_mode", 0) != 0;
  window.count_include_pad = node.Int("count_include_pad", 0) != 0;
  return window;
}

Expr PoolOf(const Window& window, const Expr& data, bool average) {
  static constexpr const char* kMax[] = {"nn.max_pool1d", "nn.max_pool2d", "nn.max_pool3d"};
  static constexpr const char* kAverage[] = {"nn.avg_pool1d", "nn.avg_pool2d", "nn.avg_pool3d"};
  size_t rank = window.kernel.size();
  Ints padding = PadTuple(window.pads, rank);
  Expr out = average ? Op(kAverage[rank - 1], {data},
                          {{"pool_size", window.kernel},
                           {"strides", window.strides},
                           {"dilation", window.dilations},
                           {"padding", padding},
                           {"layout", window.layout},
                           {"ceil_mode", window.ceil_mode},
                           {"count_include_pad", window.count_include_pad}})
                     : Op(kMax[rank - 1], {data},
                          {{"pool_size", window.kernel},
                           {"strides", window.strides},
                           {"dilation", window.dilations},
                           {"padding", padding},
                           {"layout", window.layout},
                           {"ceil_mode", window.ceil_mode}});
  if (window.ceil_mode) {
    out = WithoutPaddedWindows(out, data, window.kernel, window.strides, window.dilations,
                               PadTuple(window.pads, window.kernel.size()));
  }
  return window.without_batch ? Squeeze(out, Ints{0}) : out;
}

Expr GlobalAverage(const Node& node, const Expr& data) {
  Ints one = {1};
  switch (RankOf(data)) {
    case 3:
      return Op("nn.adaptive_avg_pool1d", {data}, {{"output_size", one}, {"layout", "NCW"}});
    case 4:
      return Op("nn.global_avg_pool2d", {data});
    case 5:
      return Op("nn.adaptive_avg_pool3d", {data},
                {{"output_size", Ints{1, 1, 1}}, {"layout", "NCDHW"}});
    default:
      node.Fail(DiagKind::kUnsupported,
                MSG(kOnnxSpatialRankUnsupported,
                    "input {index} of {operator} must have 3 to 5 dimensions, not {actual}", 0,
                    node.op, RankOf(data)));
  }
}

namespace {

Results AveragePool(Node& node) {
  Window window = ReadWindow(node, node.In(0), true);
  return PoolOf(window, window.data, true);
}

// The indices of the maxima in the whole input. Relay has no operator for it. All elements at one
// offset in the windows are a strided slice of the padded input, and so are their indices. The
// first index with the greatest element wins.
Expr PlacesOfMaxima(const Node& node, const Window& window, int64_t storage_order) {
  const Expr& data = node.In(0);
  Ints shape = StaticShapeOf(data);
  size_t rank = window.kernel.size();
  if (shape.size() != rank + 2) {
    node.Fail(DiagKind::kUnsupported,
              MSG(kOnnxInputRankMismatch,
                  "input {index} of {operator} must have {expected} dimensions, not {actual}", 0,
                  node.op, rank + 2, shape.size()));
  }
  Ints out = StaticShapeOf(PoolOf(window, window.data, false));
  Ints pads = PadTuple(window.pads, rank);
  PadPairs widths = {{0, 0}, {0, 0}};
  bool same = IsSame(ReadAutoPad(node));
  for (size_t i = 0; i < rank; ++i) {
    int64_t before = pads[i];
    int64_t reach =
        (out[i + 2] - 1) * window.strides[i] + (window.kernel[i] - 1) * window.dilations[i] + 1;
    if (same) {
      int64_t total = std::max<int64_t>(reach - shape[i + 2], 0);
      bool lower = ReadAutoPad(node) == AutoPad::kSameLower;
      before = lower ? total - total / 2 : total / 2;
    }
    widths.emplace_back(before, std::max<int64_t>(reach - before - shape[i + 2], 0));
  }
  NDArray places = MakeNDArray(shape, DataType::Int(64));
  auto count = static_cast<int64_t>(places->size());
  int64_t image = count / std::max<int64_t>(shape[0] * shape[1], 1);
  for (int64_t i = 0; i < count; ++i) {
    int64_t place = i;
    if (storage_order == 1) {
      // Within each image, the first axis is the fastest.
      int64_t inside = i % image;
      place = i - inside;
      for (int64_t axis = static_cast<int64_t>(rank) + 1, step = image; axis >= 2; --axis) {
        int64_t size = shape[static_cast<size_t>(axis)];
        step /= size;
        place += inside % size * step;
        inside /= size;
      }
    }
    StoreInt(places, static_cast<size_t>(i), place);
  }
  DataType dtype = DtypeOf(data);
  Expr lowest =
      dtype.bits == 64 || dtype.is_float() ? LowestOf(dtype) : Cast(LowestOf(dtype), dtype);
  Expr padded = Pad(data, widths, lowest);
  Expr padded_places = Pad(ConstArray(places), widths, ConstInt(-1, DataType::Int(64)));
  std::vector<Expr> values;
  std::vector<Expr> origins;
  Ints at(rank, 0);
  for (bool more = true; more;) {
    Ints begin = {0, 0};
    Ints end = {shape[0], shape[1]};
    Ints strides = {1, 1};
    for (size_t i = 0; i < rank; ++i) {
      begin.push_back(at[i] * window.dilations[i]);
      end.push_back(begin.back() + (out[i + 2] - 1) * window.strides[i] + 1);
      strides.push_back(window.strides[i]);
    }
    values.push_back(StridedSlice(padded, begin, end, strides));
    origins.push_back(StridedSlice(padded_places, begin, end, strides));
    more = false;
    for (size_t i = rank; i-- > 0;) {
      if (++at[i] < window.kernel[i]) {
        more = true;
        break;
      }
      at[i] = 0;
    }
  }
  Expr first = Op("argmax", {Stack(values, 0)}, {{"axis", Ints{0}}, {"keepdims", true}});
  Expr chosen = Gather(Stack(origins, 0), 0, Cast(first, DataType::Int(64)));
  return Squeeze(chosen, Ints{0});
}

Results MaxPool(Node& node) {
  // The order only affects the indices. TVM takes it as the layout of the data.
  int64_t storage_order = node.Int("storage_order", 0);
  if (storage_order != 0 && storage_order != 1) {
    node.Fail(
        DiagKind::kBadAttribute,
        MSG(kOnnxStorageOrderInvalid, "storage_order must be 0 or 1, not {actual}", storage_order));
  }
  Window window = ReadWindow(node, node.In(0), false);
  if (node.num_outputs() < 2) return PoolOf(window, window.data, false);
  return Results::Of(
      {PoolOf(window, window.data, false), PlacesOfMaxima(node, window, storage_order)});
}

// (average of |x|^p, times the number of elements) ^ (1/p). An even power needs no absolute value.
Expr LpPoolOf(const Node& node, const Window& window) {
  DataType dtype = DtypeOf(window.data);
  double p = node.Has("p") && node.attributes.Find("p")->f ? node.Real("p")
                                                           : static_cast<double>(node.Int("p", 2));
  Expr sizes = std::fmod(p, 2) == 0 ? window.data : Op("abs", {window.data});
  Expr powers = Op("power", {sizes, Const(p, dtype)});
  Expr mean = PoolOf(window, powers, true);
  double elements = 1;
  for (int64_t size : window.kernel) elements *= static_cast<double>(size);
  return Op("power", {Mul(Op("abs", {mean}), Const(elements, dtype)), Const(1 / p, dtype)});
}

// Replaces `ceil_mode` by padding, so that all windows have the same number of elements.
void PadToCeil(Window& window) {
  size_t rank = window.kernel.size();
  Ints shape = SpatialSizes(window.data);
  window.pads = PadTuple(window.pads, rank);
  for (size_t i = 0; i < rank; ++i) {
    int64_t room = shape[i + 2] + window.pads[i];
    int64_t span = WindowSpan(window.kernel[i], window.dilations[i]);
    int64_t stride = window.strides[i];
    int64_t last = std::max<int64_t>(room + window.pads[rank + i] - span + stride - 1, 0) / stride;
    if (last > 0 && last * stride >= room) --last;
    window.pads[rank + i] = std::max<int64_t>(last * stride + span - room, 0);
  }
  window.ceil_mode = false;
}

Results LpPool(Node& node) {
  AutoPad auto_pad = ReadAutoPad(node);
  Expr data = node.In(0);
  if (IsSame(auto_pad)) {
    Ints kernel = node.GetInts("kernel_shape");
    Ints dilations = node.GetInts("dilations", Ints(kernel.size(), 1));
    CheckMeasure(node, "kernel_shape", kernel);
    CheckMeasure(node, "dilations", dilations);
    data = PadSame(data, node.GetInts("strides", Ints(kernel.size(), 1)), kernel, dilations,
                   auto_pad == AutoPad::kSameLower, RealLike(0, data));
    node.attributes.Remove("auto_pad");
  }
  Window window = ReadWindow(node, data, true);
  window.count_include_pad = true;
  if (window.ceil_mode) {
    CheckMeasure(node, "ceil_mode", SpatialSizes(window.data));
    PadToCeil(window);
  }
  return LpPoolOf(node, window);
}

Results GlobalLpPool(Node& node) {
  Window window;
  window.data = node.In(0);
  Ints shape = StaticShapeOf(window.data);
  if (shape.size() < 3 || shape.size() > 5) {
    node.Fail(DiagKind::kUnsupported,
              MSG(kOnnxSpatialRankUnsupported,
                  "input {index} of {operator} must have 3 to 5 dimensions, not {actual}", 0,
                  node.op, shape.size()));
  }
  window.kernel.assign(shape.begin() + 2, shape.end());
  size_t rank = window.kernel.size();
  window.strides = window.dilations = Ints(rank, 1);
  window.pads = Ints(rank, 0);
  window.layout = Layout(node, rank);
  window.count_include_pad = true;
  return LpPoolOf(node, window);
}

Results GlobalAveragePool(Node& node) { return GlobalAverage(node, node.In(0)); }

Results GlobalMaxPool(Node& node) {
  const Expr& data = node.In(0);
  switch (RankOf(data)) {
    case 3:
      return Op("nn.adaptive_max_pool1d", {data}, {{"output_size", Ints{1}}, {"layout", "NCW"}});
    case 4:
      return Op("nn.global_max_pool2d", {data});
    case 5:
      return Op("nn.adaptive_max_pool3d", {data},
                {{"output_size", Ints{1, 1, 1}}, {"layout", "NCDHW"}});
    default:
      node.Fail(DiagKind::kUnsupported,
                MSG(kOnnxSpatialRankUnsupported,
                    "input {index} of {operator} must have 3 to 5 dimensions, not {actual}", 0,
                    node.op, RankOf(data)));
  }
}

Results MaxUnpool(Node& node) {
  const Expr& data = node.In(0);
  const Expr& indices = node.In(1);
  DataType int64 = DataType::Int(64);
  Ints kernel = node.GetInts("kernel_shape");
  Ints strides = node.GetInts("strides", Ints(kernel.size(), 1));
  auto numbers = [&](Ints first, const Ints& rest) {
    return Concatenate({ConstInts(first, int64), ConstInts(rest, int64)}, 0);
  };
  Expr pooled = Mul(numbers({1, 1}, strides), ShapeTensor(data));
  Expr shape = Add(pooled, Sub(numbers({0, 0}, kernel), numbers({0, 0}, strides)));
  Expr places = indices;
  if (std::optional<Ints> pads = node.MaybeInts("pads"); pads && !node.Maybe(2)) {
    // First the numbers for the beginnings of all axes, then those for the ends.
    Ints total = {0, 0};
    for (size_t i = 0; i < kernel.size() && i + kernel.size() < pads->size(); ++i) {
      total.push_back((*pads)[i] + (*pads)[i + kernel.size()]);
    }
    shape = Sub(shape, ConstInts(total, int64));
  }
  Expr own_shape = shape;
  if (node.Maybe(2)) shape = node.In(2);
  if (node.Maybe(2) && !IsDynamic(data)) {
    // The indices refer to the shape that the pooling had, not to the requested one.
    NDArray from = TryEvaluate(own_shape);
    NDArray to = node.NeedValueOf(2);
    if (from && IntsOf(from) != IntsOf(to)) {
      Ints inner = IntsOf(from);
      Ints outer = IntsOf(to);
      if (inner.size() != outer.size()) {
        node.Fail(
            DiagKind::kShapeMismatch,
            MSG(kOnnxRequiredRankMismatch,
                "the output shape of {operator} must have {expected} dimensions, not {actual}",
                node.op, inner.size(), outer.size()));
      }
      Expr rest = indices;
      Expr moved;
      int64_t step = 1;
      for (size_t i = inner.size(); i-- > 0;) {
        Expr size = ConstInt(inner[i], int64);
        Expr at = Mul(Op("floor_mod", {rest, size}), ConstInt(step, int64));
        moved = moved ? Add(moved, at) : at;
        rest = Op("floor_divide", {rest, size});
        CheckMeasure(node, "output_shape", {step, outer[i]});
        step *= outer[i];
      }
      places = moved;
    }
  }
  Expr zeros = Zeros(shape, DtypeOf(data));
  Expr flat =
      Op("scatter", {Reshape(zeros, Ints{-1}), Reshape(places, Ints{-1}), Reshape(data, Ints{-1})},
         {{"axis", int64_t{0}}});
  return Reshape(flat, shape);
}

}  // namespace

void AddPoolConverters(ConverterTable& table) {
  table.Add("AveragePool", {{1, AveragePool}});
  table.Add("MaxPool", {{1, MaxPool}});
  table.Add("LpPool", {{1, LpPool}});
  table.Add("GlobalAveragePool", {{1, GlobalAveragePool}});
  table.Add("GlobalMaxPool", {{1, GlobalMaxPool}});
  table.Add("GlobalLpPool", {{1, GlobalLpPool}});
  table.Add("MaxUnpool", {{11, MaxUnpool}});
}

}  // namespace passcope::frontend::onnx
