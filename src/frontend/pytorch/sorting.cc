// Sorting, searching and sets.
#include "diagnostics/diagnostic.h"
#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

Expr Argsort(const Expr& data, int64_t axis, bool descending) {
  return Op("argsort", {data},
            {{"axis", axis}, {"is_ascend", !descending}, {"dtype", DataType::Int(32)}});
}

PyValue ConvertSort(TorchCall& call) {
  const Expr& data = call.tensor(0);
  int64_t axis = call[1].integer();
  Expr indices = Argsort(data, axis, call[2].truth());
  return PyValue::Tuple({Gather(data, axis, indices), indices});
}

PyValue ConvertArgsort(TorchCall& call) {
  return Argsort(call.tensor(0), call[1].integer(), call[2].truth());
}

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
  // TVM always sorts.
  Expr all = Op("unique", {call.tensor(0)}, {{"sorted", true}, {"return_counts", counts}});
  Expr values = Field(all, 0), inverse = Field(all, 2), size = Field(all, 3);
  PyList results = {Cut(values, size), inverse};
  if (counts) results.emplace_back(Cut(Field(all, 4), size));
  return PyValue::Tuple(std::move(results));
}

PyValue Search(const TorchCall& call, const Expr& sorted, const Expr& wanted, bool out_int32,
               bool right) {
  bool scalar = RankOf(wanted) == 0;
  Expr values = scalar ? ExpandDims(wanted, 0) : wanted;
  Expr found = Op("searchsorted", {sorted, values},
                  {{"right", right}, {"dtype", out_int32 ? DataType::Int(32) : DataType::Int(64)}});
  for (size_t i = 4; i < call.size(); ++i) {
    Require(call, call[i].is_none(),
            MSG(kTorchSorterOrSideGiven, "`side` and `sorter` are not supported"));
  }
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
