// The work that passes count.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pass/pass_instrument.h"
#include "schema/record.h"

namespace passcope {

// PassStatistics: sums the counters of PassContext::Count by pass and counter. The data stay until
// a context is entered again, also if a pass throws.
class StatisticsInstrument : public PassInstrument {
 public:
  struct Entry {
    std::string pass;  // Empty for counts outside of passes.
    std::string counter;
    int64_t value;
  };

  const std::string& name() const override;
  void EnterPassContext() override;
  void RunBeforePass(const IRModule& module, const PassInfo& info) override;
  void RunAfterPass(const IRModule& module, const PassInfo& info) override;
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override;
  void Counted(std::string_view counter, int64_t n) override;

  // The counters of one pass are consecutive. Passes and counters are in the order of their first
  // count.
  const std::vector<Entry>& entries() const { return entries_; }
  // A table with one line for each counter: "      12  FoldConstant: calls folded".
  std::string Render() const override;
  void WriteData(JsonWriter& json) const override;

 private:
  std::vector<Entry> entries_;
  std::vector<std::string> open_;  // The running passes.
};

template <>
const RecordSchema& SchemaOf<StatisticsInstrument::Entry>();

}  // namespace passcope
