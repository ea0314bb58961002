// Compares two recordings: their passes side by side, and the first pass after which the programs
// differ.
#pragma once

#include <cstdint>
#include <vector>

#include "recording/recording.h"

namespace passcope::recording {

struct AlignedPass {
  uint32_t
      a = kNone,
      b = kNone;  // Indices of passes; kNone for a pass that the other log does not have there.
  bool moved = false;    // The other log has it at another place.
  bool differs = false;  // Both have it, and the programs after it differ.
};

struct LogComparison {
  std::vector<AlignedPass> passes;
  // The first pass after which the programs differ, as an index of `passes`; kNone if there is
  // none.
  uint32_t first = kNone;
};

// The recordings keep what they find out about their texts.
LogComparison CompareLogs(Recording* a, Recording* b);

}  // namespace passcope::recording
