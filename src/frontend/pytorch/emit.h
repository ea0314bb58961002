// From the source texts of an archive to a graph: the module's `forward` with everything that it
// calls inlined, as torch._C._jit_pass_onnx_function_substitution leaves it, without tuples that
// are made only to be taken apart (torch._C._jit_pass_lower_all_tuples) and without dead code.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontend/pytorch/archive.h"
#include "frontend/pytorch/graph.h"

namespace passcope::frontend {

struct TorchInput {
  std::string name;  // As the source has it.
  TorchValue* value;
};

struct TorchProgram {
  std::unique_ptr<TorchGraph> graph;
  // Of the model, without the module itself.
  std::vector<TorchInput> inputs;
};

// Throws DiagnosticError: the code is damaged or names what the archive has not (kBadModelFile), or
// it is nothing that a graph of operators can say (kUnsupported). Tests have a smaller limit.
TorchProgram BuildTorchGraph(TorchArchive* archive, size_t max_nodes = TorchGraph::kMaxNodes);

}  // namespace passcope::frontend
