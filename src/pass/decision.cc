// The table of decisions.
#include "pass/decision.h"

#include <array>

#include "support/format.h"

namespace passcope {
namespace {

constexpr std::array<DecisionRow, 6> kRows = {{
    {"required", "required by {by}", "It runs because the pass `by` requires it."},
    {"disabled", "disabled", "The context disables it."},
    {"opt-level", "opt level {level} > {allowed}",
     "Its opt level, `level`, is above the context's, `allowed`."},
    {"vetoed", "vetoed by {by}", "The instrument `by` vetoed it."},
    {"dependency", "{by}, which requires it, did not run",
     "The pass `by`, which requires it, did not run."},
    {"not-reached", "not reached: {by} failed",
     "The pass `by`, before it in the same Sequential, failed."},
}};

constexpr auto kNames = [] {
  std::array<const char*, kRows.size()> names = {};
  for (size_t i = 0; i < kRows.size(); ++i) names[i] = kRows[i].name;
  return names;
}();

}  // namespace

std::span<const DecisionRow> DecisionTable() { return kRows; }

std::span<const char* const> LiteralsOf(PassDecision::Kind) { return kNames; }

template <>
const RecordSchema& SchemaOf<PassDecision>() {
  static constexpr RecordField kFields[] = {
      Member<&PassDecision::kind>("kind", "The kind of decision."),
      Member<&PassDecision::by>("by", "The pass or the instrument that is the reason."),
      Member<&PassDecision::level>("level", "The opt level of the pass."),
      Member<&PassDecision::allowed>("allowed", "The opt level of the context."),
  };
  static constexpr RecordSchema schema = {"Decision", "Why a pass did not run, or why it ran.",
                                          kFields};
  return schema;
}

std::string PassDecision::Text() const {
  if (kind == Kind::kRun) return {};
  std::string text = kRows[static_cast<size_t>(kind)].text;
  auto fill = [&text](std::string_view argument, const std::string& value) {
    size_t at = text.find(argument);
    if (at != std::string::npos) text.replace(at, argument.size(), value);
  };
  // Names are filled in last, so that braces in a name are not replaced.
  if (level) fill("{level}", IntText(*level));
  if (allowed) fill("{allowed}", IntText(*allowed));
  if (by) fill("{by}", *by);
  return text;
}

}  // namespace passcope
