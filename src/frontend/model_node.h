// Which node of the model is being converted.
#pragma once

#include <string_view>

#include "ir/span.h"

namespace passcope::frontend {

// The calls and tuples that are made while one lives come from this node of the model: its name is
// that of their origin (ir/origin_name.h), from which the lineage tells it. An empty name leaves
// the node around it.
class ModelNode {
 public:
  explicit ModelNode(std::string_view name);
  ~ModelNode();
  ModelNode(const ModelNode&) = delete;
  ModelNode& operator=(const ModelNode&) = delete;

  // The origin of what is made now; null outside of nodes.
  static const Span& Current();

 private:
  Span outer_;
};

}  // namespace passcope::frontend
