// The record of a run, pass by pass.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrument/lineage.h"
#include "instrument/op_diff.h"
#include "instrument/pass_log.h"

namespace passcope {

struct TraceOptions {
  bool lineage = false;  // True if the trace keeps the lineage of expressions.
};

// Records each pass with the module before and after it. Texts and operator counts are made on
// demand.
class TraceInstrument : public PassLog {
 public:
  explicit TraceInstrument(TraceOptions options = {})
      : PassLog({.modules = true, .dependencies = false}), options_(options) {}
  const std::string& name() const override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;
  void Clear() override;
  // The trace without texts: a TraceEntry for each pass.
  void WriteData(JsonWriter& json) const override;
  // Answers the questions of its row. Throws DiagnosticError (kUsage) for an entry that does not
  // exist.
  InstrumentAnswer Ask(std::string_view question, const AttrDict& arguments) const override;

  // The lineage of expressions, as far as passes have ended. Throws DiagnosticError (kUsage) if
  // lineage is not kept.
  LineageGraph& lineage() const;

 private:
  const TraceOptions options_;
  LineageRecord record_;
  mutable std::unique_ptr<LineageGraph> lineage_;  // The graph of record_, made on demand.
  mutable size_t seen_ = 0;                        // The number of marks when it was made.
};

// The arguments of "moduleBefore" and "moduleAfter".
struct EntryOfTrace {
  int64_t index;
};

// The record of one pass of a trace. Times are in microseconds.
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

// The file that `passcope run --trace` writes.
struct TraceFile {
  const TraceInstrument* trace;
  int opt_level;
};
template <>
const RecordSchema& SchemaOf<TraceFile>();
// `instruments` has one TraceInstrument.
std::string TraceFileText(std::span<const InstrumentPtr> instruments, int opt_level);
std::string ChromeFileText(std::span<const InstrumentPtr> instruments, int opt_level);

}  // namespace passcope
