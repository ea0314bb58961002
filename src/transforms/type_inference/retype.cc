// One walk lists the expressions. Each copy is a loop over the list.
#include "transforms/type_inference/retype.h"

#include "ir/identity.h"
#include "ir/lineage.h"
#include "ir/typed.h"
#include "ir/visitor.h"
#include "op/op.h"

namespace passcope {
namespace {

// Runs a relation on known types. If it cannot decide at once, InferType must.
class KnownTypes : public TypeRelContext {
 public:
  Type Infer(const CallNode* node, std::span<const Type> types) {
    call = node;
    arg_types = types;
    result = nullptr;
    bool done = RunTypeRelation(*this) == RelStatus::kDone;
    return done && result && !result->has_incomplete() ? std::move(result) : nullptr;
  }
  bool Assign(size_t i, const Type& type) override { return arg_types[i] == type; }
  RelStatus Fail(DiagKind, Message, int) override { return RelStatus::kFailed; }
};

// The type of `node` over typed `children`; null if it is not known.
Type TypeOver(const ExprNode* node, std::span<const Expr> children, KnownTypes* relation,
              std::vector<Type>* types) {
  bool same = true;
  types->clear();
  for (size_t i = node->kind() == ExprKind::kCall ? 1 : 0; i < children.size(); ++i) {
    types->push_back(children[i]->checked_type());
    same = same && types->back() == node->child(i)->checked_type();
  }
  if (same) return node->checked_type();
  switch (node->kind()) {
    case ExprKind::kCall:
      return As<OpNode>(children[0]) ? relation->Infer(As<CallNode>(node), *types) : nullptr;
    case ExprKind::kTuple:
      return TupleType(*types);
    default: {
      const auto* tuple = As<TupleTypeNode>(types->front());
      auto index = static_cast<size_t>(As<TupleGetItemNode>(node)->index);
      return tuple && index < tuple->fields.size() ? tuple->fields[index] : nullptr;
    }
  }
}

}  // namespace

Retyper::Retyper(const FunctionNode* function) : function_(function) {
  is_dataflow_ = function->fully_typed() && function->type_params.empty();
  PtrMap<uint32_t> numbers;  // By identity.
  auto add = [&](const ExprNode* node) {
    numbers[IdentityOf(node)] = static_cast<uint32_t>(steps_.size());
    steps_.push_back({node, static_cast<uint32_t>(children_.size())});
  };
  for (const Expr& param : function->params()) {
    is_dataflow_ = is_dataflow_ && !numbers.Contains(IdentityOf(param));
    add(param.get());
  }
  PostOrderVisit(function->body(), [&](const ExprNode* node) {
    switch (node->kind()) {
      case ExprKind::kVar:
        is_dataflow_ = is_dataflow_ && numbers.Contains(IdentityOf(node));
        return;
      case ExprKind::kOp:
        return;  // Part of its call.
      case ExprKind::kConstant:
      case ExprKind::kGlobalVar:
      case ExprKind::kConstructor:
        return add(node);
      case ExprKind::kCall:
      case ExprKind::kTuple:
      case ExprKind::kTupleGetItem:
        break;
      default:
        is_dataflow_ = false;
    }
    if (!is_dataflow_) return;
    add(node);
    for (const Expr& child : node->children()) {
      if (!As<OpNode>(child)) children_.push_back(*numbers.Find(IdentityOf(child)));
    }
  });
}

Expr Retyper::Copy(std::span<const Type> params, const Type& ret_type) const {
  if (!is_dataflow_) return nullptr;
  std::vector<Expr> values;
  values.reserve(steps_.size());
  for (size_t i = 0; i < params.size(); ++i) {
    const auto* var = As<VarNode>(steps_[i].node);
    values.push_back(TypedVar(var->name().view(), params[i]));
    AlsoFrom(values.back(), var);
  }
  KnownTypes relation;
  std::vector<Expr> children;
  std::vector<Type> types;
  for (size_t i = params.size(); i < steps_.size(); ++i) {
    const ExprNode* node = steps_[i].node;
    if (node->children().empty() && node->kind() != ExprKind::kCall) {
      values.emplace_back(node);
      continue;
    }
    children.clear();
    const uint32_t* next = children_.data() + steps_[i].children;
    for (const Expr& child : node->children()) {
      children.push_back(As<OpNode>(child) ? child : values[*next++]);
    }
    Type type = TypeOver(node, children, &relation, &types);
    if (!type) return nullptr;
    values.push_back(Rebuild(node, children, std::move(type)));
  }
  const ExprNode* body = function_->body().get();
  Expr result = values.back();
  if (steps_.back().node != body) {
    // The body is a parameter, which has no step.
    for (size_t i = 0; i < params.size(); ++i) {
      if (IdentityOf(steps_[i].node) == IdentityOf(body)) result = values[i];
    }
  }
  if (!(result->checked_type() == ret_type)) return nullptr;
  values.resize(params.size());
  LineageSource source(function_);
  Expr copy =
      Function(values, std::move(result), ret_type, {}, function_->attrs, function_->span());
  return Typed(std::move(copy), FuncType({params.begin(), params.end()}, ret_type));
}

}  // namespace passcope
