// Convolutions with weights that another operator prepared: tiled for a matrix product, or
// transformed for Winograd's algorithm (Lavin, Gray: Fast algorithms for convolutional neural
// networks, CVPR 2016).
//
// The Winograd transforms are those of Toom and Cook with the interpolation points 0, -1, 1, 1/2,
// and so on. They must be TVM's points, since programs may contain weights that TVM transformed.
#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "ir/work_budget.h"
#include "op/attrs_nn.h"
#include "op/windows.h"
#include "runtime/convert.h"
#include "runtime/kernel.h"
#include "runtime/layout_transform.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

struct Matrix {
  size_t rows, columns;
  std::vector<double> values;

  Matrix(size_t r, size_t c) : rows(r), columns(c), values(r * c, 0) {}
  double& At(size_t row, size_t column) { return values[row * columns + column]; }
  double At(size_t row, size_t column) const { return values[row * columns + column]; }
};

// The matrices for a tile of `m` results and a kernel of `r` elements. With alpha = m + r - 1
// products, result = Aᵀ ((G kernel) ∘ (Bᵀ data)).
struct WinogradMatrices {
  Matrix a, b, g;  // (alpha, m), (alpha, alpha), (alpha, r).
};

std::vector<double> InterpolationPoints(size_t count) {
  // The choice depends on the number of points (Barabasz, Anderson, Soodhalter, Gregg: Error
  // analysis and improving the accuracy of Winograd convolution, ACM TOMS 2020).
  static constexpr double kFew[] = {0, -1, 1, 0.5, -2, -0.5};
  static constexpr double kMany[] = {0, -1, 1, 0.5, -0.5, 2, -2, -0.25, 4};
  static constexpr double kTen[] = {0, -1, 1, 0.5, -0.5, 2, -2, -0.25, 3.0 / 4, -4.0 / 3};
  static constexpr double kTwelve[] = {0,  -1,    1, 0.5,     -0.5,     2,
                                       -2, -0.25, 4, 3.0 / 4, -4.0 / 3, 0.25};
  static constexpr double kThirteen[] = {0,     -1, 1,    0.5,      -0.5,    2, -2,
                                         -0.25, 4,  0.25, -3.0 / 4, 4.0 / 3, -4};
  std::span<const double> points = count <= 6    ? std::span<const double>(kFew)
                                   : count <= 9  ? std::span<const double>(kMany)
                                   : count == 10 ? std::span<const double>(kTen)
                                   : count <= 12 ? std::span<const double>(kTwelve)
                                                 : std::span<const double>(kThirteen);
  return {points.begin(), points.begin() + static_cast<std::ptrdiff_t>(count)};
}

// `m` is 2 to 8 and `r` 3 to 7.
WinogradMatrices MakeWinogradMatrices(size_t m, size_t r) {
  size_t alpha = m + r - 1, count = alpha - 1;
  std::vector<double> points = InterpolationPoints(count);
  WinogradMatrices result{Matrix(alpha, m), Matrix(alpha, alpha), Matrix(alpha, r)};
  // The last product belongs to the point at infinity.
  result.a.At(count, m - 1) = 1;
  result.g.At(count, r - 1) = 1;
  result.b.At(count, count) = 1;
  for (size_t i = 0; i < count; ++i) {
    double scale = 1;                  // The product of point i's distances to the others.
    std::vector<double> others = {1};  // The polynomial with the other points as zeros.
    for (size_t k = 0; k < count; ++k) {
      if (k == i) continue;
      scale *= points[i] - points[k];
      others.push_back(0);
      for (size_t p = others.size(); p-- > 0;) {
        others[p] = (p > 0 ? others[p - 1] : 0) - points[k] * others[p];
      }
    }
    // Only the sign of the first scale moves from G to B.
    double sign = i == 0 && scale < 0 ? -1 : 1;
    double power = 1;
    for (size_t j = 0; j < std::max(m, r); ++j, power *= points[i]) {
      if (j < m) result.a.At(i, j) = power;
      if (j < r) result.g.At(i, j) = power / (sign * scale);
    }
    double last = 1;
    for (size_t k = 0; k < count; ++k) last *= points[i];
    for (size_t p = 0; p < count; ++p) {
      result.b.At(p, i) = sign * others[p];
      result.b.At(p, count) -= others[p] / scale * last;
    }
  }
  return result;
}

// A block of up to three axes.
struct Block {
  std::array<size_t, 3> shape;
  std::vector<double> values;
};

// Multiplies the vectors along `axis` with the matrix or its transpose.
void Transform(Block& block, size_t axis, const Matrix& matrix, bool transpose) {
  size_t from = block.shape[axis], to = transpose ? matrix.columns : matrix.rows;
  size_t inner = 1, outer = 1;
  for (size_t k = axis + 1; k < 3; ++k) inner *= block.shape[k];
  for (size_t k = 0; k < axis; ++k) outer *= block.shape[k];
  std::vector<double> out(outer * to * inner, 0);
  for (size_t o = 0; o < outer; ++o) {
    for (size_t t = 0; t < to; ++t) {
      for (size_t f = 0; f < from; ++f) {
        double factor = transpose ? matrix.At(f, t) : matrix.At(t, f);
        if (factor == 0) continue;
        for (size_t i = 0; i < inner; ++i) {
          out[(o * to + t) * inner + i] += factor * block.values[(o * from + f) * inner + i];
        }
      }
    }
  }
  block.shape[axis] = to;
  block.values = std::move(out);
}

// The algorithm for a tile size and a kernel. All transformed axes have one size.
struct WinogradPlan {
  WinogradMatrices matrices;
  size_t first;  // The first axis of depth, height and width that is transformed.
  size_t tile, alpha;
  std::array<int64_t, 3> kernel;

  void Apply(Block& block, const Matrix& matrix, bool transpose) const {
    for (size_t axis = first; axis < 3; ++axis) Transform(block, axis, matrix, transpose);
  }
};

// Throws DiagnosticError (kUnsupported) for sizes without interpolation points.
WinogradPlan PlanWinograd(const KernelContext& context, int64_t tile,
                          const std::array<int64_t, 3>& kernel) {
  int64_t r = kernel[2];
  bool depth = kernel[0] > 2 && kernel[0] < 8;
  if (tile < 2 || tile > 8 || r < 3 || r > 7 || kernel[1] != r || (depth && kernel[0] != r)) {
    context.Unsupported(MSG(kWinogradTileUnsupported,
                            "{operator} does not support tiles of {tile} with a kernel of {depth} "
                            "by {height} by {width}",
                            context.name(), tile, kernel[0], kernel[1], kernel[2]));
  }
  auto m = static_cast<size_t>(tile);
  return {MakeWinogradMatrices(m, static_cast<size_t>(r)), depth ? 0u : 1u, m,
          m + static_cast<size_t>(r) - 1, kernel};
}

// The place of product (d, h, w) for output channel o and input channel i. A depth that is not
// transformed comes after the other two axes.
size_t WeightPlace(const WinogradPlan& plan, size_t channels_out, size_t channels_in, size_t d,
                   size_t h, size_t w, size_t o, size_t i) {
  size_t product = plan.first == 0 ? (d * plan.alpha + h) * plan.alpha + w
                                   : (h * plan.alpha + w) * static_cast<size_t>(plan.kernel[0]) + d;
  return (product * channels_out + o) * channels_in + i;
}

Value WinogradWeightTransform(const KernelContext& context) {
  const NDArray& weight = context.arg(0);
  std::span<const int64_t> shape = weight->shape;
  std::array<int64_t, 3> kernel = {1, 1, 1};
  std::copy(shape.begin() + 2, shape.end(), kernel.end() - (shape.end() - shape.begin() - 2));
  WinogradPlan plan =
      PlanWinograd(context, context.attrs_as<ConvWinogradWeightTransformAttrs>().tile_size, kernel);
  auto channels_out = static_cast<size_t>(shape[0]), channels_in = static_cast<size_t>(shape[1]);
  auto volume = static_cast<size_t>(kernel[0] * kernel[1] * kernel[2]);
  Elements<double> from(weight);
  NDArray out = context.MakeOut();
  std::vector<double> values = Scratch<double>(out->size());
  for (size_t o = 0; o < channels_out; ++o) {
    SpendOperations(shape[1] * static_cast<int64_t>(volume * plan.alpha));
    for (size_t i = 0; i < channels_in; ++i) {
      const double* begin = from.data() + (o * channels_in + i) * volume;
      Block block{{static_cast<size_t>(kernel[0]), static_cast<size_t>(kernel[1]),
                   static_cast<size_t>(kernel[2])},
                  {begin, begin + volume}};
      plan.Apply(block, plan.matrices.g, false);
      size_t at = 0;
      for (size_t d = 0; d < block.shape[0]; ++d) {
        for (size_t h = 0; h < plan.alpha; ++h) {
          for (size_t w = 0; w < plan.alpha; ++w) {
            values[WeightPlace(plan, channels_out, channels_in, d, h, w, o, i)] =
                block.values[at++];
          }
        }
      }
    }
  }
  StoreElements(*out, 0, values.size(), values.data());
  return out;
}

Value WinogradConv(const KernelContext& context) {
  const WinogradAttrs& attrs = *AsWinogradAttrs(context.attrs);
  size_t dims = attrs.kernel_size->size();
  auto all_ones = [](const std::vector<int64_t>& values) {
    return std::all_of(values.begin(), values.end(), [](int64_t v) { return v == 1; });
  };
  if (!all_ones(attrs.strides) || !all_ones(attrs.dilation) || attrs.groups != 1) {
    context.Unsupported(MSG(kWinogradStridesUnsupported,
                            "{operator} supports only strides, dilation and groups of 1",
                            context.name()));
  }
  const char* canonical = dims == 2 ? "NCHW" : "NCDHW";
  NDArray data = LayoutTransformNDArray(context.arg(0), attrs.data_layout, canonical);
  std::array<int64_t, 3> kernel = {1, 1, 1}, size = {1, 1, 1}, pad = {0, 0, 0}, result = {1, 1, 1};
  for (size_t k = 0; k < dims; ++k) {
    size_t axis = 3 - dims + k;
    kernel[axis] = (*attrs.kernel_size)[k];
    size[axis] = data->shape[2 + k];
    auto [before, after] = PaddingAt(attrs.padding, dims, k);
    pad[axis] = before;
    result[axis] = WindowCount(size[axis] + before + after, kernel[axis], 1);
  }
  WinogradPlan plan = PlanWinograd(context, attrs.tile_size, kernel);
  auto channels_in = static_cast<size_t>(data->shape[1]);
  auto channels_out = static_cast<size_t>(*attrs.channels);
  // Products per pair of channels: those of one tile, per depth that is not transformed.
  size_t depths = plan.first == 0 ? 1 : static_cast<size_t>(kernel[0]);
  std::array<size_t, 3> block_shape = {plan.first == 0 ? plan.alpha : 1, plan.alpha, plan.alpha};
  size_t products = block_shape[0] * plan.alpha * plan.alpha;
  const NDArray& weight = context.arg(1);
  uint64_t expected = uint64_t{depths * products} * channels_in;
  if (__builtin_mul_overflow(expected, uint64_t{channels_out}, &expected) ||
      weight->size() != expected) {
    context.Misfit(
        PHRASE(kConvWeightDataMisfit, "the weight must fit the data, the layouts and the groups"));
  }
  Elements<double> u(weight);
  Elements<double> x(data);
  std::vector<int64_t> shape = {data->shape[0], *attrs.channels};
  shape.insert(shape.end(), result.end() - static_cast<std::ptrdiff_t>(dims), result.end());
  NDArray out = MakeNDArray(shape, context.out().dtype);
  std::vector<double> values = Scratch<double>(out->size());
  RequireScratch(channels_out, sizeof(Block) + products * sizeof(double));
  auto tile = static_cast<int64_t>(plan.tile);
  std::array<int64_t, 3> step = {plan.first == 0 ? tile : 1, tile, tile};
  for (int64_t n = 0; n < data->shape[0]; ++n) {
    for (int64_t z = 0; z < result[0]; z += step[0]) {
      for (int64_t y = 0; y < result[1]; y += step[1]) {
        for (int64_t col = 0; col < result[2]; col += step[2]) {
          SpendOperations(static_cast<int64_t>(depths + channels_out * products));
          std::vector<Block> sums(channels_out, Block{block_shape, std::vector<double>(products)});
          for (size_t d = 0; d < depths; ++d) {
            for (size_t c = 0; c < channels_in; ++c) {
              Block block{block_shape, std::vector<double>(products)};
              size_t at = 0;
              const double* image =
                  x.data() + (n * data->shape[1] + static_cast<int64_t>(c)) * Product(size);
              for (size_t a = 0; a < block_shape[0]; ++a) {
                int64_t iz = z - pad[0] + static_cast<int64_t>(a + d);
                for (size_t h = 0; h < plan.alpha; ++h) {
                  int64_t iy = y - pad[1] + static_cast<int64_t>(h);
                  for (size_t w = 0; w < plan.alpha; ++w, ++at) {
                    int64_t ix = col - pad[2] + static_cast<int64_t>(w);
                    bool inside = iz >= 0 && iz < size[0] && iy >= 0 && iy < size[1] && ix >= 0 &&
                                  ix < size[2];
                    if (inside) block.values[at] = image[(iz * size[1] + iy) * size[2] + ix];
                  }
                }
              }
              plan.Apply(block, plan.matrices.b, true);
              // A transform takes alpha operations per element and axis.
              SpendOperations(static_cast<int64_t>(products * (channels_out + 3 * plan.alpha)));
              for (size_t o = 0; o < channels_out; ++o) {
                size_t p = 0;
                for (size_t a = 0; a < block_shape[0]; ++a) {
                  for (size_t h = 0; h < plan.alpha; ++h) {
                    for (size_t w = 0; w < plan.alpha; ++w, ++p) {
                      size_t place =
                          WeightPlace(plan, channels_out, channels_in, a + d, h, w, o, c);
                      sums[o].values[p] += u[place] * block.values[p];
                    }
                  }
                }
              }
            }
          }
          for (size_t o = 0; o < channels_out; ++o) {
            plan.Apply(sums[o], plan.matrices.a, true);
            double* image =
                values.data() + (n * *attrs.channels + static_cast<int64_t>(o)) * Product(result);
            size_t at = 0;
            for (int64_t a = 0; a < step[0]; ++a) {
              for (int64_t h = 0; h < step[1]; ++h) {
                for (int64_t w = 0; w < step[2]; ++w, ++at) {
                  if (z + a >= result[0] || y + h >= result[1] || col + w >= result[2]) continue;
                  image[((z + a) * result[1] + y + h) * result[2] + col + w] = sums[o].values[at];
                }
              }
            }
          }
        }
      }
    }
  }
  StoreElements(*out, 0, values.size(), values.data());
  return LayoutTransformNDArray(out, canonical,
                                attrs.out_layout.empty() ? attrs.data_layout : attrs.out_layout);
}

// The matrix (depth, columns) in tiles. Element (k, n) is in tile (n / rows, k / tile columns) at
// (n % rows, k % tile columns).
struct TiledMatrix {
  int64_t rows, tile_columns, tiles;  // `tiles`: tiles along the depth.
  size_t Place(int64_t k, int64_t n) const {
    int64_t tile = n / rows * tiles + k / tile_columns;
    return static_cast<size_t>((tile * rows + n % rows) * tile_columns + k % tile_columns);
  }
};

Value GemmWeightTransform(const KernelContext& context) {
  const NDArray& weight = context.arg(0);
  NDArray out = context.MakeOut();
  TiledMatrix tiled{out->shape[2], out->shape[3], out->shape[1]};
  int64_t columns = weight->shape[3];
  auto bytes = static_cast<size_t>(weight->dtype.bytes());
  std::memset(out->mutable_data(), 0, out->size() * bytes);
  for (size_t i = 0; i < weight->size(); ++i) {
    auto at = static_cast<int64_t>(i);
    std::memcpy(out->mutable_data() + tiled.Place(at / columns, at % columns) * bytes,
                weight->data() + i * bytes, bytes);
  }
  return out;
}

Value GemmConv(const KernelContext& context) {
  const auto& attrs = context.attrs_as<Conv2DAttrs>();
  const NDArray& weight = context.arg(1);
  NDArray data = LayoutTransformNDArray(context.arg(0), attrs.data_layout, "NHWC");
  std::vector<int64_t> shape = {(*attrs.kernel_size)[0], (*attrs.kernel_size)[1], data->shape[3],
                                *attrs.channels};
  int64_t depth = shape[0] * shape[1] * shape[2];
  bool fits = attrs.groups == 1 && weight->rank() == 4;
  TiledMatrix tiled{};
  if (fits) {
    tiled = {weight->shape[2], weight->shape[3], weight->shape[1]};
    fits = weight->shape[0] * weight->shape[2] >= shape[3] &&
           weight->shape[1] * weight->shape[3] >= depth;
  }
  if (!fits)
    context.Misfit(
        PHRASE(kConvWeightDataMisfit, "the weight must fit the data, the layouts and the groups"));
  NDArray plain = MakeNDArray(shape, weight->dtype);
  auto bytes = static_cast<size_t>(weight->dtype.bytes());
  for (size_t i = 0; i < plain->size(); ++i) {
    auto at = static_cast<int64_t>(i);
    std::memcpy(plain->mutable_data() + i * bytes,
                weight->data() + tiled.Place(at / shape[3], at % shape[3]) * bytes, bytes);
  }
  Conv2DAttrs* conv = CopyAttrs(attrs);
  Attrs keep(conv);
  conv->kernel_layout = "HWIO";
  return ApplyOp("nn.conv2d", {context.arg(0), plain}, keep);
}

}  // namespace

void RegisterPreparedConvKernels(KernelRegistry& registry) {
  registry.Add("nn.contrib_conv2d_winograd_weight_transform", WinogradWeightTransform);
  registry.Add("nn.contrib_conv3d_winograd_weight_transform", WinogradWeightTransform);
  registry.Add("nn.contrib_conv2d_winograd_without_weight_transform", WinogradConv);
  registry.Add("nn.contrib_conv3d_winograd_without_weight_transform", WinogradConv);
  registry.Add("nn.contrib_conv2d_gemm_weight_transform", GemmWeightTransform);
  registry.Add("nn.contrib_conv2d_gemm_without_weight_transform", GemmConv);
}

}  // namespace passcope
