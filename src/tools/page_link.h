// Links that open a program with its pipeline in the page. web/src/features/share/link.ts describes
// and reads them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/attrs.h"
#include "tools/json_values.h"
#include "tools/reproducer.h"

namespace passcope::tools {

// A workspace of the page.
struct PageWorkspace {
  Json program;  // As in a reproducer.
  std::vector<ReproducerStage> stages;
  std::vector<ReproducerVariant> variants;
};

// Browsers accept longer addresses, but files with many of them become too large.
constexpr size_t kMaxPageLink = 50'000;

// The address of `page` with the workspace, with `tab` in the foreground: "compare" or "diff".
// Nullopt if it is longer than kMaxPageLink.
std::optional<std::string> PageLink(const std::string& page, const PageWorkspace& workspace,
                                    const char* tab);

}  // namespace passcope::tools
