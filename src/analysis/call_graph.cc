// The calls between global functions.
#include "analysis/call_graph.h"

#include "ir/visitor.h"
#include "support/format.h"
#include "support/ptr_map.h"

namespace passcope {

CallGraph MakeCallGraph(const IRModule& module) {
  CallGraph graph;
  PtrMap<uint32_t> numbers;
  for (const IRModuleNode::Item& item : module->functions) {
    numbers[item.name.id()] = static_cast<uint32_t>(graph.functions.size());
    graph.functions.push_back({item.name, {}});
  }
  for (size_t i = 0; i < graph.functions.size(); ++i) {
    CallGraph::Function& caller = graph.functions[i];
    PtrSet seen;
    PostOrderVisit(module->functions[i].function, [&](const ExprNode* node) {
      const auto* global = As<GlobalVarNode>(node);
      if (!global || !seen.Insert(global->name.id())) return;
      const uint32_t* callee = numbers.Find(global->name.id());
      // Throws an error with the name.
      if (!callee) module->Lookup(global->name.view());
      caller.calls.push_back(*callee);
      ++graph.functions[*callee].references;
      if (*callee == i) caller.recursive = true;
    });
  }
  return graph;
}

std::vector<uint32_t> CallGraph::TopologicalOrder() const {
  // The reverse of the post-order of a depth-first walk.
  enum class State : uint8_t { kNew, kOpen, kDone };
  struct Frame {
    uint32_t function;
    size_t next;
  };
  std::vector<State> states(functions.size(), State::kNew);
  std::vector<uint32_t> order;
  std::vector<Frame> stack;
  auto walk = [&](uint32_t root) {
    if (states[root] != State::kNew) return;
    states[root] = State::kOpen;
    stack.push_back({root, 0});
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const std::vector<uint32_t>& calls = functions[frame.function].calls;
      if (frame.next == calls.size()) {
        states[frame.function] = State::kDone;
        order.push_back(frame.function);
        stack.pop_back();
        continue;
      }
      uint32_t callee = calls[frame.next++];
      if (states[callee] != State::kNew) continue;
      states[callee] = State::kOpen;
      stack.push_back({callee, 0});
    }
  };
  // Functions without callers first. The rest are cycles.
  for (size_t i = functions.size(); i-- > 0;) {
    if (functions[i].references == (functions[i].recursive ? 1u : 0u)) {
      walk(static_cast<uint32_t>(i));
    }
  }
  for (size_t i = functions.size(); i-- > 0;) walk(static_cast<uint32_t>(i));
  return {order.rbegin(), order.rend()};
}

std::string CallGraph::Text(uint32_t function) const {
  const Function& entry = functions[function];
  std::string text =
      Format("Call graph node: {},  #refs = {}\n", entry.name.view(), entry.references);
  for (uint32_t callee : entry.calls) {
    text +=
        Format("  call site: <{}> calls {}\n", entry.name.view(), functions[callee].name.view());
  }
  return text + "\n";
}

std::string CallGraph::Text() const {
  std::string text;
  for (uint32_t function : TopologicalOrder()) text += Text(function);
  return text;
}

}  // namespace passcope
