// The planner of a function. plan.cc lowers calls, and planner.cc stores values in tensors.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "executor/blocked.h"
#include "executor/fast_rules.h"
#include "executor/plan.h"
#include "executor/scalar_code.h"
#include "executor/scalar_value.h"
#include "support/ptr_map.h"

namespace passcope {

// Thrown if a value does not fit a program, since it has too many axes or elements of another size.
// The function is then lowered step by step.
struct TooComplex {};

class Planner {
 public:
  Planner(const PlanOptions& options, Plan* plan) : options_(options), plan_(*plan) {}
  void Run(const FunctionNode* function);

 private:
  class MainBody;
  class FusedBody;
  // The state while one call of the main body is lowered.
  struct Scope {
    ScalarPool pool;
    // Kernels without a step yet, so that following operators can join them.
    struct Pending {
      TensorId out;
      FastStep step;
    };
    std::vector<Pending> pending;
    bool step_by_step = false;
  };

  const PlanTensor& Tensor(TensorId id) const { return plan_.tensors[static_cast<size_t>(id)]; }
  TensorId AddConstant(const ConstantNode* constant);
  ScalarValue LeafOf(Scope& scope, TensorId id) const;

  std::vector<TensorId> LowerCall(const CallNode* call, const ExprNode* callee,
                                  const std::vector<TensorId>& args);
  std::vector<TensorId> LowerWhole(const CallNode* call, const FunctionNode* fused,
                                   const std::vector<TensorId>& args, bool step_by_step);
  std::vector<ScalarValue> LowerOp(Scope& scope, const CallNode* call,
                                   std::vector<ScalarValue> args);
  std::optional<std::vector<ScalarValue>> LowerFused(Scope& scope, const CallNode* call,
                                                     std::vector<ScalarValue>& args,
                                                     std::span<const TensorTypeNode* const> outs);
  std::optional<std::vector<ScalarValue>> LowerElements(
      Scope& scope, const CallNode* call, std::span<const ScalarValue> args,
      std::span<const TensorTypeNode* const> outs);
  std::optional<std::vector<ScalarValue>> LowerJoin(Scope& scope, const CallNode* call,
                                                    std::span<const ScalarValue> args,
                                                    const TensorTypeNode* out);
  std::optional<std::vector<ScalarValue>> LowerBlocked(Scope& scope, const CallNode* call,
                                                       std::span<const ScalarValue> args);
  std::optional<ScalarValue> LowerWithPrologue(Scope& scope, const CallNode* call,
                                               const ScalarValue& arg,
                                               std::span<const TensorTypeNode* const> outs);
  // The tensor of a value. `last`: no other value of the function is needed, so a kernel's result
  // may be changed in place.
  TensorId Materialize(Scope& scope, const ScalarValue& value, bool last = false);
  // The same, but the tensor of a value with blocks may be reordered (reordered_). It then has the
  // order of a tensor that the value reads.
  TensorId Keep(Scope& scope, const ScalarValue& value, bool last = false);
  // A tensor in its own order.
  TensorId DenseOf(TensorId id);
  // Stores the value in a tensor of its type, or in a part of one.
  void Store(Scope& scope, const ScalarValue& value, ScalarTarget target);
  std::optional<TensorId> Join(Scope& scope, const ScalarValue& value);
  void Flush(Scope& scope, TensorId tensor);
  void AddStep(std::unique_ptr<StepKernel> kernel, std::vector<TensorId> reads,
               std::vector<TensorId> writes, std::vector<TensorId> in_place = {});
  void AddNode(const CallNode* call, std::string name, std::vector<TensorId> arguments,
               std::vector<TensorId> results, double flop);
  void AddFastStep(FastStep step, TensorId out);

  const PlanOptions& options_;
  Plan& plan_;
  PtrMap<TensorId> constants_;
  PtrSet results_;  // Calls whose values the function returns, as far as they are easy to find.
  std::vector<ReorderedTensor> reordered_;  // By TensorId; `base` is -1 for other tensors.
};

}  // namespace passcope
