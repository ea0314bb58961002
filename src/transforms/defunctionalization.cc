// Defunctionalization: makes a program first-order: no function takes a function.
//
// Why: it is hard to generate code for functions that are known only at run time. A function that
// is an argument becomes a value of a data type. Each function type has one data type, with a
// constructor for each function; the constructor's fields are the captured variables. A global
// function that takes functions is cloned for each type that it is called with. Where a clone
// called its parameter, it calls a function "apply", which matches the constructors. After J. C.
// Reynolds, "Definitional Interpreters for Higher-Order Programming Languages" (1972). As in TVM,
// the names of data types and functions derive from the types, but here the parser can read them
// back. Not done: functions as results or inside other values.
//
//   before  @map(fn (%y: int32) { add(%x, %y) }, %list)
//   after   type Defunc_fn_int32_int32 { Closure1(int32) }
//           def @apply_fn_int32_int32(%f, %y) { match (%f) { Closure1(%x) => add(%x, %y) } }
//           @map_fn_fn_int32_int32_List_int32_List_int32(Closure1(%x), %list)
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/effects.h"
#include "analysis/type_vars.h"
#include "diagnostics/diagnostic.h"
#include "ir/free_vars.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/de_duplicate.h"
#include "transforms/inlined_calls.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

[[noreturn]] void Unsupported(Message message) {
  throw DiagnosticError(DiagKind::kUnsupported, std::move(message));
}

bool HasFuncType(const Type& type) {
  auto any = [](const std::vector<Type>& types) {
    for (const Type& each : types) {
      if (HasFuncType(each)) return true;
    }
    return false;
  };
  if (As<FuncTypeNode>(type)) return true;
  if (const auto* tuple = As<TupleTypeNode>(type)) return any(tuple->fields);
  if (const auto* ref = As<RefTypeNode>(type)) return HasFuncType(ref->value);
  if (const auto* call = As<TypeCallNode>(type)) return any(call->args);
  return false;
}

bool TakesFunctions(const FuncTypeNode* type) {
  for (const Type& arg : type->arg_types) {
    if (HasFuncType(arg)) return true;
  }
  return HasFuncType(type->ret_type);
}

// The type as part of a name: "fn (int32) -> bool" is "fn_int32_bool".
std::string NameOf(const Type& type) {
  std::string name;
  for (char c : TypeText(type)) {
    bool in_name = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (in_name) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

// The type arguments of a call of a generic function of type `declared`.
std::vector<Type> KnownTypeArgs(const FuncTypeNode* declared, const CallNode* call) {
  std::vector<Type> type_args = TypeArgsOf(declared, call);
  for (const Type& arg : type_args) {
    if (arg) continue;
    const auto* global = As<GlobalVarNode>(call->op());
    Unsupported(
        global ? MSG(kDefuncGlobalTypeArgumentsUnknown,
                     "Defunctionalization cannot infer the type arguments of a call of @{function}",
                     global->name.str())
               : MSG(kDefuncLocalTypeArgumentsUnknown,
                     "Defunctionalization cannot infer the type arguments of a call of a local "
                     "function"));
  }
  return type_args;
}

// Inlines let-bound functions and functions that are called in place. Then each function is an
// argument, or is called by the name of a global function or a parameter.
class FunctionInliner : public Rewriter {
 public:
  explicit FunctionInliner(Effects* effects) : inlined_(effects) {}
  bool changed() const { return changed_; }

 protected:
  void LetValueDone(const LetNode* let, const Expr& value) override {
    if (!IsInlined(let, value)) return;
    bound_.Set(As<VarNode>(let->var())->vid, value);
    changed_ = true;
  }
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    if (const auto* var = As<VarNode>(node)) {
      const Expr* value = bound_.Find(var->vid.get());
      return value ? DeDup(*value) : Expr(node);
    }
    if (const auto* let = As<LetNode>(node); let && bound_.Find(As<VarNode>(let->var())->vid.get()))
      return children[2];
    const auto* function = As<CallNode>(node) ? As<FunctionNode>(children[0]) : nullptr;
    if (!function || function->is_primitive()) return WithChildren(node, children);
    changed_ = true;
    // A copy: the function can also stay elsewhere, or be called again.
    const auto* call = As<CallNode>(node);
    Expr copy;
    if (function->type_params.empty()) {
      copy = DeDup(children[0]);
    } else {
      const auto* declared = As<FuncTypeNode>(call->op()->checked_type());
      PASSCOPE_CHECK(declared);
      copy = Instantiate(function, KnownTypeArgs(declared, call));
    }
    return inlined_.Body(call, As<FunctionNode>(copy), children.subspan(1));
  }

 private:
  static bool IsInlined(const LetNode* let, const Expr& value) {
    const auto* function = As<FunctionNode>(value);
    const auto* var = As<VarNode>(value);
    if (var) return As<FuncTypeNode>(var->checked_type()) != nullptr;
    if (!function) return false;
    for (const Expr& free : FreeVars(value)) {
      if (As<VarNode>(free)->vid == As<VarNode>(let->var())->vid)
        Unsupported(
            MSG(kDefuncLocalRecursion,
                "Defunctionalization does not support local functions that call themselves"));
    }
    return true;
  }
  VarMap bound_;
  InlinedCalls inlined_;
  bool changed_ = false;
};

// The data type for the functions of one type.
struct Encoding {
  std::string data;   // The name of the data type.
  std::string apply;  // The function that calls the function that a value encodes.
  const FuncTypeNode* type;
  std::vector<TypeDataNode::Constructor> constructors;
  // The function of each constructor, over its captured variables.
  struct Case {
    Expr function;
    std::vector<Expr> captured;
  };
  std::vector<Case> cases;
  std::map<std::string, uint32_t> globals;  // Constructors of global functions.
};

class Defunctionalizer : public Rewriter {
 public:
  explicit Defunctionalizer(IRModule module)
      : module_(std::move(module)), is_generic_(HasTypeParams(module_)), effects_(module_) {}

  IRModule Transform() {
    const FunctionNode* main = As<FunctionNode>(module_->Lookup("main"));
    if (!main->type_params.empty())
      Unsupported(MSG(kDefuncMainTypeParameters,
                      "Defunctionalization does not support type parameters of @main"));
    if (TakesFunctions(As<FuncTypeNode>(main->checked_type())))
      Unsupported(MSG(kDefuncMainTakesFunctions,
                      "Defunctionalization does not support functions as parameters or results of "
                      "@main"));
    std::vector<IRModuleNode::Item> done;
    done.push_back({Name("main"), Transform(Expr(main))});
    // Transforming a clone can add clones.
    for (size_t i = 0; i < clones_.size(); ++i) {
      auto [name, function] = clones_[i];
      done.push_back({name, Transform(function)});
    }
    for (size_t i = 0; i < encodings_.size(); ++i) AddApply(i, &done);
    return WithConstructors(std::move(done));
  }

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    if (const auto* var = As<VarNode>(node)) {
      const Expr* other = params_.Find(var->vid.get());
      return other ? *other : Expr(node);
    }
    const auto* call = As<CallNode>(node);
    if (!call) return WithChildren(node, children);
    if (const auto* global = As<GlobalVarNode>(children[0]))
      return CallGlobal(call, global, children);
    if (const auto* var = As<VarNode>(children[0])) {
      const auto* data = As<TypeCallNode>(var->type_annotation);
      const auto* name = data ? As<GlobalTypeVarNode>(data->func) : nullptr;
      for (const auto& encoding : encodings_) {
        if (name && name->name.view() == encoding->data)
          return Call(GlobalVar(encoding->apply), children);
      }
    }
    return WithChildren(node, children);
  }

 private:
  // Transforms a typed function, whose parameters can be functions.
  Expr Transform(const Expr& function) {
    Expr inlined = function;
    for (bool again = true; again;) {
      FunctionInliner inliner(effects_.For(inlined));
      inlined = inliner.Run(inlined);
      again = inliner.changed();
      // The next round finds type arguments of generic functions by types.
      if (again && is_generic_) inlined = Retyped(inlined);
    }
    const auto* plain = As<FunctionNode>(inlined);
    std::vector<Expr> params;
    for (const Expr& param : plain->params()) {
      const auto* var = As<VarNode>(param);
      const Type& type = var->checked_type() ? var->checked_type() : var->type_annotation;
      if (HasFuncType(type)) {
        Type data = TypeCall(GlobalTypeVar(EncodingOf(type).data), {});
        params.push_back(Var(var->name().view(), std::move(data)));
        params_.Set(var->vid, params.back());
      } else {
        params.push_back(param);
      }
    }
    return Function(params, Run(plain->body()), plain->ret_type, {}, plain->attrs, plain->span());
  }

  Expr Retyped(const Expr& function) {
    const std::string name = UniqueName("inlined");
    return InferTypes(WithFunction(module_, name, function))->Lookup(name);
  }

  Encoding& EncodingOf(const Type& type) {
    const auto* function = As<FuncTypeNode>(type);
    if (!function || TakesFunctions(function))
      Unsupported(MSG(kDefuncFunctionInsideType,
                      "Defunctionalization does not support functions inside the type {type}",
                      TypeText(type)));
    for (const auto& encoding : encodings_) {
      if (encoding->type == function) return *encoding;
    }
    std::string name = NameOf(type);
    auto encoding = std::make_unique<Encoding>();
    encoding->data = UniqueName("Defunc_" + name);
    encoding->apply = UniqueName("apply_" + name);
    encoding->type = function;
    types_.push_back(type);
    encodings_.push_back(std::move(encoding));
    return *encodings_.back();
  }

  std::string UniqueName(const std::string& wanted) {
    std::string name = wanted;
    for (int i = 1; module_->Find(name) || module_->FindType(Name(name)) || names_.count(name); ++i)
      name = wanted + "_" + std::to_string(i);
    names_[name] = true;
    return name;
  }

  Expr CallGlobal(const CallNode* call, const GlobalVarNode* global,
                  std::span<const Expr> children) {
    const FunctionNode* callee = module_->Find(global->name.view());
    if (!callee) return WithChildren(call, children);
    const auto* declared = As<FuncTypeNode>(callee->checked_type());
    PASSCOPE_CHECK(declared);
    std::vector<Type> type_args = KnownTypeArgs(declared, call);
    Type type = SubstituteTypes(FuncType(declared->arg_types, declared->ret_type),
                                declared->type_params, type_args);
    const auto* instance = As<FuncTypeNode>(type);
    if (HasFuncType(instance->ret_type))
      Unsupported(MSG(kDefuncFunctionReturned,
                      "Defunctionalization does not support @{function}, which returns a function",
                      global->name.str()));
    if (!TakesFunctions(instance)) return WithChildren(call, children);
    std::vector<Expr> args;
    for (size_t i = 0; i < instance->arg_types.size(); ++i) {
      const Type& of = instance->arg_types[i];
      args.push_back(HasFuncType(of) ? Encode(children[i + 1], of) : children[i + 1]);
    }
    return Call(GlobalVar(CloneOf(global->name.str(), callee, type, type_args)), args);
  }

  const std::string& CloneOf(const std::string& global, const FunctionNode* callee,
                             const Type& type, const std::vector<Type>& type_args) {
    auto [place, fresh] = clone_names_.try_emplace(global + TypeText(type));
    if (fresh) {
      place->second = UniqueName(global + "_" + NameOf(type));
      Expr clone = Instantiate(callee, type_args);
      // The clone is typed as part of the program, before anything in it is replaced.
      IRModule typed = InferTypes(WithFunction(module_, place->second, std::move(clone)));
      clones_.push_back({Name(place->second), typed->Lookup(place->second)});
    }
    return place->second;
  }

  // The value that encodes a function.
  Expr Encode(const Expr& arg, const Type& type) {
    if (As<VarNode>(arg)) return arg;
    Encoding& encoding = EncodingOf(type);
    if (const auto* global = As<GlobalVarNode>(arg)) {
      auto [index, fresh] = encoding.globals.try_emplace(global->name.str());
      if (fresh) index->second = AddCase(encoding, arg, {});
      return Call(ConstructorOf(encoding, index->second), std::initializer_list<Expr>{});
    }
    if (!As<FunctionNode>(arg))
      Unsupported(MSG(kDefuncFunctionArgumentForm,
                      "Defunctionalization supports only variables and functions as arguments that "
                      "are functions"));
    std::vector<Expr> captured = FreeVars(arg);
    uint32_t index = AddCase(encoding, arg, captured);
    return Call(ConstructorOf(encoding, index), captured);
  }

  uint32_t AddCase(Encoding& encoding, const Expr& function, const std::vector<Expr>& captured) {
    std::vector<Type> fields;
    for (const Expr& var : captured) {
      const auto* node = As<VarNode>(var);
      fields.push_back(node->type_annotation ? node->type_annotation : node->checked_type());
      PASSCOPE_CHECK(fields.back());
    }
    Name name("Closure" + std::to_string(++constructors_));
    encoding.constructors.push_back({name, std::move(fields)});
    encoding.cases.push_back({function, captured});
    return static_cast<uint32_t>(encoding.constructors.size() - 1);
  }

  // A constructor of the unfinished data type. WithConstructors puts the finished type in.
  static Expr ConstructorOf(const Encoding& encoding, uint32_t index) {
    TypeData data(new TypeDataNode(Name(encoding.data), {}, encoding.constructors));
    return Constructor(data, index);
  }

  // Adds the function that calls the function that a value of the data type encodes.
  void AddApply(size_t index, std::vector<IRModuleNode::Item>* done) {
    const Encoding& encoding = *encodings_[index];
    TypeData data(new TypeDataNode(Name(encoding.data), {}, encoding.constructors));
    std::vector<Expr> params = {Var("x", data->Applied())};
    for (const Type& type : encoding.type->arg_types) params.push_back(Var("y", type));
    std::span<const Expr> args = std::span<const Expr>(params).subspan(1);
    std::vector<Expr> children = {params[0]};
    std::vector<PatternStep> steps;
    std::vector<MatchClause> clauses;
    for (uint32_t i = 0; i < encoding.cases.size(); ++i) {
      const Encoding::Case& of = encoding.cases[i];
      MatchClause clause;
      clause.pattern = static_cast<uint32_t>(steps.size());
      clause.vars = static_cast<uint32_t>(children.size());
      auto fields = static_cast<uint32_t>(of.captured.size());
      steps.push_back({PatternStep::Kind::kConstructor, fields, i, data, nullptr});
      VarMap values;
      for (uint32_t k = 0; k < fields; ++k) {
        const auto* var = As<VarNode>(of.captured[k]);
        steps.push_back({PatternStep::Kind::kVar, 0, 0, nullptr, nullptr});
        children.push_back(Var(var->name().view(), encoding.constructors[i].inputs[k]));
        values.Set(var->vid, children.back());
      }
      clause.body = static_cast<uint32_t>(children.size());
      Expr body;
      if (const auto* function = As<FunctionNode>(of.function)) {
        for (size_t k = 0; k < args.size(); ++k)
          values.Set(As<VarNode>(function->params()[k])->vid, args[k]);
        body = DeDup(SubstituteVars(function->body(), values));
      } else {
        body = Call(of.function, args);
      }
      children.push_back(std::move(body));
      clauses.push_back(clause);
    }
    Expr match = Match(
        children, MatchPatterns(new MatchPatternsNode(std::move(steps), std::move(clauses))), true);
    done->push_back({Name(encoding.apply), Function(params, match, encoding.type->ret_type)});
  }

  // The module with the new functions, and with data types that have all their constructors.
  IRModule WithConstructors(std::vector<IRModuleNode::Item> made) {
    std::vector<TypeData> types = module_->types;
    std::map<std::string, TypeData> data;
    for (const auto& encoding : encodings_) {
      TypeData all(new TypeDataNode(Name(encoding->data), {}, encoding->constructors));
      types.push_back(all);
      data.emplace(encoding->data, all);
    }
    IRModule result(new IRModuleNode(module_->functions, module_->attrs, std::move(types)));
    for (const IRModuleNode::Item& item : made) {
      Expr function = RewritePostOrder(
          item.function, [&](const ExprNode* node, std::span<const Expr> children) -> Expr {
            const auto* constructor = As<ConstructorNode>(node);
            auto all = constructor ? data.find(constructor->data->name.str()) : data.end();
            return all == data.end() ? WithChildren(node, children)
                                     : Constructor(all->second, constructor->index);
          });
      result = WithFunction(result, item.name.view(), std::move(function));
    }
    return result;
  }

  const IRModule module_;
  const bool is_generic_;
  LazyEffects effects_;
  std::vector<std::unique_ptr<Encoding>> encodings_;
  std::vector<Type> types_;  // Keeps the types of the encodings.
  std::map<std::string, bool> names_;
  std::map<std::string, std::string> clone_names_;  // By function and type.
  std::vector<IRModuleNode::Item> clones_;          // Typed, not transformed.
  VarMap params_;                                   // Replacements of function parameters.
  int constructors_ = 0;
};

}  // namespace

namespace transform {

Pass Defunctionalization() {
  return CreateModulePass(
      [](const IRModule& module, PassContext&) {
        return InferTypes(Defunctionalizer(InferTypes(module)).Transform());
      },
      TableInfo("Defunctionalization"));
}

}  // namespace transform
}  // namespace passcope
