// Rearranging, joining and measuring tensors.
#include <algorithm>
#include <limits>
#include <numeric>

#include "frontend/pytorch/converter.h"
#include "op/axes.h"

namespace passcope::frontend {
namespace {

std::vector<Expr> Tensors(const PyValue& list) {
  std::vector<Expr> tensors;
  for (const PyValue& item : list.list()) tensors.push_back(item.expr());
  return tensors;
}

Expr RepeatAlong(const Expr& data, int64_t repeats, int64_t axis) {
  return Op("repeat", {data}, {{"repeats", repeats}, {"axis", axis}});
}

// Axes of another length than 1 stay.
PyValue SqueezeOf(TorchCall& call) {
  const Expr& data = call.tensor(0);
  if (call.size() == 1) return Squeeze(data);
  const Shape& shape = ShapeOf(data);
  Ints squeezed;
  for (int64_t axis : TorchAxes(call, "dim").value_or(Ints{})) {
    auto at = FindAxis(axis, shape.size());
    bool scalar = shape.empty() && (axis == 0 || axis == -1);
    Require(call, scalar || at.has_value(),
            MSG(kTorchArgumentAxisMissing, "its argument of {rank} dimensions has no axis {axis}",
                shape.size(), axis));
    if (!scalar && (!shape[*at].is_const() || shape[*at].value() == 1)) squeezed.push_back(axis);
  }
  return squeezed.empty() ? data : Squeeze(data, squeezed);
}

PyValue TransposeOf(TorchCall& call) {
  const Expr& data = call.tensor(0);
  int64_t rank = RankOf(data);
  Ints axes(static_cast<size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  if (call.size() == 2) return Transpose(data, call[1].ints());
  int64_t first = rank - 2;
  int64_t second = rank - 1;
  if (call.size() == 3) {
    first = call[1].integer();
    second = call[2].integer();
    if (first < 0) first += rank;
    if (second < 0) second += rank;
    Require(call, std::min(first, second) >= 0 && std::max(first, second) < rank,
            MSG(kTorchArgumentAxisMissing, "its argument of {rank} dimensions has no axis {axis}",
                rank, call[first < 0 || first >= rank ? 1 : 2].integer()));
  }
  if (call.size() == 3 || rank >= 2) {
    std::swap(axes[static_cast<size_t>(first)], axes[static_cast<size_t>(second)]);
  }
  return Transpose(data, axes);
}

PyValue Flatten(TorchCall& call) {
  const Expr& data = call.tensor(0);
  const int64_t rank = RankOf(data);
  if (rank == 0) return Reshape(data, Ints{1});
  int64_t ends[2];
  for (size_t i : {0, 1}) {
    const int64_t given = call[i + 1].integer();
    auto axis = FindAxis(given, static_cast<size_t>(rank));
    Require(call, axis.has_value(),
            MSG(kTorchArgumentAxisMissing, "its argument of {rank} dimensions has no axis {axis}",
                rank, given));
    ends[i] = static_cast<int64_t>(*axis);
  }
  const auto [start, end] = ends;
  Require(call, start <= end,
          MSG(kTorchAxisRangeReversed, "its first axis {first} comes after its last axis {last}",
              start, end));
  Ints shape(static_cast<size_t>(start), 0);
  shape.push_back(-1);
  Ints squeezed;
  for (int64_t i = start + 1; i <= end; ++i) {
    shape.push_back(1);
    squeezed.push_back(i);
  }
  shape.insert(shape.end(), static_cast<size_t>(rank - end - 1), 0);
  Expr flat = Reshape(data, shape);
  return squeezed.empty() ? flat : Squeeze(flat, squeezed);
}

// One axis as several. One of their lengths may be -1.
PyValue Unflatten(TorchCall& call) {
  const Expr& data = call.tensor(0);
  Ints shape = TorchShape(data), sizes = call[2].ints();
  auto axis = FindAxis(call[1].integer(), shape.size());
  Require(call, axis.has_value(),
          MSG(kTorchArgumentAxisMissing, "its argument of {rank} dimensions has no axis {axis}",
              shape.size(), call[1].integer()));
  auto at = shape.begin() + static_cast<ptrdiff_t>(*axis);
  shape.insert(shape.erase(at), sizes.begin(), sizes.end());
  return Reshape(data, shape);
}

PyValue Size(TorchCall& call) {
  const Expr& data = call.tensor(0);
  const Shape& shape = ShapeOf(data);
  auto known = [](const Dim& dim) { return dim.is_const(); };
  if (call.size() < 2) {
    if (!std::all_of(shape.begin(), shape.end(), known)) return ShapeOfCall(data);
    return PyValue::List(TorchShape(data));
  }
  auto axis = FindAxis(call[1].integer(), shape.size());
  Require(call, axis.has_value(),
          MSG(kTorchArgumentAxisMissing, "its argument of {rank} dimensions has no axis {axis}",
              shape.size(), call[1].integer()));
  const Dim& dim = shape[*axis];
  if (known(dim)) return ConstInt(dim.value());
  return Take(ShapeOfCall(data), ConstInt(call[1].integer()), 0);
}

PyValue View(TorchCall& call) {
  if (!call[1].is_list()) return Reshape(call.tensor(0), TorchShape(call.tensor(1)));
  return Reshape(call.tensor(0), call[1].ints());
}

// If a length is known only at run time, the reshape is dynamic.
PyValue ReshapeOf(TorchCall& call) {
  const Expr& data = call.tensor(0);
  bool dynamic = false;
  PyList lengths = call[1].list();
  for (PyValue& length : lengths) {
    if (!length.is_expr()) continue;
    if (NDArray known = TryInfer(length)) {
      length = FirstInt(known);
    } else {
      dynamic = true;
    }
  }
  if (!dynamic) return Reshape(data, PyValue::List(lengths).ints());
  std::vector<Expr> parts;
  for (const PyValue& length : lengths) {
    Expr part = length.is_expr() ? Cast(length.tensor(), DataType::Int(64))
                                 : ConstInt(length.integer(), DataType::Int(64));
    parts.push_back(ExpandDims(part, 0));
  }
  return Reshape(data, Concatenate(parts, 0));
}

PyValue Expand(TorchCall& call) {
  Expr data = call.tensor(0);
  Ints shape = TorchShape(data);
  Ints sizes = call[1].ints();
  Require(call, shape.size() <= sizes.size(),
          MSG(kTorchExpandSizeCount, "it needs at least {expected} sizes, not {actual}",
              shape.size(), sizes.size()));
  if (shape.size() < sizes.size()) {
    auto added = static_cast<int64_t>(sizes.size() - shape.size());
    data = ExpandDims(data, 0, added);
    shape.insert(shape.begin(), static_cast<size_t>(added), 1);
  }
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] != -1 && shape[i] == 1)
      data = RepeatAlong(data, sizes[i], static_cast<int64_t>(i));
  }
  return data;
}

PyValue ExpandAs(TorchCall& call) {
  Expr target = call.tensor(1);
  DataType dtype = DtypeOf(call.tensor(0));
  if (DtypeOf(target) != dtype) target = Cast(target, dtype);
  return Op("broadcast_to_like", {call.tensor(0), target});
}

PyValue BroadcastTensors(TorchCall& call) {
  std::vector<Expr> tensors = Tensors(call[0]);
  Ints shape;
  for (const Expr& tensor : tensors) {
    Ints other = TorchShape(tensor);
    if (other.size() > shape.size()) shape.insert(shape.begin(), other.size() - shape.size(), 1);
    for (size_t i = 0; i < other.size(); ++i) {
      int64_t& length = shape[shape.size() - other.size() + i];
      Require(call, length == other[i] || length == 1 || other[i] == 1,
              MSG(kTorchArgumentShapesMisfit,
                  "the shapes of its arguments cannot be broadcast: an axis has lengths {first} "
                  "and {second}",
                  length, other[i]));
      if (length == 1) length = other[i];
    }
  }
  PyList results;
  for (const Expr& tensor : tensors) results.emplace_back(BroadcastTo(tensor, shape));
  return PyValue::List(std::move(results));
}

PyValue RepeatInterleave(TorchCall& call) {
  Expr data = call.tensor(0);
  int64_t repeats = call[1].integer();
  int64_t axis = 0;
  if (call.get(2).is_none()) {
    data = Reshape(data, Ints{-1});
  } else {
    axis = call[2].integer();
  }
  return RepeatAlong(data, repeats, axis);
}

// Torch gives the paddings of the last axis first. A negative number removes elements.
PyValue PadOf(TorchCall& call, const std::string& mode, const PyValue& value) {
  Expr data = call.tensor(0);
  Ints given = call[1].is_list() ? call[1].ints() : TorchShape(call.tensor(1));
  std::vector<std::pair<int64_t, int64_t>> pairs(static_cast<size_t>(RankOf(data)));
  Require(call, given.size() <= 2 * pairs.size(),
          MSG(kTorchPaddingTooLong, "it takes at most {limit} padding numbers, not {actual}",
              2 * pairs.size(), given.size()));
  bool any = false, removes = false;
  for (size_t i = 0; i + 1 < given.size(); i += 2) {
    pairs[pairs.size() - 1 - i / 2] = {given[i], given[i + 1]};
    any |= given[i] > 0 || given[i + 1] > 0;
    removes |= given[i] < 0 || given[i + 1] < 0;
  }
  if (removes) {
    Ints begin, end = TorchShape(data);
    for (size_t i = 0; i < pairs.size(); ++i) {
      auto& [before, after] = pairs[i];
      before = std::max(before, -std::numeric_limits<int64_t>::max());
      begin.push_back(std::max<int64_t>(-before, 0));
      end[i] += std::min<int64_t>(after, 0);
      before = std::max<int64_t>(before, 0);
      after = std::max<int64_t>(after, 0);
    }
    data = StridedSlice(data, begin, end);
  }
  if (!any) return data;
  DataType dtype = DtypeOf(data);
  bool constant = mode == "constant";
  Expr fill = !constant            ? ConstInt(0)
              : value.is_expr()    ? value.tensor()
              : IsTorchReal(dtype) ? value.expr()
                                   : TorchConst(value, dtype);
  return Pad(data, pairs, fill, mode);
}

PyValue PadWithMode(TorchCall& call) {
  std::string mode = call.get(2).is_none() ? "constant" : call[2].text();
  Require(call, mode != "circular",
          MSG(kTorchCircularPadding, "circular padding is not supported"));
  if (mode == "replicate") mode = "edge";
  bool given = call.size() == 4 && !call[3].is_none();
  return PadOf(call, mode, given ? call[3] : PyValue(0));
}

// The code only compares with None.
PyValue Identical(TorchCall& call) {
  Require(call, call[0].is_none() || call[1].is_none(),
          MSG(kTorchIdentityOfValues, "it can only compare a value with None"));
  bool is = call[0].is_none() && call[1].is_none();
  return is == (call.node->kind == "aten::__is__");
}

PyValue ShapeAsTensor(TorchCall& call) { return ShapeTensor(call.tensor(0), DataType::Int(64)); }

}  // namespace

void AddShapeConverters(TorchConverterTable* table) {
  table->Add("aten::squeeze", SqueezeOf);
  table->Add("aten::unsqueeze", [](TorchCall& call) -> PyValue {
    return ExpandDims(call.tensor(0), call[1].integer());
  });
  table->Add("aten::cat", [](TorchCall& call) -> PyValue {
    if (!call[0].is_list()) return CatTorchList(call);
    return Concatenate(PromoteTorch(call[0].list(), call), call[1].integer());
  });
  table->Add("aten::stack", [](TorchCall& call) -> PyValue {
    if (!call[0].is_list()) return StackTorchList(call);
    return Stack(PromoteTorch(call[0].list(), call), call[1].integer());
  });
  for (const char* name : {"aten::transpose", "aten::t", "aten::permute"}) {
    table->Add(name, TransposeOf);
  }
  table->Add("aten::numpy_T", [](TorchCall& call) -> PyValue { return Transpose(call.tensor(0)); });
  table->Add("aten::flatten", Flatten);
  table->Add("aten::unflatten", Unflatten);
  table->Add("aten::dim", [](TorchCall& call) -> PyValue { return RankOf(call.tensor(0)); });
  for (const char* name : {"aten::__is__", "aten::__isnot__"}) {
    table->Add(name, Identical);
  }
  table->Add("aten::size", Size);
  table->Add("aten::numel", [](TorchCall& call) -> PyValue {
    return Op("ndarray_size", {call.tensor(0)}, {{"dtype", DataType::Int(32)}});
  });
  table->Add("aten::_shape_as_tensor", ShapeAsTensor);
  table->Add("aten::view", View);
  table->Add("aten::reshape", ReshapeOf);
  table->Add("aten::reshape_as", [](TorchCall& call) -> PyValue {
    return Reshape(call.tensor(0), TorchShape(call.tensor(1)));
  });
  table->Add("aten::expand", Expand);
  table->Add("aten::expand_as", ExpandAs);
  table->Add("aten::broadcast_tensors", BroadcastTensors);
  table->Add("aten::repeat",
             [](TorchCall& call) -> PyValue { return Tile(call.tensor(0), call[1].ints()); });
  table->Add("aten::repeat_interleave", RepeatInterleave);
  table->Add("aten::pad", PadWithMode);
  table->Add("aten::constant_pad_nd",
             [](TorchCall& call) { return PadOf(call, "constant", call[2]); });
  for (const char* name : {"aten::reflection_pad1d", "aten::reflection_pad2d"}) {
    table->Add(name, [](TorchCall& call) { return PadOf(call, "reflect", PyValue(0)); });
  }
  for (const char* name :
       {"aten::replication_pad1d", "aten::replication_pad2d", "aten::replication_pad3d"}) {
    table->Add(name, [](TorchCall& call) { return PadOf(call, "edge", PyValue(0)); });
  }
}

}  // namespace passcope::frontend
