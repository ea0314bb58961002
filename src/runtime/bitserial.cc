// Products of integers of a few bits. They equal the sums over the bits: data times weight, or for
// unipolar weights, data times a weight whose bits mean 1 and -1.
#include <vector>

#include "ir/work_budget.h"
#include "op/attrs_nn.h"
#include "op/attrs_vision.h"
#include "runtime/convert.h"
#include "runtime/kernel.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

constexpr int64_t kMaxBits = 8;

int64_t MaskOf(const KernelContext& context, int64_t bits) {
  if (bits < 1 || bits > kMaxBits) {
    context.Unsupported(MSG(kBitsOutOfRange, "{operator} supports 1 to {limit} bits, not {bits}",
                            context.name(), kMaxBits, bits));
  }
  return (int64_t{1} << bits) - 1;
}

// The low bits of each element, as int32.
NDArray LowBits(const KernelContext& context, const NDArray& array, int64_t bits) {
  int64_t mask = MaskOf(context, bits);
  NDArray out = MakeNDArray(array->shape, DataType::Int(32));
  Elements<int64_t> from(array);
  for (size_t i = 0; i < array->size(); ++i) StoreInt(out, i, from[i] & mask);
  return out;
}

// Unpacks an array. Along `axis`, a word has as many elements as bits, with the first element in
// the highest bit. Along `bit_axis` are the bits of each element, lowest first.
NDArray Unpacked(const KernelContext& context, const NDArray& packed, size_t axis, size_t bit_axis,
                 int64_t bits) {
  if (!packed->dtype.is_uint() || packed->shape[bit_axis] != bits) {
    context.Misfit(
        PHRASE(kBitserialWeightMisfit,
               "a packed weight must be of unsigned integers, with an axis of weight_bits"));
  }
  MaskOf(context, bits);
  int64_t width = packed->dtype.bits;
  std::vector<int64_t> shape = packed->shape;
  shape[axis] *= width;
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(bit_axis));
  NDArray out = MakeNDArray(shape, DataType::Int(32));
  Elements<int64_t> words(packed);
  std::vector<int64_t> strides = RowMajorStrides(packed->shape);
  std::vector<int64_t> out_strides = RowMajorStrides(shape);
  for (size_t i = 0; i < out->size(); ++i) {
    SpendOperations(bits);
    int64_t offset = 0, shift = 0;
    for (size_t k = 0, to = 0; k < packed->rank(); ++k) {
      if (k == bit_axis) continue;
      int64_t at = static_cast<int64_t>(i) / out_strides[to] % shape[to];
      ++to;
      if (k == axis) {
        shift = width - 1 - at % width;
        at /= width;
      }
      offset += at * strides[k];
    }
    int64_t value = 0;
    for (int64_t b = 0; b < bits; ++b) {
      auto word = static_cast<uint64_t>(words[static_cast<size_t>(offset + b * strides[bit_axis])]);
      value |= static_cast<int64_t>(word >> shift & 1) << b;
    }
    StoreInt(out, i, value);
  }
  return out;
}

// Replaces each weight by its unipolar value, whose bits mean 1 and -1.
void MakeSigned(const NDArray& weight, int64_t bits) {
  int64_t mask = (int64_t{1} << bits) - 1;
  for (size_t i = 0; i < weight->size(); ++i) StoreInt(weight, i, 2 * weight->ToInt(i) - mask);
}

Value BitserialConv2D(const KernelContext& context) {
  const auto& attrs = context.attrs_as<BinaryConv2DAttrs>();
  NDArray data = LowBits(context, context.arg(0), attrs.activation_bits);
  bool channels_last = attrs.data_layout == "NHWC";
  if (!channels_last && attrs.data_layout != "NCHW") {
    context.Unsupported(MSG(kPoolLayoutUnsupported,
                            "{operator} does not support the layout {layout}", context.name(),
                            attrs.data_layout));
  }
  const NDArray& given = context.arg(1);
  if (given->rank() != 4 && given->rank() != 5) {
    context.Misfit(
        PHRASE(kConvWeightDataMisfit, "the weight must fit the data, the layouts and the groups"));
  }
  NDArray weight = given->rank() == 4
                       ? LowBits(context, given, attrs.weight_bits)
                       : Unpacked(context, given, channels_last ? 2 : 1, 4, attrs.weight_bits);
  if (attrs.unipolar) MakeSigned(weight, attrs.weight_bits);
  Conv2DAttrs* conv = MakeAttrs<Conv2DAttrs>();
  Attrs keep(conv);
  conv->strides = attrs.strides;
  conv->padding = attrs.padding;
  conv->channels = attrs.channels;
  conv->kernel_size = attrs.kernel_size;
  conv->data_layout = attrs.data_layout;
  conv->kernel_layout = channels_last ? "HWIO" : "OIHW";
  conv->out_dtype = attrs.out_dtype;
  return ApplyOp("nn.conv2d", {data, weight}, keep);
}

Value BitserialDense(const KernelContext& context) {
  const auto& attrs = context.attrs_as<BinaryDenseAttrs>();
  NDArray data = LowBits(context, context.arg(0), attrs.data_bits);
  const NDArray& given = context.arg(1);
  if (data->rank() != 2 || (given->rank() != 2 && given->rank() != 3)) {
    context.Misfit(
        PHRASE(kConvWeightDataMisfit, "the weight must fit the data, the layouts and the groups"));
  }
  NDArray weight = given->rank() == 2 ? LowBits(context, given, attrs.weight_bits)
                                      : Unpacked(context, given, 2, 1, attrs.weight_bits);
  if (attrs.unipolar) MakeSigned(weight, attrs.weight_bits);
  DenseAttrs* dense = MakeAttrs<DenseAttrs>();
  Attrs keep(dense);
  dense->units = attrs.units;
  dense->out_dtype = context.out().dtype;
  return ApplyOp("nn.dense", {data, weight}, keep);
}

}  // namespace

void RegisterBitserialKernels(KernelRegistry& registry) {
  registry.Add("nn.bitserial_conv2d", BitserialConv2D);
  registry.Add("nn.bitserial_dense", BitserialDense);
}

}  // namespace passcope
