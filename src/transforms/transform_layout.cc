// Rewriting a program to other layouts.
#include "transforms/transform_layout.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "ir/lineage.h"
#include "op/op.h"
#include "pass/remark.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

bool SameChildren(const ExprNode* node, std::span<const Expr> children) {
  auto own = node->children();
  return own.size() == children.size() && std::equal(own.begin(), own.end(), children.begin());
}

PASSCOPE_REMARKS void TellNoRule(const ExprNode* node) {
  EmitRemark(
      RemarkKind::kLayoutNoRule, node,
      MSG(kLayoutRuleMissing, "{operator} has no layout rule: its inputs are transformed back",
          NameInRemark(node)));
}

PASSCOPE_REMARKS void TellUnfit(const CallNode* call) {
  EmitRemark(
      RemarkKind::kLayoutNoRule, call,
      MSG(kLayoutUnfit,
          "{operator} keeps its layouts: its shapes do not fit the axes or blocks of the new ones",
          NameInRemark(call)));
}

PASSCOPE_REMARKS void TellTransform(const CallNode* call, const Expr& value, const Layout& from,
                                    const Layout& to) {
  EmitRemark(
      RemarkKind::kLayoutTransform, call,
      MSG(kLayoutTransformInserted,
          "a transform from {layout} to {target} is inserted between {argument} and {operator}",
          from.name(), to.name(), NameInRemark(value), NameInRemark(call)));
}

// True if every element of a tensor of `type` in the layout `from` has a place in `to`, and every
// place an element: the axes are the same, and they divide into blocks. A tensor with fewer axes
// gets those of `to` in front, as in MakeTransform. Elements that only fill a block would take part
// in what follows.
bool IsOneToOne(const Type& type, Layout from, Layout to) {
  if (from == to) return true;
  const auto* tensor = As<TensorTypeNode>(type);
  if (!tensor || from.ndim() != tensor->rank()) return false;
  const Layout all = from.ndim_primal() < to.ndim_primal() ? from.ExpandPrimal(to) : from;
  const auto mapping = BijectiveLayout::Make(all, to);
  if (!mapping) return false;
  // Inference accepts sizes of blocks that are not the layout's.
  if (all == from && !mapping->ForwardShape(tensor->shape)) return false;
  for (LayoutAxis axis : to.axes()) {
    const int64_t block = axis.is_primal() ? to.FactorOf(axis.name) : 0;
    if (block <= 1 || block == from.FactorOf(axis.name)) continue;
    const int at = from.IndexOf(axis.name);
    if (at < 0) return false;
    const Dim size = tensor->shape[static_cast<size_t>(at)];
    if (!size.is_const()) return false;
    if (size.value() * std::max<int64_t>(from.FactorOf(axis.name), 1) % block != 0) return false;
  }
  return true;
}

// True for operators that name their layouts, and for elementwise ones. These can leave blocks that
// the program has. Other rules take a block and its axis for one.
bool CanLeaveBlocks(const CallNode* call) {
  const OpDecl& decl = *As<OpNode>(call->op())->decl;
  return decl.traits.layout_inference == LayoutInference::kElemwise ||
         (call->attrs &&
          (call->attrs->schema()->Find("layout") || call->attrs->schema()->Find("data_layout")));
}

}  // namespace

Expr LayoutRewriter::Restorer::Enter(const ExprNode* node) {
  return As<TupleNode>(node) ? nullptr : owner_.RestoreAltered(node);
}

Expr LayoutRewriter::Leave(const ExprNode* node, std::span<const Expr> children) {
  switch (node->kind()) {
    case ExprKind::kTuple:
      // Fields of a tuple can have different layouts.
      return WithChildren(node, children);
    case ExprKind::kTupleGetItem:
      if (const auto* tuple = As<TupleNode>(children[0])) {
        if (effects_ && !effects_->Of(node->child(0)).can_move()) break;
        return tuple->fields()[static_cast<size_t>(As<TupleGetItemNode>(node)->index)];
      }
      // As in TVM, a projection of another tuple loses its span.
      if (children[0] == node->child(0)) return Expr(node);
      return TupleGetItem(children[0], As<TupleGetItemNode>(node)->index);
    case ExprKind::kCall:
      if (Expr call = RewriteCall(As<CallNode>(node), children.subspan(1))) return call;
      break;
    default:
      break;
  }
  std::vector<Expr> restored;
  restored.reserve(children.size());
  for (const Expr& child : children) restored.push_back(Restore(child));
  if (RemarksWanted() && As<CallNode>(node) && !SameChildren(node, children) &&
      !std::equal(restored.begin(), restored.end(), children.begin())) {
    HasInferLayoutRule(As<CallNode>(node)->op()) ? TellUnfit(As<CallNode>(node)) : TellNoRule(node);
  }
  return WithChildren(node, restored);
}

Expr LayoutRewriter::RewriteCall(const CallNode* call, std::span<const Expr> new_args) {
  if (!HasInferLayoutRule(call->op())) return nullptr;

  // "Producer" layouts are those of the inputs as their producers see them. "Consumer" layouts are
  // those that this call gives the same tensors. The two can differ, such as after a transpose. If
  // both change alike, no transform is needed.
  std::vector<Layout> old_producer, new_producer;
  std::vector<Type> types, inputs;  // Of the arguments, and of the inputs.
  auto add_input = [&](const Expr& input, const Type& type) {
    inputs.push_back(type);
    const Altered* altered = altered_.Find(input.get());
    old_producer.push_back(altered ? altered->old_layout : Layout());
    new_producer.push_back(altered ? altered->new_layout : Layout());
  };
  for (size_t i = 0; i < new_args.size(); ++i) {
    types.push_back(call->arg(i)->checked_type());
    PASSCOPE_CHECK(types.back());
    if (const auto* tuple = As<TupleNode>(new_args[i])) {
      for (size_t k = 0; k < tuple->fields().size(); ++k) {
        const Expr& field = tuple->fields()[k];
        if (As<TupleNode>(field)) return nullptr;
        add_input(field, As<TupleTypeNode>(types.back())->fields[k]);
      }
    } else {
      add_input(new_args[i], types.back());
    }
  }

  auto before = InferLayouts(call, {call->attrs, nullptr, old_producer, types});
  if (!before) return nullptr;
  const std::vector<Layout>& old_consumer = before->inputs;

  // An input without a known layout is assumed to have the layout that this call gives it.
  std::vector<Layout> known_old = old_producer, known_new = new_producer;
  for (size_t i = 0; i < known_old.size(); ++i) {
    if (!known_old[i].defined()) known_old[i] = old_consumer[i];
    if (!known_new[i].defined()) known_new[i] = old_consumer[i];
  }
  const bool in_blocks =
      !CanLeaveBlocks(call) && std::any_of(known_old.begin(), known_old.end(),
                                           [](Layout layout) { return layout.has_blocks(); });
  if (in_blocks && known_old != known_new) return nullptr;

  // A call that stays in blocks keeps its operator, too.
  Expr changed = in_blocks ? Call(call->op(), new_args, before->attrs)
                           : CallWithNewLayouts(call, before->attrs, new_args);
  const auto* new_call = As<CallNode>(changed);
  PASSCOPE_CHECK(new_call && new_call->args().size() == new_args.size());
  if (!As<OpNode>(new_call->op())) return nullptr;

  auto after =
      in_blocks ? before : InferLayouts(new_call, {new_call->attrs, &known_new, known_old, types});
  if (!after || after->outputs.size() != before->outputs.size()) return nullptr;
  const std::vector<Layout>& new_consumer = after->inputs;

  const auto* tuple_type = As<TupleTypeNode>(call->checked_type());
  if (after->outputs.size() != (tuple_type ? tuple_type->fields.size() : 1)) return nullptr;

  bool fits = true;
  for (size_t i = 0; i < inputs.size(); ++i) {
    fits = fits && IsOneToOne(inputs[i], old_consumer[i], new_consumer[i]);
  }
  for (size_t i = 0; i < after->outputs.size(); ++i) {
    const Type& type = tuple_type ? tuple_type->fields[i] : call->checked_type();
    const auto* tensor = As<TensorTypeNode>(type);
    fits = fits && tensor && tensor->rank() == before->outputs[i].ndim() &&
           IsOneToOne(type, before->outputs[i], after->outputs[i]);
  }
  if (!fits) {
    // Leave tells it of a call whose inputs are transformed back.
    if (RemarksWanted() && old_producer == std::vector<Layout>(old_producer.size())) {
      TellUnfit(call);
    }
    return nullptr;
  }

  size_t input = 0;
  auto tell = [&](const Expr& value, const Layout& from, const Layout& to) {
    if (from == to || !from.defined() || !to.defined() || !RemarksWanted()) return;
    TellTransform(call, value, from, to);
  };
  auto transform = [&](const Expr& value) {
    size_t i = input++;
    tell(value, new_producer[i].defined() ? new_producer[i] : old_consumer[i], new_consumer[i]);
    if (old_consumer[i] == old_producer[i]) {
      return Transform(value, new_producer[i], new_consumer[i]);
    }
    Expr restored =
        old_producer[i].defined() ? Transform(value, new_producer[i], old_producer[i]) : value;
    return Transform(restored, old_consumer[i], new_consumer[i]);
  };
  std::vector<Expr> operands = {new_call->op()};
  for (const Expr& arg : new_call->args()) {
    if (const auto* tuple = As<TupleNode>(arg)) {
      std::vector<Expr> fields;
      for (const Expr& field : tuple->fields()) fields.push_back(transform(field));
      operands.push_back(WithChildren(tuple, fields));
    } else {
      operands.push_back(transform(arg));
    }
  }
  PASSCOPE_CHECK(input == old_producer.size());

  // As in TVM, a call with several results loses its span.
  Span span = tuple_type ? nullptr : call->span();
  Expr value;
  if (SameChildren(call, operands) && AttrsEqual(call->attrs, after->attrs) &&
      before->outputs == after->outputs && call->span() == span) {
    value = Expr(call);
  } else {
    value = Call(operands[0], std::span<const Expr>(operands).subspan(1), after->attrs, {}, span);
  }
  if (!tuple_type) return Remember(std::move(value), before->outputs[0], after->outputs[0]);
  std::vector<Expr> fields;
  for (size_t i = 0; i < after->outputs.size(); ++i) {
    fields.push_back(
        Remember(TupleGetItem(value, static_cast<int>(i)), before->outputs[i], after->outputs[i]));
  }
  return Tuple(fields);
}

Expr LayoutRewriter::Remember(Expr value, Layout old_layout, Layout new_layout) {
  altered_[value.get()] = {value, old_layout, new_layout};
  return value;
}

Expr LayoutRewriter::Restore(const Expr& expr) {
  return As<TupleNode>(expr) ? restorer_.Run(expr) : RestoreAltered(expr.get());
}

Expr LayoutRewriter::RestoreAltered(const ExprNode* expr) {
  const Altered* altered = altered_.Find(expr);
  LineageSource source(expr);
  return altered ? Transform(altered->value, altered->new_layout, altered->old_layout) : Expr(expr);
}

Expr LayoutRewriter::Transform(const Expr& expr, Layout from, Layout to) {
  if (from == to) return expr;
  std::vector<Transformed>& known = transformed_[expr.get()];
  for (const Transformed& each : known) {
    if (each.from == from && each.to == to) return each.result;
  }
  known.push_back({from, to, MakeTransform(expr, from, to)});
  return known.back().result;
}

Expr LayoutRewriter::MakeTransform(const Expr& expr, Layout from, Layout to) {
  Expr input = expr;
  if (from.ndim_primal() < to.ndim_primal()) {
    // A tensor with one element broadcasts in any layout. Rewritten expressions are excluded, since
    // TVM does not know their types yet.
    if (!altered_.Contains(expr.get()) && IsScalarType(expr->checked_type())) return expr;
    input = MakeExpandDims(input, 0, static_cast<int64_t>(to.ndim_primal() - from.ndim_primal()));
    from = from.ExpandPrimal(to);
    if (from == to) return input;
  }
  if (!BijectiveLayout::Make(from, to)) {
    throw DiagnosticError(
        DiagKind::kBadLayout,
        MSG(kLayoutTransformImpossible, "the layout {layout} cannot be transformed to {target}",
            from.name(), to.name()),
        {MSG(kLayoutTransformAxesNote,
             "both layouts must have the same axes: check the requested layouts and those of the "
             "program")},
        expr);
  }
  ++transforms_;
  return MakeLayoutTransform(input, from.name(), to.name());
}

}  // namespace passcope
