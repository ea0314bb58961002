// The tables of rules that users register.
#include "transforms/rules/own_rules.h"

namespace passcope {

OwnRuleTables& OwnRules() {
  // Never freed: what the rules hold may belong to a host that has ended by then.
  thread_local auto* tables = new OwnRuleTables;
  return *tables;
}

}  // namespace passcope
