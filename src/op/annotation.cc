// Operators that mark expressions without computing anything.
#include "op/attrs_tensor.h"
#include "op/families.h"
#include "op/relations.h"

namespace passcope {

void RegisterAnnotationOps(OpRegistry& registry) {
  struct Row {
    const char* name;
    const AttrSchema& (*schema)();
    const char* doc;
  };
  constexpr Row kRows[] = {
      {"annotation.stop_fusion", nullptr,
       "Prevents fusing the operators before it with those after it."},
      {"annotation.checkpoint", nullptr,
       "Marks a value that training keeps instead of computing it again."},
      {"annotation.cast_hint", CastHintAttrs::Schema,
       "Marks a value to compute in a given data type."},
      {"annotation.bitpack_start", nullptr, "Begins a region whose data is packed as bits."},
      {"annotation.bitpack_end", nullptr, "Ends a region whose data is packed as bits."},
      {"annotation.compiler_begin", CompilerAttrs::Schema,
       "Begins a region for an external compiler."},
      {"annotation.compiler_end", CompilerAttrs::Schema, "Ends a region for an external compiler."},
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
  constexpr ArgDecl kBody = {"body", "Any", "The expression that is marked."};
  registry.Add({.name = "on_device",
                .doc = "Marks an expression to compute on a device.",
                .args = {kBody},
                .schema = OnDeviceAttrs::Schema,
                .relation = AnyIdentityRel,
                .traits = With(OpTrait::kNonComputational, LayoutInference::kElemwise)});
  registry.Add({.name = "device_copy",
                .doc = "The input, copied from one device to another.",
                .args = {{"data", "Any", "The input tensor."}},
                .schema = DeviceCopyAttrs::Schema,
                .relation = AnyIdentityRel,
                .traits = With(LayoutInference::kElemwise)});
  // TVM's partial evaluator marks functions with this operator. It has no type relation there.
  registry.Add({.name = "annotation.with_funcid",
                .doc = "Marks a function with a number.",
                .args = {{"func", "Function", "The function that is marked."}},
                .schema = WithFuncIdAttrs::Schema,
                .relation = AnyIdentityRel});
  registry.Add({.name = "debug",
                .doc = "The input itself; TVM's interpreter calls a function with it.",
                .args = {{"program", "Tuple", "The expression whose value is returned."}},
                .schema = DebugAttrs::Schema,
                .relation = AnyIdentityRel,
                .support_level = 1});
}

}  // namespace passcope
