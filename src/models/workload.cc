// Layers and initial values, after relay.testing.
#include "models/workload.h"

#include <cmath>
#include <string>

#include "op/attrs_nn.h"
#include "op/op.h"
#include "support/random.h"
#include "transforms/infer_type.h"

namespace passcope {

NDArray InitialValue(std::string_view name, const TensorTypeNode& type, uint64_t seed) {
  std::vector<int64_t> shape;
  for (Dim dim : type.shape) {
    PASSCOPE_CHECK(dim.is_const());
    shape.push_back(dim.value());
  }
  NDArray array = MakeNDArray(shape, type.dtype);
  auto ends_with = [name](std::string_view suffix) {
    return name.size() >= suffix.size() && name.substr(name.size() - suffix.size()) == suffix;
  };
  if (ends_with("weight") && shape.size() >= 2) {
    double area = 1;
    for (size_t i = 2; i < shape.size(); ++i) area *= static_cast<double>(shape[i]);
    double factor = (static_cast<double>(shape[1]) + static_cast<double>(shape[0])) * area / 2;
    if (name.find("depthwise") != std::string_view::npos) factor = area;
    double scale = std::sqrt(3.0 / factor);
    SplitMix64 random(seed, name);
    if (type.dtype == DataType::Float(32)) {
      float* values = array->mutable_as<float>();
      for (size_t i = 0; i < array->size(); ++i) {
        values[i] = static_cast<float>(random.Symmetric(scale));
      }
    } else {
      for (size_t i = 0; i < array->size(); ++i) StoreDouble(array, i, random.Symmetric(scale));
    }
    return array;
  }
  double value = ends_with("gamma") || ends_with("var") ? 1.0 : 0.0;
  for (size_t i = 0; i < array->size(); ++i) StoreDouble(array, i, value);
  return array;
}

Workload CreateWorkload(const Expr& function, uint64_t seed) {
  Workload workload;
  workload.module = InferTypes(ModuleFromExpr(function));
  for (const Expr& param : workload.module->Find("main")->params()) {
    const auto* var = As<VarNode>(param);
    if (var->name().view() == "data") continue;
    const auto* type = As<TensorTypeNode>(param->checked_type());
    PASSCOPE_CHECK(type);
    workload.params.emplace_back(var->name().str(), InitialValue(var->name().view(), *type, seed));
  }
  return workload;
}

namespace layers {

Expr BatchNormInfer(Expr data, std::string_view name, int64_t axis, double epsilon, bool scale) {
  std::string prefix(name);
  auto* attrs = MakeAttrs<BatchNormAttrs>();
  attrs->axis = axis;
  attrs->epsilon = epsilon;
  attrs->scale = scale;
  Expr args[] = {std::move(data), Var(prefix + "_gamma"), Var(prefix + "_beta"),
                 Var(prefix + "_moving_mean"), Var(prefix + "_moving_var")};
  return TupleGetItem(Call(GetOp("nn.batch_norm"), args, Attrs(attrs)), 0);
}

Expr Conv2D(Expr data, std::string_view name, const Conv2DOptions& options) {
  auto* attrs = MakeAttrs<Conv2DAttrs>();
  attrs->strides = options.strides;
  attrs->padding = {options.padding[0], options.padding[1], options.padding[0], options.padding[1]};
  attrs->dilation = {1, 1};
  attrs->channels = options.channels;
  attrs->kernel_size = options.kernel_size;
  attrs->data_layout = options.data_layout;
  attrs->kernel_layout = options.kernel_layout;
  return CallOp("nn.conv2d", {std::move(data), Var(std::string(name) + "_weight")}, Attrs(attrs));
}

Expr DenseAddBias(Expr data, std::string_view name, int64_t units) {
  std::string prefix(name);
  auto* dense = MakeAttrs<DenseAttrs>();
  dense->units = units;
  Expr product = CallOp("nn.dense", {std::move(data), Var(prefix + "_weight")}, Attrs(dense));
  auto* bias = MakeAttrs<BiasAddAttrs>();
  bias->axis = -1;
  return CallOp("nn.bias_add", {std::move(product), Var(prefix + "_bias")}, Attrs(bias));
}

}  // namespace layers
}  // namespace passcope
