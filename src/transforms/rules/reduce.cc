// Rules of the reductions.
#include <algorithm>
#include <limits>

#include "op/attrs_tensor.h"
#include "transforms/infer_layout.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

// The reduced axes, ascending.
std::vector<int64_t> ReducedAxes(const GradientSite& site) {
  const AnyReduceAttrs* attrs = AsReduceAttrs(site.call->attrs);
  auto reduced = passcope::ReducedAxes(attrs ? attrs->axis : OptInts(), attrs && attrs->exclude,
                                       site.TypeOf(site.x())->rank());
  std::vector<int64_t> axes;
  for (size_t i = 0; i < reduced->size(); ++i) {
    if ((*reduced)[i]) axes.push_back(static_cast<int64_t>(i));
  }
  return axes;
}

// `reduced`, which has the result's shape, with the reduced axes inserted again.
Expr Unreduced(const GradientSite& site, Expr reduced, const std::vector<int64_t>& axes) {
  const AnyReduceAttrs* attrs = AsReduceAttrs(site.call->attrs);
  if (attrs && attrs->keepdims) return reduced;
  for (int64_t axis : axes) reduced = MakeExpandDims(reduced, axis, 1);
  return reduced;
}

Gradients SumGradient(const GradientSite& s) {
  return {SpreadTo(Unreduced(s, s.grad, ReducedAxes(s)), s.x())};
}

Gradients MeanGradient(const GradientSite& s) {
  std::vector<int64_t> axes = ReducedAxes(s), shape = s.ShapeOf(s.x());
  double scale = 1;
  for (int64_t axis : axes) scale /= static_cast<double>(shape[static_cast<size_t>(axis)]);
  return {SpreadTo(MakeMultiply(Unreduced(s, s.grad, axes), s.Number(scale)), s.x())};
}

// All elements that equal the maximum share the gradient.
Gradients MaxGradient(const GradientSite& s) {
  const AnyReduceAttrs* attrs = AsReduceAttrs(s.call->attrs);
  Expr greatest = s.result, grad = s.grad;
  OptInts over;
  std::vector<int64_t> axes = ReducedAxes(s);
  if (axes.empty()) return {grad};
  if (attrs && (attrs->axis || attrs->keepdims)) {
    std::vector<int64_t> shape = s.ShapeOf(s.x());
    greatest = Unreduced(s, greatest, axes);
    grad = Unreduced(s, grad, axes);
    for (int64_t axis : axes) {
      int64_t size = shape[static_cast<size_t>(axis)];
      // `repeat` needs a positive count of 32 bits.
      if (size < 1 || size > std::numeric_limits<int32_t>::max()) {
        greatest = SpreadTo(greatest, s.x());
        break;
      }
      greatest = MakeRepeat(greatest, size, axis);
    }
    over = axes;
  } else {
    greatest = MakeBinary("full_like", s.x(), greatest);
  }
  Expr chosen = MakeBinary("cast_like", MakeBinary("equal", greatest, s.x()), grad);
  return {MakeDivide(MakeMultiply(chosen, grad), MakeReduce("sum", chosen, over, true))};
}

// TVM has no gradient for min.
Gradients MinGradient(const GradientSite& s) {
  std::vector<int64_t> axes = ReducedAxes(s);
  if (axes.empty()) return {s.grad};
  Expr same = MakeBinary("equal", SpreadTo(Unreduced(s, s.result, axes), s.x()), s.x());
  Expr chosen = MakeBinary("cast_like", same, s.grad);
  Expr number = MakeReduce("sum", chosen, axes, true);
  return {MakeDivide(MakeMultiply(chosen, Unreduced(s, s.grad, axes)), number)};
}

// The mean is an argument of variance, which can be any number.
Gradients VarianceGradient(const GradientSite& s) {
  std::vector<int64_t> axes = ReducedAxes(s), shape = s.ShapeOf(s.x());
  double count = 1;
  for (int64_t axis : axes) count *= static_cast<double>(shape[static_cast<size_t>(axis)]);
  if (As<VarianceAttrs>(s.call->attrs)->unbiased) count -= 1;
  Expr mean = s.Cast(s.arg(1), s.arg(1), s.x());
  Expr scaled = MakeMultiply(Unreduced(s, s.grad, axes), s.Number(2 / count));
  Expr by_data = MakeMultiply(scaled, MakeSubtract(s.x(), mean));
  return {by_data, s.Cast(SumTo(MakeNegative(by_data), mean), s.x(), s.arg(1))};
}

// True if the reduced axes keep their order and are not in blocks, or if there is only one.
bool SameOrder(Layout old, Layout now, const std::vector<bool>& reduced) {
  if (std::count(reduced.begin(), reduced.end(), true) < 2) return true;
  auto names = [&](Layout layout) {
    std::vector<char> found;
    for (LayoutAxis axis : layout.axes()) {
      int at = old.IndexOf(PrimalAxis(axis.name));
      if (at >= 0 && reduced[static_cast<size_t>(at)]) found.push_back(axis.name);
    }
    return found;
  };
  return names(old) == names(now);
}

constexpr GradientRow kReduceGradients[] = {
    {"max", MaxGradient}, {"min", MinGradient},   {"variance", VarianceGradient},
    {"sum", SumGradient}, {"mean", MeanGradient},
};

}  // namespace

// Also for variance, which takes the mean as a second input.
InferredLayouts ReduceLayout(const LayoutQuery& query) {
  const AnyReduceAttrs* attrs = AsReduceAttrs(query.attrs);
  const TensorTypeNode* data = query.tensor(0);
  if (!attrs || !data) return InferredLayouts::Unknown();
  Layout old = query.old_in[0];
  if (!old.defined() || old.ndim() != data->rank()) return InferredLayouts::Unknown();

  auto found = ReducedAxes(attrs->axis, attrs->exclude, data->rank());
  if (!found) return InferredLayouts::Unknown();
  const std::vector<bool>& reduced = *found;
  bool any_reduced = std::find(reduced.begin(), reduced.end(), true) != reduced.end();
  bool follow = query.new_in && any_reduced;
  // An index over several axes depends on their order.
  if (follow && As<ArgReduceAttrs>(query.attrs) &&
      !SameOrder(old, query.new_in->front(), reduced)) {
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
      // A block of a reduced axis has one element.
      if (!axis.is_primal()) axis.factor = 1;
      out.push_back(axis);
    }
  }
  // A scalar has no layout that others could follow.
  Layout out_layout = out.empty() ? Layout() : Layout::FromAxes(out).value_or(Layout());
  Attrs result = follow ? WithField(query.attrs, "axis", AttrValue::Ints(axes)) : query.attrs;
  std::vector<Layout> inputs(query.old_in.size(), in);
  for (size_t i = 1; i < inputs.size(); ++i) {
    // The mean has one element for all that it is the mean of.
    const TensorTypeNode* mean = query.tensor(i);
    if (!mean || mean->rank() != data->rank()) return InferredLayouts::Unknown();
    inputs[i] = AdjustBlocksToShape(in, old, mean->shape);
  }
  return {std::move(inputs), {out_layout}, result};
}

void RegisterReduceRules(RuleTables& rules) { AddGradients(rules, kReduceGradients); }

}  // namespace passcope
