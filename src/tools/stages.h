// What the commands that run pipelines share: the program and the stages that a command line names.
#pragma once

#include <vector>

#include "pass/pass_context.h"
#include "tools/arguments.h"
#include "tools/reproducer.h"

namespace passcope::tools {

// --model, --passes, --reproducer and the settings of contexts.
void AddPipelineOptions(std::vector<Option>* options);
// The options of all models and of models' files.
void AddModelOptions(std::vector<Option>* options);
// The value of a flag for an option, as the option takes it. Throws UsageError.
AttrValue ParseOption(AttrType type, const std::string& flag, const std::string& text);
// --meta-data, which PrintProgram looks at.
Option MetaDataOption();

// The model or the file that the arguments name. Throws UsageError and what reading it throws.
Workload LoadProgram(const Arguments& arguments);
// The program and the stages: of --reproducer, or as the arguments give them.
Reproducer ReproducerOf(const Arguments& arguments);

// With the stage's own instruments.
PassContextOptions ContextOptionsOf(const ReproducerStage& stage);
// What a stage without passes makes of a module.
IRModule ApplyStage(const ReproducerStage& stage, const Workload& program, const IRModule& module);

// To the standard output.
void PrintProgram(const IRModule& module, const Arguments& arguments);

}  // namespace passcope::tools
