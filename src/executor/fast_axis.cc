// Softmax and normalisations, which work along one axis.
#include <span>

#include "executor/fast_kernel.h"
#include "op/attrs_nn.h"
#include "op/axes.h"
#include "runtime/strided.h"

namespace passcope {

using kernels::KernelId;

namespace {

struct AxisSizes {
  int64_t outer, size, inner;
};
std::optional<AxisSizes> SizesAround(std::span<const int64_t> shape, int64_t axis) {
  auto at = FindAxis(axis, shape.size());
  if (!at) return std::nullopt;
  return AxisSizes{Product(shape.first(*at)), shape[*at], Product(shape.subspan(*at + 1))};
}

// A kernel with data, a result and optional parameters.
template <class Params, KernelId kId>
class AxisKernel final : public FastKernel {
 public:
  AxisKernel(const char* algorithm, const Params& params, TensorId data, TensorId out,
             std::vector<std::pair<const float * Params::*, TensorId>> others = {})
      : algorithm_(algorithm),
        params_(params),
        data_(data),
        out_(out),
        others_(std::move(others)) {}
  void Bind(const PlanAddresses& memory) override {
    params_.in = FloatsOf(memory, data_);
    params_.out = ResultOf(memory, out_);
    for (const auto& [member, tensor] : others_) params_.*member = FloatsOf(memory, tensor);
  }
  void Run() override { Call(kId, &params_); }
  std::string Algorithm() const override { return algorithm_; }

 private:
  const char* algorithm_;
  Params params_;
  TensorId data_, out_;
  std::vector<std::pair<const float * Params::*, TensorId>> others_;
};

template <int kLog>
std::optional<FastStep> Softmax(FastRuleContext& context) {
  const auto* attrs = As<SoftmaxAttrs>(context.call->attrs);
  if (!attrs || !AllFloat(context)) return std::nullopt;
  auto sizes = SizesAround(context.arg(0).shape, attrs->axis);
  if (!sizes) return std::nullopt;
  kernels::SoftmaxParams params{};
  params.outer = sizes->outer;
  params.size = sizes->size;
  params.inner = sizes->inner;
  params.log = kLog;
  FastStep step;
  step.reads = {context.args[0]};
  step.kernel = std::make_unique<AxisKernel<kernels::SoftmaxParams, KernelId::kSoftmax>>(
      kLog ? "log softmax" : "softmax", params, context.args[0], context.out);
  return step;
}

std::optional<FastStep> LayerNorm(FastRuleContext& context) {
  const auto* attrs = As<LayerNormAttrs>(context.call->attrs);
  if (!attrs || !AllFloat(context)) return std::nullopt;
  auto sizes = SizesAround(context.arg(0).shape, attrs->axis);
  if (!sizes || context.arg(1).elements() != sizes->size ||
      context.arg(2).elements() != sizes->size) {
    return std::nullopt;
  }
  using Params = kernels::LayerNormParams;
  Params params{};
  params.outer = sizes->outer;
  params.size = sizes->size;
  params.inner = sizes->inner;
  params.epsilon = static_cast<float>(attrs->epsilon);
  FastStep step;
  step.reads = context.args;
  step.kernel = std::make_unique<AxisKernel<Params, KernelId::kLayerNorm>>(
      "layer normalisation", params, context.args[0], context.out,
      std::vector<std::pair<const float * Params::*, TensorId>>{
          {&Params::gamma, attrs->scale ? context.args[1] : -1},
          {&Params::beta, attrs->center ? context.args[2] : -1}});
  return step;
}

std::optional<FastStep> BatchNorm(FastRuleContext& context) {
  const auto* attrs = As<BatchNormAttrs>(context.call->attrs);
  if (!attrs || !AllFloat(context)) return std::nullopt;
  auto sizes = SizesAround(context.arg(0).shape, attrs->axis);
  if (!sizes) return std::nullopt;
  for (size_t i = 1; i < 5; ++i) {
    if (context.arg(i).elements() != sizes->size) return std::nullopt;
  }
  using Params = kernels::BatchNormParams;
  Params params{};
  params.outer = sizes->outer;
  params.channels = sizes->size;
  params.inner = sizes->inner;
  params.epsilon = static_cast<float>(attrs->epsilon);
  FastStep step;
  step.reads = context.args;
  step.kernel = std::make_unique<AxisKernel<Params, KernelId::kBatchNorm>>(
      "batch normalisation", params, context.args[0], context.out,
      std::vector<std::pair<const float * Params::*, TensorId>>{
          {&Params::gamma, attrs->scale ? context.args[1] : -1},
          {&Params::beta, attrs->center ? context.args[2] : -1},
          {&Params::mean, context.args[3]},
          {&Params::variance, context.args[4]}});
  return step;
}

}  // namespace

void AddAxisRules(OpTable<FastRule>* table) {
  table->Add("nn.softmax", {Softmax<0>});
  table->Add("nn.fast_softmax", {Softmax<0>});
  table->Add("nn.log_softmax", {Softmax<1>});
  table->Add("nn.layer_norm", {LayerNorm});
  table->Add("nn.batch_norm", {BatchNorm, {3, 4}});
}

}  // namespace passcope
