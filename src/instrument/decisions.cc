// The log of decisions.
#include "instrument/decisions.h"

#include <algorithm>

namespace passcope {

template <>
const RecordSchema& SchemaOf<DecisionEntry>() {
  static constexpr RecordField kFields[] = {
      Member<&DecisionEntry::name>("name", "The name of the pass."),
      Member<&DecisionEntry::depth>("depth", "The number of passes around it."),
      Member<&DecisionEntry::parent>("parent",
                                     "The index of the pass that runs this one, or that would have "
                                     "run it; -1 if there is none."),
      Member<&DecisionEntry::ran>("ran", "Whether it ran."),
      Member<&DecisionEntry::changed>("changed",
                                      "Whether it returned a module other than its input."),
      Member<&DecisionEntry::status>("status", "As in a trace."),
      Member<&DecisionEntry::reason>(
          "reason", "Why it did not run. For a pass that ran: empty, or \"required by NAME\"."),
      Member<&DecisionEntry::decision>("decision", "The reason as data; absent if there is none."),
  };
  static constexpr RecordSchema schema = {"PassDecision", "Whether a pass ran, and why or why not.",
                                          kFields};
  return schema;
}

const std::string& PassDecisions::name() const {
  static const std::string kName = "PassDecisions";
  return kName;
}

void PassDecisions::WriteData(JsonWriter& json) const {
  json.BeginArray();
  for (const Entry& entry : entries()) {
    DecisionEntry told{entry.info.name, entry.depth,  entry.parent,          entry.ran(),
                       entry.changed,   entry.status, entry.decision.Text(), {}};
    if (entry.decision.kind != PassDecision::Kind::kRun) told.decision = entry.decision;
    JsonTraits<DecisionEntry>::Write(json, told);
  }
  json.EndArray();
}

std::string PassDecisions::Render() const {
  auto label = [](const Entry& entry) {
    return std::string(static_cast<size_t>(entry.depth) * 2, ' ') + entry.info.name;
  };
  size_t width = 0;
  for (const Entry& entry : entries()) width = std::max(width, label(entry).size());
  std::string text;
  for (const Entry& entry : entries()) {
    std::string line = label(entry);
    line.append(width + 2 - line.size(), ' ');
    text += line + DecisionText(entry) + "\n";
  }
  return text;
}

std::string DecisionText(const PassLog::Entry& entry) {
  using Status = PassLog::Status;
  std::string reason = entry.decision.Text();
  if (!entry.ran()) return "not run: " + reason;
  std::string text = entry.status == Status::kRunning  ? "running"
                     : entry.status == Status::kFailed ? "failed: " + entry.error
                     : entry.changed                   ? "ran, changed"
                                                       : "ran, unchanged";
  // The first line of an error is its message.
  text.resize(std::min(text.find('\n'), text.size()));
  return reason.empty() ? text : text + " (" + reason + ")";
}

}  // namespace passcope
