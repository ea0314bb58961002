// relay.testing.vgg.
#include "models/layers.h"
#include "models/networks.h"
#include "models/options.h"
#include "support/format.h"

namespace passcope::vgg {

Expr GetNet(const Options& options) {
  using namespace layers;
  static constexpr struct {
    int layers;
    int convolutions[5];  // In each stage.
  } kDepths[] = {
      {11, {1, 1, 2, 2, 2}}, {13, {2, 2, 2, 2, 2}}, {16, {2, 2, 3, 3, 3}}, {19, {2, 2, 4, 4, 4}}};
  const int* convolutions = nullptr;
  for (const auto& depth : kDepths) {
    if (depth.layers == options.num_layers) convolutions = depth.convolutions;
  }
  if (!convolutions) {
    models::Fail(
        "vgg", MSG(kVggLayerChoices, "the number of layers must be 11, 13, 16 or 19, not {layers}",
                   options.num_layers));
  }
  models::CheckPositive("vgg", PHRASE(kClassCount, "the number of classes"), options.num_classes);
  Expr body = models::Images("vgg", options.batch_size, options.image_shape, options.dtype);
  for (int stage = 1; stage <= 5; ++stage) {
    for (int i = 1; i <= convolutions[stage - 1]; ++i) {
      std::string number = Format("{}_{}", stage, i);
      body = Conv(std::move(body), "conv" + number,
                  {.channels = std::min(int64_t{32} << stage, int64_t{512}),
                   .kernel_size = {3, 3},
                   .padding = {1, 1}});
      body = BiasAdd(std::move(body), "conv" + number + "_bias");
      if (options.batch_norm) body = BatchNormInfer(std::move(body), "bn" + number);
      body = Relu(std::move(body));
    }
    body = MaxPool2D(std::move(body), {.size = 2, .stride = 2});
  }
  body = BatchFlatten(std::move(body));
  body = Dropout(Relu(DenseAddBias(std::move(body), "fc6", 4096)), 0.5);
  body = Dropout(Relu(DenseAddBias(std::move(body), "fc7", 4096)), 0.5);
  body = DenseAddBias(std::move(body), "fc8", options.num_classes);
  return FunctionOf(Softmax(std::move(body)));
}

}  // namespace passcope::vgg
