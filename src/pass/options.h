// Options of passes, instruments and models: plain structs whose fields a table describes. All
// options that are given by name are checked here.
#pragma once

#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/attrs.h"

namespace passcope {

// Returns null if the option was not given.
const AttrValue* FindOption(const AttrDict& options, std::string_view name);

// Says what a field of the type accepts instead of `value`, such as "a boolean".
Message ExpectedOf(AttrType type, const AttrValue& value);

// Sets the fields of `object` to their defaults, then to the given values. Throws DiagnosticError
// of the given kind for an unknown name, a value of a wrong type, or a missing option. The message
// names `owner`, which is the pass, instrument or model.
void SetOptions(void* object, const std::vector<AttrField>& fields, std::string_view owner,
                const AttrDict& given, DiagKind kind);

template <class Options>
Options ReadOptions(const std::vector<AttrField>& fields, std::string_view owner,
                    const AttrDict& given, DiagKind kind = DiagKind::kBadPassOption) {
  Options options{};
  SetOptions(&options, fields, owner, given, kind);
  return options;
}
// For owners without options. Throws DiagnosticError (kBadPassOption) if an option is given.
void CheckNoOptions(std::string_view owner, const AttrDict& given);

}  // namespace passcope
