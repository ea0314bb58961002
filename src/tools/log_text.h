// The texts that `passcope log` prints.
#pragma once

#include <string>
#include <vector>

#include "recording/compare_logs.h"
#include "recording/recording.h"
#include "recording/search.h"

namespace passcope::tools {

struct LogView {
  bool all = false;  // Also passes that changed nothing.
  bool operations = false;
  std::string function;  // Only what happens to this function; empty for everything.
};

// The program before or after a pass, of one function only if the view has one.
recording::TextId TextIn(recording::Recording* recording, recording::TextId text,
                         const LogView& view);
// What was read: the format, counts, what was not understood.
std::string LogSummary(const recording::Recording& recording);
// The passes in the view, a line each.
std::string LogTable(recording::Recording* recording, const LogView& view);
std::string LogDiff(recording::Recording* recording, uint32_t pass, const LogView& view);
std::string LogTimes(const recording::Recording& recording);
std::string LogSearch(const recording::Recording& recording,
                      const std::vector<recording::SearchHit>& hits);
std::string LogJson(recording::Recording* recording, const LogView& view);

std::string LogComparisonText(recording::Recording* a, recording::Recording* b,
                              const recording::LogComparison& comparison, const LogView& view);
std::string LogComparisonJson(const recording::Recording& a, const recording::Recording& b,
                              const recording::LogComparison& comparison);

}  // namespace passcope::tools
