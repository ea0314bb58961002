#include "recording/op_counts.h"

#include <algorithm>
#include <unordered_map>

#include "recording/line_words.h"
#include "recording/operations.h"
#include "recording/passes.h"

namespace passcope::recording {

std::vector<OpChange> OperationChanges(const TextStore& texts, TextId before, TextId after) {
  // Sections of both sides have the same operations.
  std::unordered_map<SectionId, int> sides;
  const bool functions_only = AreFunctions(texts, before, after);
  for (SectionId id : texts.SectionsOf(before)) --sides[id];
  for (SectionId id : texts.SectionsOf(after)) ++sides[id];
  std::unordered_map<std::string_view, OpChange> changes;
  for (const auto& [id, side] : sides) {
    if (side == 0 || (functions_only && texts.At(id).symbol == kNoName)) continue;
    std::string_view rest = texts.At(id).text;
    while (!rest.empty()) {
      const std::string_view op = OperationOf(texts.At(id).family, TrimEnd(TakeLine(&rest)));
      if (op.empty()) continue;
      OpChange& change = changes[op];
      change.op = op;
      (side > 0 ? change.after : change.before) += side > 0 ? side : -side;
    }
  }
  std::vector<OpChange> different;
  for (const auto& [op, change] : changes) {
    if (change.before != change.after) different.push_back(change);
  }
  std::sort(different.begin(), different.end(),
            [](const OpChange& a, const OpChange& b) { return a.op < b.op; });
  return different;
}

uint64_t OperationsOf(TextStore* texts, TextId text) {
  uint64_t sum = 0;
  for (SectionId id : texts->SectionsOf(text)) sum += texts->Scanned(id).operations;
  return sum;
}

}  // namespace passcope::recording
