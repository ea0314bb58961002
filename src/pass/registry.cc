// Lookup in the pass table and checking of options.
#include "pass/registry.h"

#include "diagnostics/diagnostic.h"
#include "support/check.h"
#include "support/format.h"

namespace passcope {
namespace {

[[noreturn]] void BadOption(std::string_view pass, std::string_view name, const char* expected) {
  throw DiagnosticError(DiagKind::kBadPassOption,
                        Format("{}: the option '{}' takes {}", pass, name, expected));
}

}  // namespace

const PassRow* FindPass(std::string_view name) {
  for (const PassRow& row : PassTable()) {
    if (name == row.name) return &row;
  }
  return nullptr;
}

PassInfo TableInfo(std::string_view name) {
  const PassRow* row = FindPass(name);
  PASSCOPE_CHECK_MSG(row, std::string(name));
  return {row->opt_level, row->name, {row->required.begin(), row->required.end()}, false};
}

Pass CreatePass(std::string_view name, const AttrDict& options) {
  const PassRow* row = FindPass(name);
  if (!row) {
    std::vector<std::string> names;
    for (const PassRow& candidate : PassTable()) names.emplace_back(candidate.name);
    std::vector<std::string> notes;
    for (const std::string& near : DidYouMean(name, names)) {
      notes.push_back("did you mean " + near + "?");
    }
    throw DiagnosticError(DiagKind::kUnknownPass, Format("there is no pass '{}'", name),
                          std::move(notes));
  }
  CheckOptions(name, row->options, options);
  return row->create(options);
}

void CheckOptions(std::string_view owner, const std::vector<PassOption>& declared,
                  const AttrDict& options) {
  for (const auto& [key, value] : options) {
    bool known = false;
    std::string all;
    for (const PassOption& option : declared) {
      known = known || key == option.name;
      all += Format("{}{}", all.empty() ? "" : ", ", option.name);
    }
    if (!known) {
      throw DiagnosticError(
          DiagKind::kBadPassOption, Format("{} has no option '{}'", owner, key),
          {all.empty() ? std::string("it has no options") : "its options are: " + all});
    }
  }
  for (const PassOption& option : declared) {
    if (option.required && !FindOption(options, option.name)) {
      throw DiagnosticError(DiagKind::kBadPassOption,
                            Format("{} needs its option '{}'", owner, option.name));
    }
  }
}

const AttrValue* FindOption(const AttrDict& options, std::string_view name) {
  for (const auto& [key, value] : options) {
    if (key == name) return &value;
  }
  return nullptr;
}

bool BoolOption(std::string_view pass, const AttrDict& options, std::string_view name,
                bool default_value) {
  const AttrValue* value = FindOption(options, name);
  if (!value) return default_value;
  if (const bool* flag = value->get<bool>()) return *flag;
  if (const int64_t* number = value->get<int64_t>()) return *number != 0;
  BadOption(pass, name, "a boolean");
}

int64_t IntOption(std::string_view pass, const AttrDict& options, std::string_view name,
                  int64_t default_value) {
  const AttrValue* value = FindOption(options, name);
  if (!value) return default_value;
  if (const int64_t* number = value->get<int64_t>()) return *number;
  BadOption(pass, name, "an integer");
}

std::string StringOption(std::string_view pass, const AttrDict& options, std::string_view name,
                         std::string default_value) {
  const AttrValue* value = FindOption(options, name);
  if (!value) return default_value;
  if (const std::string* text = value->get<std::string>()) return *text;
  BadOption(pass, name, "a string");
}

std::vector<std::string> StringsOption(std::string_view pass, const AttrDict& options,
                                       std::string_view name,
                                       std::vector<std::string> default_value) {
  const AttrValue* value = FindOption(options, name);
  if (!value || value->is_null()) return default_value;
  std::vector<std::string> strings;
  const AttrArray* items = value->array();
  for (size_t i = 0; items && i < items->size(); ++i) {
    if (const std::string* text = (*items)[i].get<std::string>()) strings.push_back(*text);
  }
  if (!items || strings.size() != items->size()) BadOption(pass, name, "a list of strings");
  return strings;
}

}  // namespace passcope
