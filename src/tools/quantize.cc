// `passcope quantize`.
#include "transforms/quantize/quantize.h"

#include <fmt/format.h>

#include "api/settings.h"
#include "frontend/npy.h"
#include "tools/commands.h"
#include "tools/deflate.h"
#include "tools/execute.h"
#include "tools/files.h"
#include "tools/outputs.h"
#include "tools/stages.h"

namespace passcope::tools {
namespace {

quantize::Dataset DatasetOf(const Arguments& arguments) {
  quantize::Dataset dataset;
  for (const std::string& file : arguments.FindAll("sample")) {
    ParamMap sample = frontend::ReadTensors(file, ReadBuffer(file), InflateRaw);
    for (const auto& [name, array] : sample) {
      if (name.empty()) {
        throw UsageError(
            fmt::format("--sample takes an archive with values by name, not '{}'", file));
      }
    }
    dataset.push_back(std::move(sample));
  }
  return dataset;
}

int RunQuantize(const Arguments& arguments) {
  const Outputs outputs = OutputsOf(arguments, true);
  AttrDict given;
  if (const std::string* text = arguments.Find("qconfig")) {
    given = *ParseOption(AttrType::kAny, "qconfig", *text).dict();
  }
  quantize::QConfig config = quantize::ReadQConfig(given);
  Workload program = LoadProgram(arguments);
  program.module = quantize::Quantize(program.module, program.params, DatasetOf(arguments), config);
  program.params.clear();
  for (const std::string& file : outputs.programs) WriteProgram(file, program.module, arguments);
  const bool execute = WantsExecution(arguments);
  if (arguments.Has("print") || !(execute || !outputs.programs.empty())) {
    PrintProgram(program.module, arguments);
  }
  if (execute) Execute(arguments, program, outputs.arrays);
  return 0;
}

}  // namespace

Command QuantizeCommand() {
  Command command;
  command.name = "quantize";
  command.usage = "(--model NAME | FILE | -) [--qconfig FIELD=VALUE,…] [options]";
  command.summary =
      "Quantizes a floating-point program to integers, as relay.quantize in TVM does.";
  command.details = "The fields of --qconfig are those of TVM:\n";
  for (const AttrField& field : RowOf(Settings::kQConfig).options) {
    command.details += fmt::format("\n  {}: {}", field.name, field.doc);
  }
  command.options = {
      {"model", "NAME", "the name of a model; `passcope list models` lists them"},
      {"qconfig", "FIELD=VALUE,…", "settings, such as 'skip_conv_layers=[], rounding=TONEAREST'"},
      {"sample", "FILE",
       "FILE.npz with values of the inputs by name, for a calibrate_mode that needs samples;\n"
       "can be given several times"},
      {"print", "", "print the program even if it is run"},
      MetaDataOption()};
  for (Option& option : ExecuteOptions()) command.options.push_back(std::move(option));
  AddModelOptions(&command.options);
  command.run = RunQuantize;
  return command;
}

}  // namespace passcope::tools
