#include "executor/work.h"

#include <algorithm>

#include "op/attrs_nn.h"
#include "op/op.h"
#include "support/per_engine.h"

namespace passcope {
namespace {

// The elements of a tensor, or of all tensors of a tuple. The nesting of types is limited.
double Elements(const Type& type) {
  if (const auto* tensor = As<TensorTypeNode>(type)) {
    return static_cast<double>(std::max<int64_t>(tensor->num_elements(), 0));
  }
  double sum = 0;
  if (const auto* tuple = As<TupleTypeNode>(type)) {
    for (const Type& field : tuple->fields) sum += Elements(field);
  }
  return sum;
}

double ArgElements(const CallNode* call, size_t i) {
  return Elements(call->arg(i)->checked_type());
}
double ResultElements(const CallNode* call) { return Elements(call->checked_type()); }

double Dimension(const Type& type, size_t i) {
  const auto* tensor = As<TensorTypeNode>(type);
  if (!tensor || i >= tensor->rank() || !tensor->shape[i].is_const()) return 0;
  return static_cast<double>(tensor->shape[i].value());
}

// Each element of the weight is used once per position of the result's images. The weight has an
// element per output channel, input channel of the group, and position in the window.
double Convolution(const CallNode* call) {
  double channels = 0;
  if (const auto* attrs = AsConvAttrs(call->attrs); attrs && attrs->channels) {
    channels = static_cast<double>(*attrs->channels);
  }
  if (channels <= 0) {
    // Without the attribute, the layout tells the axis of the channels.
    const auto* attrs = AsConvAttrs(call->attrs);
    size_t at = attrs ? attrs->data_layout.find('C') : std::string::npos;
    if (at == std::string::npos) return 0;
    channels = Dimension(call->checked_type(), at);
  }
  if (channels <= 0) return 0;
  return 2 * ResultElements(call) * ArgElements(call, 1) / channels;
}

// Each element of the data is multiplied with each window element of the output channels of its
// group.
double TransposedConvolution(const CallNode* call) {
  const auto* attrs = As<Conv2DTransposeAttrs>(call->attrs);
  double in_channels =
      attrs ? Dimension(call->arg(0)->checked_type(), attrs->data_layout.find('C')) : 0;
  return in_channels > 0 ? 2 * ArgElements(call, 0) * ArgElements(call, 1) / in_channels : 0;
}

double Dense(const CallNode* call) {
  const auto* data = As<TensorTypeNode>(call->arg(0)->checked_type());
  if (!data || data->rank() == 0) return 0;
  return 2 * ResultElements(call) * Dimension(call->arg(0)->checked_type(), data->rank() - 1);
}

double Matmul(const CallNode* call) {
  const auto* attrs = As<MatmulAttrs>(call->attrs);
  return 2 * ResultElements(call) *
         Dimension(call->arg(0)->checked_type(), attrs && attrs->transpose_a ? 0 : 1);
}

double BatchMatmul(const CallNode* call) {
  const auto* attrs = As<BatchMatmulAttrs>(call->attrs);
  return 2 * ResultElements(call) *
         Dimension(call->arg(0)->checked_type(), attrs && attrs->transpose_a ? 1 : 2);
}

double Pooling(const CallNode* call) {
  const PoolAttrs* attrs = AsPoolAttrs(call->attrs);
  if (!attrs) return ArgElements(call, 0);
  double window = 1;
  for (int64_t size : attrs->pool_size) window *= static_cast<double>(size);
  return ResultElements(call) * window;
}

double AllData(const CallNode* call) { return ArgElements(call, 0); }
double TwicePerElement(const CallNode* call) { return 2 * ArgElements(call, 0); }
double FivePerElement(const CallNode* call) { return 5 * ArgElements(call, 0); }
double Nothing(const CallNode*) { return 0; }

using FlopRule = double (*)(const CallNode* call);

// The rules for operators whose pattern does not determine the work.
const OpTable<FlopRule>& FlopRules() {
  PASSCOPE_PER_ENGINE const OpTable<FlopRule>* table = [] {
    auto* fresh = new OpTable<FlopRule>;
    for (const char* name : {"nn.conv1d", "nn.conv2d", "nn.conv3d", "nn.contrib_conv2d_NCHWc",
                             "nn.contrib_depthwise_conv2d_NCHWc", "qnn.conv2d"}) {
      fresh->Add(name, Convolution);
    }
    fresh->Add("nn.conv2d_transpose", TransposedConvolution);
    for (const char* name : {"nn.dense", "nn.contrib_dense_pack", "qnn.dense"}) {
      fresh->Add(name, Dense);
    }
    fresh->Add("nn.matmul", Matmul);
    fresh->Add("nn.batch_matmul", BatchMatmul);
    for (const char* name :
         {"nn.max_pool1d", "nn.max_pool2d", "nn.max_pool3d", "nn.avg_pool1d", "nn.avg_pool2d",
          "nn.avg_pool3d", "nn.global_max_pool2d", "nn.global_avg_pool2d", "nn.adaptive_max_pool1d",
          "nn.adaptive_max_pool2d", "nn.adaptive_max_pool3d", "nn.adaptive_avg_pool1d",
          "nn.adaptive_avg_pool2d", "nn.adaptive_avg_pool3d"}) {
      fresh->Add(name, Pooling);
    }
    for (const char* name : {"nn.softmax", "nn.log_softmax", "nn.fast_softmax", "nn.layer_norm",
                             "nn.instance_norm", "nn.group_norm", "nn.l2_normalize", "nn.lrn"}) {
      fresh->Add(name, FivePerElement);
    }
    fresh->Add("nn.batch_norm", TwicePerElement);
    for (const char* name : {"variance", "argmax", "argmin"}) fresh->Add(name, AllData);
    for (const char* name : {"copy", "reinterpret", "broadcast_to", "zeros_like", "ones_like"}) {
      fresh->Add(name, Nothing);
    }
    return fresh;
  }();
  return *table;
}

}  // namespace

double FlopOf(const CallNode* call) {
  const auto* op = As<OpNode>(call->op());
  if (!op) return 0;
  if (FlopRule rule = FlopRules().Get(op)) return rule(call);
  if (op->decl->Has(OpTrait::kReshape)) return 0;
  switch (op->decl->pattern) {
    case OpPattern::kElemWise:
    case OpPattern::kBroadcast:
      return ResultElements(call);
    case OpPattern::kCommReduce:
      return call->args().empty() ? 0 : ArgElements(call, 0);
    default:
      return 0;
  }
}

}  // namespace passcope
