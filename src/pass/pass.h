// Passes: functions from module to module.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ir/module.h"
#include "pass/pass_context.h"
#include "pass/pass_info.h"

namespace passcope {

// In which pieces a pass does its work, each of which instruments can leave out
// (PassInstrument::ShouldRunOn).
enum class PassGrain : uint8_t {
  kModule,     // All at once.
  kFunctions,  // One function after the other.
  kPasses,     // It does nothing but run other passes, which are asked for by themselves.
};

class Pass;

// The implementation of a pass. Calling goes through Pass, which runs the instruments around it.
class PassNode {
 public:
  virtual ~PassNode() = default;
  const PassInfo& info() const { return info_; }
  virtual PassGrain grain() const { return PassGrain::kModule; }
  // Of kPasses: the passes that it runs.
  virtual std::span<const Pass> parts() const { return {}; }
  virtual IRModule Run(const IRModule& module, PassContext& context) const = 0;

 protected:
  explicit PassNode(PassInfo info) : info_(std::move(info)) {}

 private:
  PassInfo info_;
};

// A handle to a pass.
class Pass {
 public:
  Pass() = default;
  explicit Pass(std::shared_ptr<const PassNode> node) : node_(std::move(node)) {}

  // Runs under the given context, by default the current one. An instrument may veto, and then the
  // module comes back as it is. Whether the context enables the pass does not matter here. Throws
  // DiagnosticError: kUsage when the pass or the module is null, kInvalidPass when the pass returns
  // none; and what the pass and the instruments throw.
  IRModule operator()(const IRModule& module) const;
  IRModule operator()(const IRModule& module, const PassContextPtr& context) const;

  const PassInfo& info() const { return node_->info(); }
  const PassNode* operator->() const { return node_.get(); }
  explicit operator bool() const { return node_ != nullptr; }

 private:
  std::shared_ptr<const PassNode> node_;
};

using ModulePassFunction = std::function<IRModule(const IRModule&, PassContext&)>;
using FunctionPassFunction =
    std::function<Expr(const Expr& function, const IRModule&, PassContext&)>;

// Both throw DiagnosticError (kUsage) when `run` is empty.
// A pass over the whole module.
Pass CreateModulePass(ModulePassFunction run, PassInfo info);
// A pass over each function that is not marked "SkipOptimization", "Compiler" or "Extern"; the
// types of the result are inferred by a nested InferType, as in TVM; when they do not fit, the
// diagnostics name the pass.
Pass CreateFunctionPass(FunctionPassFunction run, PassInfo info);
// The same for a pass that knows something of the whole module: `begin` is called with it when the
// pass is run, and what it returns for each of the module's functions.
using BeginFunctionPass = std::function<FunctionPassFunction(const IRModule&)>;
Pass CreateFunctionPassPerModule(BeginFunctionPass begin, PassInfo info);

// Runs passes one after the other. A pass that the context does not enable is left out together
// with what it requires; what a pass requires is run before it, by name, without asking whether it
// is enabled. Instruments are told of every pass that does not run and why (PassDecided).
class SequentialNode : public PassNode {
 public:
  // Throws DiagnosticError (kUsage) when one of the passes is null.
  SequentialNode(std::vector<Pass> passes, PassInfo info);
  PassGrain grain() const override { return PassGrain::kPasses; }
  std::span<const Pass> parts() const override { return passes_; }
  IRModule Run(const IRModule& module, PassContext& context) const override;
  const std::vector<Pass>& passes() const { return passes_; }

 private:
  std::vector<Pass> passes_;
};
Pass Sequential(std::vector<Pass> passes, PassInfo info = {0, "sequential", {}, false});

}  // namespace passcope
