// Runs a plan: TVM's graph executor.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "executor/plan.h"
#include "executor/report.h"
#include "ir/module.h"

namespace passcope {

struct BenchmarkOptions {
  // How many results there are, and of how many runs each is the mean.
  int64_t repeat = 5;
  int64_t number = 5;
  // `number` is raised until a result takes at least so long. In milliseconds.
  double min_repeat_ms = 0;
};

struct ProfileOptions {
  int64_t number = 1;  // Of how many runs the times are the mean.
};

// A function with its plan and memory. What is given to it is copied in, what it gives is copied
// out.
class GraphExecutor {
 public:
  // A typed module. Throws as MakePlan does.
  explicit GraphExecutor(const IRModule& module, std::string_view function = "main",
                         const PlanOptions& options = {});
  ~GraphExecutor();

  const Plan& plan() const { return *plan_; }
  // The index of an input; throws DiagnosticError (kUnknownParam) with the nearest names.
  size_t InputIndex(std::string_view name) const;
  // Throws DiagnosticError: kUsage for an index that there is not, kEvaluation for a value of
  // another shape or data type.
  void SetInput(size_t index, const NDArray& value);
  NDArray GetInput(size_t index) const;
  // Throws DiagnosticError: kEvaluation when inputs are missing, kTensorTooLarge when there is not
  // enough memory, kOverBudget, and what the evaluator's kernels throw.
  void Run();
  // The calls of a run in their order, without times: what Profile tells of each.
  ProfileReport Calls() const;
  // Runs one of them; all of them, one after the other, are a run. For who shows progress, measures
  // each or may have to stop in between. Throws as Run, and DiagnosticError (kUsage) for a number
  // that there is not.
  void RunCall(size_t index);
  // Of the last run; throws DiagnosticError (kUsage) before the first one.
  NDArray GetOutput(size_t index) const;

  // Runs once for warming up, then so many times with a clock around each call of the plan.
  ProfileReport Profile(const ProfileOptions& options = {});
  // One run for warming up, then `repeat` times the mean of `number` runs. Both throw
  // DiagnosticError (kUsage) for numbers below 1, and what Run throws.
  BenchmarkResult Benchmark(const BenchmarkOptions& options = {});

 private:
  class Memory;
  // Checks that all inputs are given, and finds the memory.
  void Prepare();
  // What is needed once only is done before its first run.
  void RunStep(size_t index);
  // All steps of a call, whose work is counted (ir/work_budget.h).
  void RunNode(const PlanNode& node);
  // Lets go of the constants that a step has packed, unless another step reads them.
  void ReleasePacked(const PlanStep& step);

  std::unique_ptr<Plan> plan_;
  std::vector<size_t> calls_;  // The nodes that run something.
  std::unique_ptr<Memory> memory_;
  std::vector<NDArray> inputs_;
  std::vector<bool> given_;
  std::vector<bool> bound_;  // By step.
  // By buffer: how many steps, and outputs, still read it.
  std::vector<int32_t> readers_;
  bool ran_ = false;
};

// What a module costs, without running it.
ModuleEffects EffectsOf(const IRModule& module, std::string_view function = "main");

}  // namespace passcope
