// The log of decisions: which passes ran, and why the others did not.
#pragma once

#include <optional>
#include <string>

#include "instrument/pass_log.h"

namespace passcope {

// For each pass whether it ran, and if not, why. Keeps no modules, and lists, below a pass that is
// left out, what would have run for it.
class PassDecisions : public PassLog {
 public:
  PassDecisions() : PassLog({.modules = false, .dependencies = true}) {}
  const std::string& name() const override;
  // A table of one line per pass, indented by depth:
  //
  //   sequential            ran, changed
  //     FoldConstant        ran, unchanged
  //     ConvertLayout       not run: opt level 3 > 2
  std::string Render() const override;
  // A DecisionEntry per pass.
  void WriteData(JsonWriter& json) const override;
};

// What is told of one pass.
struct DecisionEntry {
  std::string name;
  int depth;
  int parent;
  bool ran;
  bool changed;
  PassLog::Status status;
  std::string reason;
  std::optional<PassDecision> decision;
};
template <>
const RecordSchema& SchemaOf<DecisionEntry>();

// "ran, changed", "ran, unchanged (required by X)", "not run: disabled", "failed: …".
std::string DecisionText(const PassLog::Entry& entry);

}  // namespace passcope
