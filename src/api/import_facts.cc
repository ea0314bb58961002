#include "api/import_facts.h"

#include "api/json.h"

namespace passcope {
namespace {

using frontend::ForeignOperator;
using frontend::ModelDescription;
using frontend::ModelValue;

ImportFormat FormatOf(const ModelDescription& model) {
  return model.format == frontend::ModelFormat::kOnnx ? ImportFormat::kOnnx
                                                      : ImportFormat::kTorchScript;
}

std::optional<std::string> TypeOf(const ModelValue& value) {
  if (!value.dtype) return std::nullopt;
  return value.dtype->str();
}

}  // namespace

// A dimension without a name is "?".
template <>
struct JsonTraits<frontend::ModelDim> {
  static std::string Type(RecordList*) { return "dim"; }
  static void Write(JsonWriter& json, const frontend::ModelDim& dim) {
    if (dim.value) {
      json.Int(*dim.value);
    } else {
      json.String(dim.symbol.empty() ? "?" : dim.symbol);
    }
  }
};

template <>
const RecordSchema& SchemaOf<ModelValue>() {
  static constexpr RecordField kFields[] = {
      Member<&ModelValue::name>("name", "As in the file."),
      Member<TypeOf>("dtype", "Absent where the file does not tell it."),
      Member<&ModelValue::shape>(
          "shape",
          "Dimensions that are no numbers as the file calls them, or \"?\"; absent "
          "where the file does not tell it."),
  };
  static constexpr RecordSchema schema = {"ImportValue", "An input or output of a model.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ForeignOperator>() {
  static constexpr RecordField kFields[] = {
      Member<&ForeignOperator::name>("name", "\"Conv\", \"com.microsoft.Gelu\", \"aten::linear\"."),
      Member<&ForeignOperator::count>("count", "How often it occurs."),
      Member<&ForeignOperator::supported>("supported", "Whether it can be converted."),
  };
  static constexpr RecordSchema schema = {"ForeignOperator", "An operator of another framework.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ModelDescription>() {
  static constexpr RecordField kFields[] = {
      Member<FormatOf>("format", "What the file is."),
      Member<&ModelDescription::producer>("producer",
                                          "Who wrote the file; empty where it does not say."),
      Member<&ModelDescription::opset>(
          "opset", "The version of ONNX's default operator set; 0 for TorchScript."),
      Member<&ModelDescription::inputs>("inputs", "Without weights."),
      Member<&ModelDescription::outputs>("outputs", "Empty where the file does not tell them."),
      Member<&ModelDescription::operators>("operators", "By name."),
      Member<&ModelDescription::weights>("weights", "How many there are."),
      Member<&ModelDescription::weight_bytes>("weightBytes", "Their size."),
      Member<&ModelDescription::external_data>(
          "externalData", "The paths of the files of external data that it names."),
  };
  static constexpr RecordSchema schema = {
      "ImportDescription", "What a model's file holds, told without converting it.", kFields};
  return schema;
}

}  // namespace passcope
