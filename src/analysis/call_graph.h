// The calls between global functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/module.h"

namespace passcope {

// The call graph of a module, like TVM 0.11's relay.analysis.CallGraph. A function calls another
// one if it mentions its name. Several uses of one shared expression count as one mention.
struct CallGraph {
  struct Function {
    Name name;
    std::vector<uint32_t> calls;  // The functions that it mentions, in order of first use.
    uint32_t references = 0;      // The number of functions that mention it, including itself.
    bool recursive = false;       // True if it mentions itself.
  };
  std::vector<Function> functions;  // In the module's order.

  // Callers come before their callees, except in cycles. Each function occurs once.
  std::vector<uint32_t> TopologicalOrder() const;
  // "Call graph node: main,  #refs = 0" and a line for each function that it calls.
  std::string Text(uint32_t function) const;
  // The text of all functions, in topological order.
  std::string Text() const;
};

// Throws DiagnosticError (kUnknownGlobal) for a name that the module does not have.
CallGraph MakeCallGraph(const IRModule& module);

}  // namespace passcope
