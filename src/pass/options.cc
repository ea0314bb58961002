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
  throw DiagnosticError(kind, Say("{owner}: the option '{option}' takes {expected}", owner,
                                  field.name, ExpectedOf(field.type, value)));
}

}  // namespace

Message ExpectedOf(AttrType type, const AttrValue& value) {
  switch (type) {
    case AttrType::kBool:
      return Phrase("a boolean");
    case AttrType::kInt:
    case AttrType::kOptInt:
      return Phrase("an integer");
    case AttrType::kDouble:
      return Phrase("a number");
    case AttrType::kString:
      return Phrase("a string");
    case AttrType::kDType:
      return Phrase("the name of a data type");
    case AttrType::kInts:
    case AttrType::kOptInts:
      return Phrase("a list of integers");
    case AttrType::kStrings:
      return Phrase("a list of strings");
    case AttrType::kStringLists:
      break;
    case AttrType::kAny:
      return Phrase("a value");
  }
  if (!value.dict()) return Phrase("a dictionary");
  for (const auto& [name, list] : *value.dict()) {
    const AttrArray* items = list.array();
    if (!items) return Say("a list of strings for '{name}'", name);
    for (const AttrValue& item : *items) {
      if (!item.get<std::string>()) return Say("a list of strings for '{name}'", name);
    }
  }
  return Phrase("a dictionary");
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
        kind, Say("{owner} has no option '{option}'", owner, item.first),
        {all.items.empty() ? Say("it has no options") : Say("its options are: {options}", all)});
  }
  for (const AttrField& field : fields) {
    const AttrValue* value = FindOption(given, field.name);
    if (!value && field.required) {
      throw DiagnosticError(kind, Say("{owner} needs its option '{option}'", owner, field.name));
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
