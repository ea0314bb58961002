// Reading and writing elements at indices from data: take, gather, scatter, sort and so on.
#include <algorithm>
#include <cstring>
#include <limits>

#include "ir/work_budget.h"
#include "op/attrs_tensor.h"
#include "op/axes.h"
#include "runtime/axis_index.h"
#include "runtime/convert.h"
#include "runtime/indices.h"
#include "runtime/kernel.h"
#include "runtime/numeric.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

std::span<const int64_t> Dims(const NDArray& array) { return array->shape; }

Value Take(const KernelContext& context) {
  const auto& attrs = context.attrs_as<TakeAttrs>();
  NDArray data = context.arg(0);
  const NDArray& indices = context.arg(1);
  if (!attrs.axis) data = ReshapeNDArray(data, {static_cast<int64_t>(data->size())});
  size_t axis = context.Axis(attrs.axis.value_or(0), data->rank());
  size_t batch_dims = attrs.axis ? NormalizeAxis(attrs.batch_dims, indices->rank()) : 0;
  PASSCOPE_CHECK(batch_dims <= std::min(axis, indices->rank()));
  // The type relation only checks the ranks.
  if (!std::equal(data->shape.begin(),
                  data->shape.begin() + static_cast<std::ptrdiff_t>(batch_dims),
                  indices->shape.begin())) {
    context.Misfit(PHRASE(kTakeBatchSizesDiffer,
                          "the first batch_dims sizes of data and indices must be equal"));
  }
  std::vector<int64_t> shape(data->shape.begin(),
                             data->shape.begin() + static_cast<std::ptrdiff_t>(axis));
  shape.insert(shape.end(), indices->shape.begin() + static_cast<std::ptrdiff_t>(batch_dims),
               indices->shape.end());
  shape.insert(shape.end(), data->shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1,
               data->shape.end());
  int64_t size = data->shape[axis];
  std::vector<int64_t> at = ToInts(indices);
  for (int64_t& index : at) {
    if (size == 0)
      context.Fail(MSG(kTakeFromEmpty, "{operator} cannot take elements from an empty axis",
                       context.name()));
    if (attrs.mode == "clip") {
      index = std::min(std::max<int64_t>(index, 0), size - 1);
    } else if (attrs.mode == "wrap") {
      index = (index % size + size) % size;
    } else {
      index = CheckIndex(context, index, size);
    }
  }
  int64_t batch = Product(Dims(data).first(batch_dims));
  int64_t outer = Product(Dims(data).subspan(batch_dims, axis - batch_dims));
  auto row = static_cast<size_t>(Product(Dims(data).subspan(axis + 1)) * data->dtype.bytes());
  int64_t count = Product(Dims(indices).subspan(batch_dims));
  NDArray out = MakeNDArray(std::move(shape), data->dtype);
  std::byte* to = out->mutable_data();
  for (int64_t b = 0; b < batch; ++b) {
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t i = 0; i < count; ++i, to += row) {
        int64_t from = (b * outer + o) * size + at[static_cast<size_t>(b * count + i)];
        if (row) std::memcpy(to, data->data() + static_cast<size_t>(from) * row, row);
      }
    }
  }
  return out;
}

// Calls `f(position, offset)` for each element of an array of `shape`. The offset is for the same
// indices in an array of `strides`, except that `at[position]` replaces the index on `axis`.
template <class F>
void ForReplacedAxis(const std::vector<int64_t>& shape, std::vector<int64_t> strides, size_t axis,
                     const std::vector<int64_t>& at, F f) {
  int64_t step = std::exchange(strides[axis], 0);
  size_t position = 0;
  for (StridedLoop loop(shape, {strides}); !loop.done(); loop.Next()) {
    for (int64_t i = 0; i < loop.size(); ++i, ++position) {
      f(position, static_cast<size_t>(loop.offset(0) + i * loop.stride(0) + at[position] * step));
    }
  }
}

Value Gather(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  const NDArray& indices = context.arg(1);
  size_t axis = context.Axis(context.attrs_as<GatherAttrs>().axis.value_or(0), data->rank());
  if (indices->rank() != data->rank()) {
    context.Misfit(PHRASE(
        kGatherIndicesMisfit,
        "the indices must have the rank of the data, and no larger sizes in the other axes"));
  }
  std::vector<int64_t> at = ToInts(indices);
  for (int64_t& index : at) index = CheckIndex(context, index, data->shape[axis]);
  for (size_t i = 0; i < data->rank(); ++i) {
    if (i != axis && indices->shape[i] > data->shape[i])
      context.Misfit(PHRASE(
          kGatherIndicesMisfit,
          "the indices must have the rank of the data, and no larger sizes in the other axes"));
  }
  NDArray out = MakeNDArray(indices->shape, data->dtype);
  auto bytes = static_cast<size_t>(data->dtype.bytes());
  ForReplacedAxis(
      indices->shape, RowMajorStrides(data->shape), axis, at, [&](size_t position, size_t offset) {
        std::memcpy(out->mutable_data() + position * bytes, data->data() + offset * bytes, bytes);
      });
  return out;
}

// Selects rows of `data` at the positions that the first axis of `indices` gives (after
// `batch_dims` shared axes). Calls `f(row number, offset in elements)`, and returns the number of
// elements of a row.
template <class F>
int64_t ForRows(const KernelContext& context, const NDArray& data, const NDArray& indices,
                size_t batch_dims, F f) {
  auto depth = static_cast<size_t>(indices->shape[0]);
  std::vector<int64_t> at = ToInts(indices);
  std::vector<int64_t> strides = RowMajorStrides(data->shape);
  int64_t rows = Product(Dims(indices).subspan(1));
  int64_t per_batch = Product(Dims(indices).subspan(1 + batch_dims));
  int64_t batch_step = Product(Dims(data).subspan(batch_dims));
  for (int64_t r = 0; r < rows; ++r) {
    SpendOperations(indices->shape[0] + 1);
    int64_t offset = r / per_batch * batch_step;
    if (batch_dims == 0) offset = 0;
    for (size_t d = 0; d < depth; ++d) {
      int64_t index = at[d * static_cast<size_t>(rows) + static_cast<size_t>(r)];
      offset += CheckIndex(context, index, data->shape[batch_dims + d]) * strides[batch_dims + d];
    }
    f(static_cast<size_t>(r), static_cast<size_t>(offset));
  }
  return Product(Dims(data).subspan(batch_dims + depth));
}

Value GatherND(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  const NDArray& indices = context.arg(1);
  auto batch_dims = static_cast<size_t>(context.attrs_as<GatherNDAttrs>().batch_dims);
  auto depth = static_cast<size_t>(indices->shape[0]);
  std::vector<int64_t> shape(indices->shape.begin() + 1, indices->shape.end());
  std::span<const int64_t> rest = Dims(data).subspan(batch_dims + depth);
  shape.insert(shape.end(), rest.begin(), rest.end());
  NDArray out = MakeNDArray(std::move(shape), data->dtype);
  auto bytes = static_cast<size_t>(data->dtype.bytes());
  size_t row = static_cast<size_t>(Product(rest)) * bytes;
  ForRows(context, data, indices, batch_dims, [&](size_t r, size_t offset) {
    if (row) std::memcpy(out->mutable_data() + r * row, data->data() + offset * bytes, row);
  });
  return out;
}

NDArray CopyNDArray(const NDArray& array) {
  NDArray copy = MakeNDArray(array->shape, array->dtype);
  if (array->nbytes()) std::memcpy(copy->mutable_data(), array->data(), array->nbytes());
  return copy;
}

enum class PutMode : uint8_t { kUpdate, kAdd, kMultiply, kMin, kMax };

// Stores element `from` of `updates`, or combines it with the existing element.
void Put(const NDArray& target, size_t to, const NDArray& updates, size_t from, PutMode mode) {
  auto bytes = static_cast<size_t>(target->dtype.bytes());
  auto combine = [&](auto old, auto value) {
    switch (mode) {
      case PutMode::kAdd:
        return WrapAdd(old, value);
      case PutMode::kMultiply:
        return WrapMultiply(old, value);
      case PutMode::kMin:
        return std::min(old, value);
      default:
        return std::max(old, value);
    }
  };
  if (mode == PutMode::kUpdate) {
    std::memcpy(target->mutable_data() + to * bytes, updates->data() + from * bytes, bytes);
  } else if (IsReal(target->dtype)) {
    StoreDouble(target, to, combine(target->ToDouble(to), updates->ToDouble(from)));
  } else {
    // The order of uint64 is that of int64 with the highest bit changed.
    bool flips = IsUInt64(target->dtype) && (mode == PutMode::kMin || mode == PutMode::kMax);
    int64_t flip = flips ? std::numeric_limits<int64_t>::min() : 0;
    StoreInt(target, to, combine(target->ToInt(to) ^ flip, updates->ToInt(from) ^ flip) ^ flip);
  }
}

template <bool kAdd>
Value Scatter(const KernelContext& context) {
  const NDArray& indices = context.arg(1);
  const NDArray& updates = context.arg(2);
  NDArray out = CopyNDArray(context.arg(0));
  int64_t given = 0;
  if constexpr (kAdd) {
    given = context.attrs_as<ScatterAddAttrs>().axis;
  } else {
    given = context.attrs_as<ScatterAttrs>().axis;
  }
  size_t axis = context.Axis(given, out->rank());
  std::vector<int64_t> at = ToInts(indices);
  for (int64_t& index : at) index = CheckIndex(context, index, out->shape[axis]);
  if (indices->rank() != out->rank() || updates->shape != indices->shape ||
      updates->dtype != out->dtype) {
    context.Misfit(PHRASE(kScatterUpdatesMisfit,
                          "the updates must have the data type of the data and fit the indices"));
  }
  for (size_t i = 0; i < out->rank(); ++i) {
    if (i != axis && indices->shape[i] > out->shape[i])
      context.Misfit(PHRASE(
          kGatherIndicesMisfit,
          "the indices must have the rank of the data, and no larger sizes in the other axes"));
  }
  ForReplacedAxis(indices->shape, RowMajorStrides(out->shape), axis, at,
                  [&](size_t position, size_t offset) {
                    Put(out, offset, updates, position, kAdd ? PutMode::kAdd : PutMode::kUpdate);
                  });
  return out;
}

Value ScatterND(const KernelContext& context) {
  const std::string& mode = context.attrs_as<ScatterNDAttrs>().mode;
  PutMode put = PutMode::kUpdate;
  // TVM 0.11 has only the first two.
  if (mode == "add") {
    put = PutMode::kAdd;
  } else if (mode == "mul") {
    put = PutMode::kMultiply;
  } else if (mode == "min") {
    put = PutMode::kMin;
  } else if (mode == "max") {
    put = PutMode::kMax;
  } else if (mode != "update") {
    context.Unsupported(MSG(kIndexModeUnsupported, "{operator} does not support the mode {mode}",
                            context.name(), mode));
  }
  const NDArray& updates = context.arg(2);
  NDArray out = CopyNDArray(context.arg(0));
  auto row = static_cast<size_t>(
      Product(Dims(out).subspan(static_cast<size_t>(context.arg(1)->shape[0]))));
  if (updates->dtype != out->dtype ||
      updates->size() != row * static_cast<size_t>(Product(Dims(context.arg(1)).subspan(1)))) {
    context.Misfit(PHRASE(kScatterUpdatesMisfit,
                          "the updates must have the data type of the data and fit the indices"));
  }
  ForRows(context, out, context.arg(1), 0, [&](size_t r, size_t offset) {
    for (size_t i = 0; i < row; ++i) Put(out, offset + i, updates, r * row + i, put);
  });
  return out;
}

Value OneHot(const KernelContext& context) {
  const auto& attrs = context.attrs_as<OneHotAttrs>();
  const NDArray& indices = context.arg(0);
  DataType dtype = context.out().dtype;
  context.CheckScalar(1);
  context.CheckScalar(2);
  NDArray on = CastNDArray(ReshapeNDArray(context.arg(1), {}), dtype);
  NDArray off = CastNDArray(ReshapeNDArray(context.arg(2), {}), dtype);
  size_t axis = context.Axis(attrs.axis, indices->rank() + 1);
  std::vector<int64_t> shape = indices->shape;
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), attrs.depth);
  NDArray out = FilledNDArray(shape, off);
  int64_t inner = Product(Dims(indices).subspan(axis));
  std::vector<int64_t> at = ToInts(indices);
  auto bytes = static_cast<size_t>(dtype.bytes());
  for (size_t i = 0; i < at.size(); ++i) {
    // An index out of range sets no element on.
    if (at[i] < 0 || at[i] >= attrs.depth) continue;
    auto n = static_cast<int64_t>(i);
    int64_t offset = (n / inner * attrs.depth + at[i]) * inner + n % inner;
    std::memcpy(out->mutable_data() + static_cast<size_t>(offset) * bytes, on->data(), bytes);
  }
  return out;
}

Value UnravelIndex(const KernelContext& context) {
  const NDArray& indices = context.arg(0);
  std::vector<int64_t> dims = ToInts(context.arg(1));
  std::vector<int64_t> shape = {static_cast<int64_t>(dims.size())};
  shape.insert(shape.end(), indices->shape.begin(), indices->shape.end());
  // Its type relation supports only indices with one axis.
  const TensorTypeNode& type = context.out();
  if (type.num_elements() >= 0 && context.out_shape() != shape) {
    context.Misfit();
  }
  NDArray out = MakeNDArray(std::move(shape), context.out().dtype);
  std::vector<int64_t> rest = ToInts(indices);
  for (size_t d = dims.size(); d-- > 0;) {
    SpendOperations(static_cast<int64_t>(rest.size()));
    if (dims[d] <= 0)
      context.Fail(MSG(kKernelDimensionsNotPositive,
                       "each size in the shape of {operator} must be positive, not {size}",
                       context.name(), dims[d]));
    for (size_t i = 0; i < rest.size(); ++i) {
      StoreInt(out, d * rest.size() + i, rest[i] % dims[d]);
      rest[i] /= dims[d];
    }
  }
  return out;
}

// Reorders or replaces the rows of each sequence. A row has all axes after the first two.
template <class F>
Value PerSequence(const NDArray& data, size_t seq_axis, size_t batch_axis, const NDArray& fill,
                  F source) {
  NDArray out = MakeNDArray(data->shape, data->dtype);
  std::vector<int64_t> strides = RowMajorStrides(data->shape);
  auto bytes = static_cast<size_t>(data->dtype.bytes());
  constexpr int64_t kCost = 4;  // Of each element: four divisions.
  SpendOperations(kCost * static_cast<int64_t>(data->size()));
  for (size_t i = 0; i < data->size(); ++i) {
    auto n = static_cast<int64_t>(i);
    int64_t t = n / strides[seq_axis] % data->shape[seq_axis];
    int64_t b = n / strides[batch_axis] % data->shape[batch_axis];
    int64_t from = source(t, b);
    const std::byte* element =
        from < 0 ? fill->data()
                 : data->data() + static_cast<size_t>(n + (from - t) * strides[seq_axis]) * bytes;
    std::memcpy(out->mutable_data() + i * bytes, element, bytes);
  }
  return out;
}

Value ReverseSequence(const KernelContext& context) {
  const auto& attrs = context.attrs_as<ReverseSequenceAttrs>();
  const NDArray& data = context.arg(0);
  size_t seq = context.Axis(attrs.seq_axis, data->rank());
  size_t batch = context.Axis(attrs.batch_axis, data->rank());
  std::vector<int64_t> lengths = ToInts(context.arg(1));
  int64_t size = data->shape[seq];
  context.CheckCount(1, data->shape[batch]);
  return PerSequence(data, seq, batch, nullptr, [&](int64_t t, int64_t b) {
    int64_t length = std::min(lengths[static_cast<size_t>(b)], size);
    return length <= 1 || length <= t ? t : length - 1 - t;
  });
}

Value SequenceMask(const KernelContext& context) {
  const auto& attrs = context.attrs_as<SequenceMaskAttrs>();
  const NDArray& data = context.arg(0);
  size_t seq = context.Axis(attrs.axis, data->rank());
  // Positions are compared in the type of the lengths, so in a small type they wrap.
  const NDArray& valid = context.arg(1);
  std::vector<double> lengths = Scratch<double>(valid->size());
  for (size_t i = 0; i < lengths.size(); ++i) lengths[i] = valid->ToDouble(i);
  NDArray position = MakeNDArray({1}, valid->dtype);
  if (data->rank() < 2 || seq > 1) {
    context.Misfit(
        PHRASE(kSequenceAxesMisfit, "the data must have at least 2 axes, and axis must be 0 or 1"));
  }
  context.CheckCount(1, data->shape[1 - seq]);
  return PerSequence(data, seq, 1 - seq, ScalarNDArray(attrs.mask_value, data->dtype),
                     [&](int64_t t, int64_t b) -> int64_t {
                       if (valid->dtype.is_float() || valid->dtype.is_bfloat()) {
                         StoreDouble(position, 0, static_cast<double>(t));
                       } else {
                         StoreInt(position, 0, t);
                       }
                       return position->ToDouble(0) >= lengths[static_cast<size_t>(b)] ? -1 : t;
                     });
}

template <bool kProduct>
Value Scan(const KernelContext& context) {
  const auto& attrs = context.attrs_as<ScanopAttrs>();
  NDArray data = context.arg(0);
  if (!attrs.axis) data = ReshapeNDArray(data, {static_cast<int64_t>(data->size())});
  size_t axis = context.Axis(attrs.axis.value_or(0), data->rank());
  NDArray out = MakeNDArray(data->shape, context.out().dtype);
  int64_t outer = Product(Dims(data).first(axis)), size = data->shape[axis];
  int64_t inner = Product(Dims(data).subspan(axis + 1));
  constexpr int64_t kCost = 8;  // Long products are often subnormal, which is slow.
  if (kProduct) SpendOperations(kCost * static_cast<int64_t>(data->size()));
  auto scan = [&](auto zero) {
    using T = decltype(zero);
    Elements<T> x(data);
    OutElements<T> y(out);
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t i = 0; i < inner; ++i) {
        T acc = kProduct ? 1 : 0;
        for (int64_t k = 0; k < size; ++k) {
          auto at = static_cast<size_t>((o * size + k) * inner + i);
          T next = kProduct ? WrapMultiply(acc, x[at]) : WrapAdd(acc, x[at]);
          y[at] = attrs.exclusive ? acc : next;
          acc = next;
        }
      }
    }
    y.Finish();
  };
  if (IsReal(out->dtype)) {
    scan(0.0);
  } else {
    scan(int64_t{0});
  }
  return out;
}

// The stable order of the elements of each row along `axis`, as indices (outer, size, inner).
std::vector<int64_t> SortOrder(const NDArray& data, size_t axis, bool ascend) {
  int64_t outer = Product(Dims(data).first(axis)), size = data->shape[axis];
  int64_t inner = Product(Dims(data).subspan(axis + 1));
  std::vector<int64_t> result = Scratch<int64_t>(data->size());
  auto sort = [&](auto zero) {
    using T = decltype(zero);
    Elements<T> x(data);
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t i = 0; i < inner; ++i) {
        auto key = [&](int64_t k) { return x[static_cast<size_t>((o * size + k) * inner + i)]; };
        std::vector<uint32_t> order =
            SortedElements(static_cast<size_t>(size), [&](uint32_t a, uint32_t b) {
              if (!ascend) std::swap(a, b);
              return Less(key(a), key(b), data->dtype);
            });
        for (int64_t k = 0; k < size; ++k) {
          result[static_cast<size_t>((o * size + k) * inner + i)] = order[static_cast<size_t>(k)];
        }
      }
    }
  };
  if (IsReal(data->dtype)) {
    sort(0.0);
  } else {
    sort(int64_t{0});
  }
  return result;
}

// The first `count` of an order along `axis`: the indices, or the elements at these.
NDArray FirstOf(const NDArray& data, size_t axis, const std::vector<int64_t>& order, int64_t count,
                DataType dtype, bool indices) {
  std::vector<int64_t> shape = data->shape;
  int64_t size = shape[axis];
  shape[axis] = count;
  int64_t inner = Product(Dims(data).subspan(axis + 1));
  NDArray out = MakeNDArray(shape, dtype);
  auto bytes = static_cast<size_t>(dtype.bytes());
  for (size_t i = 0; i < out->size(); ++i) {
    auto n = static_cast<int64_t>(i);
    int64_t o = n / (count * inner), k = n / inner % count, j = n % inner;
    int64_t index = order[static_cast<size_t>((o * size + k) * inner + j)];
    if (indices) {
      StoreInt(out, i, index);
    } else {
      auto from = static_cast<size_t>((o * size + index) * inner + j);
      std::memcpy(out->mutable_data() + i * bytes, data->data() + from * bytes, bytes);
    }
  }
  return out;
}

template <bool kIndices>
Value Sort(const KernelContext& context) {
  const auto& attrs = context.attrs_as<ArgsortAttrs>();
  const NDArray& data = context.arg(0);
  size_t axis = context.Axis(attrs.axis, data->rank());
  return FirstOf(data, axis, SortOrder(data, axis, attrs.is_ascend), data->shape[axis],
                 kIndices ? context.out().dtype : data->dtype, kIndices);
}

Value TopK(const KernelContext& context) {
  const auto& attrs = context.attrs_as<TopKAttrs>();
  const NDArray& data = context.arg(0);
  size_t axis = context.Axis(attrs.axis, data->rank());
  int64_t count = attrs.k.value_or(0);
  if (count < 1) count = data->shape[axis];
  if (count > data->shape[axis])
    context.Fail(MSG(kTakeMoreThanAvailable,
                     "{operator} cannot take {count} elements from an axis of size {size}",
                     context.name(), count, data->shape[axis]));
  std::vector<int64_t> order = SortOrder(data, axis, attrs.is_ascend);
  NDArray values = FirstOf(data, axis, order, count, data->dtype, false);
  if (attrs.ret_type == "values") return values;
  NDArray indices = FirstOf(data, axis, order, count, attrs.dtype, true);
  if (attrs.ret_type == "indices") return indices;
  return Value::Tuple({values, indices});
}

Value Argwhere(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  std::vector<int64_t> strides = RowMajorStrides(data->shape);
  Elements<double> x(data);
  auto rank = static_cast<int64_t>(data->rank());
  SpendOperations(static_cast<int64_t>(data->size()));
  int64_t count = 0;
  for (size_t i = 0; i < data->size(); ++i) count += x[i] != 0;
  NDArray out = MakeNDArray({count, rank}, DataType::Int(32));
  size_t next = 0;
  for (size_t i = 0; i < data->size() && count > 0; ++i) {
    if (x[i] == 0) continue;
    SpendOperations(rank);
    for (size_t d = 0; d < data->rank(); ++d) {
      StoreInt(out, next++, static_cast<int64_t>(i) / strides[d] % data->shape[d]);
    }
  }
  return out;
}

Value Trilu(const KernelContext& context) {
  bool upper = context.attrs_as<TriluAttrs>().upper;
  const NDArray& data = context.arg(0);
  if (data->rank() < 2 || context.arg(1)->size() != 1)
    context.Misfit(PHRASE(kKernelMatricesAndScalarRequired,
                          "the data must have at least 2 axes, and k must be a scalar"));
  int64_t k = context.arg(1)->ToInt(0);
  int64_t columns = data->shape.back(), rows = data->shape[data->rank() - 2];
  NDArray out = CopyNDArray(data);
  auto bytes = static_cast<size_t>(data->dtype.bytes());
  for (size_t i = 0; i < out->size(); ++i) {
    auto n = static_cast<int64_t>(i);
    int64_t diagonal = n % columns - n / columns % rows;
    if (upper ? diagonal < k : diagonal > k) {
      std::memset(out->mutable_data() + i * bytes, 0, bytes);
    }
  }
  return out;
}

// Replaces the elements between diagonals k1 and k2. For a single diagonal, the diagonals are (…,
// length). For a band they are (…, diagonals from k2 down to k1, length), aligned at one end.
Value MatrixSetDiag(const KernelContext& context) {
  const auto& attrs = context.attrs_as<MatrixSetDiagAttrs>();
  const NDArray& diagonals = context.arg(1);
  NDArray out = CopyNDArray(context.arg(0));
  if (out->rank() < 2 || diagonals->rank() == 0 || diagonals->dtype != out->dtype) {
    context.Misfit(
        PHRASE(kDiagonalsMisfit,
               "the diagonals must have the data type of the matrices, and fit them, k1 and k2"));
  }
  int64_t columns = out->shape.back(), rows = out->shape[out->rank() - 2];
  int64_t matrices = Product(Dims(out).first(out->rank() - 2)), length = diagonals->shape.back();
  // No array is as wide, and the limit avoids overflow.
  constexpr int64_t kFar = int64_t{1} << 30;
  bool inside = attrs.k1 >= -kFar && attrs.k2 <= kFar && attrs.k1 <= attrs.k2;
  int64_t count = inside ? attrs.k2 - attrs.k1 + 1 : 0, needed = 0;
  if (!inside || __builtin_mul_overflow(matrices * count, length, &needed) ||
      static_cast<int64_t>(diagonals->size()) < needed) {
    context.Misfit(
        PHRASE(kDiagonalsMisfit,
               "the diagonals must have the data type of the matrices, and fit them, k1 and k2"));
  }
  for (int64_t m = 0; m < matrices; ++m) {
    SpendOperations(rows * std::min(count, columns));
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = std::max<int64_t>(0, i + attrs.k1); j < columns && j - i <= attrs.k2; ++j) {
        int64_t k = j - i;
        bool right = k >= 0 ? attrs.super_diag_right_align : attrs.sub_diag_right_align;
        int64_t own = k >= 0 ? std::min(columns - k, rows) : std::min(columns, rows + k);
        int64_t at = std::min(i, j) + (count > 1 && right ? length - own : 0);
        if (at < 0 || at >= length) {
          context.Misfit(PHRASE(
              kDiagonalsMisfit,
              "the diagonals must have the data type of the matrices, and fit them, k1 and k2"));
        }
        Put(out, static_cast<size_t>((m * rows + i) * columns + j), diagonals,
            static_cast<size_t>((m * count + attrs.k2 - k) * length + at), PutMode::kUpdate);
      }
    }
  }
  return out;
}

}  // namespace

void RegisterIndexKernels(KernelRegistry& registry) {
  registry.Add("take", Take);
  registry.Add("gather", Gather);
  registry.Add("gather_nd", GatherND);
  registry.Add("scatter", Scatter<false>);
  registry.Add("scatter_add", Scatter<true>);
  registry.Add("scatter_nd", ScatterND);
  registry.Add("one_hot", OneHot);
  registry.Add("unravel_index", UnravelIndex);
  registry.Add("reverse_sequence", ReverseSequence);
  registry.Add("sequence_mask", SequenceMask);
  registry.Add("cumsum", Scan<false>);
  registry.Add("cumprod", Scan<true>);
  registry.Add("sort", Sort<false>);
  registry.Add("argsort", Sort<true>);
  registry.Add("topk", TopK);
  registry.Add("argwhere", Argwhere);
  registry.Add("trilu", Trilu);
  registry.Add("matrix_set_diag", MatrixSetDiag);
}

}  // namespace passcope
