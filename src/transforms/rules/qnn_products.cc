// Products of quantized data: dense, batch_matmul and conv2d.
//
//   Σ (A - a)(W - w) = Σ A W - w Σ A - a Σ W + n a w
//
// The first sum is over small integers. The last two are known before the program runs.
#include <optional>

#include "op/attrs_nn.h"
#include "op/layout.h"
#include "transforms/rules/qnn_canonicalize.h"

namespace passcope::qnn {
namespace {

// Zero points as integers, if both are constants.
struct ZeroPoints {
  int64_t data = 0, weight = 0;
};
std::optional<ZeroPoints> ConstantZeroPoints(const Expr& data, const Expr& weight) {
  const NDArrayNode *x = ConstantScalarOf(data), *w = ConstantScalarOf(weight);
  if (!x || !w) return std::nullopt;
  return ZeroPoints{x->ToInt(0), w->ToInt(0)};
}

// term1 - term2 + (term4 - term3), without the terms that are zero. The constant terms are grouped,
// so that they can be folded.
Expr Combine(const std::optional<ZeroPoints>& zeros, Expr term1, Expr term2, Expr term3,
             Expr term4) {
  bool no_data_zero = zeros && zeros->data == 0, no_weight_zero = zeros && zeros->weight == 0;
  if (no_data_zero && no_weight_zero) return term1;
  if (no_data_zero) return MakeSubtract(std::move(term1), std::move(term2));
  if (no_weight_zero) return MakeSubtract(std::move(term1), std::move(term3));
  Expr data = MakeSubtract(std::move(term1), std::move(term2));
  Expr constant = MakeSubtract(std::move(term4), std::move(term3));
  return MakeAdd(std::move(data), std::move(constant));
}

Expr SumOf(const Expr& data, std::vector<int64_t> axes, bool keepdims) {
  return MakeReduce("sum", MakeCast(data, kInt32), std::move(axes), keepdims);
}

}  // namespace

Expr CanonicalizeDense(const CallNode* call, std::span<const Expr> args) {
  Site site{call, args};
  const Expr &data = args[0], &weight = args[1], &data_zero = args[2], &weight_zero = args[3];
  int64_t depth = site.StaticShapeOf(0).back(), units = site.StaticShapeOf(1)[0];
  int64_t last = static_cast<int64_t>(site.type(0)->rank()) - 1;
  Expr term1 = Call(GetOp("nn.dense"), {data, weight}, call->attrs);
  if (site.IsEmpty()) return term1;
  Expr sum = SumOf(data, {last}, true);
  if (!ConstantScalarOf(weight_zero)) sum = MakeRepeat(std::move(sum), units, last);
  Expr term2 = MakeMultiply(weight_zero, std::move(sum));
  Expr term3 = MakeMultiply(data_zero, SumOf(weight, {1}, false));
  auto zeros = ConstantZeroPoints(data_zero, weight_zero);
  Expr term4 = zeros ? IntScalar(zeros->data * zeros->weight * depth)
                     : MakeMultiply(MakeMultiply(data_zero, weight_zero), IntScalar(depth));
  return Combine(zeros, term1, term2, term3, term4);
}

Expr CanonicalizeBatchMatmul(const CallNode* call, std::span<const Expr> args) {
  Site site{call, args};
  const auto* attrs = As<BatchMatmulAttrs>(call->attrs);
  if (attrs->transpose_a || !attrs->transpose_b) {
    site.Unsupported(MSG(kQnnLoweringTransposeFlags,
                         "lowering '{operator}' requires transpose_a=False and transpose_b=True",
                         site.op_name()));
  }
  const Expr &x = args[0], &y = args[1], &x_zero = args[2], &y_zero = args[3];
  int64_t depth = site.StaticShapeOf(0)[2], columns = site.StaticShapeOf(1)[1];
  Expr term1 = Call(GetOp("nn.batch_matmul"), {x, y}, call->attrs);
  if (site.IsEmpty()) return term1;
  Expr term2 = MakeMultiply(y_zero, SumOf(x, {2}, true));
  Expr term3 = MakeReshape(MakeMultiply(x_zero, SumOf(y, {2}, true)), {0, 1, columns});
  auto zeros = ConstantZeroPoints(x_zero, y_zero);
  Expr term4 = zeros ? IntScalar(zeros->data * zeros->weight * depth)
                     : MakeMultiply(MakeMultiply(x_zero, y_zero), IntScalar(depth));
  return Combine(zeros, term1, term2, term3, term4);
}

namespace {

// qnn.conv2d.
struct Convolution : Site {
  const ConvAttrs& attrs;
  // The kernel's sizes, and the number of results per channel of a depthwise convolution.
  int64_t out_channels, in_channels, height, width, multiplier;
  size_t channel_axis;  // Of the data.
  bool depthwise;

  Convolution(const CallNode* call, std::span<const Expr> args)
      : Site{call, args}, attrs(*AsConvAttrs(call->attrs)) {
    bool nchw = attrs.data_layout == "NCHW";
    const std::string& kernel = attrs.kernel_layout;
    if ((!nchw && attrs.data_layout != "NHWC") ||
        (kernel != "OIHW" && kernel != "HWIO" && kernel != "HWOI" && kernel != "OHWI")) {
      Unsupported(MSG(kQnnLoweringLayouts,
                      "lowering '{operator}' does not support the layouts {data} and {kernel}",
                      op_name(), attrs.data_layout, kernel));
    }
    channel_axis = nchw ? 1 : 3;
    std::vector<int64_t> data = StaticShapeOf(0), weight = StaticShapeOf(1);
    in_channels = data[channel_axis];
    out_channels = weight[kernel.find('O')];
    height = weight[kernel.find('H')];
    width = weight[kernel.find('W')];
    multiplier = weight[kernel.find('I')];
    depthwise = attrs.channels && *attrs.channels == attrs.groups && attrs.groups != 1 &&
                in_channels == attrs.groups;
  }

  std::vector<int64_t> AxesOfKernel(std::string_view which) const {
    std::vector<int64_t> axes;
    for (size_t i = 0; i < 4; ++i) {
      if (which.find(attrs.kernel_layout[i]) != which.npos) axes.push_back(static_cast<int64_t>(i));
    }
    return axes;
  }
  std::vector<int64_t> ShapeOfChannels(int64_t size) const {
    std::vector<int64_t> shape(4, 1);
    shape[channel_axis] = size;
    return shape;
  }

  std::vector<int64_t> Padding() const {
    return AsConvAttrs(WithFullPadding(call->attrs, 2))->padding;
  }
  // True if the data can be padded by its zero point: the data's type must hold it. TVM pads with
  // another number instead. A computed zero point is assumed to fit.
  bool CanPad() const {
    if (Padding() == std::vector<int64_t>(4, 0)) return true;
    auto [low, high] = IntegerRange(type(0)->dtype);
    const NDArrayNode* zero = ConstantScalarOf(args[2]);
    return !zero || (zero->ToDouble(0) >= low && zero->ToDouble(0) <= high);
  }
  // The data padded by its zero point.
  Expr Padded() const {
    std::vector<int64_t> pad = Padding();
    if (pad == std::vector<int64_t>(4, 0)) return args[0];
    std::vector<AttrValue> widths(4, AttrValue::Ints({0, 0}));
    widths[channel_axis == 1 ? 2 : 1] = AttrValue::Ints({pad[0], pad[2]});
    widths[channel_axis == 1 ? 3 : 2] = AttrValue::Ints({pad[1], pad[3]});
    return MakeOp("nn.pad", {args[0], args[2]},
                  {{"pad_width", AttrArray(widths)}, {"pad_mode", "constant"}});
  }
  Expr Pooled(Expr data) const {
    AttrValue size =
        attrs.kernel_size ? AttrValue::Ints(*attrs.kernel_size) : AttrValue::Ints({height, width});
    return MakeOp("nn.avg_pool2d", {std::move(data)},
                  {{"pool_size", size},
                   {"strides", AttrValue::Ints(attrs.strides)},
                   {"dilation", AttrValue::Ints(attrs.dilation)},
                   {"padding", AttrValue::Ints({0, 0})},
                   {"layout", attrs.data_layout}});
  }
  // The sums over windows of the data. A mean of integers is rounded, so the data is multiplied
  // first.
  Expr WindowSums(Expr data) const {
    if (height * width != 1) {
      return Pooled(MakeMultiply(std::move(data), IntScalar(height * width)));
    }
    bool strided = attrs.strides != std::vector<int64_t>(2, 1);
    return strided ? Pooled(std::move(data)) : data;
  }

  Expr Term2(const Expr& padded, const Expr& weight_zero) const {
    Expr sums = SumOf(padded, {static_cast<int64_t>(channel_axis)}, true);
    sums = WindowSums(std::move(sums));
    if (IsIntScalar(weight_zero, 1)) return sums;
    if (!ConstantScalarOf(weight_zero)) {
      sums = MakeRepeat(std::move(sums), out_channels, static_cast<int64_t>(channel_axis));
    }
    return MakeMultiply(weight_zero, std::move(sums));
  }
  Expr DepthwiseTerm2(const Expr& padded, Expr weight_zero) const {
    Expr sums = WindowSums(MakeCast(padded, kInt32));
    if (!IsIntScalar(weight_zero, 1)) {
      if (!ConstantScalarOf(weight_zero)) weight_zero = MakeRepeat(weight_zero, multiplier, 0);
      sums = MakeMultiply(std::move(weight_zero), std::move(sums));
    }
    if (multiplier == 1) return sums;
    return MakeRepeat(std::move(sums), multiplier, static_cast<int64_t>(channel_axis));
  }
  Expr Term3() const {
    std::vector<int64_t> axes = AxesOfKernel(depthwise ? "HW" : "IHW");
    Expr sums = MakeReshape(SumOf(args[1], std::move(axes), false),
                            ShapeOfChannels(depthwise ? out_channels * multiplier : out_channels));
    return IsIntScalar(args[2], 1) ? sums : MakeMultiply(args[2], std::move(sums));
  }
  Expr Term4(const std::optional<ZeroPoints>& zeros, const Expr& weight_zero) const {
    int64_t count = depthwise ? height * width : in_channels * height * width;
    DataType dtype = depthwise ? kInt32 : WideType();
    if (zeros) return IntScalar(zeros->data * zeros->weight * count, dtype);
    return MakeMultiply(IntScalar(count, dtype), MakeMultiply(args[2], weight_zero));
  }
  DataType WideType() const { return attrs.out_dtype.bits < 32 ? kInt32 : attrs.out_dtype; }

  Expr Conv(const Expr& data, const Expr& weight, bool padded) const {
    Attrs now =
        padded ? WithAttrs(call->attrs, {{"padding", AttrValue::Ints({0, 0, 0, 0})}}) : call->attrs;
    return Call(GetOp("nn.conv2d"), {data, weight}, std::move(now));
  }
  // A convolution of the data and the weight, each minus its zero point.
  Expr Shifted(const Expr& weight_zero) const {
    auto shifted = [&](const Expr& tensor, const Expr& zero) {
      DataType dtype = DataType::Int(WideType().bits);
      Expr wide = MakeCast(tensor, dtype);
      // TVM compares with a zero of the wide type, which never equals a zero of int32.
      if (dtype == kInt32 && IsIntScalar(zero, 0)) return wide;
      return MakeSubtract(std::move(wide), MakeCast(zero, dtype));
    };
    Expr data = shifted(args[0], args[2]), weight = shifted(args[1], weight_zero);
    return Conv(data, weight, false);
  }
};

}  // namespace

Expr CanonicalizeConv2D(const CallNode* call, std::span<const Expr> args) {
  Convolution conv(call, args);
  if (conv.IsEmpty()) return conv.Conv(args[0], args[1], false);
  auto zeros = ConstantZeroPoints(args[2], args[3]);
  // Pooling cannot sum the windows of dilated convolutions.
  bool dilated = conv.attrs.dilation != std::vector<int64_t>(2, 1);
  // The sums have the data's layout; TVM adds them to results of another layout.
  const bool of_data_layout =
      conv.attrs.out_layout.empty() || conv.attrs.out_layout == conv.attrs.data_layout;
  bool sums = (!dilated || (zeros && zeros->weight == 0)) &&
              (conv.attrs.groups == 1 || conv.depthwise) && conv.CanPad() && of_data_layout;
  Expr weight_zero = args[3];
  if (!zeros) {
    size_t axis = sums ? conv.channel_axis : conv.attrs.kernel_layout.find('O');
    weight_zero =
        ExpandBiasToMatchAxis(MakeReshape(weight_zero, {-1}), 4, static_cast<int64_t>(axis));
  }
  if (!sums) return conv.Shifted(weight_zero);
  Expr padded = conv.Padded();
  Expr term1 = conv.Conv(padded, args[1], true);
  Expr term2 =
      conv.depthwise ? conv.DepthwiseTerm2(padded, weight_zero) : conv.Term2(padded, weight_zero);
  return Combine(zeros, term1, term2, conv.Term3(), conv.Term4(zeros, weight_zero));
}

}  // namespace passcope::qnn
