// `passcope run` and `passcope print`.
#include <fmt/format.h>

#include <memory>

#include "api/describe.h"
#include "api/json_values.h"
#include "api/pipeline_spec.h"
#include "instrument/instruments.h"
#include "instrument/op_diff.h"
#include "instrument/statistics.h"
#include "instrument/timing.h"
#include "instrument/trace.h"
#include "models/models.h"
#include "pass/pass_context.h"
#include "text/printer.h"
#include "tools/commands.h"
#include "tools/files.h"
#include "transforms/bind_params.h"
#include "transforms/infer_type.h"

namespace passcope::tools {
namespace {

// The option of the command line for an option of a model: --batch-size for batch_size.
std::string OptionName(const char* model_option) {
  std::string name = model_option;
  for (char& c : name) {
    if (c == '_') c = '-';
  }
  return name;
}

// The options of all models, each once.
std::vector<ModelOption> ModelOptions() {
  std::vector<ModelOption> options;
  for (const ModelRow& row : ModelTable()) {
    for (const ModelOption& option : row.options) {
      bool known = false;
      for (const ModelOption& seen : options)
        known = known || seen.name == std::string(option.name);
      if (!known) options.push_back(option);
    }
  }
  return options;
}

AttrValue ParseModelOption(const ModelOption& option, const std::string& text) {
  std::string_view type = option.type;
  std::string name = OptionName(option.name);
  if (type == "int") return int64_t{ParseInt(name, text)};
  if (type == "list[int]") {
    AttrArray items;
    for (const std::string& part : SplitCommas(text)) items.emplace_back(ParseInt(name, part));
    return items;
  }
  return text;
}

Workload LoadProgram(const Arguments& arguments) {
  const std::string* model = arguments.Find("model");
  if (arguments.words().size() + (model ? 1 : 0) != 1) {
    throw UsageError(model ? "give a model or a file, not both"
                           : "name one program: --model NAME, a file, or - for standard input");
  }
  AttrDict options;
  for (const ModelOption& option : ModelOptions()) {
    const std::string* text = arguments.Find(OptionName(option.name));
    if (!text) continue;
    if (!model) throw UsageError(fmt::format("--{} needs --model", OptionName(option.name)));
    options.emplace_back(option.name, ParseModelOption(option, *text));
  }
  if (model) return CreateModel(*model, options);
  if (arguments.Has("bind-params")) throw UsageError("--bind-params needs --model");
  const std::string& file = arguments.words().front();
  std::string source = file == "-" ? "<stdin>" : file;
  return {Texts().Parse(source, ReadFile(file)), {}};
}

// A pass that is called directly runs whatever the context says. Who gave the options may not know.
void WarnOfIdleOptions(const std::vector<PassSpec>& specs, const PassContext& context) {
  for (const PassSpec& spec : specs) {
    if (spec.sequential || context.PassEnabled(PassFromSpec(spec).info())) continue;
    bool disabled = false;
    for (const std::string& name : context.disabled_pass())
      disabled = disabled || name == spec.name;
    if (disabled) {
      fmt::print(stderr,
                 "note: {} runs although it is disabled: only the passes of a Sequential{{…}} are "
                 "left out\n",
                 spec.name);
    }
  }
}

void PrintProgram(const IRModule& module, const Arguments& arguments) {
  PrintOptions options;
  options.show_meta_data = arguments.Has("meta-data");
  class : public TextSink {
   public:
    void Write(std::string_view piece) override {
      Print(piece);
      last = piece.back();
    }
    char last = '\0';
  } out;
  PrintModule(module, options, &out);
  if (out.last != '\n') Print("\n");
}

bool WantsChrome(const Arguments& arguments, const std::string& file) {
  const std::string* format = arguments.Find("trace-format");
  if (!format) return file.ends_with(".chrome.json");
  if (*format != "json" && *format != "chrome") {
    throw UsageError(fmt::format("--trace-format takes json or chrome, not '{}'", *format));
  }
  return *format == "chrome";
}

// The instruments that write while passes run, as the options ask for them.
std::vector<InstrumentPtr> WritingInstruments(const Arguments& arguments) {
  AttrDict filter;
  if (const std::string* list = arguments.Find("print-passes")) {
    AttrArray names;
    for (const std::string& name : SplitCommas(*list)) {
      CheckPassName(name);
      names.emplace_back(name);
    }
    filter.emplace_back("passes", std::move(names));
  }
  filter.emplace_back("changed_only", arguments.Has("print-changed"));
  filter.emplace_back("show_meta_data", arguments.Has("meta-data"));
  auto print = [](const std::string&, const std::string& text) { Print(text + "\n"); };
  std::vector<InstrumentPtr> instruments;
  if (arguments.Has("print-before-all")) {
    instruments.push_back(CreateInstrument("PrintBeforeAll", filter, print));
  }
  if (arguments.Has("print-after-all")) {
    instruments.push_back(CreateInstrument("PrintAfterAll", filter, print));
  }
  if (const std::string* directory = arguments.Find("dump-ir")) {
    instruments.push_back(CreateInstrument("DumpIR", filter, DirectorySink(*directory)));
  }
  for (const char* option : {"print-passes", "print-changed"}) {
    if (arguments.Has(option) && instruments.empty()) {
      throw UsageError(
          fmt::format("--{} needs --print-before-all, --print-after-all or --dump-ir", option));
    }
  }
  return instruments;
}

// The numbers of the timing instrument as --time-json writes them.
Json TimingJson(const PassTimingInstrument& timing) {
  return {{"passes", ParseJson(DescribeProfiles(timing.profiles()), "the profiles")},
          {"totals", ParseJson(DescribeTotals(timing.profiles()), "the totals")}};
}

int Run(const Arguments& arguments) {
  const std::string* passes = arguments.Find("passes");
  const std::string* trace_file = arguments.Find("trace");
  bool chrome = WantsChrome(arguments, trace_file ? *trace_file : "");
  PassContextOptions options;
  if (const std::string* level = arguments.Find("opt-level")) {
    options.opt_level = ParseInt("opt-level", *level);
  }
  for (const char* name : {"required", "disabled"}) {
    const std::string* list = arguments.Find(name);
    if (!list) continue;
    (name == std::string_view("required") ? options.required_pass : options.disabled_pass) =
        SplitCommas(*list);
  }
  for (const auto* list : {&options.required_pass, &options.disabled_pass}) {
    for (const std::string& name : *list) CheckPassName(name);
  }
  std::vector<PassSpec> specs = ParsePipeline(passes ? *passes : "");
  std::vector<Pass> pipeline = PassesFromSpec(specs);

  const std::string* time_top = arguments.Find("time-top");
  int top = time_top ? ParseInt("time-top", *time_top) : 0;
  std::vector<InstrumentPtr> writing = WritingInstruments(arguments);

  Workload program = LoadProgram(arguments);
  IRModule module = program.module;
  if (arguments.Has("bind-params")) {
    module = WithFunction(module, "main", BindParamsByName(module->Lookup("main"), program.params));
  }

  // The timing instrument comes last, so that what the others do counts for no pass but the one
  // around it.
  auto op_diff = std::make_shared<OpDiffInstrument>();
  auto trace = std::make_shared<TraceInstrument>();
  auto timing = std::make_shared<PassTimingInstrument>();
  auto decisions = std::make_shared<PassDecisions>();
  auto statistics = std::make_shared<StatisticsInstrument>();
  bool want_time = arguments.Has("time");
  bool want_diff = arguments.Has("op-diff");
  bool want_why = arguments.Has("why");
  bool want_statistics = arguments.Has("stats");
  const std::string* time_file = arguments.Find("time-json");
  // The checks come first: then the others learn that the pass failed.
  if (arguments.Has("check-immutable")) {
    options.instruments.push_back(CreateInstrument("ImmutableModule"));
  }
  if (arguments.Has("verify-each")) options.instruments.push_back(CreateInstrument("WellFormed"));
  options.instruments.insert(options.instruments.end(), writing.begin(), writing.end());
  if (want_diff) options.instruments.push_back(op_diff);
  if (want_why) options.instruments.push_back(decisions);
  if (want_statistics) options.instruments.push_back(statistics);
  if (trace_file) options.instruments.push_back(trace);
  if (want_time || time_top || time_file) options.instruments.push_back(timing);
  PassContextPtr context = PassContext::Create(std::move(options));
  WarnOfIdleOptions(specs, *context);

  auto report = [&] {
    if (want_time) Print(timing->Render());
    if (time_top) Print(RenderTotals(timing->profiles(), top));
    if (want_diff) Print(op_diff->Render());
    if (want_why) Print(decisions->Render());
    if (want_statistics) Print(statistics->Render());
    if (time_file) WriteFile(*time_file, DumpJson(TimingJson(*timing), 2) + "\n");
    if (trace_file) {
      Json json = ParseJson(
          chrome ? DescribeChromeTrace(trace->entries()) : DescribeTrace(trace->entries()),
          "the trace");
      if (!chrome) {
        json = {{"passcope", PASSCOPE_VERSION},
                {"optLevel", context->opt_level()},
                {"passes", std::move(json)}};
      }
      WriteFile(*trace_file, DumpJson(json, 2) + "\n");
    }
  };
  PassContextScope scope(context);
  try {
    for (const Pass& pass : pipeline) module = pass(module);
  } catch (...) {
    // What ran before the failure is what helps to understand it.
    report();
    throw;
  }
  report();
  scope.Leave();
  bool quiet = want_time || want_diff || want_why || want_statistics || time_top || time_file ||
               trace_file || !writing.empty();
  if (arguments.Has("print") || !quiet) PrintProgram(module, arguments);
  return 0;
}

int PrintFile(const Arguments& arguments) {
  if (arguments.words().size() != 1) throw UsageError("name one file, or - for standard input");
  IRModule module = LoadProgram(arguments).module;
  if (arguments.Has("infer-type")) module = InferTypes(module);
  PrintProgram(module, arguments);
  return 0;
}

const Option kMetaData = {"meta-data", "", "print constants in a metadata section"};

}  // namespace

Command RunCommand() {
  Command command;
  command.name = "run";
  command.usage = "(--model NAME | FILE | -) [--passes PIPELINE] [options]";
  command.summary = "Runs passes over a model, a file of Relay text, or the standard input.";
  command.details =
      "A pipeline is a list of passes, each with its options as JSON behind it:\n\n"
      "  --passes 'InferType,FoldScaleAxis'\n"
      "  --passes 'Sequential{FoldConstant,ConvertLayout{\"desired_layouts\":"
      "{\"nn.conv2d\":[\"NHWC\",\"HWIO\"]}}}'\n\n"
      "The passes are called one after the other, as a program calls them. The opt level and the\n"
      "required and disabled passes matter inside of Sequential{…} and of passes that are made of\n"
      "others, as in TVM.";
  command.options = {
      {"model", "NAME", "a model; `passcope list models` names them"},
      {"passes", "PIPELINE", "what to run, in this order; nothing by default"},
      {"opt-level", "N", "the context's opt level, 2 by default"},
      {"required", "A,B", "passes that Sequential runs whatever their opt level"},
      {"disabled", "A,B", "passes that Sequential leaves out"},
      {"bind-params", "", "make the model's parameters constants of @main before the first pass"},
      {"time", "", "print how long each pass took"},
      {"time-top", "N",
       "print the N names of passes that took longest themselves (0: all) and what\n"
       "the instruments took"},
      {"time-json", "FILE", "write the times to a JSON file, as a tree and by name"},
      {"why", "", "print for each pass whether it ran, and if not, why"},
      {"stats", "", "print what the passes counted"},
      {"op-diff", "", "print how many calls of each operator each pass added or removed"},
      {"trace", "FILE", "write what every pass did to a JSON file"},
      {"trace-format", "FORMAT",
       "json, or chrome for about:tracing and Perfetto; by default chrome for\n"
       "files that end in .chrome.json"},
      {"print-before-all", "", "print the program before each pass"},
      {"print-after-all", "", "print the program after each pass"},
      {"dump-ir", "DIR", "write the program after each pass to DIR/NNN_PassName.relay"},
      {"print-passes", "A,B", "print and dump for these passes only"},
      {"print-changed", "", "print and dump only what a pass changed"},
      {"verify-each", "", "stop at a pass that makes an ill-formed or ill-typed program"},
      {"check-immutable", "", "stop at a pass that changes the module it was given"},
      {"print", "", "print the program at the end; the default when nothing else is asked\nfor"},
      kMetaData,
  };
  for (const ModelOption& option : ModelOptions()) {
    std::string_view type = option.type;
    command.options.push_back({OptionName(option.name),
                               type == "int"         ? "N"
                               : type == "list[int]" ? "N,N,…"
                                                     : "TEXT",
                               fmt::format("of the model: {}", option.doc)});
  }
  command.run = Run;
  return command;
}

Command PrintCommand() {
  return {"print",
          "(FILE | -) [options]",
          "Reads Relay text and prints it as Relay text.",
          "",
          {{"infer-type", "", "infer the types before"}, kMetaData},
          PrintFile};
}

}  // namespace passcope::tools
