// Convolutions and pooling.
#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

// Names of layouts, indexed by the number of spatial axes.
constexpr const char* kDataLayouts[] = {"", "NCW", "NCHW", "NCDHW"};
constexpr const char* kKernelLayouts[] = {"", "OIW", "OIHW", "OIDHW"};

template <class T>
void Prepend(std::vector<T>* values, T value) {
  values->insert(values->begin(), value);
}

// aten::_convolution takes data, weight, bias, stride, padding, dilation, transposed, output
// padding, groups.
PyValue Convolution(TorchCall& call) {
  bool transposed = call[6].truth();
  Expr data = call.tensor(0);
  Expr weight = call.tensor(1);
  Ints shape = TorchShape(weight);
  Ints strides = call[3].ints();
  Ints padding = call[4].ints();
  Ints dilation = call[5].ints();
  int64_t groups = call[8].integer();
  Require(call, shape.size() >= 3 && shape.size() <= 5,
          MSG(kTorchConvWeightRank, "its weight must have 3 to 5 dimensions, not {rank}",
              shape.size()));
  Require(
      call, groups > 0,
      MSG(kTorchConvGroupsMissing, "the number of groups must be above 0, not {groups}", groups));
  int64_t channels = transposed ? shape[1] * groups : shape[0];
  int64_t in_channels = transposed ? shape[0] : shape[1];
  Ints kernel(shape.begin() + 2, shape.end());
  if (groups > 1 && in_channels == 1) {
    // The weight of a depthwise convolution is divided by groups.
    Ints by_groups = {groups, channels / groups};
    by_groups.insert(by_groups.end(), kernel.begin(), kernel.end());
    weight = Reshape(weight, by_groups);
  }
  size_t rank = kernel.size();
  bool as_2d = groups > 1 && rank == 1 && !transposed;
  if (as_2d) {
    // Relay's convolution over one axis does not have groups, so use two axes.
    rank = 2;
    Prepend<int64_t>(&kernel, 1);
    Prepend<int64_t>(&strides, 1);
    Prepend<int64_t>(&padding, 0);
    Prepend<int64_t>(&dilation, 1);
    data = ExpandDims(data, 2);
    weight = ExpandDims(weight, 2);
  }
  std::string op = "nn.conv" + std::to_string(rank) + "d";
  std::string kernel_layout = kKernelLayouts[rank];
  Expr result;
  if (transposed) {
    if (rank == 2) kernel_layout = "IOHW";
    result = Op(op + "_transpose", {data, weight},
                {{"strides", strides},
                 {"padding", rank == 1 ? padding : PadTuple(padding, rank)},
                 {"dilation", dilation},
                 {"groups", groups},
                 {"channels", channels},
                 {"kernel_size", kernel},
                 {"data_layout", kDataLayouts[rank]},
                 {"kernel_layout", kernel_layout},
                 {"output_padding", call[7].ints()}});
  } else {
    result = Op(op, {data, weight},
                {{"strides", strides},
                 {"padding", PadTuple(padding, rank)},
                 {"dilation", dilation},
                 {"groups", groups},
                 {"channels", channels},
                 {"kernel_size", kernel},
                 {"data_layout", kDataLayouts[rank]},
                 {"kernel_layout", kernel_layout}});
  }
  if (call[2].is_expr()) result = BiasAdd(result, call.tensor(2));
  return as_2d ? Squeeze(result, Ints{2}) : result;
}

// Takes data, window, stride, padding, dilation, ceil mode.
Expr MaxPool(TorchCall& call, size_t rank, const Expr& data) {
  Ints window = call[1].ints();
  Ints strides = call[2].truth() ? call[2].ints() : window;
  return Op("nn.max_pool" + std::to_string(rank) + "d", {data},
            {{"pool_size", window},
             {"strides", strides},
             {"dilation", call[4].ints()},
             {"padding", PadTuple(call[3].ints(), rank)},
             {"layout", kDataLayouts[rank]},
             {"ceil_mode", call[5].truth()}});
}

PyValue MaxPool3d(TorchCall& call) {
  Expr data = call.tensor(0);
  bool without_batch = RankOf(data) == 4;
  if (without_batch) data = ExpandDims(data, 0);
  Expr result = MaxPool(call, 3, data);
  return without_batch ? Squeeze(result, Ints{0}) : result;
}

// Takes data, window, stride, padding, ceil mode, whether padding counts.
PyValue AvgPool(TorchCall& call, size_t rank) {
  Ints window = call[1].ints();
  Ints strides = call[2].truth() ? call[2].ints() : window;
  auto function = [&](const Expr& data) {
    return Op("nn.avg_pool" + std::to_string(rank) + "d", {data},
              {{"pool_size", window},
               {"strides", strides},
               {"dilation", Ints(rank, 1)},
               {"padding", PadTuple(call[3].ints(), rank)},
               {"layout", kDataLayouts[rank]},
               {"ceil_mode", call[4].truth()},
               {"count_include_pad", call[5].truth()}});
  };
  const Expr& data = call.tensor(0);
  return IsQuantizedTorch(data) ? WithTorchInt32(data, function) : function(data);
}

Expr AdaptivePool(TorchCall& call, const char* kind, size_t rank, const Expr& data) {
  return Op(std::string("nn.adaptive_") + kind + "_pool" + std::to_string(rank) + "d", {data},
            {{"output_size", call[1].ints()}, {"layout", kDataLayouts[rank]}});
}

PyValue AdaptiveAvgPool(TorchCall& call, size_t rank) {
  const Expr& data = call.tensor(0);
  auto function = [&](const Expr& x) { return AdaptivePool(call, "avg", rank, x); };
  return IsQuantizedTorch(data) ? WithTorchInt32(data, function) : function(data);
}

// The indices are not computed, so the second result is None.
PyValue AdaptiveMaxPool(TorchCall& call, size_t rank) {
  return PyValue::Tuple({AdaptivePool(call, "max", rank, call.tensor(0)), PyValue()});
}

}  // namespace

void AddConvConverters(TorchConverterTable* table) {
  table->Add("aten::_convolution", Convolution);
  table->Add("aten::max_pool1d",
             [](TorchCall& call) -> PyValue { return MaxPool(call, 1, call.tensor(0)); });
  table->Add("aten::max_pool2d",
             [](TorchCall& call) -> PyValue { return MaxPool(call, 2, call.tensor(0)); });
  table->Add("aten::max_pool2d_with_indices", [](TorchCall& call) {
    return PyValue::Tuple({MaxPool(call, 2, call.tensor(0)), PyValue()});
  });
  table->Add("aten::max_pool3d", MaxPool3d);
  table->Add("aten::avg_pool1d", [](TorchCall& call) { return AvgPool(call, 1); });
  table->Add("aten::avg_pool2d", [](TorchCall& call) { return AvgPool(call, 2); });
  table->Add("aten::avg_pool3d", [](TorchCall& call) { return AvgPool(call, 3); });
  table->Add("aten::adaptive_avg_pool1d", [](TorchCall& call) { return AdaptiveAvgPool(call, 1); });
  table->Add("aten::adaptive_avg_pool2d", [](TorchCall& call) { return AdaptiveAvgPool(call, 2); });
  table->Add("aten::adaptive_avg_pool3d", [](TorchCall& call) { return AdaptiveAvgPool(call, 3); });
  table->Add("aten::adaptive_max_pool1d", [](TorchCall& call) { return AdaptiveMaxPool(call, 1); });
  table->Add("aten::adaptive_max_pool2d", [](TorchCall& call) { return AdaptiveMaxPool(call, 2); });
  table->Add("aten::adaptive_max_pool3d", [](TorchCall& call) { return AdaptiveMaxPool(call, 3); });
}

}  // namespace passcope::frontend
