// Why a pass runs or does not run, as data. The English sentence is made from the data.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "schema/record.h"

namespace passcope {

struct PassDecision {
  enum class Kind : uint8_t {
    kRequired,    // It runs for `by`, which requires it.
    kDisabled,    // The context disables the pass.
    kOptLevel,    // The pass's opt level, `level`, is above the context's, `allowed`.
    kVetoed,      // The instrument `by` vetoed the pass (ShouldRun or ShouldRunOn).
    kDependency,  // The pass `by`, which requires this one, does not run.
    kNotReached,  // The pass `by` failed earlier in the same Sequential.
    kRun,         // It runs, for no particular reason.
  };
  Kind kind = Kind::kRun;
  std::optional<std::string> by = {};
  std::optional<int> level = {};
  std::optional<int> allowed = {};

  bool runs() const { return kind == Kind::kRun || kind == Kind::kRequired; }
  // "disabled", "opt level 3 > 2", "vetoed by X", "required by X", "X, which requires it, did not
  // run", "not reached: X failed"; empty for a pass that simply runs.
  std::string Text() const;
};

// The name of a decision, and its sentence.
struct DecisionRow {
  const char* name;
  const char* text;  // `{name}` is replaced by the argument of that name.
  const char* doc;
};
// Indexed by kind. kRun has no row.
std::span<const DecisionRow> DecisionTable();
std::span<const char* const> LiteralsOf(PassDecision::Kind);
// {kind, by?, level?, allowed?}
template <>
const RecordSchema& SchemaOf<PassDecision>();

}  // namespace passcope
