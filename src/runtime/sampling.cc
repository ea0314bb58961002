// Kernels that interpolate images or read them window by window: image.grid_sample, affine_grid,
// crop_and_resize and dilation2d, vision.roi_align and roi_pool, nn.deformable_conv2d and
// nn.correlation.
//
// Data has the order N, C and the spatial axes. Coordinates are floats, as in TVM, since their
// rounding decides which pixel is read.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "ir/work_budget.h"
#include "op/attrs_tensor.h"
#include "op/attrs_vision.h"
#include "op/windows.h"
#include "runtime/axis_index.h"
#include "runtime/convert.h"
#include "runtime/kernel.h"
#include "runtime/layout_transform.h"
#include "runtime/numeric.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

// The taps of one spatial axis at one position of the result: indices (-1 for zero) and their
// weights.
struct Taps {
  int count = 0;
  std::array<int64_t, 4> index;
  std::array<float, 4> weight;
  void Add(int64_t i, float w) {
    index[static_cast<size_t>(count)] = i;
    weight[static_cast<size_t>(count++)] = w;
  }
};

// Height and width of planes, which are contiguous.
struct Image {
  const double* data;
  int64_t height, width;

  double At(int64_t plane, int64_t y, int64_t x) const {
    return data[(plane * height + y) * width + x];
  }
  double Clamped(int64_t plane, int64_t y, int64_t x) const {
    return At(plane, std::clamp<int64_t>(y, 0, height - 1), std::clamp<int64_t>(x, 0, width - 1));
  }
  double OrZero(int64_t plane, int64_t y, int64_t x) const {
    return y >= 0 && y < height && x >= 0 && x < width ? At(plane, y, x) : 0;
  }
  // Interpolates between the four pixels around a place. `pixel` reads them; beyond the border it
  // gives the border pixels, or 0.
  template <double (Image::*pixel)(int64_t, int64_t, int64_t) const = &Image::Clamped>
  double Bilinear(int64_t plane, float y, float x) const {
    auto y0 = static_cast<int64_t>(std::floor(y)), x0 = static_cast<int64_t>(std::floor(x));
    int64_t y1 = y0 + 1, x1 = x0 + 1;
    double fy = y - static_cast<float>(y0), fx = x - static_cast<float>(x0);
    auto at = [&](int64_t i, int64_t j) { return (this->*pixel)(plane, i, j); };
    double top = at(y0, x0) * (1 - fx) + at(y0, x1) * fx;
    double bottom = at(y1, x0) * (1 - fx) + at(y1, x1) * fx;
    return top * (1 - fy) + bottom * fy;
  }
};

// A tensor with two spatial axes as planes of doubles.
struct Planes {
  Planes(const NDArray& array, std::string_view layout)
      : nchw(LayoutTransformNDArray(array, layout, "NCHW")),
        elements(nchw),
        image{elements.data(), nchw->shape[2], nchw->shape[3]} {}
  int64_t batch() const { return nchw->shape[0]; }
  int64_t channels() const { return nchw->shape[1]; }
  NDArray nchw;
  Elements<double> elements;
  Image image;
};

constexpr int64_t kSampling = 16;  // The cost of an interpolation.

// Fills an array (N, C, H, W) with `f(n, c, y, x)`, then converts it to `layout`.
template <class F>
NDArray Generate(std::vector<int64_t> shape, DataType dtype, std::string_view layout, F f) {
  NDArray out = MakeNDArray(std::move(shape), dtype);
  OutElements<double> to(out);
  const std::vector<int64_t>& s = out->shape;
  size_t i = 0;
  for (int64_t n = 0; n < s[0]; ++n) {
    for (int64_t c = 0; c < s[1]; ++c) {
      for (int64_t y = 0; y < s[2]; ++y) {
        SpendOperations(kSampling * s[3]);
        for (int64_t x = 0; x < s[3]; ++x) to[i++] = f(n, c, y, x);
      }
    }
  }
  return LayoutTransformNDArray(to.Finish(), "NCHW", layout);
}

// --- grids ---

Value AffineGrid(const KernelContext& context) {
  Elements<float> m(context.arg(0));
  std::vector<int64_t> shape = context.out_shape();
  auto step = [](int64_t size) { return size > 1 ? 2.0f / static_cast<float>(size - 1) : 0.0f; };
  float dy = step(shape[2]), dx = step(shape[3]);
  return Generate(shape, context.out().dtype, "NCHW",
                  [&](int64_t n, int64_t c, int64_t y, int64_t x) -> double {
                    const float* row = m.data() + (n * 2 + c) * 3;
                    return row[0] * (-1 + static_cast<float>(x) * dx) +
                           row[1] * (-1 + static_cast<float>(y) * dy) + row[2];
                  });
}

struct GridMode {
  bool align, border, reflection;

  // Maps a coordinate into the range of an axis, for modes without an outside.
  float Inside(float x, int64_t size) const {
    if (reflection) {
      float start = align ? 0.0f : -0.5f;
      auto span = static_cast<float>(align ? size - 1 : size);
      if (span <= 0) {
        x = start;
      } else if (x < start || x > start + span) {
        float distance = std::fabs(start - x), extra = std::fmod(distance, span);
        bool even = std::fmod(std::floor(distance / span), 2.0f) == 0;
        x = (even ? extra : span - extra) + start;
      }
    }
    if (border || reflection) {
      x = std::min(std::max(x, 0.0f), static_cast<float>(size - 1));
    }
    return x;
  }
};

// `x` runs from -1 at one end of the axis to 1 at the other.
Taps GridTaps(const KernelContext& context, const std::string& method, const GridMode& mode,
              float x, int64_t size) {
  auto length = static_cast<float>(size);
  x = mode.align ? (x + 1) * (length - 1) / 2 : -0.5f + (x + 1) * length / 2;
  auto valid = [size](float at) {
    // NaN is outside, too.
    return at >= 0 && at < static_cast<float>(size) ? static_cast<int64_t>(at) : int64_t{-1};
  };
  Taps taps;
  if (method == "bicubic") {
    constexpr float kA = -0.75f;
    float low = std::floor(x), t = x - low;
    auto near = [](float d) { return ((kA + 2) * d - (kA + 3)) * d * d + 1; };
    auto far = [](float d) { return ((kA * d - 5 * kA) * d + 8 * kA) * d - 4 * kA; };
    const float weights[] = {far(t + 1), near(t), near(1 - t), far(2 - t)};
    for (int i = 0; i < 4; ++i) {
      taps.Add(valid(mode.Inside(low + static_cast<float>(i - 1), size)), weights[i]);
    }
    return taps;
  }
  x = mode.Inside(x, size);
  if (method == "nearest") {
    taps.Add(valid(std::nearbyint(x)), 1);
  } else if (method == "bilinear") {
    float low = std::floor(x);
    taps.Add(valid(low), 1 - (x - low));
    taps.Add(valid(low + 1), x - low);
  } else {
    context.Unsupported(MSG(kResizeMethodUnsupported,
                            "{operator} does not support the method {method}", context.name(),
                            method));
  }
  return taps;
}

// For both layouts, NCHW and NCDHW. The missing axis has size 1.
Value GridSample(const KernelContext& context) {
  const auto& attrs = context.attrs_as<GridSampleAttrs>();
  const NDArray &data = context.arg(0), &grid = context.arg(1);
  size_t axes = data->rank() - 2;
  if (attrs.layout != (axes == 2 ? "NCHW" : "NCDHW")) {
    context.Unsupported(MSG(kPoolLayoutUnsupported,
                            "{operator} does not support the layout {layout}", context.name(),
                            attrs.layout));
  }
  if (attrs.method == "bicubic" && axes != 2)
    context.Unsupported(MSG(kBicubicSamplingOnly2D,
                            "{operator} supports the method bicubic only for 2 spatial axes",
                            context.name()));
  if (grid->shape[0] != data->shape[0] || grid->shape[1] != static_cast<int64_t>(axes)) {
    context.Misfit(PHRASE(
        kSamplingGridMisfit,
        "the grid must have the batch size of the data, and a coordinate for each spatial axis"));
  }
  GridMode mode = {attrs.align_corners, attrs.padding_mode == "border",
                   attrs.padding_mode == "reflection"};
  NDArray out = MakeNDArray(context.out_shape(), context.out().dtype);
  Elements<double> from(data);
  Elements<float> place(grid);
  OutElements<double> to(out);
  std::array<int64_t, 3> size = {1, 1, 1};
  for (size_t k = 0; k < axes; ++k) size[3 - axes + k] = data->shape[2 + k];
  int64_t volume = size[0] * size[1] * size[2], channels = data->shape[1];
  int64_t positions = Product(std::span<const int64_t>(out->shape).subspan(2));
  for (int64_t n = 0; n < data->shape[0]; ++n) {
    for (int64_t p = 0; p < positions; ++p) {
      std::array<Taps, 3> taps;
      for (size_t k = 0; k < 3; ++k) {
        if (k < 3 - axes) {
          taps[k].Add(0, 1);
          continue;
        }
        // The grid has x first.
        auto coordinate = static_cast<int64_t>(2 - k);
        float x = place[static_cast<size_t>(
            (n * static_cast<int64_t>(axes) + coordinate) * positions + p)];
        taps[k] = GridTaps(context, attrs.method, mode, x, size[k]);
      }
      SpendOperations(kSampling * channels);
      for (int64_t c = 0; c < channels; ++c) {
        const double* plane = from.data() + (n * channels + c) * volume;
        double sum = 0;
        for (int i = 0; i < taps[0].count; ++i) {
          for (int j = 0; j < taps[1].count; ++j) {
            for (int k = 0; k < taps[2].count; ++k) {
              int64_t z = taps[0].index[i], y = taps[1].index[j], x = taps[2].index[k];
              if (z < 0 || y < 0 || x < 0) continue;
              sum += plane[(z * size[1] + y) * size[2] + x] *
                     static_cast<double>(taps[0].weight[i] * taps[1].weight[j] * taps[2].weight[k]);
            }
          }
        }
        to[static_cast<size_t>((n * channels + c) * positions + p)] = sum;
      }
    }
  }
  return to.Finish();
}

// --- regions ---

int64_t CheckBatch(const KernelContext& context, double index, int64_t batch) {
  if (!(index >= 0 && index < static_cast<double>(batch))) {
    context.Fail(MSG(kRegionImageNonexistent,
                     "{operator} has a region of image {index}, but only {count} images",
                     context.name(), index, batch));
  }
  return static_cast<int64_t>(index);
}

// The regions (count, numbers) in argument 1, with `length` numbers each.
Elements<float> Regions(const KernelContext& context, int64_t length) {
  const NDArray& array = context.arg(1);
  if (array->rank() != 2 || array->shape[1] != length)
    context.Fail(
        MSG(kResizeRegionsMalformed,
            "the regions of {operator} must be a matrix of {length} columns, not of shape {shape}",
            context.name(), length, SizesText(array->shape)));
  return Elements<float>(array);
}

Value CropAndResize(const KernelContext& context) {
  const auto& attrs = context.attrs_as<CropAndResizeAttrs>();
  Planes data(context.arg(0), attrs.layout);
  Elements<float> boxes = Regions(context, 4);
  Elements<int64_t> which(context.arg(2));
  context.CheckCount(2, context.arg(1)->shape[0]);
  bool bilinear = attrs.method == "bilinear";
  if (!bilinear && attrs.method != "nearest_neighbor") {
    context.Unsupported(MSG(kResizeMethodUnsupported,
                            "{operator} does not support the method {method}", context.name(),
                            attrs.method));
  }
  if (!attrs.crop_size || attrs.crop_size->size() != 2)
    context.Fail(
        MSG(kCropSizeMissing, "crop_size of {operator} must have two numbers", context.name()));
  int64_t height = (*attrs.crop_size)[0], width = (*attrs.crop_size)[1];
  // The place in the image of position i of n between two corners.
  auto place = [](float from, float to, int64_t i, int64_t n, int64_t size) {
    auto last = static_cast<float>(size - 1);
    if (n <= 1) return 0.5f * (from + to) * last;
    return from * last + static_cast<float>(i) * ((to - from) * last / static_cast<float>(n - 1));
  };
  const Image& image = data.image;
  return Generate({context.arg(1)->shape[0], data.channels(), height, width}, context.out().dtype,
                  attrs.layout, [&](int64_t b, int64_t c, int64_t i, int64_t j) {
                    const float* box = boxes.data() + b * 4;
                    float y = place(box[0], box[2], i, height, image.height);
                    float x = place(box[1], box[3], j, width, image.width);
                    if (!(y >= 0 && x >= 0 && y <= static_cast<float>(image.height - 1) &&
                          x <= static_cast<float>(image.width - 1))) {
                      return attrs.extrapolation_value;
                    }
                    int64_t n = CheckBatch(
                        context, static_cast<double>(which[static_cast<size_t>(b)]), data.batch());
                    int64_t plane = n * data.channels() + c;
                    return bilinear ? image.Bilinear(plane, y, x)
                                    : image.Clamped(plane, std::llround(y), std::llround(x));
                  });
}

Value RoiAlign(const KernelContext& context) {
  const auto& attrs = context.attrs_as<ROIAlignAttrs>();
  Planes data(context.arg(0), attrs.layout);
  Elements<float> rois = Regions(context, 5);
  const Image& image = data.image;
  bool average = attrs.mode.starts_with("avg");
  // A region without extent counts as one pixel, unless half pixels are aligned.
  float least = attrs.mode.ends_with("_aligned") ? 0.0f : 1.0f;
  int64_t rows = attrs.pooled_size[0], columns = attrs.pooled_size[1];
  auto scale = static_cast<float>(attrs.spatial_scale);
  auto sample = [&](int64_t plane, float y, float x) {
    // NaN is outside, too.
    if (!(y >= -1 && x >= -1 && y <= static_cast<float>(image.height) &&
          x <= static_cast<float>(image.width)) ||
        image.height == 0 || image.width == 0) {
      return 0.0;
    }
    return image.Bilinear(plane, std::min(std::max(y, 0.0f), static_cast<float>(image.height - 1)),
                          std::min(std::max(x, 0.0f), static_cast<float>(image.width - 1)));
  };
  return Generate(
      {context.arg(1)->shape[0], data.channels(), rows, columns}, context.out().dtype, attrs.layout,
      [&](int64_t r, int64_t c, int64_t i, int64_t j) {
        const float* roi = rois.data() + r * 5;
        int64_t plane = CheckBatch(context, roi[0], data.batch()) * data.channels() + c;
        float height = std::max(roi[4] * scale - roi[2] * scale, least);
        float width = std::max(roi[3] * scale - roi[1] * scale, least);
        float bin_h = height / static_cast<float>(rows),
              bin_w = width / static_cast<float>(columns);
        constexpr float kMaxBin = 4096;
        int64_t grid_h = attrs.sample_ratio, grid_w = attrs.sample_ratio;
        if (grid_h > static_cast<int64_t>(kMaxBin)) {
          context.Unsupported(
              MSG(kRegionSizeUnsupported,
                  "{operator} supports at most {limit} samples along a side of a bin",
                  context.name(), static_cast<int64_t>(kMaxBin)));
        }
        if (grid_h <= 0) {
          if (!(bin_h <= kMaxBin && bin_w <= kMaxBin)) {
            context.Unsupported(
                MSG(kRegionSizeUnsupported,
                    "{operator} supports at most {limit} samples along a side of a bin",
                    context.name(), static_cast<int64_t>(kMaxBin)));
          }
          grid_h = static_cast<int64_t>(std::ceil(bin_h));
          grid_w = static_cast<int64_t>(std::ceil(bin_w));
        }
        float top = roi[2] * scale + static_cast<float>(i) * bin_h;
        float left = roi[1] * scale + static_cast<float>(j) * bin_w;
        double sum = 0, greatest = std::numeric_limits<float>::lowest();
        for (int64_t a = 0; a < grid_h; ++a) {
          SpendOperations(kSampling * grid_w);
          for (int64_t b = 0; b < grid_w; ++b) {
            double value = sample(
                plane, top + (static_cast<float>(a) + 0.5f) * bin_h / static_cast<float>(grid_h),
                left + (static_cast<float>(b) + 0.5f) * bin_w / static_cast<float>(grid_w));
            sum += value;
            greatest = std::max(greatest, value);
          }
        }
        if (grid_h == 0 || grid_w == 0) return 0.0;
        return average ? sum / static_cast<double>(grid_h * grid_w) : greatest;
      });
}

Value RoiPool(const KernelContext& context) {
  const auto& attrs = context.attrs_as<ROIPoolAttrs>();
  Planes data(context.arg(0), attrs.layout);
  Elements<float> rois = Regions(context, 5);
  const Image& image = data.image;
  int64_t rows = attrs.pooled_size[0], columns = attrs.pooled_size[1];
  // The pixels within the image of part i of n of a region.
  auto range = [](int64_t from, int64_t to, int64_t i, int64_t n, int64_t size) {
    constexpr float kEpsilon = 0.00001f;
    float bin = static_cast<float>(std::max<int64_t>(to - from + 1, 1)) / static_cast<float>(n);
    auto begin = static_cast<int64_t>(std::floor(static_cast<float>(i) * bin + kEpsilon)) + from;
    auto end = static_cast<int64_t>(std::ceil(static_cast<float>(i + 1) * bin - kEpsilon)) + from;
    return std::pair(std::clamp<int64_t>(begin, 0, size), std::clamp<int64_t>(end, 0, size));
  };
  return Generate({context.arg(1)->shape[0], data.channels(), rows, columns}, context.out().dtype,
                  attrs.layout, [&](int64_t r, int64_t c, int64_t i, int64_t j) {
                    const float* roi = rois.data() + r * 5;
                    int64_t plane = CheckBatch(context, roi[0], data.batch()) * data.channels() + c;
                    int64_t corner[4];
                    for (int k = 0; k < 4; ++k) {
                      // A larger distance makes no difference, and the clamp avoids overflow.
                      constexpr float kFar = 1e9f;
                      float at = roi[1 + k] * static_cast<float>(attrs.spatial_scale);
                      corner[k] = std::llround(at >= -kFar ? std::min(at, kFar) : -kFar);
                    }
                    auto [top, bottom] = range(corner[1], corner[3], i, rows, image.height);
                    auto [left, right] = range(corner[0], corner[2], j, columns, image.width);
                    if (top >= bottom || left >= right) return 0.0;
                    double greatest = -std::numeric_limits<double>::infinity();
                    for (int64_t y = top; y < bottom; ++y) {
                      SpendOperations(right - left);
                      for (int64_t x = left; x < right; ++x) {
                        greatest = std::max(greatest, image.At(plane, y, x));
                      }
                    }
                    return greatest;
                  });
}

// --- windows ---

// The padding before the first row and column.
std::pair<int64_t, int64_t> PadBefore(const std::vector<int64_t>& padding) {
  return {AtAxis(padding, 0), AtAxis(padding, 1)};
}

// A convolution in which each element of the window has its own offset.
Value DeformableConv2D(const KernelContext& context) {
  const auto& attrs = context.attrs_as<DeformableConv2DAttrs>();
  Planes data(context.arg(0), attrs.data_layout), offset(context.arg(1), attrs.data_layout);
  NDArray weight = LayoutTransformNDArray(context.arg(2), attrs.kernel_layout, "OIHW");
  Elements<double> w(weight);
  const Image& image = data.image;
  int64_t kernel_h = weight->shape[2], kernel_w = weight->shape[3];
  int64_t group_in = weight->shape[1], group_out = weight->shape[0] / attrs.groups;
  int64_t per_offset = data.channels() / attrs.deformable_groups;
  if (group_out == 0 || per_offset * attrs.deformable_groups != data.channels() ||
      group_in * attrs.groups != data.channels()) {
    context.Misfit(
        PHRASE(kConvWeightDataMisfit, "the weight must fit the data, the layouts and the groups"));
  }
  auto [pad_y, pad_x] = PadBefore(attrs.padding);
  return Generate(
      {data.batch(), weight->shape[0], offset.image.height, offset.image.width},
      context.out().dtype, attrs.out_layout.empty() ? attrs.data_layout : attrs.out_layout,
      [&, pad_y = pad_y, pad_x = pad_x](int64_t n, int64_t o, int64_t y, int64_t x) {
        double sum = 0;
        for (int64_t i = 0; i < group_in; ++i) {
          int64_t c = o / group_out * group_in + i;
          SpendOperations(kSampling * kernel_h * kernel_w);
          for (int64_t tap = 0; tap < kernel_h * kernel_w; ++tap) {
            int64_t ky = tap / kernel_w, kx = tap % kernel_w;
            int64_t at = n * offset.channels() + (c / per_offset * kernel_h * kernel_w + tap) * 2;
            auto row = static_cast<float>(y * attrs.strides[0] - pad_y + ky * attrs.dilation[0]) +
                       static_cast<float>(offset.image.At(at, y, x));
            auto column =
                static_cast<float>(x * attrs.strides[1] - pad_x + kx * attrs.dilation[1]) +
                static_cast<float>(offset.image.At(at + 1, y, x));
            // Up to one position outside, the nearest elements have a part.
            if (!(row > -1 && column > -1 && row < static_cast<float>(image.height) &&
                  column < static_cast<float>(image.width))) {
              continue;
            }
            sum += image.Bilinear<&Image::OrZero>(n * data.channels() + c, row, column) *
                   w[static_cast<size_t>((o * group_in + i) * kernel_h * kernel_w + tap)];
          }
        }
        return sum;
      });
}

Value Correlation(const KernelContext& context) {
  const auto& attrs = context.attrs_as<CorrelationAttrs>();
  Planes first(context.arg(0), attrs.layout), second(context.arg(1), attrs.layout);
  if (first.nchw->shape != second.nchw->shape)
    context.Misfit(PHRASE(kShapesNotEqual, "both must have the same shape"));
  auto [pad_y, pad_x] = PadBefore(attrs.padding);
  int64_t channels = first.channels(), kernel = attrs.kernel_size;
  int64_t radius = attrs.max_displacement / attrs.stride2, side = 2 * radius + 1;
  auto pixel = [&, pad_y = pad_y, pad_x = pad_x](const Image& image, int64_t plane, int64_t y,
                                                 int64_t x) {
    y -= pad_y;
    x -= pad_x;
    bool inside = y >= 0 && x >= 0 && y < image.height && x < image.width;
    return inside ? image.At(plane, y, x) : 0.0;
  };
  return Generate(context.out_shape(), context.out().dtype, attrs.layout,
                  [&](int64_t n, int64_t q, int64_t i, int64_t j) {
                    int64_t y1 = i * attrs.stride1 + attrs.max_displacement;
                    int64_t x1 = j * attrs.stride1 + attrs.max_displacement;
                    int64_t y2 = y1 + (q / side - radius) * attrs.stride2;
                    int64_t x2 = x1 + (q % side - radius) * attrs.stride2;
                    double sum = 0;
                    for (int64_t c = n * channels; c < (n + 1) * channels; ++c) {
                      SpendOperations(kSampling * kernel * kernel);
                      for (int64_t k = 0; k < kernel * kernel; ++k) {
                        double a = pixel(first.image, c, y1 + k / kernel, x1 + k % kernel);
                        double b = pixel(second.image, c, y2 + k / kernel, x2 + k % kernel);
                        sum += attrs.is_multiply ? a * b : std::fabs(a - b);
                      }
                    }
                    return sum / static_cast<double>(kernel * kernel * channels);
                  });
}

Value Dilation2D(const KernelContext& context) {
  const auto& attrs = context.attrs_as<Dilation2DAttrs>();
  Planes data(context.arg(0), attrs.data_layout);
  NDArray weight = LayoutTransformNDArray(context.arg(1), attrs.kernel_layout, "IHW");
  Elements<double> w(weight);
  auto [pad_y, pad_x] = PadBefore(attrs.padding);
  int64_t kernel_h = weight->shape[1], kernel_w = weight->shape[2];
  if (weight->shape[0] != data.channels())
    context.Misfit(
        PHRASE(kConvWeightDataMisfit, "the weight must fit the data, the layouts and the groups"));
  NDArray out = MakeNDArray(context.out_shape(), context.out().dtype);
  std::vector<int64_t> shape = LayoutTransformNDArray(out, attrs.data_layout, "NCHW")->shape;
  const Image& image = data.image;
  return Generate(shape, context.out().dtype, attrs.data_layout,
                  [&, pad_y = pad_y, pad_x = pad_x](int64_t n, int64_t c, int64_t i, int64_t j) {
                    double greatest = -std::numeric_limits<double>::infinity();
                    SpendOperations(kernel_h * kernel_w);
                    for (int64_t k = 0; k < kernel_h * kernel_w; ++k) {
                      int64_t y = i * attrs.strides[0] - pad_y + k / kernel_w * attrs.dilations[0];
                      int64_t x = j * attrs.strides[1] - pad_x + k % kernel_w * attrs.dilations[1];
                      bool inside = y >= 0 && x >= 0 && y < image.height && x < image.width;
                      double value = inside ? image.At(n * data.channels() + c, y, x) : 0;
                      greatest = std::max(
                          greatest, value + w[static_cast<size_t>(c * kernel_h * kernel_w + k)]);
                    }
                    return greatest;
                  });
}

}  // namespace

void RegisterSamplingKernels(KernelRegistry& registry) {
  registry.Add("image.affine_grid", AffineGrid);
  registry.Add("image.grid_sample", GridSample);
  registry.Add("image.crop_and_resize", CropAndResize);
  registry.Add("image.dilation2d", Dilation2D);
  registry.Add("vision.roi_align", RoiAlign);
  registry.Add("vision.roi_pool", RoiPool);
  registry.Add("nn.deformable_conv2d", DeformableConv2D);
  registry.Add("nn.correlation", Correlation);
}

}  // namespace passcope
