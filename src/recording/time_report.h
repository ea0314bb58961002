// Reports of times, as compilers write them at the end.
#pragma once

#include <cstdint>
#include <string_view>

#include "recording/recording.h"

namespace passcope::recording {

// True for the first line of a report.
bool BeginsTimeReport(std::string_view line);
// Reads the report that begins at the first line of `rest` and removes it from there. Returns the
// number of its lines, or 0 if no report begins there.
uint64_t ReadTimeReport(std::string_view* rest, Recording* recording);

// True for a text that is a trace or a report in JSON.
bool IsTimeJson(std::string_view text);
// Reads it. What is cut off is left out. Returns false for a text that has no times.
bool ReadTimeJson(std::string_view text, Recording* recording);

// Says which row of times measures which pass, by names and order.
void JoinTimes(Recording* recording);

}  // namespace passcope::recording
