// Pooling.
#include "executor/fast_kernel.h"
#include "op/attrs_nn.h"

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

// The images that come in and go out.
std::optional<kernels::Pool2dParams> PoolImages(FastRuleContext& context, kernels::PoolOp op,
                                                const std::string& layout_text,
                                                const std::string& out_layout) {
  auto layout = LayoutOf(layout_text);
  if (!layout || !AllFloat(context) || context.arg(0).shape.size() != 4 ||
      (!out_layout.empty() && out_layout != layout_text)) {
    return std::nullopt;
  }
  ImageAxes axes = AxesOf(*layout);
  const auto& in = context.arg(0).shape;
  const auto& out = context.result().shape;
  kernels::Pool2dParams params{};
  params.op = op;
  params.layout = *layout;
  params.batch = in[axes.n];
  params.channels = in[axes.c];
  params.in_h = in[axes.h];
  params.in_w = in[axes.w];
  params.out_h = out[axes.h];
  params.out_w = out[axes.w];
  params.sh = params.sw = params.dh = params.dw = 1;
  return params;
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
  params->kh = attrs->pool_size[0];
  params->kw = attrs->pool_size[1];
  params->sh = Entry(attrs->strides, 0);
  params->sw = Entry(attrs->strides, 1);
  params->dh = Entry(attrs->dilation, 0);
  params->dw = Entry(attrs->dilation, 1);
  params->pad_top = Entry(attrs->padding, 0);
  params->pad_left = Entry(attrs->padding, 1);
  bool both = attrs->padding.size() == 4;
  params->pad_bottom = both ? attrs->padding[2] : params->pad_top;
  params->pad_right = both ? attrs->padding[3] : params->pad_left;
  params->count_include_pad = attrs->count_include_pad;
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
  // An adaptive pooling to one element is a global one.
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
