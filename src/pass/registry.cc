// Lookup in the pass table.
#include "pass/registry.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "support/check.h"
#include "support/text_table.h"

namespace passcope {

const PassRow* FindPass(std::string_view name) {
  // An index, since pipelines look up each pass more than once.
  struct Index {
    Index() {
      for (const PassRow& row : PassTable()) Add(row.name, &row);
      // A pass's other name can be the main name of another pass. The main name has priority.
      const uint32_t num_names = names.size();
      for (const PassRow& row : PassTable()) {
        if (!row.info_name) continue;
        const uint32_t known = names.Find(row.info_name);
        if (known == TextTable::kNone) {
          Add(row.info_name, &row);
        } else if (known >= num_names) {
          rows[known] = &row;
        }
      }
    }
    void Add(const char* text, const PassRow* row) {
      if (names.Insert(text).second) rows.push_back(row);
    }
    TextTable names;
    std::vector<const PassRow*> rows;
  };
  static const Index index;
  const uint32_t number = index.names.Find(name);
  return number == TextTable::kNone ? nullptr : index.rows[number];
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
    throw DiagnosticError(DiagKind::kUnknownPass, MSG(kPassUnknown, "unknown pass '{pass}'", name),
                          Suggestions(PassesLike(name)));
  }
  return row->create(*row, options);
}

}  // namespace passcope
