#include "frontend/model_node.h"

#include <utility>

#include "ir/origin_name.h"

namespace passcope::frontend {
namespace {

thread_local Span current;

}  // namespace

ModelNode::ModelNode(std::string_view name) : outer_(current) {
  if (!name.empty()) current = OriginName(name);
}

ModelNode::~ModelNode() { current = std::move(outer_); }

const Span& ModelNode::Current() { return current; }

}  // namespace passcope::frontend
