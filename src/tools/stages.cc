// The program and the stages of a command line.
#include "tools/stages.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/pipeline_spec.h"
#include "api/settings.h"
#include "instrument/instruments.h"
#include "models/models.h"
#include "text/printer.h"
#include "tools/commands.h"
#include "tools/files.h"
#include "tools/import.h"
#include "tools/terminal.h"
#include "transforms/bind_params.h"

namespace passcope::tools {
namespace {

// The options of all models, without duplicates.
std::vector<AttrField> ModelOptions() {
  std::vector<AttrField> options;
  for (const ModelRow& row : ModelTable()) {
    for (const AttrField& option : row.options) {
      bool known = false;
      for (const AttrField& seen : options) known = known || seen.name == std::string(option.name);
      if (!known) options.push_back(option);
    }
  }
  return options;
}

// The files that the arguments name; "-" may be left out if something is piped in.
std::vector<std::string> ProgramFiles(const Arguments& arguments) {
  std::vector<std::string> files = arguments.words();
  if (files.empty() && !arguments.Has("model") && InputIsPiped()) files.emplace_back("-");
  return files;
}

// True if the program has parameters: those of a model or of a model's file. For a reproducer, only
// reading it can tell.
bool HasParams(const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.words();
  return arguments.Has("model") || arguments.Has("reproducer") ||
         (words.size() == 1 && ModelFormatOf(words.front()));
}

// The program and the stages of the command line.
Reproducer Given(const Arguments& arguments) {
  const std::string* passes = arguments.Find("passes");
  Reproducer run;
  run.stages = StagesOf(arguments, passes ? *passes : "", SettingsOf(arguments));
  run.program = LoadProgram(arguments);
  return run;
}

Reproducer Replay(const Arguments& arguments, const std::string& file) {
  std::vector<const char*> flags = {"model", "passes", "bind-params"};
  for (const SettingFlag& flag : ContextFlags()) flags.push_back(flag.name);
  for (const char* flag : flags) {
    if (arguments.Has(flag)) throw UsageError(fmt::format("--{} is part of the reproducer", flag));
  }
  if (!arguments.words().empty()) throw UsageError("the program is part of the reproducer");
  return ReadReproducer(file, ReadFile(file), {.dump_folder = arguments.Find("allow-dump")});
}

}  // namespace

std::string FlagName(const char* option) {
  std::string name = option;
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

AttrDict GivenSettings(const Arguments& arguments) {
  AttrDict given;
  const SettingsRow& row = RowOf(Settings::kContext);
  for (const SettingFlag& flag : ContextFlags()) {
    const std::string* text = arguments.Find(flag.name);
    const AttrField* option = FindField(row.options, flag.option);
    if (text) given.emplace_back(flag.option, ParseOption(option->type, flag.name, *text));
  }
  return given;
}

ReproducerStage SettingsOf(const Arguments& arguments) {
  ReproducerStage stage;
  SetSettings(GivenSettings(arguments), &stage);
  return stage;
}

void SetSettings(const AttrDict& given, ReproducerStage* stage) {
  auto settings = ReadSettings<ContextSettings>(Settings::kContext, given);
  auto has = [&given](std::string_view option) { return FindOption(given, option) != nullptr; };
  if (has("opt_level")) stage->opt_level = OptLevelOf(settings.opt_level);
  if (has("required_pass")) stage->required = std::move(settings.required_pass);
  if (has("disabled_pass")) stage->disabled = std::move(settings.disabled_pass);
  if (has("config")) stage->config = *settings.config.dict();
  for (const auto* list : {&stage->required, &stage->disabled}) {
    for (const std::string& name : *list) CheckPassName(name);
  }
}

std::vector<ReproducerStage> StagesOf(const Arguments& arguments, const std::string& passes,
                                      const ReproducerStage& settings) {
  std::vector<ReproducerStage> stages;
  auto bind = [&stages] { stages.emplace_back().kind = ReproducerStage::Kind::kBind; };
  if (arguments.Has("bind-params")) bind();
  std::vector<StageSpec> specs = ParseStages(passes);
  // Instruments report for a context without passes, too.
  if (specs.empty()) specs.emplace_back();
  for (StageSpec& spec : specs) {
    if (spec.kind == StageSpec::Kind::kBind) {
      if (!HasParams(arguments)) throw UsageError("bind in --passes needs --model");
      bind();
      continue;
    }
    // Reports mistakes in the pipeline before a large program is read.
    PassesFromSpec(spec.passes);
    stages.push_back(settings);
    stages.back().passes = std::move(spec.passes);
  }
  return stages;
}

// Converts the value of a flag to the option's type.
AttrValue ParseOption(AttrType type, const std::string& flag, const std::string& text) {
  switch (type) {
    case AttrType::kInt:
      return int64_t{ParseInt(flag, text)};
    case AttrType::kInts:
    case AttrType::kStrings: {
      AttrArray items;
      for (const std::string& part : SplitCommas(text)) {
        items.push_back(type == AttrType::kInts ? AttrValue(ParseInt(flag, part))
                                                : AttrValue(part));
      }
      return items;
    }
    case AttrType::kAny: {
      // In the notation of a pass's options: KEY=VALUE,…
      std::vector<PassSpec> specs = ParsePipeline(fmt::format("{}({})", flag, text));
      if (specs.size() == 1) return std::move(specs.front().options);
      throw UsageError(fmt::format("--{} takes KEY=VALUE,…, not '{}'", flag, text));
    }
    case AttrType::kBool:
      // A switch.
      return true;
    default:
      return text;
  }
}

Workload LoadProgram(const Arguments& arguments, const AttrDict& more, const char* expected) {
  const std::string* model = arguments.Find("model");
  const std::vector<std::string> files = ProgramFiles(arguments);
  if (files.size() + (model ? 1 : 0) != 1) {
    throw UsageError(model ? "give a model or a file, not both" : expected);
  }
  bool of_file = !model && ModelFormatOf(files.front());
  AttrDict options;
  for (const AttrField& option : ModelOptions()) {
    std::string flag = FlagName(option.name);
    const std::string* text = arguments.Find(flag);
    // A model's file has its own flags, one of which has the same name.
    if (!text || (of_file && flag == "dtype")) continue;
    if (!model) throw UsageError(fmt::format("--{} needs --model", flag));
    options.emplace_back(option.name, ParseOption(option.type, flag, *text));
  }
  options = WithOptions(std::move(options), more);
  const std::string* import_option = FindImportOption(arguments);
  if (model) {
    if (import_option) throw UsageError(fmt::format("--{} needs a model's file", *import_option));
    return CreateModel(*model, options);
  }
  const std::string& file = files.front();
  if (std::optional<frontend::ModelFormat> format = ModelFormatOf(file)) {
    return ImportModel(file, *format, ImportRequestOf(arguments));
  }
  if (import_option) {
    throw UsageError(fmt::format("--{} needs a model's file (.onnx or .pt)", *import_option));
  }
  if (arguments.Has("bind-params")) throw UsageError("--bind-params needs --model");
  std::string source = file == "-" ? "<stdin>" : file;
  std::string text = ReadFile(file);
  if (text.empty() && arguments.words().empty()) {
    throw UsageError(fmt::format("{}; the standard input is empty", expected));
  }
  return {Texts().Parse(source, std::move(text)), {}};
}

Reproducer ReproducerOf(const Arguments& arguments) {
  const std::string* file = arguments.Find("reproducer");
  return file ? Replay(arguments, *file) : Given(arguments);
}

PassContextOptions ContextOptionsOf(const ReproducerStage& stage) {
  PassContextOptions options{stage.opt_level, stage.required, stage.disabled, {}, stage.config};
  options.instruments = InstrumentsOf(stage);
  return options;
}

IRModule ApplyStage(const ReproducerStage& stage, const Workload& program, const IRModule& module) {
  if (stage.kind == ReproducerStage::Kind::kEdit) {
    return Texts().Parse("edit", stage.text, PrintedConstants(module));
  }
  return WithFunction(module, "main", BindParamsByName(module->Lookup("main"), program.params));
}

void PrintProgram(const IRModule& module, const Arguments& arguments) {
  PrintOptions options;
  options.show_meta_data = arguments.Has("meta-data");
  class : public TextSink {
   public:
    void Write(std::string_view piece) override {
      // A piece can end within a character.
      rest += piece;
      const size_t end = rest.rfind('\n') + 1;
      Print(std::string_view(rest).substr(0, end));
      rest.erase(0, end);
    }
    std::string rest;
  } out;
  PrintModule(module, options, &out);
  if (!out.rest.empty()) Print(out.rest + "\n");
}

void AddPipelineOptions(std::vector<Option>* options) {
  options->push_back({"passes", "PIPELINE", "the passes to run; none by default"});
  options->push_back(
      {"reproducer", "FILE", "run the program and the passes of a file that the page saved"});
  options->push_back(AllowDumpOption());
  AddProgramOptions(options);
}

void AddProgramOptions(std::vector<Option>* options) {
  options->insert(options->begin(),
                  {"model", "NAME", "the name of a model; `passcope list models` lists them"});
  for (const SettingFlag& flag : ContextFlags()) {
    const AttrField* option = FindField(RowOf(Settings::kContext).options, flag.option);
    std::string help = option->doc;
    if (const int64_t* number = option->default_value.get<int64_t>()) {
      help += fmt::format(" {} by default.", *number);
    }
    options->push_back({flag.name, flag.value, std::move(help)});
  }
  options->push_back({"bind-params", "",
                      "make the parameters of the model constants of @main before the first pass"});
}

namespace {

// The models with the option, by TVM's modules: "vgg", or "the model" if there are many.
std::string OwnersOf(std::string_view option) {
  std::vector<std::string> modules;
  for (const ModelRow& row : ModelTable()) {
    if (!FindField(row.options, option)) continue;
    if (modules.empty() || modules.back() != row.module) modules.emplace_back(row.module);
  }
  return modules.size() > 2 ? "the model" : fmt::format("{}", fmt::join(modules, ", "));
}

}  // namespace

void AddModelOptions(std::vector<Option>* options) {
  for (const AttrField& option : ModelOptions()) {
    const char* value = "TEXT";
    if (option.type == AttrType::kInt) value = "N";
    if (option.type == AttrType::kInts) value = "N,N,…";
    // A switch.
    if (option.type == AttrType::kBool) value = "";
    options->push_back({FlagName(option.name), value,
                        fmt::format("for {}: {}", OwnersOf(option.name), option.doc)});
  }
  AddImportOptions(options);
}

Option MetaDataOption() { return {"meta-data", "", "print constants in a metadata section"}; }

}  // namespace passcope::tools
