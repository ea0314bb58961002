// Checking of options.
#include "pass/options.h"

#include "support/check.h"

namespace passcope {
namespace {

void Set(void* object, const AttrField& field, std::string_view owner, const AttrValue& value,
         DiagKind kind) {
  // A boolean is not accepted for an integer, although attributes of operators accept it.
  bool fits = field.type != AttrType::kInt || value.get<int64_t>();
  if (fits && SetField(object, field, value)) return;
  throw DiagnosticError(
      kind, MSG(kPassOptionTypeMismatch, "{owner}: the option '{option}' takes {expected}", owner,
                field.name, ExpectedOf(field.type, value)));
}

}  // namespace

Message ExpectedOf(AttrType type, const AttrValue& value) {
  switch (type) {
    case AttrType::kBool:
      return PHRASE(kBooleanOption, "a boolean");
    case AttrType::kInt:
    case AttrType::kOptInt:
      return PHRASE(kIntegerOption, "an integer");
    case AttrType::kDouble:
      return PHRASE(kNumberToken, "a number");
    case AttrType::kString:
      return PHRASE(kStringOption, "a string");
    case AttrType::kDType:
      return PHRASE(kDataTypeNameOption, "the name of a data type");
    case AttrType::kInts:
    case AttrType::kOptInts:
      return PHRASE(kIntegerListOption, "a list of integers");
    case AttrType::kStrings:
      return PHRASE(kStringListOption, "a list of strings");
    case AttrType::kStringLists:
      break;
    case AttrType::kAny:
      return PHRASE(kValueOption, "a value");
  }
  if (!value.dict()) return PHRASE(kDictionaryOption, "a dictionary");
  for (const auto& [name, list] : *value.dict()) {
    const AttrArray* items = list.array();
    if (!items) return MSG(kStringListForKey, "a list of strings for '{name}'", name);
    for (const AttrValue& item : *items) {
      if (!item.get<std::string>())
        return MSG(kStringListForKey, "a list of strings for '{name}'", name);
    }
  }
  return PHRASE(kDictionaryOption, "a dictionary");
}

const AttrValue* FindOption(const AttrDict& options, std::string_view name) {
  for (const auto& [key, value] : options) {
    if (key == name) return &value;
  }
  return nullptr;
}

void SetOptions(void* object, const std::vector<AttrField>& fields, std::string_view owner,
                const AttrDict& given, DiagKind kind) {
  for (const auto& item : given) {
    if (FindField(fields, item.first)) continue;
    MessageList all;
    for (const AttrField& field : fields) all.items.emplace_back(field.name);
    throw DiagnosticError(
        kind, MSG(kPassOptionUnknown, "{owner} has no option '{option}'", owner, item.first),
        {all.items.empty() ? MSG(kPassWithoutOptionsNote, "it has no options")
                           : MSG(kPassOptionNames, "its options are: {options}", all)});
  }
  for (const AttrField& field : fields) {
    const AttrValue* value = FindOption(given, field.name);
    if (!value && field.required) {
      throw DiagnosticError(
          kind, MSG(kPassOptionRequired, "{owner} needs its option '{option}'", owner, field.name));
    }
    // Null as a list means the default.
    if (value && field.type == AttrType::kStrings && value->is_null()) value = nullptr;
    if (!value) {
      PASSCOPE_CHECK_MSG(SetField(object, field, field.default_value), field.name);
    } else {
      Set(object, field, owner, *value, kind);
    }
  }
}

void CheckNoOptions(std::string_view owner, const AttrDict& given) {
  SetOptions(nullptr, {}, owner, given, DiagKind::kBadPassOption);
}

}  // namespace passcope
