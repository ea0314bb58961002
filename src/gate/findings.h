// Compares what was measured with the baseline.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gate/document.h"
#include "gate/times.h"

namespace passcope::gate {

enum class Severity : uint8_t {
  kError,    // The check fails.
  kWarning,  // Someone must look, but the check passes.
  kNote,     // An explanation of other findings.
};
const char* NameOf(Severity severity);

// A difference from the baseline.
struct Finding {
  std::string kind;  // A name of FindingKinds.
  Severity severity = Severity::kError;
  std::string program;   // The name of its entry; empty for the baseline as a whole.
  std::string pipeline;  // Empty for a program as a whole.
  std::string pass;      // Empty if it is about no pass.
  std::string figure;    // The name of the number that differs, or empty.
  std::optional<double> before, after;
  std::string unit;
  // True if all numbers that differ became smaller, which is an improvement; false if one grew.
  std::optional<bool> better;
  std::string message;  // One sentence without a full stop.
};

struct FindingKind {
  const char* name;
  const char* title;  // For headings: "Pass removed".
};
// The kinds of all findings.
std::span<const FindingKind> FindingKinds();
// Throws std::out_of_range.
const char* TitleOf(const Finding& finding);

// The differences between the facts of one pipeline on one program. The findings have no names of
// programs and pipelines.
std::vector<Finding> CompareFacts(const Facts& baseline, const Facts& now,
                                  const TimeOptions& options);

// The number of findings with this severity.
int64_t CountOf(const std::vector<Finding>& findings, Severity severity);

// "1 operator", "42 operators".
std::string Counted(int64_t count, const char* one, const char* many);
// "42 more operators", "1 fewer operator", "as many operators".
std::string MoreOrFewer(int64_t difference, const char* one, const char* many);

}  // namespace passcope::gate
