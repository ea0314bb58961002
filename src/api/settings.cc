// The table of settings.
#include "api/settings.h"

#include "api/graph.h"
#include "compare/comparison.h"
#include "executor/executor.h"
#include "frontend/import.h"
#include "pass/pass.h"
#include "transforms/quantize/qconfig.h"

namespace passcope {
namespace {

AttrField Required() {
  return Option("required", &PassSettings::required, AttrArray{},
                "Passes that `Sequential` runs just before, by name.");
}

constexpr const char* kOptLevel =
    "`Sequential` runs the pass only in contexts with at least this level.";

}  // namespace

const std::vector<SettingsRow>& SettingsTable() {
  static const auto* table = new std::vector<SettingsRow>{
      {"PassContext",
       "The settings under which passes run.",
       {Option("opt_level", &ContextSettings::opt_level, PassContextOptions().opt_level,
               "`Sequential` runs passes up to this level."),
        Option("required_pass", &ContextSettings::required_pass, AttrArray{},
               "Passes that `Sequential` runs at any level. Instruments cannot veto them."),
        Option("disabled_pass", &ContextSettings::disabled_pass, AttrArray{},
               "Passes that `Sequential` skips."),
        Option("config", &ContextSettings::config, AttrDict{},
               "Settings by the names of TVM; the table of config keys lists them.")}},
      {"Sequential",
       "Passes that run in sequence.",
       {Option("opt_level", &PassSettings::opt_level, Sequential({}).info().opt_level, kOptLevel),
        Option("name", &PassSettings::name, Sequential({}).info().name, "The name."), Required()}},
      {"CustomPass",
       "A pass that is written in another language.",
       {RequiredOption("opt_level", &PassSettings::opt_level, kOptLevel),
        Option("name", &PassSettings::name, "", "The name."), Required()}},
      {"Graph",
       "How to describe the dataflow of a function.",
       {Option("function", &GraphSettings::function, "main",
               "The function of a module; ignored for an expression."),
        Option("limit", &GraphSettings::limit, static_cast<int64_t>(GraphOptions().limit),
               "The largest number of nodes; those that are computed first are kept.")}},
      {"Build",
       "How a graph executor plans to run a module.",
       {Option("step_by_step", &PlanOptions::step_by_step, PlanOptions().step_by_step,
               "Run each operator of a fused function separately, as if nothing were fused."),
        Option("reference_kernels", &PlanOptions::reference_kernels,
               PlanOptions().reference_kernels,
               "Use the kernel of the evaluator for every operator."),
        Option("winograd", &PlanOptions::winograd, PlanOptions().winograd,
               "Allow Winograd's algorithms for convolutions. They are faster than plain sums, and "
               "their rounding errors are up to four times as large.")}},
      {"Benchmark",
       "How to measure the time of a program.",
       {Option("repeat", &BenchmarkOptions::repeat, BenchmarkOptions().repeat,
               "The number of results."),
        Option("number", &BenchmarkOptions::number, BenchmarkOptions().number,
               "The number of runs that each result averages."),
        Option("min_repeat_ms", &BenchmarkOptions::min_repeat_ms, BenchmarkOptions().min_repeat_ms,
               "`number` is raised until each result takes at least this many milliseconds.")}},
      {"Profile",
       "How to measure the times of the calls of a program.",
       {Option("number", &ProfileOptions::number, ProfileOptions().number,
               "The number of runs to average the times over.")}},
      {"Table",
       "How to print a report.",
       {Option("sort", &TableOptions::sort, TableOptions().sort,
               "Sort by time, the longest first."),
        Option("aggregate", &TableOptions::aggregate, TableOptions().aggregate,
               "Combine equal calls into one row."),
        Option("compute_col_sums", &TableOptions::compute_col_sums, TableOptions().compute_col_sums,
               "Add a row with the sums.")}},
      // These defaults are constants, since making the options calls code of a deferred module
      // (wasm-bindings/scripts/frontends.mjs).
      {"Onnx",
       "How to convert an ONNX model to a program.",
       {Option("dtype", &frontend::OnnxOptions::dtype, DataType::Float(32),
               "The data type of inputs whose type is not known otherwise."),
        Option("opset", &frontend::OnnxOptions::opset, AttrValue(),
               "The version of the operator set, instead of the version in the file."),
        Option("freeze_params", &frontend::OnnxOptions::freeze_params, true,
               "Whether weights become constants of the program. Otherwise they are parameters, "
               "and shapes that depend on their values are known only at run time."),
        Option("use_nt_batch_matmul", &frontend::OnnxOptions::use_nt_batch_matmul, true,
               "Whether batched matrix products get a transposed second operand, as the kernels of "
               "TVM need. Otherwise they stay as in the file.")}},
      {"Pytorch",
       "How to convert a TorchScript archive to a program.",
       {Option("default_dtype", &frontend::PytorchOptions::default_dtype, DataType::Float(32),
               "The data type of values without one, such as literals and inputs for which only a "
               "shape is given."),
        Option("use_parser_friendly_name", &frontend::PytorchOptions::use_parser_friendly_name,
               false,
               "Whether names of parameters and spans have no dots, so that the printed text can "
               "be parsed."),
        Option("keep_quantized_weight", &frontend::PytorchOptions::keep_quantized_weight, false,
               "Whether quantized weights stay integers.")}},
      {"Workload",
       "How to initialize the parameters of a network.",
       {Option("seed", &WorkloadSettings::seed, int64_t{0}, "The seed of the random parameters."),
        Option("initializer", &WorkloadSettings::initializer, "xavier",
               "The initializer of weights: xavier, or constant, which is one divided by the "
               "number of elements."),
        Option("factor_type", &WorkloadSettings::factor_type, "avg",
               "The divisor of Xavier's rule: in, out, or avg of both."),
        Option("magnitude", &WorkloadSettings::magnitude, Initializer().magnitude,
               "The scale of the random numbers of Xavier's rule.")}},
      {"QConfig", "The settings of relay.quantize.", quantize::QConfigFields()},
      {"Compare",
       "How to compare variants.",
       {Option("repeat", &CompareOptions::repeat, CompareOptions().repeat,
               "How many times pipelines and results are run to measure their times."),
        Option("run", &CompareOptions::run, CompareOptions().run,
               "Whether to run the results and compare the values that they compute."),
        Option("seed", &CompareOptions::seed, CompareOptions().seed,
               "The seed of the random inputs."),
        Option("rtol", &CompareOptions::rtol, CompareOptions().rtol,
               "The relative tolerance for floating-point results; if negative, it is derived from "
               "the program."),
        Option("atol", &CompareOptions::atol, CompareOptions().atol,
               "The absolute tolerance for floating-point results; if negative, it is derived from "
               "the values of the tensor."),
        Option("dynamic_size", &CompareOptions::dynamic_size, CompareOptions().dynamic_size,
               "The size that replaces each dimension that is not an integer.")}},
  };
  return *table;
}

Initializer InitializerOf(const WorkloadSettings& settings) {
  auto fail = [](const char* option, const std::string& value, MessageList choices) {
    throw DiagnosticError(
        DiagKind::kUsage,
        MSG(kQuantizeOptionChoice,
            "the option '{option}' of {owner} must be one of {choices}, not '{value}'", option,
            "Workload", choices, value));
  };
  Initializer result;
  if (settings.initializer == "constant") {
    result.kind = Initializer::Kind::kConstant;
  } else if (settings.initializer != "xavier") {
    fail("initializer", settings.initializer, {{"xavier", "constant"}});
  }
  if (settings.factor_type == "in") {
    result.factor = Initializer::Factor::kIn;
  } else if (settings.factor_type == "out") {
    result.factor = Initializer::Factor::kOut;
  } else if (settings.factor_type != "avg") {
    fail("factor_type", settings.factor_type, {{"in", "out", "avg"}});
  }
  if (!(settings.magnitude > 0)) {
    throw DiagnosticError(DiagKind::kUsage,
                          MSG(kQuantizeOptionNotPositive,
                              "the option '{option}' of {owner} must be positive, not {value}",
                              "magnitude", "Workload", settings.magnitude));
  }
  result.magnitude = settings.magnitude;
  return result;
}

int OptLevelOf(int64_t level) {
  auto narrow = static_cast<int>(level);
  if (narrow == level) return narrow;
  throw DiagnosticError(DiagKind::kUsage,
                        MSG(kSettingValueRejected, "the option '{option}' does not take {value}",
                            "opt_level", level));
}

std::span<const SettingFlag> ContextFlags() {
  static constexpr SettingFlag kFlags[] = {{"opt_level", "opt-level", "N"},
                                           {"required_pass", "required", "A,B"},
                                           {"disabled_pass", "disabled", "A,B"},
                                           {"config", "config", "KEY=VALUE,…"}};
  return kFlags;
}

std::span<const ImportFlag> ImportFlags() {
  static constexpr ImportFlag kFlags[] = {
      {Settings::kOnnx,
       {"opset", "opset", "N"},
       "the version of the operator set, instead of the version in the file"},
      {Settings::kOnnx,
       {"freeze_params", "no-freeze-params", ""},
       "keep weights as parameters of @main; shapes that depend on their values stay unknown"},
      {Settings::kPytorch,
       {"use_parser_friendly_name", "parser-friendly-names", ""},
       "use names without dots, so that the printed text can be parsed"},
      {Settings::kPytorch,
       {"keep_quantized_weight", "keep-quantized-weight", ""},
       "keep quantized weights as integers"}};
  return kFlags;
}

}  // namespace passcope
