// Pooling.
#include "executor/fast_kernel.h"
#include "op/attrs_nn.h"
#include "runtime/fast.h"

namespace passcope {

using kernels::KernelId;

namespace {

class PoolKernel final : public EpilogueKernel {
 public:
  PoolKernel(const kernels::Pool2dParams& params, TensorId data, TensorId out)
      : EpilogueKernel(out), params_(params), data_(data) {}
  void Bind(const PlanAddresses& memory) override {
    params_.in = FloatsOf(memory, data_);
    BindResult(memory, &params_);
  }
  void Run() override { Call(KernelId::kPool2d, &params_); }
  std::string Algorithm() const override { return "pooling"; }

 private:
  kernels::Pool2dParams params_;
  TensorId data_;
};

// The sizes of the input and output images.
std::optional<kernels::Pool2dParams> PoolImages(FastRuleContext& context, kernels::PoolOp op,
                                                const std::string& layout,
                                                const std::string& out_layout) {
  if (!AllFloat(context) || (!out_layout.empty() && out_layout != layout)) return std::nullopt;
  return PoolOf(op, layout, context.arg(0).shape, context.result().shape);
}

std::optional<FastStep> PoolStep(FastRuleContext& context, const kernels::Pool2dParams& params) {
  if (!kernels::IsPoolInReach(params)) return std::nullopt;
  FastStep step;
  step.reads = {context.args[0]};
  step.epilogue = true;
  step.kernel = std::make_unique<PoolKernel>(params, context.args[0], context.out);
  return step;
}

template <kernels::PoolOp kOp>
std::optional<FastStep> Pool2d(FastRuleContext& context) {
  const PoolAttrs* attrs = AsPoolAttrs(context.call->attrs);
  if (!attrs) return std::nullopt;
  auto params = PoolImages(context, kOp, attrs->layout, attrs->out_layout);
  if (!params) return std::nullopt;
  SetWindow(*attrs, &*params);
  if (params->pad_top < 0 || params->pad_left < 0 || params->pad_bottom < 0 ||
      params->pad_right < 0) {
    return std::nullopt;
  }
  return PoolStep(context, *params);
}

template <kernels::PoolOp kOp>
std::optional<FastStep> GlobalPool2d(FastRuleContext& context) {
  std::string layout, out_layout;
  if (const auto* attrs = As<GlobalPool2DAttrs>(context.call->attrs)) {
    layout = attrs->layout;
    out_layout = attrs->out_layout;
  } else if (const auto* adaptive = AsAdaptivePoolAttrs(context.call->attrs)) {
    layout = adaptive->layout;
    out_layout = adaptive->out_layout;
  }
  auto params = PoolImages(context, kOp, layout, out_layout);
  // Adaptive pooling to one element is global pooling.
  if (!params || params->out_h != 1 || params->out_w != 1) return std::nullopt;
  params->kh = params->in_h;
  params->kw = params->in_w;
  return PoolStep(context, *params);
}

}  // namespace

void AddPoolRules(OpTable<FastRule>* table) {
  using kernels::PoolOp;
  table->Add("nn.max_pool2d", {Pool2d<PoolOp::kMax>});
  table->Add("nn.avg_pool2d", {Pool2d<PoolOp::kAverage>});
  table->Add("nn.global_max_pool2d", {GlobalPool2d<PoolOp::kMax>});
  table->Add("nn.global_avg_pool2d", {GlobalPool2d<PoolOp::kAverage>});
  table->Add("nn.adaptive_max_pool2d", {GlobalPool2d<PoolOp::kMax>});
  table->Add("nn.adaptive_avg_pool2d", {GlobalPool2d<PoolOp::kAverage>});
}

}  // namespace passcope
