// OutlineCompilerFunctionsWithExistingGlobalSymbols, MarkCompilerFunctionsAsExtern and
// InlineCompilerFunctionsBoundTo: what external code generators do with the functions that
// PartitionGraph made for them.
//
// Why: Inline puts these functions back into @main, since executors know one function. Before they
// are compiled, they are outlined again, under the names in their attribute "global_symbol".
// Compiled functions are marked as extern. A function that is not worth compiling is inlined for
// good, together with the composite functions in it.
//
//   before  fn (%p, Compiler="accel", global_symbol="f") { nn.relu(%p) }(%x)
//   after   @f(%x)
#include "transforms/compiler_functions.h"

#include <algorithm>

#include "analysis/type_vars.h"
#include "diagnostics/diagnostic.h"
#include "ir/free_vars.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "support/ptr_map.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

using Items = std::vector<IRModuleNode::Item>;

const std::string* TextAttr(const FunctionNode* function, std::string_view name) {
  const AttrValue* value = function->attrs ? function->attrs->Find(name) : nullptr;
  return value ? value->get<std::string>() : nullptr;
}

// The function if it belongs to a selected compiler; otherwise null.
const FunctionNode* AsCompilerFunction(const Expr& expr, const std::string& filter) {
  const auto* function = As<FunctionNode>(expr);
  const std::string* compiler = function ? TextAttr(function, "Compiler") : nullptr;
  return compiler && (filter.empty() || *compiler == filter) ? function : nullptr;
}

class Outliner : public Rewriter {
 public:
  Outliner(const std::string& filter, const IRModule& module, Items* added)
      : filter_(filter), module_(module), added_(added) {}

 protected:
  void LetValueDone(const LetNode* let, const Expr& value) override {
    // A let-bound function is called like one that is written in place.
    if (AsCompilerFunction(value, filter_)) values_.Set(As<VarNode>(let->var())->vid, value);
  }
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    if (const auto* var = As<VarNode>(node)) {
      const Expr* value = values_.Find(var->vid.get());
      return value ? *value : Expr(node);
    }
    if (node->kind() == ExprKind::kLet && AsCompilerFunction(children[1], filter_)) {
      return children[2];
    }
    const FunctionNode* function =
        node->kind() == ExprKind::kCall ? AsCompilerFunction(children[0], filter_) : nullptr;
    if (!function) return WithChildrenKeepingType(node, children);
    const std::string* symbol = TextAttr(function, "global_symbol");
    if (!symbol) {
      throw DiagnosticError(
          DiagKind::kIllFormed,
          MSG(kCompilerFunctionSymbolMissing,
              "a function for the compiler {compiler} has no attribute 'global_symbol'",
              *TextAttr(function, "Compiler")),
          {}, Expr(function));
    }
    AddOutlined(function, *symbol);
    std::vector<Expr> parts(children.begin(), children.end());
    parts[0] = GlobalVar(*symbol, function->checked_type());
    return WithChildrenKeepingType(node, parts);
  }

 private:
  // Adds the function. A function with its name must have its type; then nothing is added.
  void AddOutlined(const FunctionNode* function, const std::string& symbol) {
    const FunctionNode* known = module_->Find(symbol);
    for (const IRModuleNode::Item& item : *added_) {
      if (item.name.view() == symbol) known = As<FunctionNode>(item.function);
    }
    if (known == function) return;
    if (!FreeVars(Expr(function)).empty() || !FindTypeVars(Expr(function)).Free().empty()) {
      throw DiagnosticError(
          DiagKind::kUnsupported,
          MSG(kCompilerFunctionCapturesVariables,
              "a function for the compiler {compiler} cannot become @{name}: it uses variables of "
              "the function around it",
              *TextAttr(function, "Compiler"), symbol),
          {}, Expr(function));
    }
    if (!known) {
      added_->push_back({Name(symbol), Expr(function)});
      return;
    }
    auto type = [&](const FunctionNode* of) {
      return EnsureTyped(Expr(of), module_)->checked_type();
    };
    if (type(known) == type(function)) return;
    throw DiagnosticError(DiagKind::kTypeMismatch,
                          MSG(kCompilerFunctionNameTaken,
                              "a function for the compiler {compiler} cannot become @{name}: "
                              "another function has that name and a different type",
                              *TextAttr(function, "Compiler"), symbol),
                          {}, Expr(function));
  }

  const std::string& filter_;
  const IRModule& module_;
  Items* added_;
  VarMap values_;
};

Expr Bind(const FunctionNode* function, const Expr& body, std::span<const Expr> args) {
  if (function->params().size() != args.size()) {
    throw DiagnosticError(
        DiagKind::kArity,
        MSG(kEvaluatorArgumentCountMismatch,
            "a function of {expected} parameters is called with {actual} arguments",
            function->params().size(), args.size()),
        {}, Expr(function));
  }
  VarMap values;
  bool same_types = true;
  for (size_t i = 0; i < args.size(); ++i) {
    const Expr& param = function->params()[i];
    values.Set(As<VarNode>(param)->vid, args[i]);
    same_types = same_types && args[i]->checked_type() == param->checked_type();
  }
  if (!same_types) return SubstituteVars(body, values);
  return RewritePostOrder(body, [&](const ExprNode* node, std::span<const Expr> children) {
    const auto* var = As<VarNode>(node);
    const Expr* value = var ? values.Find(var->vid.get()) : nullptr;
    return value ? *value : WithChildrenKeepingType(node, children);
  });
}

// The body, with each call of a composite function replaced by that function's body.
Expr InlineComposites(const Expr& body) {
  return RewritePostOrder(body, [](const ExprNode* node, std::span<const Expr> children) {
    const auto* callee = node->kind() == ExprKind::kCall ? As<FunctionNode>(children[0]) : nullptr;
    if (!callee || !TextAttr(callee, "Composite")) return WithChildrenKeepingType(node, children);
    return Bind(callee, callee->body(), children.subspan(1));
  });
}

}  // namespace

namespace transform {

Pass OutlineCompilerFunctionsWithExistingGlobalSymbols(CompilerFilter options) {
  return CreateModulePass(
      [filter = std::move(options.compiler_filter)](const IRModule& module, PassContext&) {
        Items items = module->functions, added;
        for (IRModuleNode::Item& item : items) {
          if (!As<FunctionNode>(item.function)->may_be_changed()) continue;
          item.function = Outliner(filter, module, &added).Run(item.function);
        }
        items.insert(items.end(), added.begin(), added.end());
        return WithFunctions(module, std::move(items));
      },
      TableInfo("OutlineCompilerFunctionsWithExistingGlobalSymbols"));
}

Pass MarkCompilerFunctionsAsExtern(CompilerFilter options) {
  return CreateModulePass(
      [filter = std::move(options.compiler_filter)](const IRModule& module, PassContext&) {
        Items items = module->functions;
        for (IRModuleNode::Item& item : items) {
          const FunctionNode* function = AsCompilerFunction(item.function, filter);
          if (!function) continue;
          item.function = WithFunctionAttrs(function, WithAttr(nullptr, "Extern", int64_t{1}));
        }
        return WithFunctions(module, std::move(items));
      },
      TableInfo("MarkCompilerFunctionsAsExtern"));
}

Pass InlineCompilerFunctionsBoundTo(InlineCompilerFunctionsOptions options) {
  return CreateModulePass(
      [names = std::move(options.global_vars)](const IRModule& module, PassContext&) {
        auto is_inlined = [&](Name name) {
          return std::find(names.begin(), names.end(), name.view()) != names.end();
        };
        PtrMap<Expr> bodies;  // By the function's name.
        for (const IRModuleNode::Item& item : module->functions) {
          if (!is_inlined(item.name)) continue;
          const FunctionNode* function = AsCompilerFunction(item.function, "");
          if (!function) {
            throw DiagnosticError(DiagKind::kBadPassOption,
                                  MSG(kCompilerFunctionExpected,
                                      "{pass}: the function @{name} has no attribute 'Compiler'",
                                      "InlineCompilerFunctionsBoundTo", item.name.str()));
          }
          bodies[item.name.id()] = InlineComposites(function->body());
        }
        Items items;
        for (const IRModuleNode::Item& item : module->functions) {
          if (is_inlined(item.name)) continue;
          Items::value_type kept = item;
          if (As<FunctionNode>(item.function)->may_be_changed()) {
            kept.function = RewritePostOrder(
                item.function, [&](const ExprNode* node, std::span<const Expr> children) {
                  const auto* callee =
                      node->kind() == ExprKind::kCall ? As<GlobalVarNode>(children[0]) : nullptr;
                  const Expr* body = callee ? bodies.Find(callee->name.id()) : nullptr;
                  if (!body) return WithChildrenKeepingType(node, children);
                  return Bind(module->Find(callee->name.view()), *body, children.subspan(1));
                });
          }
          items.push_back(kept);
        }
        return bodies.empty()
                   ? module
                   : IRModule(new IRModuleNode(std::move(items), module->attrs, module->types));
      },
      TableInfo("InlineCompilerFunctionsBoundTo"));
}

}  // namespace transform
}  // namespace passcope
