// Reductions over axes.
//
// The reduced axes are moved to the end, so that each result comes from one contiguous row. Reals
// are reduced in double, integers in int64_t.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ir/work_budget.h"
#include "op/attrs_tensor.h"
#include "op/axes.h"
#include "runtime/convert.h"
#include "runtime/kernel.h"
#include "runtime/layout_transform.h"
#include "runtime/numeric.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

enum class Reduction : uint8_t { kSum, kMean, kProd, kMax, kMin, kAll, kAny, kArgMax, kArgMin };

struct Rows {
  NDArray data;                // The reduced axes are last.
  int64_t count = 1;           // Elements of a row.
  std::vector<int64_t> shape;  // Of the result.
};

Rows MakeRows(const NDArray& array, const AnyReduceAttrs& attrs) {
  auto rank = static_cast<int64_t>(array->rank());
  auto reduced = ReducedAxes(attrs.axis, attrs.exclude, array->rank());
  PASSCOPE_CHECK(reduced);
  Rows rows;
  std::vector<int64_t> order, last;
  for (int64_t i = 0; i < rank; ++i) {
    auto at = static_cast<size_t>(i);
    if ((*reduced)[at]) {
      last.push_back(i);
      rows.count *= array->shape[at];
      if (attrs.keepdims) rows.shape.push_back(1);
    } else {
      order.push_back(i);
      rows.shape.push_back(array->shape[at]);
    }
  }
  order.insert(order.end(), last.begin(), last.end());
  rows.data = TransposeNDArray(array, order);
  return rows;
}

// Calls `f(chunk, size, index of its first element in the row)` for the chunks of a row.
template <class T, class F>
void ForChunks(const Rows& rows, int64_t row, F f) {
  constexpr int64_t kChunk = 256;
  T chunk[kChunk];
  for (int64_t i = 0; i < rows.count; i += kChunk) {
    int64_t n = std::min(kChunk, rows.count - i);
    LoadElements(*rows.data, static_cast<size_t>(row * rows.count + i), static_cast<size_t>(n),
                 chunk);
    f(chunk, n, i);
  }
}

template <class T>
T ReduceRow(const Rows& rows, int64_t row, Reduction kind, T start, bool last) {
  T acc = start;
  int64_t index = -1;
  T best = start;
  // Flipping the top bit orders uint64 as unsigned integers.
  T flip = 0;
  if constexpr (std::is_integral_v<T>) {
    if (IsUInt64(rows.data->dtype)) flip = std::numeric_limits<T>::min();
  }
  auto key = [&](T x) {
    if constexpr (std::is_integral_v<T>) return x ^ flip;
    return x;
  };
  ForChunks<T>(rows, row, [&](const T* x, int64_t n, int64_t first) {
    switch (kind) {
      case Reduction::kSum:
      case Reduction::kMean:
        for (int64_t i = 0; i < n; ++i) acc = WrapAdd(acc, x[i]);
        return;
      case Reduction::kProd:
        for (int64_t i = 0; i < n; ++i) acc = WrapMultiply(acc, x[i]);
        return;
      case Reduction::kMax:
        for (int64_t i = 0; i < n; ++i) acc = key(acc) > key(x[i]) || acc != acc ? acc : x[i];
        return;
      case Reduction::kMin:
        for (int64_t i = 0; i < n; ++i) acc = key(acc) < key(x[i]) || acc != acc ? acc : x[i];
        return;
      case Reduction::kAll:
        for (int64_t i = 0; i < n; ++i) acc = acc != 0 && x[i] != 0;
        return;
      case Reduction::kAny:
        for (int64_t i = 0; i < n; ++i) acc = acc != 0 || x[i] != 0;
        return;
      default:
        for (int64_t i = 0; i < n; ++i) {
          bool better = kind == Reduction::kArgMax ? key(x[i]) > key(best) : key(x[i]) < key(best);
          // As in NumPy, a NaN is before all numbers.
          bool none = x[i] != x[i];
          better = better || (none && best == best);
          if (index < 0 || better || (last && (x[i] == best || none))) {
            best = x[i];
            index = first + i;
          }
        }
        acc = static_cast<T>(index);
    }
  });
  return acc;
}

template <class T>
void ReduceAll(const Rows& rows, Reduction kind, bool last, const NDArray& out) {
  T start = 0;
  DataType dtype = rows.data->dtype;
  switch (kind) {
    case Reduction::kProd:
    case Reduction::kAll:
      start = 1;
      break;
    case Reduction::kMax:
      start = MaximumOfNone<T>(dtype);
      break;
    case Reduction::kMin:
      start = MinimumOfNone<T>(dtype);
      break;
    default:
      break;
  }
  bool index = kind == Reduction::kArgMax || kind == Reduction::kArgMin;
  if (index) start = -1;
  for (size_t i = 0; i < out->size(); ++i) {
    T value = ReduceRow<T>(rows, static_cast<int64_t>(i), kind, start, last);
    if (kind == Reduction::kMean) {
      if constexpr (std::is_integral_v<T>) {
        // As in TVM, the sum has the type of the data.
        value = WrapTo(dtype, value);
        if (rows.count) value /= rows.count;
      } else {
        value /= static_cast<T>(rows.count);
      }
    }
    StoreElements(*out, i, 1, &value);
  }
}

template <Reduction kKind>
Value Reduce(const KernelContext& context) {
  const AnyReduceAttrs* attrs = AsReduceAttrs(context.attrs);
  PASSCOPE_CHECK(attrs);
  Rows rows = MakeRows(context.arg(0), *attrs);
  if constexpr (kKind == Reduction::kProd) {
    constexpr int64_t kCost = 8;  // Long products are often subnormal, which is slow.
    SpendOperations(kCost * static_cast<int64_t>(rows.data->size()));
  }
  NDArray out = MakeNDArray(rows.shape, context.out().dtype);
  if (IsReal(rows.data->dtype)) {
    ReduceAll<double>(rows, kKind, attrs->select_last_index, out);
  } else {
    ReduceAll<int64_t>(rows, kKind, attrs->select_last_index, out);
  }
  return out;
}

Value Variance(const KernelContext& context) {
  const AnyReduceAttrs* attrs = AsReduceAttrs(context.attrs);
  PASSCOPE_CHECK(attrs);
  const NDArray& data = context.arg(0);
  if (!IsReal(data->dtype))
    context.Unsupported(MSG(kOperatorDtypeUnsupported,
                            "{operator} does not support the data type {dtype}", context.name(),
                            data->dtype.str()));
  // The mean is an argument; its reduced axes have size 1 or are whole.
  if (!BroadcastsTo(context.arg(1)->shape, data->shape)) {
    context.Fail(MSG(kShapeNotBroadcastableToTarget,
                     "the shape {shape} cannot be broadcast to {target}",
                     SizesText(context.arg(1)->shape), SizesText(data->shape)));
  }
  NDArray squares = MakeNDArray(data->shape, DataType::Float(64));
  Elements<double> mean(context.arg(1));
  std::vector<int64_t> own = RowMajorStrides(data->shape);
  std::vector<int64_t> repeated = BroadcastStrides(context.arg(1)->shape, data->shape);
  double* to = squares->mutable_as<double>();
  Elements<double> x(data);
  for (StridedLoop loop(data->shape, {own, repeated}); !loop.done(); loop.Next()) {
    for (int64_t i = 0; i < loop.size(); ++i) {
      double d = x[static_cast<size_t>(loop.offset(0) + i * loop.stride(0))] -
                 mean[static_cast<size_t>(loop.offset(1) + i * loop.stride(1))];
      *to++ = d * d;
    }
  }
  Rows rows = MakeRows(squares, *attrs);
  NDArray out = MakeNDArray(rows.shape, data->dtype);
  auto divisor = static_cast<double>(attrs->unbiased ? rows.count - 1 : rows.count);
  for (size_t i = 0; i < out->size(); ++i) {
    StoreDouble(
        out, i,
        ReduceRow<double>(rows, static_cast<int64_t>(i), Reduction::kSum, 0, false) / divisor);
  }
  return out;
}

// Sums over the axes in which `data` is larger than `shape`, the inverse of broadcasting.
Value CollapseSum(const KernelContext& context, const std::vector<int64_t>& shape) {
  const NDArray& data = context.arg(0);
  if (!BroadcastsTo(shape, data->shape)) {
    context.Fail(MSG(kShapeNotBroadcastableToTarget,
                     "the shape {shape} cannot be broadcast to {target}", SizesText(shape),
                     SizesText(data->shape)));
  }
  auto* attrs = MakeAttrs<ReduceAttrs>();
  Attrs keep(attrs);
  attrs->axis = std::vector<int64_t>();
  attrs->keepdims = true;
  size_t lead = data->rank() - shape.size();
  for (size_t i = 0; i < data->rank(); ++i) {
    if (i < lead || (shape[i - lead] == 1 && data->shape[i] != 1)) {
      attrs->axis->push_back(static_cast<int64_t>(i));
    }
  }
  if (attrs->axis->empty()) return ReshapeNDArray(data, shape);
  Rows rows = MakeRows(data, *attrs);
  NDArray out = MakeNDArray(shape, data->dtype);
  if (static_cast<int64_t>(out->size()) != Product(rows.shape)) {
    context.Fail(MSG(kShapeNotBroadcastableToTarget,
                     "the shape {shape} cannot be broadcast to {target}", SizesText(shape),
                     SizesText(data->shape)));
  }
  if (IsReal(data->dtype)) {
    ReduceAll<double>(rows, Reduction::kSum, false, out);
  } else {
    ReduceAll<int64_t>(rows, Reduction::kSum, false, out);
  }
  return out;
}

Value CollapseSumLike(const KernelContext& context) {
  return CollapseSum(context, context.arg(1)->shape);
}
Value CollapseSumTo(const KernelContext& context) {
  return CollapseSum(context, context.out_shape());
}

}  // namespace

void RegisterReduceKernels(KernelRegistry& registry) {
  registry.Add("sum", Reduce<Reduction::kSum>);
  registry.Add("mean", Reduce<Reduction::kMean>);
  registry.Add("prod", Reduce<Reduction::kProd>);
  registry.Add("max", Reduce<Reduction::kMax>);
  registry.Add("min", Reduce<Reduction::kMin>);
  registry.Add("all", Reduce<Reduction::kAll>);
  registry.Add("any", Reduce<Reduction::kAny>);
  registry.Add("argmax", Reduce<Reduction::kArgMax>);
  registry.Add("argmin", Reduce<Reduction::kArgMin>);
  registry.Add("variance", Variance);
  registry.Add("collapse_sum_like", CollapseSumLike);
  registry.Add("collapse_sum_to", CollapseSumTo);
}

}  // namespace passcope
