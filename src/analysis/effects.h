// The effects of evaluating an expression. Passes use them before they move, drop, merge or
// duplicate calls.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ir/expr.h"
#include "ir/module.h"
#include "support/ptr_map.h"

namespace passcope {

// A set of effects.
class Effect {
 public:
  enum Kind : uint8_t {
    kCreates = 1,  // Makes a reference, a new one each time.
    kReads = 2,    // Reads a reference.
    kWrites = 4,   // Writes a reference.
    kState = 8,    // Calls an operator with another effect, such as memory.kill.
    kRandom = 16,  // Draws random numbers, as TVM's stateful operators that compute a value.
  };
  constexpr Effect(int kinds = 0) : kinds_(static_cast<uint8_t>(kinds)) {}  // NOLINT
  static constexpr Effect All() { return kCreates | kReads | kWrites | kState | kRandom; }

  constexpr bool Has(Kind kind) const { return (kinds_ & kind) != 0; }
  // True if the expression can be evaluated never, once or several times, now or later.
  constexpr bool none() const { return kinds_ == 0; }
  // True if its evaluation has no effect on others, so it can be dropped if its value is not used.
  constexpr bool can_drop() const { return (kinds_ & (kWrites | kState)) == 0; }
  // True if it can be evaluated earlier or later: it neither changes nor reads shared state.
  constexpr bool can_move() const { return (kinds_ & (kReads | kWrites | kState)) == 0; }
  // True if the order of two expressions with these effects matters.
  constexpr bool DependsOn(Effect other) const {
    return (!can_drop() && !other.can_move()) || (!other.can_drop() && !can_move());
  }

  constexpr Effect operator|(Effect other) const { return kinds_ | other.kinds_; }
  friend constexpr bool operator==(Effect a, Effect b) { return a.kinds_ == b.kinds_; }

 private:
  uint8_t kinds_;
};

// The effects of expressions of a module. A call has the effects of all functions that it can call:
// through variables, tuples, data types and recursion. If a global function calls a parameter, the
// call has the effects of the argument. Other functions can do anything: those read from
// references, called parameters of local functions, extern functions, and unknown global names.
// Failure and infinite loops do not count as effects.
//
// The effects are the least fixed point of constraints between sets. The time is linear in the
// visited expressions, since each effect spreads over each edge once. It visits queried expressions
// and the global functions that they can reach, each once.
class Effects {
 public:
  explicit Effects(IRModule module);

  // The effects of evaluating `expr`, which can be new. A free variable must belong to an earlier
  // query; otherwise it can hold any function. Evaluating a function only makes a closure, so it
  // has no effects.
  Effect Of(const Expr& expr);
  // The effects of evaluating `expr` and of calling the functions that it is or holds.
  Effect OfCalling(const Expr& expr);

 private:
  static constexpr uint8_t kAll = 31;
  // An effect of a function: it can call its parameters.
  static constexpr uint8_t kParams = 32;
  static constexpr uint32_t kNone = UINT32_MAX;

  // A variable of the constraint system. Expressions have two (of evaluating, of calling);
  // variables and global functions have one (of calling). An edge leads from a contained fact to
  // its container.
  struct Fact {
    uint8_t kinds = 0;
    bool queued = false;
    uint32_t edges = kNone;
    uint32_t guarded = kNone;  // Edges that become active when a global function calls its
                               // parameters.
  };
  struct Edge {
    uint32_t to;
    uint8_t mask;
    uint32_t from;  // The source of a guarded edge.
    uint32_t next;
  };
  struct Pair {
    uint32_t eval, call;
  };
  struct Waiting {
    const FunctionNode* function;
    uint32_t fact;
  };

  Pair FactsOf(const Expr& expr);
  void VisitAll(const ExprNode* root);
  void Visit(const ExprNode* root);
  void Bind(const ExprNode* node);
  Pair Constrain(const ExprNode* node);
  Pair ConstrainCall(const CallNode* call, uint32_t eval, bool data);
  // The fact that contains `parts` and `kinds`; one of the parts if that is enough.
  uint32_t Join(std::span<const uint32_t> parts, uint8_t kinds = 0);
  uint32_t NewFact(uint8_t kinds);
  uint32_t GlobalFact(Name name);
  void Flow(uint32_t from, uint32_t to, uint8_t mask = kAll | kParams);
  // Like Flow, but only once `global` calls its parameters.
  void FlowIfParams(uint32_t global, uint32_t from, uint32_t to);
  void Add(uint32_t fact, uint8_t kinds);
  void Solve();

  const IRModule module_;
  std::vector<Expr> keep_;  // The queried expressions, kept alive so that addresses stay unique.
  PtrMap<Pair> exprs_;
  PtrMap<uint32_t> vars_;                  // By identity.
  PtrMap<const FunctionNode*> functions_;  // The module's functions, by name.
  PtrSet bodies_;                          // The module's functions.
  PtrMap<uint32_t> globals_;               // By name.
  std::vector<Waiting> waiting_;           // Global functions that must still be visited.
  std::vector<Fact> facts_;
  std::vector<Edge> edges_;
  std::vector<uint32_t> queue_;
};

// True if `function` contains references, stateful operators, or calls of anything except operators
// and constructors. This is fast if it has none.
bool MayHaveEffects(const Expr& function);

// The effects of a module's functions, computed for the first function that can have effects.
class LazyEffects {
 public:
  explicit LazyEffects(IRModule module) : module_(std::move(module)) {}
  // Null if `function` has no effects. Otherwise the effects of the module, which also cover the
  // variables of the function.
  Effects* For(const Expr& function);

 private:
  IRModule module_;
  std::unique_ptr<Effects> effects_;
};

}  // namespace passcope
