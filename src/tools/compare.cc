// `passcope compare`: pipelines, settings and options side by side.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "api/settings.h"
#include "api/sweep.h"
#include "compare/comparison.h"
#include "support/real_text.h"
#include "tools/commands.h"
#include "tools/files.h"
#include "tools/json_values.h"
#include "tools/named_pipelines.h"
#include "tools/reproducer.h"
#include "tools/stages.h"
#include "tools/terminal.h"
#include "tools/test_options.h"

namespace passcope::tools {
namespace {

// A variant before its program is read.
struct VariantPlan {
  std::string name;
  std::string pipeline;
  // The stages of a reproducer's variant, instead of the pipeline.
  std::optional<std::vector<ReproducerStage>> stages;
  AttrDict settings;       // For its contexts, in addition to the common settings.
  AttrDict model_options;  // For its model, in addition to the common options.
};

// Reads "NAME: PIPELINE", "NAME(SETTINGS): PIPELINE" or "PIPELINE", which gets a letter as its
// name.
VariantPlan PlanOf(const std::string& text, size_t index) {
  NamedPipeline read = ReadNamedPipeline(text, ":");
  if (read.name.empty()) {
    read.name = index < 26 ? std::string(1, static_cast<char>('A' + index))
                           : fmt::format("variant {}", index + 1);
  }
  return {
      std::move(read.name), std::move(read.pipeline), std::nullopt, std::move(read.settings), {}};
}

// The pipelines of a reproducer: its variants, then its own pipeline.
std::vector<VariantPlan> PlansOf(const Reproducer& reproducer) {
  std::vector<VariantPlan> plans;
  for (const ReproducerVariant& variant : reproducer.variants) {
    VariantPlan& plan = plans.emplace_back();
    plan.name = variant.name;
    plan.stages = variant.stages;
  }
  VariantPlan& own = plans.emplace_back();
  own.name = kOwnPipeline;
  own.stages = reproducer.stages;
  return plans;
}

// The reproducer of the arguments, if there is one.
std::optional<Reproducer> GivenReproducer(const Arguments& arguments, const AttrDict& options) {
  const std::string* file = arguments.Find("reproducer");
  if (!file) return std::nullopt;
  for (const char* flag : {"model", "bind-params"}) {
    if (arguments.Has(flag)) throw UsageError(fmt::format("--{} is part of the reproducer", flag));
  }
  if (!arguments.words().empty()) throw UsageError("the program is part of the reproducer");
  return ReadReproducer(*file, ReadFile(*file),
                        {.variants = ReadVariants::kYes,
                         .model_options = options,
                         .dump_folder = arguments.Find("allow-dump")});
}

// The plans of the reproducer, then those of the arguments.
std::vector<VariantPlan> PlansOf(const Arguments& arguments,
                                 const std::optional<Reproducer>& reproducer) {
  std::vector<std::string> texts = arguments.FindAll("pipeline");
  for (const std::string& file : arguments.FindAll("pipelines")) {
    for (std::string& text : PipelinesOfFile(file)) texts.push_back(std::move(text));
  }
  std::vector<VariantPlan> plans;
  if (reproducer) {
    plans = PlansOf(*reproducer);
  } else if (texts.empty()) {
    throw UsageError("give --pipeline for each pipeline to compare");
  }
  for (const std::string& text : texts) plans.push_back(PlanOf(text, plans.size()));
  return plans;
}

bool IsConfigKey(std::string_view name) {
  for (const ConfigKey& key : PassContext::ListConfigs()) {
    if (name == key.name) return true;
  }
  return false;
}

// The model option with this name, or the only one that begins with it.
std::string ModelOptionOf(const std::string& model, std::string name) {
  if (model.empty()) throw UsageError(fmt::format("--sweep {} needs --model", name));
  std::vector<std::string> near;
  const ModelRow* row = FindModel(model);
  // CreateModel throws and lists the models.
  if (!row) CreateModel(model);
  for (const AttrField& option : row->options) {
    if (option.name == name) return name;
    if (std::string_view(option.name).starts_with(name)) near.emplace_back(option.name);
  }
  if (near.size() == 1) return near.front();
  throw UsageError(
      fmt::format("--sweep takes PASS.OPTION, opt-level, a key of the config or an option of the "
                  "model, not '{}'",
                  name));
}

// Sets an option of the passes of a plan's pipeline.
void SetPassOption(const std::string& text, const AttrValue& value, VariantPlan* plan) {
  const PassOption option = ParsePassOption(text);
  if (!plan->stages) {
    std::vector<StageSpec> stages = ParseStages(plan->pipeline);
    passcope::SetPassOption(option, value, &stages);
    plan->pipeline = StagesText(stages);
    return;
  }
  std::vector<StageSpec> specs;
  for (ReproducerStage& stage : *plan->stages) {
    specs.emplace_back().passes = std::move(stage.passes);
  }
  passcope::SetPassOption(option, value, &specs);
  for (size_t i = 0; i < specs.size(); ++i) (*plan->stages)[i].passes = std::move(specs[i].passes);
}

// Each plan with each value. `model` is the program's model, or empty.
std::vector<VariantPlan> Swept(const std::vector<VariantPlan>& plans, const std::string& model,
                               const std::string& sweep) {
  const size_t equals = sweep.find('=');
  if (equals == std::string::npos) throw UsageError("--sweep takes OPTION=VALUES");
  const std::string option = sweep.substr(0, equals);
  const AttrArray values = ParseSweepValues(sweep.substr(equals + 1));
  std::string plain = option.starts_with("model.") ? option.substr(6) : option;
  std::replace(plain.begin(), plain.end(), '-', '_');
  const std::string shown = option.substr(option.rfind('.') + 1);
  std::vector<VariantPlan> swept;
  for (const VariantPlan& plan : plans) {
    for (const AttrValue& value : values) {
      VariantPlan& each = swept.emplace_back(plan);
      std::string name = fmt::format("{}={}", shown, SweepValueText(value));
      each.name = plans.size() == 1 ? name : each.name + " " + name;
      if (plain == "opt_level") {
        each.settings.emplace_back(plain, value);
      } else if (IsConfigKey(option)) {
        each.settings.emplace_back("config", AttrDict{{option, value}});
      } else if (option.find('.') != std::string::npos && !option.starts_with("model.")) {
        SetPassOption(option, value, &each);
      } else {
        each.model_options.emplace_back(ModelOptionOf(model, plain), value);
      }
    }
  }
  return swept;
}

// Sets settings of contexts that override those of `stage`. The members of configs are merged.
void Overlay(const AttrDict& given, ReproducerStage* stage) {
  AttrDict config = stage->config;
  for (const auto& [name, value] : given) {
    if (name != "config") {
      SetSettings({{name, value}}, stage);
      continue;
    }
    const AttrDict* members = value.dict();
    // SetSettings throws and describes a config.
    if (!members) SetSettings({{name, value}}, stage);
    if (members) config = WithOptions(std::move(config), *members);
  }
  stage->config = std::move(config);
}

// The stages of a plan with the common settings, which its own settings override.
std::vector<ReproducerStage> StagesOf(const VariantPlan& plan, const Arguments& arguments) {
  if (!plan.stages) {
    ReproducerStage settings = SettingsOf(arguments);
    Overlay(plan.settings, &settings);
    return tools::StagesOf(arguments, plan.pipeline, settings);
  }
  std::vector<ReproducerStage> stages = *plan.stages;
  for (ReproducerStage& stage : stages) {
    if (stage.kind != ReproducerStage::Kind::kPasses) continue;
    // Reports mistakes in the pipeline before a large program is read again.
    PassesFromSpec(stage.passes);
    Overlay(GivenSettings(arguments), &stage);
    Overlay(plan.settings, &stage);
  }
  return stages;
}

std::vector<CompareVariant> VariantsOf(const Arguments& arguments) {
  const std::optional<Reproducer> reproducer = GivenReproducer(arguments, {});
  std::vector<VariantPlan> plans = PlansOf(arguments, reproducer);
  std::vector<std::string> sweeps = arguments.FindAll("sweep");
  if (sweeps.size() > 1) throw UsageError("--sweep can be given once");
  if (!sweeps.empty()) {
    const std::string* named = arguments.Find("model");
    const std::string model = reproducer ? reproducer->model : named ? *named : "";
    plans = Swept(plans, model, sweeps.front());
  }
  std::vector<Reproducer> runs;
  // Reports all mistakes in pipelines before a program is read.
  for (const VariantPlan& plan : plans) runs.emplace_back().stages = StagesOf(plan, arguments);
  auto load = [&](const AttrDict& options) {
    if (!reproducer) return LoadProgram(arguments, options);
    return options.empty() ? reproducer->program : GivenReproducer(arguments, options)->program;
  };
  std::vector<CompareVariant> variants;
  for (size_t i = 0; i < plans.size(); ++i) {
    auto same = [&](const VariantPlan& plan) {
      return AttrEqual(plan.model_options, plans[i].model_options);
    };
    // A program that several variants share is read once.
    const auto first =
        static_cast<size_t>(std::find_if(plans.begin(), plans.end(), same) - plans.begin());
    runs[i].program = first < i ? runs[first].program : load(plans[i].model_options);
    CompareVariant& variant = variants.emplace_back();
    variant.name = plans[i].name;
    variant.program = runs[i].program.module;
    variant.params = runs[i].program.params;
    variant.values = ValuesOf(runs[i]);
    variant.pipeline = PipelineOf(runs[i]);
  }
  return variants;
}

CompareOptions OptionsOf(const Arguments& arguments) {
  AttrDict given;
  for (const AttrField& field : RowOf(Settings::kCompare).options) {
    const std::string flag = FlagName(field.name);
    const std::string* text = arguments.Find(flag);
    if (!text) continue;
    AttrValue value = true;
    if (field.type == AttrType::kInt) value = int64_t{ParseInt(flag, *text)};
    if (field.type == AttrType::kDouble) value = ParseTolerance(flag, *text);
    given.emplace_back(field.name, std::move(value));
  }
  return ReadSettings<CompareOptions>(Settings::kCompare, given);
}

bool AllIsWell(const std::vector<VariantFigures>& figures) {
  return std::all_of(figures.begin(), figures.end(), [](const VariantFigures& variant) {
    const bool differs = variant.values && variant.values->outcome == ValueCheck::Outcome::kDiffers;
    return !variant.failure && !differs;
  });
}

int RunCompare(const Arguments& arguments) {
  const CompareOptions options = OptionsOf(arguments);
  Comparison comparison(VariantsOf(arguments), options);
  while (comparison.Advance()) {
  }
  const std::vector<VariantFigures>& figures = comparison.figures();
  if (arguments.Has("json")) {
    Json json = {{"variants", ParseJson(JsonText(figures), PHRASE(kResultNoun, "the result"))}};
    if (arguments.Has("diff")) {
      for (size_t i = 1; i < figures.size(); ++i) {
        json["variants"][i]["diff"] = comparison.Diff(0, i);
      }
    }
    Print(DumpJson(json, 2) + "\n");
  } else {
    Print(ColoredTable(ComparisonTable(figures, arguments.Has("all"))));
    for (size_t i = 1; i < figures.size() && arguments.Has("diff"); ++i) {
      std::string diff = comparison.Diff(0, i);
      if (diff.empty()) continue;
      Print(
          ColoredDiff(fmt::format("\n--- {}\n+++ {}\n{}", figures[0].name, figures[i].name, diff)));
    }
  }
  return AllIsWell(figures) ? 0 : 1;
}

}  // namespace

Command CompareCommand() {
  Command command;
  command.name = "compare";
  command.usage =
      "(--model NAME | FILE | - | --reproducer FILE) --pipeline [NAME:]PIPELINE … [--sweep "
      "OPTION=VALUES]";
  command.summary = "Compares the results of several pipelines, settings or options on a program.";
  command.details =
      "Prints a table with a column for each variant: the times of passes, operators, remarks, "
      "sizes\n"
      "and the cost of running the results. With --run, it also shows the time of running the "
      "results\n"
      "and whether they compute the same values. Figures that differ from the first variant show "
      "the\n"
      "difference in percent.\n\n"
      "  --pipeline 'plain: InferType' --pipeline 'fused: InferType, FuseOps'\n"
      "  --pipeline 'all(opt_level=4, disabled_pass=[FoldConstant]): Sequential{…}'\n\n"
      "A sweep makes a variant of each pipeline for each value of an option: an option of a pass, "
      "the\n"
      "opt level, a key of the config, or an option of the model or the start of its name:\n\n"
      "  --sweep FuseOps.fuse_opt_level=0..4\n"
      "  --sweep opt-level=0..4\n"
      "  --sweep relay.FuseOps.max_depth=1,10,100\n"
      "  --sweep batch=1,2,4\n\n"
      "A reproducer that the page saved has the program, the pipeline of the page and its saved\n"
      "variants. You can add more variants with --pipeline.\n\n"
      "The exit code is 1 if a pipeline fails or the results compute different values.";
  std::vector<Option>& options = command.options;
  AddProgramOptions(&options);
  options.push_back(
      {"pipeline", "PIPELINE",
       "a variant: a pipeline as in `passcope run --passes`, after an optional name and\n"
       "settings of its contexts; give it several times"});
  options.push_back(
      {"pipelines", "FILE", "a file with one variant on each line, as for --pipeline"});
  options.push_back(
      {"reproducer", "FILE",
       "the program and the pipelines of a file that the page saved: its variants and its\n"
       "own pipeline"});
  options.push_back({"sweep", "OPTION=VALUES", "values are 0..4 or 1,2,4"});
  for (const AttrField& field : RowOf(Settings::kCompare).options) {
    const char* value = field.type == AttrType::kBool ? "" : "N";
    if (field.type == AttrType::kDouble) value = "X";
    std::string help = field.doc;
    if (const int64_t* number = field.default_value.get<int64_t>()) {
      help += fmt::format(" {} by default.", *number);
    }
    options.push_back({FlagName(field.name), value, std::move(help)});
  }
  options.push_back({"all", "", "also print operators and remarks that are equal in all variants"});
  options.push_back(
      {"diff", "", "print how each result differs from the result of the first variant"});
  options.push_back({"json", "", "print the figures as JSON"});
  AddModelOptions(&options);
  command.run = RunCompare;
  return command;
}

}  // namespace passcope::tools
