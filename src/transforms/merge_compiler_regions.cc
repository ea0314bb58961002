// MergeCompilerRegions: joins regions of one compiler that follow each other.
//
// Why: AnnotateTarget makes a region of each call, and each region would become a function. Two
// regions are joined unless data would leave the joint region and come back through another
// expression: a region of another compiler, a branch, a closure, a tuple. Regions of different
// scopes stay apart, because the joint function would be called where variables are not bound.
//
//   before  b = begin(end(nn.conv2d(begin(%x, "accel"), …), "accel"), "accel");
//           end(nn.relu(b), "accel")
//   after   end(nn.relu(nn.conv2d(begin(%x, "accel"), …)), "accel")
#include <cstdint>
#include <vector>

#include "analysis/annotated_regions.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "support/lca_tree.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

// What each part of a function depends on, and the scope where its value is used. A part is a
// region, or an expression outside all regions.
class RegionParts {
 public:
  RegionParts(const Expr& root, const AnnotatedRegions& regions)
      : regions_(regions), reads_(regions.size()), scopes_(regions.size(), kUnused) {
    bool has_inner_scopes = false;
    PostOrderVisit(root.get(), [&](const ExprNode* node) {
      FindReads(node);
      has_inner_scopes = has_inner_scopes || (node != root.get() && BindsVariables(node));
    });
    if (has_inner_scopes) FindScopes(root);
  }

  size_t size() const { return reads_.size(); }
  // The parts that a part depends on. With repetitions.
  const std::vector<uint32_t>& reads(uint32_t part) const { return reads_[part]; }
  // The same for all regions of a function without inner scopes.
  uint32_t scope(uint32_t region) const { return scopes_[region]; }
  void Join(uint32_t from, uint32_t into) {
    reads_[into].insert(reads_[into].end(), reads_[from].begin(), reads_[from].end());
    reads_[from] = {};
  }

 private:
  static constexpr uint32_t kUnused = AnnotatedRegions::kNone;

  // Children come first. Leaves are no parts.
  void FindReads(const ExprNode* node) {
    if (node->children().empty()) return;
    uint32_t part = regions_.Find(node);
    if (part == AnnotatedRegions::kNone) {
      part = static_cast<uint32_t>(reads_.size());
      reads_.emplace_back();
      part_outside_[node] = part;
    }
    for (const Expr& child : node->children()) {
      if (child->children().empty()) continue;
      uint32_t read = regions_.Find(child.get());
      if (read == AnnotatedRegions::kNone) read = *part_outside_.Find(child.get());
      if (read != part) reads_[part].push_back(read);
    }
  }

  // The scope of an expression is the lowest common ancestor of the scopes of its uses.
  void FindScopes(const Expr& root) {
    std::vector<const ExprNode*> order;
    PostOrderVisit(root.get(), [&](const ExprNode* node) { order.push_back(node); });
    LcaTree tree;
    uint8_t weight = 0;
    auto add = [&](uint32_t* scope, uint32_t use) {
      *scope = *scope == kUnused ? use : tree.Lca(*scope, use, &weight);
    };
    PtrMap<uint32_t> scope_of;
    scope_of[order.back()] = tree.Add(LcaTree::kNone);
    for (size_t i = order.size(); i-- > 0;) {
      const ExprNode* node = order[i];
      const uint32_t scope = scope_of[node];
      if (IsCompilerEnd(node)) add(&scopes_[regions_.Find(node)], scope);
      for (const Expr& child : node->children()) {
        auto [of_child, fresh] = scope_of.Insert(child.get());
        if (fresh) *of_child = kUnused;
        add(of_child, BindsVariablesOf(node, child) ? tree.Add(scope) : scope);
      }
    }
  }
  static bool BindsVariables(const ExprNode* node) {
    return node->kind() == ExprKind::kFunction || node->kind() == ExprKind::kLet ||
           node->kind() == ExprKind::kMatch;
  }
  static bool BindsVariablesOf(const ExprNode* node, const Expr& child) {
    if (const auto* let = As<LetNode>(node)) return child != let->value();
    if (const auto* match = As<MatchNode>(node)) return child != match->data();
    return BindsVariables(node);
  }

  const AnnotatedRegions& regions_;
  PtrMap<uint32_t> part_outside_;             // Of expressions outside of all regions.
  std::vector<std::vector<uint32_t>> reads_;  // Regions have the first numbers.
  std::vector<uint32_t> scopes_;              // By region.
};

class RegionMerger {
 public:
  RegionMerger(const Expr& root, AnnotatedRegions& regions)
      : regions_(regions), parts_(root, regions), done_(regions.size()), mark_(parts_.size()) {}

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
      if (!node->children().empty() && visited.Insert(node)) stack.push_back({node, 0, {}});
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
  // The part now: the region that a region was merged into.
  uint32_t Now(uint32_t part) const { return part < regions_.size() ? regions_.Root(part) : part; }

  // Collects and marks the parts that a part depends on and that are not marked yet, each once.
  void AddReads(uint32_t part, uint32_t mark, std::vector<uint32_t>* found) {
    for (uint32_t read : parts_.reads(part)) {
      uint32_t now = Now(read);
      if (now == part || mark_[now] == mark) continue;
      mark_[now] = mark;
      found->push_back(now);
    }
  }

  // Joins a region with each parent of the same compiler and scope. Skips a parent if data also
  // comes from it through another part.
  void JoinParents(uint32_t region) {
    done_[region] = true;
    std::vector<uint32_t> parents;
    AddReads(region, ++last_mark_, &parents);
    if (parents.size() > 1) {
      // The parts that any parent needs, directly or indirectly.
      std::vector<uint32_t> needed;
      uint32_t mark = ++last_mark_;
      for (uint32_t parent : parents) AddReads(parent, mark, &needed);
      for (size_t i = 0; i < needed.size(); ++i) AddReads(needed[i], mark, &needed);
      std::erase_if(parents, [&](uint32_t parent) { return mark_[parent] == mark; });
    }
    for (uint32_t parent : parents) {
      if (parent >= regions_.size() || parts_.scope(parent) != parts_.scope(region) ||
          regions_.region(parent).compiler != regions_.region(region).compiler) {
        continue;
      }
      regions_.Merge(parent, region);
      parts_.Join(parent, region);
    }
  }

  AnnotatedRegions& regions_;
  RegionParts parts_;
  std::vector<bool> done_;
  std::vector<uint32_t> mark_;
  uint32_t last_mark_ = 0;
};

Expr MergeRegions(const Expr& function) {
  AnnotatedRegions regions(function);
  if (regions.size() == 0) return function;
  RegionMerger(function, regions).Run(function);
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
