// Lookup of layout rules, and the rules that several tables use.
#include "transforms/infer_layout.h"

#include <array>

#include "op/attrs_tensor.h"
#include "op/op.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"
#include "transforms/rules/user_rules.h"

namespace passcope {

bool HasInferLayoutRule(const Expr& op) {
  return UserRules().infer_layout.Get(op) || Rules().infer_layout.Get(op);
}

std::optional<InferredLayouts> InferLayouts(const CallNode* call, const LayoutQuery& query) {
  auto user_rule = UserRules().infer_layout.Get(call->op());
  InferLayoutRule rule = Rules().infer_layout.Get(call->op());
  if (!user_rule && !rule) return std::nullopt;
  InferredLayouts answer = user_rule ? (*user_rule)(call, query) : rule(query);
  if (answer.inputs.size() != query.old_in.size() || answer.outputs.empty()) return std::nullopt;
  for (const auto* layouts : {&answer.inputs, &answer.outputs}) {
    for (Layout layout : *layouts) {
      if (!layout.defined()) return std::nullopt;
    }
  }
  return answer;
}

Attrs WithField(const Attrs& attrs, std::string_view field, AttrValue value) {
  const AttrField* decl = attrs->schema()->Find(field);
  AttrsNode* copy = attrs->schema()->clone(*attrs);
  Attrs result(copy);
  bool set = decl && copy->Set(*decl, value);
  PASSCOPE_CHECK_MSG(set, std::string(field));
  return result;
}

std::string StringField(const Attrs& attrs, std::string_view field) {
  AttrValue value = attrs->Get(field);
  PASSCOPE_CHECK_MSG(value.get<std::string>(), std::string(field));
  return *value.get<std::string>();
}

int64_t IntField(const Attrs& attrs, std::string_view field) {
  AttrValue value = attrs->Get(field);
  PASSCOPE_CHECK_MSG(value.get<int64_t>(), std::string(field));
  return *value.get<int64_t>();
}

InferredLayouts ElemwiseLayout(const LayoutQuery& query) {
  Layout layout;
  if (query.new_in) {
    layout = query.new_in->front();
  } else {
    for (Layout old : query.old_in) {
      if (old.defined()) {
        layout = old;
        break;
      }
    }
  }
  // Only tensors of the same rank can share a layout.
  for (size_t i = 0; query.types.size() > 1 && i < query.types.size(); ++i) {
    const TensorTypeNode* type = query.tensor(i);
    if (!type || type->rank() != layout.ndim()) return InferredLayouts::Unknown();
  }
  return InferredLayouts::Same(query.old_in.size(), layout, query.attrs);
}

namespace {

// The product of the block sizes of a primal axis within `axes`.
int64_t BlockOf(std::span<const LayoutAxis> axes, char axis) {
  int64_t factor = 1;
  for (LayoutAxis each : axes) {
    if (each.name == SubordinateAxis(axis)) factor *= each.factor;
  }
  return factor;
}

// True if two lists of axes differ only in names.
bool Isomorphic(std::span<const LayoutAxis> a, std::span<const LayoutAxis> b) {
  std::array<char, 128> forward{}, backward{};
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i].is_primal() != b[i].is_primal()) return false;
    char& there = forward[static_cast<size_t>(a[i].name)];
    char& back = backward[static_cast<size_t>(b[i].name)];
    if ((there && there != b[i].name) || (back && back != a[i].name)) return false;
    there = b[i].name;
    back = a[i].name;
    if (!a[i].is_primal() && BlockOf(a, a[i].name) != BlockOf(b, b[i].name)) return false;
  }
  return true;
}

// True if `large` ends in axes like `small`, and its other axes are not related to them.
bool EndsLike(std::span<const LayoutAxis> large, std::span<const LayoutAxis> small) {
  auto front = large.first(large.size() - small.size());
  auto end = large.last(small.size());
  for (LayoutAxis a : front) {
    for (LayoutAxis b : end) {
      if (PrimalAxis(a.name) == PrimalAxis(b.name)) return false;
    }
  }
  return Isomorphic(end, small);
}

}  // namespace

Layout TransformLike(Layout old, Layout ref_old, Layout ref_new) {
  auto axes = old.axes(), ref_axes = ref_old.axes();
  bool compatible =
      axes.size() >= ref_axes.size() ? EndsLike(axes, ref_axes) : EndsLike(ref_axes, axes);
  if (!compatible || axes.size() > ref_axes.size()) return {};
  if (axes.empty()) return old;

  // The letter of `old` for each letter of `ref_old`. Axes that `old` does not have keep their
  // letter if it is free.
  std::array<char, 26> mapping{};
  std::array<bool, 26> used{};
  size_t offset = ref_axes.size() - axes.size();
  for (size_t i = 0; i < axes.size(); ++i) {
    char name = PrimalAxis(axes[i].name);
    mapping[static_cast<size_t>(PrimalAxis(ref_axes[offset + i].name) - 'A')] = name;
    used[static_cast<size_t>(name - 'A')] = true;
  }
  for (size_t i = ref_axes.size(); i-- > 0;) {
    char ref = PrimalAxis(ref_axes[i].name);
    char& name = mapping[static_cast<size_t>(ref - 'A')];
    if (name) continue;
    name = ref;
    if (used[static_cast<size_t>(ref - 'A')]) {
      name = 'A';
      while (used[static_cast<size_t>(name - 'A')]) ++name;
    }
    used[static_cast<size_t>(name - 'A')] = true;
  }
  std::vector<LayoutAxis> renamed(ref_new.axes().begin(), ref_new.axes().end());
  for (LayoutAxis& axis : renamed) {
    char name = mapping[static_cast<size_t>(PrimalAxis(axis.name) - 'A')];
    if (!name) return {};
    axis.name = axis.is_primal() ? name : SubordinateAxis(name);
  }
  return Layout::FromAxes(renamed).value_or(Layout());
}

Layout AdjustBlocksToShape(Layout layout, Layout old_layout, const Shape& old_shape) {
  std::vector<LayoutAxis> axes(layout.axes().begin(), layout.axes().end());
  for (LayoutAxis& axis : axes) {
    if (axis.is_primal()) continue;
    int old_axis = old_layout.IndexOf(PrimalAxis(axis.name));
    // An axis of size 1 broadcasts in blocks of 1, unless it already was in blocks.
    bool is_one = old_axis < 0 || (static_cast<size_t>(old_axis) < old_shape.size() &&
                                   old_shape[static_cast<size_t>(old_axis)] == Dim(1) &&
                                   !old_layout.Contains(axis.name));
    axis.factor = is_one ? 1 : layout.FactorOf(axis.name);
  }
  return Layout::FromAxes(axes).value_or(Layout());
}

InferredLayouts BroadcastLayout(const LayoutQuery& query) {
  const TensorTypeNode* types[2] = {query.tensor(0), query.tensor(1)};
  if (query.old_in.size() != 2 || !types[0] || !types[1]) return InferredLayouts::Unknown();
  size_t old_large = types[0]->rank() >= types[1]->rank() ? 0 : 1;
  Layout layouts[2] = {query.old_in[0], query.old_in[1]};
  Layout out;
  if (layouts[0].defined() && layouts[1].defined()) {
    out = layouts[old_large];
  } else if (layouts[0].defined() || layouts[1].defined()) {
    // The operand of unknown layout matches the last axes of the other one.
    size_t known = layouts[0].defined() ? 0 : 1;
    size_t rank = types[known]->rank(), other_rank = types[1 - known]->rank();
    if (rank < other_rank) return InferredLayouts::Unknown();
    layouts[1 - known] = layouts[known].SubLayout(rank - other_rank, other_rank);
    out = layouts[known];
  } else {
    return InferredLayouts::Unknown();
  }
  if (!query.new_in) return {{layouts[0], layouts[1]}, {out}, query.attrs};

  // The operand of lower rank is transformed like the other one.
  const std::vector<Layout>& now = *query.new_in;
  size_t large = now[0].ndim_primal() >= now[1].ndim_primal() ? 0 : 1;
  size_t small = 1 - large;
  Layout target = TransformLike(layouts[small], layouts[large], now[large]);
  if (!target.defined()) return InferredLayouts::Unknown();
  layouts[small] = AdjustBlocksToShape(target, layouts[small], types[small]->shape);
  layouts[large] = now[large];
  return {{layouts[0], layouts[1]}, {now[old_large]}, query.attrs};
}

InferredLayouts ConcatenateLayout(const LayoutQuery& query) {
  const auto* tuple = As<TupleTypeNode>(query.types[0]);
  const auto* first =
      tuple && !tuple->fields.empty() ? As<TensorTypeNode>(tuple->fields[0]) : nullptr;
  if (!first) return InferredLayouts::Unknown();
  size_t axis = NormalizeAxis(IntField(query.attrs, "axis"), first->rank());
  size_t num_inputs = query.old_in.size();
  if (query.new_in && axis < query.old_in[0].ndim()) {
    Layout now = query.new_in->front();
    bool all_same = true;
    for (Layout layout : *query.new_in) all_same &= layout == now;
    int new_axis = now.IndexOf(query.old_in[0][axis]);
    if (all_same && new_axis >= 0) {
      return InferredLayouts::Same(num_inputs, now, WithField(query.attrs, "axis", new_axis));
    }
  }
  Layout layout;
  for (Layout old : query.old_in) {
    if (old.defined()) {
      layout = old;
      break;
    }
  }
  if (layout.ndim() <= axis || !layout.axes()[axis].is_primal()) return InferredLayouts::Unknown();
  return InferredLayouts::Same(num_inputs, layout, query.attrs);
}

const Layout& ChannelLayout() {
  static const Layout channel = Layout::Of("C");
  return channel;
}

Layout LayoutField(const Attrs& attrs, std::string_view field) {
  return Layout::Parse(StringField(attrs, field)).value_or(Layout());
}

Layout ConvOutLayout(const Attrs& attrs) {
  std::string out = StringField(attrs, "out_layout");
  return out.empty() ? LayoutField(attrs, "data_layout") : Layout::Parse(out).value_or(Layout());
}

InferredLayouts ConvLayout(const LayoutQuery& query) {
  return {{LayoutField(query.attrs, "data_layout"), LayoutField(query.attrs, "kernel_layout")},
          {ConvOutLayout(query.attrs)},
          query.attrs};
}

int MovedAxis(Layout old, Layout now, size_t axis) {
  if (axis >= old.ndim() || now.FactorOf(old[axis]) > 0) return -1;
  return now.IndexOf(old[axis]);
}

Layout FollowAxis(const LayoutQuery& query, Attrs* attrs) {
  const TensorTypeNode* data = query.tensor(0);
  Layout old = query.old_in[0];
  if (!query.new_in || !data) return old;
  Layout now = query.new_in->front();
  size_t axis = NormalizeAxis(IntField(*attrs, "axis"), data->rank());
  int new_axis = MovedAxis(old, now, axis);
  if (new_axis < 0) return old;
  *attrs = WithField(*attrs, "axis", new_axis);
  return now;
}

}  // namespace passcope
