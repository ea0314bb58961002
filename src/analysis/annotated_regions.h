// The parts of a program that are annotated for other compilers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ir/expr.h"
#include "support/ptr_map.h"

namespace passcope {

// IsCompilerBegin and IsCompilerEnd: true for a call of "annotation.compiler_begin" or
// "annotation.compiler_end". CompilerOf: the compiler that such a call names; empty for other
// expressions.
bool IsCompilerBegin(const ExprNode* expr);
bool IsCompilerEnd(const ExprNode* expr);
const std::string& CompilerOf(const ExprNode* annotation);

// The regions of an expression between annotation.compiler_begin and annotation.compiler_end. Like
// TVM's AnnotatedRegionSet, they are disjoint sets of expressions, each for one compiler.
class AnnotatedRegions {
 public:
  static constexpr uint32_t kNone = ~0u;
  struct Region {
    uint32_t id;  // Counts in the order in which the regions begin.
    std::string compiler;
    std::vector<const ExprNode*> inputs;   // The calls of compiler_begin.
    std::vector<const ExprNode*> outputs;  // The calls of compiler_end.
  };

  // Throws DiagnosticError (kIllFormed) if an end has no begin, or if its begin names another
  // compiler. Also throws if only some arguments of a call are in a region.
  explicit AnnotatedRegions(const Expr& root);

  // The number of the region of the expression; kNone if there is none. After merging, it is the
  // number of the merged region.
  uint32_t Find(const ExprNode* expr) const;
  // The number of the region that this region was merged into; its own number if it was not merged.
  uint32_t Root(uint32_t number) const;
  const Region& region(uint32_t number) const { return regions_[number]; }
  // The expressions of a region, including begins and ends, in the order of the visit.
  std::vector<const ExprNode*> NodesOf(uint32_t number) const;
  // The number of regions before merging. A region that was merged into another one is empty.
  size_t size() const { return regions_.size(); }
  bool merged(uint32_t number) const { return parents_[number] != number; }

  // Moves the expressions of region `from` to region `into`. Outputs of one that are inputs of the
  // other become inner expressions. Both are results of Find.
  void Merge(uint32_t from, uint32_t into);

 private:
  void AddToRegionOf(const ExprNode* expr, std::span<const Expr> args);
  void Add(uint32_t region, const ExprNode* expr);

  std::vector<Region> regions_;
  mutable std::vector<uint32_t> parents_;  // The region that each region was merged into.
  std::vector<bool> is_read_;              // True if another region begins after an expression of
                                           // it.
  PtrMap<uint32_t> region_of_;
};

}  // namespace passcope
