// Rules of the operators that change shapes, orders and data types.
#include <algorithm>

#include "op/attrs_tensor.h"
#include "op/relations.h"
#include "transforms/infer_layout.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

InferredLayouts TransposeLayout(const LayoutQuery& query) {
  const auto* attrs = As<TransposeAttrs>(query.attrs);
  Layout old = query.old_in[0];
  if (!attrs || !old.defined()) return InferredLayouts::Unknown();
  auto order = TransposedAxes(attrs->axes, old.ndim());
  if (!order) return InferredLayouts::Unknown();
  std::vector<int64_t> axes = std::move(*order);
  Layout in = old;
  if (query.new_in) {
    Layout now = query.new_in->front();
    std::vector<int64_t> moved;
    for (int64_t axis : axes) {
      int there = now.IndexOf(old[static_cast<size_t>(axis)]);
      if (there >= 0) moved.push_back(there);
    }
    if (moved.size() == axes.size() && moved.size() == now.ndim()) {
      axes = std::move(moved);
      in = now;
    }
  }
  // As in TVM, this counts characters, not axes, so a layout with blocks gives a text that is not a
  // layout.
  std::string out;
  for (int64_t axis : axes) out += in.name()[static_cast<size_t>(axis)];
  return {{in},
          {Layout::Parse(out).value_or(Layout())},
          WithField(query.attrs, "axes", AttrValue::Ints(axes))};
}

InferredLayouts SqueezeLayout(const LayoutQuery& query) {
  const auto* attrs = As<SqueezeAttrs>(query.attrs);
  const TensorTypeNode* data = query.tensor(0);
  if (!attrs || !data) return InferredLayouts::Unknown();
  Layout old = query.old_in[0];
  Layout in = query.new_in ? query.new_in->front() : old;
  std::vector<int64_t> axes;
  if (attrs->axis) {
    for (int64_t axis : *attrs->axis) {
      axes.push_back(static_cast<int64_t>(NormalizeAxis(axis, data->rank())));
    }
  } else {
    for (size_t i = 0; i < data->rank(); ++i) {
      if (data->shape[i] == Dim(1)) axes.push_back(static_cast<int64_t>(i));
    }
  }
  Attrs result = query.attrs;
  if (query.new_in) {
    for (int64_t& axis : axes) {
      if (axis >= static_cast<int64_t>(old.ndim())) return InferredLayouts::Unknown();
      axis = in.IndexOf(old[static_cast<size_t>(axis)]);
      if (axis < 0) return InferredLayouts::Unknown();
    }
    result = WithField(result, "axis", AttrValue::Ints(axes));
  }
  std::vector<LayoutAxis> kept;
  for (size_t i = 0; i < in.ndim(); ++i) {
    if (std::find(axes.begin(), axes.end(), static_cast<int64_t>(i)) == axes.end()) {
      kept.push_back(in.axes()[i]);
    }
  }
  return {{in}, {Layout::FromAxes(kept).value_or(Layout())}, result};
}

Gradients TransposeGradient(const GradientSite& s) {
  const auto* attrs = As<TransposeAttrs>(s.call->attrs);
  if (!attrs->axes) return {MakeTransposed(s.grad)};
  auto axes = TransposedAxes(attrs->axes, attrs->axes->size());
  std::vector<int64_t> inverse(axes->size());
  for (size_t i = 0; i < inverse.size(); ++i) {
    inverse[static_cast<size_t>((*axes)[i])] = static_cast<int64_t>(i);
  }
  return {MakeTranspose(s.grad, inverse)};
}

// Splits the gradient into one part for each field. No operator splits off a part without elements.
Gradients ConcatenateGradient(const GradientSite& s) {
  const auto* fields = As<TupleTypeNode>(s.x()->checked_type());
  int64_t axis = *s.call->attrs->Get("axis").get<int64_t>(), end = 0;
  std::vector<int64_t> ends;
  std::vector<Expr> parts;  // Null for parts that come from splitting the gradient.
  bool has_empty = false;
  for (const Type& field : fields->fields) {
    auto shape = StaticShape(field);
    int64_t size = shape ? (*shape)[NormalizeAxis(axis, shape->size())] : 0;
    // An end beyond 64 bits is not known, either.
    if (!shape || __builtin_add_overflow(end, size, &end)) {
      s.Unsupported(MSG(kGradientShapesUnknown,
                        "the gradient of '{operator}' requires known shapes", s.op_name()));
    }
    if (size == 0) {
      has_empty = true;
      parts.push_back(MakeOp(
          "zeros", {},
          {{"shape", AttrValue::Ints(*shape)}, {"dtype", As<TensorTypeNode>(field)->dtype}}));
    } else {
      parts.emplace_back();
      ends.push_back(end);
    }
  }
  if (!ends.empty()) ends.pop_back();
  Expr split =
      MakeOp("split", {s.grad}, {{"indices_or_sections", AttrValue::Ints(ends)}, {"axis", axis}});
  if (!has_empty) return {std::move(split)};
  int next = 0;
  for (Expr& part : parts) {
    if (!part) part = TupleGetItem(split, next++);
  }
  return {Tuple(parts)};
}

// The type relation allows tensors of different sizes along the axis before the stacked one, but
// nothing can compute that.
Gradients StackGradient(const GradientSite& s) {
  int64_t axis = As<StackAttrs>(s.call->attrs)->axis;
  const std::vector<Type>& stacked = As<TupleTypeNode>(s.x()->checked_type())->fields;
  const Shape& first = As<TensorTypeNode>(stacked[0])->shape;
  for (const Type& field : stacked) {
    if (std::equal(first.begin(), first.end(), As<TensorTypeNode>(field)->shape.begin(),
                   MayBeEqual)) {
      continue;
    }
    s.Unsupported(MSG(kGradientTensorSizes,
                      "the gradient of '{operator}' requires tensors of one shape", s.op_name()));
  }
  auto count = static_cast<int64_t>(stacked.size());
  Expr parts = MakeOp("split", {s.grad}, {{"indices_or_sections", count}, {"axis", axis}});
  std::vector<Expr> fields;
  for (int64_t i = 0; i < count; ++i) {
    fields.push_back(
        MakeSqueeze(TupleGetItem(parts, static_cast<int>(i)), std::vector<int64_t>{axis}));
  }
  return {Tuple(fields)};
}

Gradients ExpandDimsGradient(const GradientSite& s) {
  const auto* attrs = As<ExpandDimsAttrs>(s.call->attrs);
  Expr grad = s.grad;
  for (int64_t i = 0; i < attrs->num_newaxis; ++i) {
    grad = MakeSqueeze(grad, std::vector<int64_t>{attrs->axis});
  }
  return {grad};
}

Gradients ReshapeGradient(const GradientSite& s) {
  return {MakeOp("reshape_like", {s.grad, s.x()}, {})};
}

Gradients WhereGradient(const GradientSite& s) {
  Expr zeros = ZerosLike(s.grad);
  return {ZerosLike(s.arg(0)), SumTo(MakeWhere(s.arg(0), s.grad, zeros), s.arg(1)),
          SumTo(MakeWhere(s.arg(0), zeros, s.grad), s.arg(2))};
}

// A cast of reals to integers is a step function.
Expr CastBack(const GradientSite& s) {
  auto is_real = [&](const Expr& expr) {
    DataType dtype = s.TypeOf(expr)->dtype;
    return dtype.is_float() || dtype.is_bfloat();
  };
  const bool steps = is_real(s.x()) && !is_real(s.result);
  return steps ? ZerosLike(s.x()) : MakeBinary("cast_like", s.grad, s.x());
}

constexpr GradientRow kTransformGradients[] = {
    {"cast", [](const GradientSite& s) -> Gradients { return {CastBack(s)}; }},
    {"cast_like",
     [](const GradientSite& s) -> Gradients {
       return {CastBack(s), ZerosLike(s.arg(1))};
     }},
    {"concatenate", ConcatenateGradient},
    {"contrib_reverse_reshape", ReshapeGradient},
    {"dyn.reshape",
     [](const GradientSite& s) -> Gradients {
       return {MakeOp("reshape_like", {s.grad, s.x()}, {}), ZerosLike(s.arg(1))};
     }},
    {"expand_dims", ExpandDimsGradient},
    {"reshape", ReshapeGradient},
    {"reshape_like",
     [](const GradientSite& s) -> Gradients {
       return {MakeOp("reshape_like", {s.grad, s.x()}, {}), ZerosLike(s.arg(1))};
     }},
    {"squeeze", ReshapeGradient},
    {"stack", StackGradient},
    {"transpose", TransposeGradient},
    {"where", WhereGradient},
};

}  // namespace

void RegisterTransformRules(RuleTables& rules) {
  rules.infer_layout.Add("concatenate", ConcatenateLayout);
  rules.infer_layout.Add("squeeze", SqueezeLayout);
  rules.infer_layout.Add("transpose", TransposeLayout);
  AddGradients(rules, kTransformGradients);
}

}  // namespace passcope
