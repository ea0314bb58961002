// Everything that happened, pass by pass.
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
  bool lineage = false;  // Whether it is kept of what expressions are made.
};

// Records each pass with the module before and after it. Text and counts are made when they are
// asked for.
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
  // The skeleton of the trace, without texts: a TraceEntry per pass.
  void WriteData(JsonWriter& json) const override;
  // As its row says; throws DiagnosticError (kUsage) for an entry that there is not.
  InstrumentAnswer Ask(std::string_view question, const AttrDict& arguments) const override;

  // What became of expressions, as far as the passes that have ended tell. Throws DiagnosticError
  // (kUsage) when lineage is not kept.
  LineageGraph& lineage() const;

 private:
  const TraceOptions options_;
  LineageRecord record_;
  mutable std::unique_ptr<LineageGraph> lineage_;  // Of record_, once it is asked for.
  mutable size_t seen_ = 0;                        // How many marks there were then.
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
