#include "ir/intermediate_var.h"

#include <string>
#include <vector>

#include "support/per_engine.h"

namespace passcope {

Expr IntermediateVar(uint32_t number, const Type& annotation, const Type& checked_type) {
  PASSCOPE_PER_ENGINE std::vector<Name> names;
  if (number >= names.size()) names.resize(number + 1);
  Name& name = names[number];
  if (name.empty()) name = Name("x_" + std::to_string(number));
  return VarWith(VarId(new VarIdNode(name)), annotation, checked_type);
}

}  // namespace passcope
