// ManifestLifetimes: marks after the last use of each variable that it is not needed any more.
//
// Why: the virtual machine can then reuse memory before a function ends. In a chain of lets, a
// variable gets a memory.kill after the value that uses it last. Variables that are aliases of
// others are replaced first, since one name can be dead while another is live. One backward walk
// finds liveness: a variable is live before an if or match if any branch needs it. As in TVM,
// variables that the end of a block uses last get no memory.kill, nor do unused variables. Not
// done: branches that are not bound by a let or at the end of a block; run ToANormalForm before.
//
//   before  let %y = add(%x, %x); let %z = multiply(%y, %y); negative(%z)
//   after   let %y = add(%x, %x); let %x_0 = memory.kill(%x);
//           let %z = multiply(%y, %y); let %x_1 = memory.kill(%y); negative(%z)
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/free_vars.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/devices.h"
#include "transforms/let_list.h"

namespace passcope {
namespace {

// The aliases: variables that are bound to other variables.
class Aliases {
 public:
  explicit Aliases(const Expr& function) {
    PostOrderVisit(function, [this](const ExprNode* node) {
      if (const auto* let = As<LetNode>(node)) {
        Add(As<VarNode>(let->var()), As<VarNode>(Copied(let->value())));
      } else if (const auto* match = As<MatchNode>(node)) {
        for (size_t i = 0; i < match->clauses().size(); ++i) {
          bool binds = match->patterns->Pattern(i).front().kind == PatternStep::Kind::kVar;
          if (binds)
            Add(As<VarNode>(match->vars(i)[0]), As<VarNode>(WithoutOnDevice(match->data())));
        }
      }
    });
  }
  // The variable that `var` is an alias of; null if it is not an alias.
  const Expr* Find(const VarNode* var) const {
    const Expr* last = nullptr;
    for (const Expr* next = of_.Find(var->vid.get()); next;
         next = of_.Find(As<VarNode>(*next)->vid.get()))
      last = next;
    return last;
  }
  bool empty() const { return of_.empty(); }

 private:
  // A copy from a device to itself is the same data.
  static Expr Copied(const Expr& value) {
    Expr plain = WithoutOnDevice(value);
    return IsCopyToSameDevice(plain) ? plain->child(1) : plain;
  }
  void Add(const VarNode* var, const VarNode* value) {
    if (value) of_[var->vid.get()] = Expr(value);
  }
  PtrMap<Expr> of_;  // By identity.
};

Expr WithoutAliases(const Expr& function) {
  Aliases aliases(function);
  if (aliases.empty()) return function;
  return RewritePostOrder(function,
                          [&](const ExprNode* node, std::span<const Expr> children) -> Expr {
                            if (const auto* var = As<VarNode>(node)) {
                              const Expr* other = aliases.Find(var);
                              return other ? *other : Expr(node);
                            }
                            const auto* let = As<LetNode>(node);
                            if (let && aliases.Find(As<VarNode>(let->var()))) return children[2];
                            if (const auto* match = As<MatchNode>(node)) {
                              // Patterns keep their variables.
                              std::vector<Expr> parts(children.begin(), children.end());
                              for (const MatchClause& clause : match->clauses()) {
                                for (uint32_t i = clause.vars; i < clause.body; ++i)
                                  parts[i] = node->child(i);
                              }
                              return WithChildren(node, parts);
                            }
                            return WithChildren(node, children);
                          });
}

// The backward walk over blocks. The stack holds the enclosing blocks.
class Lifetimes {
 public:
  using Kills = PtrMap<std::vector<Expr>>;  // By let.

  static Kills Find(const Expr& body) {
    Lifetimes walk;
    walk.Enter(body);
    while (!walk.stack_.empty()) walk.Step();
    return std::move(walk.kills_);
  }

 private:
  struct Block {
    std::vector<const LetNode*> lets;
    const ExprNode* end;
    // The position of the walk: the lets before this number are left. It is the number of lets plus
    // one until `end` is visited.
    size_t left;
    // For the current branching expression: the next branch, and the variables that earlier
    // branches need.
    size_t branch = 0;
    std::vector<const VarNode*> needed;
    size_t changes = 0;  // Where the changes of the current branch begin.
  };
  struct Change {
    const VarNode* var;
    bool added;
  };

  void Enter(const Expr& body) {
    Block block;
    const ExprNode* expr = body.get();
    while (const auto* let = As<LetNode>(expr)) {
      block.lets.push_back(let);
      expr = let->body().get();
    }
    block.end = expr;
    block.left = block.lets.size() + 1;
    stack_.push_back(std::move(block));
  }

  bool IsLive(const VarNode* var) const {
    const bool* live = live_.Find(var->vid.get());
    return live && *live;
  }
  void Set(const VarNode* var, bool live) {
    if (IsLive(var) == live) return;
    live_[var->vid.get()] = live;
    changes_.push_back({var, live});
  }

  static std::vector<Expr> Branches(const Expr& value) {
    if (const auto* node = As<IfNode>(value)) return {node->true_branch(), node->false_branch()};
    std::vector<Expr> bodies;
    if (const auto* match = As<MatchNode>(value)) {
      for (size_t i = 0; i < match->clauses().size(); ++i) bodies.push_back(match->body(i));
    }
    return bodies;
  }

  // The variables that an expression uses. For a branching expression, those of its condition or
  // data.
  static std::vector<Expr> Uses(const Expr& value) {
    bool branching = As<IfNode>(value) || As<MatchNode>(value);
    Expr used = branching ? value->child(0) : value;
    struct Checker : PostOrderVisitor {
      // The inside of a function does not belong to this block.
      bool Enter(const ExprNode* node) override { return !As<FunctionNode>(node); }
      void Leave(const ExprNode* node) override {
        if (As<IfNode>(node) || As<MatchNode>(node) || As<LetNode>(node))
          throw DiagnosticError(
              DiagKind::kUnsupported,
              MSG(kLifetimesNeedNormalForm,
                  "ManifestLifetimes requires A-normal form: run ToANormalForm first"));
      }
    } checker;
    checker.Run(used.get());
    return FreeVars(used);
  }

  void Step() {
    Block& block = stack_.back();
    bool at_end = block.left == block.lets.size() + 1;
    if (block.left == 0) {
      stack_.pop_back();
      return;
    }
    const Expr value =
        WithoutOnDevice(at_end ? Expr(block.end) : block.lets[block.left - 1]->value());
    std::vector<Expr> branches = Branches(value);
    if (block.branch > 0) {
      // After a branch: remember what it needs, and restore the state for the next one.
      while (changes_.size() > block.changes) {
        Change change = changes_.back();
        changes_.pop_back();
        if (change.added) block.needed.push_back(change.var);
        live_[change.var->vid.get()] = !change.added;
      }
    }
    if (block.branch < branches.size()) {
      block.changes = changes_.size();
      Enter(branches[block.branch++]);
      return;
    }
    for (const VarNode* var : block.needed) Set(var, true);
    block.needed.clear();
    block.branch = 0;
    --block.left;
    std::vector<Expr> uses = Uses(value);
    if (!at_end) {
      const LetNode* let = block.lets[block.left];
      std::vector<Expr>& kills = kills_[let];
      for (const Expr& var : uses) {
        if (!IsLive(As<VarNode>(var))) kills.push_back(var);
      }
      Set(As<VarNode>(let->var()), false);
    }
    for (const Expr& var : uses) Set(As<VarNode>(var), true);
  }

  std::vector<Block> stack_;
  PtrMap<bool> live_;  // By identity.
  std::vector<Change> changes_;
  Kills kills_;
};

Expr WithKills(const Expr& expr, int64_t* count) {
  const auto* function = As<FunctionNode>(expr);
  bool closure = function->HasFlag("Closure") && As<FunctionNode>(function->body());
  const auto* code = closure ? As<FunctionNode>(function->body()) : function;
  Lifetimes::Kills kills = Lifetimes::Find(code->body());
  uint32_t counter = 0;
  return RewritePostOrder(expr, [&](const ExprNode* node, std::span<const Expr> children) -> Expr {
    const std::vector<Expr>* dead = As<LetNode>(node) ? kills.Find(node) : nullptr;
    if (!dead || dead->empty()) return WithChildren(node, children);
    LetList lets(&counter);
    for (const Expr& var : *dead) lets.Push(CallOp("memory.kill", {var}));
    *count += static_cast<int64_t>(dead->size());
    return Let(children[0], children[1], lets.Wrap(children[2]), node->span());
  });
}

}  // namespace

namespace transform {

Pass ManifestLifetimes() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext& context) {
        int64_t count = 0;
        Expr result = WithKills(WithoutAliases(function), &count);
        context.Count("variables killed", count);
        return result;
      },
      TableInfo("ManifestLifetimes"));
}

}  // namespace transform
}  // namespace passcope
