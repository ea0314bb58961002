// Models in files of other frameworks.
#include <algorithm>
#include <cmath>
#include <new>

#include "api/foreign_pass.h"
#include "api/import_facts.h"
#include "api/json.h"
#include "api/session.h"
#include "api/settings.h"
#include "frontend/import.h"
#include "frontend/npy.h"

namespace passcope {
namespace {

using frontend::InputShape;
using frontend::ModelDim;

std::vector<ModelDim> DimsFromJson(const std::string& name, const AttrValue& value) {
  std::vector<ModelDim> dims;
  if (value.array()) {
    for (const AttrValue& item : *value.array()) {
      ModelDim dim;
      if (const int64_t* number = item.get<int64_t>(); number && *number >= 0) {
        dim.value = *number;
      } else if (const std::string* symbol = item.get<std::string>()) {
        if (*symbol != "?") dim.symbol = *symbol;
      } else {
        break;
      }
      dims.push_back(std::move(dim));
    }
    if (dims.size() == value.array()->size()) return dims;
  }
  throw DiagnosticError(DiagKind::kUsage,
                        MSG(kInputShapeMalformed,
                            "the shape of the input '{input}' must be an array of non-negative "
                            "integers, and strings for unknown sizes",
                            name));
}

DataType DTypeFromJson(const std::string& name, const AttrValue& value) {
  const std::string* text = value.get<std::string>();
  std::optional<DataType> dtype = text ? DataType::Parse(*text) : std::nullopt;
  if (dtype && !dtype->is_void()) return *dtype;
  throw DiagnosticError(
      DiagKind::kUsage,
      MSG(kInputDtypeImpossible, "the input '{input}' has the unknown data type {dtype}", name,
          ValueText(value)));
}

struct GivenInput {
  std::string name;
  std::optional<std::vector<ModelDim>> shape;
  std::optional<DataType> dtype;
  std::vector<InputShape> items;  // For a tuple or list, which has no shape.
};

bool IsArrayOfArrays(const AttrValue& value) {
  return value.array() && !value.array()->empty() && value.array()->front().array();
}

// Shapes of the items of a tuple or a list: [[2, 3], [[4], "int64"], [[1], [2]]]. The reader of
// JSON limits their nesting.
std::vector<InputShape> ItemsFromJson(const std::string& name, const AttrValue& value) {
  std::vector<InputShape> items;
  for (const AttrValue& given : *value.array()) {
    InputShape& item = items.emplace_back();
    const AttrValue* shape = &given;
    if (IsArrayOfArrays(given) && given.array()->size() == 2 &&
        given.array()->back().get<std::string>()) {
      shape = &given.array()->front();
      item.dtype = DTypeFromJson(name, given.array()->back());
    }
    if (IsArrayOfArrays(*shape)) {
      item.items = ItemsFromJson(name, *shape);
    } else {
      item.shape = DimsFromJson(name, *shape);
    }
  }
  return items;
}

// [[name, shape or null, dtype or null], …]; a tuple or a list has the shapes of its items.
std::vector<GivenInput> InputsFromJson(const std::string& json) {
  std::vector<GivenInput> inputs;
  AttrValue value = ReadJson(json, PHRASE(kInputsNoun, "inputs"));
  auto fail = [] {
    throw DiagnosticError(DiagKind::kUsage, MSG(kInputsEntryMalformed,
                                                "inputs must be an array of [name, shape, dtype]"));
  };
  if (!value.array()) fail();
  for (const AttrValue& item : *value.array()) {
    const AttrArray* parts = item.array();
    const std::string* name =
        parts && parts->size() == 3 ? (*parts)[0].get<std::string>() : nullptr;
    if (!name) fail();
    GivenInput& input = inputs.emplace_back();
    input.name = *name;
    if (IsArrayOfArrays((*parts)[1])) {
      input.items = ItemsFromJson(*name, (*parts)[1]);
    } else if (!(*parts)[1].is_null()) {
      input.shape = DimsFromJson(*name, (*parts)[1]);
    }
    if (!(*parts)[2].is_null()) input.dtype = DTypeFromJson(*name, (*parts)[2]);
  }
  return inputs;
}

frontend::ImportProgress ProgressTo(const PrintSink& sink) {
  if (!sink) return nullptr;
  return [sink](double done) { sink({}, JsonWriter().Real(done).Take()); };
}

}  // namespace

Handle Session::MakeFile(double size) {
  constexpr double kLimit = 2147483648.0;  // The limit of a tensor, too.
  Buffer file;
  try {
    if (size >= 0 && size <= kLimit && size == std::floor(size)) {
      file = Buffer(new BufferNode(static_cast<size_t>(size)));
    }
  } catch (const std::bad_alloc&) {
    // Reported below.
  }
  if (!file) {
    throw DiagnosticError(
        DiagKind::kTensorTooLarge,
        MSG(kImportFileMemoryExhausted, "there is no memory for a file of {size} bytes", size));
  }
  return AddSlot(std::move(file));
}

std::span<std::byte> Session::FileBytes(Handle handle, double offset, double size) const {
  const Buffer& file = Get<Buffer>(handle);
  auto whole = static_cast<double>(file->size());
  // This form of the condition is false for NaN.
  bool inside = offset >= 0 && size >= 0 && offset + size <= whole;
  if (!inside)
    Misuse(MSG(kFilePartOutOfBounds,
               "the part of {size} bytes at offset {offset} lies outside the file of {total} bytes",
               size, offset, file->size()));
  return {file->data() + static_cast<size_t>(offset), static_cast<size_t>(size)};
}

frontend::Inflate Session::Inflater() const {
  return [this](std::string_view deflated, size_t size) {
    Buffer inflated(new BufferNode(size));
    std::span<std::byte> room(inflated->data(), size);
    return host_.Inflate(deflated, room) ? inflated : Buffer();
  };
}

std::string Session::DescribeFile(Handle handle) const {
  Buffer file = Get<Buffer>(handle);
  std::string_view bytes(reinterpret_cast<const char*>(file->data()), file->size());
  std::optional<frontend::ModelFormat> format = frontend::DetectFormat(bytes);
  if (!format) {
    throw DiagnosticError(DiagKind::kBadModelFile,
                          MSG(kModelFormatUnrecognized,
                              "the file is neither an ONNX model nor a TorchScript archive"));
  }
  return JsonText(*format == frontend::ModelFormat::kOnnx
                      ? frontend::DescribeOnnx(file)
                      : frontend::DescribeTorchScript(file, Inflater()));
}

std::string Session::AddImported(frontend::ImportedModel model) {
  JsonWriter json;
  json.BeginObject().Key("params").BeginArray();
  for (frontend::Param& param : model.params) {
    json.BeginArray().String(param.name).Int(AddSlot(std::move(param.value))).EndArray();
  }
  json.EndArray().Key("mod").Int(AddSlot(std::move(model.module)));
  return json.EndObject().Take();
}

std::string Session::FromOnnx(Handle handle, const std::string& inputs_json,
                              const std::string& options_json, const std::string& external_json,
                              uint32_t progress) {
  ContextStack::Scope scope(Contexts());
  PrintSink sink = MakeForeignSink(host_, progress);
  Buffer file = Get<Buffer>(handle);
  auto options = ReadSettings<frontend::OnnxOptions>(
      Settings::kOnnx,
      ReadJsonObject(options_json, PHRASE(kImportOptionsNoun, "options of an import")));
  std::vector<GivenInput> given = InputsFromJson(inputs_json);
  // The file is described only if an input was given without a shape.
  std::optional<frontend::ModelDescription> described;
  for (GivenInput& input : given) {
    if (!input.items.empty())
      Misuse(MSG(kInputTakesSingleShape,
                 "the input '{input}' takes one shape, not a list of {count}", input.name,
                 input.items.size()));
    if (!input.shape) {
      if (!described) described = frontend::DescribeOnnx(file);
      auto found = std::find_if(described->inputs.begin(), described->inputs.end(),
                                [&](const auto& each) { return each.name == input.name; });
      if (found == described->inputs.end() || !found->shape) {
        Misuse(MSG(kInputShapeRequired, "the input '{input}' needs a shape", input.name));
      }
      input.shape = found->shape;
    }
    options.shapes.push_back({std::move(input.name), std::move(*input.shape), input.dtype});
  }
  AttrDict external =
      ReadJsonObject(external_json, PHRASE(kExternalDataFilesNoun, "files of external data"));
  if (!external.empty()) {
    options.external_data = [this, &external](std::string_view path) {
      for (const auto& [name, value] : external) {
        const int64_t* data = value.get<int64_t>();
        if (data && name == path) return Get<Buffer>(static_cast<Handle>(*data));
      }
      return Buffer();
    };
  }
  options.progress = ProgressTo(sink);
  return AddImported(frontend::FromOnnx(file, options));
}

std::string Session::FromPytorch(Handle handle, const std::string& inputs_json,
                                 const std::string& options_json, uint32_t progress) {
  ContextStack::Scope scope(Contexts());
  PrintSink sink = MakeForeignSink(host_, progress);
  Buffer file = Get<Buffer>(handle);
  AttrDict settings =
      ReadJsonObject(options_json, PHRASE(kImportOptionsNoun, "options of an import"));
  auto custom = std::stable_partition(settings.begin(), settings.end(), [](const auto& setting) {
    return setting.first != "custom_convert_map";
  });
  std::map<std::string, frontend::TorchCustomConvert, std::less<>> converters;
  if (custom != settings.end()) {
    for (const auto& [op, target] :
         MembersOf(custom->second, PHRASE(kCallbackNoun, "a callback"))) {
      if (const auto* object = target.get<int64_t>()) {
        converters[op] = MakeForeignConverter(host_, static_cast<uint32_t>(*object));
      }
    }
    settings.erase(custom, settings.end());
  }
  auto options = ReadSettings<frontend::PytorchOptions>(Settings::kPytorch, settings);
  options.custom_converters = std::move(converters);
  for (GivenInput& input : InputsFromJson(inputs_json)) {
    if (!input.shape && input.items.empty()) {
      Misuse(MSG(kInputShapeRequired, "the input '{input}' needs a shape", input.name));
    }
    options.inputs.push_back({std::move(input.name), input.shape.value_or(std::vector<ModelDim>()),
                              input.dtype, std::move(input.items)});
  }
  options.inflate = Inflater();
  options.progress = ProgressTo(sink);
  return AddImported(frontend::FromPytorch(file, options));
}

std::string Session::ReadTensors(Handle handle, const std::string& name) {
  JsonWriter json;
  json.BeginArray();
  for (auto& [array, value] : frontend::ReadTensors(name, Get<Buffer>(handle), Inflater())) {
    json.BeginArray().String(array).Int(AddSlot(std::move(value))).EndArray();
  }
  return json.EndArray().Take();
}

}  // namespace passcope
