// `passcope reduce`: finds a small program that still shows a pipeline's mistake.
#include "checking/reduce.h"

#include <fmt/format.h>

#include "tools/commands.h"
#include "tools/files.h"
#include "tools/json_values.h"
#include "tools/outputs.h"
#include "tools/test_options.h"

namespace passcope::tools {
namespace {

// The number of passes of a list, with those inside of Sequentials.
size_t CountPasses(const std::vector<PassSpec>& specs) {
  size_t count = 0;
  for (const PassSpec& spec : specs) count += spec.sequential ? CountPasses(spec.passes) : 1;
  return count;
}

std::vector<PassSpec> Kept(const std::vector<PassSpec>& specs, const std::vector<bool>& keep,
                           size_t* next) {
  std::vector<PassSpec> kept;
  for (const PassSpec& spec : specs) {
    if (!spec.sequential) {
      if (keep[(*next)++]) kept.push_back(spec);
      continue;
    }
    PassSpec sequence = spec;
    sequence.passes = Kept(spec.passes, keep, next);
    if (!sequence.passes.empty()) kept.push_back(std::move(sequence));
  }
  return kept;
}

// The stages without the passes that `keep` excludes.
Reproducer Kept(const Reproducer& run, const std::vector<bool>& keep) {
  Reproducer kept = run;
  size_t next = 0;
  for (ReproducerStage& stage : kept.stages) stage.passes = Kept(stage.passes, keep, &next);
  return kept;
}

// The pipeline in the notation of --passes.
std::string TextOf(const Reproducer& run) {
  std::string text;
  for (const ReproducerStage& stage : run.stages) {
    if (stage.passes.empty()) continue;
    text += (text.empty() ? "" : "; ") + PipelineText(stage.passes);
  }
  return text;
}

// Applies leading stages without passes first, so that their result is reduced, too.
void ApplyLeading(Reproducer* run) {
  while (!run->stages.empty() && run->stages.front().kind != ReproducerStage::Kind::kPasses) {
    run->program.module = ApplyStage(run->stages.front(), run->program, run->program.module);
    run->stages.erase(run->stages.begin());
  }
}

// The command that runs the pipeline over a file of the program.
std::string CommandFor(const Reproducer& run, const Arguments& arguments, const std::string& file) {
  std::string command = "passcope run " + Quoted(file) + " --passes " + Quoted(TextOf(run));
  for (const char* option : {"opt-level", "required", "disabled"}) {
    const std::string* value = arguments.Find(option);
    if (value) command += fmt::format(" --{} {}", option, Quoted(*value));
  }
  return command;
}

int RunReduce(const Arguments& arguments) {
  const Outputs outputs = OutputsOf(arguments, false);
  TestSpec spec = TestOf(arguments);
  Reproducer run = ReproducerOf(arguments);
  spec.values.given = run.program.params;
  ApplyLeading(&run);
  ProgramTest test(std::move(spec), ValuesOf(run));
  ReduciblePipeline pipeline;
  for (const ReproducerStage& stage : run.stages) pipeline.passes += CountPasses(stage.passes);
  pipeline.with = [&run](const std::vector<bool>& keep) { return PipelineOf(Kept(run, keep)); };
  ReduceOptions options;
  if (const std::string* seconds = arguments.Find("seconds")) {
    options.max_seconds = ParseInt("seconds", *seconds);
  }
  if (const std::string* limit = arguments.Find("candidates")) {
    options.max_candidates = ParseInt("candidates", *limit);
  }
  options.progress = [last = int64_t{-1}](const ReduceProgress& progress) mutable {
    if (progress.accepted == last) return;
    last = progress.accepted;
    PrintError(fmt::format("{}: {} candidates, {} accepted, {} calls\n", LiteralOf(progress.step),
                           progress.candidates, progress.accepted, progress.calls));
  };
  ReduceResult result = Reduce(run.program.module, pipeline, &test, options);
  PrintError(fmt::format("{}\n", result.sentence.text()));
  if (result.outcome == ReduceResult::Outcome::kNotFailing) return 1;
  for (const std::string& file : outputs.programs) {
    WriteProgram(file, result.module, arguments);
  }
  const std::string text = ProgramText(result.module) + "\n";
  if (outputs.programs.empty() && !arguments.Has("json")) Print(text);
  Reproducer kept = Kept(run, result.kept);
  std::string command =
      CommandFor(kept, arguments, outputs.programs.empty() ? "FILE" : outputs.programs.front());
  if (arguments.Has("json")) {
    Json json = ParseJson(JsonText(result), PHRASE(kResultNoun, "the result"));
    json["program"] = text;
    json["passes"] = TextOf(kept);
    json["command"] = command;
    Print(DumpJson(json, 2) + "\n");
  } else {
    PrintError(fmt::format("To run it:\n  {}\n", command));
  }
  return 0;
}

}  // namespace

Command ReduceCommand() {
  Command command;
  command.name = "reduce";
  command.usage = "(--model NAME | FILE | - | --reproducer FILE) --passes PIPELINE [options]";
  command.summary = "Reduces a program while a test still fails after the pipeline.";
  command.details =
      "Removes passes, functions, outputs and calls, shrinks shapes, and resets attributes to "
      "their\n"
      "defaults as long as the test still fails. Then prints the remaining program.\n\n" +
      TestHelp() +
      "\n"
      "The exit code is 0, or 1 if the test does not fail on the program.";
  AddPipelineOptions(&command.options);
  AddTestOptions(&command.options);
  command.options.push_back({"seconds", "N", "stop after N seconds; 60 by default (0: no limit)"});
  command.options.push_back({"candidates", "N", "stop after N candidate programs (0: no limit)"});
  command.options.push_back(OutputOption("write the program to FILE.relay or FILE.txt"));
  command.options.push_back({"json", "", "print the result as JSON"});
  AddModelOptions(&command.options);
  command.run = RunReduce;
  return command;
}

}  // namespace passcope::tools
