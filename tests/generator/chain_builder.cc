// Random calls over a given tensor.
#include "generator/chain_builder.h"

#include <algorithm>
#include <cmath>

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "op/attrs_nn.h"
#include "op/op.h"
#include "runtime/kernel.h"
#include "support/ptr_map.h"
#include "transforms/gradients.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

constexpr int64_t kMaxElements = 3000;

const TensorTypeNode* TensorOf(const Expr& expr) {
  return As<TensorTypeNode>(expr->checked_type());
}

std::vector<int64_t> ShapeOf(const Expr& expr) { return *StaticShape(expr->checked_type()); }

bool IsReal(const Expr& expr) {
  DataType dtype = TensorOf(expr)->dtype;
  return dtype.is_float() || dtype.is_bfloat();
}

bool IsBool(const Expr& expr) { return TensorOf(expr)->dtype == DataType::Bool(); }

}  // namespace

Expr ChainBuilder::Operand(std::vector<int64_t> shape, DataType dtype) {
  if (Chance(30)) {
    NDArray array = MakeNDArray(std::move(shape), dtype);
    bool real = dtype.is_float() || dtype.is_bfloat();
    for (size_t i = 0; i < array->size(); ++i) {
      StoreDouble(array, i, real ? random_.Symmetric(2) : static_cast<double>(Below(7)));
    }
    return InferTypes(Constant(std::move(array)));
  }
  Shape dims(shape.begin(), shape.end());
  params_.push_back(InferTypes(Var("p" + std::to_string(params_.size()), TensorType(dims, dtype))));
  return params_.back();
}

Expr ChainBuilder::Typed(const Expr& call) {
  if (!call) return nullptr;
  try {
    Expr typed = InferTypes(call);
    const auto* made = As<CallNode>(typed);
    if (made && !HasKernel(As<OpNode>(made->op()))) return nullptr;
    auto fits = [](const Type& type) {
      auto shape = StaticShape(type);
      int64_t count = 1;
      for (size_t i = 0; shape && i < shape->size(); ++i)
        count *= std::min((*shape)[i], kMaxElements);
      return shape && count > 0 && count <= kMaxElements;
    };
    const Type& type = typed->checked_type();
    if (const auto* tuple = As<TupleTypeNode>(type)) {
      return std::all_of(tuple->fields.begin(), tuple->fields.end(), fits) ? typed : nullptr;
    }
    return fits(type) ? typed : nullptr;
  } catch (const DiagnosticError&) {
    return nullptr;
  }
}

int64_t ChainBuilder::Axis(size_t rank) {
  if (rank == 0) return 0;
  auto axis = static_cast<int64_t>(Below(rank));
  return Chance(30) ? axis - static_cast<int64_t>(rank) : axis;
}

Expr ChainBuilder::Conv2D(const Expr& data, int64_t out_channels) {
  static constexpr int64_t kChannels[] = {1, 2, 3, 4, 4, 5, 6, 8, 8, 12, 16};
  Expr x = data;
  if (!x) {
    x = Operand({Size(1, 3), Pick(kChannels), Size(1, 4), Size(1, 4)}, DataType::Float(32));
  }
  if (TensorOf(x)->rank() != 4 || TensorOf(x)->dtype != DataType::Float(32)) return nullptr;
  std::vector<int64_t> shape = ShapeOf(x);
  int64_t in = shape[1], kernel = Chance(50) ? 1 : 3;
  int64_t out = out_channels > 0 ? out_channels : Pick(kChannels), groups = 1;
  if (Chance(15)) {
    groups = out = in;
  } else if (out_channels == 0 && in % 2 == 0 && Chance(10)) {
    groups = 2;
    out = 2 * Size(1, 4);
  }
  std::vector<int64_t> padding = {kernel / 2, kernel / 2};
  if (Chance(10)) padding = {kernel / 2, kernel / 2, 1, 0};
  return Typed(MakeOp("nn.conv2d",
                      {x, Operand({out, in / groups, kernel, kernel}, DataType::Float(32))},
                      {{"padding", AttrValue::Ints(padding)},
                       {"strides", AttrValue::Ints({Chance(80) ? 1 : 2, 1})},
                       {"groups", groups},
                       {"channels", Chance(50) ? AttrValue(out) : AttrValue()},
                       {"kernel_size", Chance(50) || groups > 1 ? AttrValue::Ints({kernel, kernel})
                                                                : AttrValue()}}));
}

Expr ChainBuilder::Related(const std::vector<int64_t>& shape, DataType dtype) {
  std::vector<int64_t> other;
  size_t rank = shape.size();
  size_t drop = rank > 0 && Chance(55) ? Below(rank + 1) : 0;
  int ones = static_cast<int>(Below(4)) * 33;
  for (size_t i = drop; i < rank; ++i) other.push_back(Chance(ones) ? 1 : shape[i]);
  // One axis that is broadcast in the other direction.
  if (Chance(15)) {
    for (size_t i = 0; i < other.size(); ++i) {
      if (shape[drop + i] == 1 && Chance(50)) other[i] = Size(1, 4);
    }
  }
  if (drop == 0 && Chance(12)) other.insert(other.begin(), Size(1, 2));
  return Operand(other, dtype);
}

Expr ChainBuilder::Binary(const Expr& data, const std::vector<Expr>& others) {
  static constexpr const char* kOps[] = {"add",      "add",      "multiply",
                                         "multiply", "subtract", "maximum",
                                         "minimum",  "less",     "greater_equal"};
  DataType dtype = TensorOf(data)->dtype;
  Expr other;
  if (!others.empty() && Chance(25)) {
    other = others[Below(others.size())];
    if (!TensorOf(other) || TensorOf(other)->dtype != dtype) other = nullptr;
  }
  if (!other) other = Related(ShapeOf(data), dtype);
  const char* op = Pick(kOps);
  return Chance(70) ? MakeBinary(op, data, other) : MakeBinary(op, other, data);
}

Expr ChainBuilder::Elementwise(const Expr& data, const std::vector<Expr>& others) {
  size_t rank = TensorOf(data)->rank();
  DataType dtype = TensorOf(data)->dtype;
  auto axis_size = [&](int64_t axis) { return ShapeOf(data)[NormalizeAxis(axis, rank)]; };
  if (dtype == DataType::Int(32) && rank > 0 && Chance(30)) {
    auto axis = static_cast<int64_t>(Below(rank));
    NDArray factors = MakeNDArray({axis_size(axis)}, dtype);
    for (size_t i = 0; i < factors->size(); ++i) {
      StoreDouble(factors, i, std::ldexp(1.0 + random_.Uniform(), 30));
    }
    Expr shifts = Operand({axis_size(axis)}, dtype);
    return MakeOp("fixed_point_multiply_per_axis",
                  {data, InferTypes(Constant(factors)), shifts, shifts},
                  {{"is_lshift_required", Chance(30)},
                   {"is_rshift_required", false},
                   {"axes", AttrValue::Ints({axis})}});
  }
  switch (Below(12)) {
    case 0:
      return MakeUnary("nn.relu", data);
    case 1:
      return MakeOp("clip", {data}, {{"a_min", Size(-2, 0) * 0.5}, {"a_max", Size(1, 3) * 1.0}});
    case 2:
      return MakeOp("nn.leaky_relu", {data}, {{"alpha", Size(1, 3) * 0.25}});
    case 3:
      return MakeCast(data, dtype);
    case 4: {
      if (rank == 0) return nullptr;
      int64_t axis = Axis(rank);
      return MakeOp("nn.bias_add", {data, Operand({axis_size(axis)}, dtype)}, {{"axis", axis}});
    }
    case 5: {
      if (rank == 0) return nullptr;
      int64_t axis = Axis(rank);
      return MakeOp("nn.prelu", {data, Operand({axis_size(axis)}, dtype)}, {{"axis", axis}});
    }
    case 6:
      return MakeExpandDims(data, Size(0, static_cast<int64_t>(rank)), Size(1, 2));
    case 7:
      return MakeUnary(Chance(50) ? "negative" : "sigmoid", data);
    case 8: {
      Expr condition = Chance(50) ? Related(ShapeOf(data), DataType::Bool())
                                  : Operand(ShapeOf(data), DataType::Bool());
      Expr other = Related(ShapeOf(data), dtype);
      return Chance(50) ? MakeWhere(condition, data, other) : MakeWhere(condition, other, data);
    }
    default:
      return Binary(data, others);
  }
}

Expr ChainBuilder::Reduce(const Expr& data) {
  static constexpr const char* kOps[] = {"sum", "mean", "max", "min", "sum", "max"};
  size_t rank = TensorOf(data)->rank();
  std::vector<int64_t> chosen;
  for (size_t i = 0; i < rank; ++i) {
    if (Chance(40)) chosen.push_back(static_cast<int64_t>(Chance(30) ? i - rank : i));
  }
  OptInts axes;
  if (!chosen.empty() || Chance(50)) axes = chosen;
  bool keepdims = Chance(50), exclude = Chance(25);
  if (IsBool(data)) return MakeReduce(Chance(50) ? "all" : "any", data, axes, keepdims, exclude);
  AttrValue axis = axes ? AttrValue::Ints(*axes) : AttrValue();
  switch (Below(6)) {
    case 0:
      return MakeOp(Chance(50) ? "argmax" : "argmin", {data},
                    {{"axis", axis}, {"keepdims", keepdims}, {"exclude", exclude}});
    case 1: {
      Expr mean = Typed(MakeReduce("mean", data, axes, true, exclude));
      if (!mean || !IsReal(data)) return nullptr;
      return MakeVariance(data, mean, axes, keepdims, exclude);
    }
    default:
      return MakeReduce(Pick(kOps), data, axes, keepdims, exclude);
  }
}

Expr ChainBuilder::Normalize(const Expr& data) {
  size_t rank = TensorOf(data)->rank();
  if (rank == 0 || !IsReal(data)) return nullptr;
  int64_t axis = Axis(rank);
  int64_t size = ShapeOf(data)[NormalizeAxis(axis, rank)];
  DataType dtype = TensorOf(data)->dtype;
  auto vector = [&] { return Operand({size}, dtype); };
  auto positive = [&] { return InferTypes(MakeUnary("exp", vector())); };
  AttrValue center = Chance(70), scale = Chance(70), epsilon = 0.01;
  switch (Below(10)) {
    case 0: {
      Expr call = Typed(MakeOp("nn.batch_norm", {data, vector(), vector(), vector(), positive()},
                               {{"axis", axis}, {"center", center}, {"scale", scale}}));
      return call ? TupleGetItem(call, Chance(80) ? 0 : 1) : nullptr;
    }
    case 1:
      return MakeOp("nn.layer_norm", {data, vector(), vector()},
                    {{"axis", axis}, {"center", center}, {"scale", scale}, {"epsilon", epsilon}});
    case 2:
      return MakeOp("nn.instance_norm", {data, vector(), vector()},
                    {{"axis", axis}, {"center", center}, {"scale", scale}, {"epsilon", epsilon}});
    case 3: {
      int64_t groups = Size(1, size);
      if (size % groups != 0) return nullptr;
      return MakeOp("nn.group_norm", {data, vector(), vector()},
                    {{"num_groups", groups},
                     {"axis", axis},
                     {"center", center},
                     {"scale", scale},
                     {"epsilon", epsilon}});
    }
    case 4: {
      std::vector<int64_t> axes = {axis};
      auto second = static_cast<int64_t>(Below(rank));
      if (NormalizeAxis(axis, rank) != static_cast<size_t>(second)) axes.push_back(second);
      return MakeOp("nn.l2_normalize", {data}, {{"eps", epsilon}, {"axis", AttrValue::Ints(axes)}});
    }
    case 5:
      return MakeOp("nn.lrn", {data}, {{"axis", axis}, {"size", 3}, {"bias", 2.0}, {"alpha", 0.5}});
    case 6:
      return MakeOp("nn.softmax", {data}, {{"axis", axis}});
    case 7:
      return MakeOp("nn.log_softmax", {data}, {{"axis", axis}});
    case 8: {
      Expr call = Typed(MakeOp("nn.dropout", {data}, {}));
      return call ? TupleGetItem(call, 0) : nullptr;
    }
    default:
      return MakeOp("nn.fast_softmax", {data}, {{"axis", axis}});
  }
}

Expr ChainBuilder::Move(const Expr& data, const std::vector<Expr>& others) {
  size_t rank = TensorOf(data)->rank();
  std::vector<int64_t> shape = ShapeOf(data);
  int64_t axis = Axis(rank);
  switch (Below(13)) {
    case 0: {
      std::vector<int64_t> axes;
      for (size_t i = 0; i < rank; ++i) {
        axes.insert(axes.begin() + static_cast<std::ptrdiff_t>(Below(i + 1)),
                    static_cast<int64_t>(Chance(20) ? i - rank : i));
      }
      return MakeTranspose(data, axes);
    }
    case 1: {
      std::vector<int64_t> ones;
      for (size_t i = 0; i < rank; ++i) {
        if (shape[i] == 1 && Chance(60))
          ones.push_back(static_cast<int64_t>(Chance(30) ? i - rank : i));
      }
      return Chance(30) ? MakeSqueeze(data, std::nullopt) : MakeSqueeze(data, ones);
    }
    case 2: {
      static const std::vector<int64_t> kShapes[] = {{0, -1}, {-1},    {0, 0, -1}, {-3, -2},
                                                     {-1, 1}, {1, -2}, {0, 1, -1}, {0, 0, -3}};
      return MakeReshape(data, Pick(kShapes));
    }
    case 3:
      return MakeExpandDims(data, Axis(rank + 1), Size(1, 2));
    case 4: {
      Expr fields[] = {data, Chance(50) ? data : Operand(shape, TensorOf(data)->dtype)};
      for (const Expr& other : others) {
        if (Chance(30) && TensorOf(other) && TensorOf(other)->dtype == TensorOf(data)->dtype) {
          fields[1] = other;
        }
      }
      if (Chance(20)) return MakeStack(fields, Axis(rank + 1));
      if (rank > 0 && Chance(40)) {
        shape[NormalizeAxis(axis, rank)] = Size(1, 5);
        fields[1] = Operand(shape, TensorOf(data)->dtype);
      }
      if (Chance(40)) std::swap(fields[0], fields[1]);
      return MakeConcatenate(fields, axis);
    }
    case 5:
      return MakeOp("reverse", {data}, {{"axis", axis}});
    case 6:
      return MakeOp("cumsum", {data}, {{"axis", axis}, {"exclusive", Chance(50)}});
    case 7:
      return MakeRepeat(data, Size(1, 2), axis);
    case 8: {
      std::vector<int64_t> reps;
      for (size_t i = 0; i < rank; ++i) reps.push_back(Chance(70) ? 1 : 2);
      return MakeOp("tile", {data}, {{"reps", AttrValue::Ints(reps)}});
    }
    case 9:
      return MakeUnary("nn.batch_flatten", data);
    case 10:
      if (rank == 0) return nullptr;
      return MakeOp(Chance(50) ? "sort" : "argsort", {data},
                    {{"axis", axis}, {"is_ascend", Chance(50)}});
    case 11: {
      Expr topk = Typed(MakeOp(
          "topk", {data},
          {{"k", Size(1, 2)}, {"axis", axis}, {"ret_type", "both"}, {"is_ascend", Chance(50)}}));
      return topk ? TupleGetItem(topk, static_cast<int>(Below(2))) : nullptr;
    }
    default: {
      std::vector<int64_t> larger = shape;
      for (int64_t& size : larger) size = size == 1 && Chance(60) ? Size(1, 4) : size;
      if (Chance(30)) larger.insert(larger.begin(), 2);
      return MakeOp("broadcast_to", {data}, {{"shape", AttrValue::Ints(larger)}});
    }
  }
}

Expr ChainBuilder::Slice(const Expr& data, const std::vector<Expr>& others) {
  size_t rank = TensorOf(data)->rank();
  if (rank == 0) return nullptr;
  std::vector<int64_t> shape = ShapeOf(data);
  int64_t axis = Axis(rank), size = shape[NormalizeAxis(axis, rank)];
  switch (Below(8)) {
    case 0: {
      AttrValue sections = Size(1, 3);
      if (Chance(50)) {
        std::vector<int64_t> cuts;
        for (int64_t cut = 1; cut < size; ++cut) {
          if (Chance(30)) cuts.push_back(cut);
        }
        sections = AttrValue::Ints(cuts);
      }
      Expr parts =
          Typed(MakeOp("split", {data}, {{"indices_or_sections", sections}, {"axis", axis}}));
      if (!parts) return nullptr;
      size_t count = As<TupleTypeNode>(parts->checked_type())->fields.size();
      return TupleGetItem(parts, static_cast<int>(Below(count)));
    }
    case 1: {
      std::vector<int64_t> indices;
      Expr index = InferTypes(ConstantScalar(
          static_cast<double>(Below(static_cast<uint64_t>(size))), DataType::Int(32)));
      if (Chance(50)) index = InferTypes(MakeExpandDims(index, 0, 1));
      return MakeOp("take", {data, index}, {{"axis", axis}, {"mode", "clip"}});
    }
    case 2: {
      static constexpr const char* kModes[] = {"constant", "constant", "edge", "reflect"};
      AttrArray widths;
      const char* mode = Pick(kModes);
      for (size_t i = 0; i < rank; ++i) {
        // A reflection needs elements.
        if (shape[i] < 3 && std::string_view(mode) == "reflect") {
          widths.push_back(AttrValue::Ints({0, 0}));
          continue;
        }
        widths.push_back(
            AttrValue::Ints({Chance(60) ? 0 : Size(-1, 2), Chance(60) ? 0 : Size(0, 2)}));
      }
      Expr value =
          InferTypes(ConstantScalar(static_cast<double>(Size(0, 3)), TensorOf(data)->dtype));
      return MakeOp("nn.pad", {data, value}, {{"pad_width", widths}, {"pad_mode", mode}});
    }
    case 3: {
      Expr like = others.empty() ? data : others[Below(others.size())];
      AttrValue axes = Chance(50) ? AttrValue() : AttrValue::Ints({axis});
      return MakeOp("slice_like", {data, like}, {{"axes", axes}});
    }
    default: {
      bool some = Chance(50), by_size = Chance(30);
      std::vector<int64_t> begin, end, strides, axes;
      for (size_t i = 0; i < rank; ++i) {
        if (some && Chance(60)) continue;
        axes.push_back(static_cast<int64_t>(some && Chance(30) ? i - rank : i));
        int64_t from = Chance(50) ? 0 : Size(0, shape[i] - 1), step = Chance(75) ? 1 : 2;
        int64_t to = Size(from + 1, shape[i]);
        if (by_size) to = Chance(30) ? -1 : to - from;
        if (!by_size && Chance(15)) to -= shape[i] + 1;
        if (!by_size && Chance(15)) to = shape[i] + 3;
        if (!by_size && Chance(15)) {
          step = -1;
          from = -1;
          to = -shape[i] - 1;
        }
        begin.push_back(from);
        end.push_back(to);
        strides.push_back(step);
      }
      if (!some && Chance(30) && begin.size() > 1) {
        begin.pop_back();
        end.pop_back();
        strides.pop_back();
      }
      if (begin.empty()) return nullptr;
      if (Chance(20)) strides = {strides[0]};
      return MakeOp("strided_slice", {data},
                    {{"begin", AttrValue::Ints(begin)},
                     {"end", AttrValue::Ints(end)},
                     {"strides", AttrValue::Ints(strides)},
                     {"slice_mode", by_size ? "size" : "end"},
                     {"axes", some ? AttrValue::Ints(axes) : AttrValue()}});
    }
  }
}

Expr ChainBuilder::Image(const Expr& data) {
  size_t rank = TensorOf(data)->rank();
  if (!IsReal(data)) return nullptr;
  if (rank == 3) {
    const char* layout = Chance(75) ? "NCW" : "NWC";
    if (Chance(50)) {
      return MakeOp("nn.avg_pool1d", {data},
                    {{"pool_size", AttrValue::Ints({2})},
                     {"padding", AttrValue::Ints({1, 0})},
                     {"layout", layout},
                     {"count_include_pad", Chance(50)}});
    }
    return MakeOp("image.resize1d", {data}, {{"size", AttrValue::Ints({3})}, {"layout", layout}});
  }
  if (rank == 5) {
    const char* layout = Chance(75) ? "NCDHW" : "NDHWC";
    if (Chance(50)) {
      return MakeOp("nn.max_pool3d", {data},
                    {{"pool_size", AttrValue::Ints({1, 2, 1})}, {"layout", layout}});
    }
    return MakeOp("nn.upsampling3d", {data},
                  {{"scale_d", 1.0}, {"scale_h", 2.0}, {"scale_w", 1.0}, {"layout", layout}});
  }
  if (rank != 4) return nullptr;
  const char* layout = Chance(75) ? "NCHW" : "NHWC";
  switch (Below(11)) {
    case 7: {
      NDArray boxes = MakeNDArray({2, 5}, TensorOf(data)->dtype);
      static constexpr double kBoxes[] = {0, 0, 0, 2, 2, 0, 1, 0, 3, 2};
      for (size_t i = 0; i < 10; ++i) StoreDouble(boxes, i, kBoxes[i]);
      return MakeOp("vision.roi_align", {data, InferTypes(Constant(boxes))},
                    {{"pooled_size", AttrValue::Ints({2, 1})},
                     {"spatial_scale", 1.0},
                     {"sample_ratio", 1},
                     {"mode", "avg"},
                     {"layout", layout}});
    }
    case 0:
    case 1:
      return MakeOp(Chance(50) ? "nn.max_pool2d" : "nn.avg_pool2d", {data},
                    {{"pool_size", AttrValue::Ints({2, Size(1, 2)})},
                     {"strides", AttrValue::Ints({Size(1, 2), 1})},
                     {"padding", AttrValue::Ints({0, 0, Size(0, 1), 0})},
                     {"layout", layout},
                     {"out_layout", Chance(20) ? layout : ""},
                     {"ceil_mode", Chance(30)}});
    case 2:
      return MakeOp(Chance(50) ? "nn.global_avg_pool2d" : "nn.global_max_pool2d", {data},
                    {{"layout", layout}});
    case 3:
      return MakeOp("nn.adaptive_avg_pool2d", {data},
                    {{"output_size", AttrValue::Ints({Size(1, 2), 1})}, {"layout", layout}});
    case 4:
      return MakeOp("nn.upsampling", {data},
                    {{"scale_h", 2.0}, {"scale_w", 1.0}, {"layout", layout}});
    case 5:
      return MakeOp("image.resize2d", {data},
                    {{"size", AttrValue::Ints({Size(1, 4), Size(1, 4)})}, {"layout", layout}});
    case 6:
      return MakeOp("nn.depth_to_space", {data}, {{"block_size", 2}, {"layout", layout}});
    default:
      return Conv2D(data);
  }
}

Expr ChainBuilder::Step(const Expr& data, const std::vector<Expr>& others) {
  if (!TensorOf(data)) return nullptr;
  uint64_t kind = Below(100);
  if (kind < 30) return Elementwise(data, others);
  if (kind < 45) return Reduce(data);
  if (kind < 60) return Normalize(data);
  if (kind < 75) return Move(data, others);
  if (kind < 88) return Slice(data, others);
  if (kind < 92) return Quantized(data);
  return Image(data);
}

IRModule ChainBuilder::Build(const Expr& body) const {
  PtrSet used;
  PostOrderVisit(body, [&](const ExprNode* node) { used.Insert(node); });
  std::vector<Expr> params;
  for (const Expr& param : params_) {
    if (used.Contains(param.get())) params.push_back(param);
  }
  std::vector<IRModuleNode::Item> items = {{Name("main"), Function(params, body)}};
  return InferTypes(IRModule(new IRModuleNode(std::move(items))));
}

}  // namespace passcope
