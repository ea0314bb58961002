// Everything that happened, pass by pass.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrument/op_diff.h"
#include "instrument/pass_log.h"

namespace passcope {

// Records each pass with the module before and after it. Text and counts are made when they are
// asked for.
class TraceInstrument : public PassLog {
 public:
  TraceInstrument() : PassLog({.modules = true, .dependencies = false}) {}
  const std::string& name() const override;
  // The skeleton of the trace, without texts: a TraceEntry per pass.
  void WriteData(JsonWriter& json) const override;
  // As its row says; throws DiagnosticError (kUsage) for an entry that there is not.
  InstrumentAnswer Ask(std::string_view question, const AttrDict& arguments) const override;
};

// What "moduleBefore" and "moduleAfter" take.
struct EntryOfTrace {
  int64_t index;
};

// What is told of one pass of a trace. Times in microseconds.
struct TraceEntry {
  int index;
  int parent;
  int depth;
  std::string name;
  int opt_level;
  std::vector<std::string> required;
  double start;
  double duration;
  double own;
  bool changed;
  OpCounts ops_before;
  OpCounts ops_after;
  OpCounts op_diff;
  PassLog::Status status;
  std::optional<std::string> error;
  std::optional<std::string> reason;
  std::optional<PassDecision> decision;
};
template <>
const RecordSchema& SchemaOf<TraceEntry>();

// What `passcope run --trace` writes.
struct TraceFile {
  const TraceInstrument* trace;
  int opt_level;
};
template <>
const RecordSchema& SchemaOf<TraceFile>();
// Of one TraceInstrument.
std::string TraceFileText(std::span<const InstrumentPtr> instruments, int opt_level);
std::string ChromeFileText(std::span<const InstrumentPtr> instruments, int opt_level);

}  // namespace passcope
