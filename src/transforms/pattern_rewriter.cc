// Rewriting of small patterns of calls until nothing changes.
#include "transforms/pattern_rewriter.h"

#include <memory>

#include "ir/structural.h"
#include "ir/visitor.h"
#include "support/ptr_map.h"
#include "transforms/infer_type.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

// Rules undo at least half of what they can in each round, so a program of 2^k nodes takes about k.
constexpr int kMaxRounds = 64;

// Who uses each expression; built only when a rule has nodes inside its match.
class Users {
 public:
  explicit Users(const ExprNode* root) {
    PostOrderVisit(root, [&](const ExprNode* node) {
      for (const Expr& child : node->children()) users_[IdentityOf(child)].push_back(node);
    });
  }
  // Whether every use of `inside`, a node of the match, stays in the match or leads to `root`.
  bool StayInside(const ExprNode* inside, const CallNode* root, const PtrSet& match) const {
    constexpr size_t kLimit = 1000;  // Further away it counts as used elsewhere.
    std::vector<const ExprNode*> work = {inside};
    PtrSet seen;
    while (!work.empty()) {
      const ExprNode* node = work.back();
      work.pop_back();
      const std::vector<const ExprNode*>* users = users_.Find(IdentityOf(node));
      if (!users) return false;  // The function itself.
      for (const ExprNode* user : *users) {
        if (user == root || match.Contains(user) || !seen.Insert(user)) continue;
        if (seen.size() > kLimit) return false;
        work.push_back(user);
      }
    }
    return true;
  }

 private:
  PtrMap<std::vector<const ExprNode*>> users_;
};

class RuleApplier : public Rewriter {
 public:
  // `calls` are those below `root`, in post-order.
  RuleApplier(const PatternRule& rule, const ExprNode* root,
              const std::vector<const CallNode*>& calls)
      : rule_(rule) {
    std::unique_ptr<Users> users;
    PtrSet taken;
    PatternInterior interior;
    for (size_t i = calls.size(); i-- > 0;) {
      const CallNode* call = calls[i];
      if (taken.Contains(call)) continue;
      interior.clear();
      if (!rule.match(call, &interior)) continue;
      bool possible = true;
      PtrSet inside;
      for (const ExprNode* node : interior) {
        inside.Insert(node);
        possible = possible && !taken.Contains(node);
      }
      for (const ExprNode* node : interior) {
        // A node with one reference is used by the match alone.
        if (!possible || node->ref_count() == 1) continue;
        if (!users) users = std::make_unique<Users>(root);
        possible = users->StayInside(node, call, inside);
      }
      if (!possible) continue;
      taken.Insert(call);
      for (const ExprNode* node : interior) taken.Insert(node);
      roots_.Insert(call);
    }
  }
  bool matched() const { return roots_.size() > 0; }
  int64_t rewrites() const { return rewrites_; }

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    Expr post = WithChildren(node, children);
    if (!roots_.Contains(node)) return post;
    Expr result = rule_.rewrite(As<CallNode>(node), As<CallNode>(post));
    if (!(result == post)) ++rewrites_;
    return result;
  }

 private:
  const PatternRule& rule_;
  PtrSet roots_;
  int64_t rewrites_ = 0;
};

}  // namespace

Expr RewritePatterns(std::span<const PatternRule> rules, const Expr& function,
                     const IRModule& module, PassContext& context) {
  std::string_view name;
  for (const IRModuleNode::Item& item : module->functions) {
    if (item.function == function) name = item.name.view();
  }
  auto typed = [&](const Expr& expr) {
    if (expr->fully_typed()) return expr;
    if (name.empty()) return InferTypes(expr);
    return InferTypes(WithFunction(module, name, expr))->Lookup(name);
  };
  Expr now = typed(function);
  std::vector<const CallNode*> calls;
  auto find_calls = [&] {
    calls.clear();
    PostOrderVisit(now, [&](const ExprNode* node) {
      if (const auto* call = As<CallNode>(node)) calls.push_back(call);
    });
  };
  find_calls();
  for (int round = 0; round < kMaxRounds; ++round) {
    Expr last = now;
    for (const PatternRule& rule : rules) {
      RuleApplier applier(rule, now.get(), calls);
      if (!applier.matched()) continue;
      Expr rewritten = applier.Run(now);
      if (rewritten == now) continue;
      context.Count(rule.counter, applier.rewrites());
      now = typed(rewritten);
      find_calls();
    }
    if (now == last || StructuralEqual(now, last)) break;
  }
  return now;
}

}  // namespace passcope
