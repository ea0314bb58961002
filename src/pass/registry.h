// The table of passes: one row each, from which the command line, JSON, the documentation and the
// JavaScript package derive.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/attrs.h"
#include "pass/pass.h"

namespace passcope {

struct PassOption {
  const char* name;  // TVM's Python parameter name.
  const char* type;  // "bool", "int", "string", "dict[string, list[string]]", …
  AttrValue default_value;
  const char* doc;
  bool required = false;
  bool required_in_tvm = false;  // TVM's Python has no default for it.
};

struct PassRow {
  const char* name;
  int opt_level;
  std::vector<const char*> required;
  const char* summary;  // One line.
  std::vector<PassOption> options;
  // `options` are checked for unknown names; types are the constructor's to check (kBadPassOption).
  Pass (*create)(const AttrDict& options);
  // The module in which TVM 0.11 has its constructor in Python, with these options; null for a pass
  // that TVM does not have.
  const char* tvm_module = "relay.transform";
};

// In alphabetical order of names. Defined beside the passes (transforms/passes.cc).
const std::vector<PassRow>& PassTable();
// Null when there is none.
const PassRow* FindPass(std::string_view name);
// What the table says of a pass, for its constructor; the name must be in the table.
PassInfo TableInfo(std::string_view name);
// Throws DiagnosticError: kUnknownPass (with the nearest names), kBadPassOption.
Pass CreatePass(std::string_view name, const AttrDict& options = {});

// Throws DiagnosticError (kBadPassOption) for options that are not declared, and for required ones
// that are missing. `owner` is for the message: the pass, or the instrument.
void CheckOptions(std::string_view owner, const std::vector<PassOption>& declared,
                  const AttrDict& options);

// Access to options for constructors; each throws kBadPassOption when the type is wrong. `pass` is
// for the message.
bool BoolOption(std::string_view pass, const AttrDict& options, std::string_view name,
                bool default_value);
int64_t IntOption(std::string_view pass, const AttrDict& options, std::string_view name,
                  int64_t default_value);
std::string StringOption(std::string_view pass, const AttrDict& options, std::string_view name,
                         std::string default_value);
// The default value for null too.
std::vector<std::string> StringsOption(std::string_view pass, const AttrDict& options,
                                       std::string_view name,
                                       std::vector<std::string> default_value);
// Null when it was not given.
const AttrValue* FindOption(const AttrDict& options, std::string_view name);

}  // namespace passcope
