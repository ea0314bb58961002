// The tables of rules that users register.
#include "transforms/rules/user_rules.h"

namespace passcope {

UserRuleTables& UserRules() {
  // Never freed: what the rules hold may belong to a host that has ended by then.
  thread_local auto* tables = new UserRuleTables;
  return *tables;
}

}  // namespace passcope
