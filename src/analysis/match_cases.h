// Checks that a match handles every case.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ir/expr.h"

namespace passcope {

struct UnmatchedCases {
  std::vector<std::string> cases;  // "Cons(_, Nil)"; at most `limit`.
  bool decided = true;             // False if there are too many cases to check.
};

// The values that no clause of a well-typed match accepts, following TVM 0.11's
// relay.analysis.unmatched_cases. It starts from `_`. If a clause can only decide a more specific
// case, the case is split.
UnmatchedCases FindUnmatchedCases(const MatchPatternsNode& patterns, size_t limit);

}  // namespace passcope
