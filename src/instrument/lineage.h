// The lineage of the expressions of a run's programs.
//
// While passes run, only notes are kept (ir/lineage.h), with the modules before and after passes.
// The lineage is derived on demand.
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

// The change of an expression by a pass.
enum class LineageKind : uint8_t {
  kUnchanged,  // It is equal, perhaps over other children.
  kChanged,    // It is the same expression with other attributes, another type or another operator.
  kMade,       // It is new, made while the other one was rewritten.
  kMerged,     // One of several that became one.
  kSplit,      // It became several.
  kFolded,     // A constant is what it computed.
  kRemoved,    // It is gone. If it has a counterpart, that replaced it.
};
std::span<const char* const> LiteralsOf(LineageKind);

// The notes of the passes of a trace.
class LineageRecord {
 public:
  struct Mark {
    size_t at;  // The number of notes before it.
    IRModule module;
    int entry;       // The pass, as an index of the trace.
    bool after;      // True at the end of the pass.
    bool outermost;  // True if no other pass of the trace runs it.
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

// The relation between an expression of one program and one of a later program.
struct LineageLink {
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t from;  // Its place in LineageGraph::Program; kNone if it is new.
  uint32_t to;    // kNone if it was removed.
  LineageKind kind;
};

// True if two expressions have the same kind and, if they are calls, the same callee.
bool IsAlike(const ExprNode* a, const ExprNode* b);

// The lineage that follows from the notes.
class LineageGraph {
 public:
  // The expressions of a module without operators, function by function. Children come first, and
  // each expression occurs once. All nodes of a variable count as one.
  struct Program {
    IRModule module;
    std::vector<const ExprNode*> nodes;
    PtrMap<uint32_t> places;  // By identity.
  };

  explicit LineageGraph(const LineageRecord& record);

  // The program before or after a pass; null if the record does not have it.
  const Program* Find(ProgramOfTrace program);
  // All programs in the order of appearance, each module once.
  std::vector<ProgramOfTrace> Programs() const;
  // The time when a program of the record appeared.
  uint32_t TimeOf(ProgramOfTrace program) const { return MomentOf(program).time; }
  // The links from the expressions of a program to those of a program that is not earlier. They are
  // ordered by `to`; removed expressions come last. Empty if a program is not in the record.
  std::vector<LineageLink> Align(ProgramOfTrace from, ProgramOfTrace to);

  // The ancestors or descendants of an expression, including itself.
  class Relatives {
   private:
    friend class LineageGraph;
    bool ancestors_ = false;
    // By instance: the last time when it is an ancestor, or the first time when it is a descendant.
    // kNone if it is not related.
    std::vector<uint32_t> times_;
  };
  // For an expression of `program`; for all programs that have it if `program` is null.
  Relatives Ancestors(const ProgramOfTrace* program, const ExprNode* node);
  Relatives Descendants(const ProgramOfTrace* program, const ExprNode* node);
  // For several expressions.
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
    uint32_t first, last;  // The times of its first and last appearance.
    std::unique_ptr<Program> program;
  };

  // `rooted`: it existed before any note about it.
  uint32_t NewInstance(const void* identity, bool rooted);
  uint32_t InstanceOf(const void* identity);
  void Link(uint32_t result, uint32_t source, Origin origin);
  void Note(const LineageNote& note);
  uint32_t See(const IRModule& module);
  const Program& Use(uint32_t module);
  const Moment& MomentOf(ProgramOfTrace program) const;
  Relatives Reach(bool ancestors, const ProgramOfTrace* program,
                  std::span<const ExprNode* const> nodes);
  // Finds counterparts by position, for the expressions of a program without notes.
  void Match(uint32_t from, uint32_t to);
  // Reads all marks and notes once.
  void Read(const LineageRecord& record);

  std::vector<Module> modules_;
  PtrMap<uint32_t> module_ids_;
  std::vector<Moment> before_, after_;  // By entry.
  PtrMap<uint32_t> instances_;          // The latest instance by identity.
  std::vector<Edge> edges_;
  std::vector<uint32_t> of_result_, of_source_;  // By instance: the index of its last edge.
  std::vector<bool> rooted_;  // By instance: true if one of its ways back ends at a rooted one.
  uint32_t clock_ = 0;
  size_t kept_nodes_ = 0;
  uint32_t last_used_ = kNone;
};

}  // namespace passcope
