// ToANormalForm: binds every intermediate result by a let.
//
// Why: the order of evaluation is explicit and every value has a name. A later pass, an interpreter
// or a reader can follow the program line by line. Constants are bound too. Operators, variables
// and the insides of primitive functions stay. InferType infers the types.
//
//   before  add(multiply(%x, %x), %x)
//   after   let %x_0 = multiply(%x, %x); let %x_1 = add(%x_0, %x); %x_1
#include "pass/registry.h"
#include "transforms/normal_form.h"

namespace passcope::transform {

Pass ToANormalForm() {
  return CreateModulePass(
      [](const IRModule& module, PassContext&) { return ToNormalForm(module, NormalForm::kA); },
      TableInfo("ToANormalForm"));
}

}  // namespace passcope::transform
