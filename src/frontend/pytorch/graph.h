// Programs as PyTorch's compiler represents them (torch/csrc/jit/ir/ir.h): nodes in blocks, and
// values between them. Methods are inlined, so a call of one is not a node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "frontend/pytorch/pickle.h"

namespace passcope::frontend {

enum class TorchKind : uint8_t {
  kAny,  // Unknown.
  kTensor,
  kNumber,  // An integer or a real.
  kInt,
  kReal,
  kBool,
  kText,
  kNone,
  kDevice,
  kObject,
  kTuple,
};

struct TorchType {
  TorchKind kind = TorchKind::kAny;
  int lists = 0;  // List[List[int]] has two around kInt.
  bool optional = false;
  std::vector<TorchType> fields;  // Of a tuple.

  bool is_tensor() const { return kind == TorchKind::kTensor && lists == 0; }
  bool is_list() const { return lists > 0; }
  // For a list.
  TorchType element() const;
  TorchType list() const;
};

class TorchNode;
class TorchBlock;
class TorchGraph;
struct TorchSchema;

struct TorchUse {
  TorchNode* user;
  size_t offset;  // Among the user's inputs.
};

class TorchValue {
 public:
  TorchType type;

  // Null for a block's parameter.
  TorchNode* node() const { return node_; }
  TorchBlock* block() const { return block_; }
  const std::vector<TorchUse>& uses() const { return uses_; }
  bool has_name() const { return !name_.empty(); }
  // Torch's debugName(): the name, or the number if there is no name.
  std::string name() const;

 private:
  friend class TorchGraph;
  friend class TorchNode;
  TorchNode* node_ = nullptr;
  TorchBlock* block_ = nullptr;
  uint64_t number_ = 0;
  std::string name_;
  std::vector<TorchUse> uses_;
};

// The value of a prim::Constant. The archive has a tensor's memory.
using TorchConstant =
    std::variant<std::monostate, bool, int64_t, double, std::string, const PickleTensor*>;

class TorchNode {
 public:
  std::string kind;  // "aten::linear"
  // The signature that the call fits, with an input for each parameter. Null for a node that is no
  // call of a known operator.
  const TorchSchema* schema = nullptr;
  // What keeps the call from fitting any signature of a known operator; see Emitter::Operator.
  bool misfit = false;
  std::string unknown_keyword;
  // The module whose code has the node, from the root ("layer1.0.conv1"); empty for the root.
  std::string module;
  std::vector<TorchValue*> outputs;
  std::vector<TorchBlock*> blocks;
  TorchConstant constant;  // prim::Constant
  // For prim::GetAttr: the path of the attribute from the root ("layer1.0.conv1.weight"), and its
  // value, which is a tensor or an object of packed parameters.
  std::string attribute;
  PickleValue attribute_value;

  const std::vector<TorchValue*>& inputs() const { return inputs_; }
  TorchBlock* block() const { return block_; }
  void AddInput(TorchValue* value);
  void SetInput(size_t i, TorchValue* value);
  void RemoveInput(size_t i);
  TorchValue* output() const { return outputs[0]; }

 private:
  friend class TorchGraph;
  std::vector<TorchValue*> inputs_;
  TorchBlock* block_ = nullptr;
};

class TorchBlock {
 public:
  // In the order of execution.
  std::vector<TorchNode*> nodes;
  std::vector<TorchValue*> params;
  // Its inputs are the results of the block.
  TorchNode* return_node = nullptr;
  TorchNode* owner = nullptr;  // Null for the graph's own block.

  const std::vector<TorchValue*>& results() const { return return_node->inputs(); }
};

class TorchGraph {
 public:
  explicit TorchGraph(size_t max_nodes);
  TorchGraph(const TorchGraph&) = delete;
  TorchGraph& operator=(const TorchGraph&) = delete;

  // The limit of nodes after inlining.
  static constexpr size_t kMaxNodes = size_t{1} << 18;

  TorchBlock* block() const { return root_; }

  // The module of the nodes that are appended next.
  std::string module;

  // Appends a node to `block`. Throws DiagnosticError (kUnsupported) beyond the limit.
  TorchNode* Append(TorchBlock* block, std::string_view kind,
                    const std::vector<TorchValue*>& inputs = {}, size_t num_outputs = 1);
  TorchValue* AppendConstant(TorchBlock* block, TorchConstant constant, TorchKind kind);
  TorchValue* AddOutput(TorchNode* node);
  TorchBlock* AddBlock(TorchNode* node);
  TorchValue* AddParam(TorchBlock* block);

  // Names `value`. An earlier value of that name gets a suffix, a point and a number.
  void SetName(TorchValue* value, const std::string& name);

  // Torch's EliminateDeadCode: removes nodes without used results and without side effects.
  void EliminateDeadCode();

 private:
  void RemoveUnusedResults(TorchNode* node);

  size_t max_nodes_;
  std::deque<TorchNode> nodes_;
  std::deque<TorchBlock> blocks_;
  std::deque<TorchValue> values_;
  TorchBlock* root_;
  uint64_t next_number_ = 0;
  std::unordered_map<std::string, TorchValue*> names_;
  std::unordered_map<std::string, int64_t> suffixes_;
};

// Calls `f` with each node of `block`, each followed by the nodes of its inner blocks. The depth of
// blocks is bounded, as that of the source is.
template <class F>
void ForEachNode(const TorchBlock* block, F&& f) {
  for (TorchNode* node : block->nodes) {
    f(node);
    for (const TorchBlock* inner : node->blocks) ForEachNode(inner, f);
  }
}

}  // namespace passcope::frontend
