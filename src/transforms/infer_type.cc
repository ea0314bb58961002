// InferType: gives every expression its type.
//
// Why: passes and the printer rely on the type of each expression. What is typed already is reused
// as it is, so inferring twice allocates nothing. Not done here: shapes that only running the
// program can tell stay `?`.
//
//   before  fn (%x: Tensor[(2, 3), float32]) { nn.relu(%x) }
//   after   fn (%x: Tensor[(2, 3), float32] /* ty=… */) -> Tensor[(2, 3), float32] {
//             nn.relu(%x) /* ty=Tensor[(2, 3), float32] */ }
//
// One walk types the nodes bottom-up. Where a type is not known yet it gets a hole
// (IncompleteType), and a relation that cannot decide waits in a queue; a second walk, only then,
// fills the holes in.
#include "transforms/infer_type.h"

#include "analysis/match_cases.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "support/format.h"
#include "transforms/type_solver.h"

namespace passcope {
namespace {

class Inferencer : public TypeRelContext {
 public:
  explicit Inferencer(const IRModuleNode* module) : module_(module) {}

  // The type of a global function: complete, or with holes for what its own inference finds out.
  void DeclareGlobal(Name name, const FunctionNode* function) {
    global_types_[name.id()] =
        function->fully_typed() ? function->checked_type() : AnnotatedType(function);
  }

  Expr Infer(const Expr& root, bool closed) {
    closed_ = closed;
    return Walk(root);
  }
  Expr InferGlobal(Name name, const Expr& function) {
    Expr typed = Infer(function, true);
    const Type& declared = *global_types_.Find(name.id());
    if (!solver_.Unify(declared, typed->checked_type())) {
      Report(DiagKind::kTypeMismatch,
             Format("@{} has type {}, but is used as {}", name.view(), Text(typed->checked_type()),
                    Text(declared)),
             typed);
    }
    return typed;
  }

  // Runs the relations that had to wait until nothing more is learned.
  void Solve() {
    size_t known;
    do {
      known = solver_.num_bound();
      std::vector<Pending> again;
      for (Pending& pending : pending_) {
        const auto* node = As<CallNode>(pending.call);
        Type type = RunRelation(node, node->children());
        if (!type) {
          again.push_back(std::move(pending));
        } else if (!solver_.Unify(pending.result, type)) {
          Report(DiagKind::kTypeMismatch,
                 Format("this call gives {}, but {} is needed", Text(type), Text(pending.result)),
                 pending.call);
        }
      }
      pending_ = std::move(again);
      for (PendingField& field : std::exchange(pending_fields_, {})) ResolveField(field);
    } while (solver_.num_bound() != known && !(pending_.empty() && pending_fields_.empty()));
    if (!diagnostics_.empty()) return;
    for (const Pending& pending : pending_) {
      Report(DiagKind::kUnderconstrained,
             Format("the types of the arguments of {} cannot be inferred",
                    As<OpNode>(As<CallNode>(pending.call)->op())->name()),
             pending.call, {"give the variables that it uses a type annotation"});
    }
  }

  bool has_holes() const { return has_holes_; }

  // Fills the holes of a typed expression.
  Expr Fill(const Expr& root) {
    return RewritePostOrder(root, [&](const ExprNode* node, std::span<const Expr> children) {
      // A variable stays one node in all its places.
      if (const Expr* done = As<VarNode>(node) ? filled_.Find(node) : nullptr) return *done;
      Expr result = WithChildrenKeepType(node, children);
      if (!node->checked_type() || !node->checked_type()->has_incomplete()) return result;
      Type type = solver_.Resolve(node->checked_type());
      if (type->has_incomplete() && diagnostics_.empty()) {
        Report(DiagKind::kUnderconstrained,
               Format("the type of this expression cannot be inferred beyond {}", Text(type)),
               result, {"a type annotation would settle it"});
      }
      Expr filled = Typed(result.get(), children, type);
      if (As<VarNode>(node)) filled_[node] = filled;
      return filled;
    });
  }

  void MoveDiagnostics(std::vector<Diagnostic>* to) { *to = std::exchange(diagnostics_, {}); }
  void ThrowIfFailed() {
    if (!diagnostics_.empty()) throw DiagnosticError(std::move(diagnostics_));
  }

  // TypeRelContext:
  bool Assign(size_t i, const Type& type) override {
    if (arg_types[i] == type) return true;
    if (solver_.Unify(arg_types[i], type)) return true;
    const auto* op = As<OpNode>(call->op());
    const char* arg = i < op->decl->args.size() ? op->decl->args[i].name : "";
    Fail(DiagKind::kTypeMismatch,
         Format("{} needs {} as argument {}{}{}{}, not {}", op->name(), Text(type), i,
                *arg ? " (" : "", arg, *arg ? ")" : "", Text(arg_types[i])),
         static_cast<int>(i));
    return false;
  }
  RelStatus Fail(DiagKind kind, std::string message, int arg) override {
    // Over typed arguments, so that the message can show their types.
    Expr at = WithChildren(call, children_);
    ReportArgument(kind, std::move(message), at, arg);
    return RelStatus::kFailed;
  }

 private:
  struct Pending {
    Expr call;  // Over typed arguments.
    Type result;
  };
  struct PendingField {
    Type tuple;
    int index;
    Type result;
    Expr node;
  };

  static Type AnnotatedType(const FunctionNode* function) {
    std::vector<Type> params;
    for (const Expr& param : function->params()) {
      const auto* var = As<VarNode>(param);
      params.push_back(var->type_annotation  ? var->type_annotation
                       : var->checked_type() ? var->checked_type()
                                             : IncompleteType());
    }
    return FuncType(std::move(params), function->ret_type ? function->ret_type : IncompleteType(),
                    function->type_params);
  }

  std::string Text(const Type& type) { return TypeText(solver_.Resolve(type)); }

  void Report(DiagKind kind, std::string message, const Expr& node,
              std::vector<std::string> notes = {}) {
    diagnostics_.push_back(
        {kind, Severity::kError, std::move(message), std::move(notes), node->span(), node});
  }

  // About an argument of a call, or about all of it when `arg` is -1. A variable's own place is
  // where it is bound, which may be far away.
  void ReportArgument(DiagKind kind, std::string message, const Expr& call, int arg) {
    Report(kind, std::move(message), call);
    std::span<const Expr> args = As<CallNode>(call)->args();
    if (arg < 0 || static_cast<size_t>(arg) >= args.size()) return;
    const SpanNode* inside = args[static_cast<size_t>(arg)]->span().get();
    const SpanNode* outside = call->span().get();
    if (inside && (!outside || (outside->source == inside->source &&
                                outside->begin <= inside->begin && inside->end <= outside->end))) {
      diagnostics_.back().span = Span(inside);
    } else {
      diagnostics_.back().argument = arg;
    }
  }

  // A hole in place of a type that is not known (yet).
  Type Hole() {
    has_holes_ = true;
    return IncompleteType();
  }

  static Expr WithChildrenKeepType(const ExprNode* node, std::span<const Expr> children) {
    Expr result = WithChildren(node, children);
    return result == node ? result : Rebuild(node, children, node->checked_type());
  }

  // `node` over `children` with `type`; annotations that were left out are filled in, as in TVM.
  static Expr Typed(const ExprNode* node, std::span<const Expr> children, Type type) {
    if (const auto* function = As<FunctionNode>(node)) {
      const auto* func_type = As<FuncTypeNode>(type);
      Type ret = function->ret_type;
      if (func_type && (!ret || ret->has_incomplete())) ret = func_type->ret_type;
      if (ret != function->ret_type) {
        Expr with_ret =
            Function(children.first(children.size() - 1), children.back(), std::move(ret),
                     function->type_params, function->attrs, function->span());
        return WithType(with_ret.get(), std::move(type));
      }
    } else if (const auto* var = As<VarNode>(node)) {
      Type annotation = var->type_annotation;
      if (!annotation || annotation->has_incomplete()) annotation = type;
      return VarWith(var->vid, std::move(annotation), std::move(type), var->span());
    }
    return Rebuild(node, children, std::move(type));
  }

  Expr Walk(const Expr& root) {
    struct Frame {
      const ExprNode* node;
      uint32_t step;
      uint32_t base;
    };
    std::vector<Frame> stack;
    std::vector<Expr> values;
    roots_.push_back(root);

    auto finish = [&](const ExprNode* node, Expr typed) {
      if (node->ref_count() > 1) memo_[node] = typed;
      values.push_back(std::move(typed));
    };
    auto push = [&](const ExprNode* node) {
      if (const auto* var = As<VarNode>(node)) {
        values.push_back(UseVar(var));
        return;
      }
      if (node->fully_typed()) {
        values.emplace_back(node);
        return;
      }
      if (node->ref_count() > 1) {
        if (const Expr* done = memo_.Find(node)) {
          values.push_back(*done);
          return;
        }
      }
      if (node->children().empty()) {
        finish(node, TypeOfLeaf(node));
        return;
      }
      if (const auto* function = As<FunctionNode>(node)) {
        for (const Expr& param : function->params()) BindVar(param, nullptr);
      }
      stack.push_back({node, 0, static_cast<uint32_t>(values.size())});
    };

    push(root.get());
    while (!stack.empty()) {
      Frame& top = stack.back();
      const ExprNode* node = top.node;
      std::span<const Expr> children = node->children();
      if (top.step < children.size()) {
        uint32_t step = top.step++;
        if (node->kind() == ExprKind::kLet) {
          StepLet(As<LetNode>(node), step, values, push);
        } else {
          if (step == 1 && node->kind() == ExprKind::kMatch) {
            BindPatterns(As<MatchNode>(node), values.back());
          }
          push(children[step].get());
        }
        continue;
      }
      uint32_t base = top.base;
      stack.pop_back();
      Expr typed;
      try {
        typed = TypeOf(node, std::span<const Expr>(values).subspan(base));
      } catch (const DiagnosticError& error) {
        const Diagnostic& problem = error.diagnostics()[0];
        if (problem.span || problem.node) throw;
        // What only the type knew, such as that it is too deep.
        Report(problem.kind, problem.message, Expr(node), problem.notes);
        ThrowIfFailed();
      }
      values.resize(base);
      finish(node, std::move(typed));
    }
    return std::move(values.back());
  }

  // The variable of a let is bound after its value is typed, so that it takes the value's type; a
  // function may be recursive, so there the variable comes first, as in TVM.
  template <class Push>
  void StepLet(const LetNode* let, uint32_t step, std::vector<Expr>& values, Push&& push) {
    const auto* function = As<FunctionNode>(let->value());
    if (step == 2) {
      // Only now is the function typed.
      if (function) UnifyVar(values[values.size() - 2], values.back());
      push(let->body().get());
    } else if (function) {
      if (step == 0) {
        Type type = AnnotatedType(function);
        if (type->has_incomplete()) has_holes_ = true;
        values.push_back(BindVar(let->var(), type));
      } else {
        push(let->value().get());
      }
    } else if (step == 0) {
      push(let->value().get());
    } else {
      Expr value = std::move(values.back());
      values.back() = BindVar(let->var(), value->checked_type());
      UnifyVar(values.back(), value);
      values.push_back(std::move(value));
    }
  }

  // Types the variables of a match's patterns after the data is typed.
  void BindPatterns(const MatchNode* match, const Expr& data) {
    auto report = [&](DiagKind kind, const PatternStep& step, std::string message) {
      diagnostics_.push_back({kind,
                              Severity::kError,
                              std::move(message),
                              {},
                              step.span ? step.span : match->span(),
                              Expr(match)});
    };
    std::vector<Type> types;  // Of the patterns to come, the next one last.
    for (size_t i = 0; i < match->clauses().size(); ++i) {
      types.assign(1, data->checked_type());
      size_t var = 0;
      for (const PatternStep& step : match->patterns->Pattern(i)) {
        Type type = solver_.Resolve(types.back());
        types.pop_back();
        if (step.kind == PatternStep::Kind::kWildcard) continue;
        if (type->has_incomplete()) has_holes_ = true;
        if (step.kind == PatternStep::Kind::kVar) {
          Expr typed = BindVar(match->vars(i)[var++], type);
          if (!solver_.Unify(typed->checked_type(), type)) {
            report(
                DiagKind::kTypeMismatch, step,
                Format("the variable %{} has type {}, but stands for a {}",
                       As<VarNode>(typed)->name().view(), Text(typed->checked_type()), Text(type)));
          }
          continue;
        }
        std::vector<Type> fields(step.fields);
        Type matched;
        if (step.data) {
          std::vector<Type> args(step.data->type_vars.size());
          for (Type& arg : args) arg = IncompleteType();
          const std::vector<Type>& inputs = step.data->constructors[step.index].inputs;
          for (size_t f = 0; f < fields.size() && f < inputs.size(); ++f) {
            fields[f] = SubstituteTypes(inputs[f], step.data->type_vars, args);
          }
          if (fields.size() != inputs.size()) {
            report(
                DiagKind::kArity, step,
                Format("{} has {} field{}, not {}", step.data->constructors[step.index].name.view(),
                       inputs.size(), inputs.size() == 1 ? "" : "s", fields.size()));
          }
          matched = TypeCall(GlobalTypeVar(step.data->name.view()), std::move(args));
        }
        for (Type& field : fields) {
          if (!field) field = IncompleteType();
        }
        if (!matched) matched = TupleType(fields);
        if (!solver_.Unify(type, matched)) {
          report(
              DiagKind::kTypeMismatch, step,
              Format("this pattern is for {}, but the value is a {}", Text(matched), Text(type)));
        }
        types.insert(types.end(), fields.rbegin(), fields.rend());
      }
    }
  }

  Type TypeOfMatch(const MatchNode* match, std::span<const Expr> children) {
    Type type;
    for (const MatchClause& clause : match->clauses()) {
      const Expr& body = children[clause.body];
      Type common = type ? solver_.Unify(type, body->checked_type()) : body->checked_type();
      if (common) {
        type = common;
      } else {
        Report(DiagKind::kTypeMismatch,
               Format("the clauses of a match have different types, {} and {}", Text(type),
                      Text(body->checked_type())),
               body);
      }
    }
    // The patterns of a match that is not well-typed may not fit each other.
    if (match->complete && diagnostics_.empty()) {
      constexpr size_t kMaxNamed = 5;
      UnmatchedCases unmatched = FindUnmatchedCases(*match->patterns, kMaxNamed);
      std::string cases;
      for (const std::string& text : unmatched.cases) {
        cases += Format("{}`{}`", cases.empty() ? "" : ", ", text);
      }
      if (!unmatched.decided) {
        Report(DiagKind::kUnmatchedCases, "the match has too many cases to check", Expr(match),
               {"write `match?`, which need not handle all"});
      } else if (!cases.empty()) {
        Report(DiagKind::kUnmatchedCases, "the match does not handle " + cases, Expr(match),
               {"add clauses, or write `match?`"});
      }
    }
    return type ? type : Hole();
  }

  void UnifyVar(const Expr& var, const Expr& value) {
    if (!solver_.Unify(var->checked_type(), value->checked_type())) {
      Report(DiagKind::kTypeMismatch,
             Format("the variable %{} has type {}, but its value has type {}",
                    As<VarNode>(var)->name().view(), Text(var->checked_type()),
                    Text(value->checked_type())),
             value);
    }
  }

  // The typed node that stands for a binder and all its uses. `type` is a suggestion for variables
  // without annotation.
  Expr BindVar(const Expr& binder, Type type) {
    const auto* var = As<VarNode>(binder);
    Expr& typed = vars_[var->vid.get()];
    if (typed) return typed;
    if (var->checked_type()) {
      typed = binder;
    } else if (var->type_annotation && !var->type_annotation->has_incomplete()) {
      typed = Typed(var, {}, var->type_annotation);
    } else {
      Type found = type ? type : Hole();
      if (var->type_annotation) {
        has_holes_ = true;
        if (Type common = solver_.Unify(var->type_annotation, found)) found = common;
      }
      typed = Typed(var, {}, std::move(found));
    }
    roots_.push_back(binder);
    return typed;
  }

  Expr UseVar(const VarNode* var) {
    if (const Expr* typed = vars_.Find(var->vid.get())) return *typed;
    if (closed_ && !var->checked_type()) {
      Report(DiagKind::kUnboundVar,
             Format("the variable %{} is not bound by any function or let around it",
                    var->name().view()),
             Expr(var));
    }
    return BindVar(Expr(var), nullptr);
  }

  Expr TypeOfLeaf(const ExprNode* node) {
    if (const auto* constant = As<ConstantNode>(node)) {
      return Rebuild(node, {}, constant->data->type());
    }
    if (const auto* tuple = As<TupleNode>(node)) return Rebuild(tuple, {}, TupleType({}));
    if (const auto* global = As<GlobalVarNode>(node)) {
      if (const Type* type = global_types_.Find(global->name.id())) {
        if ((*type)->has_incomplete()) has_holes_ = true;
        return Rebuild(node, {}, *type);
      }
      std::string known;
      if (module_) {
        for (const auto& item : module_->functions) {
          known += Format("{}@{}", known.empty() ? "" : ", ", item.name.view());
        }
      }
      Report(DiagKind::kUnknownGlobal,
             Format("there is no function @{} in the module", global->name.view()), Expr(node),
             {"the module has " + (known.empty() ? std::string("none") : known)});
      return Rebuild(node, {}, Hole());
    }
    if (const auto* constructor = As<ConstructorNode>(node)) {
      const TypeDataNode& data = *constructor->data;
      return Rebuild(node, {},
                     FuncType(constructor->decl().inputs, data.Applied(), data.type_vars));
    }
    if (const auto* call = As<CallNode>(node)) return TypeOf(call, call->children());
    return Rebuild(node, {}, Hole());
  }

  Expr TypeOf(const ExprNode* node, std::span<const Expr> children) {
    switch (node->kind()) {
      case ExprKind::kCall:
        return As<OpNode>(children[0]) ? TypeOfOpCall(node, children) : TypeOfCall(node, children);
      case ExprKind::kTuple: {
        std::vector<Type> fields;
        fields.reserve(children.size());
        for (const Expr& child : children) fields.push_back(child->checked_type());
        return Rebuild(node, children, TupleType(std::move(fields)));
      }
      case ExprKind::kTupleGetItem: {
        PendingField field{children[0]->checked_type(), As<TupleGetItemNode>(node)->index, nullptr,
                           nullptr};
        Type type = solver_.Resolve(field.tuple);
        const auto* tuple = As<TupleTypeNode>(type);
        if (tuple && field.index >= 0 && static_cast<size_t>(field.index) < tuple->fields.size()) {
          return Rebuild(node, children, tuple->fields[static_cast<size_t>(field.index)]);
        }
        field.result = Hole();
        field.node = Rebuild(node, children, field.result);
        Expr result = field.node;
        ResolveField(field);
        return result;
      }
      case ExprKind::kFunction: {
        const auto* function = As<FunctionNode>(node);
        std::vector<Type> params;
        params.reserve(children.size() - 1);
        for (const Expr& param : children.first(children.size() - 1)) {
          params.push_back(param->checked_type());
        }
        Type ret = children.back()->checked_type();
        // A generic function is no value: what is returned is one instance of it.
        const auto* generic = As<FuncTypeNode>(solver_.Resolve(ret));
        if (generic && !generic->type_params.empty()) {
          has_holes_ = true;
          ret = solver_.Instantiate(generic);
        }
        if (function->ret_type) {
          if (function->ret_type->has_incomplete()) has_holes_ = true;
          Type common = solver_.Unify(function->ret_type, ret);
          if (!common) {
            Report(DiagKind::kTypeMismatch,
                   Format("the function is declared to return {}, but its body has type {}",
                          Text(function->ret_type), Text(ret)),
                   children.back());
            // Callers rely on what is declared; one mistake is one diagnostic.
            ret = function->ret_type;
          } else {
            ret = common;
          }
        }
        return Typed(node, children,
                     FuncType(std::move(params), std::move(ret), function->type_params));
      }
      case ExprKind::kLet:
        return Rebuild(node, children, children[2]->checked_type());
      case ExprKind::kIf: {
        if (!solver_.Unify(children[0]->checked_type(), ScalarType(DataType::Bool()))) {
          Report(DiagKind::kTypeMismatch,
                 Format("the condition of an if must be a bool, not {}",
                        Text(children[0]->checked_type())),
                 children[0]);
        }
        Type type = solver_.Unify(children[1]->checked_type(), children[2]->checked_type());
        if (!type) {
          Report(DiagKind::kTypeMismatch,
                 Format("the branches of an if have different types, {} and {}",
                        Text(children[1]->checked_type()), Text(children[2]->checked_type())),
                 children[2]);
          type = children[1]->checked_type();
        }
        return Rebuild(node, children, std::move(type));
      }
      case ExprKind::kMatch:
        return Rebuild(node, children, TypeOfMatch(As<MatchNode>(node), children));
      case ExprKind::kRefCreate:
        return Rebuild(node, children, RefType(children[0]->checked_type()));
      case ExprKind::kRefRead:
        return Rebuild(node, children, ReferencedType(node, children[0]));
      case ExprKind::kRefWrite: {
        Type value = ReferencedType(node, children[0]);
        if (!solver_.Unify(value, children[1]->checked_type())) {
          Report(DiagKind::kTypeMismatch,
                 Format("a reference to {} cannot take a {}", Text(value),
                        Text(children[1]->checked_type())),
                 children[1]);
        }
        return Rebuild(node, children, TupleType({}));
      }
      default:
        return Rebuild(node, children, Hole());
    }
  }

  Type ReferencedType(const ExprNode* node, const Expr& ref) {
    Type type = solver_.Resolve(ref->checked_type());
    if (const auto* known = As<RefTypeNode>(type)) return known->value;
    Type value = Hole();
    if (!solver_.Unify(type, RefType(value))) {
      Report(DiagKind::kTypeMismatch, Format("this needs a reference, not {}", Text(type)),
             Expr(node));
    }
    return value;
  }

  void ResolveField(PendingField& field) {
    Type type = solver_.Resolve(field.tuple);
    if (type->kind() == TypeKind::kIncomplete) {
      pending_fields_.push_back(field);
      return;
    }
    const auto* tuple = As<TupleTypeNode>(type);
    if (!tuple) {
      Report(DiagKind::kNotATuple,
             Format("field {} is taken from {}, which is no tuple", field.index, Text(type)),
             field.node);
    } else if (field.index < 0 || static_cast<size_t>(field.index) >= tuple->fields.size()) {
      Report(DiagKind::kNotATuple,
             Format("field {} is taken from a tuple of {} fields, {}", field.index,
                    tuple->fields.size(), Text(type)),
             field.node);
    } else if (!solver_.Unify(field.result, tuple->fields[static_cast<size_t>(field.index)])) {
      Report(DiagKind::kTypeMismatch,
             Format("field {} of the tuple is {}, but {} is needed", field.index, Text(type),
                    Text(field.result)),
             field.node);
    }
  }

  Expr TypeOfOpCall(const ExprNode* node, std::span<const Expr> children) {
    const auto* op = As<OpNode>(children[0]);
    const OpDecl& decl = *op->decl;
    size_t num_args = children.size() - 1;
    if (!decl.variadic && num_args != decl.args.size()) {
      std::string names;
      for (const ArgDecl& arg : decl.args) {
        names += Format("{}{}", names.empty() ? "" : ", ", arg.name);
      }
      Report(DiagKind::kArity,
             Format("{} takes {} argument{} ({}), not {}", decl.name, decl.args.size(),
                    decl.args.size() == 1 ? "" : "s", names, num_args),
             WithChildren(node, children));
      return Rebuild(node, children, Hole());
    }
    const Attrs& attrs = As<CallNode>(node)->attrs;
    if (decl.schema && (!attrs || attrs->schema() != &decl.schema())) {
      Report(DiagKind::kMissingAttribute,
             Format("{} needs attributes of type {}, not {}", decl.name, decl.schema().type_key,
                    attrs ? attrs->schema()->type_key : "none"),
             WithChildren(node, children));
      return Rebuild(node, children, Hole());
    }
    Type type = RunRelation(As<CallNode>(node), children);
    if (!type) {
      type = Hole();
      pending_.push_back({WithChildren(node, children), type});
    }
    return Rebuild(node, children, std::move(type));
  }

  // Null when the relation has to wait. A failed relation gives a hole, so that one mistake is one
  // diagnostic.
  Type RunRelation(const CallNode* node, std::span<const Expr> children) {
    Type few[8];
    std::vector<Type> many;
    std::span<const Expr> args = children.subspan(1);
    std::span<Type> types;
    if (args.size() <= std::size(few)) {
      types = std::span<Type>(few, args.size());
    } else {
      many.resize(args.size());
      types = many;
    }
    for (size_t i = 0; i < args.size(); ++i) types[i] = solver_.Resolve(args[i]->checked_type());
    call = node;
    children_ = children;
    arg_types = types;
    result = nullptr;
    RelStatus status = As<OpNode>(node->op())->decl->relation(*this);
    arg_types = {};
    switch (status) {
      case RelStatus::kDone:
        PASSCOPE_CHECK(result);
        if (result->has_incomplete()) has_holes_ = true;
        return std::move(result);
      case RelStatus::kPending:
        return nullptr;
      case RelStatus::kFailed:
        PASSCOPE_CHECK(!diagnostics_.empty());
        break;
    }
    return Hole();
  }

  Expr TypeOfCall(const ExprNode* node, std::span<const Expr> children) {
    std::span<const Expr> args = children.subspan(1);
    Type callee = solver_.Resolve(children[0]->checked_type());
    if (callee->kind() == TypeKind::kIncomplete) {
      std::vector<Type> arg_types;
      for (const Expr& arg : args) arg_types.push_back(arg->checked_type());
      Type ret = Hole();
      solver_.Unify(callee, FuncType(std::move(arg_types), ret));
      return Rebuild(node, children, std::move(ret));
    }
    const auto* func = As<FuncTypeNode>(callee);
    if (!func) {
      Report(DiagKind::kNotAFunction,
             Format("what is called here is no function but {}", Text(callee)), Expr(node));
      return Rebuild(node, children, Hole());
    }
    Type instance = solver_.Instantiate(func);
    if (!(instance == callee)) {
      has_holes_ = true;
      func = As<FuncTypeNode>(instance);
    }
    if (func->arg_types.size() != args.size()) {
      Report(DiagKind::kArity,
             Format("the function takes {} argument{}, not {}", func->arg_types.size(),
                    func->arg_types.size() == 1 ? "" : "s", args.size()),
             WithChildren(node, children), {"its type is " + Text(instance)});
      return Rebuild(node, children, func->ret_type);
    }
    for (size_t i = 0; i < args.size(); ++i) {
      if (!solver_.Unify(func->arg_types[i], args[i]->checked_type())) {
        ReportArgument(DiagKind::kTypeMismatch,
                       Format("the function takes {} as argument {}, not {}",
                              Text(func->arg_types[i]), i, Text(args[i]->checked_type())),
                       WithChildren(node, children), static_cast<int>(i));
      }
    }
    Type ret = solver_.Resolve(func->ret_type);
    if (ret->has_incomplete()) has_holes_ = true;
    return Rebuild(node, children, std::move(ret));
  }

  const IRModuleNode* module_;
  TypeSolver solver_;
  PtrMap<Type> global_types_;  // By the identity of the interned name.
  PtrMap<Expr> vars_;          // Typed variables by identity.
  PtrMap<Expr> memo_;          // Typed nodes of shared ones.
  PtrMap<Expr> filled_;        // Variables whose holes were filled.
  std::vector<Expr> roots_;    // Keeps the keys of the maps alive.
  std::vector<Pending> pending_;
  std::vector<PendingField> pending_fields_;
  std::vector<Diagnostic> diagnostics_;
  std::span<const Expr> children_;  // Of the call whose relation runs: the typed ones.
  bool closed_ = true;
  bool has_holes_ = false;
};

// A typed function whose calls of global functions carry types that these functions no longer have
// loses the types that depend on them.
Expr DropStaleTypes(const Expr& function, const IRModule& module) {
  return RewritePostOrder(function, [&](const ExprNode* node, std::span<const Expr> children) {
    const auto* global = As<GlobalVarNode>(node);
    if (global && global->checked_type()) {
      const FunctionNode* callee = module->Find(global->name.view());
      if (!callee || !(callee->checked_type() == global->checked_type())) {
        return WithType(node, nullptr);
      }
    }
    return WithChildren(node, children);
  });
}

}  // namespace

IRModule InferTypes(const IRModule& module) { return InferTypes(module, nullptr); }

IRModule InferTypes(const IRModule& module, std::vector<Diagnostic>* problems) {
  size_t untyped = 0;
  for (const auto& item : module->functions) untyped += !item.function->fully_typed();
  if (untyped == 0) return module;

  std::vector<IRModuleNode::Item> functions = module->functions;
  Inferencer inferencer(module.get());
  for (const auto& item : functions) {
    inferencer.DeclareGlobal(item.name, As<FunctionNode>(item.function));
  }
  try {
    for (auto& item : functions) {
      if (!item.function->fully_typed())
        item.function = inferencer.InferGlobal(item.name, item.function);
    }
    inferencer.Solve();
    if (inferencer.has_holes()) {
      for (auto& item : functions) item.function = inferencer.Fill(item.function);
    }
    if (problems) inferencer.MoveDiagnostics(problems);
    inferencer.ThrowIfFailed();
  } catch (const DiagnosticError& error) {
    if (!problems) throw;
    *problems = error.diagnostics();
  }
  IRModule typed = WithFunctions(module, std::move(functions));
  if (untyped == typed->functions.size()) return typed;

  // Some functions were typed before: they may have been typed against other signatures.
  bool stale = false;
  functions = typed->functions;
  for (auto& item : functions) {
    Expr checked = DropStaleTypes(item.function, typed);
    stale = stale || !(checked == item.function);
    item.function = std::move(checked);
  }
  return stale ? InferTypes(WithFunctions(typed, std::move(functions))) : typed;
}

Expr InferTypes(const Expr& expr) {
  if (expr->fully_typed()) return expr;
  Inferencer inferencer(nullptr);
  Expr typed = inferencer.Infer(expr, false);
  inferencer.Solve();
  if (inferencer.has_holes()) typed = inferencer.Fill(typed);
  inferencer.ThrowIfFailed();
  return typed;
}

namespace transform {

Pass InferType() {
  return CreateModulePass([](const IRModule& module, PassContext&) { return InferTypes(module); },
                          TableInfo("InferType"));
}

}  // namespace transform
}  // namespace passcope
