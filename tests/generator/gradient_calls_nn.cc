// Random calls of the operators of networks that have gradients.
#include <algorithm>

#include "generator/gradient_calls.h"
#include "op/windows.h"

namespace passcope {
namespace {

using Builder = GradientCallBuilder;

// One number, one for each axis, or one for each side of each axis.
AttrValue Padding(Builder& b, int64_t most, std::vector<int64_t>* sides) {
  size_t count = b.Pick<size_t>({1, 2, 4});
  std::vector<int64_t> padding = b.Ints(count, 0, most);
  *sides = FullPadding(padding, 2);
  return AttrValue::Ints(padding);
}

Expr Softmax(Builder& b, const char* op) {
  std::vector<int64_t> shape = b.Shape(1, 4);
  int64_t axis = b.Axis(shape.size());
  return Builder::Op(op, {b.Real(shape)}, {{"axis", axis}});
}

Expr MakeConv2D(Builder& b) {
  int64_t groups = b.Chance(40) ? 1 : b.Between(2, 3);
  int64_t in = groups * b.Between(1, 2), out = groups * b.Between(1, 2);
  std::vector<int64_t> kernel = b.Ints(2, 1, 3), strides = b.Ints(2, 1, 3), sides;
  AttrValue padding = Padding(b, 2, &sides);
  std::vector<int64_t> data = {b.Between(1, 2), in};
  for (size_t i = 0; i < 2; ++i) {
    data.push_back(std::max(kernel[i] - sides[i] - sides[i + 2], int64_t{1}) + b.Between(0, 4));
  }
  // In TVM's form of a depthwise convolution, the second axis has the results of each channel.
  const bool depthwise = groups > 1 && in == groups && b.Chance(40);
  Expr x = b.Real(data);
  Expr w = b.Real({depthwise ? in : out, depthwise ? out / in : in / groups, kernel[0], kernel[1]});
  const bool named = b.Chance(60);
  return Builder::Op("nn.conv2d", {x, w},
                     {{"strides", AttrValue::Ints(strides)},
                      {"padding", padding},
                      {"dilation", AttrValue::Ints({1, 1})},
                      {"groups", groups},
                      {"channels", named ? AttrValue(out) : AttrValue()},
                      {"kernel_size", named ? AttrValue::Ints(kernel) : AttrValue()},
                      {"out_layout", b.Chance(20) ? "NCHW" : ""},
                      {"out_dtype", b.Chance(20) ? b.real() : DataType::Void()}});
}

Expr Pool(Builder& b, bool max) {
  std::vector<int64_t> size = b.Ints(2, 1, 3), strides = b.Ints(2, 1, 3), sides;
  std::vector<int64_t> dilation = b.Chance(30) ? b.Ints(2, 1, 2) : std::vector<int64_t>{1, 1};
  // No window is all padding.
  AttrValue padding = Padding(b, std::min(size[0], size[1]) - 1, &sides);
  for (size_t i = 0; i < 2; ++i) {
    if (sides[i] + sides[i + 2] > 0) dilation[i] = 1;
  }
  std::vector<int64_t> spatial;
  for (size_t i = 0; i < 2; ++i) {
    int64_t span = WindowSpan(size[i], dilation[i]);
    spatial.push_back(std::max(span, int64_t{1}) + b.Between(0, 3));
  }
  // Rounded up, the number of windows can make a last one that begins behind the data.
  bool ceil_mode = b.Chance(40);
  for (size_t i = 0; i < 2; ++i) {
    int64_t rest = spatial[i] + sides[i] + sides[i + 2] - WindowSpan(size[i], dilation[i]);
    int64_t last = (rest + strides[i] - 1) / strides[i] * strides[i];
    ceil_mode = ceil_mode && last - sides[i] < spatial[i];
  }
  std::string layout = b.Pick<const char*>({"NCHW", "NHWC", "HWNC", "CHWN"});
  std::vector<int64_t> shape;
  for (char axis : layout) {
    shape.push_back(axis == 'H' ? spatial[0] : axis == 'W' ? spatial[1] : b.Between(1, 2));
  }
  Expr x = b.Apart(shape);
  if (max) {
    return Builder::Op("nn.max_pool2d", {x},
                       {{"pool_size", AttrValue::Ints(size)},
                        {"strides", AttrValue::Ints(strides)},
                        {"padding", padding},
                        {"dilation", AttrValue::Ints(dilation)},
                        {"layout", layout},
                        {"ceil_mode", ceil_mode}});
  }
  return Builder::Op("nn.avg_pool2d", {x},
                     {{"pool_size", AttrValue::Ints(size)},
                      {"strides", AttrValue::Ints(strides)},
                      {"padding", padding},
                      {"dilation", AttrValue::Ints(dilation)},
                      {"layout", layout},
                      {"ceil_mode", ceil_mode},
                      {"count_include_pad", b.Chance(50)}});
}

// The matrices of a product, each with its first two axes exchanged if `transpose` says so.
std::vector<int64_t> Matrix(int64_t rows, int64_t columns, bool transpose) {
  if (transpose) std::swap(rows, columns);
  return {rows, columns};
}

Expr MakeMatmul(Builder& b) {
  bool ta = b.Chance(50), tb = b.Chance(50);
  std::vector<int64_t> n = b.Ints(3, 1, 4);
  Expr x = b.Real(Matrix(n[0], n[1], ta)), y = b.Real(Matrix(n[1], n[2], tb));
  return Builder::Op("nn.matmul", {x, y},
                     {{"units", b.Chance(50) ? AttrValue(n[2]) : AttrValue()},
                      {"transpose_a", ta},
                      {"transpose_b", tb}});
}

Expr MakeBatchMatmul(Builder& b) {
  bool ta = b.Chance(50), tb = b.Chance(50);
  std::vector<int64_t> n = b.Ints(3, 1, 4);
  int64_t batch = b.Between(1, 3);
  auto full = [&](std::vector<int64_t> matrix) {
    matrix.insert(matrix.begin(), b.Chance(30) ? 1 : batch);
    return matrix;
  };
  Expr x = b.Real(full(Matrix(n[0], n[1], ta))), y = b.Real(full(Matrix(n[1], n[2], tb)));
  return Builder::Op("nn.batch_matmul", {x, y}, {{"transpose_a", ta}, {"transpose_b", tb}});
}

Expr CrossEntropy(Builder& b, const char* op, double low) {
  std::vector<int64_t> shape = b.Shape(2, 2);
  Expr x = b.Real(shape, low, 2);
  return Builder::Op(op, {x, b.Real(shape)});
}

constexpr GradientCallRow kRows[] = {
    {"nn.avg_pool2d", [](Builder& b) { return Pool(b, false); }},
    {"nn.batch_flatten",
     [](Builder& b) { return Builder::Op("nn.batch_flatten", {b.Real(b.Shape(1, 4))}); }},
    {"nn.batch_matmul", MakeBatchMatmul},
    {"nn.bias_add",
     [](Builder& b) {
       std::vector<int64_t> shape = b.Shape(1, 4);
       const int64_t axis = b.Axis(shape.size());
       const size_t at =
           static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis);
       Expr x = b.Real(shape), bias = b.Real({shape[at]});
       return Builder::Op("nn.bias_add", {x, bias}, {{"axis", axis}});
     }},
    {"nn.conv2d", MakeConv2D},
    {"nn.cross_entropy", [](Builder& b) { return CrossEntropy(b, "nn.cross_entropy", 0.5); }},
    {"nn.cross_entropy_with_logits",
     [](Builder& b) { return CrossEntropy(b, "nn.cross_entropy_with_logits", -2); }},
    {"nn.dense",
     [](Builder& b) {
       std::vector<int64_t> n = b.Ints(3, 1, 4);
       Expr x = b.Real({n[0], n[1]}), w = b.Real({n[2], n[1]});
       return Builder::Op("nn.dense", {x, w},
                          {{"units", b.Chance(50) ? AttrValue(n[2]) : AttrValue()}});
     }},
    {"nn.global_avg_pool2d",
     [](Builder& b) {
       std::string layout = b.Pick<const char*>({"NCHW", "NHWC"});
       return Builder::Op("nn.global_avg_pool2d", {b.Real(b.Shape(4, 4))}, {{"layout", layout}});
     }},
    {"nn.log_softmax", [](Builder& b) { return Softmax(b, "nn.log_softmax"); }},
    {"nn.matmul", MakeMatmul},
    {"nn.max_pool2d", [](Builder& b) { return Pool(b, true); }},
    {"nn.relu", [](Builder& b) { return Builder::Op("nn.relu", {b.Apart(b.Shape(0, 4))}); }},
    {"nn.softmax", [](Builder& b) { return Softmax(b, "nn.softmax"); }},
};

}  // namespace

std::span<const GradientCallRow> NetworkGradientCalls() { return kRows; }

}  // namespace passcope
