// Layout rules of the operators that are not about neural networks.
#include <algorithm>
#include <numeric>

#include "op/attrs_tensor.h"
#include "transforms/infer_layout.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

Layout ParseOrUndefined(std::string_view text) { return Layout::Parse(text).value_or(Layout()); }

InferredLayouts TransposeLayout(const LayoutQuery& query) {
  const auto* attrs = As<TransposeAttrs>(query.attrs);
  Layout old = query.old_in[0];
  if (!attrs || !old.defined()) return InferredLayouts::Unknown();
  std::vector<int64_t> axes;
  if (attrs->axes && !attrs->axes->empty()) {
    axes = *attrs->axes;
    for (int64_t& axis : axes) axis = static_cast<int64_t>(NormalizeAxis(axis, old.ndim()));
  } else {
    for (size_t i = old.ndim(); i-- > 0;) axes.push_back(static_cast<int64_t>(i));
  }
  for (int64_t axis : axes) {
    if (axis < 0 || axis >= static_cast<int64_t>(old.ndim())) return InferredLayouts::Unknown();
  }
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
  // TVM counts characters here, not axes, so that a layout with blocks makes a text that is none.
  std::string out;
  for (int64_t axis : axes) out += in.name()[static_cast<size_t>(axis)];
  return {{in}, {ParseOrUndefined(out)}, WithField(query.attrs, "axes", AttrValue::Ints(axes))};
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

// Slices of an axis in blocks must begin and end between blocks.
class StridedSliceRule {
 public:
  StridedSliceRule(const LayoutQuery& query, const StridedSliceAttrs& attrs)
      : query_(query), attrs_(attrs), shape_(query.tensor(0)->shape) {
    if (attrs.begin && attrs.end && attrs.strides) {
      begin_ = *attrs.begin;
      end_ = *attrs.end;
      strides_ = *attrs.strides;
      if (by_size()) std::fill(strides_.begin(), strides_.end(), 1);
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
      // Unchanged, or blocks made whole again, which would need a transform anyway.
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
  int64_t Stride(size_t i) const { return i < strides_.size() ? strides_[i] : 1; }

  // The axes are named: they move, and what is cut from them stays.
  bool MoveAxes(Layout old, Layout now) {
    const std::vector<int64_t>& axes = *attrs_.axes;
    if (begin_.size() < axes.size() || end_.size() < axes.size()) return false;
    for (size_t i = 0; i < axes.size(); ++i) {
      int there = now.IndexOf(old[NormalizeAxis(axes[i], old.ndim())]);
      if (there < 0) return false;
      new_axes_.push_back(there);
      new_begin_.push_back(begin_[i]);
      new_end_.push_back(end_[i]);
      new_strides_.push_back(Stride(i));
    }
    return true;
  }

  // Begin, end and stride for each axis, in the new order.
  bool Permute(Layout old, Layout now) {
    for (size_t i = 0; i < now.ndim(); ++i) {
      int from = old.IndexOf(now[i]);
      if (from < 0) return false;
      auto at = static_cast<size_t>(from);
      if (at >= end_.size() && !shape_[at].is_const()) return false;
      new_begin_.push_back(at < begin_.size() ? begin_[at] : 0);
      new_end_.push_back(at < end_.size() ? end_[at] : by_size() ? -1 : shape_[at].value());
      new_strides_.push_back(Stride(at));
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
        if (Stride(i) != 1) return false;
        if (by_size() && end < 0) {
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
  std::vector<int64_t> begin_, end_, strides_;
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
    // Every cut must fall between two blocks.
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
  InferredLayouts keep = {{old, query.old_in[1]}, {query.old_in[1]}, query.attrs};
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

// Also for variance, which takes the mean as a second input.
InferredLayouts ReduceLayout(const LayoutQuery& query) {
  const AnyReduceAttrs* attrs = AsReduceAttrs(query.attrs);
  const TensorTypeNode* data = query.tensor(0);
  if (!attrs || !data) return InferredLayouts::Unknown();
  Layout old = query.old_in[0];
  if (!old.defined() || old.ndim() != data->rank()) return InferredLayouts::Unknown();

  std::vector<bool> reduced(data->rank(), !attrs->axis || attrs->axis->empty());
  if (attrs->axis && !attrs->axis->empty()) {
    for (int64_t axis : *attrs->axis) {
      size_t at = NormalizeAxis(axis, data->rank());
      if (at >= data->rank()) return InferredLayouts::Unknown();
      reduced[at] = true;
    }
    if (attrs->exclude) reduced.flip();
  }
  bool any_reduced = std::find(reduced.begin(), reduced.end(), true) != reduced.end();
  bool follow = query.new_in && any_reduced;
  // An index into several axes depends on their order.
  if (follow && As<ArgReduceAttrs>(query.attrs) && query.new_in->front() != old &&
      std::count(reduced.begin(), reduced.end(), true) > 1) {
    return InferredLayouts::Unknown();
  }
  Layout in = follow ? query.new_in->front() : old;

  std::vector<int64_t> axes;  // Reduced, or with `exclude` the others.
  std::vector<LayoutAxis> out;
  for (size_t i = 0; i < in.ndim(); ++i) {
    LayoutAxis axis = in.axes()[i];
    int old_axis = old.IndexOf(PrimalAxis(axis.name));
    bool is_reduced = old_axis >= 0 && reduced[static_cast<size_t>(old_axis)];
    if (is_reduced != attrs->exclude) axes.push_back(static_cast<int64_t>(i));
    if (!is_reduced) {
      out.push_back(axis);
    } else if (attrs->keepdims) {
      // A block of an axis that is reduced has one element.
      if (!axis.is_primal()) axis.factor = 1;
      out.push_back(axis);
    }
  }
  // A scalar has no layout that others could follow.
  Layout out_layout = out.empty() ? Layout() : Layout::FromAxes(out).value_or(Layout());
  Attrs result = follow ? WithField(query.attrs, "axis", AttrValue::Ints(axes)) : query.attrs;
  return {std::vector<Layout>(query.old_in.size(), in), {out_layout}, result};
}

constexpr const char* kElemwise[] = {"abs",
                                     "acos",
                                     "acosh",
                                     "annotation.bitpack_end",
                                     "annotation.bitpack_start",
                                     "annotation.cast_hint",
                                     "annotation.checkpoint",
                                     "annotation.compiler_begin",
                                     "annotation.compiler_end",
                                     "annotation.stop_fusion",
                                     "asin",
                                     "asinh",
                                     "atan",
                                     "atanh",
                                     "bitwise_not",
                                     "cast",
                                     "cast_like",
                                     "ceil",
                                     "clip",
                                     "copy",
                                     "cos",
                                     "cosh",
                                     "device_copy",
                                     "erf",
                                     "exp",
                                     "fast_erf",
                                     "fast_exp",
                                     "fast_tanh",
                                     "fixed_point_multiply",
                                     "floor",
                                     "isfinite",
                                     "isinf",
                                     "isnan",
                                     "log",
                                     "log10",
                                     "log2",
                                     "logical_not",
                                     "negative",
                                     "on_device",
                                     "ones_like",
                                     "reinterpret",
                                     "round",
                                     "rsqrt",
                                     "sigmoid",
                                     "sign",
                                     "sin",
                                     "sinh",
                                     "sqrt",
                                     "tan",
                                     "tanh",
                                     "trunc",
                                     "zeros_like"};
constexpr const char* kBroadcast[] = {
    "add",          "bitwise_and", "bitwise_or", "bitwise_xor",   "divide",      "equal",
    "floor_divide", "floor_mod",   "greater",    "greater_equal", "left_shift",  "less",
    "less_equal",   "logical_and", "logical_or", "logical_xor",   "maximum",     "minimum",
    "mod",          "multiply",    "not_equal",  "power",         "right_shift", "subtract",
    "trunc_divide", "trunc_mod"};
constexpr const char* kReduce[] = {"all", "argmax", "argmin", "max",     "mean",
                                   "min", "prod",   "sum",    "variance"};
constexpr InferLayoutRow kOthers[] = {
    {"concatenate", ConcatenateLayout},
    {"slice_like", SliceLikeLayout},
    {"split", SplitLayout},
    {"squeeze", SqueezeLayout},
    {"strided_slice", StridedSliceLayout},
    {"transpose", TransposeLayout},
};

}  // namespace

std::span<const InferLayoutRow> TensorLayoutRules() {
  static const std::vector<InferLayoutRow>* rows = [] {
    auto* all = new std::vector<InferLayoutRow>(std::begin(kOthers), std::end(kOthers));
    for (const char* op : kElemwise) all->push_back({op, ElemwiseLayout});
    for (const char* op : kBroadcast) all->push_back({op, BroadcastLayout});
    for (const char* op : kReduce) all->push_back({op, ReduceLayout});
    return all;
  }();
  return *rows;
}

}  // namespace passcope
