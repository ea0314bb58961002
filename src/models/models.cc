// The table of models.
#include "models/models.h"

#include "diagnostics/diagnostic.h"
#include "models/resnet.h"
#include "support/format.h"

namespace passcope {
namespace {

struct Preset {
  const char* name;
  const char* summary;
  int64_t num_layers;
  std::vector<int64_t> image_shape;
  int64_t num_classes;
};

const std::vector<Preset>& Presets() {
  static const auto* presets = new std::vector<Preset>{
      {"resnet", "ResNet of any depth, for ImageNet or CIFAR sizes.", 18, {3, 224, 224}, 1000},
      {"resnet18", "ResNet-18 for ImageNet.", 18, {3, 224, 224}, 1000},
      {"resnet34", "ResNet-34 for ImageNet.", 34, {3, 224, 224}, 1000},
      {"resnet50", "ResNet-50 for ImageNet, with bottlenecks.", 50, {3, 224, 224}, 1000},
      {"resnet101", "ResNet-101 for ImageNet, with bottlenecks.", 101, {3, 224, 224}, 1000},
      {"resnet152", "ResNet-152 for ImageNet, with bottlenecks.", 152, {3, 224, 224}, 1000},
      {"resnet200", "ResNet-200 for ImageNet, with bottlenecks.", 200, {3, 224, 224}, 1000},
      {"resnet269", "ResNet-269 for ImageNet, with bottlenecks.", 269, {3, 224, 224}, 1000},
      {"resnet20-cifar", "ResNet-20 for images of 28 by 28.", 20, {3, 28, 28}, 10},
      {"resnet110-cifar", "ResNet-110 for images of 28 by 28.", 110, {3, 28, 28}, 10},
      {"resnet164-cifar", "ResNet-164 for images of 28 by 28.", 164, {3, 28, 28}, 10},
  };
  return *presets;
}

[[noreturn]] void BadOption(std::string_view model, std::string_view name, const char* expected) {
  throw DiagnosticError(DiagKind::kUnknownModel,
                        Format("{}: the option '{}' takes {}", model, name, expected));
}

}  // namespace

const std::vector<ModelRow>& ModelTable() {
  static const auto* table = [] {
    auto* rows = new std::vector<ModelRow>;
    for (const Preset& preset : Presets()) {
      rows->push_back(
          {preset.name,
           preset.summary,
           {{"batch_size", "int", 1, "The number of images that are processed together."},
            {"num_classes", "int", preset.num_classes, "The number of classes."},
            {"num_layers", "int", preset.num_layers,
             "The depth: 18, 34, 50, 101, 152, 200 or 269; up to height 28, 6 n + 2 or 9 n + 2."},
            {"image_shape", "list[int]", AttrValue::Ints(preset.image_shape),
             "Channels, height and width of an image, in the order of the layout."},
            {"layout", "string", "NCHW", "The layout of the data, NCHW or NHWC."},
            {"dtype", "string", "float32", "The data type."},
            {"seed", "int", 0, "The seed of the random parameters."}}});
    }
    return rows;
  }();
  return *table;
}

const ModelRow* FindModel(std::string_view name) {
  for (const ModelRow& row : ModelTable()) {
    if (name == row.name) return &row;
  }
  return nullptr;
}

Workload CreateModel(std::string_view name, const AttrDict& options) {
  const Preset* preset = nullptr;
  std::vector<std::string> names;
  for (const Preset& candidate : Presets()) {
    if (name == candidate.name) preset = &candidate;
    names.emplace_back(candidate.name);
  }
  if (!preset) {
    std::vector<std::string> notes;
    for (const std::string& near : DidYouMean(name, names)) {
      notes.push_back("did you mean " + near + "?");
    }
    notes.push_back(Format("the models are: {}", JoinTexts(names, ", ")));
    throw DiagnosticError(DiagKind::kUnknownModel, Format("there is no model '{}'", name),
                          std::move(notes));
  }
  resnet::Options resnet;
  resnet.num_layers = preset->num_layers;
  resnet.image_shape = preset->image_shape;
  resnet.num_classes = preset->num_classes;
  bool shape_given = false;
  for (const auto& option_given : options) {
    const std::string& key = option_given.first;
    const AttrValue& value = option_given.second;
    const int64_t* number = value.get<int64_t>();
    const std::string* text = value.get<std::string>();
    auto integer = [&]() -> int64_t {
      if (!number) BadOption(name, key, "an integer");
      return *number;
    };
    if (key == "batch_size") {
      resnet.batch_size = integer();
    } else if (key == "num_classes") {
      resnet.num_classes = integer();
    } else if (key == "num_layers") {
      resnet.num_layers = integer();
    } else if (key == "seed") {
      resnet.seed = static_cast<uint64_t>(integer());
    } else if (key == "image_shape") {
      auto shape = value.ints();
      if (!shape) BadOption(name, key, "a list of integers");
      resnet.image_shape = std::move(*shape);
      shape_given = true;
    } else if (key == "layout") {
      if (!text) BadOption(name, key, "a string");
      resnet.layout = *text;
    } else if (key == "dtype") {
      std::optional<DataType> dtype;
      if (text) dtype = DataType::Parse(*text);
      if (!dtype) BadOption(name, key, "the name of a data type");
      resnet.dtype = *dtype;
    } else {
      std::vector<std::string> known;
      for (const ModelOption& option : FindModel(name)->options) known.emplace_back(option.name);
      throw DiagnosticError(DiagKind::kUnknownModel, Format("{} has no option '{}'", name, key),
                            {Format("its options are: {}", JoinTexts(known, ", "))});
    }
  }
  if (!shape_given && resnet.layout == "NHWC") {
    // The default is written for NCHW.
    resnet.image_shape = {resnet.image_shape[1], resnet.image_shape[2], resnet.image_shape[0]};
  }
  return resnet::GetWorkload(resnet);
}

}  // namespace passcope
