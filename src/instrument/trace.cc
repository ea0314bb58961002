// Everything that happened, pass by pass.
#include "instrument/trace.h"

#include "instrument/clock.h"

namespace passcope {

const std::string& TraceInstrument::name() const {
  static const std::string kName = "TraceInstrument";
  return kName;
}

TraceInstrument::Entry& TraceInstrument::Begin(const IRModule& module, const PassInfo& info) {
  Entry entry;
  entry.index = static_cast<int>(entries_.size());
  entry.parent = open_.empty() ? -1 : open_.back();
  entry.depth = static_cast<int>(open_.size());
  entry.info = info;
  entry.before = module;
  entry.after = module;
  entries_.push_back(std::move(entry));
  double now = NowMicroseconds();
  if (origin_ < 0) origin_ = now;
  entries_.back().start = now - origin_;
  return entries_.back();
}

void TraceInstrument::RunBeforePass(const IRModule& module, const PassInfo& info) {
  open_.push_back(Begin(module, info).index);
}

void TraceInstrument::RunAfterPass(const IRModule& module, const PassInfo&) {
  End(Status::kOk, module, {});
}

void TraceInstrument::RunAfterFailed(const IRModule& module, const PassInfo&,
                                     const std::string& error) {
  End(Status::kFailed, module, error);
}

void TraceInstrument::PassVetoed(const IRModule& module, const PassInfo& info) {
  Begin(module, info).status = Status::kVetoed;
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
  if (entry.parent >= 0) entries_[static_cast<size_t>(entry.parent)].own -= entry.duration;
}

void TraceInstrument::Clear() {
  entries_.clear();
  open_.clear();
  origin_ = -1;
}

}  // namespace passcope
