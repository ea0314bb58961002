// The number of calls of each operator that every pass added or removed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "pass/pass_instrument.h"
#include "schema/record.h"

namespace passcope {

using OpCounts = std::map<std::string, int64_t>;

// `after` minus `before`, without the operators that did not change.
OpCounts OpDifference(const OpCounts& before, const OpCounts& after);

// The OpDiff of TVM's tutorial "How to Use TVM Pass Instrument", as a built-in instrument. It has
// an entry for each pass that changed the number of calls of an operator, in the order in which the
// passes finished.
class OpDiffInstrument : public PassInstrument {
 public:
  struct Entry {
    int depth;  // 0 for a pass that no other pass runs.
    std::string pass;
    OpCounts diff;
  };

  const std::string& name() const override;
  void EnterPassContext() override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;

  const std::vector<Entry>& entries() const { return entries_; }
  // One entry in each line, as Python prints the tutorial's list: "[0, 'ConvertLayout', {'add':
  // 1}]".
  std::string Render() const override;
  void WriteData(JsonWriter& json) const override;

 private:
  std::vector<Entry> entries_;
  std::vector<OpCounts> before_;  // For each running pass.
};

template <>
const RecordSchema& SchemaOf<OpDiffInstrument::Entry>();

}  // namespace passcope
