// relay.testing.dqn.
#include "models/layers.h"
#include "models/networks.h"
#include "models/options.h"

namespace passcope::dqn {

Expr GetNet(const Options& options) {
  using namespace layers;
  models::CheckLayout("dqn", options.layout);
  models::CheckPositive("dqn", PHRASE(kActionCount, "the number of actions"), options.num_actions);
  Expr body = models::Images("dqn", options.batch_size, options.image_shape, options.dtype);
  static constexpr struct {
    const char* name;
    int64_t channels;
    int64_t kernel;
    int64_t stride;
  } kConvolutions[] = {{"conv1", 32, 8, 4}, {"conv2", 64, 4, 2}, {"conv3", 64, 3, 1}};
  for (const auto& [name, channels, kernel, stride] : kConvolutions) {
    body = Conv(std::move(body), name,
                {.channels = channels,
                 .kernel_size = {kernel, kernel},
                 .strides = {stride, stride},
                 .layout = options.layout});
    body = Relu(BiasAdd(std::move(body), std::string(name) + "_bias", ChannelAxis(options.layout)));
  }
  body = Relu(DenseAddBias(BatchFlatten(std::move(body)), "dense1", 512));
  return FunctionOf(DenseAddBias(std::move(body), "dense2", options.num_actions));
}

}  // namespace passcope::dqn
