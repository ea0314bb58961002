// Instruments that stop a pipeline at the pass that breaks a rule.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/module.h"
#include "pass/pass_instrument.h"

namespace passcope {

// WellFormed: checks every module that a pass is given or returns (analysis/well_formed.h). It also
// checks that the module's types are those that inference finds. Throws DiagnosticError with the
// mistakes; a note of the first diagnostic names the pass that made the module.
class WellFormedInstrument : public PassInstrument {
 public:
  const std::string& name() const override;
  void EnterPassContext() override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;

 private:
  // `given`: `pass` was given the module; otherwise it made the module.
  void Check(const IRModule& module, const std::string& pass, bool given);

  IRModule checked_;  // The last module without mistakes.
  std::vector<std::string> open_;
};

// ImmutableModule: throws DiagnosticError (kInvalidPass) if a pass changes the module that it was
// given instead of making another one. It compares structural hashes, which costs two walks for
// each pass.
class ImmutableInstrument : public PassInstrument {
 public:
  const std::string& name() const override;
  void EnterPassContext() override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;

 private:
  struct Given {
    IRModule module;
    uint64_t hash;
  };
  std::vector<Given> open_;
};

}  // namespace passcope
