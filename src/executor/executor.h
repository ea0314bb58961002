// Runs a plan; the counterpart of TVM's graph executor.
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
  // The number of results, and the number of runs for the mean of each.
  int64_t repeat = 5;
  int64_t number = 5;
  // `number` is raised until a result takes at least this many milliseconds.
  double min_repeat_ms = 0;
};

struct ProfileOptions {
  int64_t number = 1;  // The number of runs for the mean.
};

// A function with its plan and memory. Inputs are copied in, outputs are copied out.
class GraphExecutor {
 public:
  // Takes a typed module. Throws as MakePlan does.
  explicit GraphExecutor(const IRModule& module, std::string_view function = "main",
                         const PlanOptions& options = {});
  ~GraphExecutor();

  const Plan& plan() const { return *plan_; }
  // The index of an input. Throws DiagnosticError (kUnknownParam) with the nearest names.
  size_t InputIndex(std::string_view name) const;
  // Throws DiagnosticError: kUsage for an unknown index, kEvaluation for a value of another shape
  // or data type.
  void SetInput(size_t index, const NDArray& value);
  NDArray GetInput(size_t index) const;
  // Throws DiagnosticError: kEvaluation if inputs are missing, kTensorTooLarge without enough
  // memory, kOverBudget, and the errors of the evaluator's kernels.
  void Run();
  // The calls of a run in order, without times, as Profile describes them.
  ProfileReport Calls() const;
  // Runs one call; all calls in order are a run. With it a caller can show progress, measure each
  // call, or stop in between. Throws as Run does, and DiagnosticError (kUsage) for an unknown
  // index.
  void RunCall(size_t index);
  // An output of the last run. Throws DiagnosticError (kUsage) before the first run.
  NDArray GetOutput(size_t index) const;

  // Warms up with one run, then measures each call of the plan in `number` runs.
  ProfileReport Profile(const ProfileOptions& options = {});
  // Warms up with one run, then takes `repeat` means of `number` runs. Profile and Benchmark throw
  // DiagnosticError (kUsage) for numbers below 1, and what Run throws.
  BenchmarkResult Benchmark(const BenchmarkOptions& options = {});

 private:
  class Memory;
  // Checks that all inputs are set, and allocates memory.
  void Prepare();
  // Binds the step before its first run, then runs it.
  void RunStep(size_t index);
  // Runs all steps of a call and counts its work (ir/work_budget.h).
  void RunNode(const PlanNode& node);
  // Brings a constant into the order in which steps read it.
  void ReorderConstant(TensorId id);
  // Releases the constants that a step has packed, unless another step reads them.
  void ReleasePacked(const PlanStep& step);

  bool winograd_;  // PlanOptions::winograd
  std::unique_ptr<Plan> plan_;
  std::vector<size_t> calls_;  // The nodes that have steps.
  std::unique_ptr<Memory> memory_;
  std::vector<NDArray> inputs_;
  std::vector<bool> given_;
  std::vector<bool> bound_;  // Per step.
  // Per buffer: the number of steps and outputs that still read it.
  std::vector<int32_t> readers_;
  bool ran_ = false;
};

// The cost of a module, without running it.
ModuleEffects EffectsOf(const IRModule& module, std::string_view function = "main");

}  // namespace passcope
