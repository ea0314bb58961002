// Checks that a program computes the same values as another one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checking/compare_values.h"
#include "checking/inputs.h"
#include "diagnostics/message.h"
#include "ir/module.h"
#include "pass/registry.h"
#include "runtime/value.h"

namespace passcope {

struct ValueCheckOptions {
  std::string function = "main";
  int64_t seed = 0;
  // Negative: derived (Tolerance).
  double rtol = -1;
  double atol = -1;
  // The size of dimensions that are not integers.
  int64_t dynamic_size = 1;
  // The number in all inputs; null for random inputs.
  AttrValue constant;
  // Values of parameters by name, instead of random ones. The second program can have these values
  // bound, so that the parameters are missing.
  std::vector<std::pair<std::string, NDArray>> given = {};
};

// The result of comparing two programs.
struct ValueCheck {
  enum class Outcome : uint8_t {
    kUnchanged,   // They are structurally equal programs.
    kSame,        // Their results agree.
    kDiffers,     // Their results differ.
    kNotChecked,  // `reason` says why.
  };
  Outcome outcome = Outcome::kUnchanged;
  std::optional<Message> reason;  // Also for kDiffers, if only the first program can be evaluated.
  std::optional<ValueComparison> comparison;
  // True if the results only agree up to the effect of rounding on this program (MeasureSpread).
  bool sensitive = false;

  // The sentence about the difference, or about the reason why nothing was checked.
  std::optional<Message> Explanation() const;
};
std::span<const char* const> LiteralsOf(ValueCheck::Outcome);

// Runs programs on the same inputs and compares their results. It remembers the results of the last
// programs, so checking one pass after another runs each program once.
//
// If the graph executor runs both programs and the results agree, they are the same. In all other
// cases, the evaluator's results are compared. The executor uses its own approximations, so results
// are only compared with results of the same means.
class ValueChecker {
 public:
  explicit ValueChecker(ValueCheckOptions options);

  // `values`: the effect of the change from the first program to the second. Mistakes of the
  // programs do not cause exceptions.
  ValueCheck Check(const IRModule& before, const IRModule& after,
                   PassValues values = PassValues::kKeeps);

 private:
  enum class With : uint8_t { kExecutor, kEvaluator };
  struct Run {
    IRModule module;
    With with;
    std::vector<NDArray> outputs;
    std::optional<Message> failure;
    bool unsupported = false;
  };
  Run RunOn(const IRModule& module, std::span<const Value> inputs, With with);
  // Compares both programs by the executor; nullopt if it does not support both.
  std::optional<ValueComparison> CompareByExecutor(const IRModule& before, const IRModule& after,
                                                   const Tolerance& tolerance);
  const NDArray* GivenFor(std::string_view parameter) const;
  // Makes inputs for the parameters of a module, or keeps the present ones if the parameters are
  // the same. Returns false and sets `failure` if there are none.
  bool MakeInputsFor(const IRModule& module, std::optional<Message>* failure);
  // The present inputs for the parameters of `module`; nullopt if they do not fit.
  std::optional<std::vector<Value>> InputsOf(const IRModule& module) const;

  ValueCheckOptions options_;
  std::vector<std::pair<std::string, Type>> parameters_;  // The parameters of the present inputs.
  std::vector<Value> inputs_;
  std::vector<Run> runs_;  // The last runs on these inputs.
};

}  // namespace passcope
