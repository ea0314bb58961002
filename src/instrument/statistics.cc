// The work that passes count.
#include "instrument/statistics.h"

#include "support/format.h"

namespace passcope {

template <>
const RecordSchema& SchemaOf<StatisticsInstrument::Entry>() {
  using Entry = StatisticsInstrument::Entry;
  static constexpr RecordField kFields[] = {
      Member<&Entry::pass>("pass", "The name of the pass; empty for counts while no pass runs."),
      Member<&Entry::counter>("counter", "What is counted, such as \"calls folded\"."),
      Member<&Entry::value>("value", "How often."),
  };
  static constexpr RecordSchema schema = {"PassCounter", "A counter of a pass.", kFields};
  return schema;
}

const std::string& StatisticsInstrument::name() const {
  static const std::string kName = "PassStatistics";
  return kName;
}

void StatisticsInstrument::EnterPassContext() {
  entries_.clear();
  open_.clear();
}

void StatisticsInstrument::RunBeforePass(const IRModule&, const PassInfo& info) {
  open_.push_back(info.name);
}

void StatisticsInstrument::RunAfterPass(const IRModule&, const PassInfo&) {
  if (!open_.empty()) open_.pop_back();
}

void StatisticsInstrument::RunAfterFailed(const IRModule&, const PassInfo&, const std::string&) {
  if (!open_.empty()) open_.pop_back();
}

void StatisticsInstrument::Counted(std::string_view counter, int64_t n) {
  std::string pass = open_.empty() ? std::string() : open_.back();
  size_t at = entries_.size();  // After the pass's other counters.
  for (size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].pass != pass) continue;
    if (entries_[i].counter == counter) {
      entries_[i].value += n;
      return;
    }
    at = i + 1;
  }
  entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(at),
                  Entry{std::move(pass), std::string(counter), n});
}

void StatisticsInstrument::WriteData(JsonWriter& json) const {
  JsonTraits<std::vector<Entry>>::Write(json, entries_);
}

std::string StatisticsInstrument::Render() const {
  std::string text;
  for (const Entry& entry : entries_) {
    std::string value = IntText(entry.value);
    if (value.size() < 8) text.append(8 - value.size(), ' ');
    text +=
        Format("{}  {}{}{}\n", value, entry.pass, entry.pass.empty() ? "" : ": ", entry.counter);
  }
  return text;
}

}  // namespace passcope
