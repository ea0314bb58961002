// Running passes.
#include "pass/pass.h"

#include <algorithm>
#include <optional>

#include "diagnostics/diagnostic.h"
#include "ir/lineage.h"
#include "ir/unique_binders.h"
#include "pass/foreign.h"
#include "pass/nesting.h"
#include "pass/pass_limits.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "support/poll.h"

namespace passcope {
namespace {

constexpr int32_t kTicksPerPass = 1000;

const Pass& InferType() {
  static const Pass pass = CreatePass("InferType");
  return pass;
}

bool TypesAreWrong(const IRModule& module, PassContext& context) {
  try {
    InferType()->Run(module, context);
    return false;
  } catch (const DiagnosticError&) {
    return true;
  }
}

// Throws `error` with a note that names `maker` if `maker` made `after`, with wrong types, from
// `before`, with right types. Infers types again, so it is called only after a failure.
void BlameTypes(const DiagnosticError& error, const IRModule& before, const IRModule& after,
                const PassInfo& maker, PassContext& context) {
  if (before == after || !TypesAreWrong(after, context) || TypesAreWrong(before, context)) return;
  std::vector<Diagnostic> diagnostics = error.diagnostics();
  diagnostics.front().notes.push_back(
      MSG(kPassResultContext, "pass {pass} produced this program", maker.name));
  throw DiagnosticError(std::move(diagnostics));
}

// Does the same for the current exception. Call it only inside a catch block.
void BlameCurrent(const IRModule& before, const IRModule& after, const PassInfo& maker,
                  PassContext& context) {
  try {
    throw;
  } catch (const DiagnosticError& error) {
    BlameTypes(error, before, after, maker, context);
  } catch (...) {
    // The error is not about types.
  }
}

// Tells instruments why a Sequential leaves out a pass, and with it the passes that it requires.
void TellSkipped(const IRModule& module, const PassInfo& info, PassContext& context) {
  using Kind = PassDecision::Kind;
  if (context.instruments().empty()) return;
  PassDecision decision;
  if (context.Disables(info)) {
    decision.kind = Kind::kDisabled;
  } else {
    decision = {Kind::kOptLevel, {}, info.opt_level, context.opt_level()};
  }
  context.TellDecision(module, info, decision);
  for (const std::string& name : info.required) {
    if (!FindPass(name)) continue;
    context.TellDecision(module, TableInfo(name), {Kind::kDependency, info.name});
  }
}

enum class Author : uint8_t { kEngine, kOther };

// Returns `made` such that each variable is bound in one place (ir/unique_binders.h).
IRModule WithUniqueBinders(const IRModule& before, const IRModule& made) {
  if (!made || made == before) return made;
  std::vector<IRModuleNode::Item> functions;  // Empty until a function changes.
  for (size_t i = 0; i < made->functions.size(); ++i) {
    const auto& [name, function] = made->functions[i];
    // Most passes keep the order of functions. Otherwise, only changed functions are looked up by
    // name.
    bool same = i < before->functions.size() && before->functions[i].name == name;
    Expr unique = WithUniqueBinders(same ? before->functions[i].function.get() : nullptr, function);
    if (!(unique == function) && !same)
      unique = WithUniqueBinders(before->Find(name.view()), function);
    if (unique == function) continue;
    if (functions.empty()) functions = made->functions;
    functions[i].function = std::move(unique);
  }
  return functions.empty() ? made : WithFunctions(made, std::move(functions));
}

class ModulePassNode : public PassNode {
 public:
  ModulePassNode(ModulePassFunction run, PassInfo info, Author author)
      : PassNode(std::move(info)), run_(std::move(run)), author_(author) {}
  IRModule Run(const IRModule& module, PassContext& context) const override {
    std::optional<PassLimits> limits;
    if (author_ == Author::kEngine) limits.emplace(module);
    IRModule made = run_(module, context);
    return author_ == Author::kEngine ? WithUniqueBinders(module, made) : made;
  }

 private:
  ModulePassFunction run_;
  const Author author_;
};

class FunctionPassNode : public PassNode {
 public:
  FunctionPassNode(BeginFunctionPass begin, PassInfo info, Author author)
      : PassNode(std::move(info)), begin_(std::move(begin)), author_(author) {}
  PassGrain grain() const override { return PassGrain::kFunctions; }
  IRModule Run(const IRModule& module, PassContext& context) const override {
    std::optional<PassLimits> limits;
    if (author_ == Author::kEngine) limits.emplace(module);
    std::vector<IRModuleNode::Item> functions = module->functions;
    const FunctionPassFunction run = begin_(module);
    for (IRModuleNode::Item& item : functions) {
      const auto* function = As<FunctionNode>(item.function);
      if (!function->may_be_changed()) continue;
      if (!context.InstrumentBeforeFunction(module, info(), item.name.view())) continue;
      RemarkFunction remarks_are_about(item.name.view());
      Expr result = run(item.function, module, context);
      if (!result || !As<FunctionNode>(result)) {
        throw DiagnosticError(
            DiagKind::kInvalidPass,
            MSG(kPassReturnedNoFunction, "{pass} did not return a function for @{function}",
                info().name, item.name.view()));
      }
      if (author_ == Author::kEngine) result = WithUniqueBinders(function, result);
      item.function = std::move(result);
    }
    IRModule result = WithFunctions(module, std::move(functions));
    try {
      return InferType()(result);
    } catch (const DiagnosticError& error) {
      BlameTypes(error, module, result, info(), context);
      throw;
    }
  }

 private:
  BeginFunctionPass begin_;
  const Author author_;
};

// Repeats a pass that succeeded as often as an instrument wants. All results live until the end, so
// that no measured time contains freeing them.
void Repeat(const PassNode& pass, const IRModule& module, PassContext& context) {
  for (const InstrumentPtr& candidate : context.instruments()) {
    const int64_t times = candidate->Repetitions();
    if (times <= 0) continue;
    // A copy, because WithoutInstruments moves the list that contains `candidate`.
    const InstrumentPtr instrument = candidate;
    PassContext::WithoutInstruments scope(context);
    RemarkSilence silence;
    LineageSilence no_lineage;
    std::vector<IRModule> results;
    results.reserve(static_cast<size_t>(times));
    instrument->Repeating(true);
    for (int64_t i = 0; i < times; ++i) results.push_back(pass.Run(module, context));
    instrument->Repeating(false);
    return;
  }
}

void CheckRuns(bool runs, const PassInfo& info) {
  if (!runs)
    throw DiagnosticError(DiagKind::kUsage,
                          MSG(kPassWithoutFunction, "{pass} has no function to run", info.name));
}

}  // namespace

IRModule Pass::operator()(const IRModule& module) const {
  return (*this)(module, PassContext::Current());
}

IRModule Pass::operator()(const IRModule& module, const PassContextPtr& context) const {
  if (!node_)
    throw DiagnosticError(DiagKind::kUsage, MSG(kNullPassCalled, "cannot call a null pass"));
  const PassInfo& info = node_->info();
  if (!module) {
    throw DiagnosticError(DiagKind::kUsage, MSG(kPassCalledWithNullModule,
                                                "{pass} needs a module, not null", info.name));
  }
  NestingScope nesting(NestingScope::Kind::kPass);
  if (!context->InstrumentBeforePass(module, info, node_->grain() == PassGrain::kModule)) {
    return module;
  }
  IRModule result;
  try {
    result = node_->Run(module, *context);
    if (!result)
      throw DiagnosticError(DiagKind::kInvalidPass,
                            MSG(kPassReturnedNoModule, "{pass} returned no module", info.name));
  } catch (...) {
    context->InstrumentFailedPass(module, info, CurrentExceptionMessage());
    throw;
  }
  context->InstrumentAfterPass(module, result, info);
  Repeat(*node_, module, *context);
  return result;
}

namespace {

Pass MakeModulePass(ModulePassFunction run, PassInfo info, Author author) {
  CheckRuns(static_cast<bool>(run), info);
  return Pass(std::make_shared<ModulePassNode>(std::move(run), std::move(info), author));
}

Pass MakeFunctionPass(FunctionPassFunction run, PassInfo info, Author author) {
  CheckRuns(static_cast<bool>(run), info);
  return Pass(std::make_shared<FunctionPassNode>(
      [run = std::move(run)](const IRModule&) { return run; }, std::move(info), author));
}

}  // namespace

Pass CreateModulePass(ModulePassFunction run, PassInfo info) {
  return MakeModulePass(std::move(run), std::move(info), Author::kEngine);
}

Pass CreateForeignModulePass(ModulePassFunction run, PassInfo info) {
  return MakeModulePass(std::move(run), std::move(info), Author::kOther);
}

Pass CreateFunctionPass(FunctionPassFunction run, PassInfo info) {
  return MakeFunctionPass(std::move(run), std::move(info), Author::kEngine);
}

Pass CreateForeignFunctionPass(FunctionPassFunction run, PassInfo info) {
  return MakeFunctionPass(std::move(run), std::move(info), Author::kOther);
}

Pass CreateFunctionPassPerModule(BeginFunctionPass begin, PassInfo info) {
  return Pass(
      std::make_shared<FunctionPassNode>(std::move(begin), std::move(info), Author::kEngine));
}

SequentialNode::SequentialNode(std::vector<Pass> passes, PassInfo info)
    : PassNode(std::move(info)), passes_(std::move(passes)) {
  for (size_t i = 0; i < passes_.size(); ++i) {
    if (passes_[i]) continue;
    throw DiagnosticError(DiagKind::kUsage,
                          MSG(kSequentialPassNull, "{pass}: pass {index} of {count} is null",
                              this->info().name, i, passes_.size()));
  }
}

IRModule SequentialNode::Run(const IRModule& module, PassContext& context) const {
  using Decision = PassDecision;
  PassContextPtr shared = context.shared_from_this();
  IRModule result = module;
  // The last pass that is not in the table, and the module that it was given. Passes of the table
  // produce right types or fail, so they are not suspects.
  const PassInfo* suspect = nullptr;
  IRModule before_suspect;
  for (size_t i = 0; i < passes_.size(); ++i) {
    const PassInfo& info = passes_[i].info();
    Tick(kTicksPerPass);
    if (!context.PassEnabled(info)) {
      TellSkipped(result, info, context);
      continue;
    }
    IRModule before = FindPass(info.name) ? IRModule() : result;
    try {
      for (const std::string& name : info.required) {
        if (!FindPass(name)) {
          throw DiagnosticError(
              DiagKind::kUnknownPass,
              MSG(kRequiredPassUnknown,
                  "{pass} requires the pass '{required}', which does not exist", info.name, name));
        }
        // InferType, the usual requirement, is not looked up by name.
        Pass required = name == InferType().info().name ? InferType() : CreatePass(name);
        context.NextIsRequiredBy(info);
        result = required(result, shared);
      }
      result = passes_[i](result, shared);
    } catch (...) {
      for (size_t rest = i + 1; rest < passes_.size(); ++rest) {
        context.TellDecision(result, passes_[rest].info(),
                             {Decision::Kind::kNotReached, info.name});
      }
      if (suspect) BlameCurrent(before_suspect, result, *suspect, context);
      throw;
    }
    if (before && !(before == result)) {
      suspect = &info;
      before_suspect = std::move(before);
    } else if (!before) {
      suspect = nullptr;
      before_suspect = {};
    }
  }
  return result;
}

Pass Sequential(std::vector<Pass> passes, PassInfo info) {
  return Pass(std::make_shared<SequentialNode>(std::move(passes), std::move(info)));
}

}  // namespace passcope
