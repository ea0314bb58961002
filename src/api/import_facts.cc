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
      Member<&ModelValue::name>("name", "The name in the file."),
      Member<TypeOf>("dtype", "The data type; absent if the file does not give it."),
      Member<&ModelValue::shape>("shape",
                                 "The shape; dimensions that are not numbers have their name in "
                                 "the file, or \"?\". Absent if the file does not give it."),
  };
  static constexpr RecordSchema schema = {"ImportValue", "An input or output of a model.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ForeignOperator>() {
  static constexpr RecordField kFields[] = {
      Member<&ForeignOperator::name>("name", "\"Conv\", \"com.microsoft.Gelu\", \"aten::linear\"."),
      Member<&ForeignOperator::count>("count", "The number of occurrences."),
      Member<&ForeignOperator::supported>("supported", "Whether it can be converted."),
  };
  static constexpr RecordSchema schema = {"ForeignOperator", "An operator of another framework.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ModelDescription>() {
  static constexpr RecordField kFields[] = {
      Member<FormatOf>("format", "The format of the file."),
      Member<&ModelDescription::producer>(
          "producer", "The program that wrote the file; empty if the file does not give it."),
      Member<&ModelDescription::opset>(
          "opset", "The version of ONNX's default operator set; 0 for TorchScript."),
      Member<&ModelDescription::inputs>("inputs", "Without weights."),
      Member<&ModelDescription::outputs>("outputs",
                                         "The outputs; empty if the file does not give them."),
      Member<&ModelDescription::operators>("operators", "By name."),
      Member<&ModelDescription::weights>("weights", "The number of weights."),
      Member<&ModelDescription::weight_bytes>("weightBytes", "Their size."),
      Member<&ModelDescription::external_data>("externalData",
                                               "The paths of its files of external data."),
  };
  static constexpr RecordSchema schema = {
      "ImportDescription", "The contents of a model file, read without converting it.", kFields};
  return schema;
}

}  // namespace passcope
