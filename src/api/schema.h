// All declarations of the engine as one JSON document. Other languages make types, classes, checks
// and flags from it.
#pragma once

#include <string>

namespace passcope {

// {
//   "records":     [{name, doc, tuple?: true, fields: [{name, type, doc, optional?: true}]}],
//   "hooks":       [{name, takes: [name], doc, beyondTvm}],
//   "decisions":   [{name, arguments: [{name, type}], text, doc}],
//   "instruments", "passes", "models", "configKeys", "diagnostics": the tables (api/tables.h)
// }
//
// Types are texts of the grammar in schema/type_text.h. A record with `tuple` is an array of its
// fields. A decision's arguments are fields of the record Decision, whose `kind` is its name.
std::string DescribeSchema();

}  // namespace passcope
