// `passcope run` and `passcope print`.
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <memory>

#include "api/pipeline_spec.h"
#include "instrument/instruments.h"
#include "instrument/timing.h"
#include "instrument/trace.h"
#include "pass/pass_context.h"
#include "text/printer.h"
#include "tools/commands.h"
#include "tools/files.h"
#include "tools/json_values.h"
#include "tools/reproducer.h"
#include "tools/stages.h"
#include "transforms/infer_type.h"

namespace passcope::tools {
namespace {

// A pass that is called directly runs whatever the context says. Who gave the options may not know.
void WarnOfIdleOptions(const std::vector<PassSpec>& specs, const PassContext& context) {
  for (const PassSpec& spec : specs) {
    if (!spec.sequential && context.Disables(PassFromSpec(spec).info())) {
      fmt::print(stderr,
                 "note: {} runs although it is disabled: only the passes of a Sequential{{…}} are "
                 "left out\n",
                 spec.name);
    }
  }
}

bool WantsChrome(const Arguments& arguments, const std::string& file) {
  const std::string* format = arguments.Find("trace-format");
  if (!format) return file.ends_with(".chrome.json");
  if (*format != "json" && *format != "chrome") {
    throw UsageError(fmt::format("--trace-format takes json or chrome, not '{}'", *format));
  }
  return *format == "chrome";
}

// The rows of instruments that a flag asks for, in the order in which they watch.
std::vector<const InstrumentRow*> FlaggedRows() {
  std::vector<const InstrumentRow*> rows;
  for (const InstrumentRow& row : InstrumentTable()) {
    if (row.flag.name) rows.push_back(&row);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto* a, const auto* b) { return a->flag.role < b->flag.role; });
  return rows;
}

// Appends the flags of the instruments of a role.
void AddFlags(InstrumentFlag::Role role, std::vector<Option>* options) {
  std::vector<InstrumentFlag> flags;
  for (const InstrumentRow* row : FlaggedRows()) {
    if (row->flag.role == role) flags.push_back(row->flag);
  }
  std::sort(flags.begin(), flags.end(),
            [](const auto& a, const auto& b) { return a.place < b.place; });
  for (const InstrumentFlag& flag : flags) options->push_back({flag.name, flag.value, flag.help});
}

// The options that the arguments give to an instrument.
AttrDict OptionsFor(const InstrumentRow& row, const Arguments& arguments) {
  AttrDict options;
  if (row.flag.option) {
    const std::string& text = *arguments.Find(row.flag.name);
    bool integer = FindField(row.options, row.flag.option)->type == AttrType::kInt;
    options.emplace_back(row.flag.option, integer
                                              ? AttrValue(int64_t{ParseInt(row.flag.name, text)})
                                              : AttrValue(text));
  }
  auto add = [&](const char* option, AttrValue value) {
    if (FindField(row.options, option)) options.emplace_back(option, std::move(value));
  };
  if (const std::string* list = arguments.Find("print-passes")) {
    AttrArray names;
    for (const std::string& name : SplitCommas(*list)) names.emplace_back(name);
    add("passes", std::move(names));
  }
  add("changed_only", arguments.Has("print-changed"));
  add("show_meta_data", arguments.Has("meta-data"));
  add("stop", arguments.Has("verify-stop"));
  if (const std::string* seed = arguments.Find("verify-seed")) {
    add("seed", int64_t{ParseInt("verify-seed", *seed)});
  }
  return options;
}

// What the options ask to be watched, over one context or several, and what it tells.
class Watchers {
 public:
  explicit Watchers(const Arguments& arguments) : arguments_(arguments) {
    if (const std::string* list = arguments.Find("print-passes")) {
      for (const std::string& name : SplitCommas(*list)) CheckPassName(name);
    }
    for (const InstrumentRow* row : FlaggedRows()) {
      if (arguments.Has(row->flag.name)) asked_.push_back({row, Make(*row)});
    }
    for (const char* option : {"print-passes", "print-changed"}) {
      if (arguments.Has(option) && !Has(Role::kWrite)) {
        throw UsageError(
            fmt::format("--{} needs --print-before-all, --print-after-all or --dump-ir", option));
      }
    }
    for (const char* option : {"verify-stop", "verify-seed"}) {
      if (arguments.Has(option) && !arguments.Has("verify-values")) {
        throw UsageError(fmt::format("--{} needs --verify-values", option));
      }
    }
    trace_file_ = arguments.Find("trace");
    chrome_ = WantsChrome(arguments, trace_file_ ? *trace_file_ : "");
    time_file_ = arguments.Find("time-json");
    time_top_ = arguments.Find("time-top");
    if (time_top_) top_ = ParseInt("time-top", *time_top_);
  }

  void AppendTo(std::vector<InstrumentPtr>* list) const {
    for (const Asked& asked : asked_) {
      if (asked.row->flag.role != Role::kTime) list->push_back(asked.instrument);
    }
    if (trace_file_) list->push_back(trace_);
    if (Has(Role::kTime) || time_top_ || time_file_) list->push_back(timing_);
  }

  // Inside of a context, after its last pass: what its instruments forget when it is left.
  void ReportContext() {
    const std::vector<PassProfile>& profiles = timing_->profiles();
    profiles_.insert(profiles_.end(), profiles.begin(), profiles.end());
    Report(Role::kTime, false);
    if (time_top_) Print(RenderTotals(profiles, top_));
    Report(Role::kGather, false);
  }

  // After the last context. `opt_level`: the last one's.
  void ReportRun(int opt_level) const {
    Report(Role::kGather, true);
    if (time_file_) {
      Json times = {{"passes", ParseJson(JsonText(profiles_), Phrase("the profiles"))},
                    {"totals", ParseJson(JsonText(SumProfiles(profiles_)), Phrase("the totals"))}};
      WriteFile(*time_file_, DumpJson(times, 2) + "\n");
    }
    if (!trace_file_) return;
    JsonWriter data;
    if (!chrome_) trace_->WriteData(data);
    Json json =
        ParseJson(chrome_ ? trace_->Ask("chromeTrace", {}).text : data.Take(), Phrase("the trace"));
    if (!chrome_) {
      json = {{"passcope", PASSCOPE_VERSION}, {"optLevel", opt_level}, {"passes", std::move(json)}};
    }
    WriteFile(*trace_file_, DumpJson(json, 2) + "\n");
  }

  // Whether anything but the program is asked for.
  bool any() const {
    return Has(Role::kWrite) || Has(Role::kGather) || Has(Role::kTime) || time_top_ || time_file_ ||
           trace_file_;
  }

 private:
  using Role = InstrumentFlag::Role;
  struct Asked {
    const InstrumentRow* row;
    InstrumentPtr instrument;
  };

  InstrumentPtr Make(const InstrumentRow& row) const {
    if (row.name == timing_->name()) return timing_;
    PrintSink sink = [](const std::string&, const std::string& text) { Print(text + "\n"); };
    // What accompanies the program must not stand in it.
    if (row.flag.role == Role::kCheck) sink = {};
    // Files are the command line's matter: in WebAssembly the engine has no file system of its own.
    std::string_view option = row.flag.option ? row.flag.option : "";
    if (option == "directory") sink = DirectorySink(*arguments_.Find(row.flag.name));
    return CreateInstrument(row.name, OptionsFor(row, arguments_), std::move(sink));
  }
  bool Has(Role role) const {
    return std::any_of(asked_.begin(), asked_.end(),
                       [role](const Asked& asked) { return asked.row->flag.role == role; });
  }
  // `run`: those that remember more than a context.
  void Report(Role role, bool run) const {
    for (const Asked& asked : asked_) {
      if (asked.row->flag.role == role && asked.row->text && asked.row->clears == run) {
        Print(asked.instrument->Render());
      }
    }
  }

  const Arguments& arguments_;
  // For flags beside those of the rows.
  std::shared_ptr<TraceInstrument> trace_ = std::make_shared<TraceInstrument>();
  std::shared_ptr<PassTimingInstrument> timing_ = std::make_shared<PassTimingInstrument>();
  std::vector<Asked> asked_;
  const std::string* trace_file_;
  const std::string* time_file_;
  const std::string* time_top_;
  int top_ = 0;
  bool chrome_ = false;
  std::vector<PassProfile> profiles_;
};

// Required and disabled passes that did not come up. Stages may share their lists: a name that came
// up in one of those that have it is right.
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
      fmt::print(stderr, "warning: {}\n", unmet.Text());
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
    // What ran before the failure is what helps to understand it.
    watchers->ReportContext();
    throw;
  }
  watchers->ReportContext();
  unmet->Add(*context);
  scope.Leave();
  return module;
}

int Run(const Arguments& arguments) {
  Watchers watchers(arguments);
  Reproducer run = ReproducerOf(arguments);
  IRModule module = run.program.module;
  int opt_level = 2;
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
  if (arguments.Has("print") || !watchers.any()) PrintProgram(module, arguments);
  return 0;
}

int PrintFile(const Arguments& arguments) {
  if (arguments.words().size() != 1) throw UsageError("name one file, or - for standard input");
  IRModule module = LoadProgram(arguments).module;
  if (arguments.Has("infer-type")) module = InferTypes(module);
  PrintProgram(module, arguments);
  return 0;
}

}  // namespace

Command RunCommand() {
  Command command;
  command.name = "run";
  command.usage = "(--model NAME | FILE | - | --reproducer FILE) [--passes PIPELINE] [options]";
  command.summary = "Runs passes over a model, a file of Relay text, or the standard input.";
  command.details =
      "A pipeline is a list of passes, each with its options behind it:\n\n"
      "  --passes 'InferType, FuseOps(fuse_opt_level=1)'\n"
      "  --passes 'InferType; bind; Sequential{FoldScaleAxis, FoldConstant}'\n"
      "  --passes 'ConvertLayout(desired_layouts={\"nn.conv2d\": [NHWC, HWIO]})'\n\n"
      "A semicolon begins another context, and so does bind, which makes the model's parameters\n"
      "constants of @main. Values are written as in JSON or Python, a bare word is a text, and\n"
      "options can be JSON as well: FuseOps{\"fuse_opt_level\": 1}.\n\n"
      "The passes are called one after the other, as a program calls them. The opt level and the\n"
      "required and disabled passes matter inside of Sequential{…} and of passes that are made of\n"
      "others, as in TVM.";
  using Role = InstrumentFlag::Role;
  std::vector<Option>& options = command.options;
  auto add = [&options](std::initializer_list<Option> more) {
    options.insert(options.end(), more);
  };
  AddPipelineOptions(&options);
  AddFlags(Role::kTime, &options);
  add({{"time-top", "N",
        "print the N names of passes that took longest themselves (0: all) and what\n"
        "the instruments took"},
       {"time-json", "FILE", "write the times to a JSON file, as a tree and by name"}});
  AddFlags(Role::kGather, &options);
  add({{"verify-stop", "", "stop at the first pass that changes what the program computes"},
       {"verify-seed", "N", "the seed of the random inputs, 0 by default"},
       {"trace", "FILE", "write what every pass did to a JSON file"},
       {"trace-format", "FORMAT",
        "json, or chrome for about:tracing and Perfetto; by default chrome for\n"
        "files that end in .chrome.json"}});
  AddFlags(Role::kWrite, &options);
  add({{"print-passes", "A,B", "print and dump for these passes only"},
       {"print-changed", "", "print and dump only what a pass changed"}});
  AddFlags(Role::kCheck, &options);
  add({{"print", "", "print the program at the end; the default when nothing else is asked\nfor"},
       MetaDataOption()});
  AddModelOptions(&options);
  command.run = Run;
  return command;
}

Command PrintCommand() {
  return {"print",
          "(FILE | -) [options]",
          "Reads Relay text and prints it as Relay text.",
          "",
          {{"infer-type", "", "infer the types before"}, MetaDataOption()},
          PrintFile};
}

}  // namespace passcope::tools
