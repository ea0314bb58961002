// Why a pass runs or does not, as data. The English sentence about it is made from the data.
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
    kDisabled,    // The context disables it.
    kOptLevel,    // Its opt level, `level`, is above the context's, `allowed`.
    kVetoed,      // `by`: the instrument whose ShouldRun said no.
    kDependency,  // `by`: the pass that requires it, which does not run.
    kNotReached,  // `by`: the pass that failed before it in the same Sequential.
    kRun,         // It runs, and there is nothing to say about it.
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

// What a decision is called, and its sentence.
struct DecisionRow {
  const char* name;
  const char* text;  // `{name}` stands for the argument of that name.
  const char* doc;
};
// By kind; kRun has no row.
std::span<const DecisionRow> DecisionTable();
std::span<const char* const> LiteralsOf(PassDecision::Kind);
// {kind, by?, level?, allowed?}
template <>
const RecordSchema& SchemaOf<PassDecision>();

}  // namespace passcope
