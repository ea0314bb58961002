// Lookup in the pass table.
#include "pass/registry.h"

#include "diagnostics/diagnostic.h"
#include "support/check.h"

namespace passcope {

const PassRow* FindPass(std::string_view name) {
  for (const PassRow& row : PassTable()) {
    if (name == row.name) return &row;
  }
  return nullptr;
}

PassInfo TableInfo(std::string_view name) {
  const PassRow* row = FindPass(name);
  PASSCOPE_CHECK_MSG(row, std::string(name));
  const char* called = row->info_name ? row->info_name : row->name;
  return {row->opt_level, called, {row->required.begin(), row->required.end()}, false};
}

Pass CreatePass(std::string_view name, const AttrDict& options) {
  const PassRow* row = FindPass(name);
  if (!row) {
    std::vector<std::string> names;
    for (const PassRow& candidate : PassTable()) names.emplace_back(candidate.name);
    throw DiagnosticError(DiagKind::kUnknownPass, Say("there is no pass '{pass}'", name),
                          Suggestions(name, names));
  }
  return row->create(*row, options);
}

}  // namespace passcope
