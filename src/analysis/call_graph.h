// Which global function calls which.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/module.h"

namespace passcope {

// The call graph of a module, as TVM 0.11's relay.analysis.CallGraph. A function calls another one
// when it mentions its name; however often that is, one shared expression is one mention.
struct CallGraph {
  struct Function {
    Name name;
    std::vector<uint32_t>
        calls;                // What it mentions, in order of first use, as numbers of functions.
    uint32_t references = 0;  // How many functions mention it, itself included.
    bool recursive = false;   // Whether it mentions itself.
  };
  std::vector<Function> functions;  // As the module has them.

  // Callers before what they call, as far as there is no circle; each function once.
  std::vector<uint32_t> TopologicalOrder() const;
  // "Call graph node: main,  #refs = 0" and a line for each function that it calls.
  std::string Text(uint32_t function) const;
  // Of all functions, in topological order.
  std::string Text() const;
};

// Throws DiagnosticError (kUnknownGlobal) for a name that the module does not have.
CallGraph MakeCallGraph(const IRModule& module);

}  // namespace passcope
