// The target for pass logs. It needs only src/recording.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/targets.h"
#include "recording/compare_logs.h"
#include "recording/log.h"
#include "recording/op_counts.h"
#include "recording/search.h"
#include "recording/text_diff.h"

namespace passcope::fuzz {
namespace {

using recording::Recording;

void Read(std::string_view log, size_t part, Recording* recording) {
  recording::LogReader reader(recording);
  while (!log.empty()) {
    reader.Feed(log.substr(0, part));
    log.remove_prefix(std::min(part, log.size()));
  }
  reader.Finish();
  recording::Complete(recording);
}

// Looks at all that a recording can show.
void Show(Recording* recording) {
  recording::TextDiff diff(&recording->texts);
  for (const recording::Pass& pass : recording->passes) {
    const recording::LineCounts counts = diff.Count(pass.before, pass.after);
    diff.Hunks(pass.before, pass.after);
    OperationChanges(recording->texts, pass.before, pass.after);
    const bool known = pass.before != recording::kNoText && pass.after != recording::kNoText;
    // What is the same has no different lines.
    if (known && !pass.changed && !pass.is_diff && pass.status == recording::Status::kRan &&
        pass.after_dump != recording::kNone && counts.added + counts.removed > 0) {
      std::abort();
    }
  }
  Search(*recording, recording::CountLinesWith("a"));
}

}  // namespace

void Logs(const uint8_t* data, size_t size) {
  const std::string_view log(reinterpret_cast<const char*>(data), size);
  Recording whole, parts;
  Read(log, log.size(), &whole);
  Read(log, 5, &parts);
  if (whole.passes.size() != parts.passes.size() || whole.times.size() != parts.times.size() ||
      whole.unread.size() != parts.unread.size()) {
    std::abort();
  }
  for (size_t i = 0; i < whole.passes.size(); ++i) {
    if (whole.passes[i].changed != parts.passes[i].changed) std::abort();
  }
  if (CompareLogs(&whole, &parts).first != recording::kNone) std::abort();
  Show(&whole);

  // The first line is the name of a file.
  const size_t end = std::min(log.find('\n'), log.size());
  const std::string name(log.substr(0, end));
  Recording folder;
  recording::ReadFolder(
      {name, "t/m_f/1_a.mlir", "1-" + name},
      [&](const std::string&, std::string* content) {
        *content = log.substr(std::min(end + 1, log.size()));
        return true;
      },
      nullptr, &folder);
  recording::Complete(&folder);
  Show(&folder);
}

}  // namespace passcope::fuzz
