#include "executor/fast_rules.h"

#include <algorithm>
#include <utility>

#include "kernels/kernels.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/layout.h"
#include "runtime/strided.h"
#include "support/check.h"

namespace passcope {

using kernels::CallKernel;
using kernels::KernelId;

void FastKernel::SetEpilogue(TensorId, Epilogue) {
  FailCheck("an epilogue for a kernel that takes none", __FILE_NAME__, __LINE__);
}

void FastKernel::SetPrologue(ScalarCode) {
  FailCheck("a prologue for a kernel that takes none", __FILE_NAME__, __LINE__);
}

TensorId AddTensor(Plan* plan, std::vector<int64_t> shape, DataType dtype) {
  PlanTensor tensor;
  tensor.shape = std::move(shape);
  tensor.dtype = dtype;
  tensor.buffer = static_cast<int32_t>(plan->buffers.size());
  PlanBuffer buffer;
  buffer.bytes = tensor.bytes();
  plan->buffers.push_back(std::move(buffer));
  plan->tensors.push_back(std::move(tensor));
  return static_cast<TensorId>(plan->tensors.size() - 1);
}

bool IsConstant(const Plan& plan, TensorId tensor) {
  const PlanTensor& view = plan.tensors[static_cast<size_t>(tensor)];
  return plan.buffers[static_cast<size_t>(view.buffer)].kind == PlanBuffer::Kind::kConstant;
}

TensorId FastRuleContext::Workspace(int64_t bytes) {
  TensorId id = AddTensor(&plan, {bytes}, DataType::UInt(8));
  plan.buffers.back().workspace = true;
  return id;
}

namespace {

constexpr DataType kFloat = DataType::Float(32);

bool AllFloat(const FastRuleContext& context) {
  if (context.result().dtype != kFloat) return false;
  return std::all_of(context.args.begin(), context.args.end(), [&](TensorId id) {
    return context.plan.tensors[static_cast<size_t>(id)].dtype == kFloat;
  });
}

void Call(KernelId id, void* params) { PASSCOPE_CHECK(CallKernel(id, params) == 0); }

const float* FloatsOf(const PlanAddresses& memory, TensorId tensor) {
  return tensor < 0 ? nullptr : reinterpret_cast<const float*>(memory.Of(tensor));
}
float* ResultOf(const PlanAddresses& memory, TensorId tensor) {
  return reinterpret_cast<float*>(memory.Of(tensor));
}

// A weight in the order in which its kernel reads it: packed once when it is constant, else before
// each run.
class PackedWeight {
 public:
  PackedWeight() = default;
  PackedWeight(FastRuleContext& context, TensorId weight, int64_t bytes)
      : weight_(weight), bytes_(bytes), constant_(IsConstant(context.plan, weight)) {
    if (!constant_ && bytes_ > 0) workspace_ = context.Workspace(bytes_);
  }
  TensorId weight() const { return weight_; }
  TensorId workspace() const { return workspace_; }
  bool constant() const { return constant_; }
  int64_t KeptBytes() const { return constant_ ? bytes_ : 0; }
  void* Place(const PlanAddresses& memory) {
    if (bytes_ == 0) return nullptr;
    if (!constant_) return memory.Of(workspace_);
    kept_ = MakeNDArray({bytes_}, DataType::UInt(8));
    return kept_->mutable_data();
  }

 private:
  TensorId weight_ = -1;
  TensorId workspace_ = -1;
  int64_t bytes_ = 0;
  bool constant_ = false;
  NDArray kept_;
};

// A kernel that takes an epilogue.
class EpilogueKernel : public FastKernel {
 public:
  explicit EpilogueKernel(TensorId out) : out_(out) {}
  void SetEpilogue(TensorId out, Epilogue epilogue) override {
    out_ = out;
    epilogue_ = std::move(epilogue);
  }

 protected:
  template <class Params>
  void BindResult(const PlanAddresses& memory, Params* params) {
    params->out = ResultOf(memory, out_);
    params->epilogue = nullptr;
    if (epilogue_.code) {
      epilogue_.code->Bind(memory);
      params->epilogue = &epilogue_.code->program;
    }
  }
  template <class Params>
  void BindChannels(const PlanAddresses& memory, Params* params) {
    params->bias = FloatsOf(memory, epilogue_.bias);
    params->clamp = {epilogue_.min, epilogue_.max};
  }

  TensorId out_;
  Epilogue epilogue_;
};

// Adds those of `ids` that there are.
void Add(std::vector<TensorId>* list, std::initializer_list<TensorId> ids) {
  for (TensorId id : ids) {
    if (id >= 0) list->push_back(id);
  }
}

// --- convolution -----------------------------------------------------------------------------

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

// An entry of a list that has one for all axes or one per axis.
int64_t Entry(const std::vector<int64_t>& list, size_t i) { return list[list.size() == 1 ? 0 : i]; }

std::optional<kernels::ConvLayout> LayoutOf(const std::string& text) {
  if (text == "NCHW") return kernels::ConvLayout::kNCHW;
  if (text == "NHWC") return kernels::ConvLayout::kNHWC;
  return std::nullopt;
}

// The axes of an image: batch, channels, height, width.
struct ImageAxes {
  size_t n, c, h, w;
};
ImageAxes AxesOf(kernels::ConvLayout layout) {
  return layout == kernels::ConvLayout::kNCHW ? ImageAxes{0, 1, 2, 3} : ImageAxes{0, 3, 1, 2};
}

// A convolution's sizes, and where its weight's elements are.
struct ConvGeometry {
  kernels::Conv2dShape shape{};
  // Of the output channel, the input channel in its group, the row and the column of the window.
  std::array<int64_t, 4> strides{};
  ImageAxes axes{};
};

// Nullopt for layouts and paddings that the kernels do not do. Of data, weight and result only the
// shapes are looked at.
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
  shape.sh = Entry(attrs->strides, 0);
  shape.sw = Entry(attrs->strides, 1);
  shape.dh = Entry(attrs->dilation, 0);
  shape.dw = Entry(attrs->dilation, 1);
  shape.pad_top = Entry(attrs->padding, 0);
  shape.pad_left = Entry(attrs->padding, 1);
  shape.groups = attrs->groups;
  shape.layout = *layout;
  shape.algorithm = kernels::ConvAlgorithm::kAuto;
  if (shape.pad_top < 0 || shape.pad_left < 0) return std::nullopt;
  if (sizes[0] != shape.out_c || sizes[1] * shape.groups != shape.in_c) {
    // A depthwise weight may be given per input channel and its multiplier.
    if (shape.groups != shape.in_c || sizes[0] != shape.in_c ||
        sizes[0] * sizes[1] != shape.out_c ||
        geometry.strides[0] != geometry.strides[1] * sizes[1]) {
      return std::nullopt;
    }
    geometry.strides[0] = geometry.strides[1];
    geometry.strides[1] = 0;
  }
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

// The integers of a constant; none when it is no constant of them.
std::vector<int32_t> ConstantInts(const Plan& plan, TensorId id) {
  const PlanTensor& tensor = plan.tensors[static_cast<size_t>(id)];
  if (!IsConstant(plan, id) || tensor.dtype != DataType::Int(32)) return {};
  const NDArray& array = plan.buffers[static_cast<size_t>(tensor.buffer)].constant;
  return {array->as<int32_t>(), array->as<int32_t>() + array->size()};
}

std::optional<FastStep> IntStep(FastRuleContext& context, const kernels::Conv2dShape& shape,
                                const std::array<int64_t, 4>& strides, int32_t data_zero,
                                std::vector<int32_t> weight_zeros) {
  auto data_type = ByteType(context.arg(0).dtype), weight_type = ByteType(context.arg(1).dtype);
  if (!data_type || !weight_type || context.result().dtype != DataType::Int(32) ||
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

// The zero points of data and weight; false when they are no constants.
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

// A dense layer is a convolution of 1x1 on images of 1x1.
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

// nn.conv2d of int8 or uint8 has no zero points.
std::optional<FastStep> AnyConv2d(FastRuleContext& context) {
  if (auto step = Conv2d(context)) return step;
  if (!ByteType(context.arg(0).dtype)) return std::nullopt;
  auto geometry = GeometryOf(context);
  if (!geometry) return std::nullopt;
  return IntStep(context, geometry->shape, geometry->strides, 0, {0});
}

// --- matrix product ----------------------------------------------------------------------------

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
    // What changes from run to run is packed by the product itself, where it needs it.
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

// --- pooling -----------------------------------------------------------------------------------

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

FastStep PoolStep(FastRuleContext& context, const kernels::Pool2dParams& params) {
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

// --- along one axis ------------------------------------------------------------------------------

struct AxisSizes {
  int64_t outer, size, inner;
};
std::optional<AxisSizes> SizesAround(std::span<const int64_t> shape, int64_t axis) {
  auto rank = static_cast<int64_t>(shape.size());
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank) return std::nullopt;
  auto at = static_cast<size_t>(axis);
  return AxisSizes{Product(shape.first(at)), shape[at], Product(shape.subspan(at + 1))};
}

// A kernel with data, a result and parameters that may be left out.
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

// --- reductions ----------------------------------------------------------------------------------

class ReduceKernel final : public EpilogueKernel {
 public:
  ReduceKernel(const kernels::ReduceParams& params, TensorId data, TensorId out)
      : EpilogueKernel(out), params_(params), data_(data) {}

  void Bind(const PlanAddresses& memory) override {
    params_.out = ResultOf(memory, out_);
    if (epilogue_.code) epilogue_.code->Bind(memory);
    if (!prologue_) {
      params_.in = FloatsOf(memory, data_);
      return;
    }
    prologue_->Bind(memory);
    tile_.resize(static_cast<size_t>(RowsPerTile() * Row()));
  }

  void Run() override {
    if (prologue_) {
      RunTiles();
    } else {
      Call(KernelId::kReduce, &params_);
    }
    if (!epilogue_.code) return;
    kernels::ScalarParams params{&epilogue_.code->program, params_.out, 0,
                                 epilogue_.code->elements()};
    Call(KernelId::kScalar, &params);
  }

  // Rows of which each gives a result, and which are short enough to stay in the cache.
  bool TakesPrologue() const override {
    bool rows = params_.rank >= 1 && params_.rank <= 2 && params_.reduced[params_.rank - 1];
    return rows && Row() <= kTile && params_.op != kernels::ReduceOp::kProd;
  }
  void SetPrologue(ScalarCode code) override { prologue_ = std::move(code); }
  std::string Algorithm() const override { return "reduction"; }

 private:
  static constexpr int64_t kTile = 16384;
  int64_t Row() const { return params_.shape[params_.rank - 1]; }
  int64_t Rows() const { return params_.rank == 2 ? params_.shape[0] : 1; }
  int64_t RowsPerTile() const {
    return std::min(Rows(), std::max<int64_t>(kTile / 4 / std::max<int64_t>(Row(), 1), 1));
  }

  void RunTiles() {
    int64_t step = RowsPerTile();
    for (int64_t row = 0; row < Rows(); row += step) {
      int64_t rows = std::min(step, Rows() - row), offset = row * Row();
      // A program stores element `offset` at that offset from its result.
      prologue_->program.out = reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(tile_.data()) -
                                                       static_cast<uintptr_t>(offset) * 4);
      kernels::ScalarParams elements{&prologue_->program, nullptr, offset, rows * Row()};
      Call(KernelId::kScalar, &elements);
      kernels::ReduceParams tile{};
      tile.op = params_.op;
      tile.rank = 2;
      tile.shape[0] = rows;
      tile.shape[1] = Row();
      tile.reduced[1] = 1;
      tile.in = tile_.data();
      tile.out = params_.out + row;
      Call(KernelId::kReduce, &tile);
    }
  }

  kernels::ReduceParams params_;
  TensorId data_;
  std::optional<ScalarCode> prologue_;
  std::vector<float> tile_;
};

template <kernels::ReduceOp kOp>
std::optional<FastStep> Reduce(FastRuleContext& context) {
  const auto* attrs = AsReduceAttrs(context.call->attrs);
  const auto& shape = context.arg(0).shape;
  if (!attrs || !AllFloat(context)) return std::nullopt;
  auto rank = static_cast<int64_t>(shape.size());
  std::vector<bool> reduced(shape.size(), true);
  if (attrs->axis && !attrs->axis->empty()) {
    reduced.assign(shape.size(), attrs->exclude);
    for (int64_t axis : *attrs->axis) {
      if (axis < -rank || axis >= rank) return std::nullopt;
      reduced[static_cast<size_t>(axis < 0 ? axis + rank : axis)] = !attrs->exclude;
    }
  }
  // Neighbours of which both are reduced or neither is are one axis; an axis of size 1 is none.
  kernels::ReduceParams params{};
  params.op = kOp;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1) continue;
    int32_t last = params.rank - 1;
    if (last >= 0 && params.reduced[last] == static_cast<int32_t>(reduced[i])) {
      params.shape[last] *= shape[i];
      continue;
    }
    if (params.rank == kernels::kMaxRank) return std::nullopt;
    params.shape[params.rank] = shape[i];
    params.reduced[params.rank++] = reduced[i];
  }
  FastStep step;
  step.reads = {context.args[0]};
  step.epilogue = true;
  step.kernel = std::make_unique<ReduceKernel>(params, context.args[0], context.out);
  return step;
}

}  // namespace

const OpTable<FastRule>& FastRules() {
  thread_local const OpTable<FastRule>* table = [] {
    using kernels::PoolOp;
    using kernels::ReduceOp;
    auto* fresh = new OpTable<FastRule>;
    fresh->Add("nn.conv2d", {AnyConv2d});
    fresh->Add("qnn.conv2d", {QnnConv2d});
    fresh->Add("qnn.dense", {QnnDense});
    fresh->Add("nn.dense", {Dense});
    fresh->Add("nn.matmul", {Matmul});
    fresh->Add("nn.batch_matmul", {BatchMatmul});
    fresh->Add("nn.max_pool2d", {Pool2d<PoolOp::kMax>});
    fresh->Add("nn.avg_pool2d", {Pool2d<PoolOp::kAverage>});
    fresh->Add("nn.global_max_pool2d", {GlobalPool2d<PoolOp::kMax>});
    fresh->Add("nn.global_avg_pool2d", {GlobalPool2d<PoolOp::kAverage>});
    fresh->Add("nn.adaptive_max_pool2d", {GlobalPool2d<PoolOp::kMax>});
    fresh->Add("nn.adaptive_avg_pool2d", {GlobalPool2d<PoolOp::kAverage>});
    fresh->Add("nn.softmax", {Softmax<0>});
    fresh->Add("nn.fast_softmax", {Softmax<0>});
    fresh->Add("nn.log_softmax", {Softmax<1>});
    fresh->Add("nn.layer_norm", {LayerNorm});
    fresh->Add("nn.batch_norm", {BatchNorm, {3, 4}});
    fresh->Add("sum", {Reduce<ReduceOp::kSum>});
    fresh->Add("mean", {Reduce<ReduceOp::kMean>});
    fresh->Add("max", {Reduce<ReduceOp::kMax>});
    fresh->Add("min", {Reduce<ReduceOp::kMin>});
    fresh->Add("prod", {Reduce<ReduceOp::kProd>});
    return fresh;
  }();
  return *table;
}

}  // namespace passcope
