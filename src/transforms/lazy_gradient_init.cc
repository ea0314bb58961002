// LazyGradientInit: makes tensors of zeros and ones only when somebody needs them.
//
// Why: the gradient of a program begins with zeros, to which much is added. Inside each function a
// tensor becomes a GradCell: Raw(tensor), or Zero and One with a function that makes it. Sums with
// zeros and products with zeros and ones are resolved by the cells; every other operator takes the
// tensors out of its arguments' cells. The function's own parameters and result stay as they are.
// What is asked only for its shape is evaluated where it stands if it has effects.
//
//   before  fn (%x) { multiply(%x, zeros_like(%x)) }
//   after   fn (%x) { @FromGradCell((fn (%x) {
//             @MultiplyGradCell(fn (…) { multiply(…) }, %x, Zero(fn () { … })) })(Raw(%x))) }
#include <functional>

#include "analysis/effects.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "support/ptr_map.h"
#include "text/parser.h"
#include "transforms/infer_type.h"
#include "transforms/let_list.h"
#include "transforms/pattern_utils.h"

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

IRModule ReadPrelude() {
  std::string text = "#[version = \"0.0.5\"]" + std::string(kPreludeLine - 1, '\n') + kPrelude;
  return ParseModule(text, kPreludeName);
}

// The module with the definitions, unless it has them.
IRModule WithPrelude(const IRModule& module) {
  if (module->FindType(Name("GradCell"))) return module;
  IRModule prelude = ReadPrelude();
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

class LazyInitializer : public Rewriter {
 public:
  // `effects` may be null: nothing in the function has any.
  LazyInitializer(TypeData cell, Effects* effects) : cell_(std::move(cell)), effects_(effects) {}

  Expr Transform(const FunctionNode* function) {
    // The type parameters are those of the function around it; TVM's has none.
    Expr rewritten = Run(Expr(function));
    const auto* lazy = As<FunctionNode>(rewritten);
    Expr inner =
        Function(lazy->params(), lazy->body(), lazy->ret_type, {}, lazy->attrs, lazy->span());
    LetList lets(&counter_);
    std::vector<Expr> args;
    for (const Expr& param : function->params()) {
      args.push_back(Wrap(param, param->checked_type(), kRaw,
                          [&](Expr value) { return lets.Push(std::move(value)); }));
    }
    Expr result = lets.Push(Call(inner, args));
    Expr body = Unwrap(result, As<FuncTypeNode>(function->checked_type())->ret_type, false,
                       [&](Expr value) { return lets.Push(std::move(value)); });
    return Function(function->params(), lets.Wrap(std::move(body)), function->ret_type,
                    function->type_params);
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
    switch (node->kind()) {
      case ExprKind::kVar: {
        Expr& fresh = vars_[As<VarNode>(node)->vid.get()];
        if (!fresh) {
          fresh = Var(As<VarNode>(node)->name().view(), Lazy(As<VarNode>(node)->type_annotation),
                      node->span());
        }
        return fresh;
      }
      case ExprKind::kCall:
        return LeaveCall(As<CallNode>(node), children);
      case ExprKind::kFunction: {
        const auto* function = As<FunctionNode>(node);
        return Function(std::span(children).first(children.size() - 1), children.back(),
                        Lazy(function->ret_type), function->type_params, function->attrs,
                        node->span());
      }
      case ExprKind::kIf:
        children[0] = Unwrap(children[0], node->child(0)->checked_type(), true, kKeep);
        return WithChildren(node, children);
      default:
        return WithChildren(node, children);
    }
  }

 private:
  using Keep = std::function<Expr(Expr)>;
  inline static const Keep kKeep = [](Expr value) { return value; };

  // The type with a cell in place of each tensor.
  Type Lazy(const Type& type) const {
    if (!type) return type;
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

  Expr Cell(CellKind kind, Expr value, const Type& type) const {
    return Call(Constructor(cell_, kind), {std::move(value)}, nullptr, {type});
  }
  // A value of `type` as one of Lazy(type), and back. `keep` names what is used more than once.
  Expr Wrap(const Expr& value, const Type& type, CellKind kind, const Keep& keep) const {
    if (As<TensorTypeNode>(type)) return Cell(kind, value, type);
    return OverFields(value, type, keep, [&](const Expr& field, const Type& of) {
      return Wrap(field, of, kind, keep);
    });
  }
  // `with_types`: whether the calls say for which type they are.
  Expr Unwrap(const Expr& value, const Type& type, bool with_types, const Keep& keep) const {
    if (As<TensorTypeNode>(type)) {
      return Call(GlobalVar(kFrom), {value}, nullptr,
                  with_types ? std::vector<Type>{type} : std::vector<Type>());
    }
    return OverFields(value, type, keep, [&](const Expr& field, const Type& of) {
      return Unwrap(field, of, with_types, keep);
    });
  }
  template <class F>
  static Expr OverFields(const Expr& value, const Type& type, const Keep& keep, F&& convert) {
    const auto* tuple = As<TupleTypeNode>(type);
    if (!tuple) return value;
    std::vector<Expr> fields;
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      Expr field = keep(TupleGetItem(value, static_cast<int>(i)));
      fields.push_back(convert(field, tuple->fields[i]));
    }
    return Tuple(fields);
  }

  // The call on the tensors in the cells.
  Expr OnTensors(const CallNode* call, std::span<const Expr> args) const {
    std::vector<Expr> tensors;
    for (size_t i = 0; i < args.size(); ++i) {
      tensors.push_back(Unwrap(args[i], call->arg(i)->checked_type(), true, kKeep));
    }
    return Call(call->op(), tensors, call->attrs, call->type_args);
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
        std::vector<Expr> params = {Var("lhs", operand), Var("rhs", operand)};
        Expr plain = Function(params, Call(call->op(), params), operand);
        return Call(GlobalVar(name == "add" ? kAdd : kMultiply), {plain, args[0], args[1]}, nullptr,
                    {operand});
      }
    }
    bool ones = name == "ones" || name == "ones_like";
    if (ones || name == "zeros" || name == "zeros_like") {
      std::vector<Expr> values(args.begin(), args.end());
      LetList lets(&counter_);
      for (size_t i = 0; i < values.size(); ++i) {
        if (effects_ && !effects_->Of(call->arg(i)).none()) values[i] = lets.Push(values[i]);
      }
      Expr make = Function({}, OnTensors(call, values), type);
      // TVM makes One of zeros_like, which would let products forget the zeros.
      return lets.Wrap(Cell(ones ? kOne : kZero, make, type));
    }
    return Wrap(OnTensors(call, args), type, kRaw, kKeep);
  }

  TypeData cell_;
  Effects* const effects_;
  uint32_t counter_ = 0;
  PtrMap<Expr> vars_;  // By identity.
};

}  // namespace

namespace transform {

Pass LazyGradientInit() {
  return CreateModulePass(
      [](const IRModule& module, PassContext&) {
        IRModule typed = InferTypes(module);
        IRModule result = WithPrelude(typed);
        TypeData cell;
        for (const TypeData& type : result->types) {
          if (type->name.view() == "GradCell") cell = type;
        }
        LazyEffects effects(typed);
        for (const IRModuleNode::Item& item : typed->functions) {
          if (IsPrelude(item.name)) continue;
          LazyInitializer lazy(cell, effects.For(item.function));
          result = WithFunction(result, item.name.view(),
                                lazy.Transform(As<FunctionNode>(item.function)));
        }
        return InferTypes(result);
      },
      TableInfo("LazyGradientInit"));
}

}  // namespace transform
}  // namespace passcope
