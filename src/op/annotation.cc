// Operators that mark expressions and compute nothing, and those of the virtual machine.
#include "op/attrs_tensor.h"
#include "op/families.h"
#include "op/relations.h"

namespace passcope {
namespace {

RelStatus KillRel(TypeRelContext& context) { return context.Return(TupleType({})); }

RelStatus ReshapeTensorRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const std::vector<int64_t>& shape = context.attrs<ReshapeTensorAttrs>().newshape;
  for (int64_t size : shape) {
    if (size >= 0) continue;
    return Fail(context, DiagKind::kBadAttribute, -1,
                Say("newshape is {shape}, a size cannot be {size}", IntsText(shape), size));
  }
  return context.Return(TensorType(Shape(shape.begin(), shape.end()), data->dtype));
}

}  // namespace

void RegisterAnnotationOps(OpRegistry& registry) {
  struct Row {
    const char* name;
    const AttrSchema& (*schema)();
    const char* doc;
  };
  constexpr Row kRows[] = {
      {"annotation.stop_fusion", nullptr, "Keeps what comes before from fusing with what follows."},
      {"annotation.checkpoint", nullptr,
       "Marks a value that is kept, not computed again, while training."},
      {"annotation.cast_hint", CastHintAttrs::Schema,
       "Marks a value that is to be computed in a data type."},
      {"annotation.bitpack_start", nullptr, "Begins a region whose data are packed as bits."},
      {"annotation.bitpack_end", nullptr, "Ends a region whose data are packed as bits."},
      {"annotation.compiler_begin", CompilerAttrs::Schema,
       "Begins a region that another compiler takes."},
      {"annotation.compiler_end", CompilerAttrs::Schema,
       "Ends a region that another compiler takes."},
  };
  for (const Row& row : kRows) {
    registry.Add({.name = row.name,
                  .doc = row.doc,
                  .args = {{"data", "Any", "The expression that is marked."}},
                  .schema = row.schema,
                  .relation = AnyIdentityRel,
                  .pattern = OpPattern::kOpaque,
                  .support_level = 10,
                  .traits = row.schema ? With(OpTrait::kAttrsInMetadata, LayoutInference::kElemwise)
                                       : With(LayoutInference::kElemwise)});
  }
  registry.Add({.name = "memory.kill",
                .doc = "Gives a variable's memory back.",
                .args = {{"to_free", "Any", "The variable."}},
                .relation = KillRel,
                .traits = With(OpTrait::kStateful, OpTrait::kNonComputational)});
  registry.Add({.name = "vm.reshape_tensor",
                .doc = "The same elements in another shape.",
                .args = {kDataArg, {"shape", "Tensor", "The shape, as a tensor."}},
                .schema = ReshapeTensorAttrs::Schema,
                .relation = ReshapeTensorRel,
                .traits = With(OpTrait::kNonComputational)});
}

}  // namespace passcope
