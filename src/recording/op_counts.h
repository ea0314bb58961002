// The operations that a pass added and removed.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "recording/recording.h"

namespace passcope::recording {

struct OpChange {
  std::string_view op;
  int64_t before = 0, after = 0;
};
// The operations whose numbers differ, by name.
std::vector<OpChange> OperationChanges(const TextStore& texts, TextId before, TextId after);
// All operations of a text.
uint64_t OperationsOf(TextStore* texts, TextId text);

}  // namespace passcope::recording
