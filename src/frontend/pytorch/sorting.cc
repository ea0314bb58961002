// Sorting, searching and sets.
#include "diagnostics/diagnostic.h"
#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

Expr Argsort(const Expr& data, int64_t axis, bool descending) {
  return Op("argsort", {data},
            {{"axis", axis}, {"is_ascend", !descending}, {"dtype", DataType::Int(32)}});
}

// Relay's operator is stable, so `stable` needs nothing.
Expr ArgsortOf(const TorchCall& call) {
  call.get("stable");
  return Argsort(call.tensor(0), call.get("dim").integer(), call.get("descending").truth());
}

PyValue ConvertSort(TorchCall& call) {
  Expr indices = ArgsortOf(call);
  return PyValue::Tuple({Gather(call.tensor(0), call.get("dim").integer(), indices), indices});
}

PyValue ConvertArgsort(TorchCall& call) { return ArgsortOf(call); }

PyValue ConvertTopk(TorchCall& call) {
  Require(call, call[4].truth(), MSG(kTorchResultsMustBeSorted, "`sorted` must be True"));
  Expr both = Op("topk", {call.tensor(0)},
                 {{"k", call[1].integer()},
                  {"axis", call[2].integer()},
                  {"ret_type", std::string("both")},
                  {"is_ascend", !call[3].truth()},
                  {"dtype", DataType::Int(64)}});
  return PyValue::Tuple({Field(both, 0), Field(both, 1)});
}

// The first `size` elements of `data`.
Expr Cut(const Expr& data, const Expr& size) {
  Ints begin = {0};
  return StridedSlice(data, ConstInts(begin), size, nullptr, "size");
}

PyValue ConvertUnique(TorchCall& call) {
  bool counts = call[3].truth();
  // Always sorts, and always gives the places of the elements.
  call[1];
  call[2];
  Expr data = call.tensor(0);
  int64_t rank = RankOf(data);
  Ints shape = rank == 1 ? Ints{} : TorchShape(data);
  if (rank != 1) data = Reshape(data, Ints{-1});
  Expr all = Op("unique", {data}, {{"sorted", true}, {"return_counts", counts}});
  Expr values = Field(all, 0), inverse = Field(all, 2), size = Field(all, 3);
  if (rank != 1) inverse = Reshape(inverse, shape);
  PyList results = {Cut(values, size), inverse};
  if (counts) results.emplace_back(Cut(Field(all, 4), size));
  return PyValue::Tuple(std::move(results));
}

PyValue Search(const TorchCall& call, const Expr& sorted, const Expr& wanted, bool out_int32,
               bool right) {
  PyValue side = call.get("side");
  if (!side.is_none()) {
    if (side.text() != "left" && side.text() != "right") FailTorchArgument(call, "side");
    right = side.text() == "right";
  }
  bool scalar = RankOf(wanted) == 0;
  Expr values = scalar ? ExpandDims(wanted, 0) : wanted;
  Expr found = Op("searchsorted", {sorted, values},
                  {{"right", right}, {"dtype", out_int32 ? DataType::Int(32) : DataType::Int(64)}});
  return scalar ? Squeeze(found) : found;
}

PyValue ConvertSearchsorted(TorchCall& call) {
  return Search(call, call.tensor(0), call[1].expr(), call[2].truth(), call[3].truth());
}

PyValue ConvertBucketize(TorchCall& call) {
  return Search(call, call.tensor(1), call[0].expr(), call[2].truth(), call[3].truth());
}

}  // namespace

void AddSortingConverters(TorchConverterTable* table) {
  table->Add("aten::_unique2", ConvertUnique);
  table->Add("aten::argsort", ConvertArgsort);
  table->Add("aten::bucketize", ConvertBucketize);
  table->Add("aten::searchsorted", ConvertSearchsorted);
  table->Add("aten::sort", ConvertSort);
  table->Add("aten::topk", ConvertTopk);
}

}  // namespace passcope::frontend
