// Helpers of type relations.
#include "op/relations.h"

#include <algorithm>

#include "ir/dim_arith.h"
#include "op/axes.h"
#include "op/windows.h"

namespace passcope {

namespace {

// The first impossible tensor in a type; null if there is none. Its size is negative, or an
// attribute did not give the data type.
const TensorTypeNode* FindImpossible(const Type& type) {
  if (const auto* tensor = As<TensorTypeNode>(type)) {
    if (tensor->dtype.is_void()) return tensor;
    for (Dim size : tensor->shape) {
      if (size.is_const() && size.value() < 0) return tensor;
    }
    return nullptr;
  }
  // The depth of types is limited, so the recursion is safe.
  const auto* tuple = As<TupleTypeNode>(type);
  if (!tuple) return nullptr;
  const TypeNode* last = nullptr;
  for (const Type& field : tuple->fields) {
    // The parts of a split are often one shared type.
    if (field == last) continue;
    last = field.get();
    if (const TensorTypeNode* found = FindImpossible(field)) return found;
  }
  return nullptr;
}

// The first argument that is declared as a tensor but is known not to be one; nullopt if there is
// none. Many relations only check the arguments that determine their result.
std::optional<size_t> FindNoTensor(const TypeRelContext& context, const OpDecl& decl) {
  const size_t count = std::min(context.arg_types.size(), decl.args.size());
  for (size_t i = 0; i < count; ++i) {
    TypeKind kind = context.arg_types[i]->kind();
    if (kind == TypeKind::kTensor || kind == TypeKind::kIncomplete) continue;
    if (std::string_view(decl.args[i].type) == "Tensor") return i;
  }
  return std::nullopt;
}

// The first attribute that must name a data type and does not; null if there is none.
const AttrField* FindWithoutDtype(const AttrsNode& attrs) {
  for (const AttrField& field : attrs.schema()->fields) {
    if (field.type != AttrType::kDType) continue;
    const auto* by_default = field.default_value.get<DataType>();
    const bool optional = by_default && by_default->is_void();
    if (!optional && attrs.Get(field).get<DataType>()->is_void()) return &field;
  }
  return nullptr;
}

}  // namespace

RelStatus RunTypeRelation(TypeRelContext& context) {
  const OpDecl& decl = *As<OpNode>(context.call->op())->decl;
  if (const Attrs& attrs = context.call->attrs) {
    auto [field, misfit, value] = FindMisfit(*attrs);
    if (field) {
      return Fail(
          context, DiagKind::kBadAttribute, -1,
          misfit == IntegerMisfit::kBeyondInt32
              ? MSG(kAttributeBeyondInt32,
                    "{attribute} has the integer {value}, but its integers must fit 32 bits",
                    field->name, value)
          : misfit == IntegerMisfit::kTooSmall
              ? MSG(kAttributeIntegerTooSmall,
                    "{attribute} has the integer {value}, but its integers must be at least "
                    "{least}",
                    field->name, value, field->least)
              : MSG(kAttributeIntegerCount,
                    "{attribute} is {value}, but {count} integers must be given", field->name,
                    IntsText(attrs->Get(*field).ints().value_or(std::vector<int64_t>())),
                    field->count));
    }
    if (const AttrField* missing = FindWithoutDtype(*attrs)) {
      return Fail(context, DiagKind::kBadAttribute, -1,
                  MSG(kAttributeDtypeEmpty, "{attribute} must name a data type", missing->name));
    }
  }
  RelStatus status = decl.relation(context);
  if (status != RelStatus::kDone) return status;
  if (auto wrong = FindNoTensor(context, decl)) return context.NotTensor(*wrong);
  // The type of an argument was already checked.
  if (!context.arg_types.empty() && context.result == context.arg_types[0]) return status;
  const TensorTypeNode* impossible = FindImpossible(context.result);
  if (!impossible) return status;
  if (impossible->dtype.is_void()) {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kResultDtypeMissing, "the result has no data type; an attribute must give it"));
  }
  return Fail(
      context, DiagKind::kShapeMismatch, -1,
      MSG(kResultShapeNegative, "the result's shape is {shape}, but a size cannot be negative",
          ShapeText(impossible->shape)));
}

const char* OpName(const TypeRelContext& context) { return As<OpNode>(context.call->op())->name(); }

RelStatus Fail(TypeRelContext& context, DiagKind kind, int arg, const Message& problem) {
  return context.Fail(kind, Say("{operator}: {problem}", OpName(context), problem), arg);
}

RelStatus FailTooWide(TypeRelContext& context, const char* attribute, size_t axis,
                      std::pair<int64_t, int64_t> margins) {
  return Fail(
      context, DiagKind::kBadAttribute, -1,
      MSG(kAxisPairIntegerTooLarge,
          "{attribute} of axis {axis} is ({before}, {after}), but its integers must be below 2^31",
          attribute, axis, margins.first, margins.second));
}

std::string ShapeText(const Shape& shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i) text += ", ";
    text += shape[i].str();
  }
  return text + ")";
}

std::string IntsText(const std::vector<int64_t>& values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) {
    if (i) text += ", ";
    text += std::to_string(values[i]);
  }
  return text + "]";
}

std::optional<size_t> CheckAxis(TypeRelContext& context, const char* name, int64_t axis,
                                size_t rank) {
  if (std::optional<size_t> found = FindAxis(axis, rank)) return found;
  auto signed_rank = static_cast<int64_t>(rank);
  Fail(context, DiagKind::kBadAttribute, -1,
       rank == 0
           ? MSG(kAxisOfScalar, "{attribute} is {axis}, but a tensor of rank 0 has no axes", name,
                 axis)
           : MSG(kAxisOutOfRange,
                 "{attribute} is {axis}, but a tensor of rank {rank} has axes {first} to {last}",
                 name, axis, rank, -signed_rank, signed_rank - 1));
  return std::nullopt;
}

std::optional<std::vector<size_t>> CheckAxes(TypeRelContext& context, const char* name,
                                             const std::vector<int64_t>& axes, size_t rank) {
  std::vector<size_t> result;
  std::vector<bool> seen(rank);
  for (int64_t axis : axes) {
    std::optional<size_t> position = CheckAxis(context, name, axis, rank);
    if (!position) return std::nullopt;
    if (seen[*position]) {
      Fail(context, DiagKind::kBadAttribute, -1,
           MSG(kAxisNamedTwice, "{attribute} names axis {axis} twice: {axes}", name, *position,
               IntsText(axes)));
      return std::nullopt;
    }
    seen[*position] = true;
    result.push_back(*position);
  }
  return result;
}

bool ExpectTensor(TypeRelContext& context, size_t i, const Shape& shape, DataType dtype,
                  std::optional<int64_t> data_axis) {
  Shape wanted = shape;
  if (const TensorTypeNode* actual = context.tensor(i)) {
    bool fits = actual->shape.size() == shape.size();
    for (size_t k = 0; fits && k < shape.size(); ++k) {
      fits = MayBeEqual(actual->shape[k], shape[k]);
    }
    const char* name = As<OpNode>(context.call->op())->decl->args[i].name;
    if (!fits) {
      bool rank = actual->shape.size() != shape.size();
      std::string wanted_text = ShapeText(shape), actual_text = ShapeText(actual->shape);
      Fail(context, rank ? DiagKind::kBadRank : DiagKind::kShapeMismatch, static_cast<int>(i),
           data_axis
               ? MSG(kArgumentShapeForAxis,
                     "{argument} must have the shape {shape} (axis {axis} of the data), not "
                     "{actual}",
                     name, wanted_text, *data_axis, actual_text)
               : MSG(kArgumentShapeMismatch, "{argument} must have the shape {shape}, not {actual}",
                     name, wanted_text, actual_text));
      return false;
    }
    if (actual->dtype != dtype) {
      Fail(context, DiagKind::kDtypeMismatch, static_cast<int>(i),
           MSG(kArgumentDtypeMismatch, "{argument} must have the data type {dtype}, not {actual}",
               name, dtype.str(), actual->dtype.str()));
      return false;
    }
    // If the operator accepts any size, a known size remains.
    for (size_t k = 0; k < shape.size(); ++k) {
      if (shape[k].is_any()) wanted[k] = actual->shape[k];
    }
  }
  return context.Assign(i, TensorType(std::move(wanted), dtype));
}

bool AssignShape(TypeRelContext& context, size_t i, const Shape& shape, DataType dtype) {
  const TensorTypeNode* actual = context.tensor(i);
  if (actual && actual->dtype == dtype &&
      std::equal(actual->shape.begin(), actual->shape.end(), shape.begin(), shape.end(),
                 [](Dim a, Dim b) { return a.Same(b); })) {
    return true;
  }
  return context.Assign(i, TensorType(shape, dtype));
}

std::optional<BijectiveLayout> ReadLayout(TypeRelContext& context, const char* attr,
                                          const std::string& text, const char* canonical) {
  std::optional<Layout> layout = Layout::Parse(text);
  if (layout && text == canonical) return BijectiveLayout::Make(*layout, *layout);
  if (!layout) {
    Fail(context, DiagKind::kBadLayout, -1,
         MSG(kAttributeNotLayout, "{attribute} \"{layout}\" is not a layout", attr, text));
    return std::nullopt;
  }
  auto mapping = BijectiveLayout::Make(*layout, Layout::Of(canonical));
  if (!mapping) {
    Fail(context, DiagKind::kBadLayout, -1,
         MSG(kAttributeLayoutNotConvertible,
             "{attribute} \"{layout}\" cannot be converted to {target}", attr, text, canonical));
  }
  return mapping;
}

std::optional<Shape> ToCanonical(TypeRelContext& context, const BijectiveLayout& layout,
                                 const Shape& shape, int arg) {
  std::optional<Shape> result = layout.ForwardShape(shape);
  if (!result) {
    bool rank = shape.size() != layout.src().ndim();
    Fail(context, rank ? DiagKind::kBadRank : DiagKind::kShapeMismatch, arg,
         rank ? MSG(kShapeLayoutRankMismatch,
                    "the shape {shape} does not fit the layout {layout} of {rank} axes",
                    ShapeText(shape), layout.src().name(), layout.src().ndim())
              : MSG(kShapeLayoutMismatch, "the shape {shape} does not fit the layout {layout}",
                    ShapeText(shape), layout.src().name()));
  }
  return result;
}

namespace {

// The size to which two sizes are broadcast; nullopt if they do not fit.
std::optional<Dim> BroadcastDim(Dim x, Dim y) {
  // `?` against 1 remains `?`, since it may be any size.
  bool second = x == Dim(1) || (y != Dim(1) && x.is_any());
  if (!second && y != Dim(1) && !y.is_any() && x != y &&
      !(x.is_symbol() && Simplified(x - y) == Dim(0))) {
    return std::nullopt;
  }
  return second ? y : x;
}

// True if broadcasting `from` and `to` gives `to`.
bool BroadcastsTo(const Shape& from, const Shape& to) {
  if (from.size() > to.size()) return false;
  for (size_t i = 1; i <= from.size(); ++i) {
    Dim wanted = to[to.size() - i];
    std::optional<Dim> size = BroadcastDim(wanted, from[from.size() - i]);
    if (!size || !size->Same(wanted)) return false;
  }
  return true;
}

}  // namespace

std::optional<Shape> BroadcastShapes(const Shape& a, const Shape& b) {
  Shape result = a.size() >= b.size() ? a : b;
  for (size_t i = 1; i <= std::min(a.size(), b.size()); ++i) {
    std::optional<Dim> size = BroadcastDim(a[a.size() - i], b[b.size() - i]);
    if (!size) return std::nullopt;
    result[result.size() - i] = *size;
  }
  return result;
}

Dim TotalPadding(const std::vector<int64_t>& padding, size_t dims, size_t i) {
  auto [before, after] = PaddingAt(padding, dims, i);
  return Dim(before) + Dim(after);
}

std::vector<const TensorTypeNode*> TupleOfTensors(TypeRelContext& context, size_t i,
                                                  RelStatus* status) {
  const Type& type = context.arg_types[i];
  const auto* tuple = As<TupleTypeNode>(type);
  if (!tuple || tuple->fields.empty()) {
    *status = type->kind() == TypeKind::kIncomplete
                  ? RelStatus::kPending
                  : Fail(context, DiagKind::kTypeMismatch, static_cast<int>(i),
                         MSG(kTensorTupleRequired, "takes a tuple of tensors, not {type}",
                             TypeText(type)));
    return {};
  }
  std::vector<const TensorTypeNode*> tensors;
  for (const Type& field : tuple->fields) {
    if (const auto* tensor = As<TensorTypeNode>(field)) {
      tensors.push_back(tensor);
      continue;
    }
    *status = field->kind() == TypeKind::kIncomplete
                  ? RelStatus::kPending
                  : Fail(context, DiagKind::kTypeMismatch, static_cast<int>(i),
                         MSG(kTupleFieldNotTensor,
                             "takes a tuple of tensors, but field {index} is {type}",
                             tensors.size(), TypeText(field)));
    return {};
  }
  *status = RelStatus::kDone;
  return tensors;
}

RelStatus IdentityRel(TypeRelContext& context) {
  const TensorTypeNode* data = context.tensor(0);
  return data ? context.Return(Type(data)) : PendingAs(context, 0);
}

RelStatus AnyIdentityRel(TypeRelContext& context) {
  const Type& type = context.arg_types[0];
  return type->kind() == TypeKind::kIncomplete ? PendingAs(context, 0) : context.Return(type);
}

RelStatus PendingAs(TypeRelContext& context, size_t i) {
  context.result = context.arg_types[i];
  return context.NotTensor(i);
}

namespace {

RelStatus Broadcast(TypeRelContext& context, bool compare) {
  PASSCOPE_TENSOR_ARG(lhs, 0);
  PASSCOPE_TENSOR_ARG(rhs, 1);
  if (lhs->dtype != rhs->dtype) {
    return Fail(context, DiagKind::kDtypeMismatch, 1,
                MSG(kDtypesDiffer, "the data types must be equal, not {first} and {second}",
                    lhs->dtype.str(), rhs->dtype.str()));
  }
  // The most common case: the result has the type of the first argument.
  if (!compare && BroadcastsTo(rhs->shape, lhs->shape)) return context.Return(Type(lhs));
  std::optional<Shape> shape = BroadcastShapes(lhs->shape, rhs->shape);
  if (!shape) {
    return Fail(
        context, DiagKind::kShapeMismatch, 1,
        MSG(kTwoShapesNotBroadcastable, "the shapes {first} and {second} cannot be broadcast",
            ShapeText(lhs->shape), ShapeText(rhs->shape)));
  }
  return context.Return(TensorType(std::move(*shape), compare ? DataType::Bool() : lhs->dtype));
}

}  // namespace

RelStatus BroadcastRel(TypeRelContext& context) { return Broadcast(context, false); }
RelStatus CompareRel(TypeRelContext& context) { return Broadcast(context, true); }

}  // namespace passcope
