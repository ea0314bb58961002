// Rules for operators with a kernel in src/kernels: when the kernel applies, and how it is called.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "executor/plan.h"
#include "executor/scalar_code.h"
#include "op/op.h"

namespace passcope {

// Applied to each element of a kernel's result before it is stored.
struct Epilogue {
  TensorId bias = -1;  // Added along the channels; -1 without a bias.
  float min = -std::numeric_limits<float>::infinity();
  float max = std::numeric_limits<float>::infinity();
  std::optional<ScalarCode> code;  // Applied last.
};

class FastKernel : public StepKernel {
 public:
  // Sets another target for the result, and the epilogue. Only allowed if FastStep::epilogue is
  // set; `bias`, `min` and `max` also need a channel axis.
  virtual void SetEpilogue(TensorId out, Epilogue epilogue);
  // True if a program may compute the first argument, a tile at a time. SetPrologue sets the
  // program.
  virtual bool TakesPrologue() const { return false; }
  virtual void SetPrologue(ScalarCode code);
};

struct FastStep {
  std::unique_ptr<FastKernel> kernel;
  std::vector<TensorId> reads;
  std::vector<TensorId> packs = {};  // See PlanStep.
  std::vector<TensorId> workspaces = {};
  bool epilogue = false;  // True if SetEpilogue may be called.
  int channel_axis = -1;  // Axis of the result for a bias; -1 without one.
};

struct FastRuleContext {
  Plan& plan;
  const CallNode* call;
  std::vector<TensorId> args;
  // The field of the result that the kernel computes. Other fields are arguments (see
  // FastRule::result_args).
  TensorId out;

  const PlanTensor& arg(size_t i) const { return plan.tensors[static_cast<size_t>(args[i])]; }
  const PlanTensor& result() const { return plan.tensors[static_cast<size_t>(out)]; }
  // Memory that only this step uses.
  TensorId Workspace(int64_t bytes);
};

struct FastRule {
  // Nullopt if the kernel does not support the call's data types or attributes.
  std::optional<FastStep> (*make)(FastRuleContext& context) = nullptr;
  // For results that are tuples: the indices of the arguments that are its fields from 1 on.
  std::vector<int> result_args = {};

  friend bool operator==(const FastRule& a, const FastRule& b) { return a.make == b.make; }
};

const OpTable<FastRule>& FastRules();

// Throws as CheckArrayType does if the number of elements is too large. Values that are computed
// piece by piece may be larger than a tensor.
void CheckCountable(std::span<const int64_t> shape, DataType dtype);
// Adds a tensor that exists only in the plan. Throws as CheckCountable does.
TensorId AddTensor(Plan* plan, std::vector<int64_t> shape, DataType dtype);
// True if a tensor is a constant of the program.
bool IsConstant(const Plan& plan, TensorId tensor);

}  // namespace passcope
