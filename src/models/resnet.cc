// relay.testing.resnet: residual networks with the activation before the weights (He et al.,
// "Identity Mappings in Deep Residual Networks", 2016), as TVM 0.11's test models build them.
#include "models/resnet.h"

#include "diagnostics/diagnostic.h"
#include "ir/free_vars.h"
#include "op/attrs_nn.h"
#include "op/op.h"
#include "support/format.h"

namespace passcope::resnet {
namespace {

constexpr double kEpsilon = 2e-5;

[[noreturn]] void Fail(const Message& problem, std::vector<Message> notes = {}) {
  throw DiagnosticError(DiagKind::kUnknownModel, Say("resnet: {problem}", problem),
                        std::move(notes));
}

struct Plan {
  std::vector<int64_t> units;    // Residual units of each stage.
  std::vector<int64_t> filters;  // Of the first convolution, then of each stage.
  bool bottleneck;
};

Plan PlanFor(int64_t layers, int64_t height) {
  if (height <= 28) {
    if (layers >= 164 && (layers - 2) % 9 == 0) {
      return {std::vector<int64_t>(3, (layers - 2) / 9), {16, 64, 128, 256}, true};
    }
    if (layers >= 8 && layers < 164 && (layers - 2) % 6 == 0) {
      return {std::vector<int64_t>(3, (layers - 2) / 6), {16, 16, 32, 64}, false};
    }
    Fail(
        Say("there is no network of {layers} layers for images of height {height}", layers, height),
        {Say("up to height 28 the number of layers is 6 n + 2 below 164 (8, 14, 20, …), 9 n + 2 "
             "from 164 on")});
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
  Fail(Say("there is no network of {layers} layers", layers),
       {Say("the number of layers is 18, 34, 50, 101, 152, 200 or 269")});
}

class Builder {
 public:
  Builder(std::string data_layout)
      : data_layout_(std::move(data_layout)),
        kernel_layout_(data_layout_ == "NCHW" ? "OIHW" : "HWIO"),
        channel_axis_(static_cast<int64_t>(data_layout_.find('C'))) {}

  Expr Norm(Expr data, const std::string& name, bool scale = true) const {
    return layers::BatchNormInfer(std::move(data), name, channel_axis_, kEpsilon, scale);
  }
  Expr Conv(Expr data, const std::string& name, int64_t channels, int64_t kernel, int64_t stride,
            int64_t padding) const {
    return layers::Conv2D(std::move(data), name,
                          {channels,
                           {kernel, kernel},
                           {stride, stride},
                           {padding, padding},
                           data_layout_,
                           kernel_layout_});
  }
  static Expr Relu(Expr data) { return CallOp("nn.relu", {std::move(data)}); }

  // `match`: the input has as many channels as the result, so that it is the shortcut itself.
  Expr Unit(const Expr& data, const std::string& name, int64_t filters, int64_t stride, bool match,
            bool bottleneck) const {
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

  Expr MaxPool(Expr data) const {
    auto* attrs = MakeAttrs<MaxPool2DAttrs>();
    attrs->pool_size = {3, 3};
    attrs->strides = {2, 2};
    attrs->dilation = {1, 1};
    attrs->padding = {1, 1, 1, 1};
    attrs->layout = data_layout_;
    return CallOp("nn.max_pool2d", {std::move(data)}, Attrs(attrs));
  }
  Expr GlobalAvgPool(Expr data) const {
    auto* attrs = MakeAttrs<GlobalPool2DAttrs>();
    attrs->layout = data_layout_;
    return CallOp("nn.global_avg_pool2d", {std::move(data)}, Attrs(attrs));
  }

 private:
  std::string data_layout_;
  std::string kernel_layout_;
  int64_t channel_axis_;
};

}  // namespace

Expr GetNet(const Options& options) {
  if (options.layout != "NCHW" && options.layout != "NHWC") {
    Fail(Say("the layout '{layout}' is not supported", options.layout),
         {Say("the layout is NCHW or NHWC")});
  }
  if (options.image_shape.size() != 3) {
    Fail(Say("the image shape has {count} dimensions", options.image_shape.size()),
         {Say("it has three, without the batch: channels, height, width in the order of the "
              "layout")});
  }
  for (int64_t dim : options.image_shape) {
    if (dim <= 0) Fail(Say("the image shape has a dimension of {size}", dim));
  }
  if (options.batch_size <= 0) Fail(Say("the batch size is {size}", options.batch_size));
  if (options.num_classes <= 0) {
    Fail(Say("the number of classes is {count}", options.num_classes));
  }
  std::optional<DataType> dtype = DataType::Parse(options.dtype);
  bool known = false;
  for (DataType candidate :
       {DataType::Float(16), DataType::Float(32), DataType::Float(64), DataType::BFloat(16)}) {
    known = known || dtype == candidate;
  }
  if (!known) {
    Fail(Say("the data type is '{dtype}'", options.dtype),
         {Say("it must be float16, float32, float64 or bfloat16")});
  }
  int64_t height = options.image_shape[options.layout == "NCHW" ? 1 : 0];
  Plan plan = PlanFor(options.num_layers, height);

  Builder build(options.layout);
  Shape shape = {options.batch_size};
  for (int64_t dim : options.image_shape) shape.push_back(dim);
  Expr body = Var("data", TensorType(std::move(shape), *dtype));
  body = build.Norm(body, "bn_data", false);
  if (height <= 32) {
    body = build.Conv(body, "conv0", plan.filters[0], 3, 1, 1);
  } else {
    body = build.Conv(body, "conv0", plan.filters[0], 7, 2, 3);
    body = build.MaxPool(Builder::Relu(build.Norm(body, "bn0")));
  }
  for (size_t stage = 0; stage < plan.units.size(); ++stage) {
    for (int64_t unit = 0; unit < plan.units[stage]; ++unit) {
      body =
          build.Unit(body, Format("stage{}_unit{}", stage + 1, unit + 1), plan.filters[stage + 1],
                     unit == 0 && stage > 0 ? 2 : 1, unit > 0, plan.bottleneck);
    }
  }
  body = build.GlobalAvgPool(Builder::Relu(build.Norm(body, "bn1")));
  body = CallOp("nn.batch_flatten", {std::move(body)});
  body = layers::DenseAddBias(std::move(body), "fc1", options.num_classes);
  auto* softmax = MakeAttrs<SoftmaxAttrs>();
  softmax->axis = -1;
  body = CallOp("nn.softmax", {std::move(body)}, Attrs(softmax));
  return Function(FreeVars(body), body);
}

Workload GetWorkload(const Options& options) {
  return CreateWorkload(GetNet(options), static_cast<uint64_t>(options.seed));
}

}  // namespace passcope::resnet
