// Selecting elements by index or mask.
#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

PyValue WhereOf(TorchCall& call) {
  if (call.size() == 1) return PyValue::Fields(Unbind(Op("argwhere", {call.tensor(0)}), 1));
  std::vector<Expr> values =
      PromoteTorch(std::span<const PyValue>(call.inputs).subspan(1, 2), call);
  return Where(call.tensor(0), values[0], values[1]);
}

// data[i, j, …]. A mask selects the places where it is true.
PyValue Index(TorchCall& call) {
  std::vector<Expr> inputs = {call.tensor(0)};
  for (const PyValue& index : call[1].list()) {
    Require(call, index.is_expr(),
            MSG(kTorchIndexAxisWithoutIndices,
                "every index must be a tensor, so axes without an index are not supported"));
    const Expr& indices = index.tensor();
    bool mask = DtypeOf(indices).is_bool();
    inputs.push_back(mask ? Squeeze(Op("argwhere", {indices}), Ints{1}) : indices);
  }
  return Op("adv_index", {MakeTuple(inputs)});
}

PyValue MaskedFill(TorchCall& call) {
  Expr value = Cast(call[2].expr(), call.dtype(0));
  return Where(call.tensor(1), value, call.tensor(0));
}

}  // namespace

void AddIndexConverters(TorchConverterTable* table) {
  table->Add("aten::where", WhereOf);
  table->Add("aten::embedding", [](TorchCall& call) -> PyValue {
    return Take(call.tensor(0), Cast(call.tensor(1), DataType::Int(32)), 0);
  });
  table->Add("aten::gather", [](TorchCall& call) -> PyValue {
    return Gather(call.tensor(0), call[1].integer(), call.tensor(2));
  });
  table->Add("aten::index", Index);
  table->Add("aten::masked_fill", MaskedFill);
}

}  // namespace passcope::frontend
