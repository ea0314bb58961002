// The table of kernels, and calls of kernels.
#include "runtime/kernel.h"

#include <algorithm>
#include <new>
#include <stdexcept>

#include "diagnostics/diagnostic.h"
#include "ir/work_budget.h"
#include "op/axes.h"
#include "op/relations.h"
#include "support/per_engine.h"

namespace passcope {
namespace {

// The name of argument `i`, or its number where operators have no names for all arguments.
std::string ArgumentName(const OpNode* op, size_t i) {
  return op && i < op->decl->args.size() ? op->decl->args[i].name : std::to_string(i);
}

bool IsConcrete(const Type& type) {
  if (!type || type->has_incomplete() || type->is_dynamic()) return false;
  if (type->kind() == TypeKind::kTensor) return true;
  const auto* tuple = As<TupleTypeNode>(type);
  if (!tuple) return false;
  for (const Type& field : tuple->fields) {
    if (!IsConcrete(field)) return false;
  }
  return true;
}

// Runs a type relation on the types of actual values.
class ConcreteRelContext : public TypeRelContext {
 public:
  bool Assign(size_t i, const Type& type) override {
    if (arg_types[i] == type) return true;
    // A relation may leave parts open (`?`); the actual type is accepted there.
    if (type->is_dynamic() || type->has_incomplete()) return true;
    Fail(DiagKind::kEvaluation,
         MSG(kKernelArgumentTypeMismatch, "argument {index} must be a {expected}, not a {actual}",
             i, TypeText(type), TypeText(arg_types[i])));
    return false;
  }
  RelStatus Fail(DiagKind, Message message, int = -1) override {
    throw DiagnosticError(DiagKind::kEvaluation, std::move(message), {}, Expr(call));
  }
};

Type ConcreteType(const CallNode* call, std::span<const Value> args) {
  std::vector<Type> types;
  for (const Value& arg : args) {
    types.push_back(arg.type());
    if (!types.back()) return call->checked_type();
  }
  const auto* op = As<OpNode>(call->op());
  if (!op->decl->relation) return call->checked_type();
  ConcreteRelContext context;
  context.call = call;
  context.arg_types = types;
  if (RunTypeRelation(context) != RelStatus::kDone) return call->checked_type();
  return context.result;
}

// True if a type fits another one. An unknown size fits any, and so does an unknown type. Sizes of
// type int32 and int64 are equal here.
bool Fits(const Type& a, const Type& b) {
  std::vector<std::pair<Type, Type>> waiting = {{a, b}};
  while (!waiting.empty()) {
    auto [one, other] = std::move(waiting.back());
    waiting.pop_back();
    if (one == other) continue;
    const auto* tensor = As<TensorTypeNode>(one);
    const auto* expected = As<TensorTypeNode>(other);
    const auto* tuple = As<TupleTypeNode>(one);
    const auto* fields = As<TupleTypeNode>(other);
    if (tensor && expected) {
      if (tensor->dtype != expected->dtype ||
          !std::equal(tensor->shape.begin(), tensor->shape.end(), expected->shape.begin(),
                      expected->shape.end(), MayBeEqual)) {
        return false;
      }
    } else if (tuple && fields && tuple->fields.size() == fields->fields.size()) {
      for (size_t i = 0; i < tuple->fields.size(); ++i) {
        waiting.emplace_back(tuple->fields[i], fields->fields[i]);
      }
    } else if ((tensor || tuple) && (expected || fields)) {
      return false;
    }
  }
  return true;
}

// True if a value is a tensor of exactly this type. Does not construct its type.
bool IsTensorOf(const Value& value, const Type& type) {
  const NDArrayNode* tensor = value.as_tensor();
  const auto* expected = As<TensorTypeNode>(type);
  if (!tensor || !expected || tensor->dtype != expected->dtype) return false;
  return std::equal(tensor->shape.begin(), tensor->shape.end(), expected->shape.begin(),
                    expected->shape.end(),
                    [](int64_t size, Dim dim) { return dim.is_const() && dim.value() == size; });
}

// True if the types of the arguments give their shapes, so that the call's type fits all values.
// Otherwise the type relation only saw that shapes may fit.
bool ArgsAreKnown(const CallNode* call) {
  for (const Expr& arg : call->args()) {
    const Type& type = arg->checked_type();
    if (!type || type->is_dynamic() || type->has_incomplete()) return false;
  }
  return true;
}

// Refuses vectors, handles and integers that do not fill their bytes.
void RequirePlain(const CallNode* call, DataType dtype) {
  if (dtype.lanes == 1 && dtype.code != DataType::kHandle &&
      (dtype.bits % 8 == 0 || dtype.is_bool())) {
    return;
  }
  throw DiagnosticError(
      DiagKind::kUnsupported,
      MSG(kOperatorDtypeUnsupported, "{operator} does not support the data type {dtype}",
          As<OpNode>(call->op())->name(), dtype.str()),
      {}, Expr(call));
}

// Refuses a result that is too large before the kernel starts. Other memory of kernels, such as
// tables of an axis, is not larger. Counts an operation per element.
void CheckResult(const KernelContext& context) {
  int64_t elements = 1;
  auto count = [&](const TypeNode* type) {
    const auto* tensor = As<TensorTypeNode>(type);
    if (!tensor) return;
    if (context.call) RequirePlain(context.call, tensor->dtype);
    if (tensor->is_dynamic()) return;
    int64_t few[8];
    std::vector<int64_t> many;
    const size_t rank = tensor->shape.size();
    if (rank > std::size(few)) many.resize(rank);
    std::span<int64_t> shape(rank > std::size(few) ? many.data() : few, rank);
    for (size_t i = 0; i < rank; ++i) shape[i] = tensor->shape[i].value();
    uint64_t bytes = CheckArrayType(shape, tensor->dtype);
    elements += static_cast<int64_t>(bytes / static_cast<uint64_t>(tensor->dtype.bytes()));
  };
  if (!As<TupleTypeNode>(context.out_type)) {
    count(context.out_type.get());
  } else {
    std::vector<const TypeNode*> waiting = {context.out_type.get()};
    while (!waiting.empty()) {
      const TypeNode* type = waiting.back();
      waiting.pop_back();
      if (const auto* tuple = As<TupleTypeNode>(type)) {
        for (const Type& field : tuple->fields) waiting.push_back(field.get());
      } else {
        count(type);
      }
    }
  }
  SpendOperations(elements);
}

int64_t ElementsOf(const Value& value) {
  if (!value.type()) return 0;
  std::vector<NDArray> tensors;
  FlattenValue(value, tensors);
  int64_t elements = 0;
  for (const NDArray& tensor : tensors) elements += static_cast<int64_t>(tensor->size());
  return elements;
}

thread_local int64_t internal_failures = 0;

}  // namespace

Value CallKernel(Kernel kernel, const KernelContext& context) {
  try {
    CheckResult(context);
    Value result = kernel(context);
    // If the size of the result depends on values, count it now.
    if (!IsConcrete(context.out_type)) SpendOperations(ElementsOf(result));
    return result;
  } catch (const DiagnosticError& error) {
    const Diagnostic& problem = error.diagnostics().front();
    if (problem.node || problem.span || !context.call) throw;
    // Diagnostics of arrays and budgets do not know the call, so add it.
    throw DiagnosticError(problem.kind, problem.message, problem.notes, Expr(context.call));
  } catch (const InternalError& error) {
    ++internal_failures;
    throw DiagnosticError(
        DiagKind::kInternal,
        MSG(kKernelInternalFailure,
            "{operator} failed because of an internal error of the engine ({detail})",
            context.name(), error.what()),
        {}, Expr(context.call));
  } catch (const std::bad_alloc&) {
    throw DiagnosticError(
        DiagKind::kTensorTooLarge,
        MSG(kKernelMemoryExhausted, "not enough memory to evaluate {operator}", context.name()), {},
        Expr(context.call));
  } catch (const std::length_error&) {
    throw DiagnosticError(
        DiagKind::kTensorTooLarge,
        MSG(kKernelMemoryExhausted, "not enough memory to evaluate {operator}", context.name()), {},
        Expr(context.call));
  }
}

const TensorTypeNode& KernelContext::out(size_t i) const {
  const Type* type = &out_type;
  if (const auto* tuple = As<TupleTypeNode>(out_type)) {
    PASSCOPE_CHECK(i < tuple->fields.size());
    type = &tuple->fields[i];
  }
  const auto* tensor = As<TensorTypeNode>(*type);
  if (!tensor)
    Fail(MSG(kKernelResultTypeUnknown,
             "the result type of {operator} is unknown; run InferType first", name()));
  return *tensor;
}

std::vector<int64_t> KernelContext::out_shape(size_t i) const {
  std::vector<int64_t> shape;
  for (Dim dim : out(i).shape) {
    if (!dim.is_const())
      Unsupported(MSG(kKernelResultShapeUnknown,
                      "the result's shape of {operator} cannot be inferred from its arguments",
                      name()));
    shape.push_back(dim.value());
  }
  return shape;
}

NDArray KernelContext::MakeOut(size_t i) const { return MakeNDArray(out_shape(i), out(i).dtype); }

const char* KernelContext::name() const { return op ? op->name() : "kernel"; }

void KernelContext::Unsupported(Message message) const {
  throw DiagnosticError(DiagKind::kUnsupported, std::move(message), {}, Expr(call));
}

void KernelContext::Fail(Message message) const {
  throw DiagnosticError(DiagKind::kEvaluation, std::move(message), {}, Expr(call));
}

void KernelContext::Misfit(Phrase expected) const {
  MessageList types;
  for (const NDArray& arg : args) types.items.push_back(TypeText(arg->type()));
  std::vector<Message> notes;
  if (expected) notes.push_back(expected);
  throw DiagnosticError(
      DiagKind::kEvaluation,
      MSG(kKernelArgumentsMisfit, "{operator} cannot be applied to arguments of the types {types}",
          name(), types),
      std::move(notes), Expr(call));
}

void KernelContext::FailIndex(int64_t index, int64_t size) const {
  Fail(MSG(kKernelIndexOutOfRange,
           "index {index} of {operator} is out of range for an axis of size {size}", index, name(),
           size));
}

void KernelContext::CheckScalar(size_t i) const {
  if (arg(i)->size() == 1) return;
  Fail(MSG(kKernelArgumentNotScalar,
           "argument '{argument}' of {operator} must be a scalar, not of shape {shape}",
           ArgumentName(op, i), name(), SizesText(arg(i)->shape)));
}

void KernelContext::CheckCount(size_t i, int64_t count) const {
  auto actual = static_cast<int64_t>(arg(i)->size());
  if (actual == count) return;
  Fail(MSG(kKernelArgumentCountMismatch,
           "argument '{argument}' of {operator} must have {expected} elements, not {actual}",
           ArgumentName(op, i), name(), count, actual));
}

std::string SizesText(const std::vector<int64_t>& shape) {
  return ShapeText(Shape(shape.begin(), shape.end()));
}

size_t KernelContext::Axis(int64_t axis, size_t rank) const {
  if (std::optional<size_t> found = FindAxis(axis, rank)) return *found;
  Fail(MSG(kKernelAxisNonexistent,
           "{operator} has the axis {axis}, but its data has only {rank} axes", name(), axis,
           rank));
}

const OpTable<Kernel>& Kernels() {
  PASSCOPE_PER_ENGINE const OpTable<Kernel>* table = [] {
    auto* fresh = new KernelRegistry;
    KernelRegistry& registry = *fresh;
    RegisterElementwiseKernels(registry);
    RegisterLayoutKernels(registry);
    RegisterConvKernels(registry);
    RegisterPoolKernels(registry);
    RegisterNNKernels(registry);
    RegisterReduceKernels(registry);
    RegisterTensorKernels(registry);
    RegisterIndexKernels(registry);
    RegisterResizeKernels(registry);
    RegisterDynamicKernels(registry);
    RegisterQnnKernels(registry);
    RegisterSamplingKernels(registry);
    RegisterVisionKernels(registry);
    RegisterAlgorithmKernels(registry);
    RegisterRandomKernels(registry);
    RegisterLossKernels(registry);
    RegisterSparseKernels(registry);
    RegisterPreparedConvKernels(registry);
    RegisterBitserialKernels(registry);
    return fresh;
  }();
  return *table;
}

int64_t NumInternalFailures() { return internal_failures; }

Value PassOn(const KernelContext& context) { return context.arg(0); }

bool HasKernel(const OpNode* op) { return Kernels().Get(op) != nullptr; }

Value ApplyOp(const OpNode* op, std::span<const Value> args, Attrs attrs) {
  // Relations use the types of the values. Only the number of the arguments matters.
  std::vector<Expr> exprs(args.size(), Tuple({}));
  Expr call = Call(Expr(op), exprs, std::move(attrs));
  return RunKernel(As<CallNode>(call), args);
}

Value RunKernel(const CallNode* call, std::span<const Value> args) {
  const auto* op = As<OpNode>(call->op());
  PASSCOPE_CHECK(op);
  Kernel kernel = Kernels().Get(op);
  if (!kernel) {
    throw DiagnosticError(DiagKind::kUnsupported,
                          MSG(kOperatorKernelMissing,
                              "{operator} has no kernel, so it cannot be evaluated", op->name()),
                          {}, Expr(call));
  }
  // memory.kill accepts all kinds of values, also functions and references, and ignores them.
  if (IsCallTo(call, "memory.kill")) return Value::Tuple({});
  if (kernel == PassOn && args.size() == 1) return args[0];
  std::vector<NDArray> tensors;
  tensors.reserve(args.size());
  for (const Value& arg : args) FlattenValue(arg, tensors);
  for (const NDArray& tensor : tensors) RequirePlain(call, tensor->dtype);
  KernelContext context;
  context.op = op;
  context.call = call;
  context.args = tensors;
  context.attrs = call->attrs;
  const Type& checked = call->checked_type();
  bool known = IsConcrete(checked) && ArgsAreKnown(call);
  context.out_type = known ? checked : ConcreteType(call, args);
  // The rest of the program relies on this type.
  auto agree = [&](const Type& actual, const Type& expected) {
    if (!actual || !expected || Fits(actual, expected)) return;
    throw DiagnosticError(
        DiagKind::kEvaluation,
        MSG(kKernelResultTypeMismatch, "{operator} computed a {actual}, but its type is {expected}",
            op->name(), TypeText(actual), TypeText(expected)),
        {}, Expr(call));
  };
  if (!known) agree(context.out_type, checked);
  Value result = CallKernel(kernel, context);
  // Not every type relation refuses all arguments for which the kernel computes another type.
  if (!IsTensorOf(result, context.out_type)) agree(result.type(), context.out_type);
  return result;
}

}  // namespace passcope
