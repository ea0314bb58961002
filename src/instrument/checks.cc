// Instruments that stop a pipeline at the pass that breaks a rule.
#include "instrument/checks.h"

#include "analysis/well_formed.h"
#include "diagnostics/diagnostic.h"
#include "pass/registry.h"

namespace passcope {

const std::string& WellFormedInstrument::name() const {
  static const std::string kName = "WellFormed";
  return kName;
}

void WellFormedInstrument::EnterPassContext() {
  checked_ = {};
  open_.clear();
}

void WellFormedInstrument::RunBeforePass(const IRModule& module, const PassInfo& info) {
  // The input of a nested pass was made by the enclosing pass.
  Check(module, open_.empty() ? info.name : open_.back(), open_.empty());
  open_.push_back(info.name);
}

void WellFormedInstrument::RunAfterPass(const IRModule& module, const PassInfo& info) {
  if (!open_.empty()) open_.pop_back();
  Check(module, info.name, false);
}

void WellFormedInstrument::RunAfterFailed(const IRModule&, const PassInfo&, const std::string&) {
  if (!open_.empty()) open_.pop_back();
}

void WellFormedInstrument::Check(const IRModule& module, const std::string& pass, bool given) {
  if (module == checked_) return;
  std::vector<Diagnostic> found = FindIllFormed(module);
  if (found.empty()) {
    try {
      // Runs it without instruments.
      IRModule inferred =
          CreatePass("InferType")->Run(WithoutTypes(module), *PassContext::Current());
      found = FindWrongTypes(module, inferred);
    } catch (const DiagnosticError& error) {
      found = error.diagnostics();
    }
  }
  if (found.empty()) {
    checked_ = module;
    return;
  }
  found.front().notes.push_back(
      given ? MSG(kPassInputIllFormed,
                  "the module is not well-formed: it was given to the pass {pass}", pass)
            : MSG(kPassOutputIllFormed, "the module is not well-formed: the pass {pass} made it",
                  pass));
  throw DiagnosticError(std::move(found));
}

const std::string& ImmutableInstrument::name() const {
  static const std::string kName = "ImmutableModule";
  return kName;
}

void ImmutableInstrument::EnterPassContext() { open_.clear(); }

void ImmutableInstrument::RunBeforePass(const IRModule& module, const PassInfo&) {
  open_.push_back({module, StructuralHash(module)});
}

void ImmutableInstrument::RunAfterPass(const IRModule&, const PassInfo& info) {
  if (open_.empty()) return;
  Given given = std::move(open_.back());
  open_.pop_back();
  if (StructuralHash(given.module) == given.hash) return;
  throw DiagnosticError(
      DiagKind::kInvalidPass,
      MSG(kPassMutatedModule, "the pass {pass} changed the module that it was given", info.name),
      {MSG(kImmutabilityNote,
           "expressions and modules are immutable: a pass must return new ones")});
}

void ImmutableInstrument::RunAfterFailed(const IRModule&, const PassInfo&, const std::string&) {
  if (!open_.empty()) open_.pop_back();
}

}  // namespace passcope
