// Running passes.
#include "pass/pass.h"

#include "diagnostics/diagnostic.h"
#include "pass/registry.h"

namespace passcope {
namespace {

class ModulePassNode : public PassNode {
 public:
  ModulePassNode(ModulePassFunction run, PassInfo info)
      : PassNode(std::move(info)), run_(std::move(run)) {}
  IRModule Run(const IRModule& module, PassContext& context) const override {
    return run_(module, context);
  }

 private:
  ModulePassFunction run_;
};

class FunctionPassNode : public PassNode {
 public:
  FunctionPassNode(FunctionPassFunction run, PassInfo info)
      : PassNode(std::move(info)), run_(std::move(run)) {}
  IRModule Run(const IRModule& module, PassContext& context) const override {
    std::vector<IRModuleNode::Item> functions = module->functions;
    for (IRModuleNode::Item& item : functions) {
      const auto* function = As<FunctionNode>(item.function);
      bool external = function->attrs && function->attrs->Find("Compiler");
      if (external || function->HasFlag("SkipOptimization")) continue;
      Expr result = run_(item.function, module, context);
      if (!result || !As<FunctionNode>(result)) {
        throw DiagnosticError(DiagKind::kInvalidPass,
                              info().name + " did not return a function for @" + item.name.str());
      }
      item.function = std::move(result);
    }
    static const Pass infer_type = CreatePass("InferType");
    return infer_type(WithFunctions(module, std::move(functions)));
  }

 private:
  FunctionPassFunction run_;
};

}  // namespace

IRModule Pass::operator()(const IRModule& module) const {
  return (*this)(module, PassContext::Current());
}

IRModule Pass::operator()(const IRModule& module, const PassContextPtr& context) const {
  const PassInfo& info = node_->info();
  if (!context->InstrumentBeforePass(module, info)) return module;
  IRModule result;
  try {
    result = node_->Run(module, *context);
    if (!result) throw DiagnosticError(DiagKind::kInvalidPass, info.name + " returned no module");
  } catch (...) {
    context->InstrumentFailedPass(module, info, CurrentExceptionMessage());
    throw;
  }
  context->InstrumentAfterPass(module, result, info);
  return result;
}

Pass CreateModulePass(ModulePassFunction run, PassInfo info) {
  return Pass(std::make_shared<ModulePassNode>(std::move(run), std::move(info)));
}

Pass CreateFunctionPass(FunctionPassFunction run, PassInfo info) {
  return Pass(std::make_shared<FunctionPassNode>(std::move(run), std::move(info)));
}

IRModule SequentialNode::Run(const IRModule& module, PassContext& context) const {
  PassContextPtr shared = context.shared_from_this();
  IRModule result = module;
  for (const Pass& pass : passes_) {
    if (!context.PassEnabled(pass.info())) continue;
    for (const std::string& name : pass.info().required) result = CreatePass(name)(result, shared);
    result = pass(result, shared);
  }
  return result;
}

Pass Sequential(std::vector<Pass> passes, PassInfo info) {
  return Pass(std::make_shared<SequentialNode>(std::move(passes), std::move(info)));
}

}  // namespace passcope
