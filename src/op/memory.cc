// Operators that take memory.
#include "op/attrs_schema.h"
#include "op/families.h"
#include "op/relations.h"

namespace passcope {
namespace {

struct AllocTensorAttrs : AttrsBase<AllocTensorAttrs> {
  DataType dtype;
  AttrValue const_shape;  // A Constant.
  std::vector<int64_t> assert_shape;
  static const AttrSchema& Schema();
};

PASSCOPE_SCHEMA(AllocTensorAttrs, {Field("dtype", &AllocTensorAttrs::dtype, DataType::Float(32),
                                         "The data type of the tensor."),
                                   RequiredField("const_shape", &AllocTensorAttrs::const_shape,
                                                 "The shape, where it is a constant."),
                                   RequiredField("assert_shape", &AllocTensorAttrs::assert_shape,
                                                 "The shape that is known otherwise.")})

RelStatus AllocTensorRel(TypeRelContext& context) {
  if (!context.Assign(0, TypeCall(GlobalTypeVar("Storage"), {}))) return RelStatus::kFailed;
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
                  Say("the shape {shape} does not fit const_shape", ShapeText(shape->shape)));
    }
    sizes.clear();
    for (size_t i = 0; i < data->size(); ++i) sizes.push_back(data->ToInt(i));
  }
  for (int64_t size : sizes) {
    if (size < 0) {
      return Fail(context, DiagKind::kBadAttribute, 2, Say("{size} is no size of a tensor", size));
    }
  }
  return context.Return(TensorType(sizes, attrs.dtype));
}

}  // namespace

void RegisterMemoryOps(OpRegistry& registry) {
  registry.Add({.name = "memory.alloc_tensor",
                .doc = "Takes a tensor from a storage.",
                .args = {{"storage", "Storage", "What the tensor is taken from."},
                         {"offset", "Tensor", "Where it begins in the storage."},
                         {"shape", "Tensor", "The shape of the tensor."}},
                .schema = AllocTensorAttrs::Schema,
                .relation = AllocTensorRel,
                .traits = With(OpTrait::kNonComputational)});
}

}  // namespace passcope
