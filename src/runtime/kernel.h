// Kernels, which compute operators on values.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
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
  const CallNode* call = nullptr;  // For diagnostics; may be null.
  // The tensors of all arguments, tuples flattened from left to right.
  std::span<const NDArray> args;
  Attrs attrs;  // Null for operators without attributes.
  // The type of the result. It is static unless the shape depends on the values of arguments; such
  // kernels find the shape themselves.
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
  // The type of the result, or of field `i` of a tuple.
  const TensorTypeNode& out(size_t i = 0) const;
  std::vector<int64_t> out_shape(size_t i = 0) const;
  // An uninitialised array for the result, or for its field `i`.
  NDArray MakeOut(size_t i = 0) const;
  // The operator's name, which begins messages.
  const char* name() const;
  // Throws DiagnosticError (kUnsupported).
  [[noreturn]] void Unsupported(Message message) const;
  // An axis of `rank` axes; a negative axis counts from the end. Not every type relation checks the
  // range. Throws DiagnosticError (kEvaluation) for an invalid axis.
  size_t Axis(int64_t axis, size_t rank) const;
  // Throws DiagnosticError (kEvaluation).
  [[noreturn]] void Fail(Message message) const;
  // The same with the types of all arguments, and with a note that says what is expected.
  [[noreturn]] void Misfit(Phrase expected = {}) const;
  // The same for an index into an axis of `size` elements.
  [[noreturn]] void FailIndex(int64_t index, int64_t size) const;
  // Throws DiagnosticError (kEvaluation) unless argument `i` has one element.
  void CheckScalar(size_t i) const;
  // Throws DiagnosticError (kEvaluation) unless argument `i` has `count` elements.
  void CheckCount(size_t i, int64_t count) const;
};

// A shape in a message: "(1, 3)".
std::string SizesText(const std::vector<int64_t>& shape);

// Computes a call. Results may share buffers with arguments. Throws DiagnosticError: kUnsupported
// for data types or attributes that the kernel does not support, kEvaluation if the values of the
// arguments have no result.
using Kernel = Value (*)(const KernelContext& context);

// All kernels. Operators without a kernel have null.
const OpTable<Kernel>& Kernels();
bool HasKernel(const OpNode* op);

// The kernel of operators that return their argument unchanged. The argument may be a tensor, a
// tuple, a function, a reference or a value of a data type, so RunKernel does not check it.
Value PassOn(const KernelContext& context);

// Runs a kernel, if its result is within the limits. A failure in it is a diagnostic about the
// call: kInternal for a mistake of the engine, kTensorTooLarge for missing memory.
Value CallKernel(Kernel kernel, const KernelContext& context);

// Evaluates a call of an operator on values. The result has the call's checked type. If the type is
// missing or has unknown dimensions, the operator's type relation gives it from the values. Throws
// as kernels do, kUnsupported without a kernel, and kEvaluation for a result of another type.
Value RunKernel(const CallNode* call, std::span<const Value> args);

// The number of kernels that failed on this thread by a mistake of the engine (kInternal). Tests
// check it, since a pass may catch the diagnostic and leave the call unchanged.
int64_t NumInternalFailures();

// The same without a call node, for kernels that use other kernels.
Value ApplyOp(const OpNode* op, std::span<const Value> args, Attrs attrs = nullptr);
inline Value ApplyOp(std::string_view name, std::initializer_list<Value> args,
                     Attrs attrs = nullptr) {
  return ApplyOp(As<OpNode>(GetOp(name)), std::span(args.begin(), args.size()), std::move(attrs));
}

// dyn.image.resize2d for a size that is not an integer. Its integer part is the size of the result.
// The size itself maps the result to the data.
Value ResizeByScales(const KernelContext& context);

// Each family registers the kernels of its operators.
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
