// Convolutions and pooling.
#include <algorithm>

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

// The arguments of a convolution.
struct Kernel {
  Ints strides, padding, dilation, output_padding;
  bool transposed = false;
  int64_t groups = 1;
};

PyValue Convolve(const TorchCall& call, Kernel given) {
  auto& [strides, padding, dilation, output_padding, transposed, groups] = given;
  Expr data = call.tensor(0);
  Expr weight = call.tensor(1);
  Ints shape = TorchShape(weight);
  Require(call, shape.size() >= 3 && shape.size() <= 5,
          MSG(kTorchConvWeightRank, "its weight must have 3 to 5 dimensions, not {rank}",
              shape.size()));
  Require(call, groups > 0 && groups <= kMaxTorchNumbers,
          MSG(kTorchConvGroupsMissing, "the number of groups must be 1 to {limit}, not {groups}",
              kMaxTorchNumbers, groups));
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
  for (Ints* numbers : {&strides, &padding, &dilation, &output_padding}) {
    if (numbers->size() == 1) numbers->resize(rank, (*numbers)[0]);
  }
  padding = PadTuple(padding, rank);
  bool as_2d = groups > 1 && rank == 1;
  if (as_2d) {
    // Relay's convolution over one axis does not have groups, so use two axes.
    rank = 2;
    Prepend<int64_t>(&kernel, 1);
    Prepend<int64_t>(&strides, 1);
    Prepend<int64_t>(&dilation, 1);
    Prepend<int64_t>(&output_padding, 0);
    padding = {0, padding[0], 0, padding[1]};
    data = ExpandDims(data, 2);
    weight = ExpandDims(weight, 2);
  }
  std::string op = "nn.conv" + std::to_string(rank) + "d";
  std::string kernel_layout = kKernelLayouts[rank];
  Expr result;
  if (transposed) {
    if (rank == 2) kernel_layout = "IOHW";
    bool even = rank == 1 && padding[0] == padding[1];
    result = Op(op + "_transpose", {data, weight},
                {{"strides", strides},
                 {"padding", even ? Ints{padding[0]} : padding},
                 {"dilation", dilation},
                 {"groups", groups},
                 {"channels", channels},
                 {"kernel_size", kernel},
                 {"data_layout", kDataLayouts[rank]},
                 {"kernel_layout", kernel_layout},
                 {"output_padding", output_padding}});
  } else {
    result = Op(op, {data, weight},
                {{"strides", strides},
                 {"padding", padding},
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

// aten::_convolution and aten::convolution take data, weight, bias, stride, padding, dilation,
// transposed, output padding, groups.
PyValue Convolution(TorchCall& call) {
  return Convolve(call, {.strides = call[3].ints(),
                         .padding = call[4].ints(),
                         .dilation = call[5].ints(),
                         .output_padding = call[7].ints(),
                         .transposed = call[6].truth(),
                         .groups = call[8].integer()});
}

// The padding "valid" or "same". The latter keeps the lengths; the end gets the odd element.
Ints NamedPadding(const TorchCall& call, const Ints& strides, const Ints& dilation) {
  std::string mode = call.get("padding").text();
  Ints shape = TorchShape(call.tensor(1));
  Ints begin, end;
  for (size_t i = 2; i < shape.size(); ++i) {
    size_t at = dilation.size() == 1 ? 0 : i - 2;
    if (at >= dilation.size() || dilation[at] < 1 || dilation[at] > kMaxTorchNumbers) {
      FailTorchArgument(call, "dilation");
    }
    int64_t step = dilation[at];
    int64_t both = mode == "same" ? step * (shape[i] - 1) : 0;
    begin.push_back(both / 2);
    end.push_back(both - both / 2);
  }
  bool moves = std::any_of(strides.begin(), strides.end(), [](int64_t by) { return by != 1; });
  if ((mode != "same" && mode != "valid") || (mode == "same" && moves)) {
    FailTorchArgument(call, "padding");
  }
  begin.insert(begin.end(), end.begin(), end.end());
  return begin;
}

// aten::conv2d, conv_transpose2d and those over one and three axes.
template <bool transposed>
PyValue NamedConvolution(TorchCall& call) {
  Ints strides = call.get("stride").ints(), dilation = call.get("dilation").ints();
  Ints padding = call.get("padding").is_text() ? NamedPadding(call, strides, dilation)
                                               : call.get("padding").ints();
  return Convolve(call, {.strides = strides,
                         .padding = padding,
                         .dilation = dilation,
                         .output_padding = transposed ? call.get("output_padding").ints() : Ints{},
                         .transposed = transposed,
                         .groups = call.get("groups").integer()});
}

// A pooling over the last `rank` axes: the data may lack the axis of the batch.
Expr WithBatch(const Expr& data, size_t rank, const std::function<Expr(const Expr&)>& pool) {
  if (RankOf(data) != static_cast<int64_t>(rank) + 1) return pool(data);
  return Squeeze(pool(ExpandDims(data, 0)), Ints{0});
}

// The arguments of a pooling; one number is for all axes.
struct Window {
  Window(const TorchCall& call, size_t rank)
      : size(call.get("kernel_size").ints()),
        strides(call.get("stride").truth() ? call.get("stride").ints() : size),
        padding(PadTuple(call.get("padding").ints(), rank)),
        dilation(call.get("dilation").is_none() ? Ints(rank, 1) : call.get("dilation").ints()),
        ceil_mode(call.get("ceil_mode").truth()) {
    for (Ints* numbers : {&size, &strides, &dilation}) {
      if (numbers->size() == 1) numbers->resize(rank, (*numbers)[0]);
      Require(call, numbers->size() == rank,
              MSG(kTorchWindowNumberCount,
                  "its window, stride and dilation need {expected} numbers, not {actual}", rank,
                  numbers->size()));
      for (int64_t number : *numbers) {
        Require(call, number > 0 && number <= kMaxTorchNumbers,
                MSG(kTorchWindowNumberOutside,
                    "its window, stride and dilation must be 1 to {limit}, not {number}",
                    kMaxTorchNumbers, number));
      }
    }
  }

  Expr Pool(const std::string& op, const Expr& data, std::optional<bool> count_pad) const {
    size_t rank = size.size();
    std::string name = op + std::to_string(rank) + "d";
    Expr pooled;
    if (count_pad) {
      pooled = Op(name, {data},
                  {{"pool_size", size},
                   {"strides", strides},
                   {"dilation", dilation},
                   {"padding", padding},
                   {"layout", kDataLayouts[rank]},
                   {"ceil_mode", ceil_mode},
                   {"count_include_pad", *count_pad}});
    } else {
      pooled = Op(name, {data},
                  {{"pool_size", size},
                   {"strides", strides},
                   {"dilation", dilation},
                   {"padding", padding},
                   {"layout", kDataLayouts[rank]},
                   {"ceil_mode", ceil_mode}});
    }
    if (!ceil_mode) return pooled;
    return WithoutPaddedWindows(pooled, data, size, strides, dilation, padding);
  }

  Ints size, strides, padding, dilation;
  bool ceil_mode;
};

// The indices of the largest elements are not computed.
void CheckOneResult(const TorchCall& call) {
  const std::vector<TorchValue*>& outputs = call.node->outputs;
  Require(call, outputs.size() < 2 || outputs[1]->uses().empty(),
          MSG(kTorchPoolIndicesUsed, "its second result, the indices, is not supported"));
}

PyValue MaxPool(TorchCall& call, size_t rank) {
  CheckOneResult(call);
  Window window(call, rank);
  Expr pooled = WithBatch(call.tensor(0), rank, [&](const Expr& data) {
    return window.Pool("nn.max_pool", data, std::nullopt);
  });
  return call.node->outputs.size() > 1 ? PyValue::Tuple({pooled, PyValue()}) : PyValue(pooled);
}

PyValue AvgPool(TorchCall& call, size_t rank) {
  Window window(call, rank);
  bool count_pad = call.get("count_include_pad").truth();
  PyValue divisor = call.get("divisor_override");
  auto pool = [&](const Expr& data) {
    if (divisor.is_none()) return window.Pool("nn.avg_pool", data, count_pad);
    // The sum of each window.
    if (window.ceil_mode || divisor.integer() == 0) FailTorchArgument(call, "divisor_override");
    double count = 1;
    for (int64_t length : window.size) count *= static_cast<double>(length);
    Expr average = window.Pool("nn.avg_pool", data, true);
    return Mul(average, Const(count / divisor.real(), DtypeOf(data)));
  };
  const Expr& data = call.tensor(0);
  auto function = [&](const Expr& x) { return WithBatch(x, rank, pool); };
  return IsQuantizedTorch(data) ? WithTorchInt32(data, function) : function(data);
}

Expr AdaptivePool(TorchCall& call, const char* kind, size_t rank, const Expr& data) {
  return WithBatch(data, rank, [&](const Expr& x) {
    Ints size;
    // None keeps the length.
    for (const PyValue& length : call[1].list()) {
      size_t axis = size.size() + 2;
      Require(call, axis < rank + 2,
              MSG(kTorchWindowNumberCount,
                  "its window, stride and dilation need {expected} numbers, not {actual}", rank,
                  call[1].list().size()));
      Require(call, !length.is_none() || static_cast<int64_t>(axis) < RankOf(x),
              MSG(kTorchArgumentAxisMissing, "its argument of {rank} dimensions has no axis {axis}",
                  RankOf(x), axis));
      size.push_back(length.is_none() ? TorchShape(x)[axis] : length.integer());
    }
    return Op(std::string("nn.adaptive_") + kind + "_pool" + std::to_string(rank) + "d", {x},
              {{"output_size", size}, {"layout", kDataLayouts[rank]}});
  });
}

PyValue AdaptiveAvgPool(TorchCall& call, size_t rank) {
  const Expr& data = call.tensor(0);
  auto function = [&](const Expr& x) { return AdaptivePool(call, "avg", rank, x); };
  return IsQuantizedTorch(data) ? WithTorchInt32(data, function) : function(data);
}

PyValue AdaptiveMaxPool(TorchCall& call, size_t rank) {
  CheckOneResult(call);
  return PyValue::Tuple({AdaptivePool(call, "max", rank, call.tensor(0)), PyValue()});
}

}  // namespace

void AddConvConverters(TorchConverterTable* table) {
  for (const char* name : {"aten::_convolution", "aten::convolution"}) {
    table->Add(name, Convolution);
  }
  for (const char* name :
       {"aten::conv1d", "aten::conv2d", "aten::conv3d", "aten::_convolution_mode"}) {
    table->Add(name, NamedConvolution<false>);
  }
  for (const char* name :
       {"aten::conv_transpose1d", "aten::conv_transpose2d", "aten::conv_transpose3d"}) {
    table->Add(name, NamedConvolution<true>);
  }
  table->Add("aten::max_pool1d", [](TorchCall& call) { return MaxPool(call, 1); });
  for (const char* name : {"aten::max_pool2d", "aten::max_pool2d_with_indices"}) {
    table->Add(name, [](TorchCall& call) { return MaxPool(call, 2); });
  }
  table->Add("aten::max_pool3d", [](TorchCall& call) { return MaxPool(call, 3); });
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
