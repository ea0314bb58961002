// Kernels on sparse matrices and tensors, and the FIFO buffer.
#include <algorithm>
#include <cstring>

#include "ir/work_budget.h"
#include "op/attrs_algorithm.h"
#include "runtime/convert.h"
#include "runtime/indices.h"
#include "runtime/kernel.h"
#include "runtime/numeric.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

// A sparse matrix of values or of blocks.
class SparseMatrix {
 public:
  // Takes the arguments from `first` on. Throws DiagnosticError (kEvaluation) if they do not fit.
  SparseMatrix(const KernelContext& context, size_t first)
      : SparseMatrix(context, context.arg(first), context.arg(first + 1), context.arg(first + 2)) {}
  SparseMatrix(const KernelContext& context, const NDArray& values, const NDArray& columns,
               const NDArray& beginnings)
      : context_(context), values_(values), columns_(columns), beginnings_(beginnings) {
    const std::vector<int64_t>& shape = values->shape;
    auto count = static_cast<int64_t>(columns->size());
    auto size = beginnings->size();
    SpendOperations(static_cast<int64_t>(size));
    bool fits = (shape.size() == 1 || shape.size() == 3) && shape[0] >= count && size > 0 &&
                beginnings_[0] >= 0 && beginnings_[size - 1] <= count;
    for (size_t i = 1; fits && i < size; ++i) fits = beginnings_[i - 1] <= beginnings_[i];
    if (!fits)
      context.Fail(MSG(kSparseRowOffsetsInvalid,
                       "the row offsets of {operator} must ascend from at least 0 to at most "
                       "{count}, the number of values",
                       context.name(), count));
    if (shape.size() == 3) {
      block_rows_ = shape[1];
      block_columns_ = shape[2];
    }
    count_ = static_cast<int64_t>(size) - 1;
    if (__builtin_mul_overflow(count_, block_rows_, &rows_)) {
      context.Fail(MSG(kSparseSizesOutOfRange,
                       "the sizes of {operator} must be at least -1, and their product below 2^63",
                       context.name()));
    }
  }
  int64_t rows() const { return rows_; }

  // Calls `f(row, column, value)` for each stored value, and counts `operations` for each. Throws
  // DiagnosticError (kEvaluation) for a column that is not below `columns`.
  template <class F>
  void ForEach(int64_t columns, int64_t operations, F f) const {
    if (block_rows_ == 0 || block_columns_ == 0) return;
    for (int64_t row = 0; row < count_; ++row) {
      auto at = static_cast<size_t>(row);
      for (int64_t k = beginnings_[at]; k < beginnings_[at + 1]; ++k) {
        int64_t column = columns_[static_cast<size_t>(k)];
        if (column < 0 || column >= columns / block_columns_) {
          context_.FailIndex(column, columns / block_columns_);
        }
        for (int64_t i = 0; i < block_rows_; ++i) {
          for (int64_t j = 0; j < block_columns_; ++j) {
            SpendOperations(operations);
            auto place = static_cast<size_t>((k * block_rows_ + i) * block_columns_ + j);
            f(row * block_rows_ + i, column * block_columns_ + j, values_[place]);
          }
        }
      }
    }
  }

 private:
  const KernelContext& context_;
  Elements<double> values_;
  Elements<int64_t> columns_, beginnings_;
  int64_t block_rows_ = 1, block_columns_ = 1, count_ = 0, rows_ = 0;
};

Value SparseDense(const KernelContext& context) {
  const NDArray& dense = context.arg(0);
  SparseMatrix sparse(context, 1);
  Elements<double> x(dense);
  int64_t others = dense->shape[0], inner = dense->shape[1];
  bool left = context.attrs_as<SparseDenseAttrs>().sparse_lhs;
  NDArray out = MakeNDArray(left ? std::vector<int64_t>{sparse.rows(), others}
                                 : std::vector<int64_t>{others, sparse.rows()},
                            dense->dtype);
  std::vector<double> sums = Scratch<double>(out->size());
  sparse.ForEach(inner, others, [&](int64_t row, int64_t column, double value) {
    for (int64_t i = 0; i < others; ++i) {
      int64_t to = left ? row * others + i : i * sparse.rows() + row;
      sums[static_cast<size_t>(to)] += value * x[static_cast<size_t>(i * inner + column)];
    }
  });
  StoreElements(*out, 0, sums.size(), sums.data());
  return out;
}

Value SparseAdd(const KernelContext& context) {
  const NDArray& dense = context.arg(0);
  SparseMatrix sparse(context, 1);
  if (dense->rank() != 2 || sparse.rows() > dense->shape[0]) {
    context.Misfit(
        PHRASE(kSparseAddMisfit, "the dense matrix must have at least the rows of the sparse one"));
  }
  Elements<double> x(dense);
  RequireScratch(dense->size(), sizeof(double));
  std::vector<double> sums(x.data(), x.data() + dense->size());
  int64_t columns = dense->shape[1];
  sparse.ForEach(columns, 1, [&](int64_t row, int64_t column, double value) {
    sums[static_cast<size_t>(row * columns + column)] += value;
  });
  NDArray out = MakeNDArray(dense->shape, dense->dtype);
  StoreElements(*out, 0, sums.size(), sums.data());
  return out;
}

// Each block of the weight adds to as many output channels as it has rows, for all pixels. For a
// larger kernel the data is padded with zeros, so that the number of pixels remains. The columns of
// its weight are kernel elements and channels in the order of the layout: row, column, channel in
// NHWC, and channel, row, column in NCHW.
Value SparseConv2D(const KernelContext& context) {
  const auto& attrs = context.attrs_as<SparseConv2DAttrs>();
  int64_t side = attrs.kernel_size.empty() ? 0 : attrs.kernel_size[0];
  if (attrs.kernel_size != std::vector<int64_t>{side, side} || side < 1 || side % 2 == 0) {
    context.Unsupported(
        MSG(kSparseKernelNotOddSquare,
            "kernel_size of {operator} must be square with odd sides, not {kernel_size}",
            context.name(), SizesText(attrs.kernel_size)));
  }
  bool channels_last = attrs.layout == "NHWC";
  const NDArray& data = context.arg(0);
  const std::vector<int64_t>& s = data->shape;
  // A weight with two axes has blocks with one column.
  NDArray values = context.arg(1);
  if (values->rank() == 2) {
    values = ReshapeNDArray(values, {values->shape[0], values->shape[1], 1});
  }
  SparseMatrix sparse(context, values, context.arg(2), context.arg(3));
  Elements<double> x(data);
  NDArray out = MakeNDArray(context.out_shape(), context.out().dtype);
  std::vector<double> sums = Scratch<double>(out->size());
  int64_t in = channels_last ? s[3] : s[1];
  int64_t height = channels_last ? s[1] : s[2], width = channels_last ? s[2] : s[3];
  int64_t pixels = height * width, columns = 0;
  if (static_cast<int64_t>(out->size()) != s[0] * sparse.rows() * pixels ||
      __builtin_mul_overflow(side, side, &columns) ||
      __builtin_mul_overflow(columns, in, &columns)) {
    context.Misfit();
  }
  auto place = [&](int64_t n, int64_t channels, int64_t c, int64_t p) {
    return static_cast<size_t>(channels_last ? (n * pixels + p) * channels + c
                                             : (n * channels + c) * pixels + p);
  };
  sparse.ForEach(columns, s[0] * pixels, [&](int64_t row, int64_t column, double value) {
    int64_t channel = channels_last ? column % in : column / side / side;
    int64_t element = channels_last ? column / in : column;
    int64_t down = element / side % side - side / 2, right = element % side - side / 2;
    for (int64_t n = 0; n < s[0]; ++n) {
      for (int64_t i = std::max<int64_t>(0, -down); i < std::min(height, height - down); ++i) {
        for (int64_t j = std::max<int64_t>(0, -right); j < std::min(width, width - right); ++j) {
          sums[place(n, sparse.rows(), row, i * width + j)] +=
              value * x[place(n, in, channel, (i + down) * width + j + right)];
        }
      }
    }
  });
  StoreElements(*out, 0, sums.size(), sums.data());
  return out;
}

// The values sorted by column, then by row.
Value SparseTranspose(const KernelContext& context) {
  SparseMatrix sparse(context, 0);
  if (context.arg(0)->rank() != 1) {
    context.Unsupported(MSG(kSparseBlocksUnsupported,
                            "{operator} does not support blocks: its values must have one axis",
                            context.name()));
  }
  // The place in the result where each column begins.
  std::vector<int64_t> begins = Scratch<int64_t>(static_cast<size_t>(sparse.rows()) + 1);
  sparse.ForEach(sparse.rows(), 1, [&](int64_t, int64_t column, double) {
    ++begins[static_cast<size_t>(column) + 1];
  });
  for (size_t c = 1; c < begins.size(); ++c) begins[c] += begins[c - 1];
  NDArray values = MakeNDArray(context.arg(0)->shape, context.arg(0)->dtype);
  NDArray rows = MakeNDArray(context.arg(1)->shape, context.arg(1)->dtype);
  NDArray beginnings = MakeNDArray(context.arg(2)->shape, context.arg(2)->dtype);
  auto count = static_cast<size_t>(begins.back());
  if (count != values->size() || count != rows->size()) {
    context.Misfit();
  }
  StoreElements(*beginnings, 0, begins.size(), begins.data());
  sparse.ForEach(sparse.rows(), 1, [&](int64_t row, int64_t column, double value) {
    auto to = static_cast<size_t>(begins[static_cast<size_t>(column)]++);
    StoreInt(rows, to, row);
    StoreDouble(values, to, value);
  });
  return Value::Tuple({values, rows, beginnings});
}

Value FIFOBuffer(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  const NDArray& buffer = context.arg(1);
  size_t axis = context.Axis(context.attrs_as<FIFOBufferAttrs>().axis, buffer->rank());
  std::span<const int64_t> shape = buffer->shape;
  int64_t size = shape[axis], fresh = data->shape[axis];
  if (data->dtype != buffer->dtype || fresh > size ||
      data->size() * static_cast<size_t>(size) != buffer->size() * static_cast<size_t>(fresh)) {
    context.Misfit(PHRASE(
        kFifoBufferMisfit,
        "the data must have the type and the shape of the buffer, at most as long along the axis"));
  }
  NDArray out = MakeNDArray(buffer->shape, buffer->dtype);
  if (out->size() == 0) return out;
  size_t row = static_cast<size_t>(Product(shape.subspan(axis + 1))) *
               static_cast<size_t>(buffer->dtype.bytes());
  auto old = static_cast<size_t>(size - fresh) * row, added = static_cast<size_t>(fresh) * row;
  std::byte* to = out->mutable_data();
  for (int64_t i = 0; i < Product(shape.first(axis)); ++i, to += old + added) {
    const std::byte* kept = buffer->data() + static_cast<size_t>(i) * (old + added) + added;
    if (old) std::memcpy(to, kept, old);
    if (added) std::memcpy(to + old, data->data() + static_cast<size_t>(i) * added, added);
  }
  return out;
}

// Arguments: indices (scalar, (n) or (n, columns)), values (scalar or (n)), default. An index with
// fewer columns than the result has axes sets all elements below it. As in TVM, which searches the
// indices for each place, an index out of range is ignored.
Value SparseToDense(const KernelContext& context) {
  const NDArray& indices = context.arg(0);
  const NDArray& values = context.arg(1);
  NDArray fill = context.args.size() > 2 ? context.arg(2) : ScalarNDArray(0, values->dtype);
  if (context.args.size() > 2) context.CheckScalar(2);
  // The type relation accepts one axis more for both.
  if (indices->rank() > 2 || values->rank() > 1) {
    context.Misfit(PHRASE(kSparseToDenseMisfit,
                          "the indices must have at most 2 axes, and the values at most 1"));
  }
  fill = CastNDArray(fill, values->dtype);
  std::vector<int64_t> shape = context.out_shape();
  NDArray out = FilledNDArray(shape, fill);
  std::vector<int64_t> at = ToInts(indices);
  size_t columns = indices->rank() == 2 ? static_cast<size_t>(indices->shape[1]) : 1;
  if (columns == 0 || columns > shape.size())
    context.Misfit(PHRASE(kSparseIndicesMisfit,
                          "the indices must have 1 to as many columns as the result has axes"));
  std::vector<int64_t> strides = RowMajorStrides(shape);
  auto bytes = static_cast<size_t>(values->dtype.bytes());
  int64_t row = Product(std::span<const int64_t>(shape).subspan(columns));
  for (size_t i = 0; i < at.size() / columns; ++i) {
    if (values->size() != 1 && i >= values->size())
      context.Misfit(PHRASE(kSparseValuesTooFew, "there must be a value for each place"));
    int64_t offset = 0;
    bool inside = true;
    for (size_t d = 0; d < columns && inside; ++d) {
      int64_t index = at[i * columns + d];
      inside = index >= 0 && index < shape[d];
      offset += inside ? index * strides[d] : 0;
    }
    if (!inside) continue;
    SpendOperations(row);
    const std::byte* value = values->data() + (values->size() == 1 ? 0 : i) * bytes;
    for (int64_t k = 0; k < row; ++k) {
      std::memcpy(out->mutable_data() + static_cast<size_t>(offset + k) * bytes, value, bytes);
    }
  }
  return out;
}

// Converts the positions of elements to another shape, in which one size may be -1.
Value SparseReshape(const KernelContext& context) {
  const NDArray& indices = context.arg(0);
  std::vector<int64_t> from = ToInts(context.arg(1)), to = ToInts(context.arg(2));
  // The number of elements without sizes of -1. Sizes are data, so they may have any value.
  auto elements = [&](const std::vector<int64_t>& sizes) {
    int64_t count = 1;
    for (int64_t size : sizes) {
      if (size < -1 || __builtin_mul_overflow(count, size == -1 ? 1 : size, &count)) {
        context.Fail(
            MSG(kSparseSizesOutOfRange,
                "the sizes of {operator} must be at least -1, and their product below 2^63",
                context.name()));
      }
    }
    return count;
  };
  int64_t total = elements(from), known = elements(to);
  for (int64_t& size : to) {
    if (size == -1 && known != 0) size = total / known;
  }
  // If a size is 0 or several are -1, strides may be larger than the product.
  auto strides = [&](const std::vector<int64_t>& sizes) {
    std::vector<int64_t> result(sizes.size());
    int64_t stride = 1;
    for (size_t i = sizes.size(); i-- > 0;) {
      result[i] = stride;
      if (__builtin_mul_overflow(stride, sizes[i], &stride)) {
        context.Fail(
            MSG(kSparseSizesOutOfRange,
                "the sizes of {operator} must be at least -1, and their product below 2^63",
                context.name()));
      }
    }
    return result;
  };
  int64_t count = indices->shape[0];
  // TVM does not check that the sizes agree and that the indices are in range.
  if (indices->shape[1] != static_cast<int64_t>(from.size())) {
    context.Misfit(PHRASE(kSparseShapesMisfit,
                          "the indices must have a column for each number of prev_shape"));
  }
  NDArray out = MakeNDArray({count, static_cast<int64_t>(to.size())}, indices->dtype);
  NDArray shape = MakeNDArray(context.arg(2)->shape, context.arg(2)->dtype);
  std::vector<int64_t> source = strides(from), target = strides(to);
  for (size_t d = 0; d < to.size(); ++d) StoreInt(shape, d, to[d]);
  // In the same shape, indices remain unchanged, even out of range.
  if (from == to) return Value::Tuple({indices, shape});
  for (int64_t i = 0; i < count; ++i) {
    SpendOperations(static_cast<int64_t>(from.size() + to.size()) + 1);
    int64_t offset = 0;
    for (size_t d = 0; d < from.size(); ++d) {
      int64_t index = indices->ToInt(static_cast<size_t>(i) * from.size() + d);
      if (__builtin_mul_overflow(index, source[d], &index) ||
          __builtin_add_overflow(offset, index, &offset)) {
        context.Fail(
            MSG(kSparseSizesOutOfRange,
                "the sizes of {operator} must be at least -1, and their product below 2^63",
                context.name()));
      }
    }
    for (size_t d = 0; d < to.size(); ++d) {
      int64_t step = std::max<int64_t>(target[d], 1);
      StoreInt(out, static_cast<size_t>(i) * to.size() + d, offset / step);
      offset %= step;
    }
  }
  return Value::Tuple({out, shape});
}

}  // namespace

void RegisterSparseKernels(KernelRegistry& registry) {
  registry.Add("nn.sparse_dense", SparseDense);
  registry.Add("nn.internal.sparse_dense_padded", SparseDense);
  registry.Add("nn.sparse_conv2d", SparseConv2D);
  registry.Add("nn.sparse_add", SparseAdd);
  registry.Add("nn.sparse_transpose", SparseTranspose);
  registry.Add("nn.fifo_buffer", FIFOBuffer);
  registry.Add("sparse_to_dense", SparseToDense);
  registry.Add("sparse_reshape", SparseReshape);
}

}  // namespace passcope
