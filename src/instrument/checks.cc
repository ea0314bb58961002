// Instruments that stop a pipeline at the pass that breaks a rule.
#include "instrument/checks.h"

#include "analysis/well_formed.h"
#include "diagnostics/diagnostic.h"
#include "pass/registry.h"
#include "support/format.h"

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
  // What a pass hands to one inside of it is of its own making.
  Check(module, open_.empty() ? "it was given to the pass " + info.name
                              : "the pass " + open_.back() + " made it");
  open_.push_back(info.name);
}

void WellFormedInstrument::RunAfterPass(const IRModule& module, const PassInfo& info) {
  if (!open_.empty()) open_.pop_back();
  Check(module, "the pass " + info.name + " made it");
}

void WellFormedInstrument::RunAfterFailed(const IRModule&, const PassInfo&, const std::string&) {
  if (!open_.empty()) open_.pop_back();
}

void WellFormedInstrument::Check(const IRModule& module, const std::string& maker) {
  if (module == checked_) return;
  std::vector<Diagnostic> found = FindIllFormed(module);
  if (found.empty()) {
    try {
      // Not by calling the pass: no instrument is to hear of this.
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
  found.front().notes.push_back("the module is not well-formed: " + maker);
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
  throw DiagnosticError(DiagKind::kInvalidPass,
                        Format("the pass {} changed the module that it was given", info.name),
                        {"expressions and modules are immutable: a pass makes others"});
}

void ImmutableInstrument::RunAfterFailed(const IRModule&, const PassInfo&, const std::string&) {
  if (!open_.empty()) open_.pop_back();
}

}  // namespace passcope
