// The node of the model that is being converted.
#pragma once

#include <string_view>

#include "ir/span.h"

namespace passcope::frontend {

// While a ModelNode exists, all new calls and tuples come from this node of the model. Their origin
// has its name (ir/origin_name.h), which the lineage shows. An empty name keeps the enclosing node.
class ModelNode {
 public:
  explicit ModelNode(std::string_view name);
  ~ModelNode();
  ModelNode(const ModelNode&) = delete;
  ModelNode& operator=(const ModelNode&) = delete;

  // The origin of new expressions; null outside of nodes.
  static const Span& Current();

 private:
  Span outer_;
};

}  // namespace passcope::frontend
