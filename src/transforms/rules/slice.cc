// Rules of the operators that slice and split.
#include <algorithm>

#include "op/attrs_tensor.h"
#include "op/slices.h"
#include "transforms/infer_layout.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

// Slices of an axis in blocks must begin and end at block borders.
class StridedSliceRule {
 public:
  StridedSliceRule(const LayoutQuery& query, const StridedSliceAttrs& attrs)
      : query_(query), attrs_(attrs), shape_(query.tensor(0)->shape) {
    if (attrs.begin && attrs.end && attrs.strides) {
      begin_ = *attrs.begin;
      end_ = *attrs.end;
    }
  }

  InferredLayouts Infer() {
    Layout old = query_.old_in[0];
    if (!query_.new_in || !old.defined()) return InferredLayouts::Same(1, old, query_.attrs);
    Layout now = query_.new_in->front();
    const std::string &a = old.name(), &b = now.name();
    bool ok;
    if (a.rfind(b, 0) != 0 && b.rfind(a, 0) != 0) {
      if (a.size() != b.size() || old.ndim() != a.size()) return InferredLayouts::Unknown();
      ok = attrs_.axes ? MoveAxes(old, now) : Permute(old, now);
    } else if (a.size() < b.size()) {
      ok = IntoBlocks(old, now);
    } else {
      // The layout is unchanged, or blocks are merged again, which needs a transform anyway.
      return InferredLayouts::Same(1, old, query_.attrs);
    }
    if (!ok) return InferredLayouts::Unknown();
    Attrs result = WithField(query_.attrs, "begin", AttrValue::Ints(new_begin_));
    result = WithField(result, "end", AttrValue::Ints(new_end_));
    if (!new_strides_.empty()) {
      result = WithField(result, "strides", AttrValue::Ints(new_strides_));
    }
    if (!new_axes_.empty()) result = WithField(result, "axes", AttrValue::Ints(new_axes_));
    return InferredLayouts::Same(1, now, result);
  }

 private:
  bool by_size() const { return attrs_.slice_mode == "size"; }

  // For named axes: the axes move, and their slices stay.
  bool MoveAxes(Layout old, Layout now) {
    const std::vector<int64_t>& axes = *attrs_.axes;
    if (begin_.size() < axes.size() || end_.size() < axes.size()) return false;
    for (size_t i = 0; i < axes.size(); ++i) {
      int there = now.IndexOf(old[NormalizeAxis(axes[i], old.ndim())]);
      if (there < 0) return false;
      new_axes_.push_back(there);
      new_begin_.push_back(begin_[i]);
      new_end_.push_back(end_[i]);
      new_strides_.push_back(RangeOf(attrs_, i).stride);
    }
    return true;
  }

  // Permutes begin, end and stride of each axis to the new order.
  bool Permute(Layout old, Layout now) {
    for (size_t i = 0; i < now.ndim(); ++i) {
      int from = old.IndexOf(now[i]);
      if (from < 0) return false;
      auto at = static_cast<size_t>(from);
      SliceRange range = RangeOf(attrs_, at);
      if (at < end_.size()) range.end = end_[at];  // In size mode, this is a size.
      if (!(range.begin && range.end) && !shape_[at].is_const()) return false;
      new_begin_.push_back(range.begin.value_or(shape_[at].value()));
      new_end_.push_back(range.end.value_or(shape_[at].value()));
      new_strides_.push_back(range.stride);
    }
    return true;
  }

  bool IntoBlocks(Layout old, Layout now) {
    size_t count = attrs_.axes ? attrs_.axes->size() : begin_.size();
    if (begin_.size() < count || end_.size() < count) return false;
    for (size_t i = 0; i < count; ++i) {
      size_t axis = attrs_.axes ? NormalizeAxis((*attrs_.axes)[i], old.ndim()) : i;
      if (axis >= old.ndim() || !old.axes()[axis].is_primal()) return false;
      if (attrs_.axes) {
        int there = now.IndexOf(old[axis]);
        if (there < 0) return false;
        new_axes_.push_back(there);
      }
      int64_t begin = begin_[i], end = end_[i];
      int64_t factor = now.FactorOf(old[axis]);
      if (factor > 0) {
        if (RangeOf(attrs_, i).stride != 1) return false;
        if (by_size() && !attrs_.axes && end < 0) {
          if (!shape_[axis].is_const()) return false;
          end = shape_[axis].value() - begin;
        }
        if (begin % factor != 0 || end % factor != 0) return false;
        begin /= factor;
        end /= factor;
      }
      new_begin_.push_back(begin);
      new_end_.push_back(end);
    }
    return true;
  }

  const LayoutQuery& query_;
  const StridedSliceAttrs& attrs_;
  const Shape& shape_;
  std::vector<int64_t> begin_, end_;
  std::vector<int64_t> new_begin_, new_end_, new_strides_, new_axes_;
};

InferredLayouts StridedSliceLayout(const LayoutQuery& query) {
  const auto* attrs = As<StridedSliceAttrs>(query.attrs);
  if (!attrs || !query.tensor(0)) return InferredLayouts::Unknown();
  return StridedSliceRule(query, *attrs).Infer();
}

InferredLayouts SplitLayout(const LayoutQuery& query) {
  const auto* attrs = As<SplitAttrs>(query.attrs);
  const TensorTypeNode* data = query.tensor(0);
  if (!attrs || !data) return InferredLayouts::Unknown();
  const int64_t* sections = attrs->indices_or_sections.get<int64_t>();
  std::optional<std::vector<int64_t>> indices = attrs->indices_or_sections.ints();
  if (!sections && !indices) return InferredLayouts::Unknown();
  size_t parts = sections ? static_cast<size_t>(*sections) : indices->size() + 1;
  size_t axis = NormalizeAxis(attrs->axis, data->rank());
  Layout old = query.old_in[0];
  InferredLayouts keep = {{old}, std::vector<Layout>(parts, old), query.attrs};
  if (!query.new_in) return keep;

  Layout now = query.new_in->front();
  int new_axis = axis < old.ndim() ? now.IndexOf(old[axis]) : -1;
  if (new_axis < 0) return keep;
  Attrs result = WithField(query.attrs, "axis", new_axis);
  int64_t factor = now.FactorOf(old[axis]);
  if (factor > 1) {
    // Every cut must be at a block border.
    if (sections) {
      Dim size = data->shape[axis];
      if (!size.is_const() || size.value() % (factor * *sections) != 0) return keep;
    } else {
      for (int64_t& index : *indices) {
        if (index % factor != 0) return keep;
        index /= factor;
      }
      result = WithField(result, "indices_or_sections", AttrValue::Ints(*indices));
    }
  }
  return {{now}, std::vector<Layout>(parts, now), result};
}

InferredLayouts SliceLikeLayout(const LayoutQuery& query) {
  const auto* attrs = As<SliceLikeAttrs>(query.attrs);
  if (!attrs || query.old_in.size() != 2) return InferredLayouts::Unknown();
  Layout old = query.old_in[0];
  InferredLayouts keep = {{old, query.old_in[1]}, {old}, query.attrs};
  if (!query.new_in || (*query.new_in)[0] != (*query.new_in)[1] || old != query.old_in[1]) {
    return keep;
  }
  Layout now = query.new_in->front();
  std::vector<int64_t> axes = attrs->axes.value_or(std::vector<int64_t>());
  if (axes.empty()) return keep;
  for (int64_t& axis : axes) {
    size_t at = NormalizeAxis(axis, old.ndim());
    axis = at < old.ndim() ? now.IndexOf(old[at]) : -1;
    if (axis < 0) return keep;
  }
  return InferredLayouts::Same(2, now, WithField(query.attrs, "axes", AttrValue::Ints(axes)));
}

Expr ConstantInts(const std::vector<int64_t>& values) {
  NDArray data = MakeNDArray({static_cast<int64_t>(values.size())}, DataType::Int(64));
  std::copy(values.begin(), values.end(), data->mutable_as<int64_t>());
  return Constant(std::move(data));
}

// The gradient if only some axes are named, if begin or end is missing, or for large numbers.
Gradients SomeAxesGradient(const GradientSite& s) {
  const auto* attrs = As<StridedSliceAttrs>(s.call->attrs);
  std::vector<int64_t> shape = s.ShapeOf(s.x()), begin(shape.size(), 0), end = shape;
  std::vector<int64_t> strides(shape.size(), 1);
  auto axes = SlicedAxes(*attrs, shape.size());
  for (size_t i = 0; i < axes->size(); ++i) {
    const size_t axis = (*axes)[i];
    const SliceRange range = RangeOf(*attrs, i);
    begin[axis] = range.begin.value_or(shape[axis]);
    end[axis] = range.end.value_or(shape[axis]);
    strides[axis] = range.stride;
  }
  Expr args[] = {ZerosLike(s.x()), s.grad, ConstantInts(begin), ConstantInts(end),
                 ConstantInts(strides)};
  return {Call(GetOp("strided_set"), args)};
}

// Sliced elements get the gradient, all others get 0.
Gradients StridedSliceGradient(const GradientSite& s) {
  const auto* attrs = As<StridedSliceAttrs>(s.call->attrs);
  const bool sizes = attrs->slice_mode == "size";
  std::vector<int64_t> strides;
  if (!sizes && attrs->strides) strides = *attrs->strides;
  // strided_set has another default end for a slice with a negative stride.
  auto large = [](const OptInts& list) {
    return !list || std::any_of(list->begin(), list->end(), [](int64_t number) {
      return number != static_cast<int32_t>(number);
    });
  };
  bool open = large(attrs->begin) || large(attrs->end) || large(attrs->strides);
  for (size_t i = open ? 0 : attrs->end->size(); i < strides.size(); ++i) {
    open = open || strides[i] < 0;
  }
  if (attrs->axes || open) return SomeAxesGradient(s);
  auto numbers = [](const std::vector<int64_t>& values) {
    NDArray array = MakeNDArray({static_cast<int64_t>(values.size())}, DataType::Int(32));
    std::copy(values.begin(), values.end(), array->mutable_as<int32_t>());
    return Constant(array);
  };
  std::vector<int64_t> begin = *attrs->begin, end = *attrs->end;
  if (sizes) {
    std::vector<int64_t> shape = s.ShapeOf(s.x());
    for (size_t i = 0; i < end.size(); ++i) end[i] = RangeOf(*attrs, i).end.value_or(shape[i]);
  }
  if (strides.empty()) strides = {1};
  Expr args[] = {ZerosLike(s.x()), s.grad, numbers(begin), numbers(end), numbers(strides)};
  return {Call(GetOp("strided_set"), args)};
}

constexpr GradientRow kSliceGradients[] = {{"strided_slice", StridedSliceGradient}};

}  // namespace

void RegisterSliceRules(RuleTables& rules) {
  AddGradients(rules, kSliceGradients);
  rules.infer_layout.Add("slice_like", SliceLikeLayout);
  rules.infer_layout.Add("split", SplitLayout);
  rules.infer_layout.Add("strided_slice", StridedSliceLayout);
}

}  // namespace passcope
