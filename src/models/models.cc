// The table of models.
#include "models/models.h"

#include "diagnostics/diagnostic.h"
#include "models/resnet.h"
#include "pass/options.h"

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

// With the default of the struct.
AttrField ResNetOption(const char* name, auto member, const char* doc) {
  AttrField field = Option<resnet::Options>(name, member, {}, doc);
  resnet::Options options;
  field.default_value = GetField(&options, field);
  return field;
}
// With the default of a preset.
AttrField ResNetOption(const char* name, auto member, AttrValue default_value, const char* doc) {
  return Option<resnet::Options>(name, member, std::move(default_value), doc);
}

}  // namespace

const std::vector<ModelRow>& ModelTable() {
  static const auto* table = [] {
    using Options = resnet::Options;
    auto* rows = new std::vector<ModelRow>;
    for (const Preset& preset : Presets()) {
      rows->push_back(
          {preset.name,
           preset.summary,
           {ResNetOption("batch_size", &Options::batch_size,
                         "The number of images that are processed together."),
            ResNetOption("num_classes", &Options::num_classes, preset.num_classes,
                         "The number of classes."),
            ResNetOption("num_layers", &Options::num_layers, preset.num_layers,
                         "The depth: 18, 34, 50, 101, 152, 200 or 269; up to height 28, 6 n + 2 or "
                         "9 n + 2."),
            ResNetOption("image_shape", &Options::image_shape, AttrValue::Ints(preset.image_shape),
                         "Channels, height and width of an image, in the order of the layout."),
            ResNetOption("layout", &Options::layout, "The layout of the data, NCHW or NHWC."),
            ResNetOption("dtype", &Options::dtype, "The data type."),
            ResNetOption("seed", &Options::seed, "The seed of the random parameters.")}});
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
  const ModelRow* row = FindModel(name);
  if (!row) {
    std::vector<std::string> names;
    for (const ModelRow& candidate : ModelTable()) names.emplace_back(candidate.name);
    std::vector<Message> notes = Suggestions(name, names);
    notes.push_back(Say("the models are: {models}", MessageList{names}));
    throw DiagnosticError(DiagKind::kUnknownModel, Say("there is no model '{model}'", name),
                          std::move(notes));
  }
  auto resnet = ReadOptions<resnet::Options>(row->options, name, options, DiagKind::kUnknownModel);
  if (!FindOption(options, "image_shape") && resnet.layout == "NHWC") {
    // The default is written for NCHW.
    resnet.image_shape = {resnet.image_shape[1], resnet.image_shape[2], resnet.image_shape[0]};
  }
  return resnet::GetWorkload(resnet);
}

}  // namespace passcope
