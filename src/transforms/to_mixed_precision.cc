// ToMixedPrecision: computes in a smaller floating type where that is safe, and inserts casts
// elsewhere.
//
// Why: convolutions and matrix multiplications in float16 take half the memory and time. Each
// operator has a category. "Always" casts its floating arguments down. "Never" casts them to
// float32. "Follow" (also for unlisted operators) casts down if all its arguments are small
// already, variables or constants, and otherwise up. The argument of reinterpret keeps its type,
// since the operator reads its bits. A value is cast to a type once. As in TVM, an `if` whose
// branches became small still counts as one of its old type. Not done: calls of global functions
// and of variables, which get a diagnostic.
//
//   before  nn.softmax(nn.dense(%x, %w))
//   after   %0 = nn.dense(cast(%x, dtype="float16"), cast(%w, …), out_dtype="float16");
//           nn.softmax(cast(%0, dtype="float32"))
#include "transforms/to_mixed_precision.h"

#include <string>
#include <string_view>
#include <utility>

#include "diagnostics/diagnostic.h"
#include "ir/typed.h"
#include "ir/visitor.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/attrs_vision.h"
#include "op/op.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/user_rules.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

// The attribute with the accumulation or result type; null if there is none.
const char* ResultTypeField(const Attrs& attrs) {
  if (As<InitOpAttrs>(attrs)) return "dtype";
  bool sums = AsConvAttrs(attrs) || AsConvTransposeAttrs(attrs) || AsWinogradAttrs(attrs) ||
              As<Conv2DWinogradNNPACKWeightTransformAttrs>(attrs) ||
              As<DeformableConv2DAttrs>(attrs) || As<DenseAttrs>(attrs) ||
              As<BatchMatmulAttrs>(attrs);
  return sums ? "out_dtype" : nullptr;
}

bool IsFloating(DataType dtype) { return dtype.is_float() || dtype.is_bfloat(); }

[[noreturn]] void Unsupported(Message message) {
  throw DiagnosticError(DiagKind::kUnsupported, std::move(message));
}

class PrecisionRewriter : public Rewriter {
 public:
  PrecisionRewriter(const FunctionNode* function, DataType small, bool keep_output_dtype,
                    bool allow_unlisted)
      : small_(small), allow_unlisted_(allow_unlisted) {
    if (keep_output_dtype) kept_ = function->body().get();
  }

 protected:
  void LetValueDone(const LetNode* let, const Expr& value) override {
    const VarId& vid = As<VarNode>(let->var())->vid;
    vars_.Set(vid, VarWith(vid, value->checked_type(), value->checked_type(), let->var()->span()));
  }

  // The result is typed, since the rules read types.
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    switch (node->kind()) {
      case ExprKind::kVar: {
        const Expr* var = vars_.Find(As<VarNode>(node)->vid.get());
        return var ? *var : Expr(node);
      }
      case ExprKind::kCall:
        return RewriteCall(As<CallNode>(node), children);
      case ExprKind::kTuple:
        return RewriteTuple(node, children);
      case ExprKind::kFunction: {
        const auto* function = As<FunctionNode>(node);
        // An unchanged body has the declared type, which can be more precise.
        if (children.back() == function->body()) return Expr(node);
        return InferTypes(Function(function->params(), children.back(), nullptr,
                                   function->type_params, function->attrs, function->span()));
      }
      case ExprKind::kLet: {
        Expr own[] = {*vars_.Find(As<VarNode>(node->child(0))->vid.get()), children[1],
                      children[2]};
        Expr result = InferTypes(WithChildren(node, own));
        Take(result, TypeOf(children[2]));
        return result;
      }
      case ExprKind::kTupleGetItem:
        return Field(children[0], As<TupleGetItemNode>(node)->index, node);
      default: {
        if (node->children().empty()) return Expr(node);
        Expr result = InferTypes(WithChildren(node, children));
        if (result != node) Take(result, node->checked_type());
        return result;
      }
    }
  }

 private:
  struct Cast {
    DataType dtype;
    Expr result;
  };
  struct Taken {
    Expr expr;
    Type type;
  };

  // The type that the rules assume for an expression. As in TVM, an `if` (match, ref_read) with
  // changed branches counts as one of its old type.
  const Type& TypeOf(const Expr& expr) const {
    const Taken* taken = taken_.empty() || !trusts_taken_ ? nullptr : taken_.Find(expr.get());
    return taken ? taken->type : expr->checked_type();
  }
  void Take(const Expr& expr, Type type) {
    if (!(type == expr->checked_type())) taken_[expr.get()] = {expr, std::move(type)};
  }
  // An expression of the assumed type, for type inference only.
  Expr StandIn(const Expr& expr) const {
    const Type& type = TypeOf(expr);
    return type == expr->checked_type() ? expr : TypedVar("taken", type);
  }
  // Field `index` of a tuple. `before`: the projection that it replaces; may be null.
  Expr Field(const Expr& tuple, int index, const ExprNode* before = nullptr) {
    Expr field = InferTypes(before ? WithChildren(before, std::span(&tuple, 1))
                                   : TupleGetItem(tuple, index));
    const auto* type = As<TupleTypeNode>(TypeOf(tuple));
    if (type) Take(field, type->fields[static_cast<size_t>(index)]);
    return field;
  }

  Expr RewriteCall(const CallNode* call, std::span<const Expr> children) {
    if (taken_.empty()) return RewriteCallAsTaken(call, children);
    try {
      if (Expr result = RewriteCallAsTaken(call, children)) return result;
    } catch (const DiagnosticError&) {
      // TVM rejects the program here.
    }
    trusts_taken_ = false;
    Expr result = RewriteCallAsTaken(call, children);
    trusts_taken_ = true;
    return result;
  }

  // True if arguments that had the same data type still have the same one.
  static bool AreAlike(const CallNode* call, std::span<const Expr> args) {
    for (size_t i = 1; i < args.size(); ++i) {
      for (size_t k = 0; k < i; ++k) {
        const auto* a = As<TensorTypeNode>(call->arg(i)->checked_type());
        const auto* b = As<TensorTypeNode>(call->arg(k)->checked_type());
        if (!a || !b || a->dtype != b->dtype) continue;
        const auto* now_a = As<TensorTypeNode>(args[i]->checked_type());
        const auto* now_b = As<TensorTypeNode>(args[k]->checked_type());
        if (now_a && now_b && now_a->dtype != now_b->dtype) return false;
      }
    }
    return true;
  }

  // Null if the assumed types of arguments change the meaning of the call.
  Expr RewriteCallAsTaken(const CallNode* call, std::span<const Expr> children) {
    const Expr& callee = children[0];
    MixedPrecision category = MixedPrecision::kNever;
    DataType accumulation = small_, output = small_;
    if (auto user_rule = UserRules().mixed_precision.Get(callee)) {
      MixedPrecisionChoice choice = (*user_rule)(call, small_);
      category = choice.category;
      accumulation = choice.accumulation;
      output = choice.result;
    } else if (const auto* op = As<OpNode>(callee)) {
      category = op->decl->traits.mixed_precision;
      // TVM has no entry for an operator that reads bits, either.
      bool listed = category != MixedPrecision::kUnlisted && category != MixedPrecision::kAsBefore;
      if (!listed && !allow_unlisted_)
        Unsupported(MSG(kMixedPrecisionOperator,
                        "ToMixedPrecision has no rule for {operator}: with missing_op_mode=0, each "
                        "operator needs one",
                        op->name()));
      if (category == MixedPrecision::kUnlisted) {
        // Quantized operators take scales in float32 only.
        const std::string_view name = op->name();
        const bool quantized =
            name.starts_with("qnn.") || name == "relay.op.annotation.simulated_quantize";
        category = quantized ? MixedPrecision::kAsBefore : MixedPrecision::kFollow;
      }
    } else if (!As<FunctionNode>(callee)) {
      Unsupported(
          MSG(kMixedPrecisionGlobalCalls,
              "ToMixedPrecision does not support calls of global functions and of variables"));
    }
    std::span<const Expr> args = children.subspan(1);
    const Expr* large = nullptr;
    bool follows = category == MixedPrecision::kFollow;
    if (follows) {
      category = MixedPrecision::kAlways;
      for (const Expr& arg : args) {
        bool fits = IsSmall(TypeOf(arg)) || As<VarNode>(arg) || As<ConstantNode>(arg);
        if (fits) continue;
        category = MixedPrecision::kNever;
        if (!large) large = &arg;
      }
    }
    bool down = category == MixedPrecision::kAlways;
    std::vector<Expr> cast;
    for (size_t i = 0; i < args.size(); ++i) {
      cast.push_back(category == MixedPrecision::kAsBefore
                         ? CastToType(args[i], call->arg(i)->checked_type())
                         : CastTo(args[i], down ? small_ : DataType::Float(32)));
    }
    // Some operators take arguments of several types and then compute something else.
    if (trusts_taken_ && !taken_.empty() && !AreAlike(call, cast)) return nullptr;
    Expr result = TypedCall(
        callee, cast, down ? AttrsWithType(call->attrs, accumulation) : call->attrs, call->span());
    if (RemarksWanted()) {
      Tell(call, category, follows, large);
      TellCasts(call, args, cast);
    }
    if (down && output != accumulation) result = CastTo(result, output);
    if (down && call == kept_) {
      const auto* type = As<TensorTypeNode>(call->checked_type());
      if (type && type->dtype != small_) result = CastTo(result, type->dtype);
    }
    return result;
  }

  Expr TypedCall(const Expr& callee, const std::vector<Expr>& args, const Attrs& attrs,
                 const Span& span) {
    Expr result = InferTypes(Call(callee, args, attrs, {}, span));
    std::vector<Expr> stand_ins;
    bool same = true;
    for (const Expr& arg : args) {
      stand_ins.push_back(StandIn(arg));
      same = same && stand_ins.back() == arg;
    }
    if (!same) Take(result, InferTypes(Call(callee, stand_ins, attrs))->checked_type());
    return result;
  }

  PASSCOPE_REMARKS static void TellCasts(const CallNode* call, std::span<const Expr> args,
                                         const std::vector<Expr>& cast) {
    for (size_t i = 0; i < args.size(); ++i) {
      if (cast[i] == args[i]) continue;
      EmitRemark(
          RemarkKind::kPrecisionCast, call,
          MSG(kMixedPrecisionArgumentCast, "argument {index} of {operator}, {argument}, is cast",
              i + 1, NameInRemark(call), NameInRemark(args[i])));
    }
  }

  // Emits in which type a call is computed, and why. `large`: the argument that decided; may be
  // null.
  PASSCOPE_REMARKS void Tell(const CallNode* call, MixedPrecision category, bool follows,
                             const Expr* large) const {
    const std::string name = NameInRemark(call);
    if (category == MixedPrecision::kAsBefore) {
      EmitRemark(RemarkKind::kPrecisionKept, call,
                 MSG(kMixedPrecisionBitsKept,
                     "{operator} keeps its type: it reads the bits of its argument", name));
    } else if (category == MixedPrecision::kAlways) {
      EmitRemark(RemarkKind::kPrecisionLowered, call,
                 follows ? MSG(kMixedPrecisionFollowsArguments,
                               "{operator} is computed in {dtype}, since its arguments are", name,
                               small_.str())
                         : MSG(kMixedPrecisionAlwaysLow,
                               "{operator} is computed in {dtype}, which is always allowed for it",
                               name, small_.str()));
    } else {
      EmitRemark(RemarkKind::kPrecisionKept, call,
                 large ? MSG(kMixedPrecisionArgumentFloat32,
                             "{operator} stays in float32, since its argument {argument} is", name,
                             NameInRemark(*large))
                       : MSG(kMixedPrecisionNeverLow,
                             "{operator} stays in float32: a smaller type loses too much precision",
                             name));
    }
  }

  Expr RewriteTuple(const ExprNode* tuple, std::span<const Expr> children) {
    Expr result = InferTypes(WithChildren(tuple, children));
    std::vector<Type> types;
    for (const Expr& child : children) types.push_back(TypeOf(child));
    if (!taken_.empty()) Take(result, TupleType(std::move(types)));
    if (tuple != kept_) return result;
    std::vector<Expr> fields;
    bool same = true;
    for (size_t i = 0; i < children.size(); ++i) {
      const auto* type = As<TensorTypeNode>(tuple->child(i)->checked_type());
      Expr field = Field(result, static_cast<int>(i));
      fields.push_back(type ? CastTo(field, type->dtype) : field);
      same = same && fields[i] == field;
    }
    return same ? result : InferTypes(Tuple(fields));
  }

  // True if all floating tensors of the type have the small type.
  bool IsSmall(const Type& type) const {
    std::vector<const TypeNode*> work = {type.get()};
    while (!work.empty()) {
      const TypeNode* node = work.back();
      work.pop_back();
      if (const auto* tensor = As<TensorTypeNode>(node)) {
        if (IsFloating(tensor->dtype) && tensor->dtype != small_) return false;
      } else if (const auto* tuple = As<TupleTypeNode>(node)) {
        for (const Type& field : tuple->fields) work.push_back(field.get());
      } else {
        Unsupported(MSG(kMixedPrecisionArgumentKind,
                        "ToMixedPrecision does not support functions and references as arguments"));
      }
    }
    return true;
  }

  // Casts back to the old type of a tensor.
  Expr CastToType(const Expr& expr, const Type& type) {
    const auto* tensor = As<TensorTypeNode>(type);
    return tensor ? CastTo(expr, tensor->dtype) : expr;
  }

  // Recursion is bounded, since the type parser bounds the depth of types.
  Expr CastTo(const Expr& expr, DataType wanted) {
    if (const auto* tensor = As<TensorTypeNode>(TypeOf(expr))) {
      return CastTensor(expr, tensor->dtype, wanted);
    }
    const auto* type = As<TupleTypeNode>(TypeOf(expr));
    if (!type)
      Unsupported(MSG(kMixedPrecisionArgumentKind,
                      "ToMixedPrecision does not support functions and references as arguments"));
    std::vector<Expr> fields;
    bool same = true;
    for (size_t i = 0; i < type->fields.size(); ++i) {
      Expr field = Field(expr, static_cast<int>(i));
      fields.push_back(CastTo(field, wanted));
      same = same && fields[i] == field;
    }
    return same ? expr : InferTypes(Tuple(fields));
  }

  Expr CastTensor(const Expr& expr, DataType from, DataType wanted) {
    if (!IsFloating(from) || from == wanted) return expr;
    for (const Cast& cast : casts_[IdentityOf(expr)]) {
      if (cast.dtype == wanted) return cast.result;
    }
    Expr result = InferTypes(MakeCast(expr, wanted));
    casts_[IdentityOf(expr)].push_back({wanted, result});
    // Casting back gives the original expression.
    const auto* before = As<TensorTypeNode>(expr->checked_type());
    if (before->dtype == from) casts_[IdentityOf(result)].push_back({from, expr});
    return result;
  }

  // The attributes with `type` as the result type, if they have such a field.
  static Attrs AttrsWithType(const Attrs& attrs, DataType type) {
    if (!attrs) return attrs;
    const char* name = ResultTypeField(attrs);
    if (!name) return attrs;
    AttrValue value = attrs->Get(name);
    const DataType* dtype = value.get<DataType>();
    bool replaced = !dtype || dtype->is_void() || IsFloating(*dtype);
    return replaced ? WithAttrs(attrs, {{name, type}}) : attrs;
  }

  const DataType small_;
  const bool allow_unlisted_;
  const ExprNode* kept_ = nullptr;  // The result, if it keeps its data types.
  VarMap vars_;
  PtrMap<std::vector<Cast>> casts_;
  PtrMap<Taken> taken_;  // By expression: those with an assumed type.
  bool trusts_taken_ = true;
};

}  // namespace

namespace transform {

Pass ToMixedPrecision(ToMixedPrecisionOptions options) {
  auto bad = [](Message problem) {
    throw DiagnosticError(DiagKind::kBadPassOption, std::move(problem));
  };
  DataType type = DataType::Parse(options.mixed_precision_type).value_or(DataType::Void());
  if (!IsFloating(type)) {
    bad(MSG(kMixedPrecisionTypeNotFloat,
            "ToMixedPrecision: the option 'mixed_precision_type' must be a floating-point type, "
            "not '{type}'",
            options.mixed_precision_type));
  }
  if (options.missing_op_mode < 0 || options.missing_op_mode > 2) {
    bad(MSG(kMissingOpModeInvalid,
            "ToMixedPrecision: the option 'missing_op_mode' must be 0, 1 or 2, not {mode}",
            options.missing_op_mode));
  }
  return CreateFunctionPass(
      [type, mode = options.missing_op_mode](const Expr& function, const IRModule& module,
                                             PassContext& context) {
        const AttrValue* keep = context.FindConfig("relay.ToMixedPrecision.keep_orig_output_dtype");
        const bool* flag = keep ? keep->get<bool>() : nullptr;
        const int64_t* number = keep ? keep->get<int64_t>() : nullptr;
        Expr typed = EnsureTyped(function, module);
        return PrecisionRewriter(As<FunctionNode>(typed), type,
                                 (flag && *flag) || (number && *number != 0), mode != 0)
            .Run(typed);
      },
      TableInfo("ToMixedPrecision"));
}

}  // namespace transform
}  // namespace passcope
