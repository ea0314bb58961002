// What became of the expressions of a run's programs, and what each was made of.
//
// While passes run, only notes are kept (ir/lineage.h), with the modules that they stand between.
// What follows from them is found out when somebody asks.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "instrument/pass_log.h"
#include "ir/lineage.h"
#include "ir/module.h"
#include "schema/record.h"
#include "support/ptr_map.h"

namespace passcope {

// What a pass did with an expression.
enum class LineageKind : uint8_t {
  kUnchanged,  // It says the same, maybe over other expressions.
  kChanged,    // It is the same expression with other attributes, another type or operator.
  kMade,       // A new one, while the other one was rewritten.
  kMerged,     // One of several that became one.
  kSplit,      // It became several.
  kFolded,     // A constant is what it computed.
  kRemoved,    // It is gone; where it has a counterpart, that stands in its place.
};
std::span<const char* const> LiteralsOf(LineageKind);

// The notes of the passes of a trace.
class LineageRecord {
 public:
  struct Mark {
    size_t at;  // How many notes there were.
    IRModule module;
    int entry;       // Of the pass.
    bool after;      // Whether it has ended.
    bool outermost;  // Whether no other pass of the trace runs it.
  };

  void Begin(const IRModule& module, int entry);
  void End(const IRModule& module, int entry);
  void Clear();
  const std::vector<LineageNote>& notes() const { return journal_.notes(); }
  const std::vector<Mark>& marks() const { return marks_; }

 private:
  LineageJournal journal_;
  std::vector<Mark> marks_;
  int open_ = 0;
};

// A program of a trace: that before or after one of its passes.
struct ProgramOfTrace {
  int64_t index = 0;
  bool after = false;
};

// How an expression of one program is related to one of a later one.
struct LineageLink {
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t from;  // Its place in LineageGraph::Program; kNone: there is none, it was made.
  uint32_t to;    // kNone: it was removed.
  LineageKind kind;
};

// Whether two expressions are of the same kind and, if they are calls, of the same callee.
bool IsAlike(const ExprNode* a, const ExprNode* b);

// What follows from the notes.
class LineageGraph {
 public:
  // The expressions of a module, operators left out: children first, each once, function by
  // function. All nodes of a variable are one.
  struct Program {
    IRModule module;
    std::vector<const ExprNode*> nodes;
    PtrMap<uint32_t> places;  // By identity.
  };

  explicit LineageGraph(const LineageRecord& record);

  // The program before or after a pass; null when there was none in the record.
  const Program* Find(ProgramOfTrace program);
  // All programs, each module once, in the order in which they came up.
  std::vector<ProgramOfTrace> Programs() const;
  // When a program of the record came up.
  uint32_t TimeOf(ProgramOfTrace program) const { return MomentOf(program).time; }
  // From the expressions of a program to those of one that is not earlier, ordered by `to`; what
  // has none comes last. Empty when one of them is not in the record.
  std::vector<LineageLink> Align(ProgramOfTrace from, ProgramOfTrace to);

  // Ancestors or descendants of an expression, and itself.
  class Relatives {
   private:
    friend class LineageGraph;
    bool ancestors_ = false;
    // By instance: until when it is an ancestor, or from when on a descendant; kNone: it is none.
    std::vector<uint32_t> times_;
  };
  // Of an expression of the program, or, when `program` is null, of all programs that have it.
  Relatives Ancestors(const ProgramOfTrace* program, const ExprNode* node);
  Relatives Descendants(const ProgramOfTrace* program, const ExprNode* node);
  // Of any of several expressions.
  Relatives Ancestors(const ProgramOfTrace* program, std::span<const ExprNode* const> nodes);
  Relatives Descendants(const ProgramOfTrace* program, std::span<const ExprNode* const> nodes);
  // The places of relatives in a program, ascending.
  std::vector<uint32_t> In(const Relatives& relatives, ProgramOfTrace program);

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Edge {
    uint32_t result, source;
    uint32_t time;
    Origin origin;
    uint32_t next_of_result, next_of_source;
  };
  struct Moment {
    uint32_t time = kNone;
    uint32_t module = kNone;  // Of modules_.
  };
  struct Module {
    IRModule module;
    uint32_t first, last;  // When it was seen.
    std::unique_ptr<Program> program;
  };

  // `rooted`: whether it was there before anything was noted of it.
  uint32_t NewInstance(const void* identity, bool rooted);
  uint32_t InstanceOf(const void* identity);
  void Link(uint32_t result, uint32_t source, Origin origin);
  void Note(const LineageNote& note);
  uint32_t See(const IRModule& module);
  const Program& Use(uint32_t module);
  const Moment& MomentOf(ProgramOfTrace program) const;
  Relatives Reach(bool ancestors, const ProgramOfTrace* program,
                  std::span<const ExprNode* const> nodes);
  // Finds counterparts by where they stand for the expressions of a program of which nothing was
  // noted.
  void Match(uint32_t from, uint32_t to);
  // Looks at all marks and notes, once.
  void Read(const LineageRecord& record);

  std::vector<Module> modules_;
  PtrMap<uint32_t> module_ids_;
  std::vector<Moment> before_, after_;  // By entry.
  PtrMap<uint32_t> instances_;          // The latest by identity.
  std::vector<Edge> edges_;
  std::vector<uint32_t> of_result_, of_source_;  // By instance: the last edge.
  std::vector<bool> rooted_;  // By instance: whether one of its ways back ends at such a one.
  uint32_t clock_ = 0;
  size_t kept_nodes_ = 0;
  uint32_t last_used_ = kNone;
};

}  // namespace passcope
