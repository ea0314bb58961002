#include "executor/body.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"

namespace passcope {

void Unsupported(const ExprNode* at, Phrase what) {
  throw DiagnosticError(
      DiagKind::kUnsupported,
      MSG(kGraphExecutorLacksConstruct,
          "the graph executor does not support {construct}: it runs a fixed list of steps",
          what.message()),
      {MSG(kVmExecutorHint, "createExecutor(\"vm\") runs every program")}, Expr(at));
}

// Recursion is safe, since the nesting of types is limited.
void FlattenType(const Type& type, const ExprNode* at,
                 std::vector<const TensorTypeNode*>* tensors) {
  if (const auto* tensor = As<TensorTypeNode>(type)) {
    bool known = !tensor->is_dynamic() && tensor->num_elements() >= 0;
    if (!known) Unsupported(at, PHRASE(kUnknownShapeTensors, "tensors of unknown shape"));
    tensors->push_back(tensor);
  } else if (const auto* tuple = As<TupleTypeNode>(type)) {
    for (const Type& field : tuple->fields) FlattenType(field, at, tensors);
  } else if (!type || type->kind() == TypeKind::kIncomplete) {
    throw DiagnosticError(DiagKind::kUnsupported,
                          MSG(kGraphExecutorNeedsTypes,
                              "the graph executor needs a typed program; run InferType first"),
                          {}, Expr(at));
  } else {
    Unsupported(at, PHRASE(kNonTensorValues, "values that are not tensors"));
  }
}

std::vector<const TensorTypeNode*> TensorsOf(const ExprNode* node) {
  std::vector<const TensorTypeNode*> tensors;
  FlattenType(node->checked_type(), node, &tensors);
  return tensors;
}

std::vector<int64_t> ShapeOf(const TensorTypeNode* type) {
  std::vector<int64_t> shape;
  for (Dim dim : type->shape) shape.push_back(dim.value());
  return shape;
}

std::string FusedName(const FunctionNode* function) {
  constexpr size_t kLongest = 80;
  std::string name = "fused";
  PostOrderVisit(function->body(), [&](const ExprNode* node) {
    const auto* call = As<CallNode>(node);
    const auto* op = call ? As<OpNode>(call->op()) : nullptr;
    if (!op || name.size() > kLongest) return;
    name += std::string("_") + op->name();
  });
  std::replace(name.begin(), name.end(), '.', '_');
  if (name.size() > kLongest) name.resize(kLongest);
  return name;
}

}  // namespace passcope
