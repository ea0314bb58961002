// What running a program takes, found once: a list of steps over tensors whose places in memory are
// known, in the order in which they run.
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

// A dense row-major tensor somewhere in a buffer. Several may be views of one, such as what a
// reshape takes and gives.
struct PlanTensor {
  std::vector<int64_t> shape;
  DataType dtype;
  int32_t buffer = 0;  // An index into Plan::buffers.
  int64_t offset = 0;  // In bytes.

  int64_t elements() const;
  int64_t bytes() const { return elements() * dtype.bytes(); }
};

struct PlanBuffer {
  enum class Kind : uint8_t {
    kArena,     // Made while the program runs.
    kInput,     // A parameter of the function.
    kConstant,  // A constant of the program.
  };
  Kind kind = Kind::kArena;
  int64_t bytes = 0;
  bool workspace = false;  // Of one step, and no tensor of the program.
  int32_t input = -1;
  NDArray constant;
  // In the arena: the steps from the first that writes it to the last that needs it, and where it
  // is. `shares`: the buffer whose place it takes over, since the step that writes it works in
  // place; -1 for none.
  int32_t first = -1, last = -1;
  int32_t shares = -1;
  int64_t offset = 0;
};

// Where the tensors of a plan are while it runs.
class PlanAddresses {
 public:
  virtual std::byte* Of(TensorId tensor) const = 0;
  // The tensor as an array that shares its memory.
  virtual NDArray View(TensorId tensor) const = 0;
  // Memory for one step at a time: Plan::scratch_bytes.
  virtual std::byte* Scratch() const = 0;

 protected:
  ~PlanAddresses() = default;
};

// What a step runs.
class StepKernel {
 public:
  virtual ~StepKernel() = default;
  // Once, before the first run: addresses stay what they are. Packs weights that are constants.
  virtual void Bind(const PlanAddresses& memory) = 0;
  virtual void Run() = 0;
  // "winograd 4x4", "scalar program" …: what the profile shows.
  virtual std::string Algorithm() const = 0;
  // What the step keeps beside the tensors of the plan, such as packed weights. In bytes.
  virtual int64_t KeptBytes() const { return 0; }
};

struct PlanStep {
  std::unique_ptr<StepKernel> kernel;
  // Workspace is among what is written.
  std::vector<TensorId> reads, writes;
  // Of what is read: tensors whose memory the first that is written may take over.
  std::vector<TensorId> in_place = {};
  // Of what is read: constants that Bind brings into an order of the kernel's own, after which Run
  // does not read them.
  std::vector<TensorId> packs = {};
  int32_t node = 0;
};

// A call in the function's body: an operator, or a fused function with all that is in it.
struct PlanNode {
  std::string name;  // "nn.conv2d", "fused_nn_conv2d_add_nn_relu".
  // What is called, and with what. Not the call itself, whose arguments are all that is computed
  // before it, with its constants.
  Expr callee;
  Attrs attrs;
  int64_t key = 0;  // ExprKey of the call.
  int32_t first_step = 0;
  int32_t num_steps = 0;  // 0 for what only views its argument in another shape.
  // The tensors that come in and go out.
  std::vector<TensorId> arguments, results;
  double flop = 0;  // executor/work.h
  std::string algorithm;
};

struct PlanInput {
  std::string name;
  TensorId tensor;
};

// A plan holds the constants that its steps read, and nothing else of the program but what steps of
// the evaluator call.
struct Plan {
  std::vector<PlanTensor> tensors;
  std::vector<PlanBuffer> buffers;
  std::vector<PlanStep> steps;
  std::vector<PlanNode> nodes;
  std::vector<PlanInput> inputs;
  std::vector<TensorId> outputs;
  // The arena, known before anything runs: what tensors and the workspaces of kernels take.
  int64_t arena_bytes = 0;
  // What the program's tensors take at most at one step, and what they would take without any reuse
  // of memory.
  int64_t activation_bytes = 0;
  int64_t unshared_bytes = 0;
  int64_t scratch_bytes = 0;

  // Bytes that constants take.
  int64_t ConstantBytes() const;
  // Bytes that packed weights and the like take once the plan has run.
  int64_t KeptBytes() const;
  double Flop() const;
};

struct PlanOptions {
  // Every operator of a fused function by itself, as if there were no fusion: what the tests
  // compare with.
  bool step_by_step = false;
  // The evaluator's kernel for every operator.
  bool reference_kernels = false;
};

// A plan for function `name` of a typed module. Throws DiagnosticError: kUnknownGlobal,
// kUnsupported for what a list of steps cannot do (control flow, closures, references, data types
// other than tensors, shapes that are not known) and for operators without a kernel, each naming
// the culprit.
std::unique_ptr<Plan> MakePlan(const IRModule& module, std::string_view name = "main",
                               const PlanOptions& options = {});

}  // namespace passcope
