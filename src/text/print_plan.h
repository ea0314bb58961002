// The decisions of the printer before it writes: numbers, names, scopes and metadata indices.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ir/expr.h"
#include "support/ptr_map.h"
#include "support/text_table.h"
#include "text/constructor_names.h"
#include "text/literals.h"
#include "text/metadata.h"
#include "text/readable_names.h"
#include "text/type_texts.h"

namespace passcope {

// Walks functions in the order in which TVM 0.11's printer visits them, and makes every decision
// that depends on that order:
// - the expressions that get a number ("%3 = …"), and the scope of each;
// - the unique names of variables;
// - the indices of metadata.
//
// TVM visits data flow (calls, tuples, projections) bottom-up, the callee before the arguments. It
// numbers an expression at its first *use*, just before it composes the text of the user.
//
// Functions of one module share a plan: numbers and names continue from one to the next. The text
// of a function must be written before the next function is planned.
class PrintPlan {
 public:
  static constexpr uint32_t kNone = 0xFFFFFFFF;

  // Expressions have consecutive numbers; the program must outlive the plan.
  struct Node {
    const ExprNode* expr;
    uint32_t children = kNone;  // The index of its children's ids in child_ids_.
    uint32_t uses = 0;          // Edges to it in the current function…
    uint32_t graph = 0;         // …if this is the current function's number.
    uint32_t temp = kNone;      // The number it has in the text.
    uint32_t data = kNone;      // A variable's index, a node's first scope, or a metadata index.
    bool planned = false;
    bool written = false;  // Used in a text that is already composed: no line can precede it.
  };
  struct Variable {
    std::string_view name;       // "x" of %x; empty until it is named.
    bool free_line = false;      // Free, and no line `free_var …;` introduced it yet.
    uint32_t graph = 0;          // The last function that bound or introduced it.
    bool in_value = false;       // The value of its let is being planned.
    bool used_in_value = false;  // That value uses it, as a function that calls itself does.
  };
  enum class LineKind : uint8_t {
    kTemp,   // %3 = …;
    kFree,   // free_var %x;
    kLet,    // let %x = …;
    kMoved,  // Nothing: its line moved to a block around this one.
  };
  struct Line {
    uint32_t node;
    LineKind kind;
  };
  // The body of a function or branch, or a chain of lets: lines, then a result in place.
  struct Scope {
    uint32_t begin = 0;  // Range in `lines`.
    uint32_t end = 0;
    uint32_t result = kNone;
    uint32_t owner = kNone;   // The node with this body, branch or chain.
    uint32_t parent = kNone;  // The scope around it.
    uint32_t depth = 0;       // The number of scopes around it.
    bool closed = false;
  };

  PrintPlan(bool show_meta_data, RealDigits digits)
      : types(&meta), style{&meta, show_meta_data, digits} {}

  // Plans a global function and returns its id.
  uint32_t PlanGlobal(const ExprNode* function);
  // Plans an expression as the result of a new scope, and returns the index of the scope.
  uint32_t PlanExpr(const ExprNode* expr);

  uint32_t Child(uint32_t id, size_t i) const { return child_ids_[Slot(id, i)]; }
  ExprKind KindOf(uint32_t id) const { return nodes[id].expr->kind(); }
  template <class T>
  const T* NodeAs(uint32_t id) const {
    return static_cast<const T*>(nodes[id].expr);
  }
  // True if child `i` of a node is a variable that the node binds and that was bound before.
  bool IsRebound(uint32_t id, size_t i) const {
    return !rebound_.empty() && rebound_.count(Slot(id, i)) != 0;
  }
  // The scope of the value of a let, if the value needs lines that use the let's variable: they
  // must follow the variable. TVM writes them above the let, where the variable is not bound. Else
  // kNone.
  uint32_t ValueScope(uint32_t let) const {
    auto found = value_scopes_.find(let);
    return found == value_scopes_.end() ? kNone : found->second;
  }
  // True if a call's attributes are printed as metadata. The parser can read them in place only if
  // they have the operator's own type.
  bool AttrsAreMeta(const CallNode* call) const;

  std::vector<Node> nodes;
  std::vector<Scope> scopes;
  std::vector<Line> lines;
  std::vector<Variable> variables;
  MetaData meta;
  TypeTexts types;
  ConstructorNames constructors;
  const ValueStyle style;

 private:
  enum class TaskKind : uint8_t {
    kVisit,         // Plan the nodes below, then the node.
    kFinish,        // Plan a call, tuple or projection whose children are planned.
    kUse,           // A text needs it: number it.
    kUseInline,     // The same, but the node may be printed in place if this is its only use.
    kOpenScope,     // `id` is the scope.
    kCloseScope,    // `id` is the result.
    kFirstLetBind,  // Name the variable of the first let of a chain, plan the value.
    kLetBind,       // The same for the lets in its body.
    kFirstLetLine,  // Open the scope of a chain of lets with its first line.
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
  void BindLet(uint32_t id, TaskKind line);
  void LetLine(uint32_t id);
  void MoveIntoValue(uint32_t let, uint32_t begin);
  void MoveBlocks(uint32_t id, uint32_t scope);
  void Visit(uint32_t id);
  void Finish(uint32_t id);
  void Use(uint32_t id, bool may_inline);
  // Moves the line of a numbered node, and the nodes that it needs, out of a block of an
  // expression. Used if the text that is being composed comes before that block. TVM's text cannot
  // be read in this case.
  void BringOut(uint32_t id);
  // The number of blocks of a planned expression; their scopes are consecutive.
  uint32_t NumBlocks(uint32_t id) const;
  // The outermost closed scope that contains the line of a number.
  uint32_t ClosedAround(uint32_t temp) const;
  bool ComesTooLate(uint32_t temp) const;
  // The index in child_ids_ of the id of child `i`.
  uint32_t Slot(uint32_t id, size_t i) const {
    return nodes[id].children + static_cast<uint32_t>(i);
  }
  void NameBinder(uint32_t slot);
  void NameVariable(uint32_t id);
  bool TakeName(std::string_view name, uint32_t* number);

  std::vector<uint32_t> child_ids_;
  PtrMap<uint32_t> ids_;
  PtrMap<uint32_t> variable_ids_;
  // The names in use, with the last suffix that was tried for each.
  TextTable names_;
  std::deque<std::string> name_texts_;
  std::vector<int> suffixes_;
  std::set<uint32_t> rebound_;  // Slots.
  uint32_t graph_ = 0;
  uint32_t next_temp_ = 0;
  std::vector<Task> tasks_;
  std::vector<OpenedScope> open_scopes_;
  std::vector<Line> open_lines_;
  struct OpenLet {
    uint32_t begin;  // The index in open_lines_ of the first line of its value.
    size_t depth;
  };
  std::vector<OpenLet> open_lets_;  // The lets whose values are being planned.
  std::map<uint32_t, uint32_t> value_scopes_;
  std::vector<uint32_t> temp_scopes_;  // The scope that contains the line of each number.
};

}  // namespace passcope
