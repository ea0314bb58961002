// The table of models.
#include "models/models.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "models/networks.h"
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

// Adds an option. Its default is its value in `defaults`, a struct of options.
[[gnu::noinline]] void AddOption(std::vector<AttrField>* fields, void* defaults, AttrField field) {
  field.default_value = GetField(defaults, field);
  fields->push_back(std::move(field));
}

// The options of one network, with the defaults of its struct.
template <class Options>
class Table {
 public:
  explicit Table(Options defaults = {}) : defaults_(std::move(defaults)) {}

  template <class T>
  Table& Add(const char* name, T Options::*member, const char* doc) {
    // Most of this is the same for each type, so AddOption has it once.
    AddOption(&fields_, &defaults_,
              {name,
               attrs_internal::TypeOf<T>::kType,
               attrs_internal::OffsetInStruct<Options>(member),
               false,
               {},
               doc});
    return *this;
  }
  // Notes that TVM has no default for the option that was added last.
  Table& RequiredInTvm() {
    fields_.back().required_in_tvm = true;
    return *this;
  }
  Table& BatchSize() {
    return Add("batch_size", &Options::batch_size,
               "The batch size: how many images are processed together.");
  }
  Table& NumClasses() {
    return Add("num_classes", &Options::num_classes, "The number of classes.");
  }
  Table& ImageShape() {
    return Add("image_shape", &Options::image_shape,
               "Channels, height and width of an image, in the order of the layout.");
  }
  Table& DType() { return Add("dtype", &Options::dtype, "The data type."); }
  Table& Layout() {
    return Add("layout", &Options::layout, "The layout of the data, NCHW or NHWC.");
  }
  Table& Seed() { return Add("seed", &Options::seed, "The seed of the random parameters."); }

  std::vector<AttrField> Take() { return std::move(fields_); }

 private:
  Options defaults_;
  std::vector<AttrField> fields_;
};

// The options of a row as a struct. The default shape has channels first; for another layout they
// move to the end.
template <class Options>
Options Read(const ModelRow& row, const AttrDict& given) {
  auto options = ReadOptions<Options>(row.options, row.name, given, DiagKind::kUnknownModel);
  if constexpr (requires { options.layout, options.image_shape; }) {
    std::vector<int64_t>& shape = options.image_shape;
    if (!FindOption(given, "image_shape") && options.layout.ends_with('C')) {
      std::rotate(shape.begin(), shape.begin() + 1, shape.end());
    }
  }
  return options;
}

template <class Options, Expr (*kGetNet)(const Options&)>
Expr NetOf(const ModelRow& row, const AttrDict& given) {
  return kGetNet(Read<Options>(row, given));
}

std::vector<ModelRow> ResNets() {
  std::vector<ModelRow> rows;
  auto add = [&rows](const char* name, const char* module, const char* summary,
                     const resnet::Options& defaults, auto net, const char* shape,
                     const char* layout) {
    Table<resnet::Options> table(defaults);
    table.BatchSize().NumClasses();
    table.Add("num_layers", &resnet::Options::num_layers,
              "The depth: 18, 34, 50, 101, 152, 200 or 269; for images of at most 28 rows, 6 n + 2 "
              "or 9 n + 2.");
    table.Add("image_shape", &resnet::Options::image_shape, shape);
    table.Add("layout", &resnet::Options::layout, layout);
    rows.push_back({.name = name,
                    .module = module,
                    .summary = summary,
                    .options = table.DType().Seed().Take(),
                    .net = net});
  };
  for (const Preset& preset : Presets()) {
    resnet::Options defaults;
    defaults.num_layers = preset.num_layers;
    defaults.image_shape = preset.image_shape;
    defaults.num_classes = preset.num_classes;
    add(preset.name, "resnet", preset.summary, defaults, NetOf<resnet::Options, resnet::GetNet>,
        "Channels, height and width of an image, in the order of the layout.",
        "The layout of the data, NCHW or NHWC.");
  }
  resnet::Options defaults;
  defaults.image_shape = {3, 16, 112, 112};
  defaults.layout = "NCDHW";
  add("resnet_3d", "resnet_3d", "ResNet with 3D convolutions, for recognizing actions in videos.",
      defaults, NetOf<resnet::Options, resnet::GetNet3D>,
      "Channels, depth, height and width of the input, in the order of the layout.",
      "The layout of the data, NCDHW or NDHWC.");
  return rows;
}

// For networks without shortcuts, in which TVM's initial weights shrink the activations with each
// layer. These weights keep the variance where half of the values are rectified (He et al.,
// "Delving deep into rectifiers", 2015).
constexpr Initializer kRectified = {Initializer::Kind::kXavier, Initializer::Factor::kIn, 6};
constexpr Initializer kConstant = {.kind = Initializer::Kind::kConstant};

std::vector<ModelRow> Networks() {
  std::vector<ModelRow> rows;
  {
    Table<mlp::Options> table;
    table.BatchSize().RequiredInTvm().NumClasses();
    table.Add("image_shape", &mlp::Options::image_shape, "Channels, height and width of an image.");
    rows.push_back({.name = "mlp",
                    .module = "mlp",
                    .summary = "A perceptron with three layers, for recognizing digits.",
                    .options = table.DType().Seed().Take(),
                    .net = NetOf<mlp::Options, mlp::GetNet>});
  }
  {
    Table<dqn::Options> table;
    table.BatchSize().RequiredInTvm().Add("num_actions", &dqn::Options::num_actions,
                                          "The number of actions.");
    rows.push_back({.name = "dqn",
                    .module = "dqn",
                    .summary = "The deep Q-network that plays Atari games.",
                    .options = table.ImageShape().DType().Layout().Seed().Take(),
                    .net = NetOf<dqn::Options, dqn::GetNet>,
                    .initializer = kRectified});
  }
  {
    Table<dcgan::Options> table;
    table.BatchSize().RequiredInTvm();
    table.Add("oshape", &dcgan::Options::oshape,
              "Channels, height and width of the generated image; height and width must be 64.");
    table.Add("ngf", &dcgan::Options::ngf, "The number of channels before the last layer.");
    table.Add("random_len", &dcgan::Options::random_len, "The length of the random input.");
    rows.push_back({.name = "dcgan",
                    .module = "dcgan",
                    .summary = "The generator of a DCGAN, for images of 64 by 64.",
                    .options = table.Layout().DType().Seed().Take(),
                    .net = NetOf<dcgan::Options, dcgan::GetNet>,
                    .initializer = kRectified});
  }
  {
    Table<lstm::Options> table;
    table.Add("iterations", &lstm::Options::iterations, "The number of steps.").RequiredInTvm();
    table.Add("num_hidden", &lstm::Options::num_hidden, "The size of the hidden state.")
        .RequiredInTvm();
    table.Add("batch_size", &lstm::Options::batch_size,
              "The batch size: how many sequences are processed together.");
    rows.push_back({.name = "lstm",
                    .module = "lstm",
                    .summary = "A long short-term memory (LSTM) network, unrolled.",
                    .options = table.DType().Seed().Take(),
                    .net = NetOf<lstm::Options, lstm::GetNet>});
  }
  {
    Table<mobilenet::Options> table;
    table.BatchSize().NumClasses().ImageShape().DType().Layout().Seed();
    rows.push_back({.name = "mobilenet",
                    .module = "mobilenet",
                    .summary = "MobileNet, with depthwise convolutions.",
                    .options = table.Take(),
                    .net = NetOf<mobilenet::Options, mobilenet::GetNet>,
                    .initializer = kRectified});
  }
  {
    Table<vgg::Options> table;
    table.BatchSize().NumClasses();
    table.Add("image_shape", &vgg::Options::image_shape, "Channels, height and width of an image.");
    table.DType().Add("num_layers", &vgg::Options::num_layers, "The depth: 11, 13, 16 or 19.");
    table.Add("batch_norm", &vgg::Options::batch_norm,
              "Whether each convolution is followed by a batch normalization.");
    rows.push_back({.name = "vgg",
                    .module = "vgg",
                    .summary = "VGG, a plain chain of convolutions with a large classifier.",
                    .options = table.Seed().Take(),
                    .net = NetOf<vgg::Options, vgg::GetNet>,
                    .initializer = kRectified});
  }
  {
    Table<densenet::Options> table;
    table.Add("densenet_size", &densenet::Options::densenet_size,
              "The depth: 121, 161, 169 or 201.");
    table.Add("classes", &densenet::Options::classes, "The number of classes.");
    table.BatchSize().Add("image_shape", &densenet::Options::image_shape,
                          "Channels, height and width of an image.");
    rows.push_back({.name = "densenet",
                    .module = "densenet",
                    .summary = "DenseNet, whose blocks concatenate the results of their layers.",
                    .options = table.DType().Seed().Take(),
                    .net = NetOf<densenet::Options, densenet::GetNet>,
                    .initializer = kRectified});
  }
  {
    Table<inception_v3::Options> table;
    table.BatchSize().NumClasses();
    table.Add("image_shape", &inception_v3::Options::image_shape,
              "Channels, height and width of an image.");
    rows.push_back({.name = "inception_v3",
                    .module = "inception_v3",
                    .summary = "Inception v3, with parallel branches of convolutions.",
                    .options = table.DType().Seed().Take(),
                    .net = NetOf<inception_v3::Options, inception_v3::GetNet>,
                    .initializer = kRectified});
  }
  {
    Table<squeezenet::Options> table;
    table.BatchSize().NumClasses();
    table.Add("version", &squeezenet::Options::version,
              "The version: 1.0, or 1.1, which needs less computation.");
    table.Add("image_shape", &squeezenet::Options::image_shape,
              "Channels, height and width of an image.");
    rows.push_back({.name = "squeezenet",
                    .module = "squeezenet",
                    .summary = "SqueezeNet, a small network for ImageNet.",
                    .options = table.DType().Seed().Take(),
                    .net = NetOf<squeezenet::Options, squeezenet::GetNet>,
                    .initializer = kRectified});
  }
  {
    Table<synthetic::Options> table;
    table.Add("input_shape", &synthetic::Options::input_shape,
              "Batch, channels, height and width of the data.");
    table.DType().Add("wtype", &synthetic::Options::wtype,
                      "The data type of the weights; by default the same as that of the data.");
    rows.push_back({.name = "synthetic",
                    .module = "synthetic",
                    .summary = "A small synthetic network with typical parts of larger ones.",
                    .options = table.Take(),
                    .net = NetOf<synthetic::Options, synthetic::GetNet>,
                    .initializer = kConstant});
  }
  return rows;
}

const ModelRow& RowOf(std::string_view name) {
  if (const ModelRow* row = FindModel(name)) return *row;
  std::vector<std::string> names;
  for (const ModelRow& candidate : ModelTable()) names.emplace_back(candidate.name);
  std::vector<Message> notes = Suggestions(name, names);
  notes.push_back(MSG(kModelNames, "the models are: {models}", MessageList{names}));
  throw DiagnosticError(DiagKind::kUnknownModel,
                        MSG(kModelUnknown, "unknown model '{model}'", name), std::move(notes));
}

}  // namespace

const std::vector<ModelRow>& ModelTable() {
  static const auto* table = [] {
    auto* rows = new std::vector<ModelRow>(ResNets());
    for (ModelRow& row : Networks()) rows->push_back(std::move(row));
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

Expr ModelNet(std::string_view name, const AttrDict& options) {
  const ModelRow& row = RowOf(name);
  return row.net(row, options);
}

Workload CreateModel(std::string_view name, const AttrDict& options) {
  const ModelRow& row = RowOf(name);
  Expr net = row.net(row, options);
  const AttrValue* seed = FindOption(options, "seed");
  return CreateWorkload(net, seed ? static_cast<uint64_t>(*seed->get<int64_t>()) : 0,
                        row.initializer);
}

}  // namespace passcope
