// Calls of foreign passes.
#include "api/foreign_pass.h"

#include "api/foreign_object.h"
#include "diagnostics/diagnostic.h"
#include "pass/foreign.h"
#include "pass/nesting.h"
#include "pass/registry.h"
#include "transforms/annotate_target.h"
#include "transforms/eliminate_common_subexpr.h"
#include "transforms/op_rules.h"

namespace passcope {
namespace {

ForeignHost::PassAnswer Run(const ForeignObject& object, const Expr& function,
                            const IRModule& module, const PassInfo& info) {
  NestingScope nesting(NestingScope::Kind::kCallback);
  ForeignHost::PassAnswer answer = object.host.RunPass(object.id, function, module, info);
  if (answer.exception != 0) throw ForeignException(object.host, answer.exception);
  return answer;
}

}  // namespace

Pass MakeForeignPass(ForeignHost& host, uint32_t object, bool over_modules, PassInfo info) {
  auto foreign = std::make_shared<ForeignObject>(host, object);
  if (over_modules) {
    return CreateForeignModulePass(
        [foreign, info](const IRModule& module, PassContext&) {
          return Run(*foreign, nullptr, module, info).module;
        },
        info);
  }
  return CreateForeignFunctionPass(
      [foreign, info](const Expr& function, const IRModule& module, PassContext&) {
        return Run(*foreign, function, module, info).function;
      },
      info);
}

std::function<bool(const IRModule&)> MakeForeignPredicate(ForeignHost& host, uint32_t object,
                                                          std::string name) {
  if (object == 0) return {};
  return [foreign = std::make_shared<ForeignObject>(host, object),
          info = PassInfo{0, std::move(name), {}, false}](const IRModule& module) {
    return static_cast<bool>(Run(*foreign, nullptr, module, info).module);
  };
}

std::function<Expr(const Expr&)> MakeForeignQuestion(ForeignHost& host, uint32_t object,
                                                     std::string name) {
  // A question about an expression gets an empty module and a made-up pass info.
  return [foreign = std::make_shared<ForeignObject>(host, object),
          nothing = IRModule(new IRModuleNode({})), info = PassInfo{0, std::move(name), {}, false}](
             const Expr& about) { return Run(*foreign, about, nothing, info).function; };
}

std::function<Expr(const std::string&, const std::vector<Expr>&)> MakeForeignConverter(
    ForeignHost& host, uint32_t object) {
  return [foreign = std::make_shared<ForeignObject>(host, object),
          nothing = IRModule(new IRModuleNode({}))](const std::string& arguments,
                                                    const std::vector<Expr>& exprs) {
    return Run(*foreign, Tuple(exprs), nothing, PassInfo{0, arguments, {}, false}).function;
  };
}

Pass MakeAskingPass(ForeignHost& host, const std::string& name, const AttrDict& options,
                    const std::vector<std::pair<std::string, uint32_t>>& functions) {
  std::vector<std::pair<std::string, std::function<Expr(const Expr&)>>> asks;
  for (const auto& [key, object] : functions) {
    asks.emplace_back(key, MakeForeignQuestion(host, object, name));
  }
  if (name == "EliminateCommonSubexpr") {
    std::function<bool(const Expr&)> skip;
    for (auto& [key, ask] : asks) {
      skip = [ask = std::move(ask)](const Expr& expr) { return ask(expr) != nullptr; };
    }
    return transform::EliminateCommonSubexpr(std::move(skip));
  }
  if (name == "AnnotateTarget") {
    std::vector<transform::TargetRule> rules;
    for (auto& [key, ask] : asks) {
      size_t slash = key.find('/');
      PASSCOPE_CHECK(slash != std::string::npos);
      rules.push_back({key.substr(0, slash), key.substr(slash + 1),
                       [ask = std::move(ask)](const Expr& call) { return ask(call) != nullptr; }});
    }
    return transform::AnnotateTarget(PassOptions<transform::AnnotateTargetOptions>(name, options),
                                     std::move(rules));
  }
  transform::OpRules rules;
  for (auto& [op, ask] : asks) {
    rules.emplace_back(
        op, [ask = std::move(ask)](const CallNode* call, std::span<const Expr> new_args) {
          std::vector<Expr> fields = {Expr(call)};
          fields.insert(fields.end(), new_args.begin(), new_args.end());
          return ask(Tuple(fields));
        });
  }
  if (name == "AlterOpLayout") return transform::AlterOpLayout(std::move(rules));
  if (name == "Legalize") {
    return transform::Legalize(PassOptions<transform::LegalizeOptions>(name, options),
                               std::move(rules));
  }
  throw DiagnosticError(
      DiagKind::kUnknownPass,
      MSG(kPassAsksNoFunctions, "the pass '{pass}' takes no functions as rules", name));
}

}  // namespace passcope
