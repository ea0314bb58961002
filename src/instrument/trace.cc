// Everything that happened, pass by pass.
#include "instrument/trace.h"

#include <algorithm>

#include "instrument/clock.h"

namespace passcope {

const std::string& TraceInstrument::name() const {
  static const std::string kName = "TraceInstrument";
  return kName;
}

TraceInstrument::Entry& TraceInstrument::Begin(const IRModule& module, const PassInfo& info,
                                               std::string reason) {
  Entry entry;
  entry.index = static_cast<int>(entries_.size());
  entry.parent = open_.empty() ? -1 : open_.back();
  entry.depth = static_cast<int>(open_.size());
  entry.info = info;
  entry.reason = std::move(reason);
  entry.before = module;
  entry.after = module;
  entries_.push_back(std::move(entry));
  double now = NowMicroseconds();
  if (origin_ < 0) origin_ = now;
  entries_.back().start = now - origin_;
  return entries_.back();
}

void TraceInstrument::RunBeforePass(const IRModule& module, const PassInfo& info) {
  open_.push_back(Begin(module, info, std::exchange(next_reason_, {})).index);
}

void TraceInstrument::RunAfterPass(const IRModule& module, const PassInfo&) {
  End(Status::kOk, module, {});
}

void TraceInstrument::RunAfterFailed(const IRModule& module, const PassInfo&,
                                     const std::string& error) {
  End(Status::kFailed, module, error);
}

void TraceInstrument::PassDecided(const IRModule& module, const PassInfo& info,
                                  const PassDecision& decision) {
  using Decision = PassDecision::Kind;
  if (decision.kind == Decision::kRun) {
    next_reason_ = decision.Text(info);
    return;
  }
  bool log = kind() == Kind::kDecisions;
  if (decision.kind == Decision::kDependency && !log) return;
  Begin(module, info, decision.Text(info)).status =
      decision.kind == Decision::kVetoed ? Status::kVetoed : Status::kSkipped;
  if (log) entries_.back().before = entries_.back().after = {};
}

void TraceInstrument::End(Status status, const IRModule& after, const std::string& error) {
  double now = NowMicroseconds();
  if (open_.empty()) return;
  Entry& entry = entries_[static_cast<size_t>(open_.back())];
  open_.pop_back();
  entry.duration = now - origin_ - entry.start;
  entry.own += entry.duration;
  entry.status = status;
  entry.error = error;
  if (status == Status::kOk) entry.after = after;
  entry.changed = !(entry.before == entry.after);
  if (entry.parent >= 0) entries_[static_cast<size_t>(entry.parent)].own -= entry.duration;
  if (kind() == Kind::kDecisions) entry.before = entry.after = {};
}

void TraceInstrument::Clear() {
  entries_.clear();
  open_.clear();
  origin_ = -1;
}

const std::string& PassDecisions::name() const {
  static const std::string kName = "PassDecisions";
  return kName;
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

std::string DecisionText(const TraceInstrument::Entry& entry) {
  using Status = TraceInstrument::Status;
  if (!entry.ran()) return "not run: " + entry.reason;
  std::string text = entry.status == Status::kRunning  ? "running"
                     : entry.status == Status::kFailed ? "failed: " + entry.error
                     : entry.changed                   ? "ran, changed"
                                                       : "ran, unchanged";
  // An error's first line says what it is.
  text.resize(std::min(text.find('\n'), text.size()));
  return entry.reason.empty() ? text : text + " (" + entry.reason + ")";
}

}  // namespace passcope
