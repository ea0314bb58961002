// The walk over the body of a function whose values are tensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/message.h"
#include "ir/expr.h"
#include "ir/visitor.h"
#include "support/check.h"
#include "support/ptr_map.h"

namespace passcope {

// Throws DiagnosticError (kUnsupported) at an expression: the graph executor does not support
// `what`.
[[noreturn]] void Unsupported(const ExprNode* at, Phrase what);

// Appends the tensors of a type to `tensors`, with tuples flattened. Throws DiagnosticError
// (kUnsupported, at `at`) for other types and for unknown shapes.
void FlattenType(const Type& type, const ExprNode* at, std::vector<const TensorTypeNode*>* tensors);
std::vector<const TensorTypeNode*> TensorsOf(const ExprNode* node);
// TVM's name of a fused function, such as "fused_nn_conv2d_add". Long names are cut.
std::string FusedName(const FunctionNode* function);
// The shape of a type without unknown dimensions.
std::vector<int64_t> ShapeOf(const TensorTypeNode* type);

// Walks over a body. Its values are lists of V, one per tensor.
template <class V>
class Body : public PostOrderVisitor {
 public:
  using Values = std::vector<V>;

  void Bind(const Expr& var, Values values) {
    values_[As<VarNode>(var)->vid.get()] = std::move(values);
  }
  Values Lower(const Expr& body) {
    Run(body.get());
    return Get(body.get());
  }

 protected:
  virtual Values OnCall(const CallNode* call, Values args) = 0;
  virtual V OnConstant(const ConstantNode* constant) = 0;

  // The expression that a variable is bound to.
  const ExprNode* Resolve(const ExprNode* node) const {
    while (const auto* var = As<VarNode>(node)) {
      const auto* let = lets_.Find(var->vid.get());
      if (!let) break;
      node = *let;
    }
    return node;
  }

 private:
  bool Enter(const ExprNode* node) override {
    switch (node->kind()) {
      case ExprKind::kLet: {
        const auto* let = static_cast<const LetNode*>(node);
        lets_[As<VarNode>(let->var())->vid.get()] = Resolve(let->value().get());
        return true;
      }
      case ExprKind::kFunction:
        return false;
      case ExprKind::kIf:
        Unsupported(node, PHRASE(kIfConstruct, "if"));
      case ExprKind::kMatch:
        Unsupported(node, PHRASE(kMatchConstruct, "match"));
      case ExprKind::kRefCreate:
      case ExprKind::kRefRead:
      case ExprKind::kRefWrite:
        Unsupported(node, PHRASE(kReferenceConstruct, "references"));
      default:
        return true;
    }
  }

  void Leave(const ExprNode* node) override {
    switch (node->kind()) {
      case ExprKind::kConstant:
        values_[node] = {OnConstant(static_cast<const ConstantNode*>(node))};
        break;
      case ExprKind::kTuple: {
        Values values;
        for (const Expr& field : node->children()) Append(field.get(), &values);
        values_[node] = std::move(values);
        break;
      }
      case ExprKind::kTupleGetItem: {
        const auto* item = static_cast<const TupleGetItemNode*>(node);
        const auto* tuple = As<TupleTypeNode>(item->tuple()->checked_type());
        PASSCOPE_CHECK(tuple);
        std::vector<const TensorTypeNode*> before, field;
        for (int i = 0; i < item->index; ++i) {
          FlattenType(tuple->fields[static_cast<size_t>(i)], node, &before);
        }
        FlattenType(tuple->fields[static_cast<size_t>(item->index)], node, &field);
        Values all = Get(item->tuple().get());
        auto begin = all.begin() + static_cast<std::ptrdiff_t>(before.size());
        values_[node] = Values(begin, begin + static_cast<std::ptrdiff_t>(field.size()));
        break;
      }
      case ExprKind::kCall: {
        const auto* call = static_cast<const CallNode*>(node);
        Values args;
        for (const Expr& arg : call->args()) Append(arg.get(), &args);
        Values result = OnCall(call, std::move(args));
        values_[node] = std::move(result);
        break;
      }
      default:
        break;
    }
  }

  const Values& Get(const ExprNode* node) {
    // The value of a let is that of its body.
    while (true) {
      node = Resolve(node);
      const auto* let = As<LetNode>(node);
      if (!let) break;
      node = let->body().get();
    }
    const auto* var = As<VarNode>(node);
    const Values* values = values_.Find(var ? static_cast<const void*>(var->vid.get()) : node);
    if (!values) Unsupported(node, PHRASE(kFunctionsAsValues, "functions as values"));
    return *values;
  }
  void Append(const ExprNode* node, Values* values) {
    const Values& more = Get(node);
    values->insert(values->end(), more.begin(), more.end());
  }

  PtrMap<Values> values_;  // By node, and by VarIdNode for parameters.
  PtrMap<const ExprNode*> lets_;
};

}  // namespace passcope
