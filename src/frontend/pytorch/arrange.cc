// Reordering and arranging elements, and sequences of numbers.
#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "frontend/pytorch/converter.h"
#include "op/axes.h"
#include "support/toward_zero.h"

namespace passcope::frontend {
namespace {

// An axis counted from the front. Throws if `shape` does not have it.
size_t AxisOf(const TorchCall& call, int64_t axis, const Ints& shape) {
  auto found = FindAxis(axis, shape.size());
  Require(call, found.has_value(),
          MSG(kTorchArgumentAxisMissing, "its argument of {rank} dimensions has no axis {axis}",
              shape.size(), axis));
  return *found;
}

PyValue ConvertMeshgrid(TorchCall& call) {
  std::vector<Expr> data;
  for (const PyValue& each : call[0].list()) data.push_back(each.tensor());
  std::string indexing = call.get("indexing").is_none() ? "ij" : call.get("indexing").text();
  if (indexing != "ij" && indexing != "xy") FailTorchArgument(call, "indexing");
  return PyValue::Fields(Op("meshgrid", {MakeTuple(data)}, {{"indexing", indexing}}));
}

PyValue ConvertRoll(TorchCall& call) {
  Expr data = call.tensor(0);
  Ints shape = TorchShape(data), shifts = call[1].ints(), axes = call[2].ints();
  if (axes.empty() && shifts.size() == 1) {
    // Rolls the elements in their order, over all axes.
    axes.push_back(0);
    data = Reshape(data, Ints{-1});
    shape = TorchShape(data);
  }
  const Ints rolled = TorchShape(call.tensor(0));
  Require(call, shifts.size() == axes.size() && !axes.empty(),
          MSG(kTorchRollAxesShiftsMismatch,
              "it needs one axis for each shift, not {axes} axes for {shifts} shifts", axes.size(),
              shifts.size()));
  auto int64 = [](int64_t value) { return ConstInt(value, DataType::Int(64)); };
  Expr start = int64(0), step = int64(1);
  for (size_t i = 0; i < axes.size(); ++i) {
    size_t axis = AxisOf(call, axes[i], shape);
    // First makes the places of the elements along the last axis, then moves that axis to its
    // place.
    if (shape[axis] == 0) continue;
    Expr length = int64(shape[axis]);
    if (shifts[i] > shape[axis] || shifts[i] < -shape[axis]) shifts[i] %= shape[axis];
    Expr places = Arange(start, length, step, DataType::Int(64));
    places = Op("mod", {Add(Sub(places, int64(shifts[i])), length), length});
    Ints repeats, order;
    for (size_t other = 0; other < shape.size(); ++other) {
      if (other != axis) repeats.push_back(shape[other]);
    }
    repeats.push_back(1);
    for (size_t other = 0; other + 1 < shape.size(); ++other) {
      order.push_back(static_cast<int64_t>(other));
    }
    order.insert(order.begin() + static_cast<ptrdiff_t>(axis), -1);
    data = Gather(data, axes[i], Transpose(Tile(places, repeats), order));
  }
  return shape == rolled ? data : Reshape(data, rolled);
}

PyValue ConvertTensorSplit(TorchCall& call) {
  const Expr& data = call.tensor(0);
  int64_t axis = call[2].integer();
  if (!call[1].is_int()) {
    Ints shape = TorchShape(data), indices = call[1].ints();
    int64_t length = shape[AxisOf(call, axis, shape)];
    // The indices are bounds of slices, so parts may be empty.
    bool empty = false;
    int64_t before = 0;
    for (int64_t& index : indices) {
      index = std::clamp<int64_t>(index < 0 ? index + length : index, 0, length);
      empty |= index <= before || index == length;
      before = index;
    }
    if (empty || indices.empty()) {
      PyList parts;
      indices.push_back(length);
      before = 0;
      for (int64_t index : indices) {
        Ints begin = {before}, end = {std::max(index, before)}, axes = {axis};
        parts.emplace_back(StridedSlice(data, begin, end, Ints{1}, axes));
        before = index;
      }
      return PyValue::List(std::move(parts));
    }
    return PyValue::Fields(SplitAt(data, indices, axis));
  }
  Ints shape = TorchShape(data);
  int64_t length = shape[AxisOf(call, axis, shape)], parts = call[1].integer();
  int64_t most = std::clamp<int64_t>(length, 1, kMaxTorchParts);
  Require(call, parts > 0 && parts <= most,
          MSG(kTorchSplitPartsImpossible, "the number of parts must be 1 to {limit}, not {count}",
              most, parts));
  int64_t size = length / parts, rest = length % parts;
  // If the parts cannot be equal, the first ones are longer by one.
  Ints indices;
  for (int64_t i = 1; i < parts; ++i) indices.push_back(i * size + std::min(i, rest));
  return PyValue::Fields(SplitAt(data, indices, axis));
}

template <bool upper>
PyValue ConvertTrilu(TorchCall& call) {
  Expr k = call[1].truth() ? call[1].expr() : ConstInt(0);
  return Op("trilu", {call.tensor(0), k}, {{"upper", upper}});
}

PyValue ConvertFlip(TorchCall& call) {
  Expr data = call.tensor(0);
  for (int64_t axis : call[1].ints()) data = Op("reverse", {data}, {{"axis", axis}});
  return data;
}

PyValue ConvertPixelShuffle(TorchCall& call) {
  const Expr& data = call.tensor(0);
  Ints shape = TorchShape(data);
  int64_t factor = call[1].integer();
  Require(call,
          shape.size() == 4 && factor > 0 && factor <= kMaxTorchParts &&
              shape[1] % (factor * factor) == 0,
          MSG(kTorchPixelShuffleShape,
              "its argument must have 4 dimensions, with channels divisible by {factor} * {factor}",
              factor));
  int64_t channels = shape[1] / (factor * factor);
  Expr result = Reshape(data, Ints{shape[0], channels, factor, factor, shape[2], shape[3]});
  result = Transpose(result, Ints{0, 1, 4, 2, 5, 3});
  return Reshape(result, Ints{shape[0], channels, shape[2] * factor, shape[3] * factor});
}

PyValue ConvertIsFloatingPoint(TorchCall& call) {
  DataType dtype = call[0].is_expr() ? DtypeOf(call.tensor(0)) : call.dtype(0);
  return ConstInt(dtype.is_float() || dtype.is_bfloat() ? 1 : 0, DataType::Bool());
}

// `count` numbers from `start` to `end`, both included, as PyTorch's kernel computes them.
NDArray Spaced(double start, double end, int64_t count, DataType dtype) {
  NDArray numbers = MakeNDArray({count}, dtype);
  double step = count > 1 ? (end - start) / static_cast<double>(count - 1) : 0;
  for (int64_t i = 0; i < count; ++i) {
    double value = i < count / 2 || count == 1 ? start + step * static_cast<double>(i)
                                               : end - step * static_cast<double>(count - 1 - i);
    if (IsTorchReal(dtype)) {
      StoreDouble(numbers, static_cast<size_t>(i), value);
    } else {
      StoreInt(numbers, static_cast<size_t>(i), TowardZero(value));
    }
  }
  return numbers;
}

PyValue ConvertLinspace(TorchCall& call) {
  double start = call[0].real(), end = call[1].real();
  int64_t count = call[2].is_none() ? 100 : call[2].integer();
  Require(call, count >= 0 && count <= kMaxTorchNumbers,
          MSG(kTorchNumberCountImpossible, "it can make 0 to {limit} numbers, not {count}",
              kMaxTorchNumbers, count));
  DataType dtype = call[3].is_none() ? DataType::Float(32) : DtypeOfTorchNumber(call[3]);
  Expr numbers = ConstArray(Spaced(start, end, count, dtype));
  if (count == 0 || start == end) return numbers;
  double step = count != 1 ? (end - start) / static_cast<double>(count - 1) : 1;
  double stop = count != 1 ? end + step : start + step;
  Expr arange =
      Arange(TorchConst(start, dtype), TorchConst(stop, dtype), TorchConst(step, dtype), dtype);
  // TVM's arange may round to other numbers, or to one more.
  NDArray made = TryEvaluate(arange);
  return made && RealsOf(made) == RealsOf(DataOf(numbers)) ? arange : numbers;
}

}  // namespace

void AddArrangeConverters(TorchConverterTable* table) {
  table->Add("aten::flip", ConvertFlip);
  table->Add("aten::is_floating_point", ConvertIsFloatingPoint);
  table->Add("aten::linspace", ConvertLinspace);
  table->Add("aten::meshgrid", ConvertMeshgrid);
  table->Add("aten::pixel_shuffle", ConvertPixelShuffle);
  table->Add("aten::roll", ConvertRoll);
  table->Add("aten::tensor_split", ConvertTensorSplit);
  table->Add("aten::tril", ConvertTrilu<false>);
  table->Add("aten::triu", ConvertTrilu<true>);
}

}  // namespace passcope::frontend
