// Operators with a kernel of their own in src/kernels: when it is taken, and how it is called.
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

// What is computed of each element of a kernel's result before it is stored.
struct Epilogue {
  TensorId bias = -1;  // Added along the channels; -1 for none.
  float min = -std::numeric_limits<float>::infinity();
  float max = std::numeric_limits<float>::infinity();
  std::optional<ScalarCode> code;  // What follows them.
};

class FastKernel : public StepKernel {
 public:
  // Where the result goes instead of where the rule was told, and what happens to it. Only when
  // FastStep::epilogue is set, and `bias`, `min` and `max` only with a channel axis.
  virtual void SetEpilogue(TensorId out, Epilogue epilogue);
  // Whether the first argument need not be a tensor: its elements are computed by a program, a tile
  // at a time, when SetPrologue is called.
  virtual bool TakesPrologue() const { return false; }
  virtual void SetPrologue(ScalarCode code);
};

struct FastStep {
  std::unique_ptr<FastKernel> kernel;
  std::vector<TensorId> reads;
  std::vector<TensorId> packs = {};  // See PlanStep.
  std::vector<TensorId> workspaces = {};
  bool epilogue = false;  // Whether SetEpilogue may be called.
  int channel_axis = -1;  // Of the result: where a bias can be added; -1 for none.
};

struct FastRuleContext {
  Plan& plan;
  const CallNode* call;
  std::vector<TensorId> args;
  // The field of the result that the kernel computes; the others, if any, are arguments as they are
  // (see FastRule::result_args).
  TensorId out;

  const PlanTensor& arg(size_t i) const { return plan.tensors[static_cast<size_t>(args[i])]; }
  const PlanTensor& result() const { return plan.tensors[static_cast<size_t>(out)]; }
  // Memory for the step alone.
  TensorId Workspace(int64_t bytes);
};

struct FastRule {
  // Nullopt when the call's data types or attributes are none of those that the kernel does.
  std::optional<FastStep> (*make)(FastRuleContext& context) = nullptr;
  // For results that are tuples: the arguments that its fields from 1 on are.
  std::vector<int> result_args = {};

  friend bool operator==(const FastRule& a, const FastRule& b) { return a.make == b.make; }
};

const OpTable<FastRule>& FastRules();

// Throws as CheckArrayType where a tensor's elements cannot be counted. What is computed piece by
// piece, and never is as a whole, may be larger than a tensor.
void CheckCountable(std::span<const int64_t> shape, DataType dtype);
// A tensor that is only known while the plan is made. Throws as CheckCountable.
TensorId AddTensor(Plan* plan, std::vector<int64_t> shape, DataType dtype);
// Whether a tensor is a constant of the program.
bool IsConstant(const Plan& plan, TensorId tensor);

}  // namespace passcope
