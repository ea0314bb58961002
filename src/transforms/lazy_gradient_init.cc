// LazyGradientInit: makes tensors of zeros and ones only if they are needed.
//
// Why: a gradient begins with zeros, to which values are added. Inside each function, a tensor
// becomes a GradCell: Raw(tensor), or Zero or One with a function that makes the tensor. Cells
// resolve sums with zeros and products with zeros and ones. Every other operator takes the tensors
// out of its arguments' cells. The function's own parameters and result keep their types. A
// function stays unchanged if these contain tensors inside a reference or a function, since shared
// references and functions have no counterpart with cells. The same holds for arguments and results
// of calls of operators and global functions, and for the declared fields of constructors. An
// argument with effects is evaluated in its place, even if only its shape is needed. A function
// that already has cells stays unchanged.
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
#include "support/per_engine.h"
#include "support/ptr_map.h"
#include "text/parser.h"
#include "transforms/constructor_fields.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

// The definitions that transformed programs use. They begin in line 26 of their text, as in TVM's
// gradient.rly, so that spans are the same.
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

// The definitions, typed.
const IRModule& Prelude() {
  PASSCOPE_PER_ENGINE const IRModule prelude = [] {
    std::string text = "#[version = \"0.0.5\"]" + std::string(kPreludeLine - 1, '\n') + kPrelude;
    return InferTypes(ParseModule(text, kPreludeName));
  }();
  return prelude;
}

// The module with the definitions. They are not added twice.
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

// True if the function takes tensors out of cells, as the results of this pass do.
bool IsLazy(const Expr& function) {
  bool found = false;
  PostOrderVisit(function, [&](const ExprNode* node) {
    const auto* global = As<GlobalVarNode>(node);
    found = found || (global && IsPrelude(global->name));
  });
  return found;
}

// New operators, lets, branches, tuples and functions are typed at once: their types are the old
// ones, or those with cells. InferTypes types the rest, such as calls of functions that take cells
// or data types.
class LazyInitializer : public Rewriter {
 public:
  // `module` has the definitions. A null `effects` means that nothing in the function has effects.
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

  // True if the parameters can become cells, and the result tensors, here and in calls. Otherwise
  // `why` is the first type that cannot be converted.
  bool CanTransform(const FunctionNode* function, Type* why) {
    for (const Expr& param : function->params()) {
      if (!CanConvert(*why = param->checked_type())) return false;
    }
    if (!CanConvert(*why = As<FuncTypeNode>(function->checked_type())->ret_type)) return false;
    *why = FieldThatChanges(Expr(function), [this](const Type& type) { return Lazy(type); });
    if (*why) return false;
    bool can = true;
    PostOrderVisit(Expr(function), [&](const ExprNode* node) {
      const auto* call = As<CallNode>(node);
      if (!call || !(As<OpNode>(call->op()) || As<GlobalVarNode>(call->op()))) return;
      for (const Expr& arg : call->args()) {
        if (can) can = CanConvert(*why = arg->checked_type());
      }
      if (can) can = CanConvert(*why = call->checked_type());
    });
    return can;
  }

  Expr Transform(const FunctionNode* function) {
    // The outer function has the type parameters, and the inner one uses them.
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
    // Callees of calls do not become cells.
    return As<OpNode>(node) || As<GlobalVarNode>(node) ? Expr(node) : Expr();
  }

  Expr Leave(const ExprNode* node, std::span<const Expr> rewritten) override {
    // Each use of a constant has its own cell.
    std::vector<Expr> children(rewritten.begin(), rewritten.end());
    for (size_t i = 0; i < children.size(); ++i) {
      if (As<ConstantNode>(node->child(i))) {
        children[i] = Cell(kRaw, node->child(i), node->child(i)->checked_type());
      }
    }
    Type type;  // Null if InferTypes must infer it.
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

  // The type with a cell for each tensor.
  Type Lazy(const Type& type) {
    if (!type) return type;
    if (const Type* known = lazy_.Find(type.get())) return *known;
    Type lazy = MakeLazy(type);
    lazy_[type.get()] = lazy;
    return lazy;
  }
  // True if Wrap and Unwrap convert from the type to Lazy(type) and back.
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

  // The function, typed if its parts are typed.
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
  // Converts a value of `type` to Lazy(type), and back. `keep` binds values that are used more than
  // once.
  Expr Wrap(const Expr& value, const Type& type, CellKind kind, const Keep& keep) {
    if (As<TensorTypeNode>(type)) return Cell(kind, value, type);
    return OverFields(value, type, keep, [&](const Expr& field, const Type& of) {
      return Wrap(field, of, kind, keep);
    });
  }
  // `with_types`: the calls have explicit type arguments.
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
    // A tuple without fields, such as the result of a write, needs no conversion.
    if (!tuple || tuple->fields.empty()) return value;
    // The type of the tuple, or of the tuple with cells.
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
      // TVM makes One for zeros_like, so that products lose the zeros.
      return lets.Wrap(Cell(ones ? kOne : kZero, make, type));
    }
    return Wrap(OnTensors(call, args), type, kRaw, kKeep);
  }

  Effects* const effects_;
  Expr from_, multiply_, add_;  // The functions among the definitions.
  Expr cells_[3];               // The constructors, by kind.
  const ExprNode* root_ = nullptr;
  uint32_t counter_ = 0;
  PtrMap<Expr> vars_;  // By identity.
  PtrMap<Type> lazy_;  // By type, which the function or lazy_ keeps alive.
};

PASSCOPE_REMARKS void TellLeft(const IRModuleNode::Item& item, const Type& type) {
  EmitRemark(RemarkKind::kLazyKept, item.function,
             MSG(kLazyGradientTypeKept, "@{function} is unchanged: its {type} cannot be made lazy",
                 item.name.view(), TypeText(type)));
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
          if (IsPrelude(item.name) || IsLazy(item.function)) continue;
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
