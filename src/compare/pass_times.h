// The times of passes, summed by name over many runs of a pipeline.
#pragma once

#include <string>
#include <vector>

#include "compare/comparison.h"
#include "pass/pass_instrument.h"

namespace passcope {

// The times do not contain hooks of instruments, including its own.
class PassTimes : public PassInstrument {
 public:
  const std::string& name() const override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;
  void HooksRun(bool begin) override;

  // Sums over all executions, in the order of the first execution of each name.
  const std::vector<ComparePass>& passes() const { return passes_; }

 private:
  // Adds the time since the last clock reading to the innermost running pass, unless hooks run.
  void Book();

  std::vector<ComparePass> passes_;
  std::vector<size_t> open_;  // The indices of the running passes.
  double last_ = 0;
  int hooks_ = 0;  // The number of running hook lists, which can be nested.
};

}  // namespace passcope
