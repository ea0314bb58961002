// The list of operator families.
#include "op/families.h"

namespace passcope {

void RegisterAllOps(OpRegistry& registry) { (void)registry; }

}  // namespace passcope
