// What evaluating an expression does besides giving a value: what passes ask that move, drop, merge
// or duplicate calls.
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
    kCreates = 1,  // Makes a reference, which is another one each time.
    kReads = 2,    // Reads a reference.
    kWrites = 4,   // Writes one.
    kState = 8,    // Calls an operator that changes something else, such as memory.kill.
    kRandom = 16,  // Draws random numbers: TVM's stateful operators that compute something.
  };
  constexpr Effect(int kinds = 0) : kinds_(static_cast<uint8_t>(kinds)) {}  // NOLINT
  static constexpr Effect All() { return kCreates | kReads | kWrites | kState | kRandom; }

  constexpr bool Has(Kind kind) const { return (kinds_ & kind) != 0; }
  // It can be evaluated never, once or several times, now or later.
  constexpr bool none() const { return kinds_ == 0; }
  // Whether evaluating it or not is the same for everybody else: its value may be dropped.
  constexpr bool can_drop() const { return (kinds_ & (kWrites | kState)) == 0; }
  // Whether it can be evaluated earlier or later: it neither changes nor sees what others change.
  constexpr bool can_move() const { return (kinds_ & (kReads | kWrites | kState)) == 0; }

  constexpr Effect operator|(Effect other) const { return kinds_ | other.kinds_; }
  friend constexpr bool operator==(Effect a, Effect b) { return a.kinds_ == b.kinds_; }

 private:
  uint8_t kinds_;
};

// The effects of expressions of a module. Calls have the effects of the functions that they may
// call: through variables, tuples, data types and recursion, and where a parameter of a global
// function is called, those of what is given for it. A function that comes out of a reference, a
// parameter of a local function that is called, an extern function and a name that the module does
// not have may do anything. An expression that does not end and one that fails have no effect.
//
// The least fixed point of constraints between sets, found in time linear in what is looked at,
// since each effect spreads over each edge once: what is asked about and the global functions that
// can be reached from there, once.
class Effects {
 public:
  explicit Effects(IRModule module);

  // Of evaluating `expr`, which may be new; its free variables are those of what was asked about
  // before, or hold functions that may do anything. For a function, which is evaluated by making a
  // closure, none.
  Effect Of(const Expr& expr);
  // Of calling the functions that `expr` is or holds, too.
  Effect OfCalling(const Expr& expr);

 private:
  static constexpr uint8_t kAll = 31;
  // In a function's effects: whatever is given for its parameters may be called.
  static constexpr uint8_t kParams = 32;
  static constexpr uint32_t kNone = UINT32_MAX;

  // The facts about an expression (of evaluating, of calling), a variable or a global function (of
  // calling) are variables of the system of constraints; an edge leads from what is contained to
  // what contains it.
  struct Fact {
    uint8_t kinds = 0;
    bool queued = false;
    uint32_t edges = kNone;
    uint32_t guarded = kNone;  // Edges that count once a global function calls its parameters.
  };
  struct Edge {
    uint32_t to;
    uint8_t mask;
    uint32_t from;  // Of a guarded edge.
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
  // The fact that contains those of `parts` and `kinds`; one of them where that suffices.
  uint32_t Join(std::span<const uint32_t> parts, uint8_t kinds = 0);
  uint32_t NewFact(uint8_t kinds);
  uint32_t GlobalFact(Name name);
  void Flow(uint32_t from, uint32_t to, uint8_t mask = kAll | kParams);
  // As Flow, once `global` calls its parameters.
  void FlowIfParams(uint32_t global, uint32_t from, uint32_t to);
  void Add(uint32_t fact, uint8_t kinds);
  void Solve();

  const IRModule module_;
  std::vector<Expr> keep_;  // What was asked about: addresses stay theirs.
  PtrMap<Pair> exprs_;
  PtrMap<uint32_t> vars_;                  // By identity.
  PtrMap<const FunctionNode*> functions_;  // Of the module, by name.
  PtrSet bodies_;                          // Of the module, the functions.
  PtrMap<uint32_t> globals_;               // By name.
  std::vector<Waiting> waiting_;           // Global functions to be visited.
  std::vector<Fact> facts_;
  std::vector<Edge> edges_;
  std::vector<uint32_t> queue_;
};

// Whether something in `function` may have effects: references, stateful operators, and calls of
// anything but operators and constructors. Quick where there are none of them.
bool MayHaveEffects(const Expr& function);

// The effects of a module's functions, found when the first function that may have some is met.
class LazyEffects {
 public:
  explicit LazyEffects(IRModule module) : module_(std::move(module)) {}
  // Null when `function` has no effects anywhere; else those of the module, which know the
  // variables of the function.
  Effects* For(const Expr& function);

 private:
  IRModule module_;
  std::unique_ptr<Effects> effects_;
};

}  // namespace passcope
