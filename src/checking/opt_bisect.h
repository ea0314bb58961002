// Numbering the executions of passes, and leaving out those behind a number.
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

// OptBisect, as LLVM's -opt-bisect-limit: numbers what passes do from 1 on, over all contexts that
// have it, and lets only the first `limit` executions happen (all, if that is below 0). A function
// pass is an execution for each function, every other pass one for the module; passes that run
// others are numbered before those, and a Sequential, which does nothing itself, has no number.
// InferType always runs and is never numbered: other passes need types, and it changes no values.
//
// A line for each execution goes to the sink:
//
//   BISECT: running pass (1) FoldConstant on function (main)
//   BISECT: NOT running pass (2) FuseOps on function (main)
class OptBisectInstrument : public PassInstrument {
 public:
  struct Execution {
    int64_t number;  // From 1.
    std::string pass;
    std::optional<std::string> function;  // None for a pass that is run on the whole module.
    bool ran;
    int depth;  // How many executions are around it.

    std::string Text() const;  // "FoldConstant on function (main)".
  };

  // A PrintSink (instrument/print.h). Without one, to the standard error output.
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
  // Begins with 1 again.
  void Clear() override;

 private:
  int64_t limit_;
  Sink sink_;
  std::vector<Execution> executions_;
  std::vector<bool> open_;  // For each pass under way: whether it has executions of its own.
  bool begins_ = false;     // A pass that is run on the module is about to begin.
};

template <>
const RecordSchema& SchemaOf<OptBisectInstrument::Execution>();

}  // namespace passcope
