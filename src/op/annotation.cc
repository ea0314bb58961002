// Operators that mark expressions and compute nothing.
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
      {"annotation.stop_fusion", nullptr, "Keeps what comes before from fusing with what follows."},
      {"annotation.checkpoint", nullptr,
       "Marks a value that is kept, not computed again, while training."},
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
                  .attrs_in_metadata = row.schema != nullptr});
  }
}

}  // namespace passcope
