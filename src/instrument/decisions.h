// The log of decisions: which passes ran, and why the others did not.
#pragma once

#include <optional>
#include <string>

#include "instrument/pass_log.h"

namespace passcope {

// Records for each pass whether it ran, and if not, why. It keeps no modules. Below a pass that was
// left out, it lists the passes that it requires.
class PassDecisions : public PassLog {
 public:
  PassDecisions() : PassLog({.modules = false, .dependencies = true}) {}
  const std::string& name() const override;
  // A table with one line for each pass, indented by depth:
  //
  //   sequential            ran, changed
  //     FoldConstant        ran, unchanged
  //     ConvertLayout       not run: opt level 3 > 2
  std::string Render() const override;
  // A DecisionEntry for each pass.
  void WriteData(JsonWriter& json) const override;
};

// The record of one pass.
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
