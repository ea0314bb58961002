// relay.testing.synthetic.
#include "models/layers.h"
#include "models/networks.h"
#include "models/options.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/op.h"

namespace passcope::synthetic {
namespace {

using namespace layers;

class Builder {
 public:
  Builder(Expr data, const Options& options, DataType dtype)
      : data_(std::move(data)),
        channels_(options.input_shape[1]),
        width_(options.input_shape[3]),
        dtype_(dtype) {}

  // The sum of a dense layer over rows and a convolution. It has the shape of the data.
  Expr Layer(const Expr& input, const std::string& dense_name, const std::string& conv_name) const {
    Expr weight = Var(dense_name + "_weight", TensorType(Shape{width_, width_}, dtype_));
    Expr dense = CallOp("nn.dense", {Reshape(input, {-1, width_}), std::move(weight)},
                        Attrs(MakeAttrs<DenseAttrs>()));
    dense = CallOp("reshape_like", {Relu(std::move(dense)), data_},
                   Attrs(MakeAttrs<ReshapeLikeAttrs>()));
    auto* attrs = MakeAttrs<Conv2DAttrs>();
    attrs->strides = {1, 1};
    attrs->padding = {1, 1, 1, 1};
    attrs->dilation = {1, 1};
    attrs->kernel_size = {3, 3};
    weight = Var(conv_name + "_weight", TensorType(Shape{channels_, channels_, 3, 3}, dtype_));
    Expr conv = CallOp("nn.conv2d", {input, std::move(weight)}, Attrs(attrs));
    return CallOp("add", {std::move(dense), Softmax(std::move(conv))});
  }

 private:
  Expr data_;
  int64_t channels_;
  int64_t width_;
  DataType dtype_;
};

}  // namespace

Expr GetNet(const Options& options) {
  const std::vector<int64_t>& shape = options.input_shape;
  if (shape.size() != 4) {
    models::Fail("synthetic",
                 MSG(kSyntheticInputShapeRank,
                     "input_shape must have 4 sizes (batch, channels, height, width), not {count}",
                     shape.size()));
  }
  Expr data =
      models::Images("synthetic", shape[0], {shape.begin() + 1, shape.end()}, options.dtype);
  const std::string& wtype = options.wtype.empty() ? options.dtype : options.wtype;
  Builder build(data, options, models::FloatType("synthetic", wtype));
  Expr body = build.Layer(data, "dense", "conv");
  body = BatchNormInfer(BiasAdd(std::move(body), "bias"), "batch_norm");
  return FunctionOf(build.Layer(body, "dense2", "conv2"));
}

}  // namespace passcope::synthetic
