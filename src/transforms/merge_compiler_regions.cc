// MergeCompilerRegions: joins regions of one compiler that follow each other.
//
// Why: AnnotateTarget makes a region of each call, and each region would become a function. Two
// regions are joined unless data would go out of the joint one and come back into it, by way of
// another compiler.
//
//   before  b = begin(end(nn.conv2d(begin(%x, "accel"), …), "accel"), "accel"); end(nn.relu(b), "accel")
//   after   end(nn.relu(nn.conv2d(begin(%x, "accel"), …)), "accel")
#include <cstdint>
#include <vector>

#include "analysis/annotated_regions.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

// For each region those that it must not be joined with, as a set of bits.
class Restrictions {
 public:
  explicit Restrictions(size_t regions)
      : size_(regions), words_((regions + 63) / 64), bits_(regions * words_) {}
  void Add(uint32_t region, uint32_t other) { Word(region, other) |= Bit(other); }
  bool Has(uint32_t region, uint32_t other) { return (Word(region, other) & Bit(other)) != 0; }
  void AddAllOf(uint32_t region, uint32_t from) {
    for (size_t i = 0; i < words_; ++i) bits_[region * words_ + i] |= bits_[from * words_ + i];
  }
  // Whoever must not be joined with `from` must not be with `into`.
  void Rename(uint32_t from, uint32_t into) {
    for (uint32_t region = 0; region < size_; ++region) {
      if (!Has(region, from)) continue;
      Word(region, from) &= ~Bit(from);
      Add(region, into);
    }
  }

 private:
  uint64_t& Word(uint32_t region, uint32_t other) { return bits_[region * words_ + other / 64]; }
  static uint64_t Bit(uint32_t other) { return uint64_t{1} << (other % 64); }
  size_t size_, words_;
  std::vector<uint64_t> bits_;
};

class RegionMerger {
 public:
  explicit RegionMerger(AnnotatedRegions& regions)
      : regions_(regions), restrictions_(regions.size()), done_(regions.size()) {}

  // Visits the ends of regions, those that a region's inputs come from before its own.
  void Run(const Expr& root) {
    struct Frame {
      const ExprNode* node;
      size_t next;
      std::vector<const ExprNode*> parents;  // Of an end: what the other inputs of its region read.
    };
    std::vector<Frame> stack;
    PtrSet visited;
    auto push = [&](const ExprNode* node) {
      if (visited.Insert(node)) stack.push_back({node, 0, {}});
    };
    push(root.get());
    while (!stack.empty()) {
      Frame& top = stack.back();
      const ExprNode* node = top.node;
      size_t children = node->children().size();
      if (top.next < children) {
        push(node->child(top.next++).get());
        continue;
      }
      if (!IsCompilerEnd(node)) {
        stack.pop_back();
        continue;
      }
      uint32_t region = regions_.Find(node);
      if (top.next == children && !done_[region]) {
        for (const ExprNode* input : regions_.region(region).inputs) {
          top.parents.push_back(Read(input));
        }
      }
      if (top.next < children + top.parents.size()) {
        push(top.parents[top.next++ - children]);
        continue;
      }
      stack.pop_back();
      if (!done_[region]) JoinParents(region);
    }
  }

 private:
  static const ExprNode* Read(const ExprNode* begin) { return As<CallNode>(begin)->arg(0).get(); }

  void JoinParents(uint32_t region) {
    std::vector<uint32_t> parents;
    std::vector<bool> seen(regions_.size());
    for (const ExprNode* input : regions_.region(region).inputs) {
      uint32_t parent = regions_.Find(Read(input));
      if (parent == AnnotatedRegions::kNone || seen[parent]) continue;
      seen[parent] = true;
      parents.push_back(parent);
    }
    for (uint32_t parent : parents) restrictions_.AddAllOf(region, parent);
    for (uint32_t parent : parents) {
      if (regions_.region(parent).compiler != regions_.region(region).compiler) {
        restrictions_.Add(region, parent);
      } else if (parent != region && !restrictions_.Has(region, parent)) {
        regions_.Merge(parent, region);
        restrictions_.Rename(parent, region);
      }
    }
    done_[region] = true;
  }

  AnnotatedRegions& regions_;
  Restrictions restrictions_;
  std::vector<bool> done_;
};

Expr MergeRegions(const Expr& function) {
  AnnotatedRegions regions(function);
  if (regions.size() == 0) return function;
  RegionMerger(regions).Run(function);
  // Where a region goes on, neither its end nor its begin stays.
  return RewritePostOrder(function, [&](const ExprNode* node, std::span<const Expr> children) {
    if (IsCompilerBegin(node)) {
      const ExprNode* end = As<CallNode>(node)->arg(0).get();
      if (IsCompilerEnd(end) && regions.Find(node) == regions.Find(end)) {
        return As<CallNode>(children[1])->arg(0);
      }
    }
    return WithChildrenKeepingType(node, children);
  });
}

}  // namespace

namespace transform {

Pass MergeCompilerRegions() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext&) { return MergeRegions(function); },
      TableInfo("MergeCompilerRegions"));
}

}  // namespace transform
}  // namespace passcope
