// relay.testing.mobilenet.
#include "models/layers.h"
#include "models/networks.h"
#include "models/options.h"
#include "support/format.h"

namespace passcope::mobilenet {
namespace {

using namespace layers;

class Builder {
 public:
  Builder(const std::string& layout, DataType dtype) : layout_(layout), dtype_(dtype) {}

  Expr First(Expr data) const {
    data = Conv(std::move(data), "conv_block_1_conv",
                {.channels = 32,
                 .kernel_size = {3, 3},
                 .strides = {2, 2},
                 .padding = {1, 1},
                 .layout = layout_});
    // TVM normalizes along axis 1 in every layout.
    return Relu(BatchNormInfer(std::move(data), "conv_block_1_bn"));
  }

  // A depthwise convolution and a 1x1 convolution.
  Expr Separable(Expr data, const std::string& name, int64_t depthwise, int64_t pointwise,
                 int64_t stride) const {
    Shape shape = layout_ == "NCHW" ? Shape{depthwise, 1, 3, 3} : Shape{3, 3, depthwise, 1};
    data = Conv(std::move(data), name,
                {.channels = depthwise,
                 .kernel_size = {3, 3},
                 .strides = {stride, stride},
                 .padding = {1, 1},
                 .layout = layout_,
                 .groups = depthwise,
                 .weight = Var(name + "_weight", TensorType(std::move(shape), dtype_))});
    data = Norm(std::move(data), name + "_bn1");
    data = Conv(std::move(data), name + "_conv2",
                {.channels = pointwise, .kernel_size = {1, 1}, .layout = layout_});
    return Norm(std::move(data), name + "_bn2");
  }

 private:
  Expr Norm(Expr data, const std::string& name) const {
    return Relu(BatchNormInfer(std::move(data), name, {.axis = ChannelAxis(layout_)}));
  }

  const std::string& layout_;
  DataType dtype_;
};

}  // namespace

Expr GetNet(const Options& options) {
  models::CheckLayout("mobilenet", options.layout);
  models::CheckPositive("mobilenet", PHRASE(kClassCount, "the number of classes"),
                        options.num_classes);
  Expr body = models::Images("mobilenet", options.batch_size, options.image_shape, options.dtype);
  Builder build(options.layout, models::FloatType("mobilenet", options.dtype));
  body = build.First(std::move(body));
  static constexpr int kPointwise[] = {64,  128, 128, 256, 256,  512, 512,
                                       512, 512, 512, 512, 1024, 1024};
  int64_t channels = 32;
  int block = 0;
  for (int pointwise : kPointwise) {
    ++block;
    bool halves = block == 2 || block == 4 || block == 6 || block == 12;
    body = build.Separable(std::move(body), Format("separable_conv_block_{}", block), channels,
                           pointwise, halves ? 2 : 1);
    channels = pointwise;
  }
  body = BatchFlatten(GlobalAvgPool(std::move(body), options.layout));
  body = BiasAdd(Dense(std::move(body), "fc", options.num_classes), "fc_bias");
  return FunctionOf(Softmax(std::move(body)));
}

}  // namespace passcope::mobilenet
