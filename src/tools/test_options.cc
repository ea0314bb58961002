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
  options->push_back({"test", "TEST", "what goes wrong; values by default"});
  options->push_back({"seed", "N", "of the random inputs, 0 by default"});
  options->push_back({"rtol", "X", "how far reals may differ, relative to themselves"});
  options->push_back({"atol", "X", "how far reals may differ at all"});
  options->push_back({"function", "NAME", "the function that is run, main by default"});
  options->push_back({"dynamic-size", "N", "what stands for a dimension that is no integer, 1"});
}

std::string TestHelp() {
  return "A test says what goes wrong:\n\n"
         "  values        the program computes something else than before\n"
         "  well-formed   it is ill-formed or ill-typed\n"
         "  throws        a pass throws the error that it throws now\n"
         "  text=TEXT     its text contains TEXT; no-text=TEXT: it does not\n"
         "  op=NAME       the operator NAME is called; no-op=NAME: it is not\n";
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
