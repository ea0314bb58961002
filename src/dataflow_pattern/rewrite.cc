// Replaces groups, inputs before their users.
#include "dataflow_pattern/rewrite.h"

#include <algorithm>
#include <string>

#include "dataflow_pattern/expr_graph.h"
#include "dataflow_pattern/grouper.h"
#include "dataflow_pattern/types.h"
#include "diagnostics/diagnostic.h"
#include "ir/identity.h"
#include "ir/lineage.h"
#include "ir/structural.h"
#include "ir/typed.h"
#include "ir/visitor.h"

namespace passcope {
namespace {

// True if `children` have the same types as the node's own children, so that the node keeps its
// type.
bool SameTypes(const ExprNode* node, std::span<const Expr> children) {
  for (size_t i = 0; i < children.size(); ++i) {
    if (!(children[i]->checked_type() == node->child(i)->checked_type())) return false;
    if (!children[i]->fully_typed()) return false;
  }
  return true;
}

// Rewrites an expression, and replaces the root of each group.
class GroupRewriter : public Rewriter {
 public:
  // Uses the first `count` groups.
  GroupRewriter(const CompiledPattern& pattern, const DFPatternGroups& groups, size_t count)
      : pattern_(pattern), groups_(groups) {
    for (size_t i = 0; i < count; ++i) roots_[groups[i].root] = i;
  }
  // Remembers the rewritten form of the expression.
  void Follow(const ExprNode* expr) { followed_.Insert(IdentityOf(expr)); }
  // The rewritten form of a followed expression; the expression itself if it was not visited.
  Expr Followed(const ExprNode* expr) const {
    const Expr* after = followed_.Find(IdentityOf(expr));
    return after && *after ? *after : Expr(expr);
  }

 protected:
  virtual Expr Replace(size_t group, const Expr& post) = 0;

  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    ForEachBinder(node, [&, i = size_t{0}](const VarNode* var) mutable {
      while (!(node->child(i) == var)) ++i;
      if (!As<VarNode>(children[i])) {
        throw DiagnosticError(DiagKind::kUsage,
                              MSG(kBoundVariableNotReplaceable,
                                  "the bound variable '{name}' can only be replaced by a variable",
                                  var->name().str()));
      }
    });
    Expr post = WithChildren(node, children);
    if (!(post == node) && SameTypes(node, children)) {
      post = Typed(std::move(post), node->checked_type());
    }
    if (const size_t* group = roots_.Find(node)) {
      Expr result = Replace(*group, post);
      if (LineageWanted() && !(result == post)) NoteGroup(*group, result);
      post = std::move(result);
    }
    if (Expr* after = followed_.Find(IdentityOf(node))) *after = post;
    return post;
  }
  DFPatternGroup group(size_t i) const { return groups_[i]; }
  // All expressions that the pattern matched, including its inputs.
  std::span<const ExprNode* const> Matched(size_t i) const {
    const DFPatternGroup group = groups_[i];
    const uint32_t begin = group.begin[0], end = group.begin[pattern_.nodes().size()];
    return std::span<const ExprNode* const>(*group.matched).subspan(begin, end - begin);
  }

 private:
  // Records for lineage that the replacement derives from all expressions inside of the group.
  void NoteGroup(size_t i, const Expr& result) const {
    std::span<const ExprNode* const> inputs = groups_[i].inputs;
    for (const ExprNode* inside : Matched(i)) {
      bool input = std::find(inputs.begin(), inputs.end(), inside) != inputs.end();
      if (!input && inside != groups_[i].root) AlsoFrom(result, inside);
    }
  }

  const CompiledPattern& pattern_;
  const DFPatternGroups& groups_;
  PtrMap<size_t> roots_;
  PtrMap<Expr> followed_;
};

// The data of a group for a callback. If `followed` is not null, it has rewritten the expressions.
class GroupMatch : public DFPatternMatch {
 public:
  GroupMatch(const CompiledPattern& pattern, DFPatternGroup group, Expr post,
             const GroupRewriter* followed)
      : pattern_(pattern), group_(group), post_(std::move(post)), followed_(followed) {}
  const ExprNode* pre() const override { return group_.root; }
  const Expr& post() const override { return post_; }
  const CompiledPattern& pattern() const override { return pattern_; }
  std::span<const ExprNode* const> Before(uint32_t index) const override {
    return group_.Matched(index);
  }
  std::vector<Expr> After(uint32_t index) const override {
    std::vector<Expr> exprs;
    for (const ExprNode* expr : group_.Matched(index)) {
      exprs.push_back(expr == group_.root ? post_
                      : followed_         ? followed_->Followed(expr)
                                          : Expr(expr));
    }
    return exprs;
  }

 private:
  const CompiledPattern& pattern_;
  const DFPatternGroup group_;
  const Expr post_;
  const GroupRewriter* followed_;
};

class CallbackRewriter : public GroupRewriter {
 public:
  // `first` is the result of the callback for the last of these groups.
  CallbackRewriter(const DFPatternCallback& callback, const DFPatternGroups& groups, size_t count,
                   Expr first)
      : GroupRewriter(*callback.pattern, groups, count),
        callback_(callback),
        known_(count - 1),
        first_(std::move(first)) {
    for (size_t i = 0; i < count; ++i) {
      for (const ExprNode* expr : Matched(i)) Follow(expr);
    }
  }
  int64_t rewrites() const { return rewrites_; }

 private:
  Expr Replace(size_t i, const Expr& post) override {
    Expr result = i == known_
                      ? first_
                      : callback_.rewrite(GroupMatch(*callback_.pattern, group(i), post, this));
    PASSCOPE_CHECK(result);
    if (!(result == post)) ++rewrites_;
    return result;
  }

  const DFPatternCallback& callback_;
  const size_t known_;
  const Expr first_;
  int64_t rewrites_ = 0;
};

// Applies a callback to all groups. Returns the expression itself if nothing changes.
Expr Apply(const DFPatternCallback& callback, const DFPatternGroups& groups, const Expr& expr,
           int64_t* rewrites) {
  // While the callback changes nothing, no rewriting is needed. Groups that were found last come
  // first.
  for (size_t count = groups.size(); count > 0; --count) {
    DFPatternGroup group = groups[count - 1];
    Expr root(group.root);
    Expr result = callback.rewrite(GroupMatch(*callback.pattern, group, root, nullptr));
    PASSCOPE_CHECK(result);
    if (result == root) continue;
    CallbackRewriter rewriter(callback, groups, count, std::move(result));
    Expr rewritten = rewriter.Run(expr);
    *rewrites = rewriter.rewrites();
    return rewritten;
  }
  return expr;
}

// Copies a match with variables for its inputs, and makes its name.
class Extractor : public Rewriter {
 public:
  void SetInput(const ExprNode* input, Expr var) { inputs_[IdentityOf(input)] = std::move(var); }
  const std::string& name() const { return name_; }

 protected:
  Expr Enter(const ExprNode* node) override {
    const Expr* var = inputs_.Find(IdentityOf(node));
    return var ? *var : nullptr;
  }
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    switch (node->kind()) {
      case ExprKind::kCall: {
        const auto* op = As<OpNode>(node->child(0));
        name_ += op ? op->name() : "Call";
        name_ += "_";
        break;
      }
      case ExprKind::kTuple:
        name_ += "Tuple_";
        break;
      case ExprKind::kFunction:
        name_ += "Function";
        break;
      case ExprKind::kLet:
        name_ += "Let_";
        break;
      case ExprKind::kIf:
        name_ += "If_";
        break;
      case ExprKind::kTupleGetItem:
        name_ += "TupleGetItem" + std::to_string(As<TupleGetItemNode>(node)->index) + "_";
        break;
      case ExprKind::kMatch:
        name_ += "Match_";
        break;
      default:
        break;
    }
    return WithChildren(node, children);
  }

 private:
  PtrMap<Expr> inputs_;
  std::string name_;
};

class Partitioner : public GroupRewriter {
 public:
  Partitioner(const CompiledPattern& pattern, const DFPatternGroups& groups, const AttrDict& attrs,
              const std::function<bool(const Expr&)>& check)
      : GroupRewriter(pattern, groups, groups.size()), attrs_(attrs), check_(check) {
    for (size_t i = 0; i < groups.size(); ++i) {
      for (const ExprNode* input : groups[i].inputs) Follow(input);
    }
  }

 private:
  Expr Replace(size_t i, const Expr& post) override {
    DFPatternGroup group = this->group(i);
    if (check_ && !check_(Expr(group.root))) return post;
    Extractor extractor;
    std::vector<Expr> params, args;
    for (const ExprNode* input : group.inputs) {
      params.push_back(
          Var("FunctionVar_" + std::to_string(group.number) + "_" + std::to_string(params.size())));
      extractor.SetInput(input, params.back());
      args.push_back(Followed(input));
    }
    Expr body = extractor.Run(Expr(group.root));
    DictAttrs attrs = WithAttr(nullptr, "PartitionedFromPattern", extractor.name());
    for (const auto& [name, value] : attrs_) attrs = WithAttr(attrs, name, value);
    return Call(Function(params, std::move(body), nullptr, {}, std::move(attrs)), args);
  }

  const AttrDict& attrs_;
  const std::function<bool(const Expr&)>& check_;
};

}  // namespace

const ExprNode* DFPatternMatch::Before(const DFPattern& part) const {
  uint32_t index = pattern().IndexOf(part.get());
  if (index == CompiledPattern::kNone) return nullptr;
  std::span<const ExprNode* const> all = Before(index);
  return all.empty() ? nullptr : all.front();
}

Expr DFPatternMatch::After(const DFPattern& part) const {
  uint32_t index = pattern().IndexOf(part.get());
  if (index == CompiledPattern::kNone) return nullptr;
  std::vector<Expr> all = After(index);
  return all.empty() ? nullptr : all.front();
}

Expr RewritePatterns(std::span<const DFPatternCallback> callbacks, const Expr& expr,
                     const RewriteSettings& settings) {
  if (callbacks.empty()) return expr;
  // A function of the module keeps its name, so that calls by name find the rewritten function.
  std::string name;
  if (settings.module) {
    for (const IRModuleNode::Item& item : settings.module->functions) {
      if (item.function == expr) name = item.name.str();
    }
  }
  Expr now = expr;
  std::unique_ptr<ExprGraph> graph;
  int applied = 0;
  // The expression that each callback last left unchanged.
  std::vector<Expr> left(callbacks.size());
  while (true) {
    Expr last = now;
    for (size_t i = 0; i < callbacks.size(); ++i) {
      const DFPatternCallback& callback = callbacks[i];
      if (callback.require_type && !now->fully_typed()) {
        now = InferTypesWithModule(now, settings.module, name);
        graph.reset();
      }
      ++applied;
      if (settings.same_answers && left[i] == now) continue;
      if (!graph) graph = std::make_unique<ExprGraph>(now);
      DFPatternGroups groups = FindGroups(*callback.pattern, *graph);
      int64_t rewrites = 0;
      Expr rewritten = Apply(callback, groups, now, &rewrites);
      if (settings.rewritten && rewrites > 0) settings.rewritten(i, rewrites);
      if (rewritten == now) {
        left[i] = now;
        continue;
      }
      now = std::move(rewritten);
      graph.reset();
    }
    if (now == last || callbacks.back().rewrite_once || StructuralEqual(now, last, true)) break;
    if (applied >= settings.limit) {
      throw DiagnosticError(DiagKind::kUsage,
                            MSG(kRewriteDoesNotConverge,
                                "after {count} rewrites the callbacks still change the program; do "
                                "two of them undo each other?",
                                applied));
    }
  }
  return now;
}

Expr PartitionPattern(const DFPattern& pattern, const Expr& expr, const AttrDict& attrs,
                      const std::function<bool(const Expr& pre)>& check) {
  if (pattern->kind() == DFPatternKind::kFunction) return expr;
  CompiledPattern compiled(pattern);
  ExprGraph graph(expr);
  DFPatternGroups groups = FindGroups(compiled, graph);
  if (groups.empty()) return expr;
  return Partitioner(compiled, groups, attrs, check).Run(expr);
}

}  // namespace passcope
