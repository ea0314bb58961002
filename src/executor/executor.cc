#include "executor/executor.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "diagnostics/diagnostic.h"
#include "executor/work.h"
#include "ir/visitor.h"
#include "ir/work_budget.h"
#include "kernels/kernels.h"
#include "runtime/fast.h"
#include "support/check.h"
#include "support/clock.h"

namespace passcope {

// The memory of the plan's tensors.
class GraphExecutor::Memory final : public PlanAddresses {
 public:
  Memory(const Plan& plan, const std::vector<NDArray>& inputs) : plan_(plan), inputs_(inputs) {
    arena_ = Allocate(plan.arena_bytes);
    scratch_ = Allocate(plan.scratch_bytes);
  }

  std::byte* Of(TensorId tensor) const override {
    const PlanTensor& view = plan_.tensors[static_cast<size_t>(tensor)];
    const PlanBuffer& buffer = plan_.buffers[static_cast<size_t>(view.buffer)];
    return BufferOf(buffer)->mutable_data() + BaseOf(buffer) + view.offset;
  }
  NDArray View(TensorId tensor) const override {
    const PlanTensor& view = plan_.tensors[static_cast<size_t>(tensor)];
    const PlanBuffer& buffer = plan_.buffers[static_cast<size_t>(view.buffer)];
    const NDArray& storage = BufferOf(buffer);
    int64_t offset = static_cast<int64_t>(storage->byte_offset()) + BaseOf(buffer) + view.offset;
    return NDArray(
        new NDArrayNode(storage->buffer(), static_cast<size_t>(offset), view.shape, view.dtype));
  }
  std::byte* Scratch() const override { return scratch_->mutable_data(); }

 private:
  static NDArray Allocate(int64_t bytes) {
    constexpr int64_t kMiB = int64_t{1} << 20;
    try {
      return MakeNDArray({bytes}, DataType::UInt(8));
    } catch (const DiagnosticError&) {
    } catch (const std::bad_alloc&) {
    }
    throw DiagnosticError(
        DiagKind::kTensorTooLarge,
        MSG(kExecutorMemoryExhausted,
            "there is no memory for the {mebibytes} MiB of this program's tensors",
            (bytes + kMiB - 1) / kMiB));
  }
  const NDArray& BufferOf(const PlanBuffer& buffer) const {
    switch (buffer.kind) {
      case PlanBuffer::Kind::kInput:
        return inputs_[static_cast<size_t>(buffer.input)];
      case PlanBuffer::Kind::kConstant:
        return buffer.constant;
      default:
        return arena_;
    }
  }
  static int64_t BaseOf(const PlanBuffer& buffer) {
    return buffer.kind == PlanBuffer::Kind::kArena ? buffer.offset : 0;
  }

  const Plan& plan_;
  const std::vector<NDArray>& inputs_;
  NDArray arena_, scratch_;
};

GraphExecutor::GraphExecutor(const IRModule& module, std::string_view function,
                             const PlanOptions& options)
    : winograd_(options.winograd),
      plan_(MakePlan(module, function, options)),
      inputs_(plan_->inputs.size()),
      given_(plan_->inputs.size()),
      bound_(plan_->steps.size()),
      readers_(plan_->buffers.size()) {
  auto readers = [this](TensorId id) -> int32_t& {
    return readers_[static_cast<size_t>(plan_->tensors[static_cast<size_t>(id)].buffer)];
  };
  for (const PlanStep& step : plan_->steps) {
    for (TensorId id : step.reads) ++readers(id);
  }
  for (TensorId id : plan_->outputs) ++readers(id);
  // Constants that steps read only in another order.
  for (size_t i = 0; i < readers_.size(); ++i) {
    if (readers_[i] == 0) plan_->buffers[i].constant = {};
  }
  for (size_t i = 0; i < plan_->nodes.size(); ++i) {
    if (plan_->nodes[i].num_steps > 0) calls_.push_back(i);
  }
}

GraphExecutor::~GraphExecutor() = default;

size_t GraphExecutor::InputIndex(std::string_view name) const {
  std::vector<std::string> names;
  for (size_t i = 0; i < plan_->inputs.size(); ++i) {
    if (plan_->inputs[i].name == name) return i;
    names.push_back(plan_->inputs[i].name);
  }
  throw DiagnosticError(DiagKind::kUnknownParam,
                        MSG(kExecutorInputNameUnknown, "unknown input '{input}'", name),
                        Suggestions(std::string(name), names));
}

void GraphExecutor::SetInput(size_t index, const NDArray& value) {
  if (index >= inputs_.size()) {
    throw DiagnosticError(
        DiagKind::kUsage,
        MSG(kExecutorInputIndexUnknown, "no input has the index {index}; the program has {count}",
            index, inputs_.size()));
  }
  const PlanInput& input = plan_->inputs[index];
  const PlanTensor& tensor = plan_->tensors[static_cast<size_t>(input.tensor)];
  if (value->shape != tensor.shape || value->dtype != tensor.dtype) {
    throw DiagnosticError(
        DiagKind::kEvaluation,
        MSG(kExecutorInputTypeMismatch,
            "the input '{input}' is a {expected}, but a {actual} was given", input.name,
            TypeText(TensorType(tensor.shape, tensor.dtype)), TypeText(value->type())));
  }
  // Copied, not replaced: steps know the address of the array.
  if (!inputs_[index]) inputs_[index] = MakeNDArray(tensor.shape, tensor.dtype);
  std::memcpy(inputs_[index]->mutable_data(), value->data(), value->nbytes());
  given_[index] = true;
}

NDArray GraphExecutor::GetInput(size_t index) const {
  if (index >= inputs_.size() || !given_[index]) {
    throw DiagnosticError(DiagKind::kUsage, MSG(kExecutorInputIndexUnset,
                                                "input {index} has no value; set it first", index));
  }
  NDArray copy = MakeNDArray(inputs_[index]->shape, inputs_[index]->dtype);
  std::memcpy(copy->mutable_data(), inputs_[index]->data(), copy->nbytes());
  return copy;
}

void GraphExecutor::Prepare() {
  MessageList missing;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (!given_[i]) missing.items.push_back(plan_->inputs[i].name);
  }
  if (!missing.items.empty()) {
    throw DiagnosticError(
        DiagKind::kEvaluation,
        MSG(kExecutorInputsUnset, "these inputs have no value: {inputs}", missing));
  }
  if (!memory_) memory_ = std::make_unique<Memory>(*plan_, inputs_);
}

void GraphExecutor::RunStep(size_t index) {
  StepKernel& kernel = *plan_->steps[index].kernel;
  if (!bound_[index]) {
    for (TensorId id : plan_->steps[index].reads) ReorderConstant(id);
    kernel.Bind(*memory_);
    bound_[index] = true;
    ReleasePacked(plan_->steps[index]);
  }
  kernel.Run();
}

void GraphExecutor::RunNode(const PlanNode& node) {
  WinogradScope scope(winograd_);
  SpendOperations(1);
  SpendProducts(node.flop / 2);
  for (int32_t s = 0; s < node.num_steps; ++s) RunStep(static_cast<size_t>(node.first_step + s));
}

void GraphExecutor::ReorderConstant(TensorId id) {
  const PlanTensor& tensor = plan_->tensors[static_cast<size_t>(id)];
  PlanBuffer& buffer = plan_->buffers[static_cast<size_t>(tensor.buffer)];
  if (!buffer.reorder) return;
  NDArray reordered = MakeNDArray(tensor.shape, tensor.dtype);
  kernels::CopyParams params{};
  params.rank = static_cast<int32_t>(buffer.reorder->shape.size());
  params.element_bytes = tensor.dtype.bytes();
  std::copy(buffer.reorder->shape.begin(), buffer.reorder->shape.end(), params.shape);
  std::copy(buffer.reorder->strides.begin(), buffer.reorder->strides.end(), params.strides);
  params.in = buffer.constant->data();
  params.out = reordered->mutable_data();
  PASSCOPE_CHECK(kernels::CallKernel(kernels::KernelId::kCopy, &params) == 0);
  buffer.constant = std::move(reordered);
  buffer.reorder = nullptr;
}

void GraphExecutor::ReleasePacked(const PlanStep& step) {
  for (TensorId id : step.packs) {
    auto buffer = static_cast<size_t>(plan_->tensors[static_cast<size_t>(id)].buffer);
    if (--readers_[buffer] == 0) plan_->buffers[buffer].constant = {};
  }
}

void GraphExecutor::Run() {
  Prepare();
  WorkScope work(LimitsForData(LivingBytes(), kOperationsPerByteRun));
  for (size_t node : calls_) RunNode(plan_->nodes[node]);
  ran_ = true;
}

ProfileReport GraphExecutor::Calls() const {
  return MakeReport(*plan_, std::vector<double>(plan_->nodes.size(), 0), 0);
}

void GraphExecutor::RunCall(size_t index) {
  if (index >= calls_.size()) {
    throw DiagnosticError(
        DiagKind::kUsage,
        MSG(kExecutorCallIndexUnknown, "no call has the index {index}; the program has {count}",
            index, calls_.size()));
  }
  Prepare();
  RunNode(plan_->nodes[calls_[index]]);
  if (index + 1 == calls_.size()) ran_ = true;
}

NDArray GraphExecutor::GetOutput(size_t index) const {
  if (!ran_)
    throw DiagnosticError(DiagKind::kUsage,
                          MSG(kExecutorNotYetRun, "there is no output yet; run the program first"));
  if (index >= plan_->outputs.size()) {
    throw DiagnosticError(
        DiagKind::kUsage,
        MSG(kExecutorOutputIndexUnknown, "no output has the index {index}; the program has {count}",
            index, plan_->outputs.size()));
  }
  NDArray view = memory_->View(plan_->outputs[index]);
  NDArray copy = MakeNDArray(view->shape, view->dtype);
  std::memcpy(copy->mutable_data(), view->data(), copy->nbytes());
  return copy;
}

namespace {
void RequirePositive(const char* option, int64_t value) {
  if (value >= 1) return;
  throw DiagnosticError(
      DiagKind::kUsage,
      MSG(kOptionBelowOne, "the option '{option}' must be at least 1, not {value}", option, value));
}
}  // namespace

ProfileReport GraphExecutor::Profile(const ProfileOptions& options) {
  RequirePositive("number", options.number);
  Run();
  std::vector<double> times(plan_->nodes.size(), 0);
  double total = 0;
  WinogradScope scope(winograd_);
  for (int64_t run = 0; run < options.number; ++run) {
    double begin = NowMicroseconds();
    for (size_t i = 0; i < plan_->nodes.size(); ++i) {
      const PlanNode& node = plan_->nodes[i];
      if (node.num_steps == 0) continue;
      double start = NowMicroseconds();
      for (int32_t s = 0; s < node.num_steps; ++s) {
        plan_->steps[static_cast<size_t>(node.first_step + s)].kernel->Run();
      }
      times[i] += NowMicroseconds() - start;
    }
    total += NowMicroseconds() - begin;
  }
  auto runs = static_cast<double>(options.number);
  for (double& time : times) time /= runs;
  return MakeReport(*plan_, times, total / runs);
}

BenchmarkResult GraphExecutor::Benchmark(const BenchmarkOptions& options) {
  constexpr double kMicroseconds = 1e6, kMilliseconds = 1e3;
  RequirePositive("repeat", options.repeat);
  RequirePositive("number", options.number);
  Run();
  std::vector<double> seconds;
  int64_t number = options.number;
  for (int64_t i = 0; i < options.repeat; ++i) {
    while (true) {
      double begin = NowMicroseconds();
      for (int64_t k = 0; k < number; ++k) Run();
      double took = NowMicroseconds() - begin;
      if (took >= options.min_repeat_ms * kMilliseconds) {
        seconds.push_back(took / kMicroseconds / static_cast<double>(number));
        break;
      }
      // Estimates the number that is enough, but grows by at least a half.
      double factor = options.min_repeat_ms * kMilliseconds / std::max(took, 1.0);
      number =
          std::max(number + (number + 1) / 2,
                   static_cast<int64_t>(static_cast<double>(number) * std::min(factor, 100.0)));
    }
  }
  return MakeBenchmarkResult(std::move(seconds));
}

ModuleEffects EffectsOf(const IRModule& module, std::string_view function) {
  ModuleEffects effects;
  Expr main = module->Lookup(function);
  PtrSet constants;
  PostOrderVisit(main, [&](const ExprNode* node) {
    if (const auto* call = As<CallNode>(node)) effects.flop += FlopOf(call);
    const auto* constant = As<ConstantNode>(node);
    if (constant && constants.Insert(constant->data.get())) {
      effects.weight_bytes += static_cast<int64_t>(constant->data->nbytes());
    }
  });
  try {
    std::unique_ptr<Plan> plan = MakePlan(module, function);
    effects.executor = ExecutorKind::kGraph;
    effects.peak_bytes = plan->arena_bytes;
    effects.activation_bytes = plan->activation_bytes;
    effects.unshared_bytes = plan->unshared_bytes;
    int64_t inputs = 0;
    for (const PlanInput& input : plan->inputs) {
      inputs += plan->tensors[static_cast<size_t>(input.tensor)].bytes();
    }
    effects.input_bytes = inputs;
    effects.packed_bytes = plan->KeptBytes();
    effects.kernels = static_cast<int64_t>(plan->steps.size());
  } catch (const DiagnosticError& error) {
    // The evaluator may support what the graph executor does not. Other diagnostics are about the
    // program.
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      if (diagnostic.kind != DiagKind::kUnsupported) throw;
    }
    effects.executor = ExecutorKind::kVm;
    effects.reason = error.diagnostics().front().message.text();
  }
  return effects;
}

}  // namespace passcope
