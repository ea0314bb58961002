// Operators of the virtual machine: they allocate and free memory, and call compiled code.
#include "op/attrs_tensor.h"
#include "op/families.h"
#include "op/relations.h"

namespace passcope {
namespace {

Type StorageType() { return TypeCall(GlobalTypeVar("Storage"), {}); }

RelStatus AllocStorageRel(TypeRelContext& context) {
  Type number = TensorType(Shape(), DataType::Int(64));
  if (!context.Assign(0, number) || !context.Assign(1, number)) return RelStatus::kFailed;
  return context.Return(StorageType());
}

RelStatus AllocTensorRel(TypeRelContext& context) {
  if (!context.Assign(0, StorageType())) return RelStatus::kFailed;
  PASSCOPE_TENSOR_ARG(offset, 1);
  PASSCOPE_TENSOR_ARG(shape, 2);
  (void)offset;
  const auto& attrs = context.attrs<AllocTensorAttrs>();
  const auto* object = attrs.const_shape.get<AttrValue::Object>();
  const auto* constant =
      object ? As<ConstantNode>(static_cast<const ExprNode*>(object->get())) : nullptr;
  std::vector<int64_t> sizes = attrs.assert_shape;
  if (constant) {
    const NDArray& data = constant->data;
    Dim rank = shape->rank() == 0 ? Dim(0) : shape->shape[0];
    if (!data->dtype.is_int() || data->rank() > 1 ||
        !MayBeEqual(rank, static_cast<int64_t>(data->size()))) {
      return Fail(context, DiagKind::kBadAttribute, 2,
                  MSG(kConstantShapeMismatch,
                      "const_shape must be a vector of integers of the shape {shape}",
                      ShapeText(shape->shape)));
    }
    sizes.clear();
    for (size_t i = 0; i < data->size(); ++i) sizes.push_back(data->ToInt(i));
  }
  for (int64_t size : sizes) {
    if (size < 0) {
      return Fail(context, DiagKind::kBadAttribute, 2,
                  MSG(kTensorSizeInvalid, "a size cannot be negative, but one is {size}", size));
    }
  }
  return context.Return(TensorType(sizes, attrs.dtype));
}

RelStatus KillRel(TypeRelContext& context) { return context.Return(TupleType({})); }

RelStatus ReshapeTensorRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const std::vector<int64_t>& shape = context.attrs<ReshapeTensorAttrs>().newshape;
  for (int64_t size : shape) {
    if (size >= 0) continue;
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kNewShapeSizeInvalid, "newshape is {shape}, but a size cannot be {size}",
                    IntsText(shape), size));
  }
  return context.Return(TensorType(Shape(shape.begin(), shape.end()), data->dtype));
}

// The function in argument 0. Its argument types, as one tuple type, must be those of argument
// `args`. Null if a mismatch was reported or the function is still unknown; `*status` tells which.
const FuncTypeNode* CalledFunction(TypeRelContext& context, size_t args, RelStatus* status) {
  const auto* function = As<FuncTypeNode>(context.arg_types[0]);
  *status = RelStatus::kPending;
  if (!function) {
    if (context.arg_types[0]->kind() != TypeKind::kIncomplete) {
      *status =
          Fail(context, DiagKind::kTypeMismatch, 0,
               MSG(kFunctionArgumentRequired, "takes a function, not a value of type {actual}",
                   TypeText(context.arg_types[0])));
    }
    return nullptr;
  }
  std::vector<Type> types(function->arg_types.begin(), function->arg_types.end());
  if (context.Assign(args, TupleType(std::move(types)))) return function;
  *status = RelStatus::kFailed;
  return nullptr;
}

RelStatus CallLoweredRel(TypeRelContext& context) {
  RelStatus status;
  const FuncTypeNode* function = CalledFunction(context, 1, &status);
  return function ? context.Return(function->ret_type) : status;
}

RelStatus InvokeTvmOpRel(TypeRelContext& context) {
  RelStatus status;
  const FuncTypeNode* function = CalledFunction(context, 1, &status);
  if (!function) return status;
  Type results = function->ret_type;
  if (results->kind() == TypeKind::kTensor) results = TupleType({results});
  if (!context.Assign(2, results)) return RelStatus::kFailed;
  return context.Return(TupleType({}));
}

}  // namespace

void RegisterMemoryOps(OpRegistry& registry) {
  constexpr OpTraits kTraits = With(OpTrait::kNonComputational, LayoutInference::kElemwise);
  registry.Add({.name = "memory.alloc_storage",
                .doc = "Allocates memory for tensors.",
                .args = {{"size", "Tensor", "The size in bytes."},
                         {"alignment", "Tensor", "The alignment of the address in bytes."}},
                .schema = AllocStorageAttrs::Schema,
                .relation = AllocStorageRel,
                .traits = kTraits});
  registry.Add({.name = "memory.alloc_tensor",
                .doc = "Allocates a tensor in a storage.",
                .args = {{"storage", "Storage", "The storage to allocate the tensor in."},
                         {"offset", "Tensor", "The start of the tensor in the storage."},
                         {"shape", "Tensor", "The shape of the tensor."}},
                .schema = AllocTensorAttrs::Schema,
                .relation = AllocTensorRel,
                .traits = kTraits});
  registry.Add({.name = "memory.kill",
                .doc = "Frees the memory of a variable.",
                .args = {{"to_free", "Any", "The variable."}},
                .relation = KillRel,
                .traits = With(kTraits, OpTrait::kStateful)});
  registry.Add({.name = "vm.shape_of",
                .doc = "The shape of the input, as a tensor.",
                .args = {{"tensor", "Tensor", "The input tensor."}},
                .schema = ShapeOfAttrs::Schema,
                .relation = ShapeOfRel,
                .traits = kTraits});
  registry.Add({.name = "vm.reshape_tensor",
                .doc = "The elements of the input in another shape.",
                .args = {kDataArg, {"shape", "Tensor", "The shape, as a tensor."}},
                .schema = ReshapeTensorAttrs::Schema,
                .relation = ReshapeTensorRel,
                .traits = kTraits});
  registry.Add({.name = "vm.invoke_tvm_op",
                .doc = "Calls a compiled function that writes its results to tensors.",
                .args = {{"op", "Function", "The function."},
                         {"ins", "Tuple", "Its arguments."},
                         {"outs", "Tuple", "The tensors that the function writes its results to."}},
                .relation = InvokeTvmOpRel,
                .traits = With(kTraits, OpTrait::kStateful)});
  registry.Add(
      {.name = "call_lowered",
       .doc = "Calls a compiled function.",
       .args = {{"func", "Function", "The function."}, {"call_args", "Tuple", "Its arguments."}},
       .schema = CallLoweredAttrs::Schema,
       .relation = CallLoweredRel,
       .traits = kTraits});
}

}  // namespace passcope
