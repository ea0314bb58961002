#include "compare/pass_times.h"

#include <algorithm>

#include "support/clock.h"

namespace passcope {

const std::string& PassTimes::name() const {
  static const std::string kName = "PassTimes";
  return kName;
}

void PassTimes::Book() {
  const double now = NowMicroseconds();
  if (hooks_ == 0 && !open_.empty()) passes_[open_.back()].own += now - last_;
  last_ = now;
}

void PassTimes::RunBeforePass(const IRModule&, const PassInfo& info) {
  Book();
  auto known = std::find_if(passes_.begin(), passes_.end(),
                            [&](const ComparePass& pass) { return pass.name == info.name; });
  const auto place = static_cast<size_t>(known - passes_.begin());
  if (known == passes_.end()) passes_.push_back({info.name, 0, 0});
  ++passes_[place].runs;
  open_.push_back(place);
}

void PassTimes::RunAfterPass(const IRModule&, const PassInfo&) {
  Book();
  if (!open_.empty()) open_.pop_back();
}

void PassTimes::RunAfterFailed(const IRModule& module, const PassInfo& info, const std::string&) {
  RunAfterPass(module, info);
}

void PassTimes::HooksRun(bool begin) {
  Book();
  hooks_ += begin ? 1 : -1;
}

}  // namespace passcope
