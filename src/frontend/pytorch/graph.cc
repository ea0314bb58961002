// Graphs: construction, names, dead code.
#include "frontend/pytorch/graph.h"

#include <algorithm>
#include <charconv>

#include "diagnostics/diagnostic.h"

namespace passcope::frontend {
namespace {

// True for operators that change their first argument: "relu_", "__iand__", "append".
bool Mutates(std::string_view kind) {
  static constexpr std::string_view kOthers[] = {
      "aten::append",   "aten::extend",      "aten::insert",     "aten::pop",      "aten::clear",
      "aten::remove",   "aten::_set_item",   "aten::Delete",     "aten::__iand__", "aten::__ior__",
      "aten::__ixor__", "aten::__ilshift__", "aten::__irshift__"};
  if (kind.ends_with("_") && !kind.ends_with("__")) return true;
  return std::find(std::begin(kOthers), std::end(kOthers), kind) != std::end(kOthers);
}

bool HasSideEffects(const TorchNode& node) {
  static constexpr std::string_view kKinds[] = {"prim::RaiseException", "prim::SetAttr",
                                                "prim::Print", "aten::warn", "aten::manual_seed"};
  return Mutates(node.kind) ||
         std::find(std::begin(kKinds), std::end(kKinds), node.kind) != std::end(kKinds);
}

}  // namespace

TorchType TorchType::element() const {
  TorchType type = *this;
  if (type.lists > 0) --type.lists;
  type.optional = false;
  return type;
}

TorchType TorchType::list() const {
  TorchType type = *this;
  ++type.lists;
  return type;
}

std::string TorchValue::name() const { return has_name() ? name_ : std::to_string(number_); }

void TorchNode::AddInput(TorchValue* value) {
  value->uses_.push_back({this, inputs_.size()});
  inputs_.push_back(value);
}

void TorchNode::SetInput(size_t i, TorchValue* value) {
  std::erase_if(inputs_[i]->uses_,
                [&](const TorchUse& use) { return use.user == this && use.offset == i; });
  inputs_[i] = value;
  value->uses_.push_back({this, i});
}

void TorchNode::RemoveInput(size_t i) {
  std::erase_if(inputs_[i]->uses_,
                [&](const TorchUse& use) { return use.user == this && use.offset == i; });
  for (size_t later = i + 1; later < inputs_.size(); ++later) {
    for (TorchUse& use : inputs_[later]->uses_) {
      if (use.user == this && use.offset == later) {
        --use.offset;
        break;
      }
    }
  }
  inputs_.erase(inputs_.begin() + static_cast<ptrdiff_t>(i));
}

TorchGraph::TorchGraph(size_t max_nodes) : max_nodes_(max_nodes), root_(&blocks_.emplace_back()) {
  root_->return_node = &nodes_.emplace_back();
  root_->return_node->kind = "prim::Return";
  root_->return_node->block_ = root_;
}

TorchNode* TorchGraph::Append(TorchBlock* block, std::string_view kind,
                              const std::vector<TorchValue*>& inputs, size_t num_outputs) {
  if (nodes_.size() >= max_nodes_) {
    throw DiagnosticError(
        DiagKind::kUnsupported,
        MSG(kTorchModelOverNodeLimit,
            "the model has more than {limit} nodes when its methods are inlined", max_nodes_));
  }
  TorchNode* node = &nodes_.emplace_back();
  node->kind = kind;
  node->module = module;
  node->block_ = block;
  for (TorchValue* input : inputs) node->AddInput(input);
  for (size_t i = 0; i < num_outputs; ++i) AddOutput(node);
  block->nodes.push_back(node);
  return node;
}

TorchValue* TorchGraph::AppendConstant(TorchBlock* block, TorchConstant constant, TorchKind kind) {
  TorchNode* node = Append(block, "prim::Constant");
  node->constant = std::move(constant);
  node->output()->type.kind = kind;
  return node->output();
}

TorchValue* TorchGraph::AddOutput(TorchNode* node) {
  TorchValue* value = &values_.emplace_back();
  value->node_ = node;
  value->block_ = node->block_;
  value->number_ = next_number_++;
  node->outputs.push_back(value);
  return value;
}

TorchBlock* TorchGraph::AddBlock(TorchNode* node) {
  TorchBlock* block = &blocks_.emplace_back();
  block->owner = node;
  block->return_node = &nodes_.emplace_back();
  block->return_node->kind = "prim::Return";
  block->return_node->block_ = block;
  node->blocks.push_back(block);
  return block;
}

TorchValue* TorchGraph::AddParam(TorchBlock* block) {
  TorchValue* value = &values_.emplace_back();
  value->block_ = block;
  value->number_ = next_number_++;
  block->params.push_back(value);
  return value;
}

void TorchGraph::SetName(TorchValue* value, const std::string& name) {
  if (value->has_name()) names_.erase(value->name_);
  auto [owner, added] = names_.try_emplace(name, value);
  if (!added) {
    // "x.3" continues the numbering of "x".
    std::string base = name;
    int64_t suffix = 1;
    size_t point = name.rfind('.');
    if (point != std::string::npos && point + 1 < name.size()) {
      int64_t number = 0;
      const char* end = name.data() + name.size();
      auto [stop, error] = std::from_chars(name.data() + point + 1, end, number);
      if (error == std::errc() && stop == end) {
        suffix = number;
        base = name.substr(0, point);
      }
    }
    int64_t& last = suffixes_[base];
    suffix = std::max(suffix, last + 1);
    std::string other;
    do {
      other = base + "." + std::to_string(suffix++);
    } while (names_.contains(other));
    last = suffix;
    TorchValue* renamed = owner->second;
    owner->second = value;
    renamed->name_ = other;
    names_[other] = renamed;
  }
  value->name_ = name;
}

// Removes unused results of an `if`, and unused values that a loop carries.
void TorchGraph::RemoveUnusedResults(TorchNode* node) {
  bool loop = node->kind == "prim::Loop";
  for (size_t i = node->outputs.size(); i-- > 0;) {
    if (!node->outputs[i]->uses().empty()) continue;
    if (loop) {
      // The block uses this parameter only to return it for itself, or not at all.
      TorchBlock* body = node->blocks[0];
      TorchValue* param = body->params[i + 1];
      bool used = false;
      for (const TorchUse& use : param->uses()) {
        used |= use.user != body->return_node || use.offset != i + 1;
      }
      if (used) continue;
      body->return_node->RemoveInput(i + 1);
      body->params.erase(body->params.begin() + static_cast<ptrdiff_t>(i + 1));
      node->RemoveInput(i + 2);
    } else {
      for (TorchBlock* block : node->blocks) block->return_node->RemoveInput(i);
    }
    node->outputs.erase(node->outputs.begin() + static_cast<ptrdiff_t>(i));
  }
}

void TorchGraph::EliminateDeadCode() {
  // Goes backwards, through inner blocks before their node. Repeats if a loop's values have become
  // unused.
  struct Walk {
    TorchGraph* graph;
    bool changed = false;

    // Returns true if the block has side effects.
    bool Block(TorchBlock* block) {
      bool effects = false;
      std::vector<TorchNode*> kept;
      for (size_t i = block->nodes.size(); i-- > 0;) {
        TorchNode* node = block->nodes[i];
        bool has_results = node->kind == "prim::If" || node->kind == "prim::Loop";
        size_t results = node->outputs.size();
        if (has_results) graph->RemoveUnusedResults(node);
        changed |= node->outputs.size() != results;
        bool keep = HasSideEffects(*node);
        for (TorchBlock* inner : node->blocks) keep |= Block(inner);
        effects |= keep;
        for (const TorchValue* output : node->outputs) keep |= !output->uses().empty();
        if (keep) {
          kept.push_back(node);
          continue;
        }
        changed = true;
        Drop(node);
      }
      std::reverse(kept.begin(), kept.end());
      block->nodes = std::move(kept);
      return effects;
    }
    // Removes the node's uses of other values.
    static void Drop(TorchNode* node) {
      while (!node->inputs().empty()) node->RemoveInput(node->inputs().size() - 1);
      for (TorchBlock* block : node->blocks) {
        for (TorchNode* inner : block->nodes) Drop(inner);
        Drop(block->return_node);
      }
    }
  };
  Walk walk{this};
  do {
    walk.changed = false;
    walk.Block(root_);
  } while (walk.changed);
}

}  // namespace passcope::frontend
