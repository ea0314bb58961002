// The record of passes.
#include "instrument/pass_log.h"

#include "support/clock.h"

namespace passcope {

std::span<const char* const> LiteralsOf(PassLog::Status) {
  static constexpr const char* kNames[] = {"running", "ok", "failed", "vetoed", "skipped"};
  return kNames;
}

PassLog::Entry& PassLog::Begin(const IRModule& module, const PassInfo& info,
                               PassDecision decision) {
  Entry entry;
  entry.index = static_cast<int>(entries_.size());
  entry.parent = open_.empty() ? -1 : open_.back();
  entry.depth = static_cast<int>(open_.size());
  entry.info = info;
  entry.decision = std::move(decision);
  entry.before = module;
  entry.after = module;
  entries_.push_back(std::move(entry));
  double now = NowMicroseconds();
  if (origin_ < 0) origin_ = now;
  entries_.back().start = now - origin_;
  return entries_.back();
}

void PassLog::RunBeforePass(const IRModule& module, const PassInfo& info) {
  open_.push_back(Begin(module, info, std::exchange(next_, {})).index);
}

void PassLog::RunAfterPass(const IRModule& module, const PassInfo&) {
  End(Status::kOk, module, {});
}

void PassLog::RunAfterFailed(const IRModule& module, const PassInfo&, const std::string& error) {
  End(Status::kFailed, module, error);
}

void PassLog::PassDecided(const IRModule& module, const PassInfo& info,
                          const PassDecision& decision) {
  if (decision.runs()) {
    next_ = decision;
    return;
  }
  if (decision.kind == PassDecision::Kind::kDependency && !settings_.dependencies) return;
  Entry& entry = Begin(module, info, decision);
  entry.status = decision.kind == PassDecision::Kind::kVetoed ? Status::kVetoed : Status::kSkipped;
  Forget(&entry);
}

void PassLog::End(Status status, const IRModule& after, const std::string& error) {
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
  Forget(&entry);
}

void PassLog::Forget(Entry* entry) const {
  if (!settings_.modules) entry->before = entry->after = {};
}

void PassLog::Clear() {
  entries_.clear();
  open_.clear();
  origin_ = -1;
}

}  // namespace passcope
