// Kernels: what each operator computes.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "ir/attrs.h"
#include "ir/ndarray.h"
#include "op/op.h"
#include "runtime/value.h"

namespace passcope {

// One call of an operator on values.
struct KernelContext {
  const OpNode* op = nullptr;
  const CallNode* call = nullptr;  // Where diagnostics point; may be null.
  // The tensors of all arguments, tuples flattened from left to right.
  std::span<const NDArray> args;
  Attrs attrs;  // Null for operators without attributes.
  // The type of the result. Static, except for operators whose result's shape depends on the values
  // of their arguments: their kernels find the shape themselves.
  Type out_type;

  template <class A>
  const A& attrs_as() const {
    PASSCOPE_CHECK(attrs && attrs->schema() == &A::Schema());
    return *static_cast<const A*>(attrs.get());
  }
  const NDArray& arg(size_t i) const {
    PASSCOPE_CHECK(i < args.size());
    return args[i];
  }
  // The type of the result, or of field `i` when that is a tuple.
  const TensorTypeNode& out(size_t i = 0) const;
  std::vector<int64_t> out_shape(size_t i = 0) const;
  // An uninitialised array for the result or for its field `i`.
  NDArray MakeOut(size_t i = 0) const;
  // The operator's name, with which messages begin.
  const char* name() const;
  // Throws DiagnosticError (kUnsupported).
  [[noreturn]] void Unsupported(Message message) const;
  // An axis of `rank` that counts from the end when it is negative; not every type relation looks
  // at the range. Throws DiagnosticError (kEvaluation) when there is no such axis.
  size_t Axis(int64_t axis, size_t rank) const;
  // Throws DiagnosticError (kEvaluation).
  [[noreturn]] void Fail(Message message) const;
};

// Computes a call. Results may share buffers with arguments. Throws DiagnosticError (kUnsupported)
// for data types or attributes that the kernel does not do, kEvaluation where the values of the
// arguments make a result impossible.
using Kernel = Value (*)(const KernelContext& context);

// All kernels; operators without one have null.
const OpTable<Kernel>& Kernels();
bool HasKernel(const OpNode* op);

// The kernel of operators that give their argument as it came, be it a tensor, a tuple, a function,
// a reference or a value of a data type: RunKernel does not look at it.
Value PassOn(const KernelContext& context);

// Runs a kernel, after its result is found to be within the limits. What goes wrong inside of it is
// a diagnostic about the call and nothing else's end: kInternal for a mistake of the engine's,
// kTensorTooLarge where there is no memory.
Value CallKernel(Kernel kernel, const KernelContext& context);

// Evaluates a call of an operator on values. The result has the call's checked type; where that is
// missing or has dimensions that are not integers, the operator's type relation finds the concrete
// one from the values. Throws as kernels do, kUnsupported where there is no kernel, and kEvaluation
// for a result of another type.
Value RunKernel(const CallNode* call, std::span<const Value> args);

// How many kernels have failed on this thread by a mistake of the engine's (kInternal); for tests,
// which such a call must not escape when a pass leaves it alone.
int64_t NumInternalFailures();

// The same for an operator of which there is no call: what kernels need that are made of others.
Value ApplyOp(const OpNode* op, std::span<const Value> args, Attrs attrs = nullptr);
inline Value ApplyOp(std::string_view name, std::initializer_list<Value> args,
                     Attrs attrs = nullptr) {
  return ApplyOp(As<OpNode>(GetOp(name)), std::span(args.begin(), args.size()), std::move(attrs));
}

// dyn.image.resize2d for a size that is no integer: the integer in it is the size of the result,
// and the size itself tells how the result lies on the data.
Value ResizeByScales(const KernelContext& context);

// The families, each with the kernels of its operators.
using KernelRegistry = OpTable<Kernel>;
void RegisterElementwiseKernels(KernelRegistry& registry);
void RegisterLayoutKernels(KernelRegistry& registry);
void RegisterConvKernels(KernelRegistry& registry);
void RegisterPoolKernels(KernelRegistry& registry);
void RegisterNNKernels(KernelRegistry& registry);
void RegisterReduceKernels(KernelRegistry& registry);
void RegisterTensorKernels(KernelRegistry& registry);
void RegisterIndexKernels(KernelRegistry& registry);
void RegisterResizeKernels(KernelRegistry& registry);
void RegisterDynamicKernels(KernelRegistry& registry);
void RegisterQnnKernels(KernelRegistry& registry);
void RegisterSamplingKernels(KernelRegistry& registry);
void RegisterVisionKernels(KernelRegistry& registry);
void RegisterAlgorithmKernels(KernelRegistry& registry);
void RegisterRandomKernels(KernelRegistry& registry);
void RegisterLossKernels(KernelRegistry& registry);
void RegisterSparseKernels(KernelRegistry& registry);
void RegisterPreparedConvKernels(KernelRegistry& registry);
void RegisterBitserialKernels(KernelRegistry& registry);

}  // namespace passcope
