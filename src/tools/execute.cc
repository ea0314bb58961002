#include "tools/execute.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/settings.h"
#include "checking/inputs.h"
#include "executor/executor.h"
#include "frontend/npy.h"
#include "runtime/evaluator.h"
#include "tools/deflate.h"
#include "tools/files.h"
#include "tools/outputs.h"
#include "transforms/bind_params.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope::tools {
namespace {

using frontend::NamedArrays;
using frontend::WriteNpy;
using frontend::WriteNpz;

// The typed program. Its own parameters become constants.
IRModule Ready(const Workload& program) {
  IRModule module = program.module;
  if (!program.params.empty()) {
    module = WithFunction(module, "main", BindParamsByName(module->Lookup("main"), program.params));
  }
  return InferTypes(module);
}

NamedArrays GivenInputs(const Arguments& arguments) {
  NamedArrays inputs;
  for (const std::string& text : arguments.FindAll("input")) {
    size_t equals = text.find('=');
    std::string file = equals == std::string::npos ? text : text.substr(equals + 1);
    NamedArrays read = frontend::ReadTensors(file, ReadBuffer(file), InflateRaw);
    bool unnamed =
        std::any_of(read.begin(), read.end(), [](const auto& item) { return item.first.empty(); });
    if (equals != std::string::npos ? read.size() != 1 : unnamed) {
      throw UsageError(
          fmt::format("--input takes NAME=FILE for a file with one value, or a file with values by "
                      "name, not '{}'",
                      text));
    }
    if (equals != std::string::npos) read.front().first = text.substr(0, equals);
    for (auto& item : read) inputs.push_back(std::move(item));
  }
  return inputs;
}

void WriteArrays(const std::string& file, const std::vector<NDArray>& results) {
  if (file.ends_with(".npz")) {
    NamedArrays named;
    for (size_t i = 0; i < results.size(); ++i) {
      named.emplace_back(fmt::format("output_{}", i), results[i]);
    }
    return WriteFile(file, WriteNpz(file, named));
  }
  if (results.size() != 1) {
    throw UsageError(
        fmt::format("the program has {} results: --output takes an archive, FILE.npz, for them",
                    results.size()));
  }
  WriteFile(file, WriteNpy(file, results.front()));
}

// Sets the given inputs. Throws like GraphExecutor.
void SetInputs(GraphExecutor* executor, const NamedArrays& inputs) {
  for (const auto& [name, array] : inputs) {
    executor->SetInput(executor->InputIndex(name), array);
  }
}

constexpr const char* kNoWinograd = "no-winograd";
Option NoWinograd() {
  return {
      kNoWinograd, "",
      "compute convolutions as plain sums, without Winograd's algorithms; slower, with smaller\n"
      "rounding errors"};
}
PlanOptions PlanOptionsOf(const Arguments& arguments) {
  PlanOptions options;
  options.winograd = !arguments.Has(kNoWinograd);
  return options;
}

std::vector<NDArray> RunOnEvaluator(const IRModule& module, const NamedArrays& inputs,
                                    bool winograd) {
  std::vector<Value> args;
  for (const Expr& param : As<FunctionNode>(module->Lookup("main"))->params()) {
    std::string name = As<VarNode>(param)->name().str();
    auto given = std::find_if(inputs.begin(), inputs.end(),
                              [&](const auto& item) { return item.first == name; });
    if (given == inputs.end()) throw UsageError(fmt::format("give --input {}=FILE.npy", name));
    args.emplace_back(given->second);
  }
  std::vector<NDArray> results;
  EvaluateOptions options;
  options.winograd = winograd;
  FlattenValue(Evaluate(module, "main", args, options), results);
  return results;
}

// The flags of a row of settings, with their help.
std::vector<Option> SettingOptions(Settings settings) {
  std::vector<Option> options;
  for (const AttrField& field : RowOf(settings).options) {
    std::string name = field.name;
    std::replace(name.begin(), name.end(), '_', '-');
    std::string help = field.doc;
    if (const int64_t* number = field.default_value.get<int64_t>()) {
      help += fmt::format(" {} by default.", *number);
    }
    options.push_back({std::move(name), "N", std::move(help)});
  }
  return options;
}

template <class T>
T GivenSettings(Settings settings, const Arguments& arguments) {
  AttrDict given;
  for (const AttrField& field : RowOf(settings).options) {
    std::string flag = field.name;
    std::replace(flag.begin(), flag.end(), '_', '-');
    const std::string* text = arguments.Find(flag);
    if (!text) continue;
    int64_t number = ParseInt(flag, *text);
    given.emplace_back(field.name, field.type == AttrType::kDouble
                                       ? AttrValue(static_cast<double>(number))
                                       : AttrValue(number));
  }
  return ReadSettings<T>(settings, given);
}

std::vector<NDArray> ResultsOf(const Arguments& arguments, const Workload& program) {
  IRModule module = Ready(program);
  NamedArrays inputs = GivenInputs(arguments);
  PlanOptions options = PlanOptionsOf(arguments);
  if (EffectsOf(module).executor == ExecutorKind::kVm) {
    return RunOnEvaluator(module, inputs, options.winograd);
  }
  GraphExecutor executor(module, "main", options);
  SetInputs(&executor, inputs);
  executor.Run();
  std::vector<NDArray> results;
  for (size_t i = 0; i < executor.plan().outputs.size(); ++i) {
    results.push_back(executor.GetOutput(i));
  }
  return results;
}

}  // namespace

std::vector<Option> ExecuteOptions() {
  return {{"input", "NAME=FILE",
           "run @main after the passes. FILE.npy or FILE.pb (TensorProto) has the value of a\n"
           "parameter; FILE.npz has values by the names of parameters. Can be given several times"},
          OutputOption("write the program after the passes to FILE.relay or FILE.txt, with its\n"
                       "constants, or to the standard output (-); or run its @main and write the\n"
                       "result to FILE.npy, or several results to FILE.npz as output_0, output_1, "
                       "….\nCan be given several times"),
          NoWinograd()};
}

bool WantsExecution(const Arguments& arguments) {
  return arguments.Has("input") || !OutputsOf(arguments, true).arrays.empty();
}

void Execute(const Arguments& arguments, const Workload& program,
             const std::vector<std::string>& files, Json* document) {
  const std::vector<NDArray> results = ResultsOf(arguments, program);
  for (const std::string& file : files) WriteArrays(file, results);
  if (document) (*document)["results"] = Json::array();
  for (const NDArray& result : results) {
    std::string type = TypeText(result->type());
    if (document) {
      (*document)["results"].push_back(std::move(type));
    } else if (files.empty()) {
      Print(type + "\n");
    }
  }
}

std::vector<Option> BenchOptions() {
  std::vector<Option> options = {
      {"input", "NAME=FILE",
       "the value of a parameter, or several, as in `passcope run`; parameters without a\n"
       "value get random ones"},
      {"profile-number", "N",
       "the number of runs to average the times of the profile over; 5 by default"},
      {"csv", "FILE", "write the profile to a CSV file"},
      NoWinograd()};
  for (Option& option : SettingOptions(Settings::kBenchmark)) options.push_back(std::move(option));
  return options;
}

void Bench(const Arguments& arguments, const Workload& program) {
  auto options = GivenSettings<BenchmarkOptions>(Settings::kBenchmark, arguments);
  ProfileOptions profile;
  profile.number = 5;
  if (const std::string* number = arguments.Find("profile-number")) {
    profile.number = ParseInt("profile-number", *number);
  }
  IRModule module = Ready(program);
  GraphExecutor executor(module, "main", PlanOptionsOf(arguments));
  const Plan& plan = executor.plan();
  NamedArrays given = GivenInputs(arguments);
  // Inputs that are not given are random. A parameter that is a tuple is several inputs.
  std::vector<NDArray> made;
  for (const Value& value : MakeInputs(module, "main")) FlattenValue(value, made);
  for (size_t i = 0; i < made.size(); ++i) executor.SetInput(i, made[i]);
  SetInputs(&executor, given);
  ProfileReport report = executor.Profile(profile);
  Print(ReportTable(report));
  if (const std::string* file = arguments.Find("csv")) WriteFile(*file, ReportCsv(report));
  constexpr double kMebi = 1024 * 1024;
  GraphInfo info = DescribePlan(plan);
  Print(
      fmt::format("\nGFLOP: {:.3f}\nActivations: {:.2f} MiB; with workspaces {:.2f} MiB\n"
                  "Weights: {:.2f} MiB\n\n",
                  info.flop / 1e9, static_cast<double>(info.activation_bytes) / kMebi,
                  static_cast<double>(info.peak_bytes) / kMebi,
                  static_cast<double>(info.weight_bytes) / kMebi));
  std::string summary = RenderBenchmark(executor.Benchmark(options));
  Print(summary.substr(0, summary.rfind('\n') + 1));
}

}  // namespace passcope::tools
