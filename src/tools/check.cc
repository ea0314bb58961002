// `passcope check`: compares programs and pipelines with a baseline.
#include "tools/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "diagnostics/diagnostic.h"
#include "gate/measure.h"
#include "gate/times.h"
#include "support/check.h"
#include "support/clock.h"
#include "support/real_text.h"
#include "support/utf8.h"
#include "tools/check_programs.h"
#include "tools/commands.h"
#include "tools/environment.h"
#include "tools/files.h"
#include "tools/test_options.h"

namespace passcope::tools {
namespace {

using gate::Document;
using gate::Facts;
using gate::Finding;
using gate::Severity;

constexpr const char* kBaseline = "passcope.baseline.json";
constexpr const char* kUpdate = "record it with --update";

struct CheckOptions {
  std::string baseline;
  bool update = false, times = true, allow_better = false;
  gate::TimeOptions limits;
  const std::string* page = nullptr;
};

CheckOptions CheckOptionsOf(const Arguments& arguments) {
  CheckOptions options;
  const std::string* baseline = arguments.Find("baseline");
  options.baseline = baseline ? *baseline : kBaseline;
  options.update = arguments.Has("update");
  options.times = !arguments.Has("no-times");
  options.allow_better = arguments.Has("allow-better");
  if (const std::string* limit = arguments.Find("time-limit")) {
    options.limits.limit = ParseTolerance("time-limit", *limit) / 100;
  }
  options.page = arguments.Find("page");
  return options;
}

// The baseline; an empty one if it is to be made.
Document BaselineOf(const CheckOptions& options) {
  std::error_code none;
  if (!std::filesystem::exists(options.baseline, none)) {
    if (options.update) return {PASSCOPE_VERSION, {}, {}};
    throw UsageError(
        fmt::format("there is no baseline '{}'; write it with --update, or name "
                    "another one with --baseline",
                    options.baseline));
  }
  try {
    return gate::ReadDocument(ReadFile(options.baseline), options.baseline);
  } catch (const gate::BaselineError& error) {
    throw UsageError(error.what());
  }
}

const Facts* FindFacts(const Document& document, const std::string& program,
                       const std::string& pipeline) {
  auto entry = document.programs.find(program);
  if (entry == document.programs.end()) return nullptr;
  auto facts = entry->second.pipelines.find(pipeline);
  return facts == entry->second.pipelines.end() ? nullptr : &facts->second;
}

// Keeps other processes out by a folder, because making one is atomic on all systems.
class FolderLock {
 public:
  explicit FolderLock(std::string folder) : folder_(std::move(folder)) {
    constexpr double kMostMicroseconds = 10e6;
    const double begin = NowMicroseconds();
    std::error_code error;
    while (!std::filesystem::create_directory(folder_, error)) {
      // The folder of the baseline is missing or read-only, or a process ended without removing it.
      if (error || NowMicroseconds() - begin > kMostMicroseconds) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  ~FolderLock() {
    std::error_code none;
    std::filesystem::remove(folder_, none);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  const std::string folder_;
};

// One run of the command.
class Checker {
 public:
  Checker(const Arguments& arguments, CheckOptions options)
      : options_(std::move(options)),
        baseline_(BaselineOf(options_)),
        plan_(arguments, baseline_, options_.baseline) {
    report_.baseline = options_.baseline;
    report_.strict = arguments.Has("strict");
    report_.before = baseline_;
    report_.now.version = PASSCOPE_VERSION;
  }

  gate::Report Run() {
    if (baseline_.version != PASSCOPE_VERSION && !options_.update) {
      Add({"other-version", Severity::kWarning}, "", "",
          fmt::format("the baseline was recorded by Passcope {}, and this is {}: differences can "
                      "come from this; {}",
                      baseline_.version, PASSCOPE_VERSION, kUpdate));
    }
    if (!options_.update) {
      for (const std::string& name : plan_.missing()) {
        Add({"missing-program", Severity::kError}, name, "",
            fmt::format("the baseline has an entry for '{}', but there is no such file; restore "
                        "the file, or {}",
                        name, "remove the entry with --update"));
      }
    }
    for (const CheckProgram& program : plan_.programs()) CheckOne(program);
    if (options_.update) Update();
    return std::move(report_);
  }

 private:
  struct Head {
    const char* kind;
    Severity severity;
  };

  void Add(Head head, const std::string& program, const std::string& pipeline,
           std::string message) {
    Finding finding;
    finding.kind = head.kind;
    finding.severity = head.severity;
    finding.program = program;
    finding.pipeline = pipeline;
    finding.message = std::move(message);
    report_.findings.push_back(std::move(finding));
  }

  void Failed(const std::string& program, const std::string& pipeline, std::string message) {
    Add({"failed", Severity::kError}, program, pipeline, std::move(message));
    failed_ = true;
  }

  void CheckOne(const CheckProgram& program) {
    const std::string& file = program.file.empty() ? options_.baseline : program.file;
    auto place = [&](const std::string& pipeline, double seconds) {
      report_.checked.push_back({program.name, pipeline, file, seconds, ""});
    };
    const double begin = NowMicroseconds();
    std::map<std::string, std::string> failures;
    std::vector<CheckRun> runs;
    try {
      runs = plan_.Read(program, &failures);
    } catch (const DiagnosticError& error) {
      place("", (NowMicroseconds() - begin) / 1e6);
      return Failed(program.name, "", "the program cannot be read: " + MessageOf(error));
    }
    for (const auto& [pipeline, message] : failures) {
      place(pipeline, 0);
      Failed(program.name, pipeline, "the pipeline cannot be read: " + message);
    }
    auto known = baseline_.programs.find(program.name);
    if (!options_.update) CompareEntry(program, runs);
    report_.now.programs[program.name].options = program.options;
    for (CheckRun& run : runs) {
      const double start = NowMicroseconds();
      CheckPipeline(program, run);
      place(run.pipeline, (NowMicroseconds() - start) / 1e6);
      report_.checked.back().link = LinkOf(program, run);
    }
    if (known == baseline_.programs.end() && !options_.update) {
      Add({"new-program", Severity::kError}, program.name, "",
          fmt::format("the baseline has no entry for '{}'; {}", program.name, kUpdate));
    }
  }

  // Compares what the entry is about.
  void CompareEntry(const CheckProgram& program, const std::vector<CheckRun>& runs) {
    auto known = baseline_.programs.find(program.name);
    if (known == baseline_.programs.end()) return;
    if (known->second.options != program.options) {
      Add({"program-options-changed", Severity::kNote}, program.name, "",
          fmt::format("the program is read with other options than in the baseline: '{}', not '{}'",
                      fmt::join(program.options, " "), fmt::join(known->second.options, " ")));
    }
    std::vector<std::string> missing = plan_.MissingPipelines(program);
    for (const auto& [name, facts] : known->second.pipelines) {
      const bool runs_it = std::any_of(runs.begin(), runs.end(), [&name = name](const auto& run) {
        return run.pipeline == name;
      });
      if (program.reproducer() && !runs_it) missing.push_back(name);
    }
    for (const std::string& name : missing) {
      Add({"missing-pipeline", Severity::kError}, program.name, name,
          fmt::format("the baseline has an entry for the pipeline '{}', which no longer exists; "
                      "restore the pipeline, or remove the entry with --update",
                      name));
    }
  }

  void CheckPipeline(const CheckProgram& program, const CheckRun& run) {
    gate::Subject subject{run.run.program.module, run.run.program.params, PipelineOf(run.run)};
    const Facts* before = FindFacts(baseline_, program.name, run.pipeline);
    Facts now;
    try {
      now = gate::Measure(subject);
      if (options_.times) {
        now.times = options_.update ? gate::RecordTimes(subject) : gate::MeasureTimes(subject);
      }
      if (now.times && before && before->times) {
        if (options_.update) {
          now.times = gate::Settled(*before->times, *now.times, options_.limits);
        } else {
          gate::ConfirmTimes(subject, *before->times, options_.limits, &*now.times);
        }
      }
    } catch (const DiagnosticError& error) {
      return Failed(program.name, run.pipeline, "the pipeline failed: " + MessageOf(error));
    } catch (const InternalError&) {
      throw;
    } catch (const std::exception& error) {
      return Failed(program.name, run.pipeline,
                    fmt::format("the pipeline failed: {}", error.what()));
    }
    if (!options_.update) Compare(program, run, before, now);
    if (auto config = plan_.pipelines().find(run.pipeline);
        config != plan_.pipelines().end() && !program.reproducer()) {
      report_.now.pipelines[run.pipeline] = config->second;
    }
    report_.now.programs[program.name].pipelines[run.pipeline] = std::move(now);
  }

  void Compare(const CheckProgram& program, const CheckRun& run, const Facts* before,
               const Facts& now) {
    if (!before) {
      // A program without an entry is one finding.
      if (!baseline_.programs.contains(program.name)) return;
      return Add({"new-pipeline", Severity::kError}, program.name, run.pipeline,
                 fmt::format("the baseline has no entry for the pipeline '{}'; {}", run.pipeline,
                             kUpdate));
    }
    auto old = baseline_.pipelines.find(run.pipeline);
    auto config = plan_.pipelines().find(run.pipeline);
    if (old != baseline_.pipelines.end() && !(old->second == config->second) &&
        !program.reproducer()) {
      const bool text = old->second.passes != config->second.passes;
      Add({"pipeline-changed", Severity::kNote}, program.name, run.pipeline,
          text ? fmt::format("the pipeline is '{}', not '{}'", config->second.passes,
                             old->second.passes)
               : std::string("the pipeline has other settings of its contexts"));
    }
    for (Finding& finding : gate::CompareFacts(*before, now, options_.limits)) {
      finding.program = program.name;
      finding.pipeline = run.pipeline;
      const bool allowed = options_.allow_better && finding.better.value_or(false);
      if (allowed && finding.severity == Severity::kError) finding.severity = Severity::kWarning;
      report_.findings.push_back(std::move(finding));
    }
  }

  // A link for a pipeline with findings.
  std::string LinkOf(const CheckProgram& program, const CheckRun& run) const {
    const bool differs =
        std::any_of(report_.findings.begin(), report_.findings.end(), [&](const Finding& finding) {
          return finding.program == program.name && finding.pipeline == run.pipeline;
        });
    if (!options_.page || !differs) return {};
    PageWorkspace workspace{plan_.PageProgram(program), run.run.stages, {}};
    if (workspace.program.is_null()) return {};
    auto old = baseline_.pipelines.find(run.pipeline);
    auto config = plan_.pipelines().find(run.pipeline);
    const bool changed = old != baseline_.pipelines.end() && config != plan_.pipelines().end() &&
                         !(old->second == config->second);
    if (changed && !program.reproducer()) {
      std::optional<std::vector<ReproducerStage>> stages =
          plan_.StagesOfBaseline(program, run.pipeline);
      if (stages) workspace.variants.push_back({"baseline", std::move(*stages)});
    }
    const char* tab = workspace.variants.empty() ? "diff" : "compare";
    return PageLink(*options_.page, workspace, tab).value_or("");
  }

  // Writes the baseline with the new entries.
  void Update() {
    if (failed_) return;
    // Another process may have written the baseline meanwhile, such as another file of tests.
    const FolderLock lock(options_.baseline + ".lock");
    Document next = BaselineOf(options_);
    next.version = PASSCOPE_VERSION;
    for (const std::string& name : plan_.missing()) next.programs.erase(name);
    for (const auto& [name, entry] : report_.now.programs) {
      gate::ProgramEntry& written = next.programs[name];
      written.options = entry.options;
      for (const auto& [pipeline, facts] : entry.pipelines) written.pipelines[pipeline] = facts;
    }
    for (const CheckProgram& program : plan_.programs()) {
      std::map<std::string, Facts>& entries = next.programs[program.name].pipelines;
      for (const std::string& name : plan_.MissingPipelines(program)) entries.erase(name);
      if (program.reproducer()) entries = report_.now.programs[program.name].pipelines;
    }
    for (const auto& [name, config] : report_.now.pipelines) next.pipelines[name] = config;
    std::erase_if(next.pipelines, [&next](const auto& item) {
      return std::none_of(next.programs.begin(), next.programs.end(), [&](const auto& program) {
        return program.second.pipelines.contains(item.first);
      });
    });
    WriteWhole(options_.baseline, gate::DocumentText(next));
    report_.updated = true;
  }

  const CheckOptions options_;
  const Document baseline_;
  const CheckPlan plan_;
  gate::Report report_;
  bool failed_ = false;
};

// Adds to the file that GitHub shows, which other steps write, too.
void WriteSummary(const std::string& file, const gate::Report& report) {
  std::string text = gate::MarkdownText(report);
  std::error_code none;
  if (file == Environment("GITHUB_STEP_SUMMARY") && std::filesystem::exists(file, none)) {
    text = ReadFile(file) + text;
  }
  WriteFile(file, text);
}

int RunCheck(const Arguments& arguments) {
  const gate::Report report = Check(arguments);
  const bool json = arguments.Has("json");
  Print(Printable(json ? gate::JsonReport(report) : gate::TerminalText(report)));
  if (arguments.Has("github") || Environment("GITHUB_ACTIONS") == "true") {
    const std::string text = Printable(gate::AnnotationsText(report));
    // GitHub reads both streams.
    if (json) {
      PrintError(text);
    } else {
      Print(text);
    }
  }
  return report.failed() ? 1 : 0;
}

}  // namespace

gate::Report Check(const Arguments& arguments) {
  gate::Report report = Checker(arguments, CheckOptionsOf(arguments)).Run();
  if (const std::string* file = arguments.Find("junit")) WriteFile(*file, JunitText(report));
  if (const std::string* file = arguments.Find("markdown")) WriteSummary(*file, report);
  return report;
}

gate::Report Check(std::span<const std::string> words) {
  return Check(ParseArguments("check", CheckCommand().options, words));
}

Command CheckCommand() {
  Command command;
  command.name = "check";
  command.usage =
      "[FILE… | -] [--model NAME]… [--pipeline NAME=PIPELINE]… [--baseline FILE] [--update]";
  command.summary = "Compares programs and pipelines with a recorded baseline, for pull requests.";
  command.details =
      "Runs each pipeline on each program (Relay text, .onnx, .pt, a reproducer or a model). "
      "Compares with\n"
      "the baseline: which passes ran and changed the program, operators after each, missed "
      "remarks,\n"
      "sizes, kernels and work of running the result. These numbers are exact. Times of passes "
      "are\n"
      "multiples of a reference loop that runs in turns with them.\n\n"
      "  passcope check model.onnx --pipeline 'deploy=InferType; bind; Sequential{FoldConstant}' "
      "--update\n"
      "  passcope check\n\n"
      "The first line records the baseline, which also keeps the pipelines. The second line checks "
      "all\n"
      "entries. The exit code is 0 if all is as before, 1 if something differs, and 2 if the "
      "check\n"
      "could not be made.";
  std::vector<Option>& options = command.options;
  options = {
      {"baseline", "FILE", fmt::format("the baseline; {} by default", kBaseline)},
      {"update", "", "record what is measured in the baseline"},
      {"pipeline", "NAME=PIPELINE",
       "a pipeline as in `passcope run --passes`, after a name and optional settings of its\n"
       "contexts: 'fast(opt_level=4)=InferType'; or the name of a pipeline of the baseline;\n"
       "give it several times"},
      {"pipelines", "FILE", "a file with all pipelines, one on each line, as for --pipeline"},
      {"name", "NAME", "the name of the entry of a single program, instead of its file's name"},
      {"no-times", "", "do not measure times"},
      {"time-limit", "PERCENT", "how much slower passes may be; 50 by default"},
      {"allow-better", "", "only warn about numbers that became smaller"},
      {"strict", "", "fail for warnings, too"},
      {"json", "", "print the findings and the measured document as JSON"},
      {"junit", "FILE", "write the findings as JUnit's XML"},
      {"markdown", "FILE", "write a summary as Markdown; add it to the file $GITHUB_STEP_SUMMARY"},
      {"github", "", "print annotations for GitHub; the default in GitHub's actions"},
      {"page", "ADDRESS", "the address of the page, for links that open differences"},
  };
  AddCheckProgramOptions(&options);
  command.run = RunCheck;
  return command;
}

}  // namespace passcope::tools
