#include "executor/epilogue.h"

#include <cmath>
#include <vector>

#include "kernels/scalar.h"
#include "runtime/strided.h"

namespace passcope {

ScalarNodeId TakeChannelwise(const ScalarPool& pool, const ScalarValue& value,
                             std::span<const int64_t> result_shape, int channel_axis,
                             ScalarNodeId root, const Plan& plan, Epilogue* epilogue) {
  std::vector<int64_t> dims = value.Dims();
  // A tensor along the channels has this stride on the channel axis, and 0 on all others.
  int64_t below = Product(result_shape.subspan(static_cast<size_t>(channel_axis) + 1));
  int64_t channels = result_shape[static_cast<size_t>(channel_axis)];
  auto along_channels = [&](const ScalarNode& node) {
    if (!node.leaf() || node.offset != 0 || channels == 1) return false;
    const PlanTensor& tensor = plan.tensors[static_cast<size_t>(node.tensor)];
    if (tensor.dtype != DataType::Float(32) || tensor.elements() != channels) return false;
    int64_t at = 1;
    for (size_t i = dims.size(); i-- > 0;) {
      bool inside = at >= below && at < below * channels;
      if (node.strides[i] != (inside ? at / below : 0)) return false;
      at *= dims[i];
    }
    return true;
  };
  std::vector<ScalarNodeId> nodes = pool.Reachable(value.root);
  ScalarNodeId current = root;
  bool bounded = false;
  while (current != value.root) {
    ScalarNodeId user = -1;
    int uses = 0;
    for (ScalarNodeId id : nodes) {
      for (ScalarNodeId arg : pool[id].args) {
        if (arg == current && !pool[id].leaf()) {
          user = id;
          ++uses;
        }
      }
    }
    if (uses != 1) break;
    const ScalarNode& node = pool[user];
    if (node.op == kernels::ScalarOp::kAddF && epilogue->bias < 0 && !bounded) {
      ScalarNodeId other = node.args[0] == current ? node.args[1] : node.args[0];
      if (!along_channels(pool[other])) break;
      epilogue->bias = pool[other].tensor;
    } else if (node.op == kernels::ScalarOp::kReluF && !bounded) {
      epilogue->min = 0;
      bounded = true;
    } else if (node.op == kernels::ScalarOp::kClipF && !bounded && std::isfinite(node.y.f)) {
      epilogue->min = node.x.f;
      epilogue->max = node.y.f;
      bounded = true;
    } else {
      break;
    }
    current = user;
  }
  return current;
}

}  // namespace passcope
