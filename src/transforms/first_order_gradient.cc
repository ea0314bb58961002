// FirstOrderGradient: makes each function return its gradients too.
//
// Why: training needs the derivative of a loss by every parameter. The pass is reverse-mode
// differentiation. It writes the program as lets, each value with a gradient that starts at 0. Then
// it adds up the operators' gradients from the result back to the parameters, starting with ones.
// The new function returns (result, (gradient of parameter 0, …)). InferType infers the types.
// Functions that are called in place, as fusion makes them, are replaced by their bodies. Not done:
// anything but variables, constants, tuples, operators and such functions.
//
//   before  fn (%x) { exp(%x) }
//   after   fn (%x) { let %x_0 = %x; let %x_1 = zeros_like(%x_0); let %x_2 = exp(%x_0); …
//             (%x_2, (let %x_4 = add(%x_1, multiply(ones_like(%x_2), exp(%x_0))); (%x_4,))) }
#include "diagnostics/diagnostic.h"
#include "ir/fresh_copy.h"
#include "ir/lineage.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/gradients.h"
#include "transforms/let_list.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

[[noreturn]] void Unsupported(Message message) {
  throw DiagnosticError(DiagKind::kUnsupported, std::move(message));
}

class Differentiator {
 public:
  explicit Differentiator(const FunctionNode* function)
      : function_(function), forward_(&counter_), backward_(&counter_) {}

  Expr Run() {
    if (!function_->type_params.empty())
      Unsupported(MSG(kFirstOrderGradientTypeParameters,
                      "FirstOrderGradient does not support functions with type parameters"));
    LineageSource source(function_);
    std::vector<uint32_t> params;
    for (const Expr& param : function_->params()) {
      params.push_back(static_cast<uint32_t>(values_.size()));
      Add(param.get(), param);
    }
    ForwardAll(function_->body().get());
    Value& result = At(function_->body());
    result.reverse = Filled(result, "ones_like", "ones");
    for (size_t i = steps_.size(); i-- > 0;) Backward(steps_[i]);
    std::vector<Expr> grads;
    for (uint32_t param : params) grads.push_back(values_[param].reverse);
    Expr pair[] = {At(function_->body()).forward, backward_.Wrap(Tuple(grads))};
    return Function(function_->params(), forward_.Wrap(Tuple(pair)), ReturnType(), {},
                    function_->attrs, function_->span());
  }

 private:
  struct Value {
    Expr forward;  // The variable of the value.
    Expr reverse;  // The gradient summed up so far.
    Type type;
  };
  struct Step {
    const ExprNode* node;  // A call, a tuple or a projection.
    Expr bound;            // The same expression over variables.
  };

  Value& At(const Expr& expr) {
    const uint32_t* id = ids_.Find(IdentityOf(expr));
    if (!id)
      Unsupported(MSG(kFirstOrderGradientFunctionValues,
                      "FirstOrderGradient does not support functions as values"));
    return values_[*id];
  }

  void Add(const ExprNode* node, Expr value) {
    ids_[IdentityOf(node)] = static_cast<uint32_t>(values_.size());
    Value added;
    added.type = node->checked_type();
    added.forward = forward_.Push(std::move(value), added.type);
    added.reverse = forward_.Push(Filled(added, "zeros_like", "zeros"));
    values_.push_back(std::move(added));
  }

  // Zeros or ones in the shape of a value. Recursion is bounded, since types bound the depth of
  // tuples.
  static Expr Filled(const Value& value, const char* like, const char* init) {
    if (As<TensorTypeNode>(value.type)) return CallOp(like, {value.forward});
    return FilledTuple(value.type, init);
  }
  static Expr FilledTuple(const Type& type, const char* init) {
    if (const auto* tensor = As<TensorTypeNode>(type)) {
      auto shape = StaticShape(type);
      if (!shape)
        Unsupported(MSG(kFirstOrderGradientTupleShapes,
                        "FirstOrderGradient does not support tensors of unknown shape in tuples"));
      return MakeOp(init, {}, {{"shape", AttrValue::Ints(*shape)}, {"dtype", tensor->dtype}});
    }
    const auto* tuple = As<TupleTypeNode>(type);
    if (!tuple)
      Unsupported(MSG(kFirstOrderGradientReferenceValues,
                      "FirstOrderGradient does not support functions and references as values"));
    std::vector<Expr> fields;
    for (const Type& field : tuple->fields) fields.push_back(FilledTuple(field, init));
    return Tuple(fields);
  }

  // Inputs come before their users. For a function that is called in place, its arguments come
  // before its body, as in TVM.
  void ForwardAll(const ExprNode* root) {
    struct Frame {
      const ExprNode* node;
      const FunctionNode* callee;  // The callee, if it is a function in place.
      size_t next;                 // The next child to visit.
    };
    PtrSet visited;
    std::vector<Frame> stack;
    auto enter = [&](const ExprNode* node) {
      if (!visited.Insert(node)) return;
      const auto* call = As<CallNode>(node);
      const auto* callee = call ? As<FunctionNode>(call->op()) : nullptr;
      stack.push_back({node, callee, callee ? size_t{1} : 0});
    };
    enter(root);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const ExprNode* node = frame.node;
      const size_t count = node->children().size();
      if (frame.next < count) {
        enter(node->child(frame.next++).get());
      } else if (!frame.callee) {
        stack.pop_back();
        Forward(node);
      } else if (frame.next == count) {
        ++frame.next;
        frame.callee = Bound(frame.callee, As<CallNode>(node));
        enter(frame.callee->body().get());
      } else {
        const FunctionNode* callee = frame.callee;
        stack.pop_back();
        At(callee->body());
        ids_[IdentityOf(node)] = *ids_.Find(IdentityOf(callee->body()));
      }
    }
  }

  // The function with its parameters bound to the arguments of `call`. It is a copy if the function
  // has been called before.
  const FunctionNode* Bound(const FunctionNode* function, const CallNode* call) {
    if (!function->type_params.empty())
      Unsupported(MSG(kFirstOrderGradientTypeParameters,
                      "FirstOrderGradient does not support functions with type parameters"));
    if (!called_.Insert(function)) {
      copies_.push_back(FreshCopy(Expr(function)));
      function = As<FunctionNode>(copies_.back());
    }
    for (size_t i = 0; i < call->args().size(); ++i) {
      At(call->arg(i));
      ids_[IdentityOf(function->params()[i])] = *ids_.Find(IdentityOf(call->arg(i)));
    }
    return function;
  }

  void Forward(const ExprNode* node) {
    LineageSource source(node);
    switch (node->kind()) {
      case ExprKind::kVar:
      case ExprKind::kOp:
        return;
      case ExprKind::kConstant:
        Add(node, Expr(node));
        return;
      case ExprKind::kGlobalVar:
        Unsupported(
            MSG(kFirstOrderGradientGlobalCalls,
                "FirstOrderGradient does not support calls of global functions and variables"));
      case ExprKind::kCall:
        // The variable of a function that calls itself has no value, and At refuses it. Other
        // functions are refused as values.
        if (!As<OpNode>(node->child(0))) At(node->child(0));
        PASSCOPE_CHECK(As<OpNode>(node->child(0)));
        CheckProduct(As<CallNode>(node));
        break;
      case ExprKind::kTuple:
      case ExprKind::kTupleGetItem:
        break;
      default:
        Unsupported(
            MSG(kFirstOrderGradientControlFlow,
                "FirstOrderGradient does not support control flow, functions, references and data "
                "types in a function"));
    }
    std::vector<Expr> children(node->children().begin(), node->children().end());
    for (Expr& child : children) {
      if (!As<OpNode>(child)) child = At(child).forward;
    }
    Expr bound = Rebuild(node, children, node->checked_type());
    // As in TVM, only tuples keep their span.
    if (!As<TupleNode>(node)) bound = WithSpan(bound.get(), nullptr);
    steps_.push_back({node, bound});
    Add(node, bound);
  }

  // Products can take two data types and sum up in a third. Their gradients are products of the
  // same operands, which does not work for mixed types.
  static void CheckProduct(const CallNode* call) {
    if (!call->attrs || !call->attrs->schema()->Find("out_dtype")) return;
    const auto* result = As<TensorTypeNode>(call->checked_type());
    for (const Expr& arg : call->args()) {
      const auto* tensor = As<TensorTypeNode>(arg->checked_type());
      if (!result || !tensor || tensor->dtype == result->dtype) continue;
      Unsupported(MSG(kGradientUnsupportedForTypes,
                      "the gradient of '{operator}' is not supported for {first} and {second}",
                      As<OpNode>(call->op())->name(), tensor->dtype.str(), result->dtype.str()));
    }
  }

  Expr Sum(const Type& type, const Expr& x, const Expr& y) {
    const auto* tuple = As<TupleTypeNode>(type);
    if (!tuple) return backward_.Push(MakeAdd(x, y));
    std::vector<Expr> fields;
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      int index = static_cast<int>(i);
      // Bound in TVM's order of evaluation, last argument first.
      Expr of_y = backward_.Push(TupleGetItem(y, index));
      Expr of_x = backward_.Push(TupleGetItem(x, index));
      fields.push_back(Sum(tuple->fields[i], of_x, of_y));
    }
    return backward_.Push(Tuple(fields));
  }

  void Backward(const Step& step) {
    LineageSource source(step.node);
    Expr grad = values_[*ids_.Find(step.node)].reverse;
    if (const auto* call = As<CallNode>(step.node)) {
      std::vector<Expr> grads = GradientsOf(As<CallNode>(step.bound), grad);
      for (size_t i = 0; i < grads.size(); ++i) {
        Value& arg = At(call->arg(i));
        arg.reverse = Sum(arg.type, arg.reverse, grads[i]);
      }
    } else if (const auto* item = As<TupleGetItemNode>(step.node)) {
      Value& tuple = At(item->tuple());
      const auto* type = As<TupleTypeNode>(tuple.type);
      std::vector<Expr> fields;
      for (size_t i = 0; i < type->fields.size(); ++i) {
        Expr before = TupleGetItem(tuple.reverse, static_cast<int>(i));
        bool projected = static_cast<int>(i) == item->index;
        fields.push_back(projected ? Sum(type->fields[i], before, grad) : before);
      }
      tuple.reverse = backward_.Push(Tuple(fields));
    } else {
      std::span<const Expr> fields = step.node->children();
      for (size_t i = 0; i < fields.size(); ++i) {
        Value& field = At(fields[i]);
        field.reverse = Sum(field.type, field.reverse, TupleGetItem(grad, static_cast<int>(i)));
      }
    }
  }

  Type ReturnType() const {
    std::vector<Type> params;
    for (const Expr& param : function_->params()) {
      params.push_back(As<VarNode>(param)->type_annotation);
      if (!params.back()) return nullptr;
    }
    if (!function_->ret_type) return nullptr;
    return TupleType({function_->ret_type, TupleType(params)});
  }

  const FunctionNode* const function_;
  uint32_t counter_ = 0;
  LetList forward_, backward_;
  PtrMap<uint32_t> ids_;  // Indices into values_.
  PtrSet called_;         // Functions that are called in place.
  std::vector<Expr> copies_;
  std::vector<Value> values_;
  std::vector<Step> steps_;
};

}  // namespace

namespace transform {

Pass FirstOrderGradient() {
  return CreateModulePass(
      [](const IRModule& module, PassContext&) {
        IRModule typed = InferTypes(module);
        std::vector<IRModuleNode::Item> functions = typed->functions;
        for (IRModuleNode::Item& item : functions) {
          item.function = Differentiator(As<FunctionNode>(item.function)).Run();
        }
        return WithFunctions(typed, std::move(functions));
      },
      TableInfo("FirstOrderGradient"));
}

}  // namespace transform
}  // namespace passcope
