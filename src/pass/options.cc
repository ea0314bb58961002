// Checking of options.
#include "pass/options.h"

#include "support/check.h"
#include "support/format.h"

namespace passcope {
namespace {

// "takes …": what was expected where `value` came.
std::string Expected(const AttrField& field, const AttrValue& value) {
  switch (field.type) {
    case AttrType::kBool:
      return "a boolean";
    case AttrType::kInt:
    case AttrType::kOptInt:
      return "an integer";
    case AttrType::kDouble:
      return "a number";
    case AttrType::kString:
      return "a string";
    case AttrType::kDType:
      return "the name of a data type";
    case AttrType::kInts:
    case AttrType::kOptInts:
      return "a list of integers";
    case AttrType::kStrings:
      return "a list of strings";
    case AttrType::kStringLists:
      break;
    case AttrType::kAny:
      return "a value";
  }
  if (!value.dict()) return "a dictionary";
  for (const auto& [name, list] : *value.dict()) {
    const AttrArray* items = list.array();
    if (!items) return Format("a list of strings for '{}'", name);
    for (const AttrValue& item : *items) {
      if (!item.get<std::string>()) return Format("a list of strings for '{}'", name);
    }
  }
  return "a dictionary";
}

void Set(void* object, const AttrField& field, std::string_view owner, const AttrValue& value,
         DiagKind kind) {
  // An integer is not written as a boolean, although attributes of operators may be.
  bool fits = field.type != AttrType::kInt || value.get<int64_t>();
  if (fits && SetField(object, field, value)) return;
  throw DiagnosticError(
      kind, Format("{}: the option '{}' takes {}", owner, field.name, Expected(field, value)));
}

}  // namespace

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
    std::string all;
    for (const AttrField& field : fields) {
      all += Format("{}{}", all.empty() ? "" : ", ", field.name);
    }
    throw DiagnosticError(
        kind, Format("{} has no option '{}'", owner, item.first),
        {all.empty() ? std::string("it has no options") : "its options are: " + all});
  }
  for (const AttrField& field : fields) {
    const AttrValue* value = FindOption(given, field.name);
    if (!value && field.required) {
      throw DiagnosticError(kind, Format("{} needs its option '{}'", owner, field.name));
    }
    // A list may be given as null, for its default.
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
