// Convolutions of real numbers and of 8-bit integers.
#include <algorithm>
#include <array>

#include "executor/fast_kernel.h"
#include "op/attrs_nn.h"
#include "op/layout.h"
#include "runtime/fast.h"
#include "runtime/strided.h"

namespace passcope {

using kernels::KernelId;

namespace {

class ConvKernel final : public EpilogueKernel {
 public:
  ConvKernel(const kernels::Conv2dShape& shape, TensorId data, PackedWeight weight,
             TensorId workspace, const std::array<int64_t, 4>& strides, TensorId out)
      : EpilogueKernel(out), data_(data), weight_(std::move(weight)), workspace_(workspace) {
    params_.shape = pack_.shape = shape;
    pack_.stride_o = strides[0];
    pack_.stride_i = strides[1];
    pack_.stride_h = strides[2];
    pack_.stride_w = strides[3];
  }

  void Bind(const PlanAddresses& memory) override {
    pack_.weight = FloatsOf(memory, weight_.weight());
    pack_.packed = weight_.Place(memory);
    if (weight_.constant()) Call(KernelId::kConvPack, &pack_);
    params_.in = FloatsOf(memory, data_);
    params_.packed = pack_.packed;
    params_.workspace = workspace_ < 0 ? nullptr : memory.Of(workspace_);
    BindResult(memory, &params_);
    BindChannels(memory, &params_);
  }
  void Run() override {
    if (!weight_.constant()) Call(KernelId::kConvPack, &pack_);
    Call(KernelId::kConv, &params_);
  }
  std::string Algorithm() const override {
    return kernels::ConvAlgorithmName(kernels::ChooseConv(params_.shape));
  }
  int64_t KeptBytes() const override { return weight_.KeptBytes(); }

 private:
  kernels::ConvParams params_{};
  kernels::ConvPackParams pack_{};
  TensorId data_;
  PackedWeight weight_;
  TensorId workspace_;
};

// A convolution's sizes, and the strides of its weight.
struct ConvGeometry {
  kernels::Conv2dShape shape{};
  // Strides of the output channel, the input channel in its group, and the row and column of the
  // window.
  std::array<int64_t, 4> strides{};
  ImageAxes axes{};
};

// Nullopt for layouts and paddings that the kernels do not support. Uses only the shapes of data,
// weight and result.
std::optional<ConvGeometry> GeometryOf(const FastRuleContext& context) {
  const auto* attrs = As<Conv2DAttrs>(context.call->attrs);
  if (!attrs) return std::nullopt;
  auto layout = LayoutOf(attrs->data_layout);
  if (!layout || (!attrs->out_layout.empty() && attrs->out_layout != attrs->data_layout)) {
    return std::nullopt;
  }
  const auto& data = context.arg(0).shape;
  const auto& weight = context.arg(1).shape;
  const auto& out = context.result().shape;
  auto kernel_layout = Layout::Parse(attrs->kernel_layout);
  if (!kernel_layout || kernel_layout->ndim() != 4 || kernel_layout->ndim_primal() != 4 ||
      data.size() != 4 || weight.size() != 4) {
    return std::nullopt;
  }
  ConvGeometry geometry;
  std::array<int64_t, 4> sizes{};
  std::vector<int64_t> row_major = RowMajorStrides(weight);
  for (size_t i = 0; i < 4; ++i) {
    int at = kernel_layout->IndexOf("OIHW"[i]);
    if (at < 0) return std::nullopt;
    sizes[i] = weight[static_cast<size_t>(at)];
    geometry.strides[i] = row_major[static_cast<size_t>(at)];
  }
  ImageAxes axes = geometry.axes = AxesOf(*layout);
  kernels::Conv2dShape& shape = geometry.shape;
  shape.batch = data[axes.n];
  shape.in_c = data[axes.c];
  shape.in_h = data[axes.h];
  shape.in_w = data[axes.w];
  shape.out_c = out[axes.c];
  shape.out_h = out[axes.h];
  shape.out_w = out[axes.w];
  shape.kh = sizes[2];
  shape.kw = sizes[3];
  SetSteps(*attrs, &shape);
  shape.groups = attrs->groups;
  shape.layout = *layout;
  shape.algorithm = ConvChoice();
  if (shape.pad_top < 0 || shape.pad_left < 0) return std::nullopt;
  if (sizes[0] != shape.out_c || sizes[1] * shape.groups != shape.in_c) {
    // A depthwise weight may have axes for the input channel and its multiplier.
    if (shape.groups != shape.in_c || sizes[0] != shape.in_c ||
        sizes[0] * sizes[1] != shape.out_c ||
        geometry.strides[0] != geometry.strides[1] * sizes[1]) {
      return std::nullopt;
    }
    geometry.strides[0] = geometry.strides[1];
    geometry.strides[1] = 0;
  }
  if (!kernels::IsConvInReach(shape)) return std::nullopt;
  return geometry;
}

std::optional<FastStep> Conv2d(FastRuleContext& context) {
  if (!AllFloat(context)) return std::nullopt;
  auto geometry = GeometryOf(context);
  if (!geometry) return std::nullopt;
  int64_t bytes = kernels::ConvWorkspaceBytes(geometry->shape);
  TensorId workspace = bytes > 0 ? context.Workspace(bytes) : -1;
  PackedWeight packed(context, context.args[1], kernels::ConvPackedBytes(geometry->shape));
  FastStep step;
  step.reads = {context.args[0], context.args[1]};
  Add(&step.workspaces, {workspace, packed.workspace()});
  if (packed.constant()) step.packs = {context.args[1]};
  step.epilogue = true;
  step.channel_axis = static_cast<int>(geometry->axes.c);
  step.kernel = std::make_unique<ConvKernel>(geometry->shape, context.args[0], std::move(packed),
                                             workspace, geometry->strides, context.out);
  return step;
}

// --- 8-bit integers ----------------------------------------------------------------------------

class IntConvKernel final : public EpilogueKernel {
 public:
  IntConvKernel(const kernels::IntConvShape& shape, TensorId data, PackedWeight weight,
                TensorId workspace, const std::array<int64_t, 4>& strides, int32_t data_zero,
                std::vector<int32_t> weight_zeros, TensorId out)
      : EpilogueKernel(out),
        data_(data),
        weight_(std::move(weight)),
        workspace_(workspace),
        weight_zeros_(std::move(weight_zeros)) {
    params_.shape = pack_.shape = shape;
    params_.zero_point = data_zero;
    pack_.stride_o = strides[0];
    pack_.stride_i = strides[1];
    pack_.stride_h = strides[2];
    pack_.stride_w = strides[3];
  }

  void Bind(const PlanAddresses& memory) override {
    pack_.weight = memory.Of(weight_.weight());
    pack_.packed = weight_.Place(memory);
    if (weight_zeros_.size() > 1) {
      pack_.zero_points = weight_zeros_.data();
    } else {
      pack_.zero_point = weight_zeros_[0];
    }
    if (weight_.constant()) Call(KernelId::kIntConvPack, &pack_);
    params_.in = memory.Of(data_);
    params_.packed = pack_.packed;
    params_.workspace = workspace_ < 0 ? nullptr : memory.Of(workspace_);
    params_.out = reinterpret_cast<int32_t*>(memory.Of(out_));
    if (epilogue_.code) {
      epilogue_.code->Bind(memory);
      params_.epilogue = &epilogue_.code->program;
    }
  }
  void Run() override {
    if (!weight_.constant()) Call(KernelId::kIntConvPack, &pack_);
    Call(KernelId::kIntConv, &params_);
  }
  std::string Algorithm() const override { return "8-bit product"; }
  int64_t KeptBytes() const override { return weight_.KeptBytes(); }

 private:
  kernels::IntConvParams params_{};
  kernels::IntConvPackParams pack_{};
  TensorId data_;
  PackedWeight weight_;
  TensorId workspace_;
  std::vector<int32_t> weight_zeros_;
};

std::optional<kernels::ElementType> ByteType(DataType dtype) {
  if (dtype == DataType::Int(8)) return kernels::ElementType::kInt8;
  if (dtype == DataType::UInt(8)) return kernels::ElementType::kUint8;
  return std::nullopt;
}

// The integers of an int32 constant; empty for other tensors.
std::vector<int32_t> ConstantInts(const Plan& plan, TensorId id) {
  const PlanTensor& tensor = plan.tensors[static_cast<size_t>(id)];
  if (!IsConstant(plan, id) || tensor.dtype != DataType::Int(32)) return {};
  const NDArray& array = plan.buffers[static_cast<size_t>(tensor.buffer)].constant;
  return {array->as<int32_t>(), array->as<int32_t>() + array->size()};
}

// True if all 8-bit integers minus this zero point fit the kernel's 16 bits.
bool FitsShorts(int32_t zero_point) {
  return zero_point >= kernels::kLowestZeroPoint && zero_point <= kernels::kHighestZeroPoint;
}

std::optional<FastStep> IntStep(FastRuleContext& context, const kernels::Conv2dShape& shape,
                                const std::array<int64_t, 4>& strides, int32_t data_zero,
                                std::vector<int32_t> weight_zeros) {
  auto data_type = ByteType(context.arg(0).dtype), weight_type = ByteType(context.arg(1).dtype);
  if (!data_type || !weight_type || context.result().dtype != DataType::Int(32) ||
      !FitsShorts(data_zero) ||
      !std::all_of(weight_zeros.begin(), weight_zeros.end(), FitsShorts) ||
      (weight_zeros.size() != 1 && weight_zeros.size() != static_cast<size_t>(shape.out_c))) {
    return std::nullopt;
  }
  kernels::IntConvShape bytes_shape{shape, *data_type, *weight_type};
  int64_t bytes = kernels::IntConvWorkspaceBytes(bytes_shape);
  TensorId workspace = bytes > 0 ? context.Workspace(bytes) : -1;
  PackedWeight packed(context, context.args[1], kernels::IntConvPackedBytes(bytes_shape));
  FastStep step;
  step.reads = {context.args[0], context.args[1]};
  Add(&step.workspaces, {workspace, packed.workspace()});
  if (packed.constant()) step.packs = {context.args[1]};
  step.epilogue = true;
  step.kernel =
      std::make_unique<IntConvKernel>(bytes_shape, context.args[0], std::move(packed), workspace,
                                      strides, data_zero, std::move(weight_zeros), context.out);
  return step;
}

// Reads the zero points of data and weight; false if they are not constants.
bool ZeroPoints(const FastRuleContext& context, int32_t* data, std::vector<int32_t>* weight) {
  std::vector<int32_t> zero = ConstantInts(context.plan, context.args[2]);
  *weight = ConstantInts(context.plan, context.args[3]);
  if (zero.size() != 1 || weight->empty()) return false;
  *data = zero[0];
  return true;
}

std::optional<FastStep> QnnConv2d(FastRuleContext& context) {
  auto geometry = GeometryOf(context);
  int32_t zero = 0;
  std::vector<int32_t> weight_zeros;
  if (!geometry || !ZeroPoints(context, &zero, &weight_zeros)) return std::nullopt;
  return IntStep(context, geometry->shape, geometry->strides, zero, std::move(weight_zeros));
}

// A dense layer is a 1x1 convolution on 1x1 images.
std::optional<FastStep> QnnDense(FastRuleContext& context) {
  const auto& data = context.arg(0).shape;
  const auto& weight = context.arg(1).shape;
  int32_t zero = 0;
  std::vector<int32_t> weight_zeros;
  if (data.size() != 2 || weight.size() != 2 || data[1] != weight[1] ||
      !ZeroPoints(context, &zero, &weight_zeros)) {
    return std::nullopt;
  }
  kernels::Conv2dShape shape{};
  shape.batch = data[0];
  shape.in_c = data[1];
  shape.out_c = weight[0];
  shape.in_h = shape.in_w = shape.out_h = shape.out_w = shape.kh = shape.kw = 1;
  shape.sh = shape.sw = shape.dh = shape.dw = shape.groups = 1;
  shape.layout = kernels::ConvLayout::kNCHW;
  return IntStep(context, shape, {weight[1], 1, 0, 0}, zero, std::move(weight_zeros));
}

// nn.conv2d of int8 or uint8 does not have zero points.
std::optional<FastStep> AnyConv2d(FastRuleContext& context) {
  if (auto step = Conv2d(context)) return step;
  if (!ByteType(context.arg(0).dtype)) return std::nullopt;
  auto geometry = GeometryOf(context);
  if (!geometry) return std::nullopt;
  return IntStep(context, geometry->shape, geometry->strides, 0, {0});
}

}  // namespace

void AddConvRules(OpTable<FastRule>* table) {
  table->Add("nn.conv2d", {AnyConv2d});
  table->Add("qnn.conv2d", {QnnConv2d});
  table->Add("qnn.dense", {QnnDense});
}

}  // namespace passcope
