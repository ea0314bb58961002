// Calls of converters that the caller of the import gives.
#include "diagnostics/diagnostic.h"
#include "frontend/pytorch/converter.h"
#include "support/json_writer.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope::frontend {
namespace {

// Writes `value` and adds its expressions to `exprs`. Lists are nested no deeper than the code.
void WriteArgument(const PyValue& value, JsonWriter* json, std::vector<Expr>* exprs) {
  json->BeginArray();
  switch (value.kind()) {
    case PyValue::Kind::kBool:
      json->String("bool").Bool(value.truth());
      break;
    case PyValue::Kind::kInt:
      json->String("int").Int(value.integer());
      break;
    case PyValue::Kind::kReal:
      json->String("real").Real(value.real());
      break;
    case PyValue::Kind::kText:
      json->String("text").String(value.text());
      break;
    case PyValue::Kind::kExpr:
    case PyValue::Kind::kFields:
      json->String("expr").Int(static_cast<int64_t>(exprs->size()));
      exprs->push_back(value.expr());
      break;
    case PyValue::Kind::kList:
      json->String("list").BeginArray();
      for (const PyValue& item : value.list()) WriteArgument(item, json, exprs);
      json->EndArray();
      break;
    default:
      json->String("none");
  }
  json->EndArray();
}

}  // namespace

const TorchCustomConvert* FindTorchCustom(const PytorchOptions& options, std::string_view kind) {
  auto it = options.custom_converters.find(kind);
  if (it == options.custom_converters.end() && kind.ends_with("_")) {
    it = options.custom_converters.find(kind.substr(0, kind.size() - 1));
  }
  return it == options.custom_converters.end() ? nullptr : &it->second;
}

PyValue ConvertTorchCustom(const TorchCall& call, const TorchCustomConvert& convert) {
  JsonWriter json;
  std::vector<Expr> exprs;
  json.BeginObject().Key("inputs").BeginArray();
  for (const PyValue& input : call.inputs) WriteArgument(input, &json, &exprs);
  json.EndArray().Key("types").Strings(call.types);
  json.EndObject();
  Expr result = convert(json.Take(), exprs);
  Require(call, static_cast<bool>(result),
          MSG(kTorchCustomResultMissing, "its own converter returned nothing"));
  result = InferTypes(result);
  if (call.node->outputs.size() == 1) return result;
  std::vector<Expr> fields = FieldsOfTuple(result);
  return PyValue::Tuple(PyList(fields.begin(), fields.end()));
}

}  // namespace passcope::frontend
