// Matrix products.
#include <algorithm>

#include "executor/fast_kernel.h"
#include "op/attrs_nn.h"
#include "runtime/strided.h"

namespace passcope {

using kernels::KernelId;

namespace {

class GemmKernel final : public EpilogueKernel {
 public:
  GemmKernel(const kernels::GemmShape& shape, TensorId a, TensorId b, PackedWeight packed,
             TensorId workspace, TensorId out)
      : EpilogueKernel(out), a_(a), b_(b), packed_(std::move(packed)), workspace_(workspace) {
    params_.shape = pack_.shape = shape;
  }

  void Bind(const PlanAddresses& memory) override {
    params_.a = FloatsOf(memory, a_);
    params_.b = pack_.b = FloatsOf(memory, b_);
    // If the operand is not constant, the product itself packs it as needed.
    pack_.packed = packed_.constant() ? packed_.Place(memory) : nullptr;
    if (pack_.packed) Call(KernelId::kGemmPack, &pack_);
    params_.packed = pack_.packed;
    params_.workspace = workspace_ < 0 ? nullptr : memory.Of(workspace_);
    BindResult(memory, &params_);
    BindChannels(memory, &params_);
  }
  void Run() override { Call(KernelId::kGemm, &params_); }
  std::string Algorithm() const override { return "matrix product"; }
  int64_t KeptBytes() const override { return packed_.KeptBytes(); }

 private:
  kernels::GemmParams params_{};
  kernels::GemmPackParams pack_{};
  TensorId a_, b_;
  PackedWeight packed_;
  TensorId workspace_;
};

FastStep Gemm(FastRuleContext& context, const kernels::GemmShape& shape) {
  bool constant = IsConstant(context.plan, context.args[1]);
  int64_t packed_bytes = constant ? kernels::GemmPackedBytes(shape) : 0;
  PackedWeight packed;
  if (packed_bytes > 0) packed = PackedWeight(context, context.args[1], packed_bytes);
  int64_t bytes = kernels::GemmWorkspaceBytes(shape, packed_bytes > 0);
  TensorId workspace = bytes > 0 ? context.Workspace(bytes) : -1;
  FastStep step;
  step.reads = {context.args[0], context.args[1]};
  Add(&step.workspaces, {workspace});
  if (packed.constant()) step.packs = {context.args[1]};
  step.epilogue = true;
  step.channel_axis = static_cast<int>(context.result().shape.size()) - 1;
  step.kernel = std::make_unique<GemmKernel>(shape, context.args[0], context.args[1],
                                             std::move(packed), workspace, context.out);
  return step;
}

// data (…, k) times weight (n, k).
std::optional<FastStep> Dense(FastRuleContext& context) {
  if (!AllFloat(context)) return std::nullopt;
  const auto& data = context.arg(0).shape;
  const auto& weight = context.arg(1).shape;
  if (weight.size() != 2 || data.empty()) return std::nullopt;
  kernels::GemmShape shape{};
  shape.batch = 1;
  shape.k = data.back();
  shape.n = weight[0];
  shape.m = Product(data) / std::max<int64_t>(shape.k, 1);
  shape.transpose_b = 1;
  if (weight[1] != shape.k) return std::nullopt;
  return Gemm(context, shape);
}

std::optional<FastStep> Matmul(FastRuleContext& context) {
  const auto* attrs = As<MatmulAttrs>(context.call->attrs);
  if (!attrs || !AllFloat(context)) return std::nullopt;
  const auto& a = context.arg(0).shape;
  const auto& b = context.arg(1).shape;
  if (a.size() != 2 || b.size() != 2) return std::nullopt;
  kernels::GemmShape shape{};
  shape.batch = 1;
  shape.m = a[attrs->transpose_a ? 1 : 0];
  shape.k = a[attrs->transpose_a ? 0 : 1];
  shape.n = b[attrs->transpose_b ? 0 : 1];
  shape.transpose_a = attrs->transpose_a;
  shape.transpose_b = attrs->transpose_b;
  if (b[attrs->transpose_b ? 1 : 0] != shape.k) return std::nullopt;
  return Gemm(context, shape);
}

std::optional<FastStep> BatchMatmul(FastRuleContext& context) {
  const auto* attrs = As<BatchMatmulAttrs>(context.call->attrs);
  if (!attrs || !AllFloat(context)) return std::nullopt;
  const auto& a = context.arg(0).shape;
  const auto& b = context.arg(1).shape;
  if (a.size() != 3 || b.size() != 3) return std::nullopt;
  kernels::GemmShape shape{};
  shape.batch = context.result().shape[0];
  shape.m = a[attrs->transpose_a ? 2 : 1];
  shape.k = a[attrs->transpose_a ? 1 : 2];
  shape.n = b[attrs->transpose_b ? 1 : 2];
  shape.transpose_a = attrs->transpose_a;
  shape.transpose_b = attrs->transpose_b;
  shape.a_batch_stride = a[0] == 1 ? 0 : a[1] * a[2];
  shape.b_batch_stride = b[0] == 1 ? 0 : b[1] * b[2];
  if (b[attrs->transpose_b ? 2 : 1] != shape.k) return std::nullopt;
  return Gemm(context, shape);
}

}  // namespace

void AddProductRules(OpTable<FastRule>* table) {
  table->Add("nn.dense", {Dense});
  table->Add("nn.matmul", {Matmul});
  table->Add("nn.batch_matmul", {BatchMatmul});
}

}  // namespace passcope
