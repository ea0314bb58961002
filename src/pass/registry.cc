// Lookup in the pass table.
#include "pass/registry.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "support/check.h"

namespace passcope {

const PassRow* FindPass(std::string_view name) {
  const PassRow* found = nullptr;
  for (const PassRow& row : PassTable()) {
    if (name == row.name) return &row;
    if (row.info_name && name == row.info_name) found = &row;
  }
  return found;
}

bool IsPassNamed(const PassInfo& info, std::string_view name) {
  if (info.name == name) return true;
  const PassRow* row = FindPass(name);
  return row && row->info_name && name == row->name && info.name == row->info_name;
}

std::vector<std::string> PassesLike(std::string_view name) {
  std::vector<std::string> names;
  for (const PassRow& row : PassTable()) {
    names.emplace_back(row.name);
    if (row.info_name) names.emplace_back(row.info_name);
  }
  std::vector<std::string> like;
  std::vector<const PassRow*> seen;
  for (std::string& near : DidYouMean(name, names)) {
    const PassRow* row = FindPass(near);
    if (std::find(seen.begin(), seen.end(), row) != seen.end()) continue;
    seen.push_back(row);
    like.push_back(std::move(near));
  }
  return like;
}

PassInfo TableInfo(std::string_view name) {
  const PassRow* row = FindPass(name);
  PASSCOPE_CHECK_MSG(row, std::string(name));
  const char* called = row->info_name ? row->info_name : row->name;
  return {row->opt_level, called, {row->required.begin(), row->required.end()}, false};
}

PassValues ValuesOf(const PassInfo& info) {
  const PassRow* row = FindPass(info.name);
  return row ? row->values : PassValues::kKeeps;
}

Pass CreatePass(std::string_view name, const AttrDict& options) {
  const PassRow* row = FindPass(name);
  if (!row) {
    throw DiagnosticError(DiagKind::kUnknownPass, Say("there is no pass '{pass}'", name),
                          Suggestions(PassesLike(name)));
  }
  return row->create(*row, options);
}

}  // namespace passcope
