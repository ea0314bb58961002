// relay.testing.dcgan.
#include "models/layers.h"
#include "models/networks.h"
#include "models/options.h"
#include "op/op.h"
#include "op/relations.h"

namespace passcope::dcgan {
namespace {

using namespace layers;

// Doubles the height and the width.
Expr Upscale(Expr data, const std::string& name, int64_t channels, const std::string& layout) {
  return Conv2DTranspose(std::move(data), name + "_deconv",
                         {.channels = channels,
                          .kernel_size = {4, 4},
                          .strides = {2, 2},
                          .padding = {1, 1},
                          .layout = layout},
                         {0, 0}, layout == "NCHW" ? "IOHW" : "HWOI");
}

}  // namespace

Expr GetNet(const Options& options) {
  models::CheckLayout("dcgan", options.layout);
  models::CheckPositive("dcgan", PHRASE(kBatchSize, "the batch size"), options.batch_size);
  models::CheckPositive("dcgan", PHRASE(kRandomInputLength, "the length of the random input"),
                        options.random_len);
  models::CheckPositive("dcgan", PHRASE(kChannelCount, "the number of channels"), options.ngf);
  DataType dtype = models::FloatType("dcgan", options.dtype);
  const std::vector<int64_t>& oshape = options.oshape;
  if (oshape.size() != 3 || oshape[0] <= 0 || oshape[1] != 64 || oshape[2] != 64) {
    models::Fail("dcgan", MSG(kDcganImageSizeFixed, "oshape must be channels, 64, 64, not {shape}",
                              IntsText(oshape)));
  }
  int64_t ngf = options.ngf;
  bool channels_first = options.layout == "NCHW";
  Expr body = Var("data", TensorType(Shape{options.batch_size, options.random_len}, dtype));
  body = Relu(Dense(std::move(body), "dense", 4 * 4 * ngf * 8));
  body =
      Reshape(std::move(body), channels_first ? Ints{-1, ngf * 8, 4, 4} : Ints{-1, 4, 4, ngf * 8});
  int64_t channels = ngf * 4;
  for (const char* name : {"g2", "g3", "g4"}) {
    body = Upscale(std::move(body), name, channels, options.layout);
    body = Relu(BatchNormInfer(std::move(body), std::string(name) + "_batch_norm",
                               {.axis = ChannelAxis(options.layout), .scale = false}));
    channels /= 2;
  }
  body = Upscale(std::move(body), "g5", oshape[0], options.layout);
  return FunctionOf(CallOp("tanh", {std::move(body)}));
}

}  // namespace passcope::dcgan
