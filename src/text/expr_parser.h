// The parser of expressions: a pushdown automaton with its own stack. The depth of a program can
// therefore not overflow the machine's stack.
//
// A frame is a grammar rule that waits for an expression inside it. The states of the automaton are
// the start of an item of a sequence, an operand, the place behind an atom (where calls and
// projections follow), the arguments of a call, and the ends of these. A completed operand or
// sequence passes its value to the frame below.
// the value to the frame below.
#pragma once

#include <vector>

#include "text/parse_context.h"

namespace passcope {

class ExprParser : public ParseContext {
 public:
  using ParseContext::ParseContext;

 protected:
  enum class FrameKind : uint8_t {
    kSequence,  // `a; b; c`: let and graph bindings and expressions before the last
    kInfix,     // operands and infix operators
    kLet,       // let %x = …
    kGraph,     // %0 = …
    kBlock,     // { … } among the items of a sequence
    kParen,     // ( … ) or ( …, … )
    kCall,      // callee( …
    kFunction,  // fn (…) { … or def @f(…) { …
    kIf,        // if ( …, if (…) { …, if (…) {…} else { …
    kRef,       // ref( …, ref_read( …, ref_write( …
    kMatch,     // match ( …, match (…) { …
  };

  struct Frame {
    FrameKind kind;
    uint8_t stage = 0;  // kRef: how many arguments are done. kParen: whether a comma was seen.
                        // kIf: 0 in the condition, 1 and 2 in the branches, 3 between them.
                        // kMatch: 0 before the clauses, 1 in their braces.
    bool has_body_start = false;
    Tok token = Tok::kEnd;  // kInfix: the operator that waits for its right side. kRef: which.
    TextPos start;
    TextPos body_start;    // kSequence: where TVM's rule for the last item began.
    TextPos end;           // kCall: the end of the callee.
    size_t base = 0;       // Into values_, operands_, items_ or headers_.
    size_t operators = 0;  // kInfix: into operators_.
    size_t scope = 0;      // Locals to drop when the frame is done.
    int64_t number = 0;    // kGraph.
    Expr expr;             // kLet: the variable. kCall: the callee.
  };

  // True if an if-frame is inside braces.
  static bool InBranch(const Frame& frame) { return frame.stage == 1 || frame.stage == 2; }

  enum class State : uint8_t {
    kItem,
    kOperand,
    kPostfix,
    kArgs,
    kArgsEnd,
    kItemEnd,
    kClause,
    kClose,
    kDone
  };

  struct Operand {
    Expr expr;
    TextPos start, end;
  };
  // Becomes a Let when the sequence ends.
  struct Item {
    Expr var;
    Expr value;
    TextPos start, end;
  };
  struct FunctionHeader {
    std::vector<Type> type_params;
    std::vector<Expr> params;
    DictAttrs attrs;
    Type ret_type;
    size_t type_mark;
  };
  // The parts of a match that were read so far. Its children are in values_.
  struct MatchParts {
    bool complete;
    bool open = false;  // True while the last clause has no body.
    std::vector<PatternStep> steps;
    std::vector<MatchClause> clauses;
  };

  // Runs until the frame at `bottom` is done. Returns null if it gave up the definition.
  Expr Run(size_t bottom);
  State Step(State state);
  State StartItem();
  State StartOperand();
  State Postfix();
  State Arguments();
  State FinishOperand();
  State FinishItem(Expr value);
  State FinishSequence(Expr value);
  State FinishCall(Attrs attrs);
  State FinishFunction(Expr body);
  State FinishIf(Expr value);
  State FinishRef(Expr value);
  State FinishParen(Expr value);
  State NextClause();
  void ParsePattern(std::vector<PatternStep>* steps);
  State Recovered(size_t bottom);

  Frame& Push(FrameKind kind, const TextPos& start) {
    frames_.emplace_back();
    Frame& frame = frames_.back();
    frame.kind = kind;
    frame.start = start;
    frame.scope = ScopeMark();
    return frame;
  }
  void PushSequence() { Push(FrameKind::kSequence, Cur().begin).base = items_.size(); }
  void PushInfix() {
    Frame& frame = Push(FrameKind::kInfix, Cur().begin);
    frame.base = operands_.size();
    frame.operators = operators_.size();
  }
  // Drops the top frame and the values that it collected.
  void DropFrame();
  void OpenBlock();
  State Atom(Expr expr, const TextPos& start) {
    value_ = std::move(expr);
    value_start_ = start;
    return State::kPostfix;
  }
  Expr FoldItems(size_t base, Expr body);
  void ReduceInfix();
  void ParseFunctionHeader(FrameKind kind, const TextPos& start);

  std::vector<Frame> frames_;
  std::vector<Expr> values_;  // Arguments and fields so far.
  std::vector<Operand> operands_;
  std::vector<Tok> operators_;
  std::vector<Item> items_;
  // All bindings of a definition, for editors. A program has no place for unused bindings.
  std::vector<Item> bindings_;
  std::vector<FunctionHeader> headers_;
  std::vector<MatchParts> matches_;
  uint32_t block_depth_ = 0;
  Expr value_;  // The expression that was completed last.
  TextPos value_start_;
};

}  // namespace passcope
