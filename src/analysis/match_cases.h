// Whether a match handles every case.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ir/expr.h"

namespace passcope {

struct UnmatchedCases {
  std::vector<std::string> cases;  // "Cons(_, Nil)"; at most `limit`.
  bool decided = true;             // False when there are too many cases to look at.
};

// The values that no clause of a well-typed match fits, following TVM 0.11's
// relay.analysis.unmatched_cases: starting from `_`, a case is made more specific where a clause
// can only then tell whether it fits.
UnmatchedCases FindUnmatchedCases(const MatchPatternsNode& patterns, size_t limit);

}  // namespace passcope
