// relay.testing.mlp.
#include "models/layers.h"
#include "models/networks.h"
#include "models/options.h"

namespace passcope::mlp {

Expr GetNet(const Options& options) {
  using namespace layers;
  models::CheckPositive("mlp", PHRASE(kClassCount, "the number of classes"), options.num_classes);
  Expr body = models::Images("mlp", options.batch_size, options.image_shape, options.dtype);
  body = BatchFlatten(std::move(body));
  body = Relu(DenseAddBias(std::move(body), "fc1", 128));
  body = Relu(DenseAddBias(std::move(body), "fc2", 64));
  body = DenseAddBias(std::move(body), "fc3", options.num_classes);
  return FunctionOf(Softmax(std::move(body)));
}

}  // namespace passcope::mlp
