// Times in JSON: Chrome's trace events, as clang's -ftime-trace writes them, and MLIR's reports.
#include <algorithm>
#include <string>
#include <vector>

#include "recording/json_scanner.h"
#include "recording/line_words.h"
#include "recording/time_report.h"

namespace passcope::recording {
namespace {

// Deeper rows are left out.
constexpr int kMaxDepth = 200;

struct Event {
  std::string name, detail;
  char phase = 0;
  double start = 0, duration = 0, thread = 0, process = 0;
  double id = 0;
};

// {"detail": "f", …}
bool ReadArgs(JsonScanner* json, Event* event) {
  if (!json->Take('{')) return json->SkipValue();
  std::string name;
  while (json->Peek() == '"') {
    if (!json->Member(&name)) return false;
    const bool detail = name == "detail" && json->Peek() == '"';
    if (!(detail ? json->String(&event->detail) : json->SkipValue())) return false;
    if (!json->Comma()) break;
  }
  return json->Take('}');
}

bool ReadMember(JsonScanner* json, const std::string& name, Event* event) {
  std::string text;
  const bool is_text = json->Peek() == '"';
  if (name == "name" && is_text) return json->String(&event->name);
  if (name == "ph" && is_text) {
    if (!json->String(&text)) return false;
    event->phase = text.empty() ? '\0' : text[0];
    return true;
  }
  if (name == "args") return ReadArgs(json, event);
  double* number = name == "ts"    ? &event->start
                   : name == "dur" ? &event->duration
                   : name == "tid" ? &event->thread
                   : name == "pid" ? &event->process
                   : name == "id"  ? &event->id
                                   : nullptr;
  return number && !is_text && json->Peek() != '{' ? json->Number(number) : json->SkipValue();
}

bool ReadEvent(JsonScanner* json, Event* event) {
  if (!json->Take('{')) return false;
  std::string name;
  while (json->Peek() == '"') {
    if (!json->Member(&name) || !ReadMember(json, name, event)) return false;
    if (!json->Comma()) break;
  }
  return json->Take('}');
}

// Makes intervals of the events that begin and end one.
std::vector<Event> Intervals(std::vector<Event> events) {
  std::vector<Event> intervals;
  std::vector<Event> open;
  for (Event& event : events) {
    if (event.phase == 'X') {
      intervals.push_back(std::move(event));
    } else if (event.phase == 'B' || event.phase == 'b') {
      open.push_back(std::move(event));
    } else if (event.phase == 'E' || event.phase == 'e') {
      // The last one of the thread that is open. Only the last few can be meant.
      const size_t looks = std::min<size_t>(open.size(), 64);
      for (size_t i = 0; i < looks; ++i) {
        auto begin = open.end() - 1 - static_cast<long>(i);
        const bool named = event.name.empty() || event.name == begin->name;
        if (begin->thread != event.thread || begin->process != event.process || !named) continue;
        begin->duration = event.start - begin->start;
        intervals.push_back(std::move(*begin));
        open.erase(begin);
        break;
      }
    }
  }
  return intervals;
}

void AddTrace(std::vector<Event> events, Recording* recording) {
  std::vector<Event> intervals = Intervals(std::move(events));
  std::stable_sort(intervals.begin(), intervals.end(), [](const Event& a, const Event& b) {
    if (a.process != b.process) return a.process < b.process;
    if (a.thread != b.thread) return a.thread < b.thread;
    if (a.start != b.start) return a.start < b.start;
    return a.duration > b.duration;
  });
  TextStore& texts = recording->texts;
  const auto report = static_cast<uint32_t>(recording->reports.size());
  recording->reports.push_back(texts.AddName("trace"));
  recording->reports.push_back(texts.AddName("totals of the trace"));
  struct Open {
    uint32_t row;
    double end;
  };
  std::vector<Open> open;
  const Event* last = nullptr;
  constexpr double kMicrosecond = 1e-6;
  for (const Event& event : intervals) {
    TimeRow row;
    std::string_view name = event.name;
    // clang writes a sum for each name, on threads of their own.
    const bool total = Skip(&name, "Total ");
    row.name = texts.AddName(name);
    row.detail = texts.AddName(event.detail);
    row.report = report + (total ? 1 : 0);
    row.wall = event.duration * kMicrosecond;
    if (last && (last->thread != event.thread || last->process != event.process)) open.clear();
    last = &event;
    while (!open.empty() && open.back().end <= event.start) open.pop_back();
    if (!total) {
      row.parent = open.empty() ? kNone : open.back().row;
      open.push_back(
          {static_cast<uint32_t>(recording->times.size()), event.start + event.duration});
    }
    recording->times.push_back(row);
  }
}

// {"wall": {"duration": 0.1, …}, "name": "CSE", "passes": [ … ]}
class MlirReport {
 public:
  explicit MlirReport(Recording* recording) : recording_(recording) {}

  bool Read(JsonScanner* json) {
    report_ = static_cast<uint32_t>(recording_->reports.size());
    recording_->reports.push_back(recording_->texts.AddName("Execution time report"));
    const size_t before = recording_->times.size();
    List(json, kNone, 0);
    return recording_->times.size() > before;
  }

 private:
  bool List(JsonScanner* json, uint32_t parent, int depth) {
    if (depth > kMaxDepth || !json->Take('[')) return json->SkipValue();
    while (json->Peek() == '{') {
      if (!Row(json, parent, depth) || !json->Comma()) break;
    }
    return json->Take(']');
  }
  bool Row(JsonScanner* json, uint32_t parent, int depth) {
    json->Take('{');
    const auto number = static_cast<uint32_t>(recording_->times.size());
    TimeRow row;
    row.parent = parent;
    row.report = report_;
    std::string member, name;
    bool added = false;
    while (json->Peek() == '"') {
      bool fine = json->Member(&member);
      if (member == "user" || member == "wall") {
        fine = fine && Duration(json, member == "user" ? &row.user : &row.wall);
      } else if (member == "name" && json->Peek() == '"') {
        fine = json->String(&name);
        row.name = recording_->texts.AddName(name);
        if (fine && name != "Total") recording_->times.push_back(row);
        added = fine && name != "Total";
      } else if (member == "passes") {
        fine = fine && List(json, added ? number : parent, depth + 1);
      } else {
        fine = fine && json->SkipValue();
      }
      if (!fine) return false;
      if (!json->Comma()) break;
    }
    return json->Take('}');
  }
  static bool Duration(JsonScanner* json, double* seconds) {
    if (!json->Take('{')) return json->SkipValue();
    std::string member;
    while (json->Peek() == '"') {
      if (!json->Member(&member)) return false;
      if (!(member == "duration" ? json->Number(seconds) : json->SkipValue())) return false;
      if (!json->Comma()) break;
    }
    return json->Take('}');
  }

  Recording* const recording_;
  uint32_t report_ = 0;
};

// Moves to the list of events of an object.
bool FindEvents(JsonScanner* json) {
  if (!json->Take('{')) return true;
  std::string name;
  while (json->Member(&name)) {
    if (name == "traceEvents") return true;
    if (!json->SkipValue() || !json->Comma()) return false;
  }
  return false;
}

}  // namespace

bool IsTimeJson(std::string_view text) {
  constexpr size_t kHead = 4096;
  const std::string_view head = TrimStart(text).substr(0, kHead);
  if (head.starts_with('{')) return Contains(head, "\"traceEvents\"");
  if (!head.starts_with('[')) return false;
  const std::string_view first = TrimStart(head.substr(1));
  if (!first.starts_with('{')) return false;
  return Contains(first, "\"duration\"") ||
         (Contains(first, "\"ph\"") && Contains(first, "\"ts\""));
}

bool ReadTimeJson(std::string_view text, Recording* recording) {
  JsonScanner json(text);
  const std::string_view head = TrimStart(text);
  if (head.starts_with('[') && Contains(head.substr(0, 200), "\"duration\"")) {
    return MlirReport(recording).Read(&json);
  }
  if (!FindEvents(&json) || !json.Take('[')) return false;
  std::vector<Event> events;
  while (json.Peek() == '{') {
    Event event;
    if (!ReadEvent(&json, &event)) break;
    events.push_back(std::move(event));
    if (!json.Comma()) break;
  }
  if (events.empty()) return false;
  AddTrace(std::move(events), recording);
  return true;
}

}  // namespace passcope::recording
