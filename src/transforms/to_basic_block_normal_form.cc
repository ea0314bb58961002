// ToBasicBlockNormalForm: binds expressions that several blocks (branches, functions) share by
// lets.
//
// Why: in a graph, an expression that two branches share has no place of its own. Bound where the
// branches meet, it is computed once. Within a block, the graph stays.
//
//   before  %0 = add(%x, %x); if (%c) { nn.relu(%0) } else { %0 }, with %0 first met in a branch
//   after   let %x_0 = add(%x, %x); if (%c) { nn.relu(%x_0) } else { %x_0 }
#include "pass/registry.h"
#include "transforms/normal_form.h"

namespace passcope::transform {

Pass ToBasicBlockNormalForm() {
  return CreateModulePass(
      [](const IRModule& module, PassContext&) {
        return ToNormalForm(module, NormalForm::kBasicBlock);
      },
      TableInfo("ToBasicBlockNormalForm"));
}

}  // namespace passcope::transform
