// Evaluates two programs on the same inputs.
#include "checking/check_values.h"

#include <algorithm>
#include <cmath>

#include "checking/perturb.h"
#include "checking/run_main.h"
#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"

namespace passcope {
namespace {

using Outcome = ValueCheck::Outcome;

// Two programs (before and after a pass), each run by executor and evaluator.
constexpr size_t kRemembered = 4;

std::vector<std::pair<std::string, Type>> ParametersOf(const FunctionNode* function) {
  std::vector<std::pair<std::string, Type>> parameters;
  for (const Expr& param : function->params()) {
    parameters.emplace_back(As<VarNode>(param)->name().view(), param->checked_type());
  }
  return parameters;
}

std::vector<Type> TypesOf(const std::vector<std::pair<std::string, Type>>& parameters) {
  std::vector<Type> types;
  for (const auto& [name, type] : parameters) types.push_back(type);
  return types;
}

bool IsOfElement(const ValueDifference& difference) {
  using Kind = ValueDifference::Kind;
  return difference.kind == Kind::kExact || difference.kind == Kind::kNotFinite ||
         difference.kind == Kind::kReal;
}

// True if the difference is the shape of a result.
bool IsOfSize(const ValueDifference& difference, std::span<const NDArray> reference,
              std::span<const NDArray> actual) {
  if (difference.kind != ValueDifference::Kind::kType) return false;
  auto output = static_cast<size_t>(difference.output);
  return reference[output]->shape != actual[output]->shape;
}

// True if the numbers, shapes and data types of results are equal.
bool AreAlike(std::span<const NDArray> one, std::span<const NDArray> other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const NDArray& a, const NDArray& b) {
                      return a->shape == b->shape && a->dtype == b->dtype;
                    });
}

// If noise cannot be measured, a difference must exceed this multiple of rounding to count.
constexpr double kWide = 1000;
// If only some noisy runs succeed, a difference must exceed this multiple of their noise.
constexpr double kFewRuns = 100;
// One of this many elements can differ by more.
constexpr int64_t kFewElements = 1000;

// True for a diagnostic about a limit of the engine, which is not a mistake of the program.
bool IsLimit(DiagKind kind) {
  return kind == DiagKind::kUnsupported || kind == DiagKind::kTensorTooLarge ||
         kind == DiagKind::kOverBudget || kind == DiagKind::kNestingTooDeep;
}

ValueCheck NotChecked(Message reason) {
  ValueCheck check;
  check.outcome = Outcome::kNotChecked;
  check.reason = std::move(reason);
  return check;
}

// The largest real constant whose square is infinite.
std::optional<double> LargeConstant(const IRModule& module) {
  std::optional<double> largest;
  for (const IRModuleNode::Item& item : module->functions) {
    PostOrderVisit(item.function, [&](const ExprNode* node) {
      const auto* constant = As<ConstantNode>(node);
      if (!constant) return;
      const NDArray& data = constant->data;
      if (!data->dtype.is_float() && !data->dtype.is_bfloat()) return;
      // The square root of the largest number of the type, approximately.
      int exponent = data->dtype.is_bfloat() || data->dtype.bits == 32 ? 64
                     : data->dtype.bits == 16                          ? 8
                                                                       : 512;
      double limit = std::ldexp(1.0, exponent);
      for (size_t i = 0; i < data->size(); ++i) {
        double value = std::abs(data->ToDouble(i));
        if (std::isfinite(value) && value >= limit) largest = std::max(value, largest.value_or(0));
      }
    });
  }
  return largest;
}

// `values` with zeros where they or `other` are not finite.
std::vector<NDArray> WhereBothFinite(const std::vector<NDArray>& values,
                                     const std::vector<NDArray>& other) {
  std::vector<NDArray> result = values;
  for (size_t i = 0; i < result.size() && i < other.size(); ++i) {
    if (result[i]->shape != other[i]->shape) continue;
    NDArray copy = MakeNDArray(result[i]->shape, result[i]->dtype);
    for (size_t k = 0; k < copy->size(); ++k) {
      const double value = result[i]->ToDouble(k);
      StoreDouble(copy, k,
                  std::isfinite(value) && std::isfinite(other[i]->ToDouble(k)) ? value : 0);
    }
    result[i] = std::move(copy);
  }
  return result;
}

}  // namespace

std::optional<Message> ValueCheck::Explanation() const {
  if (reason || !comparison || !comparison->difference) return reason;
  return DifferenceMessage(*comparison->difference);
}

std::span<const char* const> LiteralsOf(ValueCheck::Outcome) {
  static constexpr const char* kOutcomes[] = {"unchanged", "same", "differs", "not-checked"};
  return kOutcomes;
}

ValueChecker::ValueChecker(ValueCheckOptions options) : options_(std::move(options)) {}

std::optional<std::vector<Value>> ValueChecker::InputsOf(const IRModule& module) const {
  const FunctionNode* function = module->Find(options_.function);
  if (!function) return std::nullopt;
  std::vector<std::pair<std::string, Type>> parameters = ParametersOf(function);
  if (TypesOf(parameters) == TypesOf(parameters_)) return inputs_;
  // Some parameters got values from the pass. The rest are in the same order.
  std::vector<Value> inputs;
  size_t next = 0;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    if (next < parameters.size() && parameters[next] == parameters_[i]) {
      inputs.push_back(inputs_[i]);
      ++next;
    } else if (!GivenFor(parameters_[i].first)) {
      return std::nullopt;
    }
  }
  if (next < parameters.size()) return std::nullopt;
  return inputs;
}

const NDArray* ValueChecker::GivenFor(std::string_view parameter) const {
  for (const auto& [name, value] : options_.given) {
    if (name == parameter) return &value;
  }
  return nullptr;
}

bool ValueChecker::MakeInputsFor(const IRModule& module, std::optional<Message>* failure) {
  const FunctionNode* function = module->Find(options_.function);
  if (!function) {
    *failure =
        MSG(kCheckedFunctionMissing, "the module has no function @{function}", options_.function);
    return false;
  }
  std::vector<std::pair<std::string, Type>> parameters = ParametersOf(function);
  if (!inputs_.empty() && parameters == parameters_) return true;
  runs_.clear();
  inputs_.clear();
  parameters_ = std::move(parameters);
  InputOptions options;
  options.seed = static_cast<uint64_t>(options_.seed);
  options.dynamic_size = options_.dynamic_size;
  if (const auto* number = options_.constant.get<double>()) options.constant = *number;
  if (const auto* number = options_.constant.get<int64_t>()) {
    options.constant = static_cast<double>(*number);
  }
  try {
    inputs_ = MakeInputs(module, options_.function, options);
  } catch (const DiagnosticError& error) {
    *failure = error.diagnostics().front().message;
    parameters_.clear();
    return false;
  }
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const NDArray* value = GivenFor(parameters_[i].first);
    if (value && (*value)->type() == parameters_[i].second) inputs_[i] = *value;
  }
  return true;
}

ValueChecker::Run ValueChecker::RunOn(const IRModule& module, std::span<const Value> inputs,
                                      With with) {
  for (const Run& run : runs_) {
    if (run.module == module && run.with == with) return run;
  }
  Run run{module, with, {}, {}, false};
  if (with == With::kExecutor) {
    std::optional<std::vector<NDArray>> outputs = RunByExecutor(module, options_.function, inputs);
    run.unsupported = !outputs;
    if (outputs) run.outputs = std::move(*outputs);
  } else {
    try {
      run.outputs = RunFunction(module, options_.function, inputs);
    } catch (const DiagnosticError& error) {
      const Diagnostic& first = error.diagnostics().front();
      run.failure = first.message;
      run.unsupported = IsLimit(first.kind);
    }
  }
  if (runs_.size() == kRemembered) runs_.erase(runs_.begin());
  runs_.push_back(run);
  return run;
}

std::optional<ValueComparison> ValueChecker::CompareByExecutor(const IRModule& before,
                                                               const IRModule& after,
                                                               const Tolerance& tolerance) {
  std::optional<std::vector<Value>> inputs = InputsOf(after);
  if (!inputs) return std::nullopt;
  Run reference = RunOn(before, inputs_, With::kExecutor);
  if (reference.unsupported) return std::nullopt;
  Run actual = RunOn(after, *inputs, With::kExecutor);
  if (actual.unsupported) return std::nullopt;
  return CompareValues(reference.outputs, actual.outputs, tolerance);
}

ValueCheck ValueChecker::Check(const IRModule& given, const IRModule& made, PassValues values) {
  ValueCheck check;
  if (given == made || StructuralEqual(given, made)) return check;
  if (values == PassValues::kChanges) {
    return NotChecked(MSG(kPassChangesValuesByDesign, "the pass changes the values by design"));
  }
  IRModule before;
  try {
    before = Typed(given);
  } catch (const DiagnosticError& error) {
    return NotChecked(MSG(kProgramBeforeNotEvaluable,
                          "the program before cannot be evaluated: {reason}",
                          error.diagnostics().front().message));
  }
  std::optional<Message> failure;
  if (!MakeInputsFor(before, &failure)) return NotChecked(std::move(*failure));
  Tolerance tolerance;
  if (options_.rtol >= 0) tolerance.relative = options_.rtol;
  if (options_.atol >= 0) tolerance.absolute = options_.atol;
  tolerance.length = AccumulatedLength(before);
  tolerance.coarse = values == PassValues::kApproximates;
  IRModule after;
  Run actual;
  try {
    after = Typed(made);
  } catch (const DiagnosticError& error) {
    const Diagnostic& first = error.diagnostics().front();
    actual.failure = first.message;
    actual.unsupported = IsLimit(first.kind);
  }
  if (after) {
    check.comparison = CompareByExecutor(before, after, tolerance);
    if (check.comparison && check.comparison->same()) {
      check.outcome = Outcome::kSame;
      return check;
    }
    check.comparison.reset();
  }
  Run reference = RunOn(before, inputs_, With::kEvaluator);
  if (reference.failure) {
    return NotChecked(MSG(kProgramBeforeNotEvaluable,
                          "the program before cannot be evaluated: {reason}", *reference.failure));
  }
  if (after) {
    std::optional<std::vector<Value>> inputs = InputsOf(after);
    if (!inputs) {
      return NotChecked(MSG(kCheckedParametersChanged,
                            "the pass changed the parameters of @{function}", options_.function));
    }
    actual = RunOn(after, *inputs, With::kEvaluator);
  }
  bool derived = options_.rtol < 0 && options_.atol < 0;
  auto spreads_of_rounding = [&] {
    return MeasureSpread(before, options_.function, inputs_, reference.outputs,
                         static_cast<uint64_t>(options_.seed), tolerance.coarse);
  };
  // True if rounding to smaller types, which the pass is allowed to do, can make the program fail
  // or change the size of a result.
  auto depends_on_rounding = [&] {
    return derived && tolerance.coarse && spreads_of_rounding().fails;
  };
  if (actual.failure) {
    check.sensitive = !actual.unsupported && depends_on_rounding();
    bool differs = !actual.unsupported && !check.sensitive;
    check.outcome = differs ? Outcome::kDiffers : Outcome::kNotChecked;
    check.reason = MSG(kProgramAfterNotEvaluable, "the program after cannot be evaluated: {reason}",
                       *actual.failure);
    return check;
  }
  check.comparison = CompareValues(reference.outputs, actual.outputs, tolerance);
  Spreads spreads;
  if (derived && check.comparison->difference) {
    const ValueDifference difference = *check.comparison->difference;
    if (IsOfElement(difference)) {
      // Rounding can cause this difference, so measure it. If the program fails with noise, nothing
      // is known.
      spreads = spreads_of_rounding();
      if (spreads.fails && !tolerance.coarse) {
        // If evaluation exceeds a limit, only the first noisy runs are known.
        auto limit = std::find_if(spreads.failures.begin(), spreads.failures.end(),
                                  [](const Diagnostic& one) { return IsLimit(one.kind); });
        if (limit != spreads.failures.end()) {
          Tolerance wide = tolerance;
          wide.length *= kWide * kWide;
          for (Spread& spread : spreads.of_outputs) {
            for (double& distance : spread) distance *= kFewRuns;
          }
          ValueComparison rest =
              CompareValues(reference.outputs, actual.outputs, wide, spreads.of_outputs);
          // Near a pole, rounding can have any effect, but only few elements are there.
          bool few = AreAlike(reference.outputs, actual.outputs) &&
                     rest.differing <= rest.compared / kFewElements;
          if (few) {
            return NotChecked(
                MSG(kRoundingExplanationUnknown,
                    "it is unknown whether rounding explains the difference: {reason}",
                    limit->message));
          }
        }
        spreads.of_outputs.clear();
      } else {
        check.comparison =
            CompareValues(reference.outputs, actual.outputs, tolerance, spreads.of_outputs);
        check.sensitive = check.comparison->same();
      }
    } else if (IsOfSize(difference, reference.outputs, actual.outputs) && depends_on_rounding()) {
      check.sensitive = true;
      check.outcome = Outcome::kNotChecked;
      check.reason = DifferenceMessage(difference);
      return check;
    }
  }
  if (derived && !check.comparison->same()) {
    std::optional<double> large = LargeConstant(before);
    if (large && CompareValues(WhereBothFinite(reference.outputs, actual.outputs),
                               WhereBothFinite(actual.outputs, reference.outputs), tolerance,
                               spreads.of_outputs)
                     .same()) {
      return NotChecked(MSG(kDifferenceFromOverflowOrder,
                            "only infinite values and NaN differ: with constants as large as "
                            "{value}, the order of sums and products decides about overflow",
                            *large));
    }
  }
  check.outcome = check.comparison->same() ? Outcome::kSame : Outcome::kDiffers;
  return check;
}

}  // namespace passcope
