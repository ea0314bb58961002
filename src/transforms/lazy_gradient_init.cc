// LazyGradientInit: makes tensors of zeros and ones only when somebody needs them.
//
// Why: the gradient of a program begins with zeros, to which much is added. Inside each function a
// tensor becomes a GradCell: Raw(tensor), or Zero and One with a function that makes it. Sums with
// zeros and products with zeros and ones are resolved by the cells; every other operator takes the
// tensors out of its arguments' cells. The function's own parameters and result stay as they are; a
// function stays as a whole where these hold tensors that are no parts of tuples: a reference that
// others share, or a function, has no counterpart with cells. What is asked only for its shape is
// evaluated where it stands if it has effects.
//
//   before  fn (%x) { multiply(%x, zeros_like(%x)) }
//   after   fn (%x) { @FromGradCell((fn (%x) {
//             @MultiplyGradCell(fn (…) { multiply(…) }, %x, Zero(fn () { … })) })(Raw(%x))) }
#include <algorithm>
#include <functional>

#include "analysis/effects.h"
#include "ir/intermediate_var.h"
#include "ir/lineage.h"
#include "ir/typed.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "support/ptr_map.h"
#include "text/parser.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

// The definitions that transformed programs use. They begin in line 26 of their text, as those of
// TVM's gradient.rly do, so that places in them are the same.
constexpr int kPreludeLine = 26;
constexpr char kPreludeName[] = "gradient.rly";
constexpr char kPrelude[] = R"(type GradCell[T] {
  Raw(T),
  One(fn() -> T),
  Zero(fn() -> T)
}

def @FromGradCell[T](%g: GradCell[T]) -> T {
  match (%g) {
    Raw(%x) => %x,
    One(%x) => %x(),
    Zero(%x) => %x()
  }
}

def @MultiplyGradCell[T](%multiply: fn(T, T) -> T, %l: GradCell[T], %r: GradCell[T]) -> GradCell[T] {
  match((%l, %r)) {
    (Zero(_), _) => %l,
    (_, Zero(_)) => %r,
    (One(_), _) => %r,
    (_, One(_)) => %l,
    _ => Raw(%multiply(@FromGradCell(%l), @FromGradCell(%r)))
  }
}

def @AddGradCell[T](%add: fn(T, T) -> T, %l: GradCell[T], %r: GradCell[T]) -> GradCell[T] {
  match ((%l, %r)) {
    (Zero(_), _) => %r,
    (_, Zero(_)) => %l,
    _ => Raw(%add(@FromGradCell(%l), @FromGradCell(%r)))
  }
}
)";
constexpr char kFrom[] = "FromGradCell", kMultiply[] = "MultiplyGradCell", kAdd[] = "AddGradCell";
enum CellKind : uint32_t { kRaw, kOne, kZero };

// The definitions with their types.
const IRModule& Prelude() {
  thread_local const IRModule prelude = [] {
    std::string text = "#[version = \"0.0.5\"]" + std::string(kPreludeLine - 1, '\n') + kPrelude;
    return InferTypes(ParseModule(text, kPreludeName));
  }();
  return prelude;
}

// The module with the definitions, unless it has them.
IRModule WithPrelude(const IRModule& module) {
  if (module->FindType(Name("GradCell"))) return module;
  const IRModule& prelude = Prelude();
  std::vector<TypeData> types = module->types;
  types.insert(types.end(), prelude->types.begin(), prelude->types.end());
  std::vector<IRModuleNode::Item> functions = module->functions;
  functions.insert(functions.end(), prelude->functions.begin(), prelude->functions.end());
  return IRModule(new IRModuleNode(std::move(functions), module->attrs, std::move(types)));
}

bool IsPrelude(Name name) {
  std::string_view text = name.view();
  return text == kFrom || text == kMultiply || text == kAdd;
}

// What it makes of operators, lets, branches, tuples and functions has its types at once, since
// these are the same as before or those with cells. The rest, such as calls of functions that take
// cells or values of data types, is left to InferTypes.
class LazyInitializer : public Rewriter {
 public:
  // `module` has the definitions. `effects` may be null: nothing in the function has any.
  LazyInitializer(const IRModule& module, Effects* effects) : effects_(effects) {
    auto function = [&](const char* name) {
      return GlobalVar(name, module->Lookup(name)->checked_type());
    };
    from_ = function(kFrom);
    multiply_ = function(kMultiply);
    add_ = function(kAdd);
    for (const TypeData& type : module->types) {
      if (type->name.view() != "GradCell") continue;
      for (uint32_t kind : {kRaw, kOne, kZero}) {
        cells_[kind] = Typed(Constructor(type, kind), FuncType(type->constructors[kind].inputs,
                                                               type->Applied(), type->type_vars));
      }
    }
  }

  // Whether cells can be made of what the function takes, and tensors of what it returns. `why` is
  // the first type of which not.
  bool CanTransform(const FunctionNode* function, Type* why) {
    for (const Expr& param : function->params()) {
      if (!CanConvert(*why = param->checked_type())) return false;
    }
    return CanConvert(*why = As<FuncTypeNode>(function->checked_type())->ret_type);
  }

  Expr Transform(const FunctionNode* function) {
    // The function around it has the type parameters, which the inner one only uses.
    root_ = function;
    Expr inner = Run(Expr(function));
    const auto* type = As<FuncTypeNode>(function->checked_type());
    Lets lets(&counter_);
    Keep keep = [&](Expr value) { return lets.Push(std::move(value)); };
    std::vector<Expr> args;
    for (const Expr& param : function->params()) {
      args.push_back(Wrap(param, param->checked_type(), kRaw, keep));
    }
    Type cells = inner->checked_type() ? Lazy(type->ret_type) : nullptr;
    Expr result = lets.Push(Typed(Call(inner, args), std::move(cells)));
    Expr body = Unwrap(result, type->ret_type, false, keep);
    return TypedFunction(Function(function->params(), lets.Wrap(std::move(body)),
                                  function->ret_type, function->type_params));
  }

 protected:
  Expr Enter(const ExprNode* node) override {
    // What takes no cells: the callee of an operator's call.
    return As<OpNode>(node) || As<GlobalVarNode>(node) ? Expr(node) : Expr();
  }

  Expr Leave(const ExprNode* node, std::span<const Expr> rewritten) override {
    // Each use of a constant has a cell of its own.
    std::vector<Expr> children(rewritten.begin(), rewritten.end());
    for (size_t i = 0; i < children.size(); ++i) {
      if (As<ConstantNode>(node->child(i))) {
        children[i] = Cell(kRaw, node->child(i), node->child(i)->checked_type());
      }
    }
    Type type;  // Null where it is left to InferTypes.
    switch (node->kind()) {
      case ExprKind::kVar: {
        Expr& fresh = vars_[As<VarNode>(node)->vid.get()];
        if (!fresh) {
          const auto* var = As<VarNode>(node);
          fresh = VarWith(VarId(new VarIdNode(var->name())), Lazy(var->type_annotation),
                          Lazy(var->checked_type()), var->span());
        }
        return fresh;
      }
      case ExprKind::kCall:
        return LeaveCall(As<CallNode>(node), children);
      case ExprKind::kFunction: {
        const auto* function = As<FunctionNode>(node);
        return TypedFunction(Function(std::span(children).first(children.size() - 1),
                                      children.back(), Lazy(function->ret_type),
                                      node == root_ ? std::vector<Type>() : function->type_params,
                                      function->attrs, node->span()));
      }
      case ExprKind::kIf:
        children[0] = Unwrap(children[0], node->child(0)->checked_type(), true, kKeep);
        type = Lazy(node->checked_type());
        break;
      case ExprKind::kTuple:
      case ExprKind::kTupleGetItem:
        type = Lazy(node->checked_type());
        break;
      case ExprKind::kLet:
        type = children.back()->checked_type();
        break;
      default:
        break;
    }
    Expr result = WithChildren(node, children);
    return result == node || !type ? result : Typed(std::move(result), std::move(type));
  }

 private:
  // A growing chain of lets.
  class Lets {
   public:
    explicit Lets(uint32_t* counter) : counter_(counter) {}
    Expr Push(Expr value) {
      Expr var = IntermediateVar((*counter_)++, value->checked_type(), value->checked_type());
      bindings_.emplace_back(var, std::move(value));
      return var;
    }
    Expr Wrap(Expr body) const {
      for (size_t i = bindings_.size(); i-- > 0;) {
        body = TypedLet(bindings_[i].first, bindings_[i].second, std::move(body));
      }
      return body;
    }

   private:
    uint32_t* const counter_;
    std::vector<std::pair<Expr, Expr>> bindings_;
  };
  using Keep = std::function<Expr(Expr)>;
  inline static const Keep kKeep = [](Expr value) { return value; };

  // The type with a cell in place of each tensor.
  Type Lazy(const Type& type) {
    if (!type) return type;
    if (const Type* known = lazy_.Find(type.get())) return *known;
    Type lazy = MakeLazy(type);
    lazy_[type.get()] = lazy;
    return lazy;
  }
  // Whether Wrap and Unwrap go from the type to Lazy(type) and back.
  bool CanConvert(const Type& type) {
    const auto* tuple = As<TupleTypeNode>(type);
    if (!tuple) return As<TensorTypeNode>(type) || Lazy(type) == type;
    return std::all_of(tuple->fields.begin(), tuple->fields.end(),
                       [&](const Type& field) { return CanConvert(field); });
  }
  Type MakeLazy(const Type& type) {
    auto all = [&](const std::vector<Type>& types) {
      std::vector<Type> lazy;
      for (const Type& each : types) lazy.push_back(Lazy(each));
      return lazy;
    };
    if (As<TensorTypeNode>(type)) return TypeCall(GlobalTypeVar("GradCell"), {type});
    if (const auto* tuple = As<TupleTypeNode>(type)) return TupleType(all(tuple->fields));
    if (const auto* function = As<FuncTypeNode>(type)) {
      return FuncType(all(function->arg_types), Lazy(function->ret_type), function->type_params);
    }
    if (const auto* ref = As<RefTypeNode>(type)) return RefType(Lazy(ref->value));
    if (const auto* call = As<TypeCallNode>(type)) return TypeCall(call->func, all(call->args));
    return type;
  }

  // With its type if its parts have theirs.
  static Expr TypedFunction(Expr function) {
    const auto* node = As<FunctionNode>(function);
    const Type& ret = node->body()->checked_type();
    if (!ret || !(ret == node->ret_type)) return function;
    std::vector<Type> params;
    for (const Expr& param : node->params()) params.push_back(param->checked_type());
    Type type = FuncType(std::move(params), ret, node->type_params);
    return Typed(std::move(function), std::move(type));
  }

  Expr Cell(CellKind kind, Expr value, const Type& type) {
    return Typed(Call(cells_[kind], {std::move(value)}, nullptr, {type}), Lazy(type));
  }
  // A value of `type` as one of Lazy(type), and back. `keep` names what is used more than once.
  Expr Wrap(const Expr& value, const Type& type, CellKind kind, const Keep& keep) {
    if (As<TensorTypeNode>(type)) return Cell(kind, value, type);
    return OverFields(value, type, keep, [&](const Expr& field, const Type& of) {
      return Wrap(field, of, kind, keep);
    });
  }
  // `with_types`: whether the calls say for which type they are.
  Expr Unwrap(const Expr& value, const Type& type, bool with_types, const Keep& keep) {
    if (As<TensorTypeNode>(type)) {
      return Typed(
          Call(from_, {value}, nullptr, with_types ? std::vector<Type>{type} : std::vector<Type>()),
          type);
    }
    return OverFields(value, type, keep, [&](const Expr& field, const Type& of) {
      return Unwrap(field, of, with_types, keep);
    });
  }
  template <class F>
  static Expr OverFields(const Expr& value, const Type& type, const Keep& keep, F&& convert) {
    const auto* tuple = As<TupleTypeNode>(type);
    // One without fields, such as what a write gives, has nothing to convert.
    if (!tuple || tuple->fields.empty()) return value;
    // Of the tuple, or of what it is with cells.
    const auto* given = As<TupleTypeNode>(value->checked_type());
    std::vector<Expr> fields;
    std::vector<Type> types;
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      Type of = given ? given->fields[i] : nullptr;
      Expr field = keep(Typed(TupleGetItem(value, static_cast<int>(i)), std::move(of)));
      fields.push_back(convert(field, tuple->fields[i]));
      types.push_back(fields.back()->checked_type());
    }
    bool known = std::find(types.begin(), types.end(), nullptr) == types.end();
    return Typed(Tuple(fields), known ? TupleType(std::move(types)) : nullptr);
  }

  // The call on the tensors in the cells.
  Expr OnTensors(const CallNode* call, std::span<const Expr> args) {
    bool known = IsOfTensors(call->checked_type());
    std::vector<Expr> tensors;
    for (size_t i = 0; i < args.size(); ++i) {
      const Type& type = call->arg(i)->checked_type();
      tensors.push_back(Unwrap(args[i], type, true, kKeep));
      known = known && IsOfTensors(type);
    }
    return Typed(Call(call->op(), tensors, call->attrs, call->type_args),
                 known ? call->checked_type() : nullptr);
  }

  Expr LeaveCall(const CallNode* call, std::span<const Expr> children) {
    std::span<const Expr> args = children.subspan(1);
    const Type& type = call->checked_type();
    const auto* op = As<OpNode>(call->op());
    if (!op && !As<GlobalVarNode>(call->op())) {
      std::vector<Type> type_args;
      for (const Type& each : call->type_args) type_args.push_back(Lazy(each));
      return Call(children[0], args, call->attrs, std::move(type_args), call->span());
    }
    std::string_view name = op ? op->name() : "";
    if (name == "add" || name == "multiply") {
      const Type& operand = call->arg(0)->checked_type();
      if (operand == call->arg(1)->checked_type()) {
        std::vector<Expr> params = {TypedVar("lhs", operand), TypedVar("rhs", operand)};
        Expr plain =
            TypedFunction(Function(params, Typed(Call(call->op(), params), type), operand));
        Expr result =
            Call(name == "add" ? add_ : multiply_, {plain, args[0], args[1]}, nullptr, {operand});
        return Typed(std::move(result), plain->checked_type() ? Lazy(operand) : nullptr);
      }
    }
    bool ones = name == "ones" || name == "ones_like";
    if (ones || name == "zeros" || name == "zeros_like") {
      std::vector<Expr> values(args.begin(), args.end());
      Lets lets(&counter_);
      for (size_t i = 0; i < values.size(); ++i) {
        if (effects_ && !effects_->Of(call->arg(i)).none()) values[i] = lets.Push(values[i]);
      }
      Expr make = TypedFunction(Function({}, OnTensors(call, values), type));
      // TVM makes One of zeros_like, which would let products forget the zeros.
      return lets.Wrap(Cell(ones ? kOne : kZero, make, type));
    }
    return Wrap(OnTensors(call, args), type, kRaw, kKeep);
  }

  Effects* const effects_;
  Expr from_, multiply_, add_;  // The functions of the definitions.
  Expr cells_[3];               // The constructors, by kind.
  const ExprNode* root_ = nullptr;
  uint32_t counter_ = 0;
  PtrMap<Expr> vars_;  // By identity.
  PtrMap<Type> lazy_;  // By type, which the function or lazy_ keeps alive.
};

PASSCOPE_REMARKS void TellLeft(const IRModuleNode::Item& item, const Type& type) {
  EmitRemark(RemarkKind::kLazyKept, item.function,
             Say("@{function} stays as it is: no cells can be made of its {type}", item.name.view(),
                 TypeText(type)));
}

}  // namespace

namespace transform {

Pass LazyGradientInit() {
  return CreateModulePass(
      [](const IRModule& module, PassContext&) {
        IRModule typed = InferTypes(module);
        IRModule result = WithPrelude(typed);
        LazyEffects effects(typed);
        for (const IRModuleNode::Item& item : typed->functions) {
          if (IsPrelude(item.name)) continue;
          LineageSource source(item.function);
          LazyInitializer lazy(result, effects.For(item.function));
          const auto* function = As<FunctionNode>(item.function);
          Type why;
          if (lazy.CanTransform(function, &why)) {
            result = WithFunction(result, item.name.view(), lazy.Transform(function));
          } else if (RemarksWanted()) {
            TellLeft(item, why);
          }
        }
        return InferTypes(result);
      },
      TableInfo("LazyGradientInit"));
}

}  // namespace transform
}  // namespace passcope
