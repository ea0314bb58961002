// Comparisons and sweeps for other languages.
#include "api/foreign_pass.h"
#include "api/json.h"
#include "api/session.h"
#include "api/settings.h"
#include "api/sweep.h"
#include "compare/comparison.h"
#include "text/printer.h"
#include "transforms/bind_params.h"

namespace passcope {
namespace {

// A variant and its stages, as they cross: handles are integers.
struct GivenVariant {
  std::string name;
  int64_t module;
  AttrValue params, stages;
};
// Passes in a context, the binding of the variant's parameters, or a text that replaces the
// program.
struct GivenStage {
  AttrValue passes;
  int64_t context;
  bool bind;
  AttrValue text;
};

GivenVariant ReadVariant(const AttrDict& given) {
  static const std::vector<AttrField> fields = {
      RequiredOption("name", &GivenVariant::name, ""),
      RequiredOption("module", &GivenVariant::module, ""),
      Option("params", &GivenVariant::params, AttrValue(), ""),
      Option("stages", &GivenVariant::stages, AttrValue(AttrArray{}), ""),
  };
  return ReadOptions<GivenVariant>(fields, "compare", given, DiagKind::kUsage);
}

GivenStage ReadStage(const AttrDict& given) {
  static const std::vector<AttrField> fields = {
      Option("passes", &GivenStage::passes, AttrValue(AttrArray{}), ""),
      Option("context", &GivenStage::context, int64_t{-1}, ""),
      Option("bind", &GivenStage::bind, false, ""),
      Option("text", &GivenStage::text, AttrValue(), ""),
  };
  return ReadOptions<GivenStage>(fields, "compare", given, DiagKind::kUsage);
}

PassContextOptions OptionsOf(const PassContext& context) {
  return {context.opt_level(), context.required_pass(), context.disabled_pass(),
          context.instruments(), context.config()};
}

using Stage =
    std::function<IRModule(const IRModule& module, const std::vector<InstrumentPtr>& watchers)>;

}  // namespace

Handle Session::MakeComparison(const std::string& variants_json, const std::string& options_json) {
  ContextStack::Scope scope(Contexts());
  auto options = ReadSettings<CompareOptions>(
      Settings::kCompare, ReadJsonObject(options_json, Say("{name}", "compare")));
  std::vector<CompareVariant> variants;
  auto list = [](const AttrValue& value) -> const AttrArray& {
    if (!value.array())
      Misuse(MSG(kArgumentMustBeArray, "{what} must be an array",
                 PHRASE(kVariantsNoun, "variants").message()));
    return *value.array();
  };
  AttrValue all = ReadJson(variants_json, PHRASE(kVariantsNoun, "variants"));
  for (const AttrValue& each : list(all)) {
    GivenVariant given = ReadVariant(MembersOf(each, PHRASE(kVariantsNoun, "variants")));
    CompareVariant variant;
    variant.name = given.name;
    variant.program = Get<IRModule>(static_cast<Handle>(given.module));
    variant.params = GetArrays(ValueText(given.params), PHRASE(kParametersNoun, "parameters"));
    std::vector<Stage> stages;
    for (const AttrValue& item : list(given.stages)) {
      GivenStage stage = ReadStage(MembersOf(item, PHRASE(kVariantsNoun, "variants")));
      if (stage.bind) {
        stages.push_back([params = variant.params](const IRModule& module, const auto&) {
          return WithFunction(module, "main", BindParamsByName(module->Lookup("main"), params));
        });
        continue;
      }
      if (const auto* text = stage.text.get<std::string>()) {
        stages.push_back([this, text = *text](const IRModule& module, const auto&) {
          return texts_.Parse("edit", text, PrintedConstants(module));
        });
        continue;
      }
      std::vector<Pass> passes = GetAll<Pass>(stage.passes, PHRASE(kPassesNoun, "passes"));
      PassContextOptions settings;
      if (stage.context >= 0) {
        settings = OptionsOf(*GetContext(static_cast<Handle>(stage.context)));
      } else {
        settings = OptionsOf(*PassContext::Current());
        settings.instruments.clear();
      }
      variant.values = std::max(variant.values, ValuesOf(passes));
      stages.push_back([passes = std::move(passes), settings = std::move(settings)](
                           const IRModule& program, const std::vector<InstrumentPtr>& watchers) {
        PassContextOptions watched = settings;
        watched.instruments.insert(watched.instruments.end(), watchers.begin(), watchers.end());
        PassContextScope context(PassContext::Create(std::move(watched)));
        IRModule module = program;
        for (const Pass& pass : passes) module = pass(module);
        context.Leave();
        return module;
      });
    }
    variant.pipeline = [stages = std::move(stages)](const IRModule& program,
                                                    const std::vector<InstrumentPtr>& watchers) {
      IRModule module = program;
      for (const Stage& stage : stages) module = stage(module, watchers);
      return module;
    };
    variants.push_back(std::move(variant));
  }
  return AddSlot(std::make_shared<Comparison>(std::move(variants), options));
}

bool Session::AdvanceComparison(Handle comparison) {
  ContextStack::Scope scope(Contexts());
  // A copy: a hook may free the handle while a pass runs.
  ComparisonPtr advanced = Get<ComparisonPtr>(comparison);
  return advanced->Advance();
}

std::string Session::ComparisonProgress(Handle comparison) const {
  return JsonText(Get<ComparisonPtr>(comparison)->progress());
}

std::string Session::ComparisonFigures(Handle comparison) const {
  return JsonText(Get<ComparisonPtr>(comparison)->figures());
}

std::string Session::ComparisonText(Handle comparison, bool all) const {
  return ComparisonTable(Get<ComparisonPtr>(comparison)->figures(), all);
}

size_t Session::VariantIndex(const Comparison& comparison, int variant) {
  const auto index = static_cast<size_t>(variant);
  if (variant >= 0 && index < comparison.figures().size()) return index;
  Misuse(MSG(kVariantIndexUnknown, "unknown variant {index}: the comparison has {count}", variant,
             comparison.figures().size()));
}

std::string Session::ComparisonDiff(Handle comparison, int before, int after) const {
  const Comparison& all = *Get<ComparisonPtr>(comparison);
  return all.Diff(VariantIndex(all, before), VariantIndex(all, after));
}

std::string Session::ComparisonOrigins(Handle comparison, int variant) const {
  const Comparison& all = *Get<ComparisonPtr>(comparison);
  return JsonText(all.origins(VariantIndex(all, variant)));
}

Handle Session::ComparisonResult(Handle comparison, int variant) {
  const Comparison& all = *Get<ComparisonPtr>(comparison);
  const IRModule& result = all.result(VariantIndex(all, variant));
  return result ? AddSlot(result) : 0;
}

std::string Session::SweepPipeline(const std::string& text, const std::string& option,
                                   const std::string& values_json) const {
  AttrValue values = ReadJson(values_json, PHRASE(kValuesNoun, "values"));
  if (!values.array())
    Misuse(MSG(kArgumentMustBeArray, "{what} must be an array",
               PHRASE(kValuesNoun, "values").message()));
  const PassOption swept = ParsePassOption(option);
  std::vector<std::string> texts;
  for (const AttrValue& value : *values.array()) {
    std::vector<StageSpec> stages = ParseStages(text);
    SetPassOption(swept, value, &stages);
    texts.push_back(StagesText(stages));
  }
  return JsonText(texts);
}

std::string Session::ReadSweepValues(const std::string& text) const {
  return ValueText(AttrValue(ParseSweepValues(text)));
}

}  // namespace passcope
