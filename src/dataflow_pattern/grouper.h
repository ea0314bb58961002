// Finds all places of an expression that match a pattern and can be replaced together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dataflow_pattern/compiled_pattern.h"
#include "dataflow_pattern/expr_graph.h"
#include "dataflow_pattern/matcher.h"

namespace passcope {

// One match: its root, the expressions that each node of the pattern matched, and its inputs.
struct DFPatternGroup {
  const ExprNode* root;
  // By node of the pattern: the index in `matched` where its expressions begin. They end where
  // those of the next node begin.
  const uint32_t* begin;
  const std::vector<const ExprNode*>* matched;
  // The expressions that leaves of the pattern matched, each once, without constants that the
  // pattern requires.
  std::span<const ExprNode* const> inputs;
  int number;  // Counts all matches so far, including rejected ones.

  std::span<const ExprNode* const> Matched(uint32_t pattern) const {
    return std::span<const ExprNode* const>(*matched).subspan(begin[pattern],
                                                              begin[pattern + 1] - begin[pattern]);
  }
};

// The groups in the order of discovery, with the data that they point to.
class DFPatternGroups {
 public:
  size_t size() const { return groups_.size(); }
  bool empty() const { return groups_.empty(); }
  DFPatternGroup operator[](size_t i) const;

 private:
  friend class DFPatternGrouper;
  struct Stored {
    const ExprNode* root;
    uint32_t begin, inputs, inputs_end;  // Indices into begins_ and inputs_.
    int number;
  };
  std::vector<Stored> groups_;
  std::vector<uint32_t> begins_;
  std::vector<const ExprNode*> matched_, inputs_;
};

// Matches from the result to the inputs. An expression is part of at most one group. As in TVM, an
// expression inside of a group can be used outside only if all ways from that use lead to the
// group's root. Functions with the attribute "PartitionedFromPattern" are skipped. Throws like
// DFPatternMatcher::Match.
DFPatternGroups FindGroups(const CompiledPattern& pattern, ExprGraph& graph);

}  // namespace passcope
