// Makes inputs for programs and compares their results.
#include "api/json.h"
#include "api/session.h"
#include "checking/compare_values.h"
#include "checking/inputs.h"
#include "pass/options.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

struct GivenInputOptions {
  int64_t seed = 0;
  AttrValue constant;
};

}  // namespace

std::string Session::MakeInputs(Handle handle, const std::string& options_json) {
  auto given = ReadOptions<GivenInputOptions>(
      {Option("seed", &GivenInputOptions::seed, 0, "The seed of the random numbers."),
       Option("constant", &GivenInputOptions::constant, AttrValue(),
              "A number that fills all elements instead of random numbers, where the program "
              "allows it.")},
      "makeInputs", ReadJsonObject(options_json, Say("{name}", "makeInputs")), DiagKind::kUsage);
  InputOptions options;
  options.seed = static_cast<uint64_t>(given.seed);
  if (const double* real = given.constant.get<double>()) options.constant = *real;
  if (const int64_t* integer = given.constant.get<int64_t>()) {
    options.constant = static_cast<double>(*integer);
  }
  IRModule module = InferTypes(Get<IRModule>(handle));
  std::vector<Value> values = passcope::MakeInputs(module, "main", options);
  const auto* main = As<FunctionNode>(module->Lookup("main"));
  JsonWriter json;
  json.BeginObject();
  for (size_t i = 0; i < values.size(); ++i) {
    if (!values[i].is_tensor()) continue;
    json.Key(As<VarNode>(main->params()[i])->name().str()).Int(AddSlot(values[i].tensor()));
  }
  return json.EndObject().Take();
}

std::string Session::CompareValues(Handle handle, const std::string& reference_json,
                                   const std::string& actual_json) const {
  auto arrays = [&](const std::string& json) {
    const Message what = Say("{name}", "compareValues");
    std::vector<NDArray> list;
    AttrValue handles = ReadJson(json, what);
    if (!handles.array())
      Misuse(MSG(kHandleArrayRequired, "{what} must be an array of handles", what));
    for (const AttrValue& item : *handles.array()) {
      const int64_t* number = item.get<int64_t>();
      list.push_back(Get<NDArray>(number ? static_cast<Handle>(*number) : 0));
    }
    return list;
  };
  Tolerance tolerance;
  tolerance.length = AccumulatedLength(Get<IRModule>(handle));
  return JsonText(passcope::CompareValues(arrays(reference_json), arrays(actual_json), tolerance));
}

}  // namespace passcope
