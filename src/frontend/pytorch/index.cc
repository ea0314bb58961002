// Selecting elements by index or mask.
#include <algorithm>

#include "frontend/pytorch/converter.h"
#include "op/axes.h"

namespace passcope::frontend {
namespace {

// A condition of any type as a condition of bools.
Expr Mask(const Expr& condition) {
  return DtypeOf(condition).is_bool() ? condition : Cast(condition, DataType::Bool());
}

PyValue WhereOf(TorchCall& call) {
  if (call.size() == 1) return PyValue::Fields(Unbind(Op("argwhere", {call.tensor(0)}), 1));
  std::vector<Expr> values = PromoteTorch(call.some(1, 2), call);
  return Where(Mask(call.tensor(0)), values[0], values[1]);
}

// The places of a mask's true elements, one tensor of indices for each of its axes.
std::vector<Expr> PlacesOf(const Expr& mask) {
  Expr places = Op("argwhere", {mask});
  if (RankOf(mask) == 1) return {Squeeze(places, Ints{1})};
  return FieldsOfTuple(Unbind(places, 1));
}

bool IsMask(const Expr& indices) {
  return DtypeOf(indices).is_bool() || DtypeOf(indices) == DataType::UInt(8);
}

// The indices into the leading axes of a tensor. Axes without indices are null.
std::vector<Expr> IndicesOf(const PyValue& list) {
  std::vector<Expr> indices;
  for (const PyValue& index : list.list()) {
    if (index.is_none()) {
      indices.emplace_back();
    } else if (IsMask(index.tensor())) {
      for (Expr& places : PlacesOf(Mask(index.tensor()))) indices.push_back(std::move(places));
    } else {
      indices.push_back(index.tensor());
    }
  }
  while (!indices.empty() && !indices.back()) indices.pop_back();
  return indices;
}

// The axes with indices come first.
struct IndexedAxes {
  IndexedAxes(const std::vector<Expr>& indices, int64_t rank) {
    for (size_t i = 0; i < static_cast<size_t>(rank); ++i) {
      bool indexed = i < indices.size() && indices[i];
      if (!indexed) others.push_back(static_cast<int64_t>(i));
      if (!indexed) continue;
      if (!order.empty() && order.back() + 1 != static_cast<int64_t>(i)) adjacent = false;
      order.push_back(static_cast<int64_t>(i));
      given.push_back(indices[i]);
    }
    // The result's axes of adjacent indices stay in their place, others come first.
    first = adjacent && !order.empty() ? order[0] : 0;
    order.insert(order.end(), others.begin(), others.end());
  }
  std::vector<Expr> given;
  Ints order, others;
  bool adjacent = true;
  int64_t first = 0;
};

// data[i, j, …]. A mask selects the places where it is true.
PyValue Index(TorchCall& call) {
  const Expr& data = call.tensor(0);
  IndexedAxes axes(IndicesOf(call[1]), RankOf(data));
  if (axes.given.empty()) return data;
  std::vector<Expr> inputs = {data};
  bool in_front = axes.given.size() + axes.others.size() == axes.order.size() &&
                  std::is_sorted(axes.order.begin(), axes.order.end());
  if (!in_front) inputs[0] = Transpose(data, axes.order);
  inputs.insert(inputs.end(), axes.given.begin(), axes.given.end());
  Expr taken = Op("adv_index", {MakeTuple(inputs)});
  if (axes.first == 0) return taken;
  // Moves the axes before the indices to the front again.
  auto count = RankOf(taken) - static_cast<int64_t>(axes.others.size());
  Ints order;
  for (int64_t i = 0; i < axes.first; ++i) order.push_back(count + i);
  for (int64_t i = 0; i < count; ++i) order.push_back(i);
  for (int64_t i = count + axes.first; i < RankOf(taken); ++i) order.push_back(i);
  return Transpose(taken, order);
}

// The indices may have fewer elements along other axes than the data.
PyValue GatherOf(TorchCall& call) {
  Expr data = call.tensor(0);
  const Expr& indices = call.tensor(2);
  Ints shape = TorchShape(data), end = TorchShape(indices);
  auto axis = FindAxis(call[1].integer(), shape.size());
  if (axis && end.size() == shape.size()) {
    end[*axis] = shape[*axis];
    if (end != shape) data = StridedSlice(data, Ints(end.size(), 0), end);
  }
  return Gather(data, call[1].integer(), indices);
}

PyValue MaskedFill(TorchCall& call) {
  const Expr& data = call.tensor(0);
  Expr value = Cast(call[2].expr(), DtypeOf(data));
  return Where(Mask(call.tensor(1)), value, data);
}

// Values at places. The first axis of the indices has the parts of an index.
PyValue IndexPut(TorchCall& call) {
  Expr data = call.tensor(0);
  Expr value = call[2].expr();
  if (DtypeOf(value) != DtypeOf(data)) value = Cast(value, DtypeOf(data));
  bool accumulate = call.get("accumulate").truth();
  const PyList& given = call[1].list();
  if (given.size() == 1 && given[0].is_expr() && IsMask(given[0].tensor())) {
    // The values for the true elements of a mask must be the same for all of them.
    Expr mask = Mask(given[0].tensor());
    int64_t inner = RankOf(data) - RankOf(mask);
    if (inner < 0 || RankOf(value) > inner) FailTorchArgument(call, "values");
    if (inner > 0) mask = ExpandDims(mask, RankOf(mask), inner);
    if (accumulate) value = Add(data, value);
    return Where(mask, value, data);
  }
  std::vector<Expr> indices;
  Ints common;
  for (const PyValue& index : given) {
    if (!index.is_expr() || IsMask(index.tensor())) FailTorchArgument(call, "indices");
    indices.push_back(index.tensor());
    Ints shape = TorchShape(indices.back());
    if (shape.size() > common.size())
      common.insert(common.begin(), shape.size() - common.size(), 1);
    for (size_t i = 0; i < shape.size(); ++i) {
      int64_t& length = common[common.size() - shape.size() + i];
      if (length == 1) length = shape[i];
    }
  }
  Ints shape = TorchShape(data);
  Require(call, !indices.empty() && indices.size() <= shape.size(),
          MSG(kTorchIndexTensorCount, "it needs 1 to {rank} tensors of indices, not {count}",
              shape.size(), indices.size()));
  for (Expr& index : indices) {
    if (TorchShape(index) != common) index = BroadcastTo(index, common);
  }
  Ints updates = common;
  updates.insert(updates.end(), shape.begin() + static_cast<ptrdiff_t>(indices.size()),
                 shape.end());
  if (TorchShape(value) != updates) value = BroadcastTo(value, updates);
  return Op("scatter_nd", {data, Stack(indices, 0), value},
            {{"mode", std::string(accumulate ? "add" : "update")}});
}

}  // namespace

void AddIndexConverters(TorchConverterTable* table) {
  table->Add("aten::where", WhereOf);
  table->Add("aten::embedding", [](TorchCall& call) -> PyValue {
    return Take(call.tensor(0), Cast(call.tensor(1), DataType::Int(32)), 0);
  });
  table->Add("aten::gather", GatherOf);
  table->Add("aten::index", Index);
  table->Add("aten::index_put", IndexPut);
  table->Add("aten::masked_fill", MaskedFill);
}

}  // namespace passcope::frontend
