// Rules of the reductions.
#include <algorithm>
#include <numeric>

#include "op/attrs_tensor.h"
#include "transforms/infer_layout.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

// The axes that a reduction goes over, ascending.
std::vector<int64_t> ReducedAxes(const GradientSite& site) {
  const AnyReduceAttrs* attrs = AsReduceAttrs(site.call->attrs);
  size_t rank = site.TypeOf(site.x())->rank();
  std::vector<int64_t> all(rank), axes;
  std::iota(all.begin(), all.end(), 0);
  if (!attrs || !attrs->axis) return all;
  for (int64_t axis : all) {
    bool listed = false;
    for (int64_t given : *attrs->axis) {
      listed = listed || static_cast<int64_t>(NormalizeAxis(given, rank)) == axis;
    }
    if (listed != attrs->exclude) axes.push_back(axis);
  }
  return axes;
}

// What was reduced, with the axes of size 1 that the reduction left out.
Expr Unreduced(const GradientSite& site, Expr reduced, const std::vector<int64_t>& axes) {
  const AnyReduceAttrs* attrs = AsReduceAttrs(site.call->attrs);
  if (attrs && attrs->keepdims) return reduced;
  for (int64_t axis : axes) reduced = MakeExpandDims(reduced, axis, 1);
  return reduced;
}
Expr Unreduced(const GradientSite& site, const std::vector<int64_t>& axes) {
  return Unreduced(site, site.grad, axes);
}
// How many elements are reduced to one.
double Count(const GradientSite& site, const std::vector<int64_t>& axes) {
  std::vector<int64_t> shape = site.ShapeOf(site.x());
  double count = 1;
  for (int64_t axis : axes) count *= static_cast<double>(shape[static_cast<size_t>(axis)]);
  return count;
}

Gradients SumGradient(const GradientSite& s) {
  return {SpreadTo(Unreduced(s, ReducedAxes(s)), s.x())};
}

Gradients MeanGradient(const GradientSite& s) {
  std::vector<int64_t> axes = ReducedAxes(s);
  double scale = 1 / Count(s, axes);
  return {SpreadTo(MakeMultiply(Unreduced(s, axes), s.Number(scale)), s.x())};
}

// Elements that are the greatest (or the least) share the gradient.
Gradients ExtremumGradient(const GradientSite& s) {
  std::vector<int64_t> axes = ReducedAxes(s);
  Expr same = MakeBinary("equal", SpreadTo(Unreduced(s, s.result, axes), s.x()), s.x());
  Expr chosen = MakeBinary("cast_like", same, s.grad);
  Expr number = MakeReduce("sum", chosen, axes, true);
  return {MakeDivide(MakeMultiply(chosen, Unreduced(s, axes)), number)};
}

// Of the mean of the squares of data less its mean, which is the second argument.
Gradients VarianceGradient(const GradientSite& s) {
  std::vector<int64_t> axes = ReducedAxes(s);
  bool unbiased = As<VarianceAttrs>(s.call->attrs)->unbiased;
  double count = Count(s, axes), divisor = unbiased ? count - 1 : count;
  Expr grad = Unreduced(s, axes);
  return {MakeMultiply(MakeMultiply(grad, s.Number(2 / divisor)), s.x()),
          MakeMultiply(MakeMultiply(s.Number(-2 * count / divisor), grad), s.arg(1))};
}

// Whether the axes that are reduced, if there are several, follow each other as before, in one
// piece each.
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

constexpr GradientRow kGradients[] = {
    {"max", ExtremumGradient}, {"mean", MeanGradient},         {"min", ExtremumGradient},
    {"sum", SumGradient},      {"variance", VarianceGradient},
};

}  // namespace

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

void RegisterReduceRules(RuleTables& rules) { AddGradients(rules, kGradients); }

}  // namespace passcope
