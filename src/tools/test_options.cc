// Tests and pipelines of `passcope bisect` and `passcope reduce`.
#include "tools/test_options.h"

#include <algorithm>

#include "support/real_text.h"
#include "transforms/bind_params.h"

namespace passcope::tools {

double ParseTolerance(const std::string& option, const std::string& text) {
  std::optional<double> value = ParseReal(text);
  if (!value || !(*value >= 0)) {
    throw UsageError("--" + option + " takes a number that is not negative, not '" + text + "'");
  }
  return *value;
}

std::string Quoted(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:@%+";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string RunCommandOf(const Arguments& arguments) {
  std::vector<Option> known;
  AddPipelineOptions(&known);
  AddModelOptions(&known);
  std::string command = "passcope run";
  for (const Option& option : known) {
    const std::string* value = arguments.Find(option.name);
    if (!value) continue;
    command += " --" + option.name;
    if (!option.value.empty()) command += " " + Quoted(*value);
  }
  for (const std::string& word : arguments.words()) command += " " + Quoted(word);
  return command;
}

void AddTestOptions(std::vector<Option>* options) {
  options->push_back(
      {.name = "test",
       .value = "TEST",
       .help = "the test that fails; values by default",
       .choices = {"values", "well-formed", "throws", "text=", "no-text=", "op=", "no-op="}});
  options->push_back({"seed", "N", "the seed of the random inputs; 0 by default"});
  options->push_back({"rtol", "X", "the relative tolerance for floating-point results"});
  options->push_back({"atol", "X", "the absolute tolerance for floating-point results"});
  options->push_back({"function", "NAME", "the function to run; main by default"});
  options->push_back(
      {"dynamic-size", "N",
       "the size that replaces each dimension that is not an integer; 1 by default"});
}

std::string TestHelp() {
  return "A test fails if this is true of the program after a pass:\n\n"
         "  values        it computes other values than before\n"
         "  well-formed   it is ill-formed or ill-typed\n"
         "  throws        a pass throws the same error as the whole pipeline\n"
         "  text=TEXT     its text contains TEXT; no-text=TEXT: it does not\n"
         "  op=NAME       it calls the operator NAME; no-op=NAME: it does not\n";
}

TestSpec TestOf(const Arguments& arguments) {
  const std::string* text = arguments.Find("test");
  TestSpec spec = ParseTest(text ? *text : "values");
  if (const std::string* seed = arguments.Find("seed")) spec.values.seed = ParseInt("seed", *seed);
  if (const std::string* rtol = arguments.Find("rtol")) {
    spec.values.rtol = ParseTolerance("rtol", *rtol);
  }
  if (const std::string* atol = arguments.Find("atol")) {
    spec.values.atol = ParseTolerance("atol", *atol);
  }
  if (const std::string* name = arguments.Find("function")) spec.values.function = *name;
  if (const std::string* size = arguments.Find("dynamic-size")) {
    spec.values.dynamic_size = ParseInt("dynamic-size", *size);
  }
  return spec;
}

Pipeline PipelineOf(const Reproducer& run) {
  return [run](const IRModule& program, const std::vector<InstrumentPtr>& watchers) {
    IRModule module = program;
    for (const ReproducerStage& stage : run.stages) {
      if (stage.kind != ReproducerStage::Kind::kPasses) {
        module = ApplyStage(
            stage, {nullptr, FittingParams(module->Lookup("main"), run.program.params)}, module);
        continue;
      }
      std::vector<Pass> passes = PassesFromSpec(stage.passes);
      PassContextOptions options = ContextOptionsOf(stage);
      options.instruments.insert(options.instruments.end(), watchers.begin(), watchers.end());
      PassContextScope scope(PassContext::Create(std::move(options)));
      for (const Pass& pass : passes) module = pass(module);
      scope.Leave();
    }
    return module;
  };
}

PassValues ValuesOf(const Reproducer& run) {
  PassValues most = PassValues::kKeeps;
  for (const ReproducerStage& stage : run.stages) {
    most = std::max(most, passcope::ValuesOf(PassesFromSpec(stage.passes)));
  }
  return most;
}

}  // namespace passcope::tools
