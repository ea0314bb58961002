// Elements at computed places: scatter, index_put, masks, counts, running sums.
#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

Expr ScatterAdd(const Expr& data, const Expr& indices, const Expr& updates, int64_t axis) {
  return Op("scatter_add", {data, indices, updates}, {{"axis", axis}});
}

PyValue ConvertScatter(TorchCall& call) {
  return Op("scatter", {call.tensor(0), call.tensor(2), call[3].expr()},
            {{"axis", call[1].integer()}});
}

PyValue ConvertScatterAdd(TorchCall& call) {
  return ScatterAdd(call.tensor(0), call.tensor(2), call.tensor(3), call[1].integer());
}

PyValue ConvertIndexPut(TorchCall& call) {
  // One tensor of indices. The first axis has the parts of an index.
  std::vector<Expr> indices;
  for (const PyValue& index : call[1].list()) indices.push_back(index.tensor());
  bool accumulate = call[3].truth();
  return Op("scatter_nd", {call.tensor(0), Stack(indices, 0), call[2].expr()},
            {{"mode", std::string(accumulate ? "add" : "update")}});
}

Expr Argwhere(const Expr& condition) { return Op("argwhere", {condition}); }

PyValue ConvertNonzero(TorchCall& call) {
  Expr places = Argwhere(call.tensor(0));
  if (call.get(1).truth()) return PyValue::Fields(Unbind(places, 1));
  return places;
}

PyValue ConvertNonzeroNumpy(TorchCall& call) { return Argwhere(call.tensor(0)); }

PyValue ConvertMaskedSelect(TorchCall& call) {
  std::vector<Expr> taken = {call.tensor(0)};
  for (const Expr& field : FieldsOfTuple(Unbind(Argwhere(call.tensor(1)), 1))) {
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
  if (!call[2].is_none()) dtype = DtypeOfTorchNumber(call[2]);
  return Op("cumsum", {call.tensor(0)}, {{"axis", call[1].integer()}, {"dtype", dtype}});
}

}  // namespace

void AddScatterConverters(TorchConverterTable* table) {
  table->Add("aten::bincount", ConvertBincount);
  table->Add("aten::cumsum", ConvertCumsum);
  table->Add("aten::index_put", ConvertIndexPut);
  table->Add("aten::masked_select", ConvertMaskedSelect);
  table->Add("aten::nonzero", ConvertNonzero);
  table->Add("aten::nonzero_numpy", ConvertNonzeroNumpy);
  table->Add("aten::one_hot", ConvertOneHot);
  table->Add("aten::scatter", ConvertScatter);
  table->Add("aten::scatter_add", ConvertScatterAdd);
}

}  // namespace passcope::frontend
