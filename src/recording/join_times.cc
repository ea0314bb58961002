// Which row of a report measures which passes.
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "recording/line_words.h"
#include "recording/time_report.h"

namespace passcope::recording {
namespace {

using std::string_view;

// The name of a class without namespaces, template arguments and the ending "Pass", so that names
// of several reports agree.
string_view PlainName(string_view name) {
  name = name.substr(0, name.find('<'));
  const size_t colon = name.rfind("::");
  if (colon != string_view::npos) name.remove_prefix(colon + 2);
  if (name.size() > 4) SkipEnd(&name, "Pass");
  return name;
}

// Rows with children come after them, as passes end.
std::vector<uint32_t> ByEnd(const Recording& recording, uint32_t report) {
  std::vector<uint32_t> order, open;
  for (uint32_t i = 0; i < recording.times.size(); ++i) {
    const TimeRow& row = recording.times[i];
    if (row.report != report) continue;
    while (!open.empty() && open.back() != row.parent) {
      order.push_back(open.back());
      open.pop_back();
    }
    open.push_back(i);
  }
  while (!open.empty()) {
    order.push_back(open.back());
    open.pop_back();
  }
  return order;
}

class Joiner {
 public:
  Joiner(Recording* recording, uint32_t report)
      : recording_(*recording), rows_(ByEnd(*recording, report)) {
    for (uint32_t at = 0; at < rows_.size(); ++at) {
      places_[KeyOf(recording_.times[rows_[at]].name)].push_back(at);
    }
  }

  // Gives each pass the next row with its name. Passes on several functions share the rows of their
  // pipeline.
  void Run() {
    std::vector<uint32_t> order(recording_.passes.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [this](uint32_t a, uint32_t b) { return EndOf(a) < EndOf(b); });
    for (uint32_t number : order) {
      Pass& pass = recording_.passes[number];
      if (pass.time != kNone) continue;
      const auto places = places_.find(KeyOf(pass.name));
      const auto by_argument = places_.find(KeyOf(pass.argument));
      if (places != places_.end()) {
        Assign(places->second, &pass);
      } else if (pass.argument != kNoName && by_argument != places_.end()) {
        Assign(by_argument->second, &pass);
      }
    }
  }

 private:
  uint32_t EndOf(uint32_t pass) const {
    const Pass& of = recording_.passes[pass];
    return of.after_dump != kNone ? of.after_dump : of.before_dump;
  }
  NameId KeyOf(NameId name) {
    const auto [found, is_new] = keys_.try_emplace(name, kNoName);
    if (is_new) found->second = recording_.texts.AddName(PlainName(recording_.Name(name)));
    return found->second;
  }
  void Assign(const std::vector<uint32_t>& places, Pass* pass) {
    uint32_t& next = next_[pass->level == Level::kModule ? kNone : pass->shown_unit];
    const uint32_t from = std::max(next, barrier_);
    auto place = std::lower_bound(places.begin(), places.end(), from);
    // A report that only sums up has each name once.
    if (place == places.end()) {
      if (places.size() > 1) return;
      place = places.begin();
    }
    pass->time = rows_[*place];
    ++recording_.times[pass->time].passes;
    if (*place < from) return;
    next = *place + 1;
    if (pass->level == Level::kModule) barrier_ = *place + 1;
  }

  Recording& recording_;
  const std::vector<uint32_t> rows_;
  std::unordered_map<NameId, std::vector<uint32_t>> places_;
  std::unordered_map<NameId, NameId> keys_;
  std::unordered_map<NameId, uint32_t> next_;  // By unit.
  uint32_t barrier_ = 0;
};

}  // namespace

void JoinTimes(Recording* recording) {
  for (uint32_t report = 0; report < recording->reports.size(); ++report) {
    Joiner(recording, report).Run();
  }
}

}  // namespace passcope::recording
