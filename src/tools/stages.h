// Code that the commands with pipelines share: the program and the stages of a command line.
#pragma once

#include <vector>

#include "pass/pass_context.h"
#include "tools/arguments.h"
#include "tools/reproducer.h"

namespace passcope::tools {

// --model and the settings of contexts.
void AddProgramOptions(std::vector<Option>* options);
// The same with --passes and --reproducer.
void AddPipelineOptions(std::vector<Option>* options);
// The options of all models and of models' files.
void AddModelOptions(std::vector<Option>* options);
// The flag of an option: "batch-size" for "batch_size".
std::string FlagName(const char* option);
// Converts the value of a flag to the option's type. Throws UsageError.
AttrValue ParseOption(AttrType type, const std::string& flag, const std::string& text);
// --meta-data, for PrintProgram.
Option MetaDataOption();

// The model or the file that the arguments name, or what is piped in if they name none. `more` has
// model options that override those of the arguments; `expected` says what to name. Throws
// UsageError and the errors of reading.
Workload LoadProgram(
    const Arguments& arguments, const AttrDict& more = {},
    const char* expected = "name one program: --model NAME, a file, or - for standard input");
// The settings of contexts in the arguments, by the names of "PassContext".
AttrDict GivenSettings(const Arguments& arguments);
// A stage without passes, with these settings.
ReproducerStage SettingsOf(const Arguments& arguments);
// Sets settings, by the names of "PassContext". Throws DiagnosticError.
void SetSettings(const AttrDict& given, ReproducerStage* stage);
// The stages of a pipeline. Each stage with passes has the given settings. Throws the errors of
// reading the pipeline and making the passes.
std::vector<ReproducerStage> StagesOf(const Arguments& arguments, const std::string& passes,
                                      const ReproducerStage& settings);
// The program and the stages of --reproducer or of the arguments.
Reproducer ReproducerOf(const Arguments& arguments);

// With the stage's own instruments.
PassContextOptions ContextOptionsOf(const ReproducerStage& stage);
// The result of a stage without passes for a module.
IRModule ApplyStage(const ReproducerStage& stage, const Workload& program, const IRModule& module);

// To the standard output.
void PrintProgram(const IRModule& module, const Arguments& arguments);

}  // namespace passcope::tools
