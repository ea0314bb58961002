// Slices and parts of tensors.
#include <algorithm>
#include <limits>

#include "frontend/pytorch/converter.h"
#include "op/axes.h"

namespace passcope::frontend {
namespace {

// A bound of a slice: a number, None, or an expression that is known only at run time.
PyValue Bound(const PyValue& value) {
  if (NDArray known = TryInfer(value)) return FirstInt(known);
  return value;
}

// The shape of `data`, with `bound` at `axis`, as a tensor of int64.
Expr EndsWith(const Expr& data, int64_t axis, const PyValue& bound, bool cast_shape) {
  Expr ends = ShapeOfCall(data);
  if (cast_shape) ends = Cast(ends, DataType::Int(64));
  if (bound.is_none()) return ends;
  Expr value = bound.expr();
  if (cast_shape && DtypeOf(value) != DataType::Int(64)) value = Cast(value, DataType::Int(64));
  Expr place = ExpandDims(ConstInt(axis), 0);
  return Op("scatter", {ends, place, ExpandDims(value, 0)}, {{"axis", 0}});
}

PyValue SliceOf(const Expr& data, int64_t axis, const PyValue& from, const PyValue& to,
                int64_t stride, const TorchCall& call) {
  const DataType int64 = DataType::Int(64);
  const Shape shape = ShapeOf(data);
  auto found = FindAxis(axis, shape.size());
  Require(call, found.has_value(),
          MSG(kTorchArgumentAxisMissing, "its argument of {rank} dimensions has no axis {axis}",
              shape.size(), axis));
  const size_t at = *found;
  axis = static_cast<int64_t>(at);
  PyValue begin = Bound(from);
  PyValue end = Bound(to);
  constexpr int64_t kAll = std::numeric_limits<int64_t>::max();
  bool to_the_end = end.is_int() && end.integer() >= kAll;
  if (begin.is_int() && begin.integer() == 0 && to_the_end && stride == 1) return data;
  if (begin.is_none() && end.is_none() && stride == 1) return data;
  Require(call, stride > 0,
          MSG(kTorchSliceStepNotPositive, "its step must be above 0, not {step}", stride));
  if (shape[at].is_const()) {
    // Bounds beyond the axis mean its ends.
    const int64_t length = shape[at].value();
    auto limit = [&](PyValue* bound) {
      if (bound->is_int()) *bound = std::clamp(bound->integer(), -length, length);
    };
    limit(&begin);
    if (!to_the_end) limit(&end);
    if (end.is_none() && begin.is_none()) end = length;
  }
  if (to_the_end) end = shape[at].is_const() ? PyValue(shape[at].value()) : PyValue();

  Ints begins(shape.size(), 0);
  if (begin.is_int()) begins[at] = begin.integer();
  Ints strides(shape.size(), 1);
  strides[at] = stride;
  bool others_known = true;
  for (size_t i = 0; i < shape.size(); ++i) others_known &= i == at || shape[i].is_const();
  bool end_known = end.is_int() && others_known;
  if (end_known && !begin.is_expr()) {
    Ints ends;
    for (const Dim& dim : shape) ends.push_back(dim.is_const() ? dim.value() : 0);
    ends[at] = end.integer();
    return StridedSlice(data, begins, ends, strides);
  }

  Expr first = ConstInts(begins, DataType::Int(32));
  if (begin.is_expr()) {
    std::vector<Expr> parts;
    for (size_t i = 0; i < shape.size(); ++i) {
      parts.push_back(i == at ? Cast(ExpandDims(begin.tensor(), 0), int64)
                              : ExpandDims(ConstInt(0, int64), 0));
    }
    first = Concatenate(parts, 0);
  }
  Expr last;
  if (end_known) {
    Ints ends;
    for (const Dim& dim : shape) ends.push_back(dim.is_const() ? dim.value() : 0);
    ends[at] = end.integer();
    last = ConstInts(ends, DataType::Int(32));
  } else {
    last = EndsWith(data, axis, end, !end.is_int());
    if (DtypeOf(last) != int64) last = Cast(last, int64);
  }
  return StridedSlice(data, first, last, ConstInts(strides, DataType::Int(32)));
}

// A slice of a list that is known now.
PyValue SliceOfList(const TorchCall& call) {
  const PyList& items = call[0].list();
  auto length = static_cast<int64_t>(items.size());
  auto bound = [&](const PyValue& value, int64_t otherwise) {
    if (value.is_none()) return otherwise;
    int64_t at = value.integer();
    return std::clamp<int64_t>(at < 0 ? at + length : at, 0, length);
  };
  int64_t begin = bound(call[1], 0), end = bound(call[2], length), step = call[3].integer();
  Require(call, step > 0,
          MSG(kTorchSliceStepNotPositive, "its step must be above 0, not {step}", step));
  PyList part;
  // No step is longer than the list, so that the sum does not overflow.
  for (int64_t i = begin; i < end; i += std::min(step, length)) {
    part.push_back(items[static_cast<size_t>(i)]);
  }
  return PyValue::List(std::move(part));
}

PyValue Slice(TorchCall& call) {
  if (call[0].is_list()) return SliceOfList(call);
  return SliceOf(call.tensor(0), call[1].integer(), call[2], call[3], call[4].integer(), call);
}

int64_t LengthAlong(const TorchCall& call, int64_t axis) {
  Ints shape = TorchShape(call.tensor(0));
  auto at = FindAxis(axis, shape.size());
  Require(call, at.has_value(),
          MSG(kTorchArgumentAxisMissing, "its argument of {rank} dimensions has no axis {axis}",
              shape.size(), axis));
  return shape[*at];
}

// `length` elements from `start`.
PyValue Narrow(TorchCall& call) {
  PyValue start = call[2], end;
  if (call[2].is_int() && call[3].is_int()) {
    // Bounds beyond the axis mean its ends, so the sum need not overflow.
    constexpr int64_t kFar = int64_t{1} << 61;
    int64_t first = std::clamp(start.integer(), -kFar, kFar);
    if (first < 0) first += LengthAlong(call, call[1].integer());
    start = first;
    end = first + std::clamp(call[3].integer(), -kFar, kFar);
  } else {
    std::vector<Expr> sum = PromoteTorch(call.some(2, 2), call);
    end = Add(sum[0], sum[1]);
  }
  return SliceOf(call.tensor(0), call[1].integer(), start, end, 1, call);
}

// Splits before each multiple of `size`.
PyValue SplitEvery(const TorchCall& call, int64_t size, int64_t axis) {
  Require(call, size > 0,
          MSG(kTorchPartLengthNotPositive, "parts must have a length above 0, not {length}", size));
  int64_t length = LengthAlong(call, axis);
  Require(call, length / size <= kMaxTorchParts,
          MSG(kTorchSplitPartsImpossible, "the number of parts must be 1 to {limit}, not {count}",
              kMaxTorchParts, length / size));
  Ints indices;
  for (int64_t at = size; at < length; at += size) indices.push_back(at);
  return PyValue::Fields(SplitAt(call.tensor(0), indices, axis));
}

PyValue SplitWithSizes(TorchCall& call) {
  const Expr& data = call.tensor(0);
  Ints sizes = call[1].ints();
  int64_t length = LengthAlong(call, call[2].integer()), sum = 0;
  for (int64_t size : sizes) {
    bool fits = size >= 0 && size <= length;
    sum = fits ? sum + size : size;
    if (!fits) break;
  }
  Require(call, sum == length,
          MSG(kTorchSplitSizesSum, "the lengths of its parts must sum to {length}, not {sum}",
              length, sum));
  if (sizes.size() == 1) return PyValue::Fields(MakeTuple({data}));
  Ints indices;
  int64_t at = 0;
  for (size_t i = 0; i + 1 < sizes.size(); ++i) indices.push_back(at += sizes[i]);
  return PyValue::Fields(SplitAt(data, indices, call[2].integer()));
}

PyValue Chunk(TorchCall& call) {
  int64_t chunks = call[1].integer();
  int64_t axis = call[2].integer();
  int64_t length = LengthAlong(call, axis);
  Require(call, chunks > 0,
          MSG(kTorchSplitPartsImpossible, "the number of parts must be 1 to {limit}, not {count}",
              kMaxTorchParts, chunks));
  // All parts but the last have this length, so there may be fewer parts.
  int64_t size = std::max<int64_t>(length / chunks + (length % chunks == 0 ? 0 : 1), 1);
  return SplitEvery(call, size, axis);
}

PyValue Select(TorchCall& call) {
  return Take(call.tensor(0), call[2].expr(), call[1].integer(), "wrap");
}

}  // namespace

void AddSliceConverters(TorchConverterTable* table) {
  table->Add("aten::slice", Slice);
  table->Add("aten::narrow", Narrow);
  table->Add("aten::split", [](TorchCall& call) {
    if (call[1].is_list()) return SplitWithSizes(call);
    return SplitEvery(call, call[1].integer(), call[2].integer());
  });
  table->Add("aten::split_with_sizes", SplitWithSizes);
  table->Add("aten::chunk", Chunk);
  table->Add("aten::unsafe_chunk", Chunk);
  table->Add("aten::select", Select);
  table->Add("aten::index_select", Select);
  table->Add("aten::take", [](TorchCall& call) -> PyValue {
    return Take(call.tensor(0), Cast(call.tensor(1), DataType::Int(32)), std::nullopt, "wrap");
  });
  table->Add("aten::unbind", [](TorchCall& call) -> PyValue {
    return PyValue::Fields(Unbind(call.tensor(0), call[1].integer()));
  });
}

}  // namespace passcope::frontend
