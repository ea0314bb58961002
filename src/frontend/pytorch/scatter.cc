// Elements at computed places: scatter, index_put, masks, counts, running sums.
#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

Expr ScatterAdd(const Expr& data, const Expr& indices, const Expr& updates, int64_t axis) {
  return Op("scatter_add", {data, indices, updates}, {{"axis", axis}});
}

// The values for the indices in argument 2: the leading part of argument 3, or one number.
Expr UpdatesOf(const TorchCall& call) {
  DataType dtype = DtypeOf(call.tensor(0));
  Ints shape = TorchShape(call.tensor(2));
  if (!call[3].is_expr()) return Full(TorchConst(call[3], dtype), shape, dtype);
  const Expr& source = call.tensor(3);
  Ints given = TorchShape(source);
  if (given == shape) return source;
  if (given.empty()) return BroadcastTo(source, shape);
  return StridedSlice(source, Ints(given.size(), 0), shape);
}

PyValue ConvertScatterAdd(TorchCall& call) {
  return ScatterAdd(call.tensor(0), call.tensor(2), UpdatesOf(call), call[1].integer());
}

PyValue ConvertScatter(TorchCall& call) {
  PyValue reduce = call.get("reduce");
  if (!reduce.is_none()) {
    bool add = reduce.text() == "add" || reduce.text() == "sum";
    PyValue include_self = call.get("include_self");
    if (!include_self.is_none() && !include_self.truth()) FailTorchArgument(call, "include_self");
    if (!add) FailTorchArgument(call, "reduce");
    return ConvertScatterAdd(call);
  }
  return Op("scatter", {call.tensor(0), call.tensor(2), UpdatesOf(call)},
            {{"axis", call[1].integer()}});
}

Expr Argwhere(const Expr& condition) { return Op("argwhere", {condition}); }

PyValue ConvertNonzero(TorchCall& call) {
  Expr places = Argwhere(call.tensor(0));
  if (call.get(1).truth()) return PyValue::Fields(Unbind(places, 1));
  return places;
}

PyValue ConvertNonzeroNumpy(TorchCall& call) { return Argwhere(call.tensor(0)); }

PyValue ConvertMaskedSelect(TorchCall& call) {
  Expr data = call.tensor(0), mask = call.tensor(1);
  Ints shape = TorchShape(data), places = TorchShape(mask);
  if (shape != places) {
    Ints common = shape.size() >= places.size() ? shape : places;
    const Ints& other = shape.size() >= places.size() ? places : shape;
    for (size_t i = 0; i < other.size(); ++i) {
      int64_t& length = common[common.size() - other.size() + i];
      if (length == 1) length = other[i];
    }
    if (shape != common) data = BroadcastTo(data, common);
    if (places != common) mask = BroadcastTo(mask, common);
  }
  std::vector<Expr> taken = {data};
  for (const Expr& field : FieldsOfTuple(Unbind(Argwhere(mask), 1))) {
    taken.push_back(field);
  }
  return Op("adv_index", {MakeTuple(taken)});
}

PyValue ConvertOneHot(TorchCall& call) {
  DataType dtype = DataType::Int(32);
  Expr indices = Cast(call.tensor(0), dtype);
  int64_t classes = call[1].integer();
  Require(call, classes != -1, MSG(kTorchClassCountMissing, "the number of classes must be given"));
  return OneHot(indices, ConstInt(1, dtype), ConstInt(0, dtype), classes, -1, dtype);
}

PyValue ConvertBincount(TorchCall& call) {
  Expr data = call.tensor(0);
  DataType given = DtypeOf(data), int32 = DataType::Int(32);
  if (given == DataType::Int(64)) data = Cast(data, int32);
  Expr size = Add(Reduce("max", data, std::nullopt), ConstInt(1, int32));
  PyValue least = TorchNumber(call, "minlength");
  if (least.integer() > 0) size = Op("maximum", {size, ConstInt(least.integer(), int32)});
  DataType dtype = int32;
  Expr updates;
  if (call[1].is_expr()) {
    updates = call.tensor(1);
    dtype = DtypeOf(updates);
  } else {
    updates = Op("ones_like", {data});
  }
  Expr counts = Zeros(Reshape(size, Ints{1}), dtype);
  Expr result = ScatterAdd(counts, data, updates, 0);
  return given == int32 ? Cast(result, DataType::Int(64)) : result;
}

PyValue ConvertCumsum(TorchCall& call) {
  DataType dtype = DataType::Void();
  DataType given = DtypeOf(call.tensor(0));
  if (!call[2].is_none()) {
    dtype = DtypeOfTorchNumber(call[2]);
  } else if (!IsTorchReal(given) && given != DataType::Int(64)) {
    dtype = DataType::Int(64);
  }
  return Op("cumsum", {call.tensor(0)}, {{"axis", call[1].integer()}, {"dtype", dtype}});
}

}  // namespace

void AddScatterConverters(TorchConverterTable* table) {
  table->Add("aten::bincount", ConvertBincount);
  table->Add("aten::cumsum", ConvertCumsum);
  table->Add("aten::masked_select", ConvertMaskedSelect);
  table->Add("aten::nonzero", ConvertNonzero);
  table->Add("aten::nonzero_numpy", ConvertNonzeroNumpy);
  table->Add("aten::one_hot", ConvertOneHot);
  table->Add("aten::scatter", ConvertScatter);
  table->Add("aten::scatter_add", ConvertScatterAdd);
  table->Add("aten::scatter_reduce", ConvertScatter);
}

}  // namespace passcope::frontend
