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
    "`Sequential` runs the pass only in contexts of at least this level.";

}  // namespace

const std::vector<SettingsRow>& SettingsTable() {
  static const auto* table = new std::vector<SettingsRow>{
      {"PassContext",
       "The settings under which passes run.",
       {Option("opt_level", &ContextSettings::opt_level, PassContextOptions().opt_level,
               "`Sequential` runs passes up to this level."),
        Option("required_pass", &ContextSettings::required_pass, AttrArray{},
               "Passes that `Sequential` runs whatever their level, and that no instrument can "
               "veto."),
        Option("disabled_pass", &ContextSettings::disabled_pass, AttrArray{},
               "Passes that `Sequential` leaves out."),
        Option("config", &ContextSettings::config, AttrDict{},
               "Settings by TVM's names; the table of config keys lists them.")}},
      {"Sequential",
       "Passes that run one after the other.",
       {Option("opt_level", &PassSettings::opt_level, Sequential({}).info().opt_level, kOptLevel),
        Option("name", &PassSettings::name, Sequential({}).info().name, "What it is called."),
        Required()}},
      {"CustomPass",
       "A pass that another language runs.",
       {RequiredOption("opt_level", &PassSettings::opt_level, kOptLevel),
        Option("name", &PassSettings::name, "", "What it is called."), Required()}},
      {"Graph",
       "How the dataflow of a function is described.",
       {Option("function", &GraphSettings::function, "main",
               "Which function of a module; of no account for an expression."),
        Option("limit", &GraphSettings::limit, static_cast<int64_t>(GraphOptions().limit),
               "At most so many nodes, those first that are computed first.")}},
      {"Build",
       "How it is planned to run a module.",
       {Option("step_by_step", &PlanOptions::step_by_step, PlanOptions().step_by_step,
               "Every operator of a fused function by itself, as if nothing were fused."),
        Option("reference_kernels", &PlanOptions::reference_kernels,
               PlanOptions().reference_kernels, "The evaluator's kernel for every operator.")}},
      {"Benchmark",
       "How a program is timed.",
       {Option("repeat", &BenchmarkOptions::repeat, BenchmarkOptions().repeat,
               "How many results there are."),
        Option("number", &BenchmarkOptions::number, BenchmarkOptions().number,
               "Of how many runs each result is the mean."),
        Option("min_repeat_ms", &BenchmarkOptions::min_repeat_ms, BenchmarkOptions().min_repeat_ms,
               "`number` is raised until a result takes so many milliseconds.")}},
      {"Profile",
       "How the calls of a program are timed.",
       {Option("number", &ProfileOptions::number, ProfileOptions().number,
               "Of how many runs the times are the mean.")}},
      {"Table",
       "How a report is printed.",
       {Option("sort", &TableOptions::sort, TableOptions().sort, "The longest first."),
        Option("aggregate", &TableOptions::aggregate, TableOptions().aggregate,
               "Equal calls are one row."),
        Option("compute_col_sums", &TableOptions::compute_col_sums, TableOptions().compute_col_sums,
               "A row of sums.")}},
      // These defaults are constants, since making the options calls code of a deferred module
      // (wasm-bindings/scripts/frontends.mjs).
      {"Onnx",
       "How an ONNX model becomes a program.",
       {Option("dtype", &frontend::OnnxOptions::dtype, DataType::Float(32),
               "The type of inputs whose type nothing else tells."),
        Option("opset", &frontend::OnnxOptions::opset, AttrValue(),
               "The version of the operator set, in place of the file's."),
        Option(
            "freeze_params", &frontend::OnnxOptions::freeze_params, true,
            "Weights become constants of the program; if not, they are parameters, and shapes that "
            "follow from their values are known only when the program runs."),
        Option(
            "use_nt_batch_matmul", &frontend::OnnxOptions::use_nt_batch_matmul, true,
            "Batched products have their second operand transposed, as TVM's kernels want it; if "
            "not, they are written as they stand.")}},
      {"Pytorch",
       "How a TorchScript archive becomes a program.",
       {Option("default_dtype", &frontend::PytorchOptions::default_dtype, DataType::Float(32),
               "The type of what has none, such as literals and inputs that are given a shape "
               "alone."),
        Option("use_parser_friendly_name", &frontend::PytorchOptions::use_parser_friendly_name,
               false,
               "Names of parameters and spans have no dots, so that the text can be read back."),
        Option("keep_quantized_weight", &frontend::PytorchOptions::keep_quantized_weight, false,
               "Quantized weights stay integers.")}},
      {"Workload",
       "How the parameters of a network get their values.",
       {Option("seed", &WorkloadSettings::seed, int64_t{0}, "The seed of the random parameters."),
        Option("initializer", &WorkloadSettings::initializer, "xavier",
               "How weights are made: xavier, or constant, which is one by their number."),
        Option("factor_type", &WorkloadSettings::factor_type, "avg",
               "By what Xavier's rule divides: in, out, or avg of both."),
        Option("magnitude", &WorkloadSettings::magnitude, Initializer().magnitude,
               "Of the random numbers of Xavier's rule.")}},
      {"QConfig", "How relay.quantize works.", quantize::QConfigFields()},
      {"Compare",
       "How variants are compared.",
       {Option("repeat", &CompareOptions::repeat, CompareOptions().repeat,
               "How often pipelines are timed, and results are run."),
        Option("run", &CompareOptions::run, CompareOptions().run,
               "Whether the results are run and what they compute is compared."),
        Option("seed", &CompareOptions::seed, CompareOptions().seed, "Of the random inputs."),
        Option("rtol", &CompareOptions::rtol, CompareOptions().rtol,
               "How far reals may differ, relative to themselves; below 0: derived from the "
               "program."),
        Option("atol", &CompareOptions::atol, CompareOptions().atol,
               "How far reals may differ at all; below 0: derived from the size of the tensor."),
        Option("dynamic_size", &CompareOptions::dynamic_size, CompareOptions().dynamic_size,
               "What stands for a dimension that is not an integer.")}},
  };
  return *table;
}

Initializer InitializerOf(const WorkloadSettings& settings) {
  auto fail = [](const char* option, const Message& value) {
    throw DiagnosticError(DiagKind::kUsage,
                          Say("the option '{option}' does not take {value}", option, value));
  };
  Initializer result;
  if (settings.initializer == "constant") {
    result.kind = Initializer::Kind::kConstant;
  } else if (settings.initializer != "xavier") {
    fail("initializer", Say("{name}", settings.initializer));
  }
  if (settings.factor_type == "in") {
    result.factor = Initializer::Factor::kIn;
  } else if (settings.factor_type == "out") {
    result.factor = Initializer::Factor::kOut;
  } else if (settings.factor_type != "avg") {
    fail("factor_type", Say("{name}", settings.factor_type));
  }
  if (!(settings.magnitude > 0)) fail("magnitude", Say("{value}", settings.magnitude));
  result.magnitude = settings.magnitude;
  return result;
}

int OptLevelOf(int64_t level) {
  auto narrow = static_cast<int>(level);
  if (narrow == level) return narrow;
  throw DiagnosticError(DiagKind::kUsage,
                        Say("the option '{option}' does not take {value}", "opt_level", level));
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
