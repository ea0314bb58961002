// Kernels of algorithms: einsum, indexing by several tensors, searching, sets of elements, Fourier
// transforms.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "ir/work_budget.h"
#include "op/attrs_algorithm.h"
#include "op/attrs_vision.h"
#include "op/einsum.h"
#include "op/relations.h"
#include "runtime/axis_index.h"
#include "runtime/convert.h"
#include "runtime/indices.h"
#include "runtime/kernel.h"
#include "runtime/numeric.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

// A loop over the axes of the result, with an inner loop over the summed axes.
struct EinsumLoop {
  struct Axis {
    int64_t size;
    std::vector<int64_t> strides;  // Per operand; 0 if it does not have the axis.
  };
  std::vector<Axis> axes;
  size_t outer = 0;  // The axes of the result.

  void Add(int64_t size, std::vector<int64_t> strides) { axes.push_back({size, strides}); }
};

EinsumLoop PlanEinsum(const EinsumEquation& equation, EinsumShapes& shapes,
                      std::span<const NDArray> args) {
  // The strides of each operand for a label, or for an axis of the ellipsis.
  auto strides_of = [&](char label, size_t ellipsis_axis) {
    std::vector<int64_t> result;
    for (size_t i = 0; i < args.size(); ++i) {
      std::vector<int64_t> strides = RowMajorStrides(args[i]->shape);
      const std::string& labels = equation.inputs[i];
      size_t hidden = args[i]->rank() + 1 - labels.size();  // Axes of the ellipsis, if any.
      int64_t sum = 0;
      size_t axis = 0;
      for (char other : labels) {
        if (other == EinsumEquation::kEllipsis) {
          size_t first = shapes.ellipsis.size() - hidden;
          if (label == other && ellipsis_axis >= first) {
            size_t at = axis + ellipsis_axis - first;
            if (args[i]->shape[at] != 1) sum += strides[at];
          }
          axis += hidden;
        } else {
          if (label == other && args[i]->shape[axis] != 1) sum += strides[axis];
          ++axis;
        }
      }
      result.push_back(sum);
    }
    return result;
  };
  EinsumLoop loop;
  auto add = [&](char label, Dim size) {
    if (label != EinsumEquation::kEllipsis) return loop.Add(size.value(), strides_of(label, 0));
    for (size_t k = 0; k < shapes.ellipsis.size(); ++k) {
      loop.Add(shapes.ellipsis[k].value(), strides_of(label, k));
    }
  };
  for (char label : equation.output) {
    add(label, label == EinsumEquation::kEllipsis ? Dim(0) : shapes.Size(label));
  }
  loop.outer = loop.axes.size();
  if (equation.output.find(EinsumEquation::kEllipsis) == std::string::npos) {
    add(EinsumEquation::kEllipsis, 0);
  }
  for (auto [label, size] : shapes.labels) {
    if (equation.output.find(label) == std::string::npos) add(label, size);
  }
  return loop;
}

template <class T>
void RunEinsum(const EinsumLoop& loop, std::span<const NDArray> args, const NDArray& out) {
  std::vector<Elements<T>> data;
  for (const NDArray& arg : args) data.emplace_back(arg);
  OutElements<T> to(out);
  std::vector<int64_t> at(args.size(), 0), index(loop.axes.size(), 0);
  // Moves to the next position of axes [begin, end); false after the last.
  auto next = [&](size_t begin, size_t end) {
    for (size_t k = end; k-- > begin;) {
      const EinsumLoop::Axis& axis = loop.axes[k];
      bool more = ++index[k] < axis.size;
      int64_t steps = more ? 1 : 1 - axis.size;
      for (size_t i = 0; i < at.size(); ++i) at[i] += steps * axis.strides[i];
      if (more) return true;
      index[k] = 0;
    }
    return false;
  };
  bool empty = std::any_of(loop.axes.begin() + static_cast<std::ptrdiff_t>(loop.outer),
                           loop.axes.end(), [](const auto& axis) { return axis.size == 0; });
  for (size_t i = 0; i < out->size(); ++i) {
    T sum = 0;
    if (!empty) {
      do {
        SpendOperations(static_cast<int64_t>(data.size()));
        T product = data[0][static_cast<size_t>(at[0])];
        for (size_t k = 1; k < data.size(); ++k) {
          product = WrapMultiply(product, data[k][static_cast<size_t>(at[k])]);
        }
        sum = WrapAdd(sum, product);
      } while (next(loop.outer, loop.axes.size()));
    }
    to[i] = sum;
    next(0, loop.outer);
  }
  to.Finish();
}

Value Einsum(const KernelContext& context) {
  std::vector<Shape> operands;
  for (const NDArray& arg : context.args) {
    operands.emplace_back(arg->shape.begin(), arg->shape.end());
  }
  Message problem;
  auto equation = ParseEinsum(context.attrs_as<EinsumAttrs>().equation, &problem);
  auto shapes = equation ? InferEinsum(*equation, operands, &problem) : std::nullopt;
  if (!shapes) context.Fail(Say("{operator}: {problem}", context.name(), problem));
  std::vector<int64_t> shape;
  for (Dim dim : shapes->output) shape.push_back(dim.value());
  NDArray out = MakeNDArray(shape, context.arg(0)->dtype);
  EinsumLoop loop = PlanEinsum(*equation, *shapes, context.args);
  WithComputeType(out->dtype, [&](auto* type) {
    RunEinsum<std::remove_pointer_t<decltype(type)>>(loop, context.args, out);
  });
  return out;
}

Value AdvIndex(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  size_t count = context.args.size() - 1;
  std::vector<int64_t> shape = context.arg(1)->shape;
  for (size_t i = 2; i <= count; ++i) {
    Shape first(shape.begin(), shape.end());
    const std::vector<int64_t>& other = context.arg(i)->shape;
    std::optional<Shape> common = BroadcastShapes(first, Shape(other.begin(), other.end()));
    if (!common) {
      context.Fail(MSG(kTwoShapesNotBroadcastable,
                       "the shapes {first} and {second} cannot be broadcast", ShapeText(first),
                       SizesText(other)));
    }
    shape.clear();
    for (Dim dim : *common) shape.push_back(dim.value());
  }
  int64_t rows = Product(shape);
  std::vector<int64_t> offsets = Scratch<int64_t>(static_cast<size_t>(rows));
  std::vector<int64_t> strides = RowMajorStrides(data->shape);
  std::vector<int64_t> plain = RowMajorStrides(shape);
  for (size_t i = 0; i < count; ++i) {
    SpendOperations(rows);
    std::vector<int64_t> at = ToInts(context.arg(i + 1));
    std::vector<int64_t> steps = BroadcastStrides(context.arg(i + 1)->shape, shape);
    size_t row = 0;
    for (StridedLoop loop(shape, {steps}); !loop.done(); loop.Next()) {
      for (int64_t k = 0; k < loop.size(); ++k, ++row) {
        int64_t index = at[static_cast<size_t>(loop.offset(0) + k * loop.stride(0))];
        offsets[row] += CheckIndex(context, index, data->shape[i]) * strides[i];
      }
    }
  }
  std::span<const int64_t> rest = std::span<const int64_t>(data->shape).subspan(count);
  shape.insert(shape.end(), rest.begin(), rest.end());
  NDArray out = MakeNDArray(shape, data->dtype);
  auto bytes = static_cast<size_t>(data->dtype.bytes());
  size_t size = static_cast<size_t>(Product(rest)) * bytes;
  for (size_t row = 0; size > 0 && row < offsets.size(); ++row) {
    std::memcpy(out->mutable_data() + row * size,
                data->data() + static_cast<size_t>(offsets[row]) * bytes, size);
  }
  return out;
}

Value InvertPermutation(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  if (data->rank() != 1 || IsReal(data->dtype)) {
    context.Fail(MSG(kKernelIntegerVectorRequired,
                     "the data of {operator} must be a vector of integers, not a {type}",
                     context.name(), TypeText(data->type())));
  }
  NDArray out = FilledNDArray(data->shape, data->dtype, 0);
  std::vector<int64_t> at = ToInts(data);
  for (size_t i = 0; i < at.size(); ++i) {
    int64_t to = CheckIndex(context, at[i], static_cast<int64_t>(at.size()));
    StoreInt(out, static_cast<size_t>(to), static_cast<int64_t>(i));
  }
  return out;
}

// Calls `f` with the elements of `data`, in the type in which they are compared.
template <class F>
auto WithKeys(const NDArray& data, F f) {
  if (IsReal(data->dtype)) return f(Elements<double>(data));
  return f(Elements<int64_t>(data));
}

Value Unique(const KernelContext& context) {
  const auto& attrs = context.attrs_as<UniqueAttrs>();
  const NDArray& data = context.arg(0);
  size_t size = data->size();
  std::vector<uint32_t> order;
  std::vector<uint32_t> starts;  // Of the groups of equal elements, in `order`.
  WithKeys(data, [&](const auto& key) {
    auto less = [&](uint32_t a, uint32_t b) { return Less(key[a], key[b], data->dtype); };
    order = SortedElements(size, less);
    RequireScratch(size + 1, sizeof(uint32_t));
    for (uint32_t i = 0; i < size; ++i) {
      if (i == 0 || key[order[i]] != key[order[i - 1]]) starts.push_back(i);
    }
  });
  size_t found = starts.size();
  starts.push_back(static_cast<uint32_t>(size));
  // The sort is stable, so a group begins with the first occurrence.
  std::vector<uint32_t> groups = SortedElements(found, [&](uint32_t a, uint32_t b) {
    return attrs.sorted ? a < b : order[starts[a]] < order[starts[b]];
  });
  NDArray elements = FilledNDArray(data->shape, data->dtype, 0);
  std::vector<int64_t> first = Scratch<int64_t>(size, static_cast<int64_t>(size)),
                       inverse = Scratch<int64_t>(size), counts = Scratch<int64_t>(size);
  auto bytes = static_cast<size_t>(data->dtype.bytes());
  for (size_t i = 0; i < found; ++i) {
    uint32_t begin = starts[groups[i]], end = starts[groups[i] + 1];
    std::memcpy(elements->mutable_data() + i * bytes, data->data() + order[begin] * bytes, bytes);
    first[i] = order[begin];
    counts[i] = end - begin;
    for (uint32_t k = begin; k < end; ++k) inverse[order[k]] = static_cast<int64_t>(i);
  }
  auto ints = [&](const std::vector<int64_t>& values) {
    NDArray array = MakeNDArray({static_cast<int64_t>(values.size())}, DataType::Int(32));
    StoreElements(*array, 0, values.size(), values.data());
    return array;
  };
  std::vector<Value> fields = {elements, ints(first), ints(inverse),
                               ints({static_cast<int64_t>(found)})};
  if (attrs.return_counts) fields.push_back(ints(counts));
  return Value::Tuple(std::move(fields));
}

Value SearchSorted(const KernelContext& context) {
  const NDArray& sequence = context.arg(0);
  const NDArray& values = context.arg(1);
  bool right = context.attrs_as<SearchSortedAttrs>().right;
  NDArray out = context.MakeOut();
  if (sequence->rank() == 0 || values->rank() == 0 || sequence->dtype != values->dtype) {
    context.Misfit(PHRASE(kSearchSortedMisfit,
                          "the sequence must have the data type and the rows of the values"));
  }
  auto range = static_cast<size_t>(sequence->shape.back());
  auto row = static_cast<size_t>(values->shape.back());
  if (sequence->rank() > 1 && sequence->size() * row < values->size() * range) {
    context.Misfit(PHRASE(kSearchSortedMisfit,
                          "the sequence must have the data type and the rows of the values"));
  }
  constexpr int64_t kSearch = 16;  // Steps of a search.
  WithKeys(sequence, [&](const auto& x) {
    std::decay_t<decltype(x)> y(values);
    for (size_t i = 0; i < values->size(); ++i) {
      size_t first = sequence->rank() == 1 ? 0 : i / row * range;
      size_t low = 0, high = range;
      SpendOperations(kSearch);
      while (low < high) {
        size_t middle = low + (high - low) / 2;
        auto at = x[first + middle];
        bool before = right ? !Less(y[i], at, values->dtype) : Less(at, y[i], values->dtype);
        (before ? low : high) = before ? middle + 1 : middle;
      }
      StoreInt(out, i, static_cast<int64_t>(low));
    }
  });
  return out;
}

Value Stft(const KernelContext& context) {
  const auto& attrs = context.attrs_as<StftAttrs>();
  const NDArray& data = context.arg(0);
  Elements<double> signal(data), window(context.arg(1));
  NDArray out = context.MakeOut();
  if (static_cast<int64_t>(context.arg(1)->size()) < attrs.win_length ||
      attrs.win_length > attrs.n_fft) {
    context.Fail(MSG(kStftWindowInvalid,
                     "win_length of {operator} must be at most {n_fft} (n_fft) and {size} (the "
                     "window), not {length}",
                     context.name(), attrs.n_fft, context.arg(1)->size(), attrs.win_length));
  }
  OutElements<double> to(out);
  size_t rank = out->rank();
  int64_t length = data->shape.back();
  int64_t frequencies = out->shape[rank - 3], frames = out->shape[rank - 2];
  int64_t batch = length == 0 ? 0 : static_cast<int64_t>(data->size()) / length;
  double scale = attrs.normalized ? 1 / std::sqrt(static_cast<double>(attrs.n_fft)) : 1;
  const double step = 2 * 3.14159265358979323846 / static_cast<double>(attrs.n_fft);
  // A short window is in the middle of its frame.
  const int64_t first = (attrs.n_fft - attrs.win_length) / 2;
  constexpr int64_t kTrigonometry = 16;  // The cost of a sine.
  size_t next = 0;
  for (int64_t n = 0; n < batch; ++n) {
    for (int64_t k = 0; k < frequencies; ++k) {
      for (int64_t f = 0; f < frames; ++f) {
        double real = 0, imaginary = 0;
        SpendOperations(kTrigonometry * attrs.win_length);
        for (int64_t i = 0; i < attrs.win_length; ++i) {
          double value = window[static_cast<size_t>(i)] *
                         signal[static_cast<size_t>(n * length + f * attrs.hop_length + first + i)];
          double angle = step * static_cast<double>(k * (first + i) % attrs.n_fft);
          real += value * std::cos(angle);
          imaginary -= value * std::sin(angle);
        }
        to[next++] = real * scale;
        to[next++] = imaginary * scale;
      }
    }
  }
  return to.Finish();
}

Value SparseFillEmptyRows(const KernelContext& context) {
  const NDArray& indices = context.arg(0);
  const NDArray &values = context.arg(1), &fill = context.arg(3);
  std::vector<int64_t> at = ToInts(indices), shape = ToInts(context.arg(2));
  if (indices->rank() != 2 || shape.empty() || values->size() * shape.size() != at.size() ||
      fill->size() != 1 || shape[0] < 0 || shape[0] > (int64_t{1} << 31)) {
    context.Misfit(PHRASE(kSparseRowsMisfit,
                          "each value must have an index, and the first size must be 0 to 2^31"));
  }
  size_t rank = shape.size();
  std::vector<int64_t> rows, empty = Scratch<int64_t>(static_cast<size_t>(shape[0]), 1);
  for (size_t i = 0; i < values->size(); ++i) {
    int64_t row = at[i * rank];
    if (row < 0 || row >= shape[0]) {
      context.FailIndex(row, shape[0]);
    }
    if (i > 0 && row < at[(i - 1) * rank]) {
      context.Fail(MSG(kKernelPositionsNotAscending,
                       "the rows of {operator} must ascend, but {row} follows {previous}",
                       context.name(), row, at[(i - 1) * rank]));
    }
    empty[static_cast<size_t>(row)] = 0;
  }
  // Each value has a row, and each empty row gets one.
  size_t all = values->size() + static_cast<size_t>(std::count(empty.begin(), empty.end(), 1));
  std::vector<int64_t> sizes = {static_cast<int64_t>(all), static_cast<int64_t>(rank)};
  SpendOperations(static_cast<int64_t>(CheckArrayType(sizes, DataType::Int(64))));
  rows.reserve(all * rank);
  bool real = IsReal(values->dtype);
  auto count = static_cast<int64_t>(all);
  NDArray contents = MakeNDArray({count}, real ? values->dtype : DataType::Int(64));
  size_t filled = 0, next = 0;
  auto put = [&](const NDArray& from, size_t i) {
    if (real) {
      double number = from->ToDouble(i);
      StoreElements(*contents, filled++, 1, &number);
    } else {
      contents->mutable_as<int64_t>()[filled++] = from->ToInt(i);
    }
  };
  for (int64_t row = 0; row < shape[0]; ++row) {
    if (empty[static_cast<size_t>(row)]) {
      rows.push_back(row);
      rows.insert(rows.end(), rank - 1, 0);
      put(fill, 0);
    }
    for (; next < values->size() && at[next * rank] == row; ++next) {
      rows.insert(rows.end(), at.begin() + static_cast<std::ptrdiff_t>(next * rank),
                  at.begin() + static_cast<std::ptrdiff_t>((next + 1) * rank));
      put(values, next);
    }
  }
  auto array = [](std::vector<int64_t> dims, const std::vector<int64_t>& numbers) {
    NDArray result = MakeNDArray(std::move(dims), DataType::Int(64));
    StoreElements(*result, 0, numbers.size(), numbers.data());
    return result;
  };
  return Value::Tuple(
      {array({count, static_cast<int64_t>(rank)}, rows), contents, array({shape[0]}, empty)});
}

// Packs bit b of neighbours along an axis into one integer. The first neighbour gives the highest
// bit.
Value BitPack(const KernelContext& context) {
  const auto& attrs = context.attrs_as<BitPackAttrs>();
  const NDArray& data = context.arg(0);
  // The type relation does not accept a negative axis.
  auto axis = static_cast<size_t>(attrs.pack_axis), bit_axis = static_cast<size_t>(attrs.bit_axis);
  int64_t width = attrs.pack_type.bits;
  if (axis >= data->rank() || attrs.bit_axis < 0 || bit_axis > data->rank() ||
      !attrs.pack_type.is_uint() || attrs.bits > 8 || data->shape[axis] % width != 0) {
    context.Unsupported(MSG(kKernelSizeUnsupported,
                            "{operator} supports at most 8 bits, unsigned integers and axes of a "
                            "multiple of {width} elements",
                            context.name(), width));
  }
  NDArray out = context.MakeOut();
  std::vector<int64_t> strides = RowMajorStrides(data->shape);
  std::vector<int64_t> values = ToInts(data);
  std::vector<int64_t> out_strides = RowMajorStrides(out->shape);
  for (size_t i = 0; i < out->size(); ++i) {
    int64_t offset = 0, bit = 0;
    for (size_t k = 0, from = 0; k < out->rank(); ++k) {
      int64_t at = static_cast<int64_t>(i) / out_strides[k] % out->shape[k];
      if (k == bit_axis) {
        bit = at;
        continue;
      }
      offset += at * strides[from] * (from == axis ? width : 1);
      ++from;
    }
    uint64_t packed = 0;
    SpendOperations(width);
    for (int64_t k = 0; k < width; ++k) {
      auto value = static_cast<uint64_t>(values[static_cast<size_t>(offset + k * strides[axis])]);
      packed = packed << 1 | (value >> bit & 1);
    }
    StoreInt(out, i, static_cast<int64_t>(packed));
  }
  return out;
}

}  // namespace

void RegisterAlgorithmKernels(KernelRegistry& registry) {
  registry.Add("einsum", Einsum);
  registry.Add("adv_index", AdvIndex);
  registry.Add("invert_permutation", InvertPermutation);
  registry.Add("unique", Unique);
  registry.Add("searchsorted", SearchSorted);
  registry.Add("stft", Stft);
  registry.Add("nn.bitpack", BitPack);
  registry.Add("sparse_fill_empty_rows", SparseFillEmptyRows);
}

}  // namespace passcope
