// From the source texts of an archive to a graph of the module's `forward`. All calls are inlined,
// as torch._C._jit_pass_onnx_function_substitution leaves them. The graph has no dead code, and no
// tuples that are only made to be unpacked (torch._C._jit_pass_lower_all_tuples).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontend/pytorch/archive.h"
#include "frontend/pytorch/graph.h"

namespace passcope::frontend {

struct TorchInput {
  std::string name;  // The name in the source.
  TorchValue* value;
};

struct TorchProgram {
  std::unique_ptr<TorchGraph> graph;
  // The model's inputs, without the module.
  std::vector<TorchInput> inputs;
};

// Throws DiagnosticError: kBadModelFile if the code is damaged or names something that the archive
// lacks, kUnsupported if a graph of operators cannot express it. Tests pass a smaller limit.
TorchProgram BuildTorchGraph(TorchArchive* archive, size_t max_nodes = TorchGraph::kMaxNodes);

}  // namespace passcope::frontend
