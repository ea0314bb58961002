// What the printer decides before it writes: numbers, names, scopes and metadata indices.
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ir/expr.h"
#include "support/ptr_map.h"
#include "support/text_table.h"
#include "text/literals.h"
#include "text/metadata.h"
#include "text/type_texts.h"

namespace passcope {

// Walks functions in the order in which TVM 0.11's printer visits them and decides everything that
// depends on that order: which expressions get a number ("%3 = …") and in which scope, the unique
// names of variables, and the indices of metadata. TVM visits data flow (calls, tuples,
// projections) bottom-up, callee before arguments, and hands out a number when an expression is
// first *used*: just before the text of its user is composed.
//
// Functions of one module share a plan: numbers and names go on from one to the next. What is
// planned for one must be written before the next is planned.
class PrintPlan {
 public:
  static constexpr uint32_t kNone = 0xFFFFFFFF;

  // Expressions are numbered densely; the program must outlive the plan.
  struct Node {
    const ExprNode* expr;
    uint32_t children = kNone;  // Where the children's ids start in child_ids_.
    uint32_t uses = 0;          // Edges that lead here in the current function…
    uint32_t graph = 0;         // …if this is the current function's number.
    uint32_t temp = kNone;      // The number it has in the text.
    uint32_t data = kNone;      // A variable's index, a node's first scope, or a metadata index.
    bool planned = false;
    bool written = false;  // Used in a text that is composed: no line can come before it any more.
  };
  struct Variable {
    std::string_view name;   // "x" of %x; empty before it has one.
    bool free_line = false;  // Free, and not introduced by a line `free_var …;` yet.
    uint32_t graph = 0;      // The function in which it was bound or introduced last.
  };
  enum class LineKind : uint8_t {
    kTemp,   // %3 = …;
    kFree,   // free_var %x;
    kLet,    // let %x = …;
    kMoved,  // Nothing: it stands in a block around this one.
  };
  struct Line {
    uint32_t node;
    LineKind kind;
  };
  // The body of a function or of a branch, or a chain of lets: lines, then a result in place.
  struct Scope {
    uint32_t begin = 0;  // Range in `lines`.
    uint32_t end = 0;
    uint32_t result = kNone;
    uint32_t owner = kNone;   // The node whose body, branch or chain it is.
    uint32_t parent = kNone;  // The scope around it.
    uint32_t depth = 0;       // How many are around it.
    bool closed = false;
  };

  PrintPlan(bool show_meta_data, RealDigits digits)
      : types(&meta), style{&meta, show_meta_data, digits} {}

  // Plans a global function and returns its id.
  uint32_t PlanGlobal(const ExprNode* function);
  // Plans an expression as the result of a scope of its own, whose index is returned.
  uint32_t PlanExpr(const ExprNode* expr);

  uint32_t Child(uint32_t id, size_t i) const { return child_ids_[Slot(id, i)]; }
  ExprKind KindOf(uint32_t id) const { return nodes[id].expr->kind(); }
  template <class T>
  const T* NodeAs(uint32_t id) const {
    return static_cast<const T*>(nodes[id].expr);
  }
  // Whether child `i` of a node is a variable that it binds and that was bound elsewhere before.
  bool IsRebound(uint32_t id, size_t i) const {
    return !rebound_.empty() && rebound_.count(Slot(id, i)) != 0;
  }
  // Whether a call's attributes are printed as metadata. The parser can read them in place only if
  // they are of the operator's own kind.
  bool AttrsAreMeta(const CallNode* call) const;

  std::vector<Node> nodes;
  std::vector<Scope> scopes;
  std::vector<Line> lines;
  std::vector<Variable> variables;
  MetaData meta;
  TypeTexts types;
  const ValueStyle style;

 private:
  enum class TaskKind : uint8_t {
    kVisit,           // Plan what is below, then the node.
    kFinish,          // Plan a call, tuple or projection whose children are planned.
    kUse,             // Its text is needed: number it.
    kUseInline,       // The same, where it may stand in place if this is its only use.
    kUseInFirstLine,  // The same, in the first line of lets, which is written when they are.
    kOpenScope,       // `id` is the scope.
    kCloseScope,      // `id` is the result.
    kFirstLetBind,    // Name the variable of the first let of a chain, plan the value.
    kLetBind,         // The same for the lets in its body.
    kFirstLetLine,    // Open the scope of a chain of lets with its first line.
    kLetLine,
    kBind,  // Name the variable of a pattern; `id` is its slot.
    kDone,  // Mark as planned.
  };
  struct Task {
    TaskKind kind;
    uint32_t id;
  };
  struct OpenedScope {
    uint32_t scope;
    uint32_t begin;
  };

  uint32_t NewNode(const ExprNode* expr);
  uint32_t IdOf(const ExprNode* expr);
  void CountUses(uint32_t root);

  void Push(TaskKind kind, uint32_t id) { tasks_.push_back({kind, id}); }
  void PushVisitAndUse(uint32_t id, TaskKind use);
  void RunPlan();
  uint32_t NewScopes(size_t count, uint32_t owner = kNone);
  void OpenScope(uint32_t scope);
  void CloseScope(uint32_t result);
  void PlanScope(uint32_t body);
  void PlanFunction(uint32_t id);
  void PlanType(const Type& type);
  void LetLine(uint32_t id);
  void Visit(uint32_t id);
  void Finish(uint32_t id);
  void Use(uint32_t id, bool may_inline);
  // Where the line of what has a number stands in a block of an expression that is written only
  // after what is being composed, brings it, and what it needs, out of the block. TVM's text cannot
  // be read then.
  void BringOut(uint32_t id);
  // How many blocks a planned expression has; their scopes follow each other.
  uint32_t NumBlocks(uint32_t id) const;
  // The outermost closed scope that the line of a number stands in.
  uint32_t ClosedAround(uint32_t temp) const;
  bool ComesTooLate(uint32_t temp) const;
  // Where the id of child `i` stands in child_ids_.
  uint32_t Slot(uint32_t id, size_t i) const {
    return nodes[id].children + static_cast<uint32_t>(i);
  }
  void NameBinder(uint32_t slot);
  void NameVariable(uint32_t id);
  bool TakeName(std::string_view name, uint32_t* number);

  std::vector<uint32_t> child_ids_;
  PtrMap<uint32_t> ids_;
  PtrMap<uint32_t> variable_ids_;
  // The names taken, with the last suffix tried for each.
  TextTable names_;
  std::deque<std::string> name_texts_;
  std::vector<int> suffixes_;
  std::set<uint32_t> rebound_;  // Slots.
  uint32_t graph_ = 0;
  uint32_t next_temp_ = 0;
  std::vector<Task> tasks_;
  std::vector<OpenedScope> open_scopes_;
  std::vector<Line> open_lines_;
  std::vector<uint32_t> temp_scopes_;  // The scope in which the line of each number stands.
};

}  // namespace passcope
