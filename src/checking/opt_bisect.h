// Numbers the executions of passes, and leaves out those after a limit.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pass/pass_instrument.h"
#include "schema/record.h"

namespace passcope {

struct OptBisectOptions {
  int64_t limit = -1;
};

// OptBisect, like LLVM's -opt-bisect-limit. It numbers executions from 1, over all contexts that
// have it, and lets only the first `limit` of them run (all if `limit` is negative). A function
// pass has one execution for each function; other passes have one for the module. A pass that runs
// other passes has a lower number than those. A Sequential does nothing itself, so it has no
// number. InferType always runs and has no number, since other passes need types and it does not
// change values.
//
// The sink gets one line for each execution:
//
//   BISECT: running pass (1) FoldConstant on function (main)
//   BISECT: NOT running pass (2) FuseOps on function (main)
class OptBisectInstrument : public PassInstrument {
 public:
  struct Execution {
    int64_t number;  // From 1.
    std::string pass;
    std::optional<std::string> function;  // None for a pass over the whole module.
    bool ran;
    int depth;  // The number of enclosing executions.

    std::string Text() const;  // "FoldConstant on function (main)".
  };

  // A PrintSink (instrument/print.h). Without a sink, lines go to the standard error.
  using Sink = std::function<void(const std::string& file, const std::string& text)>;
  explicit OptBisectInstrument(OptBisectOptions options, Sink sink = {});
  const std::string& name() const override;
  bool ShouldRunOn(const IRModule& module, const PassInfo& info,
                   std::string_view function) override;
  void PassDecided(const IRModule& module, const PassInfo& info,
                   const PassDecision& decision) override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;

  const std::vector<Execution>& executions() const { return executions_; }
  void WriteData(JsonWriter& json) const override;
  // Restarts the numbers at 1.
  void Clear() override;

 private:
  int64_t limit_;
  Sink sink_;
  std::vector<Execution> executions_;
  std::vector<bool> open_;  // For each running pass: true if it has its own executions.
  bool begins_ = false;     // True if a pass over the module is about to begin.
};

template <>
const RecordSchema& SchemaOf<OptBisectInstrument::Execution>();

}  // namespace passcope
