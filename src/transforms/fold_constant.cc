// FoldConstant: evaluates expressions that depend only on constants at compile time.
//
// Why: work that is done once here is not done in every run, such as transposing, scaling and
// padding bound weights. Not done: calls of functions, stateful operators, all calls inside of
// primitive functions, and operators without a kernel. If a tuple or tensor has effects, its fields
// or its shape are not folded.
//
//   before  add(add(c, c), %x)
//   after   add(c', %x)          where c' = c + c
#include "transforms/fold_constant.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "analysis/effects.h"
#include "diagnostics/diagnostic.h"
#include "executor/work.h"
#include "ir/lineage.h"
#include "ir/search.h"
#include "ir/typed.h"
#include "ir/visitor.h"
#include "ir/work_budget.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "op/op_marks.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "runtime/data_limits.h"
#include "runtime/kernel.h"
#include "support/per_engine.h"
#include "transforms/devices.h"

namespace passcope {
namespace {

// The constant, without device annotations; null if it is something else.
const ConstantNode* AsConstant(const Expr& expr) { return As<ConstantNode>(WithoutOnDevice(expr)); }

// True for a constant or a tuple of constants, with any device annotations. It has its own stack,
// since a program can nest tuples to any depth.
bool IsComplexConstant(const Expr& whole) {
  const Expr& expr = WithoutOnDevice(whole);
  if (As<ConstantNode>(expr)) return true;
  if (!As<TupleNode>(expr)) return false;
  std::vector<const ExprNode*> stack = {expr.get()};
  while (!stack.empty()) {
    const ExprNode* node = stack.back();
    stack.pop_back();
    for (const Expr& child : node->children()) {
      const Expr& field = WithoutOnDevice(child);
      if (As<TupleNode>(field)) {
        stack.push_back(field.get());
      } else if (!As<ConstantNode>(field)) {
        return false;
      }
    }
  }
  return true;
}

Value ToValue(const Expr& whole) {
  const Expr& constant = WithoutOnDevice(whole);
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

// The limits for folding an expression. What a pass or an import computes altogether has other
// limits.
constexpr WorkLimits kFoldLimits = {.operations = int64_t{1} << 32, .bytes = int64_t{1} << 33};

class ConstantFolder : public Rewriter {
 public:
  // A null `effects` means that nothing has effects. `remarks`: true if the pass FoldConstant
  // folds.
  ConstantFolder(const FoldOptions& options, Effects* effects, bool remarks = false)
      : options_(options), effects_(effects), remarks_(remarks && RemarksWanted()) {}
  // The number of evaluated calls.
  int64_t folded() const { return folded_; }
  // The number of calls that could not be evaluated.
  int64_t left() const { return left_; }

 protected:
  Expr Enter(const ExprNode* node) override {
    if (options_.memo && options_.memo->Contains(node)) return Expr(node);
    const auto* function = As<FunctionNode>(node);
    return function && function->is_primitive() ? FoldPrimitive(function) : Expr();
  }

  void LetValueDone(const LetNode* let, const Expr& value) override {
    // The value keeps its device annotation, since its uses can be on other devices.
    if (AsConstant(value)) constants_.Set(As<VarNode>(let->var())->vid, value);
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
        if (AsConstant(children[1])) return children[2];
        return WithChildren(node, children);
      case ExprKind::kIf:
        if (const auto* condition = AsConstant(children[0])) {
          return condition->data->ToInt(0) != 0 ? children[1] : children[2];
        }
        return WithChildren(node, children);
      case ExprKind::kTupleGetItem:
        if (const Expr& tuple = WithoutOnDevice(children[0]); As<TupleNode>(tuple)) {
          auto index = static_cast<size_t>(As<TupleGetItemNode>(node)->index);
          if (index < tuple->children().size() && MayDrop(tuple)) {
            return OnDeviceOf(children[0], tuple->child(index));
          }
        }
        return WithChildren(node, children);
      case ExprKind::kCall:
        return FoldCall(As<CallNode>(node), children);
      default:
        return WithChildren(node, children);
    }
  }

  // In a primitive function, calls stay with their arguments. Lets stay too, since calls can use
  // their variables. So only branches and tuple fields around the calls are folded.
  class PrimitiveFolder : public Rewriter {
   public:
    explicit PrimitiveFolder(ConstantFolder& outer) : outer_(outer) {}

   protected:
    Expr Enter(const ExprNode* node) override {
      bool stays = node->kind() == ExprKind::kCall || node->kind() == ExprKind::kLet;
      return stays ? Expr(node) : Expr();
    }
    Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
      bool folds = node->kind() == ExprKind::kIf || node->kind() == ExprKind::kTupleGetItem;
      return folds ? outer_.Fold(node, children) : WithChildren(node, children);
    }

   private:
    ConstantFolder& outer_;
  };

  // All primitive functions share one folder. So a function that occurs inside another one and
  // elsewhere stays one node.
  Expr FoldPrimitive(const FunctionNode* function) {
    switch (function->body()->kind()) {
      case ExprKind::kCall:  // The usual case.
      case ExprKind::kLet:
        return Expr(function);
      default:
        if (!primitives_) primitives_ = std::make_unique<PrimitiveFolder>(*this);
        return primitives_->Run(Expr(function));
    }
  }

  // `expr` with the device annotation of `like`, if it has one.
  static Expr OnDeviceOf(const Expr& like, const Expr& expr) {
    if (!IsCallTo(like, "on_device") || IsCallTo(expr, "on_device") || As<VarNode>(expr))
      return expr;
    return Call(like->child(0), {expr}, As<CallNode>(like)->attrs);
  }

  // True if dropping `expr` loses no effect, and no remaining expression moves past an effect.
  bool MayDrop(const Expr& expr) const { return !effects_ || effects_->Of(expr).can_move(); }

  Expr FoldCall(const CallNode* call, std::span<const Expr> children) {
    const auto* op = As<OpNode>(children[0]);
    // As in TVM, a function that is called in place without arguments stays.
    if (children.size() == 1 && constants_.empty()) return Expr(call);
    if (!op || children.size() == 1) return WithChildren(call, children);
    if (op->decl->Has(OpTrait::kStateful)) {
      if (remarks_ && !FirstUnknown(children)) TellStateful(call);
      return WithChildren(call, children);
    }
    std::string_view name = op->name();
    bool shape_of = name == "shape_of" || name == "vm.shape_of";
    if (shape_of || name == "ndarray_size") {
      Expr folded = MayDrop(children[1]) ? FoldShape(call, children[1], shape_of) : Expr();
      return folded ? folded : WithChildren(call, children);
    }
    bool computable = !op->decl->Has(OpTrait::kNonComputational) ||
                      (options_.fold_qnn && op->decl->Has(OpTrait::kQnnCanonicalize));
    if (!computable) {
      if (remarks_ && !FirstUnknown(children)) TellNonComputational(call);
      return WithChildren(call, children);
    }
    if (size_t unknown = FirstUnknown(children)) {
      if (remarks_) TellUnknown(call, children, unknown);
      return WithChildren(call, children);
    }
    Expr constant_call = WithChildren(call, children);
    bool known = call->fully_typed() && !call->checked_type()->is_dynamic();
    // If the argument types have no open sizes, the constant call has the type of the call, so it
    // need not be inferred again.
    bool sure =
        known && std::none_of(call->args().begin(), call->args().end(),
                              [](const Expr& arg) { return arg->checked_type()->is_dynamic(); });
    if (sure && !constant_call->checked_type()) {
      constant_call = Typed(std::move(constant_call), call->checked_type());
    }
    std::vector<Value> args;
    args.reserve(children.size() - 1);
    for (const Expr& arg : children.subspan(1)) args.push_back(ToValue(arg));
    try {
      // Large work is not started, so that it does not use up the budget. FlopOf counts a
      // multiply-add as two; the budget counts it as one operation.
      if (known) RequireOperations(FlopOf(call) / 2);
      Value value = RunKernel(As<CallNode>(constant_call), args);
      ++folded_;
      if (remarks_) TellFolded(call);
      Expr folded = ToExpr(value);
      AlsoFrom(folded, children.subspan(1));
      return folded;
    } catch (const DiagnosticError& error) {
      if (!IsLeftToTheRun(error)) throw;
      ++left_;
      if (remarks_) TellLeft(call, error);
      return constant_call;
    }
  }

  // The index in `children` of the first argument that is not a constant; 0 if all are.
  static size_t FirstUnknown(std::span<const Expr> children) {
    for (size_t i = 1; i < children.size(); ++i) {
      if (!IsComplexConstant(children[i])) return i;
    }
    return 0;
  }

  PASSCOPE_REMARKS static void TellStateful(const CallNode* call) {
    EmitRemark(
        RemarkKind::kFoldStateful, call,
        MSG(kConstantFoldEffectful, "{operator} of constants is not folded: it has side effects",
            NameInRemark(call)));
  }
  PASSCOPE_REMARKS static void TellNonComputational(const CallNode* call) {
    EmitRemark(
        RemarkKind::kFoldNonComputational, call,
        MSG(kConstantFoldWithoutKernel,
            "{operator} of constants is not folded: no kernel computes it", NameInRemark(call)));
  }
  PASSCOPE_REMARKS static void TellFolded(const CallNode* call) {
    EmitRemark(RemarkKind::kFolded, call,
               MSG(kConstantFolded, "{operator} of constants is folded", NameInRemark(call)));
  }
  PASSCOPE_REMARKS static void TellLeft(const CallNode* call, const DiagnosticError& error) {
    EmitRemark(RemarkKind::kFoldLeft, call,
               MSG(kConstantFoldFailed, "{operator} of constants is not folded: {reason}",
                   NameInRemark(call), error.diagnostics().front().message));
  }
  PASSCOPE_REMARKS static void TellUnknown(const CallNode* call, std::span<const Expr> children,
                                           size_t unknown) {
    bool any = std::any_of(children.begin() + 1, children.end(), IsComplexConstant);
    if (!any) return;
    EmitRemark(RemarkKind::kFoldNotConstant, call,
               MSG(kConstantFoldArgumentDynamic,
                   "{operator} is not folded: its argument {index}, {argument}, is not a constant",
                   NameInRemark(call), unknown, NameInRemark(children[unknown])));
  }

  // The shape or the number of elements of an argument, if its type says it.
  Expr FoldShape(const CallNode* call, const Expr& arg, bool shape_of) const {
    const Expr& original = call->arg(0);
    Type type;
    if (const auto* constant = AsConstant(arg)) {
      type = constant->data->type();
    } else if (options_.fold_typed_shapes) {
      type = original->checked_type();
    }
    const auto* tensor = As<TensorTypeNode>(type);
    if (!tensor || type->is_dynamic()) return nullptr;
    AttrValue dtype_attr = call->attrs->Get("dtype");
    const DataType* dtype = dtype_attr.get<DataType>();
    PASSCOPE_CHECK(dtype);
    if (dtype->is_void()) return nullptr;  // No dtype: only a run refuses it.
    NDArray value;
    if (shape_of) {
      value = MakeNDArray({static_cast<int64_t>(tensor->rank())}, *dtype);
      for (size_t i = 0; i < tensor->rank(); ++i) StoreInt(value, i, tensor->shape[i].value());
    } else {
      // A scalar has one element. TVM folds to 0 here.
      value = ScalarIntNDArray(tensor->num_elements(), *dtype);
    }
    return Constant(std::move(value));
  }

  FoldOptions options_;
  Effects* const effects_;
  const bool remarks_;
  int64_t folded_ = 0;
  int64_t left_ = 0;
  VarMap constants_;
  std::unique_ptr<PrimitiveFolder> primitives_;
};

// True if folding has a place to begin: a constant, a tuple that is empty or taken apart, or a
// shape operator.
bool MayFold(const Expr& function) {
  auto wanted = [](const ExprNode* node) {
    switch (node->kind()) {
      case ExprKind::kTuple:
        return node->children().empty();
      case ExprKind::kTupleGetItem:
        return node->child(0)->kind() == ExprKind::kTuple;
      default:
        return true;
    }
  };
  PASSCOPE_PER_ENGINE const std::vector<uint8_t> asks_for_shapes = MarkOps([](const OpDecl& decl) {
    return decl.name == std::string_view("shape_of") ||
           decl.name == std::string_view("vm.shape_of") ||
           decl.name == std::string_view("ndarray_size");
  });
  return ContainsNode(function, {ExprKind::kConstant, ExprKind::kTuple, ExprKind::kTupleGetItem},
                      wanted, asks_for_shapes);
}

}  // namespace

bool IsLeftToTheRun(const DiagnosticError& error) {
  switch (error.diagnostics().front().kind) {
    case DiagKind::kUnsupported:
    case DiagKind::kTensorTooLarge:
    case DiagKind::kOverBudget:
    case DiagKind::kInternal:
      return true;
    default:
      return false;
  }
}

WorkLimits FoldLimits(const IRModule& module) {
  return LimitsForData(ConstantBytes(module), kOperationsPerByteFolded);
}

Expr FoldConstants(const Expr& expr, const FoldOptions& options, Effects* effects) {
  WorkScope scope(kFoldLimits);
  return ConstantFolder(options, effects).Run(expr);
}

namespace transform {

Pass FoldConstant(FoldConstantOptions options) {
  return CreateFunctionPassPerModule(
      [options](const IRModule& module) {
        auto effects = std::make_shared<LazyEffects>(module);
        // All functions share them. They are computed when the first one is folded.
        auto limits = std::make_shared<std::optional<WorkLimits>>();
        return [options, effects, limits, module](const Expr& function, const IRModule&,
                                                  PassContext& context) {
          if (!MayFold(function)) return function;
          if (!*limits) *limits = FoldLimits(module);
          const int64_t before = OperationsDone();
          WorkScope scope(**limits);
          ConstantFolder folder({.fold_qnn = options.fold_qnn}, effects->For(function), true);
          Expr result = folder.Run(function);
          int64_t& left = (*limits)->operations;
          left -= std::min(left, OperationsDone() - before);
          context.Count("calls folded", folder.folded());
          if (folder.left() > 0) context.Count("calls that cannot be folded", folder.left());
          return result;
        };
      },
      TableInfo("FoldConstant"));
}

}  // namespace transform
}  // namespace passcope
