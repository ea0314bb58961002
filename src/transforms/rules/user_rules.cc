// The tables of rules that users register.
#include "transforms/rules/user_rules.h"

#include "support/per_engine.h"

namespace passcope {

UserRuleTables& UserRules() {
  // Never freed: the rules can hold objects of a host that has already ended.
  PASSCOPE_PER_ENGINE auto* tables = new UserRuleTables;
  return *tables;
}

}  // namespace passcope
