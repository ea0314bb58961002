// How long passes take, summed up by name over many runs of a pipeline.
#pragma once

#include <string>
#include <vector>

#include "compare/comparison.h"
#include "pass/pass_instrument.h"

namespace passcope {

// Without what hooks of instruments take, its own among them.
class PassTimes : public PassInstrument {
 public:
  const std::string& name() const override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;
  void HooksRun(bool begin) override;

  // Sums over all executions, in the order in which the first of each name began.
  const std::vector<ComparePass>& passes() const { return passes_; }

 private:
  // What was since the last reading of the clock belongs to the innermost pass under way, unless
  // hooks run.
  void Book();

  std::vector<ComparePass> passes_;
  std::vector<size_t> open_;  // Which of them are under way.
  double last_ = 0;
  int hooks_ = 0;  // How many lists of hooks are under way, one inside of the other.
};

}  // namespace passcope
