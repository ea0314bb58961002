// relay.quantize for other languages.
#include "api/json.h"
#include "api/session.h"
#include "api/settings.h"
#include "transforms/quantize/quantize.h"

namespace passcope {
namespace {

quantize::QConfig ConfigOf(const std::string& json) {
  return quantize::ReadQConfig(
      ReadJsonObject(json, PHRASE(kConfigurationNoun, "the configuration")));
}

}  // namespace

std::vector<std::vector<std::pair<std::string, NDArray>>> Session::GetSamples(
    const std::string& dataset_json) const {
  std::vector<std::vector<std::pair<std::string, NDArray>>> samples;
  AttrValue dataset = ReadJson(dataset_json, PHRASE(kDatasetNoun, "the dataset"));
  const AttrArray* list = dataset.array();
  if (!list)
    Misuse(MSG(
        kDatasetNotSampleList,
        "the dataset must be a list of samples, which are objects with an array for each name"));
  for (const AttrValue& sample : *list) {
    auto& arrays = samples.emplace_back();
    for (const auto& [name, value] : MembersOf(sample, PHRASE(kSamplesNoun, "samples"))) {
      const int64_t* handle = value.get<int64_t>();
      if (!handle)
        Misuse(MSG(kArrayHandlesRequired, "{what} must be handles of arrays",
                   PHRASE(kSamplesNoun, "samples")));
      arrays.emplace_back(name, Get<NDArray>(static_cast<Handle>(*handle)));
    }
  }
  return samples;
}

Handle Session::PrerequisiteOptimize(Handle module, const std::string& params_json) {
  ContextStack::Scope scope(Contexts());
  IRModule argument = Get<IRModule>(module);
  return Add(quantize::PrerequisiteOptimize(
      argument, GetArrays(params_json, PHRASE(kParametersNoun, "parameters"))));
}

Handle Session::Quantize(Handle module, const std::string& params_json,
                         const std::string& dataset_json, const std::string& config_json) {
  ContextStack::Scope scope(Contexts());
  // A copy: hooks can add handles, which moves the slots.
  IRModule argument = Get<IRModule>(module);
  return Add(quantize::Quantize(argument,
                                GetArrays(params_json, PHRASE(kParametersNoun, "parameters")),
                                GetSamples(dataset_json), ConfigOf(config_json)));
}

Handle Session::MakeQuantizeCalibrate(const std::string& dataset_json,
                                      const std::string& config_json) {
  return AddSlot(transform::QuantizeCalibrate(ConfigOf(config_json), GetSamples(dataset_json)));
}

}  // namespace passcope
