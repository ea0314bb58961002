#include "tools/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "api/settings.h"
#include "tools/deflate.h"
#include "tools/files.h"

namespace passcope::tools {
namespace {

constexpr const char* kShape = "shape";
constexpr const char* kDType = "dtype";

DataType TypeNamed(const std::string& text) {
  std::optional<DataType> dtype = DataType::Parse(text);
  if (!dtype || dtype->is_void()) throw UsageError(fmt::format("there is no type '{}'", text));
  return *dtype;
}

// "1,batch,?,224"
std::vector<frontend::ModelDim> ReadDims(const std::string& text) {
  std::vector<frontend::ModelDim> dims;
  for (const std::string& part : SplitCommas(text)) {
    frontend::ModelDim& dim = dims.emplace_back();
    bool digits = !part.empty() && std::all_of(part.begin(), part.end(),
                                               [](char c) { return c >= '0' && c <= '9'; });
    if (digits) {
      dim.value = ParseInt(kShape, part);
    } else if (part.empty() || part[0] == '-') {
      throw UsageError(fmt::format("--shape takes NAME=1,3,224,224, not '{}'", text));
    } else if (part != "?") {
      dim.symbol = part;
    }
  }
  return dims;
}

// Reads files of external data. It reads each file once, even if a model names it by several paths.
class ExternalFiles {
 public:
  explicit ExternalFiles(const std::string& model)
      : folder_(std::filesystem::path(model).parent_path()) {}

  // The importer asks only for paths that stay inside of the model's folder.
  Buffer Read(std::string_view path) {
    std::filesystem::path inside = std::filesystem::path(path).lexically_normal();
    Buffer& file = files_[inside.string()];
    if (!file) file = ReadBufferBelow(folder_.string(), inside.string());
    return file;
  }

 private:
  std::filesystem::path folder_;
  std::map<std::string, Buffer> files_;
};

}  // namespace

void AddImportOptions(std::vector<Option>* options) {
  options->push_back(
      {kShape, "NAME=1,3,224,224",
       "for a model file (.onnx, .pt): the shape of an input, with a name or ? for each\n"
       "unknown size; can be given several times; for .pt, give all inputs in their order"});
  std::string dtype =
      "for a model file: the data type of an input, or without a name of all inputs whose\n"
      "type is not known otherwise; can be given several times";
  auto known = std::find_if(options->begin(), options->end(),
                            [](const Option& each) { return each.name == kDType; });
  if (known == options->end()) {
    options->push_back({kDType, "[NAME=]TYPE", std::move(dtype)});
  } else {
    // Models of the table have an option with this name, too.
    known->help += "\n" + dtype;
  }
  for (const ImportFlag& flag : ImportFlags()) {
    const char* files = flag.settings == Settings::kOnnx ? ".onnx" : ".pt";
    options->push_back({flag.flag.name, flag.flag.value,
                        fmt::format("for a model file ({}): {}", files, flag.help)});
  }
}

const std::string* FindImportOption(const Arguments& arguments) {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = {kShape};
    for (const ImportFlag& flag : ImportFlags()) all.emplace_back(flag.flag.name);
    return all;
  }();
  auto found = std::find_if(names.begin(), names.end(),
                            [&](const std::string& name) { return arguments.Has(name); });
  return found == names.end() ? nullptr : &*found;
}

std::optional<frontend::ModelFormat> ModelFormatOf(const std::string& file) {
  if (file.ends_with(".onnx")) return frontend::ModelFormat::kOnnx;
  for (const char* ending : {".pt", ".pth", ".ptl", ".torchscript"}) {
    if (file.ends_with(ending)) return frontend::ModelFormat::kTorchScript;
  }
  return std::nullopt;
}

ImportRequest ImportRequestOf(const Arguments& arguments) {
  ImportRequest request;
  for (const std::string& text : arguments.FindAll(kShape)) {
    size_t equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError(fmt::format("--shape takes NAME=1,3,224,224, not '{}'", text));
    }
    request.shapes.push_back({text.substr(0, equals), ReadDims(text.substr(equals + 1)), {}});
  }
  for (const std::string& text : arguments.FindAll(kDType)) {
    size_t equals = text.rfind('=');
    if (equals == std::string::npos) {
      TypeNamed(text);
      request.onnx.emplace_back("dtype", text);
      request.pytorch.emplace_back("default_dtype", text);
      continue;
    }
    std::string name = text.substr(0, equals);
    DataType dtype = TypeNamed(text.substr(equals + 1));
    auto shape = std::find_if(request.shapes.begin(), request.shapes.end(),
                              [&](const auto& each) { return each.name == name; });
    if (shape == request.shapes.end()) {
      request.dtypes.emplace_back(std::move(name), dtype);
    } else {
      shape->dtype = dtype;
    }
  }
  for (const ImportFlag& flag : ImportFlags()) {
    const std::string* text = arguments.Find(flag.flag.name);
    if (!text) continue;
    const AttrField& option = *FindField(RowOf(flag.settings).options, flag.flag.option);
    AttrDict& given = flag.settings == Settings::kOnnx ? request.onnx : request.pytorch;
    const bool* standard = option.default_value.get<bool>();
    given.emplace_back(
        option.name, standard ? AttrValue(!*standard) : AttrValue(ParseInt(flag.flag.name, *text)));
  }
  return request;
}

Workload ImportModel(const std::string& file, frontend::ModelFormat format, ImportRequest request) {
  Buffer bytes = ReadBuffer(file);
  frontend::ImportedModel model;
  if (format == frontend::ModelFormat::kOnnx) {
    auto options = ReadSettings<frontend::OnnxOptions>(Settings::kOnnx, request.onnx);
    options.shapes = std::move(request.shapes);
    if (!request.dtypes.empty()) {
      // A dtype without a shape is combined with the shape in the file.
      for (frontend::ModelValue& input : frontend::DescribeOnnx(bytes).inputs) {
        for (const auto& [name, dtype] : request.dtypes) {
          if (name != input.name || !input.shape) continue;
          options.shapes.push_back({name, *input.shape, dtype});
        }
      }
    }
    ExternalFiles external(file);
    options.external_data = [&external](std::string_view path) { return external.Read(path); };
    model = frontend::FromOnnx(bytes, options);
  } else {
    auto options = ReadSettings<frontend::PytorchOptions>(Settings::kPytorch, request.pytorch);
    options.inputs = std::move(request.shapes);
    options.inflate = InflateRaw;
    model = frontend::FromPytorch(bytes, options);
  }
  Workload workload{std::move(model.module), {}};
  for (frontend::Param& param : model.params) {
    workload.params.emplace_back(std::move(param.name), std::move(param.value));
  }
  return workload;
}

}  // namespace passcope::tools
