// A plan: the steps of a program in order, over tensors with fixed places in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "ir/ndarray.h"

namespace passcope {

// An index into Plan::tensors.
using TensorId = int32_t;

// A dense row-major tensor in a buffer. Several tensors may be views of one buffer, such as
// argument and result of a reshape.
struct PlanTensor {
  std::vector<int64_t> shape;
  DataType dtype;
  int32_t buffer = 0;  // An index into Plan::buffers.
  int64_t offset = 0;  // In bytes.

  int64_t elements() const;
  int64_t bytes() const { return elements() * dtype.bytes(); }
};

// How a constant reads another one: the sizes of its axes and their strides there, in elements.
struct Reorder {
  std::vector<int64_t> shape, strides;
};

struct PlanBuffer {
  enum class Kind : uint8_t {
    kArena,     // Computed while the program runs.
    kInput,     // A parameter of the function.
    kConstant,  // A constant of the program.
  };
  Kind kind = Kind::kArena;
  int64_t bytes = 0;
  bool workspace = false;  // Belongs to one step; not a tensor of the program.
  int32_t input = -1;
  NDArray constant;
  // For a constant that the plan adds. Until the first step that reads it, `constant` is the
  // program's constant, and `reorder` is set.
  bool added = false;
  std::shared_ptr<const Reorder> reorder = nullptr;
  // For the arena: the first step that writes the buffer, the last step that reads it, and its
  // place. `shares` is the buffer whose place it takes over because its step works in place; -1
  // without one.
  int32_t first = -1, last = -1;
  int32_t shares = -1;
  int64_t offset = 0;
};

// The addresses of a plan's tensors during a run.
class PlanAddresses {
 public:
  virtual std::byte* Of(TensorId tensor) const = 0;
  // The tensor as an array that shares its memory.
  virtual NDArray View(TensorId tensor) const = 0;
  // Memory for the current step, Plan::scratch_bytes.
  virtual std::byte* Scratch() const = 0;

 protected:
  ~PlanAddresses() = default;
};

// The code of a step.
class StepKernel {
 public:
  virtual ~StepKernel() = default;
  // Called once before the first run, since addresses do not change. Packs constant weights.
  virtual void Bind(const PlanAddresses& memory) = 0;
  virtual void Run() = 0;
  // Shown in the profile: "winograd 4x4", "scalar program" and so on.
  virtual std::string Algorithm() const = 0;
  // Bytes that the step keeps besides the plan's tensors, such as packed weights.
  virtual int64_t KeptBytes() const { return 0; }
};

struct PlanStep {
  std::unique_ptr<StepKernel> kernel;
  // Workspaces are in `writes`.
  std::vector<TensorId> reads, writes;
  // A subset of `reads`: tensors whose memory the first tensor in `writes` may take over.
  std::vector<TensorId> in_place = {};
  // A subset of `reads`: constants that Bind packs. Run does not read them.
  std::vector<TensorId> packs = {};
  int32_t node = 0;
};

// A call in the function's body: an operator, or a fused function with its contents.
struct PlanNode {
  std::string name;  // "nn.conv2d", "fused_nn_conv2d_add_nn_relu".
  // The callee and the attributes. The plan does not keep the call, since its arguments hold all
  // earlier calls and their constants.
  Expr callee;
  Attrs attrs;
  int64_t key = 0;  // ExprKey of the call.
  int32_t first_step = 0;
  int32_t num_steps = 0;  // 0 for a view of the argument in another shape.
  // The tensors of the arguments and of the result.
  std::vector<TensorId> arguments, results;
  double flop = 0;  // executor/work.h
  std::string algorithm;
};

struct PlanInput {
  std::string name;
  TensorId tensor;
};

// A plan keeps the constants that its steps read, and the functions that steps of the evaluator
// call, but no other part of the program.
struct Plan {
  std::vector<PlanTensor> tensors;
  std::vector<PlanBuffer> buffers;
  std::vector<PlanStep> steps;
  std::vector<PlanNode> nodes;
  std::vector<PlanInput> inputs;
  std::vector<TensorId> outputs;
  // The size of the arena for tensors and workspaces, known before a run.
  int64_t arena_bytes = 0;
  // The most memory of the program's tensors at one step, and their memory without any reuse.
  int64_t activation_bytes = 0;
  int64_t unshared_bytes = 0;
  int64_t scratch_bytes = 0;

  // Bytes of constants.
  int64_t ConstantBytes() const;
  // Bytes of packed weights and the like after the first run.
  int64_t KeptBytes() const;
  double Flop() const;
};

struct PlanOptions {
  // Plans each operator of a fused function separately, as without fusion. The tests use it as
  // reference.
  bool step_by_step = false;
  // Uses the evaluator's kernel for each operator.
  bool reference_kernels = false;
  // Allows Winograd's algorithms for convolutions.
  bool winograd = true;
};

// A plan for function `name` of a typed module. Throws DiagnosticError: kUnknownGlobal, and
// kUnsupported for a program that a list of steps cannot run. These are control flow, closures,
// references, data types other than tensors, unknown shapes, and operators without a kernel. The
// diagnostic names the expression.
std::unique_ptr<Plan> MakePlan(const IRModule& module, std::string_view name = "main",
                               const PlanOptions& options = {});

}  // namespace passcope
