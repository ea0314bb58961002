// The times of passes.
#include "instrument/timing.h"

#include <algorithm>
#include <cstdio>

#include "instrument/instruments.h"
#include "support/clock.h"
#include "support/format.h"
#include "support/real_text.h"
#include "support/sorting.h"

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

template <>
const RecordSchema& SchemaOf<PassProfile>() {
  static constexpr RecordField kFields[] = {
      Member<&PassProfile::name>("name", "The name of the pass."),
      Member<&PassProfile::duration>("durationUs",
                                     "The total time; all times are in microseconds."),
      Member<&PassProfile::self>("ownUs", "The time without nested passes."),
      Member<&PassProfile::hooks>("hooksUs",
                                  "The part of `ownUs` that the hooks of instruments took."),
      Member<&PassProfile::failed>("failed", "Whether the pass, or a hook, threw an error."),
      Member<&PassProfile::repeated>("repeatedUs",
                                     "The mean of its repetitions, if `repeat` requests any."),
      Member<&PassProfile::children>("children", "The nested passes."),
  };
  static constexpr RecordSchema schema = {
      "TimingNode", "A pass that ran, with its nested passes. Times are in microseconds.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<PassTotal>() {
  static constexpr RecordField kFields[] = {
      Member<&PassTotal::name>("name", "The name of the passes."),
      Member<&PassTotal::runs>("runs", "How many times they ran."),
      Member<&PassTotal::own>("ownUs", "The time without nested passes."),
      Member<&PassTotal::hooks>("hooksUs",
                                "The part of `ownUs` that the hooks of instruments took."),
  };
  static constexpr RecordSchema schema = {
      "TimingTotal", "All runs of the passes with one name. Times are in microseconds.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<TimesFile>() {
  static constexpr RecordField kFields[] = {
      Member<&TimesFile::passes>("passes", "The entries of all contexts."),
      Member<&TimesFile::Totals>("totals", "The longest own time first."),
  };
  static constexpr RecordSchema schema = {"TimesFile", "What `passcope run --time-json` writes.",
                                          kFields};
  return schema;
}

std::vector<PassTotal> TimesFile::Totals() const { return SumProfiles(passes); }

std::string TimesFileText(std::span<const InstrumentPtr> instruments, int) {
  TimesFile file;
  for (const InstrumentPtr& instrument : instruments) {
    const auto& profiles = static_cast<const PassTimingInstrument&>(*instrument).profiles();
    file.passes.insert(file.passes.end(), profiles.begin(), profiles.end());
  }
  return JsonText(file);
}

const std::string& PassTimingInstrument::name() const {
  static const std::string kName = "PassTimingInstrument";
  return kName;
}

void PassTimingInstrument::EnterPassContext() {
  roots_.clear();
  path_.clear();
  ended_.clear();
  begun_ = 0;
  left_ = false;
  hooks_since_ = -1;
}

void PassTimingInstrument::ExitPassContext() {
  // RunAfterFailed has already ended the passes that an exception left.
  left_ = true;
}

void PassTimingInstrument::HooksRun(bool begin) {
  double now = NowMicroseconds();
  BookHooks(now);
  hooks_since_ = begin ? now : -1;
}

void PassTimingInstrument::BookHooks(double now) {
  if (hooks_since_ >= 0 && !path_.empty()) At(roots_, path_).hooks += now - hooks_since_;
  if (hooks_since_ >= 0) hooks_since_ = now;
}

void PassTimingInstrument::RunBeforePass(const IRModule&, const PassInfo& info) {
  BookHooks(NowMicroseconds());
  std::vector<PassProfile>& level = path_.empty() ? roots_ : At(roots_, path_).children;
  PassProfile profile;
  profile.name = info.name;
  profile.order = begun_++;
  path_.push_back(level.size());
  level.push_back(std::move(profile));
  // The time is taken last, so that the bookkeeping does not count.
  level.back().start = NowMicroseconds();
  if (hooks_since_ >= 0) hooks_since_ = level.back().start;
}

void PassTimingInstrument::RunAfterPass(const IRModule&, const PassInfo&) { EndPass(false); }

void PassTimingInstrument::RunAfterFailed(const IRModule&, const PassInfo&, const std::string&) {
  EndPass(true);
}

void PassTimingInstrument::EndPass(bool failed) {
  double now = NowMicroseconds();
  if (path_.empty()) return;
  BookHooks(now);
  PassProfile& profile = At(roots_, path_);
  profile.duration = now - profile.start - profile.apart;
  profile.failed = failed;
  ended_ = path_;
  path_.pop_back();
}

int64_t PassTimingInstrument::Repetitions() {
  if (ended_.empty()) return 0;
  const PassProfile& profile = At(roots_, ended_);
  return profile.order < options_.repeat.size() ? options_.repeat[profile.order] : 0;
}

void PassTimingInstrument::Repeating(bool begin) {
  if (begin) {
    repeating_since_ = NowMicroseconds();
    return;
  }
  const double took = NowMicroseconds() - repeating_since_;
  At(roots_, ended_).repeated = took / static_cast<double>(Repetitions());
  std::vector<PassProfile>* level = &roots_;
  for (size_t index : path_) {
    (*level)[index].apart += took;
    level = &(*level)[index].children;
  }
}

std::string PassTimingInstrument::Render() const {
  if (!left_ && !roots_.empty()) return RenderProfiles(roots_);
  std::fputs("warning: no passes have been profiled, did you enable pass profiling?\n", stderr);
  return {};
}

void PassTimingInstrument::WriteData(JsonWriter& json) const {
  JsonTraits<std::vector<PassProfile>>::Write(json, roots_);
}

InstrumentAnswer PassTimingInstrument::Ask(std::string_view question,
                                           const AttrDict& arguments) const {
  if (question == "totals") return {JsonText(SumProfiles(roots_)), {}};
  if (question == "renderTotals") {
    auto table = ReadArguments<TotalsTable>(name(), question, arguments);
    return {RenderTotals(roots_, table.top), {}};
  }
  return PassInstrument::Ask(question, arguments);
}

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

std::vector<PassTotal> SumProfiles(const std::vector<PassProfile>& roots) {
  std::vector<PassTotal> totals;
  std::vector<const PassProfile*> stack;
  for (const PassProfile& profile : roots) stack.push_back(&profile);
  while (!stack.empty()) {
    const PassProfile& profile = *stack.back();
    stack.pop_back();
    auto total = std::find_if(totals.begin(), totals.end(),
                              [&](const PassTotal& item) { return item.name == profile.name; });
    if (total == totals.end()) {
      totals.emplace_back();
      total = totals.end() - 1;
      total->name = profile.name;
    }
    ++total->runs;
    total->own += profile.self();
    total->hooks += profile.hooks;
    for (const PassProfile& child : profile.children) stack.push_back(&child);
  }
  SortItems(&totals, [](const PassTotal& a, const PassTotal& b) {
    return a.own != b.own ? a.own > b.own : a.name < b.name;
  });
  return totals;
}

std::string RenderTotals(const std::vector<PassProfile>& roots, int64_t top) {
  std::vector<PassTotal> totals = SumProfiles(roots);
  double all = 0, hooks = 0;
  for (const PassTotal& total : totals) {
    all += total.own;
    hooks += total.hooks;
  }
  auto share = [&](double part) { return FixedText(all > 0 ? part / all * 100.0 : 0.0, 2) + "%"; };
  auto column = [](std::string text, size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
  };
  if (top > 0 && static_cast<size_t>(top) < totals.size()) totals.resize(static_cast<size_t>(top));
  std::string text = "       own    share  runs  pass\n";
  for (const PassTotal& total : totals) {
    text += Format("{}  {}  {}  {}\n", column(FixedText(total.own, 0) + "us", 10),
                   column(share(total.own), 7), column(IntText(total.runs), 4), total.name);
  }
  return text + Format("instruments: {}us ({})\n", FixedText(hooks, 0), share(hooks));
}

}  // namespace passcope
