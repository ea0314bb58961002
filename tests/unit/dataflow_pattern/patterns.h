// Expressions and patterns for the tests of the pattern language.
#pragma once

#include <string>
#include <vector>

#include "dataflow_pattern/matcher.h"
#include "dataflow_pattern/pattern.h"
#include "dataflow_pattern/rewrite.h"
#include "ir/structural.h"
#include "op/attrs_nn.h"
#include "op/op.h"
#include "text/parser.h"
#include "transforms/pattern_utils.h"

namespace passcope {

inline Expr Conv2D(Expr data, Expr weight, NamedAttrs attrs = {}) {
  return MakeOp("nn.conv2d", {std::move(data), std::move(weight)}, attrs);
}
inline Expr Relu(Expr x) { return CallOp("nn.relu", {std::move(x)}); }
inline Expr Tanh(Expr x) { return CallOp("tanh", {std::move(x)}); }
inline Expr LeakyRelu(Expr x) { return MakeOp("nn.leaky_relu", {std::move(x)}, {{"alpha", 0.0}}); }
inline Expr BiasAdd(Expr x, Expr bias) {
  return MakeOp("nn.bias_add", {std::move(x), std::move(bias)}, {});
}

inline DFPattern ConvOf(DFPattern data, DFPattern weight) {
  return IsCallOf("nn.conv2d", {std::move(data), std::move(weight)});
}
inline DFPattern AnyConv() { return ConvOf(Wildcard(), Wildcard()); }
inline DFPattern Elementwise() {
  return IsCall(HasAttr({{"TOpPattern", int64_t{0}}}), {Wildcard()});
}
inline DFPattern AnyAdd() { return IsCallOf("add", {Wildcard(), Wildcard()}); }
inline DFPattern ReluOf(DFPattern x) { return IsCallOf("nn.relu", {std::move(x)}); }

inline DFPatternCallback Callback(const DFPattern& pattern,
                                  std::function<Expr(const DFPatternMatch&)> rewrite,
                                  bool require_type = false, bool rewrite_once = false) {
  return {std::make_shared<CompiledPattern>(pattern), std::move(rewrite), require_type,
          rewrite_once};
}
inline Expr RewriteBy(const DFPattern& pattern, std::function<Expr(const DFPatternMatch&)> rewrite,
                      const Expr& expr) {
  DFPatternCallback callback = Callback(pattern, std::move(rewrite));
  return RewritePatterns(std::span<const DFPatternCallback>(&callback, 1), expr);
}
inline Expr SubtractInstead(const DFPatternMatch& match) {
  const auto* post = As<CallNode>(match.post());
  return MakeSubtract(post->arg(0), post->arg(1));
}

// A function with the attribute that partitioning gives it.
inline Expr Partitioned(const std::vector<Expr>& params, Expr body, const std::string& name) {
  return Function(params, std::move(body), nullptr, {},
                  WithAttr(nullptr, "PartitionedFromPattern", name));
}

}  // namespace passcope
