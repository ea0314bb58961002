// Pooling over windows: max and average, plain, global and adaptive.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "ir/work_budget.h"
#include "op/attrs_nn.h"
#include "op/layout.h"
#include "runtime/convert.h"
#include "runtime/fast.h"
#include "runtime/kernel.h"
#include "runtime/layout_transform.h"
#include "runtime/numeric.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

// The taps of one output position along one axis that are within the data.
struct Window {
  int64_t begin = 0;
  int64_t count = 1;
  int64_t step = 1;
  int64_t divisor = 1;  // This axis' factor of the divisor of an average.
};
using Windows = std::vector<Window>;

// The data as (outer, D, H, W, inner).
struct Volume {
  int64_t outer = 1;
  std::array<int64_t, 3> size = {1, 1, 1};
  int64_t inner = 1;
};

template <class T>
void PoolAll(const T* in, const Volume& v, const std::array<Windows, 3>& windows, bool max,
             T lowest, DataType dtype, T* out) {
  std::vector<T> sums = Scratch<T>(static_cast<size_t>(v.inner));
  int64_t plane = v.size[0] * v.size[1] * v.size[2] * v.inner;
  constexpr int64_t kPerPosition = 8;  // A window of one element takes as long as one of eight.
  for (int64_t o = 0; o < v.outer; ++o, in += plane) {
    for (const Window& wz : windows[0]) {
      for (const Window& wy : windows[1]) {
        for (const Window& wx : windows[2]) {
          const int64_t count = wz.count * wy.count * wx.count;
          // As in TVM, the maximum of padding alone is the lowest finite number.
          const T start = count > 0 ? MaximumOfNone<T>(dtype) : lowest;
          std::fill(sums.begin(), sums.end(), max ? start : T(0));
          SpendOperations((count + kPerPosition) * v.inner);
          T* acc = sums.data();
          for (int64_t z = 0; z < wz.count; ++z) {
            for (int64_t y = 0; y < wy.count; ++y) {
              int64_t row = (wz.begin + z * wz.step) * v.size[1] + wy.begin + y * wy.step;
              const T* from = in + (row * v.size[2] + wx.begin) * v.inner;
              for (int64_t x = 0; x < wx.count; ++x, from += wx.step * v.inner) {
                if (max) {
                  for (int64_t i = 0; i < v.inner; ++i)
                    acc[i] = acc[i] > from[i] || acc[i] != acc[i] ? acc[i] : from[i];
                } else {
                  for (int64_t i = 0; i < v.inner; ++i) acc[i] = WrapAdd(acc[i], from[i]);
                }
              }
            }
          }
          if (!max) {
            int64_t divisor = std::max<int64_t>(wz.divisor * wy.divisor * wx.divisor, 1);
            for (T& sum : sums) {
              // As in TVM, the sum has the type of the data.
              if constexpr (std::is_integral_v<T>) sum = WrapTo(dtype, sum);
              sum = sum / static_cast<T>(divisor);
            }
          }
          out = std::copy(sums.begin(), sums.end(), out);
        }
      }
    }
  }
}

// Finds the spatial axes of `layout`, calls `make_windows(axis, in_size, out_size)` for each, and
// pools. `dims` is the number of spatial axes.
template <class F>
Value Pool(const KernelContext& context, const std::string& layout_text, size_t dims, bool max,
           F make_windows) {
  NDArray data = context.arg(0);
  auto layout = Layout::Parse(layout_text);
  if (!layout || layout->ndim() != data->rank() || dims < 1 || dims > 3) {
    context.Unsupported(MSG(kPoolLayoutUnsupported,
                            "{operator} does not support the layout {layout}", context.name(),
                            layout_text));
  }
  const char* names = dims == 1 ? "W" : dims == 2 ? "HW" : "DHW";
  std::vector<int64_t> out_shape = context.out_shape();
  // The spatial axes must be adjacent and in order. Otherwise the data is transposed.
  std::string canonical;
  int first = layout->IndexOf(names[0]);
  bool neighbours = first >= 0;
  for (size_t i = 0; i < dims; ++i) {
    neighbours = neighbours && layout->IndexOf(names[i]) == first + static_cast<int>(i);
    if (layout->IndexOf(names[i]) < 0 || layout->FactorOf(names[i]) > 0) {
      context.Unsupported(MSG(kPoolLayoutUnsupported,
                              "{operator} does not support the layout {layout}", context.name(),
                              layout_text));
    }
  }
  Layout work = *layout;
  if (!neighbours) {
    work = Layout::Of(dims == 1 ? "NCW" : dims == 2 ? "NCHW" : "NCDHW");
    data = LayoutTransformNDArray(data, layout_text, work.name());
    first = 2;
  }
  Volume volume;
  auto at = static_cast<size_t>(first);
  std::span<const int64_t> shape(data->shape);
  volume.outer = Product(shape.first(at));
  volume.inner = Product(shape.subspan(at + dims));
  std::vector<int64_t> result_shape = data->shape;
  std::array<Windows, 3> windows = {Windows(1), Windows(1), Windows(1)};
  for (size_t i = 0; i < dims; ++i) {
    volume.size[3 - dims + i] = shape[at + i];
    int64_t out_size = out_shape[static_cast<size_t>(layout->IndexOf(names[i]))];
    windows[3 - dims + i] = make_windows(i, shape[at + i], out_size);
    result_shape[at + i] = out_size;
  }
  NDArray out = MakeNDArray(result_shape, data->dtype);
  WithComputeType(data->dtype, [&](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    // The order of uint64 is not that of int64.
    if (max && IsUInt64(data->dtype))
      context.Unsupported(MSG(kOperatorDtypeUnsupported,
                              "{operator} does not support the data type {dtype}", context.name(),
                              data->dtype.str()));
    Elements<T> in(data);
    OutElements<T> o(out);
    T lowest;
    LoadElements(*LowestScalar(data->dtype), 0, 1, &lowest);
    PoolAll<T>(in.data(), volume, windows, max, lowest, data->dtype, o.data());
    o.Finish();
  });
  return neighbours ? out : LayoutTransformNDArray(out, work.name(), layout_text);
}

std::optional<kernels::Pool2dParams> FastShape(const KernelContext& context,
                                               const std::string& layout, bool max) {
  return PoolOf(max ? kernels::PoolOp::kMax : kernels::PoolOp::kAverage, layout,
                context.arg(0)->shape, context.out_shape());
}

// The windows of spatial axis `i`. The data has `size` elements along it, the result `out_size`.
Windows WindowsOf(const PoolAttrs& attrs, size_t i, int64_t size, int64_t out_size) {
  size_t dims = attrs.pool_size.size();
  int64_t kernel = attrs.pool_size[i];
  int64_t stride = AtAxis(attrs.strides, i);
  int64_t dilation = AtAxis(attrs.dilation, i);
  auto [before, after] = PaddingAt(attrs.padding, dims, i);
  Windows windows;
  RequireScratch(static_cast<uint64_t>(out_size), sizeof(Window));
  for (int64_t o = 0; o < out_size; ++o) {
    int64_t start = o * stride - before;
    int64_t end = start + (kernel - 1) * dilation;  // The last tap.
    Window w;
    w.step = dilation;
    int64_t skipped = start < 0 ? (-start + dilation - 1) / dilation : 0;
    w.begin = start + skipped * dilation;
    int64_t last = std::min(end, size - 1);
    w.count = last >= w.begin ? (last - w.begin) / dilation + 1 : 0;
    // Padding that ceil_mode adds never counts.
    w.divisor = attrs.count_include_pad ? (std::min(end, size + after - 1) - start) / dilation + 1
                                        : w.count;
    if (w.count == 0) w.begin = 0;
    windows.push_back(w);
  }
  return windows;
}

template <bool kMax>
Value WindowPool(const KernelContext& context) {
  const PoolAttrs* attrs = AsPoolAttrs(context.attrs);
  PASSCOPE_CHECK(attrs);
  size_t dims = attrs->pool_size.size();
  if (auto p = FastShape(context, attrs->layout, kMax); p && dims == 2) {
    SetWindow(*attrs, &*p);
    if (NDArray fast = FastPool(context.arg(0), *p, context.out_shape())) return fast;
  }
  return Pool(context, attrs->layout, dims, kMax, [&](size_t i, int64_t size, int64_t out_size) {
    return WindowsOf(*attrs, i, size, out_size);
  });
}

// Each gradient goes to the first greatest element of its window, or equally to all elements.
template <bool kMax>
Value PoolGrad(const KernelContext& context) {
  const PoolAttrs* attrs = AsPoolAttrs(context.attrs);
  PASSCOPE_CHECK(attrs);
  auto layout = Layout::Parse(attrs->layout);
  if (attrs->pool_size.size() != 2 || !layout || layout->ndim() != context.arg(0)->rank() ||
      layout->ndim() != context.arg(1)->rank()) {
    context.Unsupported(MSG(kPoolLayoutUnsupported,
                            "{operator} does not support the layout {layout}", context.name(),
                            attrs->layout));
  }
  // Moves height and width to the end, so that windows go over planes.
  std::vector<int64_t> order;
  for (size_t i = 0; i < layout->ndim(); ++i) {
    if ((*layout)[i] != 'H' && (*layout)[i] != 'W') order.push_back(static_cast<int64_t>(i));
  }
  const size_t others = order.size();
  for (char axis : {'H', 'W'}) order.push_back(layout->IndexOf(axis));
  NDArray data = TransposeNDArray(context.arg(1), order);
  NDArray grad = TransposeNDArray(context.arg(0), order);
  const std::vector<int64_t>& in = data->shape;
  const std::vector<int64_t>& out = grad->shape;
  int64_t planes = 1;
  for (size_t i = 0; i < others; ++i) {
    if (in[i] != out[i]) {
      context.Misfit(PHRASE(kPoolGradientMisfit,
                            "the gradient must have the batch size and the channels of the data"));
    }
    planes *= in[i];
  }
  const int64_t height = in[others], width = in[others + 1];
  Windows rows = WindowsOf(*attrs, 0, height, out[others]),
          columns = WindowsOf(*attrs, 1, width, out[others + 1]);
  Elements<double> x(data), g(grad);
  NDArray result = MakeNDArray(in, data->dtype);
  std::vector<double> sums = Scratch<double>(data->size());
  size_t next = 0;
  for (int64_t plane = 0; plane < planes; ++plane) {
    auto at = [&](const Window& y, int64_t i, const Window& z, int64_t k) {
      return static_cast<size_t>((plane * height + y.begin + i * y.step) * width + z.begin +
                                 k * z.step);
    };
    for (const Window& y : rows) {
      for (const Window& z : columns) {
        double value = g[next++];
        SpendOperations(y.count * z.count + 1);
        if (!kMax) value /= static_cast<double>(std::max<int64_t>(y.divisor * z.divisor, 1));
        std::optional<size_t> greatest;
        for (int64_t i = 0; i < y.count; ++i) {
          for (int64_t k = 0; k < z.count; ++k) {
            size_t place = at(y, i, z, k);
            if (!kMax) {
              sums[place] += value;
            } else if (!greatest || x[place] > x[*greatest]) {
              greatest = place;
            }
          }
        }
        if (greatest) sums[*greatest] += value;
      }
    }
  }
  StoreElements(*result, 0, sums.size(), sums.data());
  std::vector<int64_t> back(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    back[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  return TransposeNDArray(result, back);
}

Value AdaptivePool(const KernelContext& context, const std::string& layout, size_t dims, bool max) {
  return Pool(context, layout, dims, max, [](size_t, int64_t size, int64_t out_size) {
    Windows windows;
    RequireScratch(static_cast<uint64_t>(out_size), sizeof(Window));
    for (int64_t o = 0; o < out_size; ++o) {
      Window w;
      w.begin = o * size / out_size;
      w.count = ((o + 1) * size + out_size - 1) / out_size - w.begin;
      w.divisor = w.count;
      windows.push_back(w);
    }
    return windows;
  });
}

template <bool kMax>
Value GlobalPool(const KernelContext& context) {
  if (auto p = FastShape(context, context.attrs_as<GlobalPool2DAttrs>().layout, kMax)) {
    p->kh = p->in_h;
    p->kw = p->in_w;
    if (NDArray fast = FastPool(context.arg(0), *p, context.out_shape())) return fast;
  }
  return AdaptivePool(context, context.attrs_as<GlobalPool2DAttrs>().layout, 2, kMax);
}

template <bool kMax>
Value AdaptivePoolKernel(const KernelContext& context) {
  const AdaptivePoolAttrs* attrs = AsAdaptivePoolAttrs(context.attrs);
  PASSCOPE_CHECK(attrs);
  auto layout = Layout::Parse(attrs->layout);
  size_t dims = 0;
  for (char axis : {'D', 'H', 'W'}) dims += layout && layout->Contains(axis);
  return AdaptivePool(context, attrs->layout, dims, kMax);
}

}  // namespace

void RegisterPoolKernels(KernelRegistry& registry) {
  for (const char* name : {"nn.max_pool1d", "nn.max_pool2d", "nn.max_pool3d"}) {
    registry.Add(name, WindowPool<true>);
  }
  for (const char* name : {"nn.avg_pool1d", "nn.avg_pool2d", "nn.avg_pool3d"}) {
    registry.Add(name, WindowPool<false>);
  }
  registry.Add("nn.max_pool2d_grad", PoolGrad<true>);
  registry.Add("nn.avg_pool2d_grad", PoolGrad<false>);
  registry.Add("nn.global_max_pool2d", GlobalPool<true>);
  registry.Add("nn.global_avg_pool2d", GlobalPool<false>);
  for (const char* name :
       {"nn.adaptive_max_pool1d", "nn.adaptive_max_pool2d", "nn.adaptive_max_pool3d"}) {
    registry.Add(name, AdaptivePoolKernel<true>);
  }
  for (const char* name :
       {"nn.adaptive_avg_pool1d", "nn.adaptive_avg_pool2d", "nn.adaptive_avg_pool3d"}) {
    registry.Add(name, AdaptivePoolKernel<false>);
  }
}

}  // namespace passcope
