// Convolutions with 1 to 3 spatial axes, plain and transposed, and matrix products.
//
// All layouts are converted to data (N, C, D, H, W) and weight (O, I, D, H, W), since moving a
// tensor is cheap compared with a convolution. A convolution is a matrix product per image and
// group. The weight (O × I·D·H·W) is multiplied with the patches of the image, which are gathered
// block by block.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <type_traits>
#include <vector>

#include "ir/work_budget.h"
#include "op/attrs_nn.h"
#include "op/layout.h"
#include "op/windows.h"
#include "runtime/convert.h"
#include "runtime/fast.h"
#include "runtime/gemm.h"
#include "runtime/kernel.h"
#include "runtime/layout_transform.h"
#include "runtime/numeric.h"
#include "runtime/strided.h"
#include "support/format.h"

namespace passcope {
namespace {

using Int3 = std::array<int64_t, 3>;

struct Geometry {
  Int3 in, out, kernel;
  Int3 stride = {1, 1, 1};
  Int3 dilation = {1, 1, 1};
  Int3 pad = {0, 0, 0};  // Before the first element; may be negative.
};

// The patches of one image as a matrix. A row is a channel and kernel position, a column is an
// output position.
template <class T>
class PatchSource final : public GemmSource<T> {
 public:
  PatchSource(const T* image, const Geometry& g) : image_(image), g_(g) {}

  void Pack(int64_t k0, int64_t kn, int64_t n0, int64_t nn, T* out) override {
    constexpr int64_t kPanel = GemmPanel<T>();
    const Geometry& g = g_;
    int64_t volume = g.in[0] * g.in[1] * g.in[2];
    for (int64_t p = 0; p < nn; p += kPanel) {
      int64_t width = std::min(kPanel, nn - p);
      // The begins of the windows of these columns.
      Int3 start[kPanel];
      for (int64_t j = 0; j < width; ++j) {
        int64_t n = n0 + p + j;
        start[j] = {n / (g.out[1] * g.out[2]) * g.stride[0] - g.pad[0],
                    n / g.out[2] % g.out[1] * g.stride[1] - g.pad[1],
                    n % g.out[2] * g.stride[2] - g.pad[2]};
      }
      int64_t kx = k0 % g.kernel[2];
      int64_t ky = k0 / g.kernel[2] % g.kernel[1];
      int64_t kz = k0 / (g.kernel[2] * g.kernel[1]) % g.kernel[0];
      int64_t channel = k0 / (g.kernel[2] * g.kernel[1] * g.kernel[0]);
      for (int64_t k = 0; k < kn; ++k) {
        const T* plane = image_ + channel * volume;
        int64_t dz = kz * g.dilation[0], dy = ky * g.dilation[1], dx = kx * g.dilation[2];
        for (int64_t j = 0; j < width; ++j) {
          int64_t z = start[j][0] + dz, y = start[j][1] + dy, x = start[j][2] + dx;
          // One comparison per axis: a negative index is a large unsigned one.
          bool inside = static_cast<uint64_t>(z) < static_cast<uint64_t>(g.in[0]) &&
                        static_cast<uint64_t>(y) < static_cast<uint64_t>(g.in[1]) &&
                        static_cast<uint64_t>(x) < static_cast<uint64_t>(g.in[2]);
          out[j] = inside ? plane[(z * g.in[1] + y) * g.in[2] + x] : T(0);
        }
        for (int64_t j = width; j < kPanel; ++j) out[j] = 0;
        out += kPanel;
        if (++kx < g.kernel[2]) continue;
        kx = 0;
        if (++ky < g.kernel[1]) continue;
        ky = 0;
        if (++kz < g.kernel[0]) continue;
        kz = 0;
        ++channel;
      }
    }
  }

 private:
  const T* image_;
  const Geometry& g_;
};

// Rounding twice takes about as long as so many operations.
constexpr int64_t kHalfCost = 64;

// Products and sums in float16, each rounded, as TVM computes them on CPUs.
void HalfGemm(int64_t rows, int64_t columns, int64_t depth, const float* a,
              PatchSource<float>& patches, float* out) {
  auto half = [](float value) { return HalfToFloat(FloatToHalf(value)); };
  constexpr int64_t kPanel = GemmPanel<float>();
  std::vector<float> panel = Scratch<float>(static_cast<size_t>(depth * kPanel));
  for (int64_t first = 0; first < columns; first += kPanel) {
    int64_t width = std::min(kPanel, columns - first);
    patches.Pack(0, depth, first, width, panel.data());
    for (int64_t i = 0; i < rows; ++i) {
      SpendOperations(width * depth * kHalfCost);
      for (int64_t j = 0; j < width; ++j) {
        float sum = 0;
        for (int64_t k = 0; k < depth; ++k) {
          float product = half(a[i * depth + k] * panel[static_cast<size_t>(k * kPanel + j)]);
          sum = half(sum + product);
        }
        out[i * columns + first + j] = sum;
      }
    }
  }
}

// The convolution for the fast kernels; nullopt with three spatial axes.
std::optional<kernels::Conv2dShape> FastShape(int64_t batch, int64_t in_channels,
                                              int64_t out_channels, int64_t groups,
                                              const Geometry& g) {
  if (g.in[0] != 1 || g.out[0] != 1 || g.kernel[0] != 1 || g.pad[0] != 0) return std::nullopt;
  kernels::Conv2dShape s{};
  s.batch = batch;
  s.in_c = in_channels;
  s.in_h = g.in[1];
  s.in_w = g.in[2];
  s.out_c = out_channels;
  s.out_h = g.out[1];
  s.out_w = g.out[2];
  s.kh = g.kernel[1];
  s.kw = g.kernel[2];
  s.sh = g.stride[1];
  s.sw = g.stride[2];
  s.dh = g.dilation[1];
  s.dw = g.dilation[2];
  s.pad_top = g.pad[1];
  s.pad_left = g.pad[2];
  s.groups = groups;
  return s;
}

// Convolves data (N, C, …) with weight (O, C / groups, …) to (N, O, …) in `dtype`.
NDArray Convolve(const NDArray& data, const NDArray& weight, int64_t batch, int64_t in_channels,
                 int64_t out_channels, int64_t groups, const Geometry& g, DataType dtype) {
  std::vector<int64_t> shape = {batch, out_channels, g.out[0], g.out[1], g.out[2]};
  if (auto s = FastShape(batch, in_channels, out_channels, groups, g);
      s && dtype == DataType::Float(32)) {
    int64_t taps = s->kh * s->kw;
    WeightStrides strides = {in_channels / groups * taps, taps, s->kw, 1};
    if (NDArray fast = FastConv(data, weight, *s, strides, shape)) return fast;
  }
  NDArray out = MakeNDArray(shape, dtype);
  int64_t positions = g.out[0] * g.out[1] * g.out[2];
  int64_t volume = g.in[0] * g.in[1] * g.in[2];
  int64_t group_in = in_channels / groups, group_out = out_channels / groups;
  int64_t depth = group_in * g.kernel[0] * g.kernel[1] * g.kernel[2];
  WithComputeType(dtype, [&](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    Elements<T> d(data), w(weight);
    OutElements<T> o(out);
    for (int64_t n = 0; n < batch; ++n) {
      for (int64_t group = 0; group < groups; ++group) {
        PatchSource<T> patches(d.data() + (n * in_channels + group * group_in) * volume, g);
        if constexpr (std::is_same_v<T, float>) {
          if (dtype == DataType::Float(16)) {
            HalfGemm(group_out, positions, depth, w.data() + group * group_out * depth, patches,
                     o.data() + (n * out_channels + group * group_out) * positions);
            continue;
          }
        }
        Gemm<T>(group_out, positions, depth, w.data() + group * group_out * depth, depth, patches,
                o.data() + (n * out_channels + group * group_out) * positions, positions);
      }
    }
    o.Finish();
  });
  return out;
}

// "NCHW" and "OIHW" for this number of spatial axes.
const char* DataLayout(size_t axes) { return axes == 1 ? "NCW" : axes == 2 ? "NCHW" : "NCDHW"; }
const char* WeightLayout(size_t axes) { return axes == 1 ? "OIW" : axes == 2 ? "OIHW" : "OIDHW"; }

// A list with an entry per axis as three entries. Missing leading axes get `fill`.
Int3 ToInt3(std::span<const int64_t> values, size_t axes, int64_t fill) {
  Int3 result = {fill, fill, fill};
  for (size_t i = 0; i < axes; ++i) {
    result[3 - axes + i] = values[values.size() == 1 ? 0 : i];
  }
  return result;
}

// The last `axes` dimensions, with leading ones.
Int3 Spatial(const NDArray& array, size_t axes) {
  std::span<const int64_t> shape(array->shape);
  return ToInt3(shape.subspan(shape.size() - axes), axes, 1);
}

// The padding before the first and after the last elements.
std::pair<Int3, Int3> Paddings(const std::vector<int64_t>& padding, size_t axes) {
  std::vector<int64_t> full = FullPadding(padding, axes);
  return {ToInt3(full, axes, 0), ToInt3(std::span(full).subspan(axes), axes, 0)};
}

// Converts an operand as the matrix product needs it. Reals are cast to the result's type before
// the multiplication; integers are multiplied in the wide type.
NDArray Operand(const NDArray& array, DataType dtype) {
  return IsReal(dtype) ? CastNDArray(array, dtype) : array;
}

NDArray Finish(const NDArray& out, const std::vector<int64_t>& canonical_shape, size_t axes,
               const std::string& layout) {
  return LayoutTransformNDArray(ReshapeNDArray(out, canonical_shape), DataLayout(axes), layout);
}

std::vector<int64_t> OutShape(int64_t batch, int64_t channels, const Geometry& g, size_t axes) {
  std::vector<int64_t> shape = {batch, channels};
  shape.insert(shape.end(), g.out.end() - static_cast<std::ptrdiff_t>(axes), g.out.end());
  return shape;
}

// A convolution of NHWC data in its own layout; null for other convolutions.
NDArray ConvNHWC(const KernelContext& context, const ConvAttrs& attrs) {
  const NDArray& data = context.arg(0);
  const NDArray& weight = context.arg(1);
  const std::string& layout = attrs.kernel_layout;
  bool possible = attrs.data_layout == "NHWC" && attrs.strides.size() == 2 &&
                  (attrs.out_layout.empty() || attrs.out_layout == "NHWC") &&
                  context.out().dtype == DataType::Float(32) && data->rank() == 4 &&
                  weight->rank() == 4;
  size_t o = layout.find('O'), i = layout.find('I'), h = layout.find('H'), w = layout.find('W');
  if (!possible || layout.size() != 4 || std::max({o, i, h, w}) > 3) return {};
  kernels::Conv2dShape s{};
  s.layout = kernels::ConvLayout::kNHWC;
  s.batch = data->shape[0];
  s.in_h = data->shape[1];
  s.in_w = data->shape[2];
  s.in_c = data->shape[3];
  std::vector<int64_t> shape = context.out_shape();
  s.out_h = shape[1];
  s.out_w = shape[2];
  s.out_c = shape[3];
  s.kh = weight->shape[h];
  s.kw = weight->shape[w];
  SetSteps(attrs, &s);
  s.groups = attrs.groups;
  // The weight may have another shape, such as a depthwise one with a multiplier.
  if (s.groups < 1 || weight->shape[o] != s.out_c || weight->shape[i] * s.groups != s.in_c ||
      s.out_c % s.groups != 0) {
    return {};
  }
  std::vector<int64_t> strides = RowMajorStrides(weight->shape);
  return FastConv(data, weight, s, {strides[o], strides[i], strides[h], strides[w]}, shape);
}

// Converts an operand to another layout. Not every type relation compares the rank with the layout.
NDArray InLayout(const KernelContext& context, const NDArray& array, const std::string& from,
                 const std::string& to) {
  auto layout = Layout::Parse(from);
  if (!layout || layout->ndim() != array->rank()) {
    context.Fail(MSG(kShapeLayoutMismatch, "the shape {shape} does not fit the layout {layout}",
                     SizesText(array->shape), from));
  }
  return LayoutTransformNDArray(array, from, to);
}

// The result if it has only sums without terms, or else null.
NDArray SumsOfNothing(const KernelContext& context) {
  bool empty = context.arg(0)->size() == 0 || context.arg(1)->size() == 0;
  if (!empty) return {};
  return FilledNDArray(context.out_shape(), context.out().dtype, 0);
}

Value Conv(const KernelContext& context) {
  if (NDArray zeros = SumsOfNothing(context)) return zeros;
  const ConvAttrs* attrs = AsConvAttrs(context.attrs);
  PASSCOPE_CHECK(attrs);
  if (NDArray fast = ConvNHWC(context, *attrs)) return fast;
  DataType dtype = context.out().dtype;
  size_t axes = attrs->strides.size();
  if (axes < 1 || axes > 3)
    context.Unsupported(MSG(kConvSpatialAxesUnsupported,
                            "{operator} supports 1 to 3 spatial axes, not {count}", context.name(),
                            axes));
  NDArray data =
      InLayout(context, Operand(context.arg(0), dtype), attrs->data_layout, DataLayout(axes));
  std::string kernel_layout = attrs->kernel_layout;
  if (context.arg(1)->rank() == 6 && kernel_layout == "OIHW") {
    // nn.contrib_conv2d_NCHWc takes a weight in blocks and ignores the attribute.
    kernel_layout = Format("OIHW{}i{}o", context.arg(1)->shape[4], context.arg(1)->shape[5]);
  }
  NDArray weight =
      InLayout(context, Operand(context.arg(1), dtype), kernel_layout, WeightLayout(axes));
  Geometry g;
  g.in = Spatial(data, axes);
  g.kernel = Spatial(weight, axes);
  g.stride = ToInt3(attrs->strides, axes, 1);
  g.dilation = ToInt3(attrs->dilation, axes, 1);
  auto [before, after] = Paddings(attrs->padding, axes);
  g.pad = before;
  for (int i = 0; i < 3; ++i) {
    g.out[i] = WindowCount(g.in[i] + before[i] + after[i], WindowSpan(g.kernel[i], g.dilation[i]),
                           g.stride[i]);
  }
  int64_t in_channels = data->shape[1];
  int64_t taps = g.kernel[0] * g.kernel[1] * g.kernel[2];
  int64_t group_in = in_channels / attrs->groups;
  if (group_in == 0 || in_channels % attrs->groups != 0)
    context.Fail(
        MSG(kConvGroupsExceedData,
            "the number of channels of {operator} must be a multiple of {groups}, not {channels}",
            context.name(), attrs->groups, in_channels));
  // A depthwise weight (channels, multiplier, …) has the elements of (channels · multiplier, 1, …)
  // in the same order.
  int64_t out_channels =
      static_cast<int64_t>(weight->size()) / std::max<int64_t>(taps * group_in, 1);
  if (out_channels * taps * group_in != static_cast<int64_t>(weight->size()) ||
      out_channels % attrs->groups != 0) {
    context.Misfit(
        PHRASE(kConvWeightDataMisfit, "the weight must fit the data, the layouts and the groups"));
  }
  NDArray out =
      Convolve(data, weight, data->shape[0], in_channels, out_channels, attrs->groups, g, dtype);
  return Finish(out, OutShape(data->shape[0], out_channels, g, axes), axes,
                attrs->out_layout.empty() ? attrs->data_layout : attrs->out_layout);
}

// A transposed convolution is a convolution with the mirrored weight. Its data has zeros between
// the elements.
Value ConvTranspose(const KernelContext& context) {
  if (NDArray zeros = SumsOfNothing(context)) return zeros;
  const ConvTransposeAttrs* attrs = AsConvTransposeAttrs(context.attrs);
  PASSCOPE_CHECK(attrs);
  DataType dtype = context.out().dtype;
  size_t axes = attrs->strides.size();
  if (axes < 1 || axes > 3)
    context.Unsupported(MSG(kConvSpatialAxesUnsupported,
                            "{operator} supports 1 to 3 spatial axes, not {count}", context.name(),
                            axes));
  NDArray data =
      LayoutTransformNDArray(Operand(context.arg(0), dtype), attrs->data_layout, DataLayout(axes));
  // (in channels, out channels / groups, …). TVM names these axes OI in 1D and 3D, and IO in 2D.
  NDArray weight = LayoutTransformNDArray(Operand(context.arg(1), dtype), attrs->kernel_layout,
                                          axes == 2 ? "IOHW" : WeightLayout(axes));
  Geometry g;
  g.kernel = Spatial(weight, axes);
  g.dilation = ToInt3(attrs->dilation, axes, 1);
  Int3 size = Spatial(data, axes);
  Int3 stride = ToInt3(attrs->strides, axes, 1);
  auto [before, after] = Paddings(attrs->padding, axes);
  Int3 extra =
      attrs->output_padding.empty() ? Int3{0, 0, 0} : ToInt3(attrs->output_padding, axes, 0);
  for (int i = 0; i < 3; ++i) {
    int64_t span = WindowSpan(g.kernel[i], g.dilation[i]);
    g.in[i] = (size[i] - 1) * stride[i] + 1;
    g.pad[i] = span - 1 - before[i];
    g.out[i] = TransposedSize(size[i], span, before[i] + after[i], stride[i]) + extra[i];
    if (g.out[i] < 0)
      context.Fail(
          MSG(kConvPaddingExceedsData,
              "the padding of {operator} must be smaller, because it leaves {size} elements",
              context.name(), g.out[i]));
  }
  int64_t batch = data->shape[0], in_channels = data->shape[1];
  int64_t group_out = weight->shape[1], groups = attrs->groups;
  if (weight->shape[0] != in_channels || in_channels % groups != 0) {
    context.Misfit(
        PHRASE(kConvWeightDataMisfit, "the weight must fit the data, the layouts and the groups"));
  }
  auto bytes = static_cast<size_t>(data->dtype.bytes());
  NDArray dilated = MakeNDArray({batch, in_channels, g.in[0], g.in[1], g.in[2]}, data->dtype);
  std::memset(dilated->mutable_data(), 0, dilated->nbytes());
  std::vector<int64_t> to = RowMajorStrides(dilated->shape);
  std::vector<int64_t> dense_shape = {batch * in_channels, size[0], size[1], size[2]};
  std::vector<int64_t> from = RowMajorStrides(dense_shape);
  std::vector<int64_t> spread = {to[1], to[2] * stride[0], to[3] * stride[1], to[4] * stride[2]};
  for (StridedLoop loop(dense_shape, {from, spread}); !loop.done(); loop.Next()) {
    for (int64_t i = 0; i < loop.size(); ++i) {
      std::memcpy(dilated->mutable_data() +
                      static_cast<size_t>(loop.offset(1) + i * loop.stride(1)) * bytes,
                  data->data() + static_cast<size_t>(loop.offset(0) + i * loop.stride(0)) * bytes,
                  bytes);
    }
  }
  // Makes (groups, out, in, mirrored taps) from (groups, in, out, taps).
  int64_t taps = g.kernel[0] * g.kernel[1] * g.kernel[2];
  int64_t group_in = in_channels / groups;
  auto weight_bytes = static_cast<size_t>(weight->dtype.bytes());
  NDArray mirrored = MakeNDArray({groups, group_out, group_in, taps}, weight->dtype);
  std::byte* target = mirrored->mutable_data();
  for (int64_t group = 0; group < groups; ++group) {
    for (int64_t o = 0; o < group_out; ++o) {
      for (int64_t i = 0; i < group_in; ++i) {
        for (int64_t tap = taps; tap-- > 0; target += weight_bytes) {
          int64_t source = ((group * group_in + i) * group_out + o) * taps + tap;
          std::memcpy(target, weight->data() + static_cast<size_t>(source) * weight_bytes,
                      weight_bytes);
        }
      }
    }
  }
  int64_t out_channels = group_out * groups;
  NDArray out = Convolve(dilated, mirrored, batch, in_channels, out_channels, groups, g, dtype);
  return Finish(out, OutShape(batch, out_channels, g, axes), axes,
                attrs->out_layout.empty() ? attrs->data_layout : attrs->out_layout);
}

// `count` slices along the first axis, from `first` on.
NDArray Slices(const NDArray& array, int64_t first, int64_t count) {
  std::vector<int64_t> shape = array->shape;
  size_t bytes = shape[0] ? array->nbytes() / static_cast<size_t>(shape[0]) : 0;
  shape[0] = count;
  return NDArray(new NDArrayNode(array->buffer(),
                                 array->byte_offset() + bytes * static_cast<size_t>(first),
                                 std::move(shape), array->dtype));
}

// The gradient of a convolution's weight is a convolution, too: the data is convolved with the
// gradient. Batch and channels exchange places, and so do strides and dilation. The attributes have
// the layouts of the gradient, the data and the result, in this order.
Value ConvBackwardWeight(const KernelContext& context) {
  if (NDArray zeros = SumsOfNothing(context)) return zeros;
  const ConvAttrs* attrs = AsConvAttrs(context.attrs);
  PASSCOPE_CHECK(attrs);
  DataType dtype = context.out().dtype;
  NDArray grad = LayoutTransformNDArray(Operand(context.arg(0), dtype), attrs->data_layout, "CNHW");
  NDArray data =
      LayoutTransformNDArray(Operand(context.arg(1), dtype), attrs->kernel_layout, "CNHW");
  Geometry g;
  g.in = Spatial(data, 2);
  g.kernel = Spatial(grad, 2);
  g.out = ToInt3(*attrs->kernel_size, 2, 1);
  g.stride = ToInt3(attrs->dilation, 2, 1);
  g.dilation = ToInt3(attrs->strides, 2, 1);
  g.pad = ToInt3(attrs->padding, 2, 0);
  int64_t groups = attrs->groups, in = data->shape[0] / groups, out = grad->shape[0] / groups;
  if (data->shape[1] != grad->shape[1] || in * groups != data->shape[0] ||
      out * groups != grad->shape[0]) {
    context.Misfit(PHRASE(
        kConvGradientMisfit,
        "data and gradient must have the same batch size, and channels that groups divides"));
  }
  NDArray result = MakeNDArray({groups * out, in, g.out[1], g.out[2]}, dtype);
  for (int64_t group = 0; group < groups; ++group) {
    NDArray part = Convolve(Slices(data, group * in, in), Slices(grad, group * out, out), in,
                            data->shape[1], out, 1, g, dtype);
    part = TransposeNDArray(ReshapeNDArray(part, {in, out, g.out[1] * g.out[2]}),
                            std::array<int64_t, 3>{1, 0, 2});
    std::memcpy(result->mutable_data() + static_cast<size_t>(group) * part->nbytes(), part->data(),
                part->nbytes());
  }
  return LayoutTransformNDArray(result, "OIHW", attrs->out_layout);
}

// --- matrix products
// -------------------------------------------------------------------------------

// C (m × n) = A (m × k) · B, for `batch` matrices. B is n × k if `transposed_b`, otherwise k × n. A
// batch step of 0 repeats a matrix.
NDArray Multiply(const NDArray& a, const NDArray& b, std::vector<int64_t> shape, DataType dtype,
                 int64_t batch, int64_t a_step, int64_t b_step, int64_t m, int64_t n, int64_t k,
                 bool transposed_b) {
  if (dtype == DataType::Float(32)) {
    kernels::GemmShape gemm{batch, m, n, k, a_step, b_step, 0, transposed_b ? 1 : 0};
    if (NDArray fast = FastGemm(a, b, gemm, shape)) return fast;
  }
  NDArray out = MakeNDArray(std::move(shape), dtype);
  NDArray left = Operand(a, dtype), right = Operand(b, dtype);
  WithComputeType(dtype, [&](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    Elements<T> x(left), y(right);
    OutElements<T> o(out);
    for (int64_t i = 0; i < batch; ++i) {
      MatrixSource<T> source(y.data() + i * b_step, transposed_b ? 1 : n, transposed_b ? k : 1);
      Gemm<T>(m, n, k, x.data() + i * a_step, k, source, o.data() + i * m * n, n);
    }
    o.Finish();
  });
  return out;
}

Value MatmulWith(const KernelContext& context, bool transpose_a, bool transpose_b) {
  NDArray a = context.arg(0);
  const NDArray& b = context.arg(1);
  if (b->rank() != 2 || a->rank() == 0)
    context.Misfit(
        PHRASE(kKernelSecondArgumentNotMatrix,
               "the first must have at least one axis, and the second must be a matrix"));
  if (transpose_a) {
    if (a->rank() != 2)
      context.Fail(MSG(kKernelTransposeNotMatrix,
                       "{operator} can transpose a matrix, but not a tensor of shape {shape}",
                       context.name(), SizesText(a->shape)));
    a = TransposeNDArray(a, std::array<int64_t, 2>{1, 0});
  }
  int64_t k = a->shape.back();
  int64_t n = b->shape[transpose_b ? 0 : 1];
  if (b->shape[transpose_b ? 1 : 0] != k)
    context.Misfit(PHRASE(kMatmulSizesMisfit, "the inner sizes must be equal"));
  std::vector<int64_t> shape = a->shape;
  shape.back() = n;
  int64_t m = Product(std::span<const int64_t>(a->shape).first(a->rank() - 1));
  return Multiply(a, b, std::move(shape), context.out().dtype, 1, 0, 0, m, n, k, transpose_b);
}

Value Dense(const KernelContext& context) { return MatmulWith(context, false, true); }

// Unblocks the weight first.
Value DensePack(const KernelContext& context) {
  const auto& attrs = context.attrs_as<DensePackAttrs>();
  NDArray weight = InLayout(context, context.arg(1), attrs.weight_layout, "NC");
  NDArray args[] = {context.arg(0), weight};
  KernelContext plain = context;
  plain.args = args;
  return MatmulWith(plain, false, true);
}

Value Matmul(const KernelContext& context) {
  const auto& attrs = context.attrs_as<MatmulAttrs>();
  return MatmulWith(context, attrs.transpose_a, attrs.transpose_b);
}

Value BatchMatmul(const KernelContext& context) {
  const auto& attrs = context.attrs_as<BatchMatmulAttrs>();
  NDArray a = context.arg(0);
  const NDArray& b = context.arg(1);
  if (a->rank() != 3 || b->rank() != 3)
    context.Misfit(PHRASE(kKernelThreeAxesRequired, "both must have 3 axes"));
  if (attrs.transpose_a) a = TransposeNDArray(a, std::array<int64_t, 3>{0, 2, 1});
  int64_t m = a->shape[1], k = a->shape[2];
  int64_t n = b->shape[attrs.transpose_b ? 1 : 2];
  int64_t batch = std::max(a->shape[0], b->shape[0]);
  bool fits = b->shape[attrs.transpose_b ? 2 : 1] == k &&
              (a->shape[0] == batch || a->shape[0] == 1) &&
              (b->shape[0] == batch || b->shape[0] == 1);
  if (!fits)
    context.Misfit(PHRASE(kBatchMatmulSizesMisfit,
                          "the inner sizes must be equal, and the batch sizes equal or 1"));
  return Multiply(a, b, {batch, m, n}, context.out().dtype, batch, a->shape[0] == 1 ? 0 : m * k,
                  b->shape[0] == 1 ? 0 : n * k, m, n, k, attrs.transpose_b);
}

}  // namespace

void RegisterConvKernels(KernelRegistry& registry) {
  for (const char* name : {"nn.conv1d", "nn.conv2d", "nn.conv3d"}) registry.Add(name, Conv);
  for (const char* name : {"nn.conv1d_transpose", "nn.conv2d_transpose", "nn.conv3d_transpose"}) {
    registry.Add(name, ConvTranspose);
  }
  registry.Add("nn.contrib_conv2d_NCHWc", Conv);
  registry.Add("nn.contrib_depthwise_conv2d_NCHWc", Conv);
  registry.Add("nn.conv2d_backward_weight", ConvBackwardWeight);
  registry.Add("nn.dense", Dense);
  registry.Add("nn.contrib_dense_pack", DensePack);
  registry.Add("nn.matmul", Matmul);
  registry.Add("nn.batch_matmul", BatchMatmul);
}

}  // namespace passcope
