// Convolutions and transposed convolutions.
#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/autopad.h"
#include "frontend/onnx/families.h"
#include "support/format.h"

namespace passcope::frontend::onnx {

AutoPad ReadAutoPad(const Node& node) {
  std::string_view text = node.Text("auto_pad", "NOTSET");
  if (text == "NOTSET" || text.empty()) return AutoPad::kNotSet;
  if (text == "SAME_UPPER") return AutoPad::kSameUpper;
  if (text == "SAME_LOWER") return AutoPad::kSameLower;
  if (text == "VALID") return AutoPad::kValid;
  node.FailAttribute("auto_pad", text);
}

Expr PadSame(const Expr& data, const Ints& strides, const Ints& kernel, const Ints& dilations,
             bool lower, const Expr& pad_value) {
  DataType int64 = DataType::Int(64);
  Ints extent;
  for (size_t i = 0; i < kernel.size(); ++i) {
    extent.push_back((kernel[i] - 1) * (i < dilations.size() ? dilations[i] : 1) + 1);
  }
  int64_t rank = RankOf(data);
  Expr stride = ConstInts(strides, int64);
  Expr window = ConstInts(extent, int64);
  Expr shape = StridedSlice(ShapeTensor(data), Ints{2}, Ints{rank});
  Expr zero = ConstInt(0, int64);
  Expr two = ConstInt(2, int64);
  Expr rest = Op("mod", {shape, stride});
  Expr even = Op("maximum", {Sub(window, stride), zero});
  Expr odd = Op("maximum", {Sub(window, rest), zero});
  Expr total = Where(Op("equal", {rest, zero}), even, odd);
  Expr before = Op("floor_divide", {total, two});
  Expr after = Sub(total, before);
  if (lower) std::swap(before, after);
  Expr spatial = Concatenate({Reshape(before, Ints{-1, 1}), Reshape(after, Ints{-1, 1})}, 1);
  NDArray none = MakeNDArray({2, 2}, int64);
  for (size_t i = 0; i < 4; ++i) StoreInt(none, i, 0);
  Expr pad = Concatenate({ConstArray(none), spatial}, 0);
  return Pad(data, FoldConstant(pad), pad_value);
}

namespace {

// The shape of a convolution's kernel, and its spatial sizes from the attribute or the shape.
struct Kernel {
  Ints shape;
  Ints size;
};

Kernel KernelOf(const Node& node) {
  Kernel kernel;
  kernel.shape = StaticShapeOf(node.In(1));
  if (kernel.shape.size() < 3 || kernel.shape.size() > 5) {
    node.Fail(DiagKind::kUnsupported,
              MSG(kOnnxSpatialRankUnsupported,
                  "input {index} of {operator} must have 3 to 5 dimensions, not {actual}", 1,
                  node.op, kernel.shape.size()));
  }
  kernel.size = node.GetInts("kernel_shape", Ints(kernel.shape.begin() + 2, kernel.shape.end()));
  if (kernel.size.size() + 2 != kernel.shape.size()) {
    node.Fail(DiagKind::kBadAttribute,
              MSG(kOnnxAttributeNumberCount,
                  "the attribute `{attribute}` of {operator} has {actual} numbers, but needs "
                  "{expected}",
                  "kernel_shape", node.op, kernel.size.size(), kernel.shape.size() - 2));
  }
  CheckMeasure(node, "kernel_shape", kernel.size);
  return kernel;
}

// An attribute with a number for each spatial axis.
Ints PerAxis(const Node& node, std::string_view attribute, size_t rank, int64_t default_value) {
  Ints values = node.GetInts(attribute, Ints(rank, default_value));
  if (values.size() != rank) {
    node.Fail(DiagKind::kBadAttribute,
              MSG(kOnnxAttributeNumberCount,
                  "the attribute `{attribute}` of {operator} has {actual} numbers, but needs "
                  "{expected}",
                  attribute, node.op, values.size(), rank));
  }
  CheckMeasure(node, attribute, values);
  return values;
}

const char* DataLayout(size_t rank) { return rank == 1 ? "NCW" : rank == 2 ? "NCHW" : "NCDHW"; }

// Data and weight have two axes besides the spatial ones.
void RequireRank(const Node& node, const Expr& data, const Kernel& kernel) {
  if (RankOf(data) == static_cast<int64_t>(kernel.size.size()) + 2) return;
  node.Fail(DiagKind::kBadRank,
            MSG(kOnnxKernelDataRankMismatch,
                "the weight of {operator} has {kernel} dimensions, but its data has {data}",
                node.op, kernel.shape.size(), RankOf(data)));
}

Results Conv(Node& node) {
  Kernel kernel = KernelOf(node);
  size_t rank = kernel.size.size();
  Expr data = node.In(0);
  RequireRank(node, data, kernel);
  Ints strides = PerAxis(node, "strides", rank, 1);
  Ints dilations = PerAxis(node, "dilations", rank, 1);
  Ints pads = node.GetInts("pads", Ints(rank, 0));
  AutoPad auto_pad = ReadAutoPad(node);
  if (IsSame(auto_pad)) {
    data = PadSame(data, strides, kernel.size, dilations, auto_pad == AutoPad::kSameLower,
                   RealLike(0, data));
  } else if (auto_pad == AutoPad::kValid) {
    pads = Ints(rank, 0);
  }
  static constexpr const char* kOps[] = {"nn.conv1d", "nn.conv2d", "nn.conv3d"};
  Expr out = Op(kOps[rank - 1], {data, node.In(1)},
                {{"strides", strides},
                 {"padding", PadTuple(pads, rank)},
                 {"dilation", dilations},
                 {"groups", node.Int("group", 1)},
                 {"channels", kernel.shape[0]},
                 {"kernel_size", kernel.size}});
  return node.Maybe(2) ? BiasAdd(out, node.In(2)) : out;
}

// The padding that gives a transposed convolution's result the wanted shape, first before all axes,
// then after them. With `less_before`, an odd element goes to the end. TVM does the opposite for
// SAME, as ONNX did before version 11.
Ints SplitPadding(const Ints& total, bool less_before) {
  Ints smaller;
  Ints larger;
  for (int64_t pad : total) {
    int64_t half = pad >= 0 ? pad / 2 : -((-pad + 1) / 2);
    smaller.push_back(half);
    larger.push_back(pad - half);
  }
  if (!less_before) std::swap(smaller, larger);
  smaller.insert(smaller.end(), larger.begin(), larger.end());
  return smaller;
}

Results ConvTranspose(Node& node) {
  Kernel kernel = KernelOf(node);
  size_t rank = kernel.size.size();
  int64_t groups = node.Int("group", 1);
  Expr data = node.In(0);
  RequireRank(node, data, kernel);
  Ints strides = PerAxis(node, "strides", rank, 1);
  Ints dilations = PerAxis(node, "dilations", rank, 1);
  Ints output_padding = PerAxis(node, "output_padding", rank, 0);
  Ints pads = node.GetInts("pads", Ints(rank, 0));
  AutoPad auto_pad = ReadAutoPad(node);
  bool lower = auto_pad == AutoPad::kSameLower;
  if (std::optional<Ints> output_shape = node.MaybeInts("output_shape")) {
    // The last numbers are those of the spatial axes.
    if (output_shape->size() < rank) {
      node.Fail(DiagKind::kBadAttribute,
                MSG(kOnnxAttributeNumberCount,
                    "the attribute `{attribute}` of {operator} has {actual} numbers, but needs "
                    "{expected}",
                    "output_shape", node.op, output_shape->size(), rank));
    }
    CheckMeasure(node, "output_shape", *output_shape);
    Ints input = StaticShapeOf(data);
    size_t skip = output_shape->size() - rank;
    Ints total;
    for (size_t i = 0; i < rank; ++i) {
      total.push_back(strides[i] * (input[i + 2] - 1) + output_padding[i] +
                      (kernel.size[i] - 1) * dilations[i] + 1 - (*output_shape)[i + skip]);
    }
    pads = SplitPadding(total, auto_pad == AutoPad::kSameUpper);
  } else if (IsSame(auto_pad)) {
    Ints total;
    for (size_t i = 0; i < rank; ++i) {
      total.push_back(output_padding[i] + (kernel.size[i] - 1) * dilations[i] + 1 - strides[i]);
    }
    pads = SplitPadding(total, !lower);
  } else if (auto_pad == AutoPad::kValid) {
    pads = Ints(rank, 0);
  }
  static constexpr const char* kOps[] = {"nn.conv1d_transpose", "nn.conv2d_transpose",
                                         "nn.conv3d_transpose"};
  static constexpr const char* kKernelLayouts[] = {"OIW", "IOHW", "OIDHW"};
  Expr out = Op(kOps[rank - 1], {data, node.In(1)},
                {{"channels", kernel.shape[1] * groups},
                 {"kernel_size", kernel.size},
                 {"strides", strides},
                 {"padding", rank == 1 ? pads : PadTuple(pads, rank)},
                 {"output_padding", output_padding},
                 {"dilation", dilations},
                 {"groups", groups},
                 {"data_layout", DataLayout(rank)},
                 {"kernel_layout", kKernelLayouts[rank - 1]}});
  return node.Maybe(2) ? BiasAdd(out, node.In(2)) : out;
}

}  // namespace

void AddConvConverters(ConverterTable& table) {
  table.Add("Conv", {{1, Conv}});
  table.Add("ConvTranspose", {{1, ConvTranspose}});
}

}  // namespace passcope::frontend::onnx
