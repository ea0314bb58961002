// relay.testing.densenet.
#include "models/layers.h"
#include "models/networks.h"
#include "models/options.h"
#include "support/format.h"

namespace passcope::densenet {
namespace {

using namespace layers;

// A convolution with batch normalization. `norm` and `conv` are the names of the layers.
Expr Layer(Expr data, const std::string& norm, const std::string& conv, int64_t channels,
           int64_t kernel) {
  data = Relu(BatchNormInfer(std::move(data), norm));
  return Conv(
      std::move(data), conv,
      {.channels = channels, .kernel_size = {kernel, kernel}, .padding = {kernel / 2, kernel / 2}});
}

}  // namespace

Expr GetNet(const Options& options) {
  static constexpr struct {
    int size;
    int features;  // Channels of the first convolution.
    int growth;    // Channels that each layer adds.
    int layers[4];
  } kSizes[] = {{121, 64, 32, {6, 12, 24, 16}},
                {161, 96, 48, {6, 12, 36, 24}},
                {169, 69, 32, {6, 12, 32, 32}},
                {201, 64, 32, {6, 12, 48, 32}}};
  constexpr int kBottleneck = 4;
  constexpr int kBlocks = 4;
  auto* size = std::begin(kSizes);
  while (size != std::end(kSizes) && size->size != options.densenet_size) ++size;
  if (size == std::end(kSizes)) {
    models::Fail("densenet", MSG(kDensenetLayerChoices,
                                 "the number of layers must be 121, 161, 169 or 201, not {layers}",
                                 options.densenet_size));
  }
  models::CheckPositive("densenet", PHRASE(kClassCount, "the number of classes"), options.classes);
  Expr body = models::Images("densenet", options.batch_size, options.image_shape, options.dtype);
  int64_t features = size->features;
  body = Conv(std::move(body), "conv1",
              {.channels = features, .kernel_size = {7, 7}, .strides = {2, 2}, .padding = {3, 3}});
  body = Relu(BatchNormInfer(std::move(body), "batch1"));
  body = MaxPool2D(std::move(body), {.size = 3, .stride = 2, .padding = 1});
  for (int block = 0; block < kBlocks; ++block) {
    std::vector<Expr> outputs;
    for (int i = 0; i < size->layers[block]; ++i) {
      std::string number = Format("{}_{}", block, i);
      body = Layer(std::move(body), "batch_1_" + number, "conv2d_1_" + number,
                   kBottleneck * size->growth, 1);
      body = Layer(std::move(body), "batch_2_" + number, "conv2d_2_" + number, size->growth, 3);
      outputs.push_back(body);
    }
    body = Concatenate(outputs, 1);
    if (block == kBlocks - 1) break;
    // Half of the features that a block of the original network has.
    features = (features + size->layers[block] * size->growth) / 2;
    body = Layer(std::move(body), Format("batch_t_{}", block), Format("conv_t_{}", block), features,
                 1);
    body = AvgPool2D(std::move(body), {.size = 2, .stride = 2});
  }
  body = Relu(BatchNormInfer(std::move(body), "batch2"));
  body = BatchFlatten(AvgPool2D(std::move(body), {.size = 7, .stride = 1}));
  return FunctionOf(DenseAddBias(std::move(body), "dense", options.classes));
}

}  // namespace passcope::densenet
