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

// The pieces in which a pass does its work. Instruments can leave out each piece
// (PassInstrument::ShouldRunOn).
enum class PassGrain : uint8_t {
  kModule,     // The whole module at once.
  kFunctions,  // One function after another.
  kPasses,     // It only runs other passes, and instruments decide about each of those.
};

class Pass;

// The implementation of a pass. Callers use Pass, which runs the instruments around it.
class PassNode {
 public:
  virtual ~PassNode() = default;
  const PassInfo& info() const { return info_; }
  virtual PassGrain grain() const { return PassGrain::kModule; }
  // The passes that it runs, if its grain is kPasses.
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

  // Runs under the given context, by default the current one. If an instrument vetoes the pass, the
  // module is returned unchanged. A pass runs even if the context does not enable it. Throws
  // DiagnosticError (kUsage) if the pass or the module is null, and DiagnosticError (kInvalidPass)
  // if the pass returns null. Exceptions of the pass and of instruments propagate.
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

// CreateModulePass and CreateFunctionPass throw DiagnosticError (kUsage) if `run` is empty.
// A pass over the whole module.
Pass CreateModulePass(ModulePassFunction run, PassInfo info);
// A pass over each function that is not marked "SkipOptimization", "Compiler" or "Extern". As in
// TVM, a nested InferType infers the types of the result. If they do not fit, the diagnostics name
// the pass.
Pass CreateFunctionPass(FunctionPassFunction run, PassInfo info);
// The same for a pass that needs the whole module. Each run of the pass calls `begin` with the
// module, then calls the function that it returned for each of the module's functions.
using BeginFunctionPass = std::function<FunctionPassFunction(const IRModule&)>;
Pass CreateFunctionPassPerModule(BeginFunctionPass begin, PassInfo info);

// Runs passes one after another. It leaves out a pass that the context does not enable, with the
// passes that it requires. Before a pass it runs the required passes by name, even if the context
// does not enable them. Instruments learn of each pass that does not run, and why (PassDecided).
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
