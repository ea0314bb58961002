// relay.testing.resnet and resnet_3d: residual networks with the activation before the weights (He
// et al., "Identity Mappings in Deep Residual Networks", 2016), like TVM 0.11's test models.
#include "models/resnet.h"

#include "models/layers.h"
#include "models/options.h"
#include "op/op.h"
#include "support/format.h"

namespace passcope::resnet {
namespace {

constexpr double kEpsilon = 2e-5;
// The limit for networks for small images, which can have any depth.
constexpr int64_t kMaxLayers = 10000;

struct Plan {
  std::vector<int64_t> units;    // The number of residual units of each stage.
  std::vector<int64_t> filters;  // Channels of the first convolution, then of each stage.
  bool bottleneck;
};

Plan PlanFor(const char* model, int64_t layers, int64_t height) {
  if (height <= 28) {
    if (layers >= 164 && layers <= kMaxLayers && (layers - 2) % 9 == 0) {
      return {std::vector<int64_t>(3, (layers - 2) / 9), {16, 64, 128, 256}, true};
    }
    if (layers >= 8 && layers < 164 && (layers - 2) % 6 == 0) {
      return {std::vector<int64_t>(3, (layers - 2) / 6), {16, 16, 32, 64}, false};
    }
    models::Fail(model, MSG(kResnetLayersUnknown,
                            "for images of height {height}, the number of layers must be 6 n + 2, "
                            "or 9 n + 2 from 164 on, not {layers}",
                            height, layers));
  }
  static constexpr struct {
    int64_t layers;
    int64_t units[4];
  } kDepths[] = {{18, {2, 2, 2, 2}},   {34, {3, 4, 6, 3}},   {50, {3, 4, 6, 3}},
                 {101, {3, 4, 23, 3}}, {152, {3, 8, 36, 3}}, {200, {3, 24, 36, 3}},
                 {269, {3, 30, 48, 8}}};
  for (const auto& depth : kDepths) {
    if (depth.layers != layers) continue;
    bool bottleneck = layers >= 50;
    std::vector<int64_t> filters = {64, 64, 128, 256, 512};
    if (bottleneck) filters = {64, 256, 512, 1024, 2048};
    return {{depth.units, depth.units + 4}, std::move(filters), bottleneck};
  }
  models::Fail(
      model,
      MSG(kResnetLayerChoices,
          "the number of layers must be 18, 34, 50, 101, 152, 200 or 269, not {layers}", layers));
}

// For images, or for sequences of images if the layout has an axis D.
class Builder {
 public:
  explicit Builder(const std::string& layout)
      : layout_(layout),
        rank_(layout.size() - 2),
        // TVM's 3D network normalizes along axis 1 in every layout.
        norm_axis_(rank_ == 3 ? 1 : layers::ChannelAxis(layout)) {}

  Expr Norm(Expr data, const std::string& name, bool scale = true) const {
    return layers::BatchNormInfer(std::move(data), name,
                                  {.axis = norm_axis_, .epsilon = kEpsilon, .scale = scale});
  }
  Expr Conv(Expr data, const std::string& name, int64_t channels, int64_t kernel, int64_t stride,
            int64_t padding) const {
    return layers::Conv(std::move(data), name,
                        {.channels = channels,
                         .kernel_size = layers::Ints(rank_, kernel),
                         .strides = layers::Ints(rank_, stride),
                         .padding = layers::Ints(rank_, padding),
                         .layout = layout_});
  }
  // For large images, it halves the height and the width, but not the depth.
  Expr FirstConv(Expr data, int64_t channels) const {
    layers::Convolution conv = {.channels = channels,
                                .kernel_size = {7, 7},
                                .strides = {2, 2},
                                .padding = {3, 3},
                                .layout = layout_};
    if (rank_ == 3) {
      conv.kernel_size.insert(conv.kernel_size.begin(), 3);
      conv.strides.insert(conv.strides.begin(), 1);
      conv.padding.insert(conv.padding.begin(), 1);
    }
    return layers::Conv(std::move(data), "conv0", conv);
  }

  // `match` is true if input and result have equally many channels, so the input is the shortcut.
  Expr Unit(const Expr& data, const std::string& name, int64_t filters, int64_t stride, bool match,
            bool bottleneck) const {
    using layers::Relu;
    Expr first = Relu(Norm(data, name + "_bn1"));
    Expr body;
    if (bottleneck) {
      body = Conv(first, name + "_conv1", filters / 4, 1, stride, 0);
      body = Conv(Relu(Norm(body, name + "_bn2")), name + "_conv2", filters / 4, 3, 1, 1);
      body = Conv(Relu(Norm(body, name + "_bn3")), name + "_conv3", filters, 1, 1, 0);
    } else {
      body = Conv(first, name + "_conv1", filters, 3, stride, 1);
      body = Conv(Relu(Norm(body, name + "_bn2")), name + "_conv2", filters, 3, 1, 1);
    }
    Expr shortcut = match ? data : Conv(first, name + "_sc", filters, 1, stride, 0);
    return CallOp("add", {std::move(body), std::move(shortcut)});
  }

 private:
  const std::string& layout_;
  size_t rank_;
  int64_t norm_axis_;
};

Expr Build(const char* model, const Options& options, bool depth) {
  using layers::Relu;
  models::CheckLayout(model, options.layout, depth);
  models::CheckPositive(model, PHRASE(kClassCount, "the number of classes"), options.num_classes);
  Expr body =
      models::Images(model, options.batch_size, options.image_shape, options.dtype, depth ? 4 : 3);
  size_t before = layers::ChannelAxis(options.layout) == 1 ? 1 : 0;
  int64_t height = options.image_shape[before + (depth ? 1 : 0)];
  Plan plan = PlanFor(model, options.num_layers, height);

  Builder build(options.layout);
  body = build.Norm(body, "bn_data", false);
  if (height <= 32) {
    body = build.Conv(body, "conv0", plan.filters[0], 3, 1, 1);
  } else {
    body = build.FirstConv(std::move(body), plan.filters[0]);
    body = Relu(build.Norm(body, "bn0"));
    if (!depth) {
      body = layers::MaxPool2D(std::move(body),
                               {.size = 3, .stride = 2, .padding = 1, .layout = options.layout});
    }
  }
  for (size_t stage = 0; stage < plan.units.size(); ++stage) {
    for (int64_t unit = 0; unit < plan.units[stage]; ++unit) {
      body =
          build.Unit(body, Format("stage{}_unit{}", stage + 1, unit + 1), plan.filters[stage + 1],
                     unit == 0 && stage > 0 ? 2 : 1, unit > 0, plan.bottleneck);
    }
  }
  body = layers::GlobalAvgPool(Relu(build.Norm(body, "bn1")), options.layout);
  body = layers::DenseAddBias(layers::BatchFlatten(std::move(body)), "fc1", options.num_classes);
  return layers::FunctionOf(layers::Softmax(std::move(body)));
}

}  // namespace

Expr GetNet(const Options& options) { return Build("resnet", options, false); }
Expr GetNet3D(const Options& options) { return Build("resnet_3d", options, true); }

Workload GetWorkload(const Options& options) {
  return CreateWorkload(GetNet(options), static_cast<uint64_t>(options.seed));
}

}  // namespace passcope::resnet
