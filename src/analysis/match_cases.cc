// Checks that a match handles every case.
#include "analysis/match_cases.h"

#include "text/pattern_text.h"

namespace passcope {
namespace {

using Steps = std::vector<PatternStep>;
using Kind = PatternStep::Kind;

// The limit for patterns whose cases multiply: the number of steps to compare or copy.
constexpr size_t kMaxWork = 1 << 26;

enum class Fit : uint8_t { kYes, kNo, kUnspecified };

// The index of the step after the pattern that begins at `i`.
size_t Skip(std::span<const PatternStep> steps, size_t i) {
  for (size_t left = 1; left > 0; --left) left += steps[i++].fields;
  return i;
}

// If `value` is not specific enough, `at` is its first such step and `by` the pattern's step there.
Fit Compare(std::span<const PatternStep> pattern, const Steps& value, size_t* at, size_t* by) {
  Fit fit = Fit::kYes;
  for (size_t i = 0, j = 0; i < pattern.size();) {
    const PatternStep& step = pattern[i];
    if (step.kind == Kind::kWildcard || step.kind == Kind::kVar) {
      ++i;
      j = Skip(value, j);
    } else if (value[j].kind == Kind::kWildcard) {
      if (fit == Fit::kYes) {
        fit = Fit::kUnspecified;
        *at = j;
        *by = i;
      }
      i = Skip(pattern, i);
      ++j;
    } else {
      if (step.index != value[j].index) return Fit::kNo;
      ++i;
      ++j;
    }
  }
  return fit;
}

// `value` with the step `at` replaced by `step` over wildcards.
Steps Specify(const Steps& value, size_t at, PatternStep step) {
  Steps result(value.begin(), value.begin() + static_cast<ptrdiff_t>(at));
  size_t fields = step.fields;
  result.push_back(std::move(step));
  result.resize(result.size() + fields);
  result.insert(result.end(), value.begin() + static_cast<ptrdiff_t>(at) + 1, value.end());
  return result;
}

}  // namespace

UnmatchedCases FindUnmatchedCases(const MatchPatternsNode& patterns, size_t limit) {
  UnmatchedCases result;
  std::vector<Steps> cases = {Steps(1)};
  size_t work = 0;
  while (!cases.empty() && result.cases.size() < limit) {
    if (work > kMaxWork) {
      result.decided = false;
      break;
    }
    Steps value = std::move(cases.back());
    cases.pop_back();
    Fit fit = Fit::kNo;
    size_t at = 0;
    size_t by = 0;
    for (size_t i = 0; i < patterns.clauses.size() && fit == Fit::kNo; ++i) {
      std::span<const PatternStep> pattern = patterns.Pattern(i);
      work += pattern.size() + value.size();
      fit = Compare(pattern, value, &at, &by);
      if (fit != Fit::kUnspecified) continue;
      PatternStep step = pattern[by];
      if (step.kind == Kind::kTuple) {
        cases.push_back(Specify(value, at, step));
        continue;
      }
      for (size_t c = step.data->constructors.size(); c-- > 0;) {
        work += value.size();
        step.index = static_cast<uint32_t>(c);
        step.fields = static_cast<uint32_t>(step.data->constructors[c].inputs.size());
        cases.push_back(Specify(value, at, step));
      }
    }
    if (fit == Fit::kNo) {
      TextBuffer out(&result.cases.emplace_back());
      AppendPattern(
          &out, value, [] {},
          [&](const TypeData& data, uint32_t index) {
            out += data->constructors[index].name.view();
          });
    }
  }
  return result;
}

}  // namespace passcope
