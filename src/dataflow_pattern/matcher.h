// Matches one expression against a pattern.
//
// The search starts at the root of the pattern and has its own stack. It remembers the match of
// each pattern; at other occurrences, the pattern only matches the same expression. As in TVM, sums
// and products are tried in both orders of their operands, and quotients of products as products of
// quotients.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dataflow_pattern/compiled_pattern.h"
#include "dataflow_pattern/expr_graph.h"

namespace passcope {

class DFPatternMatcher {
 public:
  // Both must outlive the matcher.
  DFPatternMatcher(const CompiledPattern& pattern, ExprGraph& graph);

  // Matches `expr`, which must be below the root of the graph, and forgets the previous match. If
  // the pattern needs types and `expr` has none, they are inferred. Throws DiagnosticError if that
  // fails.
  bool Match(const ExprNode* expr);
  // The match of the node `index` of the pattern: one expression, or several on the paths of a
  // dominator pattern.
  std::span<const ExprNode* const> Matched(uint32_t index) const { return memo_[index]; }

 private:
  using Node = CompiledPattern::Node;
  struct Frame {
    uint32_t pattern;
    const ExprNode* expr;
    uint32_t watermark;  // The number of matches before.
    uint32_t args_watermark = 0;
    uint32_t state = 0;
    uint32_t next = 0;
  };
  // The path of a dominator pattern from its child to its parent.
  struct Path {
    struct Step {
      uint32_t node;
      uint32_t input;
    };
    std::vector<Step> steps;
    PtrSet done;
    // The search for the parent among the expressions that the child dominates.
    std::vector<uint32_t> dominated;
    PtrSet seen;
    uint32_t current = ExprGraph::kNone, candidate = ExprGraph::kNone;
  };

  const Node& node(uint32_t index) const {
    size_t fixed = pattern_.nodes().size();
    return index < fixed ? pattern_.nodes()[index] : extra_[index - fixed];
  }
  // Sets result_, immediately or later by frames on the stack.
  void Visit(uint32_t pattern, const ExprNode* expr);
  void Step();
  void StepCall(Frame& frame, const Node& pattern);
  void StepProduct(Frame& frame, const Node& pattern);
  void StepDominator(Frame& frame, const Node& pattern);
  // Matches the children of `pattern` against those of the expression.
  void StepChildren(Frame& frame, const Node& pattern, std::span<const Expr> exprs);
  void Finish(bool matched);
  void Remember(uint32_t pattern, const ExprNode* expr);
  void Forget(size_t watermark);
  // Adds a call pattern during matching.
  uint32_t AddCall(uint32_t op, uint32_t lhs, uint32_t rhs);
  bool IsCallPattern(uint32_t pattern, std::string_view op) const;
  Type TypeOf(const ExprNode* expr);

  const CompiledPattern& pattern_;
  ExprGraph& graph_;
  std::vector<Node> extra_;
  std::vector<std::vector<const ExprNode*>> memo_;
  std::vector<uint32_t> matched_;  // The patterns in the order of their matches.
  std::vector<Frame> frames_;
  std::vector<Path> paths_;
  PtrMap<Type> types_;
  std::vector<Expr> typed_;  // Keeps the typed expressions alive.
  bool memoize_ = true;
  bool result_ = false;
};

// True if the whole expression matches. Throws like DFPatternMatcher::Match.
bool MatchPattern(const DFPattern& pattern, const Expr& expr);

}  // namespace passcope
