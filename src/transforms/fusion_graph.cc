#include "transforms/fusion_graph.h"

#include "op/attrs_tensor.h"

namespace passcope {
namespace {

// True if the shape of the result depends on the values of the arguments.
bool IsDataDependent(const CallNode* call, const OpNode* op) {
  if (!op->decl->Has(OpTrait::kDataDependent)) return false;
  if (!IsCallTo(call, "strided_slice") || !call->attrs) return true;
  for (const char* key : {"begin", "end", "strides"}) {
    if (call->attrs->Get(key).is_null()) return true;
  }
  return false;
}

}  // namespace

FusionGraph::FusionGraph(const ExprNode* root) {
  Mention(root);
  Run(root);
}

bool FusionGraph::Enter(const ExprNode* expr) {
  uint32_t self = Id(expr);
  switch (expr->kind()) {
    case ExprKind::kFunction: {
      const auto* function = As<FunctionNode>(expr);
      if (function->attrs && function->attrs->Find("Compiler")) return false;
      MentionChildren(expr);
      break;
    }
    case ExprKind::kCall:
      EnterCall(As<CallNode>(expr), self);
      break;
    case ExprKind::kTuple:
      nodes[self].pattern = OpPattern::kTuple;
      for (const Expr& field : expr->children()) {
        if (As<TensorTypeNode>(field->checked_type())) {
          AddEdge(field, self, OpPattern::kInjective);
        } else {
          Mention(field.get());
        }
      }
      break;
    case ExprKind::kTupleGetItem: {
      const Expr& tuple = expr->child(0);
      const auto* type = As<TupleTypeNode>(tuple->checked_type());
      bool tensors = type != nullptr;
      if (type) {
        for (const Type& field : type->fields) tensors = tensors && As<TensorTypeNode>(field);
      }
      if (tensors) {
        nodes[self].pattern = OpPattern::kInjective;
        AddEdge(tuple, self, OpPattern::kInjective);
      } else {
        Mention(tuple.get());
      }
      break;
    }
    case ExprKind::kConstant: {
      const NDArray& data = As<ConstantNode>(expr)->data;
      bool simple = data->dtype == DataType::Int(32) || data->dtype == DataType::Int(64) ||
                    data->dtype == DataType::Float(32) || data->dtype == DataType::Float(64) ||
                    data->dtype == DataType::Bool();
      if (simple && data->shape.empty()) nodes[self].pattern = OpPattern::kElemWise;
      break;
    }
    default:
      MentionChildren(expr);
  }
  return true;
}

void FusionGraph::Leave(const ExprNode* expr) {
  ExprKind kind = expr->kind();
  if (kind == ExprKind::kFunction || kind == ExprKind::kGlobalVar || kind == ExprKind::kOp ||
      kind == ExprKind::kConstructor) {
    return;
  }
  uint32_t id = Id(expr);
  Node& node = nodes[id];
  if (node.expr) return;  // Another node of the same variable set it.
  node.expr = expr;
  node.order = static_cast<uint32_t>(post_order.size());
  post_order.push_back(id);
}

uint32_t FusionGraph::Id(const ExprNode* expr) {
  auto [id, fresh] = ids_.Insert(Key(expr));
  if (fresh) {
    *id = static_cast<uint32_t>(nodes.size());
    nodes.emplace_back();
  }
  return *id;
}

void FusionGraph::MentionChildren(const ExprNode* expr) {
  for (const Expr& child : expr->children()) Mention(child.get());
}

void FusionGraph::AddEdge(const Expr& from, uint32_t to, OpPattern pattern) {
  Node& node = nodes[Id(from.get())];
  auto edge = static_cast<uint32_t>(edges.size());
  edges.push_back({to, pattern, kNone});
  (node.last_edge == kNone ? node.first_edge : edges[node.last_edge].next) = edge;
  node.last_edge = edge;
}

void FusionGraph::EnterCall(const CallNode* call, uint32_t self) {
  OpPattern pattern = OpPattern::kOpaque;
  if (const auto* op = As<OpNode>(call->op())) {
    const Type& type = call->checked_type();
    bool waits = type && type->is_dynamic() && IsDataDependent(call, op);
    if (!waits) pattern = op->decl->pattern;
  } else {
    Mention(call->op().get());
  }
  nodes[self].pattern = pattern;
  const auto* result = As<TensorTypeNode>(call->checked_type());
  for (const Expr& arg : call->args()) {
    const auto* type = As<TensorTypeNode>(arg->checked_type());
    bool same_shape =
        pattern == OpPattern::kBroadcast && type && result && type->shape == result->shape;
    AddEdge(arg, self, same_shape ? OpPattern::kElemWise : pattern);
  }
}

}  // namespace passcope
