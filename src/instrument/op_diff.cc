// The number of calls of each operator that every pass added or removed.
#include "instrument/op_diff.h"

#include "analysis/count_ops.h"
#include "support/format.h"

namespace passcope {

OpCounts OpDifference(const OpCounts& before, const OpCounts& after) {
  OpCounts diff = after;
  for (const auto& [name, count] : before) diff[name] -= count;
  for (auto it = diff.begin(); it != diff.end();) {
    it = it->second == 0 ? diff.erase(it) : std::next(it);
  }
  return diff;
}

template <>
const RecordSchema& SchemaOf<OpDiffInstrument::Entry>() {
  using Entry = OpDiffInstrument::Entry;
  static constexpr RecordField kFields[] = {
      Member<&Entry::depth>("depth", "The nesting depth; 0 for a pass that no other pass runs."),
      Member<&Entry::pass>("pass", "The name of the pass."),
      Member<&Entry::diff>("diff", "The change of the number of calls, by operator."),
  };
  static constexpr RecordSchema schema = {"OpDiff",
                                          "A pass that changed the number of calls of operators.",
                                          kFields, RecordSchema::Form::kTuple};
  return schema;
}

const std::string& OpDiffInstrument::name() const {
  static const std::string kName = "OpDiffInstrument";
  return kName;
}

void OpDiffInstrument::EnterPassContext() {
  entries_.clear();
  before_.clear();
}

void OpDiffInstrument::RunBeforePass(const IRModule& module, const PassInfo&) {
  before_.push_back(CountOps(module));
}

void OpDiffInstrument::RunAfterPass(const IRModule& module, const PassInfo& info) {
  if (before_.empty()) return;
  OpCounts diff = OpDifference(before_.back(), CountOps(module));
  before_.pop_back();
  if (!diff.empty()) {
    entries_.push_back({static_cast<int>(before_.size()), info.name, std::move(diff)});
  }
}

void OpDiffInstrument::RunAfterFailed(const IRModule&, const PassInfo&, const std::string&) {
  if (!before_.empty()) before_.pop_back();
}

void OpDiffInstrument::WriteData(JsonWriter& json) const {
  JsonTraits<std::vector<Entry>>::Write(json, entries_);
}

std::string OpDiffInstrument::Render() const {
  std::string text;
  for (const Entry& entry : entries_) {
    text += Format("[{}, '{}', {", entry.depth, entry.pass);
    bool first = true;
    for (const auto& [name, count] : entry.diff) {
      text += Format("{}'{}': {}", first ? "" : ", ", name, count);
      first = false;
    }
    text += "}]\n";
  }
  return text;
}

}  // namespace passcope
