// Fields for records that contain the comparison of two programs.
#pragma once

#include <optional>

#include "checking/check_values.h"
#include "diagnostics/message_record.h"
#include "schema/record.h"

namespace passcope {

// `kCheck` is the member of `Record` with the check, as in ValueCheckFields<Entry, &Entry::check>.
template <class Record, ValueCheck Record::*kCheck>
class ValueCheckFields {
 public:
  static constexpr RecordField Outcome(const char* doc) {
    return Member<&OutcomeOf>("outcome", doc);
  }
  static constexpr RecordField Reason() {
    return Member<&ReasonOf>("reason", "What differs, or why no comparison was possible.");
  }
  static constexpr RecordField Comparison() {
    return Member<&ComparisonOf>("comparison",
                                 "The comparison of the results, if both programs have results.");
  }
  static constexpr RecordField Sensitive() {
    return Member<&SensitiveOf>("sensitive",
                                "Whether results agree only because rounding alone can change them "
                                "as much in this program.");
  }

 private:
  static ValueCheck::Outcome OutcomeOf(const Record& record) { return (record.*kCheck).outcome; }
  static std::optional<Message> ReasonOf(const Record& record) {
    return (record.*kCheck).Explanation();
  }
  static std::optional<ValueComparison> ComparisonOf(const Record& record) {
    return (record.*kCheck).comparison;
  }
  static bool SensitiveOf(const Record& record) { return (record.*kCheck).sensitive; }
};

}  // namespace passcope
