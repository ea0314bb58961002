// All places of an expression that match a pattern and can be replaced together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dataflow_pattern/compiled_pattern.h"
#include "dataflow_pattern/expr_graph.h"
#include "dataflow_pattern/matcher.h"

namespace passcope {

// One match: its root, what each node of the pattern matched, and what goes into it.
struct DFPatternGroup {
  const ExprNode* root;
  // By the node of the pattern: where its expressions begin among all that matched; they end where
  // those of the next one do.
  const uint32_t* begin;
  const std::vector<const ExprNode*>* matched;
  // What the leaves of the pattern matched, each once, but for constants that the pattern asks for.
  std::span<const ExprNode* const> inputs;
  int number;  // Of all matches that were looked at, rejected ones included.

  std::span<const ExprNode* const> Matched(uint32_t pattern) const {
    return std::span<const ExprNode* const>(*matched).subspan(begin[pattern],
                                                              begin[pattern + 1] - begin[pattern]);
  }
};

// The groups in the order in which they were found, with what they point at.
class DFPatternGroups {
 public:
  size_t size() const { return groups_.size(); }
  bool empty() const { return groups_.empty(); }
  DFPatternGroup operator[](size_t i) const;

 private:
  friend class DFPatternGrouper;
  struct Stored {
    const ExprNode* root;
    uint32_t begin, inputs, inputs_end;  // Into begins_ and inputs_.
    int number;
  };
  std::vector<Stored> groups_;
  std::vector<uint32_t> begins_;
  std::vector<const ExprNode*> matched_, inputs_;
};

// Matches from the result towards the inputs. No expression is part of two groups, and what is
// inside a group is used outside of it only on ways that lead back to the group's root, as in TVM.
// Inside of functions with the attribute "PartitionedFromPattern" nothing is matched. Throws as
// DFPatternMatcher::Match.
DFPatternGroups FindGroups(const CompiledPattern& pattern, ExprGraph& graph);

}  // namespace passcope
