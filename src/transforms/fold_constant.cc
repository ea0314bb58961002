// FoldConstant: evaluates at compile time what depends on constants only.
//
// Why: work done once here is not done at every run; bound weights are transposed, scaled and
// padded ahead of time. Not done: calls of functions, stateful operators, what stands inside
// primitive functions, and operators for which this engine has no kernel stay as they are.
//
//   before  add(add(c, c), %x)
//   after   add(c', %x)          where c' = c + c
#include "transforms/fold_constant.h"

#include "diagnostics/diagnostic.h"
#include "executor/work.h"
#include "ir/search.h"
#include "ir/visitor.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "runtime/kernel.h"

namespace passcope {
namespace {

// A constant or a tuple of such. Tuples of constants nest as deep as a program writes them, which
// is why this keeps its own stack.
bool IsComplexConstant(const Expr& expr) {
  if (As<ConstantNode>(expr)) return true;
  if (!As<TupleNode>(expr)) return false;
  std::vector<const ExprNode*> stack = {expr.get()};
  while (!stack.empty()) {
    const ExprNode* node = stack.back();
    stack.pop_back();
    for (const Expr& field : node->children()) {
      if (As<TupleNode>(field)) {
        stack.push_back(field.get());
      } else if (!As<ConstantNode>(field)) {
        return false;
      }
    }
  }
  return true;
}

Value ToValue(const Expr& constant) {
  if (const auto* leaf = As<ConstantNode>(constant)) return Value(leaf->data);
  std::vector<Value> fields;
  for (const Expr& field : constant->children()) fields.push_back(ToValue(field));
  return Value::Tuple(std::move(fields));
}

Expr ToExpr(const Value& value) {
  if (value.is_tensor()) return Constant(value.tensor());
  std::vector<Expr> fields;
  for (const Value& field : value.fields()) fields.push_back(ToExpr(field));
  return Tuple(fields);
}

// The bytes of a value of this type; 0 for what is not known. Types of results nest only a few
// deep.
uint64_t BytesOf(const Type& type) {
  if (const auto* tuple = As<TupleTypeNode>(type)) {
    uint64_t bytes = 0;
    for (const Type& field : tuple->fields) bytes += BytesOf(field);
    return bytes;
  }
  const auto* tensor = As<TensorTypeNode>(type);
  if (!tensor || type->is_dynamic()) return 0;
  return static_cast<uint64_t>(tensor->num_elements()) *
         static_cast<uint64_t>(tensor->dtype.bytes());
}

uint64_t BytesOf(const Value& value) {
  if (value.is_tensor()) return value.tensor()->nbytes();
  uint64_t bytes = 0;
  for (const Value& field : value.fields()) bytes += BytesOf(field);
  return bytes;
}

FoldLimit* current_limit = nullptr;

class ConstantFolder : public Rewriter {
 public:
  explicit ConstantFolder(const FoldOptions& options) : options_(options) {}
  // How many calls were evaluated.
  int64_t folded() const { return folded_; }

 protected:
  Expr Enter(const ExprNode* node) override {
    if (options_.memo && options_.memo->Contains(node)) return Expr(node);
    const auto* function = As<FunctionNode>(node);
    return function && function->is_primitive() ? Expr(node) : Expr();
  }

  void LetValueDone(const LetNode* let, const Expr& value) override {
    if (As<ConstantNode>(value)) constants_.Set(As<VarNode>(let->var())->vid, value);
  }

  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    Expr folded = Fold(node, children);
    ExprKind kind = node->kind();
    bool whole = kind == ExprKind::kCall || kind == ExprKind::kIf;
    if (options_.memo && whole && folded.get() == node) options_.memo->Add(node);
    return folded;
  }

 private:
  Expr Fold(const ExprNode* node, std::span<const Expr> children) {
    switch (node->kind()) {
      case ExprKind::kVar: {
        const Expr* constant = constants_.Find(As<VarNode>(node)->vid.get());
        return constant ? *constant : Expr(node);
      }
      case ExprKind::kLet:
        if (As<ConstantNode>(children[1])) return children[2];
        return WithChildren(node, children);
      case ExprKind::kIf:
        if (const auto* condition = As<ConstantNode>(children[0])) {
          return condition->data->ToInt(0) != 0 ? children[1] : children[2];
        }
        return WithChildren(node, children);
      case ExprKind::kTupleGetItem:
        if (As<TupleNode>(children[0])) {
          auto index = static_cast<size_t>(As<TupleGetItemNode>(node)->index);
          if (index < children[0]->children().size()) return children[0]->child(index);
        }
        return WithChildren(node, children);
      case ExprKind::kCall:
        return FoldCall(As<CallNode>(node), children);
      default:
        return WithChildren(node, children);
    }
  }

  Expr FoldCall(const CallNode* call, std::span<const Expr> children) {
    const auto* op = As<OpNode>(children[0]);
    if (!op || children.size() == 1 || op->decl->Has(OpTrait::kStateful))
      return WithChildren(call, children);
    std::string_view name = op->name();
    bool shape_of = name == "shape_of";
    if (shape_of || name == "ndarray_size") {
      Expr folded = FoldShape(call, children[1], shape_of);
      return folded ? folded : WithChildren(call, children);
    }
    bool computable = !op->decl->Has(OpTrait::kNonComputational) ||
                      (options_.fold_qnn && op->decl->Has(OpTrait::kQnnCanonicalize));
    if (!computable) return WithChildren(call, children);
    for (const Expr& arg : children.subspan(1)) {
      if (!IsComplexConstant(arg)) return WithChildren(call, children);
    }
    Expr constant_call = WithChildren(call, children);
    FoldLimit* limit = FoldLimit::Current();
    bool known = call->fully_typed() && !call->checked_type()->is_dynamic();
    if (limit && known && !limit->Take(BytesOf(call->checked_type()), FlopOf(call))) {
      return constant_call;
    }
    std::vector<Value> args;
    for (const Expr& arg : children.subspan(1)) args.push_back(ToValue(arg));
    try {
      Value value = RunKernel(As<CallNode>(constant_call), args);
      if (limit && !known && !limit->Take(BytesOf(value), 0)) return constant_call;
      ++folded_;
      return ToExpr(value);
    } catch (const DiagnosticError& error) {
      // What cannot be computed here is left to the run; anything else is the program's mistake.
      DiagKind kind = error.diagnostics().front().kind;
      if (kind != DiagKind::kUnsupported && kind != DiagKind::kTensorTooLarge) throw;
      return constant_call;
    }
  }

  // The shape, or the number of elements, of an argument whose type tells it.
  Expr FoldShape(const CallNode* call, const Expr& arg, bool shape_of) const {
    const Expr& original = call->arg(0);
    Type type;
    if (const auto* constant = As<ConstantNode>(arg)) {
      type = constant->data->type();
    } else if (options_.fold_typed_shapes) {
      type = original->checked_type();
    }
    const auto* tensor = As<TensorTypeNode>(type);
    if (!tensor || type->is_dynamic()) return nullptr;
    AttrValue dtype_attr = call->attrs->Get("dtype");
    const DataType* dtype = dtype_attr.get<DataType>();
    PASSCOPE_CHECK(dtype);
    NDArray value;
    if (shape_of && !tensor->shape.empty()) {
      value = MakeNDArray({static_cast<int64_t>(tensor->rank())}, *dtype);
      for (size_t i = 0; i < tensor->rank(); ++i) StoreInt(value, i, tensor->shape[i].value());
    } else {
      // TVM answers 0 for scalars in both cases.
      int64_t size = shape_of || tensor->shape.empty() ? 0 : tensor->num_elements();
      value = ScalarIntNDArray(size, *dtype);
    }
    return Constant(std::move(value));
  }

  FoldOptions options_;
  int64_t folded_ = 0;
  VarMap constants_;
};

// Whether there is something that folding can begin with: a constant, a tuple that is taken apart
// or without fields, or a question about a shape.
bool MayFold(const Expr& function) {
  auto wanted = [](const ExprNode* node) {
    switch (node->kind()) {
      case ExprKind::kTuple:
        return node->children().empty();
      case ExprKind::kTupleGetItem:
        return node->child(0)->kind() == ExprKind::kTuple;
      case ExprKind::kCall:
        return IsCallTo(As<CallNode>(node), "shape_of") ||
               IsCallTo(As<CallNode>(node), "ndarray_size");
      default:
        return true;
    }
  };
  return ContainsNode(
      function, {ExprKind::kConstant, ExprKind::kTuple, ExprKind::kTupleGetItem, ExprKind::kCall},
      wanted);
}

}  // namespace

FoldLimit::FoldLimit(uint64_t bytes, double operations)
    : bytes_(bytes), operations_(operations), outer_(current_limit) {
  current_limit = this;
}
FoldLimit::~FoldLimit() { current_limit = outer_; }
FoldLimit* FoldLimit::Current() { return current_limit; }

bool FoldLimit::Take(uint64_t bytes, double operations) {
  if (bytes > bytes_ || operations > operations_) return false;
  bytes_ -= bytes;
  operations_ -= operations;
  return true;
}

Expr FoldConstants(const Expr& expr, const FoldOptions& options) {
  return ConstantFolder(options).Run(expr);
}

namespace transform {

Pass FoldConstant(FoldConstantOptions options) {
  return CreateFunctionPass(
      [options](const Expr& function, const IRModule&, PassContext& context) {
        if (!MayFold(function)) return function;
        ConstantFolder folder({.fold_qnn = options.fold_qnn});
        Expr result = folder.Run(function);
        context.Count("calls folded", folder.folded());
        return result;
      },
      TableInfo("FoldConstant"));
}

}  // namespace transform
}  // namespace passcope
