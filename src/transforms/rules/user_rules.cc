// The tables of rules that users register.
#include "transforms/rules/user_rules.h"

namespace passcope {

UserRuleTables& UserRules() {
  // Never freed: the rules can hold objects of a host that has already ended.
  thread_local auto* tables = new UserRuleTables;
  return *tables;
}

}  // namespace passcope
