// Options of passes, instruments and models: plain structs whose fields a table describes. Here is
// the one place where what somebody gives by name is checked.
#pragma once

#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/attrs.h"

namespace passcope {

// Null when it was not given.
const AttrValue* FindOption(const AttrDict& options, std::string_view name);

// "a boolean": what a field of the type takes, in place of `value`.
Message ExpectedOf(AttrType type, const AttrValue& value);

// Sets the fields of `object` to their defaults and then to what is given. Throws DiagnosticError
// of the given kind: a name that there is not, a value of another type, or one that is missing.
// `owner`, the pass, instrument or model, is for the message.
void SetOptions(void* object, const std::vector<AttrField>& fields, std::string_view owner,
                const AttrDict& given, DiagKind kind);

template <class Options>
Options ReadOptions(const std::vector<AttrField>& fields, std::string_view owner,
                    const AttrDict& given, DiagKind kind = DiagKind::kBadPassOption) {
  Options options{};
  SetOptions(&options, fields, owner, given, kind);
  return options;
}
// For what has no options: throws when some are given.
void CheckNoOptions(std::string_view owner, const AttrDict& given);

}  // namespace passcope
