// Checks that each pass keeps the results of the program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checking/check_values.h"
#include "ir/module.h"
#include "pass/pass_instrument.h"
#include "schema/record.h"

namespace passcope {

struct VerifyValuesOptions : ValueCheckOptions {
  bool stop = false;
};

// VerifyValues: after each pass, including nested ones, compares the results of a function before
// and after the pass on the same random inputs (checking/check_values.h). A program that cannot be
// evaluated is recorded as not checked, with the reason.
class VerifyValuesInstrument : public PassInstrument {
 public:
  struct Entry {
    std::string pass;
    int depth;  // 0 for a pass that no other pass runs.
    ValueCheck check;
  };

  explicit VerifyValuesInstrument(VerifyValuesOptions options);
  const std::string& name() const override;
  void EnterPassContext() override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  // With `stop`, throws DiagnosticError (kInvalidPass) if results differ.
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;

  const std::vector<Entry>& entries() const { return entries_; }
  // The first pass whose results differ, in the order in which passes ended. So a nested pass comes
  // before its enclosing pass.
  std::optional<Entry> FirstDifference() const;
  // One line for each pass, then a line with the first pass whose results differ.
  std::string Render() const override;
  void WriteData(JsonWriter& json) const override;
  // firstDifference.
  InstrumentAnswer Ask(std::string_view question, const AttrDict& arguments) const override;

 private:
  bool stop_;
  ValueChecker checker_;
  std::vector<IRModule> open_;
  std::vector<Entry> entries_;
};

template <>
const RecordSchema& SchemaOf<VerifyValuesInstrument::Entry>();

}  // namespace passcope
