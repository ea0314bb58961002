// relay.testing.squeezenet.
#include "models/layers.h"
#include "models/networks.h"
#include "models/options.h"
#include "support/format.h"

namespace passcope::squeezenet {
namespace {

using namespace layers;

Expr FireConv(Expr data, const std::string& name, int64_t channels, int64_t kernel) {
  data = Conv(
      std::move(data), name + "_conv",
      {.channels = channels, .kernel_size = {kernel, kernel}, .padding = {kernel / 2, kernel / 2}});
  return Relu(BiasAdd(std::move(data), name + "_conv_bias"));
}

// Squeezes to few channels and expands them with two parallel convolutions.
Expr Fire(Expr data, const std::string& name, int64_t squeeze) {
  data = FireConv(std::move(data), name + "_input", squeeze, 1);
  Expr left = FireConv(data, name + "_left", 4 * squeeze, 1);
  Expr right = FireConv(std::move(data), name + "_right", 4 * squeeze, 3);
  Expr both[] = {std::move(left), std::move(right)};
  return Concatenate(both, 1);
}

}  // namespace

Expr GetNet(const Options& options) {
  bool original = options.version == "1.0";
  if (!original && options.version != "1.1") {
    models::Fail("squeezenet", MSG(kSqueezenetVersionUnknown,
                                   "version must be 1.0 or 1.1, not '{version}'", options.version));
  }
  models::CheckPositive("squeezenet", PHRASE(kClassCount, "the number of classes"),
                        options.num_classes);
  Expr body = models::Images("squeezenet", options.batch_size, options.image_shape, options.dtype);
  int64_t kernel = original ? 7 : 3;
  body = Conv(std::move(body), "conv1",
              {.channels = original ? 96 : 64,
               .kernel_size = {kernel, kernel},
               .strides = {2, 2},
               .padding = {kernel / 2, kernel / 2}});
  body = Relu(BiasAdd(std::move(body), "conv1_bias"));
  static constexpr int kSqueezed[] = {16, 16, 32, 32, 48, 48, 64, 64};
  for (int i = 1; i <= 8; ++i) {
    bool pools = original ? i == 1 || i == 4 || i == 8 : i == 1 || i == 3 || i == 5;
    if (pools) body = MaxPool2D(std::move(body), {.size = 3, .stride = 2});
    body = Fire(std::move(body), Format("fire{}", i), kSqueezed[i - 1]);
  }
  body = Dropout(std::move(body), 0.5);
  body =
      Conv(std::move(body), "conv_final", {.channels = options.num_classes, .kernel_size = {1, 1}});
  body = Relu(BiasAdd(std::move(body), "conv_final_bias"));
  return FunctionOf(Softmax(BatchFlatten(GlobalAvgPool(std::move(body)))));
}

}  // namespace passcope::squeezenet
