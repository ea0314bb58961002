// The programs of TVM's tutorials.
#include "models/tutorials.h"

#include "op/attrs_nn.h"
#include "op/op.h"
#include "support/random.h"

namespace passcope::tutorials {

IRModule UsePassInfra() {
  DataType float32 = DataType::Float(32);
  Expr x = Var("x", TensorType(Shape{1, 64, 56, 56}, float32));
  Expr weight = Var("weight", TensorType(Shape{64, 64, 3, 3}, float32));
  NDArray data = MakeNDArray({1, 64, 54, 54}, float32);
  SplitMix64 random(0, "c");
  for (size_t i = 0; i < data->size(); ++i) {
    data->mutable_as<float>()[i] = static_cast<float>(random.Uniform());
  }
  Expr c = Constant(std::move(data));
  auto* attrs = MakeAttrs<Conv2DAttrs>();
  attrs->strides = {1, 1};
  attrs->padding = {0, 0, 0, 0};
  attrs->dilation = {1, 1};
  Expr conv = CallOp("nn.conv2d", {x, weight}, Attrs(attrs));
  Expr y = CallOp("add", {c, c});
  y = CallOp("multiply", {y, ConstantScalar(2, float32)});
  y = CallOp("add", {conv, y});
  Expr z = CallOp("add", {y, c});
  Expr z1 = CallOp("add", {y, c});
  Expr z2 = CallOp("add", {z, z1});
  Expr params[] = {x, weight};
  return ModuleFromExpr(Function(params, z2));
}

}  // namespace passcope::tutorials
