// How long each pass took.
#include "instrument/timing.h"

#include "instrument/clock.h"
#include "support/format.h"
#include "support/real_text.h"

namespace passcope {
namespace {

PassProfile& At(std::vector<PassProfile>& roots, const std::vector<size_t>& path) {
  std::vector<PassProfile>* level = &roots;
  PassProfile* profile = nullptr;
  for (size_t index : path) {
    profile = &(*level)[index];
    level = &profile->children;
  }
  return *profile;
}

}  // namespace

const std::string& PassTimingInstrument::name() const {
  static const std::string kName = "PassTimingInstrument";
  return kName;
}

void PassTimingInstrument::EnterPassContext() {
  roots_.clear();
  path_.clear();
  left_ = false;
}

void PassTimingInstrument::ExitPassContext() {
  // Passes that were under way when an exception passed have been ended by RunAfterFailed.
  left_ = true;
}

void PassTimingInstrument::RunBeforePass(const IRModule&, const PassInfo& info) {
  std::vector<PassProfile>& level = path_.empty() ? roots_ : At(roots_, path_).children;
  PassProfile profile;
  profile.name = info.name;
  path_.push_back(level.size());
  level.push_back(std::move(profile));
  // Taken last, so that the bookkeeping is not counted.
  level.back().start = NowMicroseconds();
}

void PassTimingInstrument::RunAfterPass(const IRModule&, const PassInfo&) { EndPass(false); }

void PassTimingInstrument::RunAfterFailed(const IRModule&, const PassInfo&, const std::string&) {
  EndPass(true);
}

void PassTimingInstrument::EndPass(bool failed) {
  double now = NowMicroseconds();
  if (path_.empty()) return;
  PassProfile& profile = At(roots_, path_);
  profile.duration = now - profile.start;
  profile.failed = failed;
  path_.pop_back();
}

std::string PassTimingInstrument::Render() const { return left_ ? "" : RenderProfiles(roots_); }

std::string RenderProfiles(const std::vector<PassProfile>& roots) {
  struct Item {
    size_t depth;
    double parent_duration;
    const PassProfile* profile;
  };
  double total = 0;
  for (const PassProfile& profile : roots) total += profile.duration;
  std::vector<Item> stack;
  for (size_t i = roots.size(); i-- > 0;) stack.push_back({0, total, &roots[i]});
  auto percent = [](double part, double whole) { return whole > 0 ? part / whole * 100.0 : 0.0; };
  std::string text;
  while (!stack.empty()) {
    Item item = stack.back();
    stack.pop_back();
    const PassProfile& profile = *item.profile;
    text.append(item.depth, '\t');
    text += Format("{}: {}us [{}us] ({}%; {}%)\n", profile.name, FixedText(profile.duration, 0),
                   FixedText(profile.self(), 0), FixedText(percent(profile.duration, total), 2),
                   FixedText(percent(profile.duration, item.parent_duration), 2));
    for (size_t i = profile.children.size(); i-- > 0;) {
      stack.push_back({item.depth + 1, profile.duration, &profile.children[i]});
    }
  }
  return text;
}

}  // namespace passcope
