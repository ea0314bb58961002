// `passcope run` and `passcope print`.
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <regex>

#include "api/pipeline_spec.h"
#include "instrument/instruments.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "support/utf8.h"
#include "tools/commands.h"
#include "tools/execute.h"
#include "tools/files.h"
#include "tools/gathered.h"
#include "tools/import.h"
#include "tools/json_values.h"
#include "tools/outputs.h"
#include "tools/regular_expression.h"
#include "tools/reproducer.h"
#include "tools/stages.h"
#include "tools/terminal.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope::tools {
namespace {

// Prints "note: …" to the standard error output.
void Tell(Style style, std::string_view word, std::string_view text) {
  std::string head = Styled(style, fmt::format("{}:", word), Stream::kErr);
  PrintError(fmt::format("{} {}\n", head, Printable(text)));
}

// A pass that is called directly ignores the context's lists and level, which users may not know.
void WarnOfIdleOptions(const std::vector<PassSpec>& specs, const PassContext& context) {
  for (const PassSpec& spec : specs) {
    if (!spec.sequential && context.Disables(PassFromSpec(spec).info())) {
      Tell(Style::kNote, "note",
           fmt::format("{} runs although it is disabled: only the passes of a Sequential{{…}} are "
                       "left out",
                       spec.name));
    }
  }
}

// The flag that gives the format of another flag's file.
std::string FormatFlag(const InstrumentFlag& flag) { return fmt::format("{}-format", flag.name); }

// "json, or chrome for about:tracing; by default chrome for files that end in .chrome.json"
std::string FormatHelp(const InstrumentFlag& flag) {
  std::string names, endings;
  for (const FileFormat& format : flag.files) {
    names += names.empty() ? "" : ", or ";
    names += format.name;
    if (format.doc[0] != '\0') names += fmt::format(" for {}", format.doc);
    if (format.ending[0] == '\0') continue;
    endings += endings.empty() ? "" : ", ";
    endings += fmt::format("{} for\nfiles that end in {}", format.name, format.ending);
  }
  return fmt::format("{}; by default {}", names, endings);
}

// The format of a file, from the arguments or from the ending of its name.
const FileFormat& FormatOf(const InstrumentFlag& flag, const Arguments& arguments,
                           const std::string& file) {
  const std::string* given = arguments.Find(FormatFlag(flag));
  const FileFormat* chosen = given ? nullptr : &flag.files.front();
  std::vector<std::string> names;
  for (const FileFormat& format : flag.files) {
    names.emplace_back(format.name);
    bool ends = format.ending[0] != '\0' && file.ends_with(format.ending);
    if (given ? *given == format.name : ends) chosen = &format;
  }
  if (chosen) return *chosen;
  throw UsageError(
      fmt::format("--{} takes {}, not '{}'", FormatFlag(flag), fmt::join(names, " or "), *given));
}

std::vector<InstrumentFlag> FlagsOf(const InstrumentRow& row) {
  std::vector<InstrumentFlag> flags;
  for (const InstrumentFlag& flag : InstrumentFlags()) {
    if (flag.instrument == std::string_view(row.name)) flags.push_back(flag);
  }
  return flags;
}

// Appends the flags of the instruments of a role.
void AddFlags(InstrumentFlag::Role role, std::vector<Option>* options) {
  for (const InstrumentFlag& flag : InstrumentFlags()) {
    if (flag.role != role) continue;
    options->push_back({flag.name, flag.value, flag.help});
    if (flag.files.size() > 1) {
      options->push_back({FormatFlag(flag), "FORMAT", FormatHelp(flag)});
      for (const FileFormat& format : flag.files) options->back().choices.emplace_back(format.name);
    }
  }
}

// The names of the passes in which a regular expression of ECMAScript finds a match.
AttrArray PassesThatFit(std::string_view flag, const std::string& expression) {
  AttrArray names;
  try {
    const std::regex regex = ReadRegex(expression, RegexUse::kFilter);
    for (const PassRow& row : PassTable()) {
      if (std::regex_search(row.name, regex)) names.emplace_back(row.name);
    }
  } catch (const RegexError& error) {
    throw UsageError(fmt::format("--{} takes a regular expression: {}", flag, error.message));
  }
  if (names.empty()) {
    throw UsageError(fmt::format("--{}: no pass has a name that matches '{}'", flag, expression));
  }
  return names;
}

// The instrument of a row that the arguments request, and its reports.
class Watcher {
 public:
  using Role = InstrumentFlag::Role;

  Watcher(const InstrumentRow& row, const Arguments& arguments) : row_(&row) {
    auto add = [&](const char* option, AttrValue value) {
      if (FindField(row.options, option)) options_.emplace_back(option, std::move(value));
    };
    for (const InstrumentFlag& flag : FlagsOf(row)) {
      const std::string* value = arguments.Find(flag.name);
      if (!value) continue;
      Asked asked{flag, *value, {}, nullptr};
      if (flag.sets) options_.emplace_back(flag.sets, true);
      if (flag.value == std::string_view("REGEX")) {
        options_.emplace_back(flag.option, PassesThatFit(flag.name, *value));
      } else if (flag.option && !value->empty()) {
        AttrType type = FindField(row.options, flag.option)->type;
        options_.emplace_back(flag.option, ParseOption(type, flag.name, *value));
        // The engine in WebAssembly has no file system, so the command line writes the files.
        if (std::string_view(flag.option) == "directory") sink_ = DirectorySink(*value);
      } else if (flag.question) {
        for (const AttrField& argument : ArgumentsOf(row.name, flag.question)) {
          AttrValue given = ParseOption(argument.type, flag.name, *value);
          asked.arguments.emplace_back(argument.name, std::move(given));
        }
      } else if (!flag.files.empty()) {
        asked.format = &FormatOf(flag, arguments, *value);
      }
      asked_.push_back(std::move(asked));
    }
    // The output of a check must not be mixed with the program's text.
    if (asked() && role() == Role::kCheck) sink_ = {};
    if (const std::string* list = arguments.Find("print-passes")) {
      AttrArray names;
      for (const std::string& name : SplitCommas(*list)) names.emplace_back(name);
      add("passes", std::move(names));
    }
    // Without the flag, the option keeps its default.
    if (arguments.Has("print-changed")) add("changed_only", true);
    if (arguments.Has("meta-data")) add("show_meta_data", true);
  }

  bool asked() const { return !asked_.empty(); }
  Role role() const { return asked_.front().flag.role; }
  // The first flag whose text cannot be a part of a JSON document, or null.
  const char* FlagWithoutJson() const {
    for (const Asked& asked : asked_) {
      const bool writes = asked.flag.role == Role::kWrite && !asked.flag.option;
      if (writes || asked.flag.question) return asked.flag.name;
    }
    return nullptr;
  }

  // The instrument for the next context.
  const InstrumentPtr& Next() {
    // An instrument that forgets its data in a new context is made for each, so that all can
    // report.
    bool anew = role() >= Role::kGather && !row_->clears;
    if (made_.empty() || anew) made_.push_back(CreateInstrument(row_->name, options_, sink_));
    return made_.back();
  }

  // Reports after the last pass of each context, inside of the context. Text is printed; with a
  // document, the data is appended to it.
  void ReportContext(Json* document) {
    if (!row_->clears) Print(document);
    ++contexts_;
  }
  // Reports after the last context, which had this opt level.
  void ReportRun(int opt_level, Json* document) {
    // A run without contexts writes files, too.
    if (made_.empty()) Next();
    if (row_->clears) Print(document);
    for (const Asked& asked : asked_) {
      if (!asked.format) continue;
      std::string text = asked.format->text(made_, opt_level);
      if (asked.format->json) {
        text = DumpJson(ParseJson(text, PHRASE(kGatheredData, "the gathered data")), 2) + "\n";
      }
      WriteFile(asked.value, text);
    }
    for (const Asked& asked : asked_) {
      // On stderr, since scripts read and compare the standard output.
      if (PrintsText(asked.flag) && !asked.printed) {
        Tell(Style::kNote, "note", fmt::format("nothing to print for --{}", asked.flag.name));
      }
    }
  }

 private:
  struct Asked {
    InstrumentFlag flag;
    std::string value;
    AttrDict arguments;        // For the flag's question.
    const FileFormat* format;  // For the flag's file.
    bool printed = false;      // True if a text was printed.
  };

  static bool AsksForText(const InstrumentFlag& flag) {
    return std::string_view(flag.value).starts_with("[=") ||
           (flag.value[0] == '\0' && !flag.option);
  }

  // True if the collected data is printed as text for the flag.
  bool PrintsText(const InstrumentFlag& flag) const {
    return row_->text && !flag.question && AsksForText(flag);
  }

  void Print(Json* document) {
    for (Asked& asked : asked_) {
      if (asked.flag.question) {
        const std::string text = made_.back()->Ask(asked.flag.question, asked.arguments).text;
        const bool table = role() == Role::kTime;
        tools::Print(table ? ColoredTable(text) : ColoredDiff(text));
      } else if (PrintsText(asked.flag) && document) {
        AddGathered(*row_, *made_.back(), contexts_, document);
        asked.printed = true;
      } else if (PrintsText(asked.flag)) {
        const std::string text = made_.back()->Render();
        tools::Print(ColoredDiagnostic(text, Stream::kOut));
        asked.printed |= !text.empty();
      }
    }
  }

  const InstrumentRow* row_;
  AttrDict options_;
  PrintSink sink_ = [](const std::string&, const std::string& text) { tools::Print(text + "\n"); };
  std::vector<Asked> asked_;
  std::vector<InstrumentPtr> made_;
  int contexts_ = 0;  // The number of contexts that have ended.
};

// The instruments that the arguments request, over one context or several.
class Watchers {
 public:
  explicit Watchers(const Arguments& arguments) {
    if (const std::string* list = arguments.Find("print-passes")) {
      for (const std::string& name : SplitCommas(*list)) CheckPassName(name);
    }
    for (const InstrumentRow& row : InstrumentTable()) {
      Watcher watcher(row, arguments);
      if (watcher.asked()) watchers_.push_back(std::move(watcher));
    }
    if (arguments.Has("json")) {
      if (!any() && !arguments.Has("print")) {
        throw UsageError("--json needs an option that says what to print, such as --op-diff");
      }
      document_ = NewDocument();
      for (const Watcher& watcher : watchers_) {
        if (const char* flag = watcher.FlagWithoutJson()) {
          throw UsageError(fmt::format("--{} prints text, which --json does not contain", flag));
        }
      }
    }
    // The order of the instruments in a context.
    std::stable_sort(watchers_.begin(), watchers_.end(),
                     [](const Watcher& a, const Watcher& b) { return a.role() < b.role(); });
    for (const char* option : {"print-passes", "print-changed"}) {
      if (arguments.Has(option) && !Has(Role::kWrite)) {
        throw UsageError(
            fmt::format("--{} needs --print-before-all, --print-after-all or --dump-ir", option));
      }
    }
  }

  void AppendTo(std::vector<InstrumentPtr>* list) {
    for (Watcher& watcher : watchers_) list->push_back(watcher.Next());
  }

  // Times come first, because users request them most.
  void ReportContext() {
    for (Role role : {Role::kTime, Role::kGather}) {
      for (Watcher& watcher : watchers_) {
        if (watcher.role() == role) watcher.ReportContext(document());
      }
    }
  }
  void ReportRun(int opt_level) {
    for (Watcher& watcher : watchers_) watcher.ReportRun(opt_level, document());
  }
  // The document of --json; null without the flag.
  Json* document() { return document_ ? &*document_ : nullptr; }

  // True if the arguments request more than the program.
  bool any() const { return Has(Role::kWrite) || Has(Role::kGather) || Has(Role::kTime); }

 private:
  using Role = InstrumentFlag::Role;
  bool Has(Role role) const {
    return std::any_of(watchers_.begin(), watchers_.end(),
                       [role](const Watcher& watcher) { return watcher.role() == role; });
  }

  std::vector<Watcher> watchers_;
  std::optional<Json> document_;
};

// Required and disabled passes that did not occur. Several stages can have the same list, so a name
// is met if it occurs in one of them.
class UnmetNames {
 public:
  void Add(const PassContext& context) {
    std::vector<UnmetName> unmet = context.UnmetNames();
    auto note = [&](UnmetName::List list, const std::vector<std::string>& names) {
      for (const std::string& name : names) {
        auto is = [&](const UnmetName& each) { return each.list == list && each.name == name; };
        auto now = std::find_if(unmet.begin(), unmet.end(), is);
        auto known = std::find_if(told_.begin(), told_.end(), is);
        if (now == unmet.end()) {
          met_.emplace_back(list, name);
        } else if (known == told_.end()) {
          told_.push_back(*now);
        }
      }
    };
    note(UnmetName::List::kRequired, context.required_pass());
    note(UnmetName::List::kDisabled, context.disabled_pass());
  }

  void Warn() const {
    for (const UnmetName& unmet : told_) {
      if (std::find(met_.begin(), met_.end(), std::pair(unmet.list, unmet.name)) != met_.end()) {
        continue;
      }
      Tell(Style::kWarning, "warning", unmet.Text());
    }
  }

 private:
  std::vector<UnmetName> told_;
  std::vector<std::pair<UnmetName::List, std::string>> met_;
};

IRModule RunStage(const ReproducerStage& stage, const IRModule& before, Watchers* watchers,
                  UnmetNames* unmet) {
  std::vector<Pass> passes = PassesFromSpec(stage.passes);
  PassContextOptions options = ContextOptionsOf(stage);
  watchers->AppendTo(&options.instruments);
  PassContextPtr context = PassContext::Create(std::move(options));
  WarnOfIdleOptions(stage.passes, *context);
  PassContextScope scope(context);
  IRModule module = before;
  try {
    for (const Pass& pass : passes) module = pass(module);
  } catch (...) {
    // The reports up to the failure help to understand it.
    watchers->ReportContext();
    throw;
  }
  watchers->ReportContext();
  unmet->Add(*context);
  scope.Leave();
  return module;
}

// The program after the passes, with its original parameters.
Workload RunPasses(const Arguments& arguments, Watchers& watchers) {
  Reproducer run = ReproducerOf(arguments);
  IRModule module = run.program.module;
  int opt_level = PassContextOptions().opt_level;
  UnmetNames unmet;
  try {
    for (const ReproducerStage& stage : run.stages) {
      if (stage.kind == ReproducerStage::Kind::kPasses) {
        opt_level = stage.opt_level;
        module = RunStage(stage, module, &watchers, &unmet);
      } else {
        module = ApplyStage(stage, run.program, module);
      }
    }
  } catch (...) {
    watchers.ReportRun(opt_level);
    throw;
  }
  watchers.ReportRun(opt_level);
  unmet.Warn();
  return {std::move(module), std::move(run.program.params)};
}

void RunAndReport(const Arguments& arguments, const Outputs& outputs, Watchers& watchers) {
  Workload program = RunPasses(arguments, watchers);
  for (const std::string& file : outputs.programs) WriteProgram(file, program.module, arguments);
  const bool execute = WantsExecution(arguments);
  const bool silent = !watchers.any() && !execute && outputs.programs.empty();
  Json* document = watchers.document();
  if (document) {
    if (arguments.Has("print")) (*document)["program"] = ProgramText(program.module);
  } else if (arguments.Has("print") || silent) {
    PrintProgram(program.module, arguments);
  }
  if (execute) Execute(arguments, program, outputs.arrays, document);
}

int Run(const Arguments& arguments) {
  // Mistakes in the names of files are reported before a long run.
  const Outputs outputs = OutputsOf(arguments, true);
  const bool to_screen =
      std::find(outputs.programs.begin(), outputs.programs.end(), "-") != outputs.programs.end();
  if (to_screen && arguments.Has("json")) {
    throw UsageError("--output - prints text, which --json does not contain; --print does");
  }
  Watchers watchers(arguments);
  Json* document = watchers.document();
  const size_t empty = document ? document->size() : 0;
  try {
    RunAndReport(arguments, outputs, watchers);
  } catch (...) {
    // What was gathered up to the failure helps to understand it.
    if (document && document->size() > empty) Print(DumpJson(*document, 2) + "\n");
    throw;
  }
  if (document) Print(DumpJson(*document, 2) + "\n");
  return 0;
}

int RunBench(const Arguments& arguments) {
  Watchers watchers(arguments);
  Bench(arguments, RunPasses(arguments, watchers));
  return 0;
}

int PrintFile(const Arguments& arguments) {
  const Outputs outputs = OutputsOf(arguments, false);
  IRModule module = LoadProgram(arguments, {}, "name one file, or - for standard input").module;
  if (arguments.Has("infer-type")) module = InferTypes(module);
  for (const std::string& file : outputs.programs) WriteProgram(file, module, arguments);
  if (outputs.programs.empty()) PrintProgram(module, arguments);
  return 0;
}

}  // namespace

Command RunCommand() {
  Command command;
  command.name = "run";
  command.usage = "(--model NAME | FILE | - | --reproducer FILE) [--passes PIPELINE] [options]";
  command.summary =
      "Runs passes on a model, a file (Relay text, .onnx, .pt) or the standard input.";
  command.details =
      "A pipeline is a list of passes. Options follow the name of a pass:\n\n"
      "  --passes 'InferType, FuseOps(fuse_opt_level=1)'\n"
      "  --passes 'InferType; bind; Sequential{FoldScaleAxis, FoldConstant}'\n"
      "  --passes 'ConvertLayout(desired_layouts={\"nn.conv2d\": [NHWC, HWIO]})'\n\n"
      "A semicolon starts another stage with its own context. The stage bind makes the parameters "
      "of\n"
      "the model constants of @main. Values are written as in JSON or Python, and a word without\n"
      "quotes is a string. Options can also be JSON: FuseOps{\"fuse_opt_level\": 1}.\n\n"
      "The passes are called one after the other, as in a program. As in TVM, the opt level and "
      "the\n"
      "required and disabled passes apply only inside Sequential{…} and inside passes that consist "
      "of\n"
      "other passes.";
  using Role = InstrumentFlag::Role;
  std::vector<Option>& options = command.options;
  auto add = [&options](std::initializer_list<Option> more) {
    options.insert(options.end(), more);
  };
  AddPipelineOptions(&options);
  AddFlags(Role::kTime, &options);
  AddFlags(Role::kGather, &options);
  AddFlags(Role::kWrite, &options);
  add({{"print-passes", "A,B", "print and dump only for these passes"},
       {"print-changed", "", "print and dump only after passes that changed the program"}});
  AddFlags(Role::kCheck, &options);
  add({{"json", "",
        "print what --time, --why, --stats, --remarks, --op-diff and --verify-values gather as "
        "one\n"
        "JSON document"},
       {"print", "", "print the program at the end; the default without other output"},
       MetaDataOption()});
  for (Option& option : ExecuteOptions()) options.push_back(std::move(option));
  AddModelOptions(&options);
  command.run = Run;
  return command;
}

Command BenchCommand() {
  Command command;
  command.name = "bench";
  command.usage = "(--model NAME | FILE | - | --reproducer FILE) [--passes PIPELINE] [options]";
  command.summary = "Runs a program after passes and measures how long each call takes.";
  command.details =
      "Programs and passes are given as in `passcope run`. The parameters of a model become "
      "constants\n"
      "before the run. The output is TVM's profile of the calls and its summary of the times.";
  AddPipelineOptions(&command.options);
  for (Option& option : BenchOptions()) command.options.push_back(std::move(option));
  AddModelOptions(&command.options);
  command.run = RunBench;
  return command;
}

Command PrintCommand() {
  Command command;
  command.name = "print";
  command.usage = "(FILE | -) [options]";
  command.summary = "Reads Relay text or a model file (.onnx, .pt) and prints it as Relay text.";
  command.options = {
      {"infer-type", "", "infer the types first"},
      OutputOption("write the program to FILE.relay or FILE.txt, with its constants"),
      MetaDataOption()};
  AddImportOptions(&command.options);
  command.run = PrintFile;
  return command;
}

}  // namespace passcope::tools
