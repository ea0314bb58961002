// A trace in the format of Chrome's about:tracing, Perfetto and speedscope.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrument/op_diff.h"
#include "instrument/pass_log.h"

namespace passcope {

// An event: a pass that ran, or operator counts that changed.
struct ChromeTraceEvent {
  enum class Phase : uint8_t { kComplete, kCounter };
  // The arguments of a pass.
  struct PassArguments {
    int opt_level;
    bool changed;
    PassLog::Status status;
  };
  // The arguments of a pass or of operator counts.
  struct Arguments {
    std::optional<PassArguments> pass;
    OpCounts counts;
  };

  std::string name;
  std::string category;
  Phase phase;
  double time;  // Microseconds.
  int process = 1;
  int thread = 1;
  std::optional<double> duration = {};  // Microseconds.
  Arguments arguments = {};
};
std::span<const char* const> LiteralsOf(ChromeTraceEvent::Phase);
template <>
const RecordSchema& SchemaOf<ChromeTraceEvent::PassArguments>();
template <>
const RecordSchema& SchemaOf<ChromeTraceEvent>();
template <>
struct JsonTraits<ChromeTraceEvent::Arguments> {
  static std::string Type(RecordList*) { return "dict[string, any]"; }
  static void Write(JsonWriter& json, const ChromeTraceEvent::Arguments& arguments);
};

struct ChromeTrace {
  enum class TimeUnit : uint8_t { kMilliseconds };
  std::vector<ChromeTraceEvent> events;
  TimeUnit unit = TimeUnit::kMilliseconds;
};
std::span<const char* const> LiteralsOf(ChromeTrace::TimeUnit);
template <>
const RecordSchema& SchemaOf<ChromeTrace>();

// As JSON.
std::string ChromeTraceText(std::span<const PassLog::Entry> entries);

}  // namespace passcope
