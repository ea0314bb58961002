#include "executor/scalar_code.h"

#include <algorithm>

#include "runtime/strided.h"
#include "support/check.h"

namespace passcope {

using kernels::kFirstInput;
using kernels::kMaxRank;
using kernels::kMaxScalarInputs;
using kernels::kMaxScalarRegisters;
using kernels::ScalarOp;

void MergeAxes(std::vector<int64_t>* dims, std::span<std::vector<int64_t>*> strides) {
  for (size_t i = dims->size(); i-- > 1;) {
    bool joined = true;
    for (const auto* list : strides) {
      joined = joined && (*list)[i - 1] == (*list)[i] * (*dims)[i];
    }
    if (!joined) continue;
    auto at = static_cast<std::ptrdiff_t>(i);
    (*dims)[i - 1] *= (*dims)[i];
    dims->erase(dims->begin() + at);
    for (auto* list : strides) {
      (*list)[i - 1] = (*list)[i];
      list->erase(list->begin() + at);
    }
  }
}

int64_t ScalarCode::elements() const {
  return Product(std::span(program.shape, static_cast<size_t>(program.rank)));
}

int64_t ScalarCode::ScratchBytes() const {
  return kernels::ScalarScratchBytes(program.num_registers, static_cast<int32_t>(inputs.size()));
}

void ScalarCode::Bind(const PlanAddresses& memory) {
  auto element_bytes = [](kernels::ElementType type) -> int64_t {
    using enum kernels::ElementType;
    if (type == kFloat32 || type == kInt32) return 4;
    return kernels::IsWide(type) ? 8 : type == kFloat16 ? 2 : 1;
  };
  for (size_t i = 0; i < inputs.size(); ++i) {
    inputs[i].data = memory.Of(reads[i].tensor) + reads[i].offset * element_bytes(inputs[i].type);
  }
  program.steps = steps.data();
  program.inputs = inputs.data();
  program.out = memory.Of(out) + out_offset * element_bytes(program.out_type);
  program.scratch = memory.Scratch();
}

namespace {

// Allocates registers. A register is free after the last use of its value.
class Registers {
 public:
  int Take() {
    auto free = std::find(used_.begin(), used_.end(), false);
    if (free == used_.end()) free = used_.insert(used_.end(), false);
    *free = true;
    return static_cast<int>(free - used_.begin());
  }
  void Give(int i) { used_[static_cast<size_t>(i)] = false; }
  size_t size() const { return used_.size(); }

 private:
  std::vector<bool> used_;
};

// True if walking `dims` by `strides` from `offset` remains within `elements` elements.
bool StaysInside(const std::vector<int64_t>& dims, const std::vector<int64_t>& strides,
                 int64_t offset, int64_t elements) {
  int64_t least = offset, greatest = offset;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] == 0) return true;
    (strides[i] < 0 ? least : greatest) += (dims[i] - 1) * strides[i];
  }
  return least >= 0 && greatest < elements;
}

}  // namespace

std::optional<ScalarCode> CompileScalar(const ScalarPool& pool, const ScalarValue& value,
                                        const Plan& plan, const ScalarTarget& target,
                                        ScalarNodeId root, DataType root_type) {
  ScalarCode code;
  code.out = target.tensor;
  code.out_offset = target.offset;
  auto out_type = ElementTypeOf(value.dtype);
  if (!out_type) return std::nullopt;
  code.program.out_type = *out_type;
  code.program.root_type = *ElementTypeOf(root_type);

  // The kernel computes the root, so skip the nodes below it.
  std::vector<ScalarNodeId> nodes;
  std::vector<bool> wanted(static_cast<size_t>(value.root) + 1, false);
  wanted[static_cast<size_t>(value.root)] = true;
  for (ScalarNodeId id = value.root; id >= 0; --id) {
    if (!wanted[static_cast<size_t>(id)]) continue;
    nodes.push_back(id);
    if (id == root) continue;
    for (ScalarNodeId arg : pool[id].args) {
      if (arg >= 0) wanted[static_cast<size_t>(arg)] = true;
    }
  }
  std::reverse(nodes.begin(), nodes.end());

  std::vector<int64_t> dims = value.Dims();
  std::vector<ScalarNodeId> leaves;
  for (ScalarNodeId id : nodes) {
    if (id != root && pool[id].leaf()) leaves.push_back(id);
  }
  if (leaves.size() > static_cast<size_t>(kMaxScalarInputs)) return std::nullopt;
  std::vector<std::vector<int64_t>> strides;
  for (ScalarNodeId id : leaves) strides.push_back(pool[id].strides);
  strides.push_back(target.part ? target.strides : RowMajorStrides(dims));
  // Programs do not check bounds.
  for (size_t i = 0; i < leaves.size(); ++i) {
    const ScalarNode& leaf = pool[leaves[i]];
    int64_t elements = plan.tensors[static_cast<size_t>(leaf.tensor)].elements();
    PASSCOPE_CHECK(StaysInside(dims, strides[i], leaf.offset, elements));
  }
  if (target.tensor >= 0) {
    int64_t elements = plan.tensors[static_cast<size_t>(target.tensor)].elements();
    PASSCOPE_CHECK(StaysInside(dims, strides.back(), target.offset, elements));
  }
  std::vector<std::vector<int64_t>*> all;
  for (auto& list : strides) all.push_back(&list);
  MergeAxes(&dims, all);
  if (dims.size() > static_cast<size_t>(kMaxRank)) return std::nullopt;
  code.program.rank = static_cast<int32_t>(dims.size());
  std::copy(dims.begin(), dims.end(), code.program.shape);
  std::copy(strides.back().begin(), strides.back().end(), code.program.out_strides);
  code.program.strided_out = strides.back() != RowMajorStrides(dims);
  for (size_t i = 0; i < leaves.size(); ++i) {
    const ScalarNode& leaf = pool[leaves[i]];
    kernels::ScalarInput input{};
    auto type = ElementTypeOf(plan.tensors[static_cast<size_t>(leaf.tensor)].dtype);
    PASSCOPE_CHECK(type);
    input.type = *type;
    std::copy(strides[i].begin(), strides[i].end(), input.strides);
    code.inputs.push_back(input);
    code.reads.push_back({leaf.tensor, leaf.offset});
  }
  code.program.num_inputs = static_cast<int32_t>(leaves.size());

  // The last step that reads each node.
  std::vector<size_t> last(static_cast<size_t>(value.root) + 1, 0);
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i] == root) continue;
    for (ScalarNodeId arg : pool[nodes[i]].args) {
      if (arg >= 0) last[static_cast<size_t>(arg)] = i;
    }
  }
  std::vector<uint8_t> operand(static_cast<size_t>(value.root) + 1, 0);
  Registers registers;
  size_t next_leaf = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    auto id = static_cast<size_t>(nodes[i]);
    const ScalarNode& node = pool[nodes[i]];
    code.program.wide = code.program.wide || node.wide;
    if (nodes[i] == root) {
      operand[id] = kernels::kRootOperand;
      continue;
    }
    if (node.leaf()) {
      operand[id] = static_cast<uint8_t>(kFirstInput + next_leaf++);
      continue;
    }
    kernels::ScalarStep step{};
    step.op = node.op;
    step.x = node.x;
    step.y = node.y;
    step.wide = node.takes_wide;
    uint8_t args[3];
    for (size_t k = 0; k < 3; ++k) {
      // Unused operands repeat the first one.
      args[k] = operand[static_cast<size_t>(node.args[k] >= 0 ? node.args[k] : node.args[0])];
    }
    step.a = args[0];
    step.b = args[1];
    step.c = args[2];
    // These need a separate register for the result. A selection reads its operands several times,
    // and a wider result would overwrite elements that are not read yet.
    bool apart = node.op == ScalarOp::kSelect || kernels::GivesWide(node.op);
    int out = apart ? registers.Take() : -1;
    for (size_t k = 0; k < 3; ++k) {
      ScalarNodeId arg = node.args[k];
      if (arg < 0 || last[static_cast<size_t>(arg)] != i || args[k] >= kFirstInput) continue;
      bool seen = false;
      for (size_t j = 0; j < k; ++j) seen = seen || node.args[j] == arg;
      if (!seen) registers.Give(args[k]);
    }
    if (out < 0) out = registers.Take();
    if (out >= kMaxScalarRegisters) return std::nullopt;
    step.out = operand[id] = static_cast<uint8_t>(out);
    code.steps.push_back(step);
  }
  code.program.num_steps = static_cast<int32_t>(code.steps.size());
  code.program.num_registers = static_cast<int32_t>(registers.size());
  code.program.result = operand[static_cast<size_t>(value.root)];
  return code;
}

}  // namespace passcope
