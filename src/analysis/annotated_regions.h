// The parts of a program that are marked for other compilers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ir/expr.h"
#include "support/ptr_map.h"

namespace passcope {

// "annotation.compiler_begin" and "annotation.compiler_end", and the compiler that a call of them
// names; empty for what is no such call.
bool IsCompilerBegin(const ExprNode* expr);
bool IsCompilerEnd(const ExprNode* expr);
const std::string& CompilerOf(const ExprNode* annotation);

// The regions of an expression between annotation.compiler_begin and annotation.compiler_end, as
// TVM's AnnotatedRegionSet: disjoint sets of expressions, each for one compiler.
class AnnotatedRegions {
 public:
  static constexpr uint32_t kNone = ~0u;
  struct Region {
    uint32_t id;  // In the order in which the regions begin.
    std::string compiler;
    std::vector<const ExprNode*> inputs;   // The calls of compiler_begin.
    std::vector<const ExprNode*> outputs;  // The calls of compiler_end.
  };

  // Throws DiagnosticError (kIllFormed) when an end has no begin or another compiler than its
  // begin, and when some arguments of a call are in a region and others outside of one.
  explicit AnnotatedRegions(const Expr& root);

  // The region that the expression belongs to, as its number; kNone when to none. After merging, of
  // the region that it was merged into.
  uint32_t Find(const ExprNode* expr) const;
  // The region that the one of this number has been merged into; its own number if into none.
  uint32_t Root(uint32_t number) const;
  const Region& region(uint32_t number) const { return regions_[number]; }
  // What belongs to a region, begins and ends included, in the order in which it was met.
  std::vector<const ExprNode*> NodesOf(uint32_t number) const;
  // How many there were before any was merged. Those that were merged into another one are empty.
  size_t size() const { return regions_.size(); }
  bool merged(uint32_t number) const { return parents_[number] != number; }

  // What is in `from` belongs to `into` then. Outputs of one that are inputs of the other are
  // neither any more. Both are numbers that Find gave.
  void Merge(uint32_t from, uint32_t into);

 private:
  void AddToRegionOf(const ExprNode* expr, std::span<const Expr> args);
  void Add(uint32_t region, const ExprNode* expr);

  std::vector<Region> regions_;
  mutable std::vector<uint32_t> parents_;  // Whom a region was merged into.
  std::vector<bool> is_read_;              // Whether some region begins behind what is in it.
  PtrMap<uint32_t> region_of_;
};

}  // namespace passcope
