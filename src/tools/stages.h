// What the commands that run pipelines share: the program and the stages that a command line names.
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
// The flag of an option that is given by name: "batch-size" for "batch_size".
std::string FlagName(const char* option);
// The value of a flag for an option, as the option takes it. Throws UsageError.
AttrValue ParseOption(AttrType type, const std::string& flag, const std::string& text);
// --meta-data, which PrintProgram looks at.
Option MetaDataOption();

// The model or the file that the arguments name; `more` has options of the model that count for
// more than those of the arguments. Throws UsageError and what reading it throws.
Workload LoadProgram(const Arguments& arguments, const AttrDict& more = {});
// The settings of contexts that the arguments give, by the names of "PassContext".
AttrDict GivenSettings(const Arguments& arguments);
// A stage without passes, with these settings.
ReproducerStage SettingsOf(const Arguments& arguments);
// Sets the settings that are given, by the names of "PassContext". Throws DiagnosticError.
void SetSettings(const AttrDict& given, ReproducerStage* stage);
// The stages of a pipeline, each with passes in the settings of a stage. Throws what reading it and
// making the passes throws.
std::vector<ReproducerStage> StagesOf(const Arguments& arguments, const std::string& passes,
                                      const ReproducerStage& settings);
// The program and the stages: of --reproducer, or as the arguments give them.
Reproducer ReproducerOf(const Arguments& arguments);

// With the stage's own instruments.
PassContextOptions ContextOptionsOf(const ReproducerStage& stage);
// What a stage without passes makes of a module.
IRModule ApplyStage(const ReproducerStage& stage, const Workload& program, const IRModule& module);

// To the standard output.
void PrintProgram(const IRModule& module, const Arguments& arguments);

}  // namespace passcope::tools
