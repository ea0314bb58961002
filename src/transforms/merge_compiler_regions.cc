// MergeCompilerRegions: joins regions of one compiler that follow each other.
//
// Why: AnnotateTarget makes a region of each call, and each region would become a function. Two
// regions are joined unless data would leave the joint region and come back through another
// compiler.
//
//   before  b = begin(end(nn.conv2d(begin(%x, "accel"), …), "accel"), "accel");
//           end(nn.relu(b), "accel")
//   after   end(nn.relu(nn.conv2d(begin(%x, "accel"), …)), "accel")
#include <cstdint>
#include <vector>

#include "analysis/annotated_regions.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

class RegionMerger {
 public:
  explicit RegionMerger(AnnotatedRegions& regions)
      : regions_(regions), done_(regions.size()), mark_(regions.size()), reads_(regions.size()) {}

  // Visits the ends of regions. Regions come after those that their inputs come from.
  void Run(const Expr& root) {
    struct Frame {
      const ExprNode* node;
      size_t next;
      std::vector<const ExprNode*> parents;  // For an end: what the inputs of its region read.
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

  // Collects and marks the regions that a region reads and that are not marked yet, each once.
  void AddParents(uint32_t region, uint32_t mark, std::vector<uint32_t>* parents) {
    for (uint32_t read : reads_[region]) {
      uint32_t parent = regions_.Root(read);
      if (parent == region || mark_[parent] == mark) continue;
      mark_[parent] = mark;
      parents->push_back(parent);
    }
  }

  // Joins a region with each parent of the same compiler. Skips a parent if data also comes from it
  // through another parent.
  void JoinParents(uint32_t region) {
    done_[region] = true;
    for (const ExprNode* input : regions_.region(region).inputs) {
      uint32_t read = regions_.Find(Read(input));
      if (read != AnnotatedRegions::kNone) reads_[region].push_back(read);
    }
    std::vector<uint32_t> parents;
    AddParents(region, ++last_mark_, &parents);
    if (parents.size() > 1) {
      // The regions that any parent needs, directly or indirectly.
      std::vector<uint32_t> needed;
      uint32_t mark = ++last_mark_;
      for (uint32_t parent : parents) AddParents(parent, mark, &needed);
      for (size_t i = 0; i < needed.size(); ++i) AddParents(needed[i], mark, &needed);
      std::erase_if(parents, [&](uint32_t parent) { return mark_[parent] == mark; });
    }
    for (uint32_t parent : parents) {
      if (regions_.region(parent).compiler == regions_.region(region).compiler) {
        regions_.Merge(parent, region);
        reads_[region].insert(reads_[region].end(), reads_[parent].begin(), reads_[parent].end());
        reads_[parent] = {};
      }
    }
  }

  AnnotatedRegions& regions_;
  std::vector<bool> done_;
  std::vector<uint32_t> mark_;
  uint32_t last_mark_ = 0;
  std::vector<std::vector<uint32_t>> reads_;  // By finished region: the regions that it reads.
};

Expr MergeRegions(const Expr& function) {
  AnnotatedRegions regions(function);
  if (regions.size() == 0) return function;
  RegionMerger(regions).Run(function);
  // Where a region continues, its inner end and begin are removed.
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
