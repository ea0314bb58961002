// relay.testing.inception_v3.
#include <initializer_list>

#include "models/layers.h"
#include "models/networks.h"
#include "models/options.h"
#include "support/format.h"

namespace passcope::inception_v3 {
namespace {

using namespace layers;

// A convolution with batch normalization. Without padding, it halves the image or crops its border.
struct Unit {
  int64_t channels;
  int64_t height = 1;
  int64_t width = 1;
  int64_t stride = 1;
  bool padded = true;
};

Expr Apply(Expr data, const std::string& name, const Unit& unit) {
  Convolution conv = {.channels = unit.channels,
                      .kernel_size = {unit.height, unit.width},
                      .strides = {unit.stride, unit.stride}};
  if (unit.padded) conv.padding = {unit.height / 2, unit.width / 2};
  data = Conv(std::move(data), name + "_conv1", conv);
  return Relu(BatchNormInfer(std::move(data), name + "_bn", {.epsilon = 2e-5, .scale = false}));
}

// Applies units one after the other: NAME_conv, NAME_conv_1, …
Expr Tower(Expr data, const std::string& name, std::initializer_list<Unit> units) {
  int i = 0;
  for (const Unit& unit : units) {
    data = Apply(std::move(data), i == 0 ? name + "_conv" : Format("{}_conv_{}", name, i), unit);
    ++i;
  }
  return data;
}

Expr AvgPool(Expr data) {
  return AvgPool2D(std::move(data), {.size = 3, .stride = 1, .padding = 1}, true);
}
Expr Halved(Expr data) { return MaxPool2D(std::move(data), {.size = 3, .stride = 2}); }

Expr Join(std::initializer_list<Expr> towers) {
  return Concatenate(std::span(towers.begin(), towers.size()), 1);
}

Expr BlockA(const Expr& data, const std::string& name, int64_t projected) {
  return Join({Apply(data, name + "_conv", {64}), Tower(data, name + "_tower", {{48}, {64, 5, 5}}),
               Tower(data, name + "_tower_1", {{64}, {96, 3, 3}, {96, 3, 3}}),
               Tower(AvgPool(data), name + "_tower_2", {{projected}})});
}

Expr BlockB(const Expr& data, const std::string& name) {
  return Join({Apply(data, name + "_conv", {384, 3, 3, 2, false}),
               Tower(data, name + "_tower", {{64}, {96, 3, 3}, {96, 3, 3, 2, false}}),
               Halved(data)});
}

Expr BlockC(const Expr& data, const std::string& name, int64_t inner) {
  return Join({Apply(data, name + "_conv", {192}),
               Tower(data, name + "_tower", {{inner}, {inner, 1, 7}, {192, 7, 1}}),
               Tower(data, name + "_tower_1",
                     {{inner}, {inner, 7, 1}, {inner, 1, 7}, {inner, 7, 1}, {192, 1, 7}}),
               Tower(AvgPool(data), name + "_tower_2", {{192}})});
}

Expr BlockD(const Expr& data, const std::string& name) {
  return Join(
      {Tower(data, name + "_tower", {{192}, {320, 3, 3, 2, false}}),
       Tower(data, name + "_tower_1", {{192}, {192, 1, 7}, {192, 7, 1}, {192, 3, 3, 2, false}}),
       Halved(data)});
}

Expr BlockE(const Expr& data, const std::string& name, bool max_pool) {
  Expr first = Tower(data, name + "_tower", {{384}});
  Expr second = Tower(data, name + "_tower_1", {{448}, {384, 3, 3}});
  Expr pooled = max_pool ? MaxPool2D(data, {.size = 3, .stride = 1, .padding = 1}) : AvgPool(data);
  return Join({Apply(data, name + "_conv", {320}),
               Apply(first, name + "_tower_mixed_conv", {384, 1, 3}),
               Apply(first, name + "_tower_mixed_conv_1", {384, 3, 1}),
               Apply(second, name + "_tower_1_mixed_conv", {384, 1, 3}),
               Apply(second, name + "_tower_1_mixed_conv_1", {384, 3, 1}),
               Tower(std::move(pooled), name + "_tower_2", {{192}})});
}

}  // namespace

Expr GetNet(const Options& options) {
  const char* model = "inception_v3";
  models::CheckPositive(model, PHRASE(kClassCount, "the number of classes"), options.num_classes);
  Expr body = models::Images(model, options.batch_size, options.image_shape, options.dtype);
  body = Apply(std::move(body), "conv", {32, 3, 3, 2, false});
  body = Apply(std::move(body), "conv_1", {32, 3, 3, 1, false});
  body = Halved(Apply(std::move(body), "conv_2", {64, 3, 3}));
  body = Apply(std::move(body), "conv_3", {80});
  body = Halved(Apply(std::move(body), "conv_4", {192, 3, 3, 1, false}));
  body = BlockA(body, "mixed", 32);
  body = BlockA(body, "mixed_1", 64);
  body = BlockA(body, "mixed_2", 64);
  body = BlockB(body, "mixed_3");
  body = BlockC(body, "mixed_4", 128);
  body = BlockC(body, "mixed_5", 160);
  body = BlockC(body, "mixed_6", 160);
  body = BlockC(body, "mixed_7", 192);
  body = BlockD(body, "mixed_8");
  body = BlockE(body, "mixed_9", false);
  body = BlockE(body, "mixed_10", true);
  body = AvgPool2D(std::move(body), {.size = 8, .stride = 1}, true);
  // The parameters have TVM's names.
  body = DenseAddBias(BatchFlatten(std::move(body)), Var("fc1_weight"), Var("fc2_bias"),
                      options.num_classes);
  return FunctionOf(Softmax(std::move(body)));
}

}  // namespace passcope::inception_v3
