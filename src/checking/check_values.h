// Whether a program still computes what another one computes.
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
  // Below 0: derived (Tolerance).
  double rtol = -1;
  double atol = -1;
  // For dimensions that are not integers.
  int64_t dynamic_size = 1;
  // A number that all inputs consist of; null for random ones.
  AttrValue constant;
  // Values of parameters, by name, instead of random ones. These parameters may be missing in the
  // second program, which has been given them.
  std::vector<std::pair<std::string, NDArray>> given = {};
};

// What came out for two programs.
struct ValueCheck {
  enum class Outcome : uint8_t {
    kUnchanged,   // They are the same program.
    kSame,        // Their results agree.
    kDiffers,     // They do not.
    kNotChecked,  // `reason` says why.
  };
  Outcome outcome = Outcome::kUnchanged;
  std::optional<Message> reason;  // Of kDiffers, too, when only the first program can be evaluated.
  std::optional<ValueComparison> comparison;
  // Whether results agree only by what rounding may do to this program (MeasureSpread).
  bool sensitive = false;

  // The sentence that says what differs or why nothing was checked.
  std::optional<Message> Explanation() const;
};
std::span<const char* const> LiteralsOf(ValueCheck::Outcome);

// Runs programs on the same inputs and compares what they compute. Remembers the results of the
// last programs, so that checking one pass after the other runs each program once.
//
// Where the graph executor runs both programs and they agree there, that is the answer. In all
// other cases the evaluator's results are compared: a plan computes functions by approximations of
// its own, and two programs are only compared where they are run by the same means.
class ValueChecker {
 public:
  explicit ValueChecker(ValueCheckOptions options);

  // `values`: what was done to the first program to make the second. Throws nothing that is the
  // programs' fault.
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
  // What both programs give by the executor; nullopt when it does not run both.
  std::optional<ValueComparison> CompareByExecutor(const IRModule& before, const IRModule& after,
                                                   const Tolerance& tolerance);
  const NDArray* GivenFor(std::string_view parameter) const;
  // Inputs for the parameters of a module; the present ones while the parameters are the same.
  // Nullopt and `failure` when there are none.
  bool MakeInputsFor(const IRModule& module, std::optional<Message>* failure);
  // The present inputs for the parameters of `module`; nullopt when they do not fit.
  std::optional<std::vector<Value>> InputsOf(const IRModule& module) const;

  ValueCheckOptions options_;
  std::vector<std::pair<std::string, Type>> parameters_;  // Those that the inputs are for.
  std::vector<Value> inputs_;
  std::vector<Run> runs_;  // The last ones, on these inputs.
};

}  // namespace passcope
