// The parser of expressions and modules: a pushdown automaton with its own stack, so that the depth
// of a program never meets the depth of the machine's stack.
//
// A frame stands for a rule that waits for an expression inside it. The automaton is at the start
// of an item of a sequence, at an operand, behind an atom (where calls and projections follow), in
// the arguments of a call, or at the end of one of these. Completing an operand or a sequence hands
// the value to the frame below.
#include "text/parser.h"

#include <algorithm>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "support/check.h"
#include "support/format.h"
#include "text/parse_context.h"
#include "text/source.h"

namespace passcope {
namespace {

constexpr size_t kMaxTextBytes = size_t{1} << 30;
// Blocks are printed indented, so the text of a program grows with the square of their depth.
constexpr uint32_t kMaxBlockDepth = 10000;

// Zero for a token that is no infix operator.
int Precedence(Tok kind) {
  switch (kind) {
    case Tok::kStar:
    case Tok::kSlash:
      return 12;
    case Tok::kPlus:
    case Tok::kMinus:
      return 10;
    case Tok::kLess:
    case Tok::kLessEqual:
    case Tok::kGreater:
    case Tok::kGreaterEqual:
      return 8;
    case Tok::kEqual:
    case Tok::kNotEqual:
      return 7;
    default:
      return 0;
  }
}

const char* InfixOperator(Tok kind) {
  switch (kind) {
    case Tok::kStar:
      return "multiply";
    case Tok::kSlash:
      return "divide";
    case Tok::kPlus:
      return "add";
    case Tok::kMinus:
      return "subtract";
    case Tok::kLess:
      return "less";
    case Tok::kLessEqual:
      return "less_equal";
    case Tok::kGreater:
      return "greater";
    case Tok::kGreaterEqual:
      return "greater_equal";
    case Tok::kEqual:
      return "equal";
    default:
      return "not_equal";
  }
}

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

// Whether an if-frame is inside braces.
bool InBranch(const Frame& frame) { return frame.stage == 1 || frame.stage == 2; }

class Parser : public ParseContext {
 public:
  using ParseContext::ParseContext;

  IRModule Module();
  Expr Expression();

 private:
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
  // What a match has so far; its children are in values_.
  struct MatchParts {
    bool complete;
    bool open = false;  // Whether the last clause has no body yet.
    std::vector<PatternStep> steps;
    std::vector<MatchClause> clauses;
  };

  // Runs until the frame at the bottom is done. Null when the definition was given up.
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
  // Drops the top frame and whatever it has gathered.
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
  void ParseDefinition(std::vector<IRModuleNode::Item>* functions);
  // To the next definition or the end.
  void SkipDefinition();
  void CheckVersion(bool required);
  void CheckGlobals(const std::vector<IRModuleNode::Item>& functions);
  void CheckEnd(const char* expected);
  void ThrowDiagnostics() {
    if (!diagnostics().empty()) throw DiagnosticError(diagnostics());
  }

  std::vector<Frame> frames_;
  std::vector<Expr> values_;  // Arguments and fields so far.
  std::vector<Operand> operands_;
  std::vector<Tok> operators_;
  std::vector<Item> items_;
  std::vector<FunctionHeader> headers_;
  std::vector<MatchParts> matches_;
  std::vector<bool> defined_;  // By symbol: the functions of the module.
  uint32_t block_depth_ = 0;
  Expr value_;  // What was completed last.
  TextPos value_start_;
};

// --- the automaton ---

Expr Parser::Run(size_t bottom) {
  State state = State::kItem;
  for (;;) {
    try {
      while (state != State::kDone) state = Step(state);
      PASSCOPE_CHECK(frames_.size() == bottom);
      return std::move(value_);
    } catch (const Recover&) {
      state = Recovered(bottom);
    }
  }
}

Parser::State Parser::Step(State state) {
  switch (state) {
    case State::kItem:
      return StartItem();
    case State::kOperand:
      return StartOperand();
    case State::kPostfix:
      return Postfix();
    case State::kArgs:
      return Arguments();
    // These two are states so that closing a million parentheses does not recurse.
    case State::kArgsEnd:
      return FinishCall(nullptr);
    case State::kItemEnd:
      return FinishItem(std::move(value_));
    case State::kClause:
      return NextClause();
    case State::kClose:
      return FinishSequence(placeholder());
    case State::kDone:
      break;
  }
  return State::kDone;
}

void Parser::OpenBlock() {
  if (block_depth_ >= kMaxBlockDepth) {
    Fail(DiagKind::kNestingTooDeep, Format("blocks are nested more than {} deep", kMaxBlockDepth),
         Cur(), {"bind inner blocks to variables, or split the function"});
  }
  Expect(Tok::kLeftCurly, "before a block");
  ++block_depth_;
}

void Parser::DropFrame() {
  Frame& frame = frames_.back();
  PopScope(frame.scope);
  switch (frame.kind) {
    case FrameKind::kSequence:
      items_.resize(frame.base);
      break;
    case FrameKind::kInfix:
      operands_.resize(frame.base);
      operators_.resize(frame.operators);
      break;
    case FrameKind::kParen:
    case FrameKind::kCall:
    case FrameKind::kRef:
      values_.resize(frame.base);
      break;
    case FrameKind::kIf:
      values_.resize(frame.base);
      if (InBranch(frame)) --block_depth_;
      break;
    case FrameKind::kMatch:
      values_.resize(frame.base);
      matches_.pop_back();
      if (frame.stage == 1) --block_depth_;
      break;
    case FrameKind::kFunction:
      PopTypes(headers_.back().type_mark);
      headers_.pop_back();
      --block_depth_;
      break;
    case FrameKind::kBlock:
      --block_depth_;
      break;
    case FrameKind::kLet:
    case FrameKind::kGraph:
      break;
  }
  frames_.pop_back();
}

// Goes on at the next `;` or `}` of the innermost block, or gives the definition up.
Parser::State Parser::Recovered(size_t bottom) {
  auto is_block = [](const Frame& frame) {
    return frame.kind == FrameKind::kFunction || frame.kind == FrameKind::kBlock ||
           (frame.kind == FrameKind::kMatch && frame.stage == 1) ||
           (frame.kind == FrameKind::kIf && InBranch(frame));
  };
  while (frames_.size() > bottom) {
    Frame& top = frames_.back();
    if (top.kind == FrameKind::kSequence &&
        (frames_.size() == bottom + 1 || is_block(frames_[frames_.size() - 2]))) {
      break;
    }
    if (is_block(top)) break;
    // Later uses of what was being bound are not to blame.
    if (top.kind == FrameKind::kGraph) BindGraph(top.number, placeholder());
    DropFrame();
  }
  int depth = 0;
  while (frames_.size() > bottom) {
    switch (Kind()) {
      case Tok::kLeftCurly:
        ++depth;
        break;
      case Tok::kRightCurly:
        if (depth == 0) {
          if (frames_.back().kind != FrameKind::kSequence) PushSequence();
          return State::kClose;
        }
        --depth;
        break;
      case Tok::kSemicolon:
        if (depth == 0 && frames_.back().kind == FrameKind::kSequence) {
          Advance();
          return State::kItem;
        }
        break;
      case Tok::kDef:
      case Tok::kEnd:
      case Tok::kMetadata:
        while (frames_.size() > bottom) DropFrame();
        value_ = nullptr;
        return State::kDone;
      default:
        break;
    }
    Advance();
  }
  value_ = nullptr;
  return State::kDone;
}

Parser::State Parser::StartItem() {
  Frame& sequence = frames_.back();
  const Token& token = Cur();
  switch (token.kind) {
    case Tok::kLet: {
      TextPos start = token.begin;
      Advance();
      Token name = Cur();
      Expect(Tok::kLocal, "after `let`");
      Type annotation = Accept(Tok::kColon) ? ParseAnnotation() : nullptr;
      Expect(Tok::kAssign, "before the value of a binding");
      // Bound before its value is read: a function can call itself.
      Expr var = BindLocal(name, std::move(annotation));
      // The scope of the variable is the rest of the sequence, not the value alone.
      Push(FrameKind::kLet, start).expr = std::move(var);
      PushInfix();
      return State::kOperand;
    }
    case Tok::kGraph:
      if (Ahead().kind == Tok::kAssign) {
        if (items_.size() == sequence.base && !sequence.has_body_start) {
          sequence.has_body_start = true;
          sequence.body_start = token.begin;
        }
        int64_t number = token.integer;
        Push(FrameKind::kGraph, Cur().begin).number = number;
        Advance();
        Advance();
        PushInfix();
        return State::kOperand;
      }
      break;
    case Tok::kFreeVar: {
      if (!sequence.has_body_start) {
        sequence.has_body_start = true;
        sequence.body_start = token.begin;
      }
      Advance();
      Token name = Cur();
      Expect(Tok::kLocal, "after `free_var`");
      BindFreeVar(name, Accept(Tok::kColon) ? ParseAnnotation() : nullptr);
      Expect(Tok::kSemicolon, "after a free variable");
      return State::kItem;
    }
    default:
      break;
  }
  if (!sequence.has_body_start) {
    sequence.has_body_start = true;
    sequence.body_start = Cur().begin;
  }
  if (Kind() == Tok::kLeftCurly) {
    TextPos start = Cur().begin;
    OpenBlock();
    Push(FrameKind::kBlock, start);
    PushSequence();
    return State::kItem;
  }
  PushInfix();
  return State::kOperand;
}

Parser::State Parser::StartOperand() {
  const Token& token = Cur();
  TextPos start = token.begin;
  switch (token.kind) {
    case Tok::kLocal: {
      Expr var = LookupLocal(token);
      Advance();
      return Atom(std::move(var), start);
    }
    case Tok::kGraph: {
      Expr value = LookupGraph(token);
      Advance();
      return Atom(std::move(value), start);
    }
    case Tok::kGlobal: {
      Expr global = LookupGlobal(token);
      Advance();
      return Atom(std::move(global), start);
    }
    case Tok::kWord: {
      Expr op = LookupOp(token);
      Advance();
      return Atom(std::move(op), start);
    }
    case Tok::kInt:
    case Tok::kFloat:
    case Tok::kBool: {
      NDArray value =
          token.kind == Tok::kInt     ? ScalarIntNDArray(token.integer, DataType::Int(token.bits))
          : token.kind == Tok::kFloat ? ScalarNDArray(token.real, DataType::Float(token.bits))
                                      : ScalarIntNDArray(token.integer, DataType::Bool());
      Span span = MakeSpan(token.begin, token.end);
      Advance();
      return Atom(Constant(std::move(value), std::move(span)), start);
    }
    case Tok::kMeta:
      return Atom(ParseMetaConstant(), start);
    case Tok::kFn:
      Advance();
      ParseFunctionHeader(FrameKind::kFunction, start);
      return State::kItem;
    case Tok::kIf: {
      Advance();
      Frame& frame = Push(FrameKind::kIf, start);
      frame.base = values_.size();
      frame.body_start = Cur().begin;
      Expect(Tok::kLeftParen, "before the condition of `if`");
      PushSequence();
      return State::kItem;
    }
    case Tok::kRef:
    case Tok::kRefRead:
    case Tok::kRefWrite: {
      Frame& frame = Push(FrameKind::kRef, start);
      frame.base = values_.size();
      frame.token = token.kind;
      Advance();
      Expect(Tok::kLeftParen, "before the argument");
      PushSequence();
      return State::kItem;
    }
    case Tok::kLeftParen:
      Advance();
      if (Accept(Tok::kRightParen)) return Atom(Tuple({}, MakeSpan(start)), start);
      Push(FrameKind::kParen, start).base = values_.size();
      PushSequence();
      return State::kItem;
    case Tok::kMatch: {
      Advance();
      Push(FrameKind::kMatch, start).base = values_.size();
      matches_.emplace_back();
      matches_.back().complete = !Accept(Tok::kQuestion);
      PushInfix();
      return State::kOperand;
    }
    default:
      Unexpected("an expression", "");
  }
}

Parser::State Parser::Postfix() {
  Show(value_, value_start_);
  while (Accept(Tok::kPeriod)) {
    if (Kind() != Tok::kInt || Cur().integer < 0) {
      Unexpected("the index of a field", "after `.`");
    }
    if (Cur().integer > INT32_MAX) {
      Fail(DiagKind::kInvalidNumber, "the index of a field is too large", Cur());
    }
    int index = static_cast<int>(Cur().integer);
    Advance();
    value_ = TupleGetItem(std::move(value_), index, MakeSpan(value_start_));
  }
  if (Kind() == Tok::kLeftParen) {
    Frame& frame = Push(FrameKind::kCall, value_start_);
    frame.base = values_.size();
    frame.end = previous_end_;
    frame.expr = std::move(value_);
    Advance();
    return State::kArgs;
  }
  const auto* constructor = As<ConstructorNode>(value_);
  if (constructor && constructor->decl().inputs.empty()) {
    value_ = Call(std::move(value_), std::span<const Expr>(), nullptr, {}, MakeSpan(value_start_));
  }
  return FinishOperand();
}

Parser::State Parser::Arguments() {
  for (;;) {
    Tok kind = Kind();
    if (kind == Tok::kRightParen) return FinishCall(nullptr);
    // Most arguments are variables, and need no frames.
    if (kind == Tok::kLocal || kind == Tok::kGraph) {
      Tok ahead = Ahead().kind;
      if (ahead == Tok::kComma || ahead == Tok::kRightParen) {
        Expr arg = kind == Tok::kLocal ? LookupLocal(Cur()) : LookupGraph(Cur());
        TextPos start = Cur().begin;
        Advance();
        Show(arg, start);
        values_.push_back(std::move(arg));
        if (Accept(Tok::kComma)) continue;
        return FinishCall(nullptr);
      }
    } else if (AtAttribute()) {
      const Frame& frame = frames_.back();
      std::string_view callee =
          text_.substr(frame.start.offset, frame.end.offset - frame.start.offset);
      Attrs attrs = ParseCallAttrs(frame.expr, callee);
      // Not null also where there are none to have, so that no defaults are asked for.
      return FinishCall(std::move(attrs));
    } else if (AtMetaAttrs()) {
      return FinishCall(ParseMetaAttrs(frames_.back().expr));
    }
    PushSequence();
    return State::kItem;
  }
}

Parser::State Parser::FinishCall(Attrs attrs) {
  if (Kind() != Tok::kRightParen) Unexpected("`,` or `)`", "in the arguments of a call");
  Advance();
  Frame& frame = frames_.back();
  if (!attrs) attrs = DefaultAttrs(frame.expr, frame.start, previous_end_);
  TextPos start = frame.start;
  Expr callee = std::move(frame.expr);
  size_t base = frame.base;
  frames_.pop_back();
  Expr call = Call(std::move(callee), std::span<const Expr>(values_).subspan(base),
                   std::move(attrs), {}, MakeSpan(start));
  values_.resize(base);
  value_ = std::move(call);
  value_start_ = start;
  if (Kind() == Tok::kLeftParen || Kind() == Tok::kPeriod) {
    // A curried call, or a field of the result. TVM has no span for the call inside.
    if (Kind() == Tok::kPeriod) return State::kPostfix;
    Frame& outer = Push(FrameKind::kCall, start);
    outer.base = values_.size();
    outer.end = previous_end_;
    outer.expr = std::move(value_);
    Advance();
    return State::kArgs;
  }
  return FinishOperand();
}

void Parser::ReduceInfix() {
  Operand right = std::move(operands_.back());
  operands_.pop_back();
  Operand& left = operands_.back();
  Token name;
  name.text = InfixOperator(operators_.back());
  name.begin = left.start;
  name.end = right.end;
  operators_.pop_back();
  Span span = MakeSpan(left.start, right.end);
  const SpanNode* a = left.expr->span().get();
  const SpanNode* b = right.expr->span().get();
  if (a && b) {
    span->shown_line = std::min(a->shown_line, b->shown_line);
    span->shown_column = std::min(a->shown_column, b->shown_column);
  }
  left.expr = Call(LookupOp(name), {left.expr, right.expr}, nullptr, {}, std::move(span));
  left.end = right.end;
}

// Behind an operand: goes on with an operator, or completes the expression.
Parser::State Parser::FinishOperand() {
  Show(value_, value_start_);
  Frame& frame = frames_.back();
  PASSCOPE_CHECK(frame.kind == FrameKind::kInfix);
  int precedence = Precedence(Kind());
  bool single = operands_.size() == frame.base;
  if (single && precedence == 0) {
    TextPos start = frame.start;
    frames_.pop_back();
    Show(value_, start);
    return FinishItem(std::move(value_));
  }
  Operand operand{std::move(value_), value_start_, previous_end_};
  if (!single) {
    int waiting = Precedence(frame.token);
    while (operators_.size() > frame.operators && waiting <= Precedence(operators_.back())) {
      ReduceInfix();
    }
    operators_.push_back(frame.token);
  }
  operands_.push_back(std::move(operand));
  if (precedence > 0) {
    frame.token = Kind();
    Advance();
    return State::kOperand;
  }
  while (operators_.size() > frame.operators) ReduceInfix();
  Expr value = std::move(operands_.back().expr);
  TextPos start = frame.start;
  operands_.pop_back();
  frames_.pop_back();
  Show(value, start);
  return FinishItem(std::move(value));
}

// An expression is complete that is a value of a binding, or an item of a sequence.
Parser::State Parser::FinishItem(Expr value) {
  Frame& frame = frames_.back();
  switch (frame.kind) {
    case FrameKind::kLet: {
      Item item{std::move(frame.expr), std::move(value), frame.start, previous_end_};
      if (Kind() != Tok::kSemicolon) {
        frame.expr = std::move(item.var);
        Unexpected("`;`", "after the value of a binding");
      }
      Advance();
      frames_.pop_back();
      frames_.back().has_body_start = false;
      items_.push_back(std::move(item));
      return State::kItem;
    }
    case FrameKind::kGraph: {
      if (Kind() != Tok::kSemicolon) Unexpected("`;`", "after the value of a binding");
      Advance();
      BindGraph(frame.number, std::move(value));
      frames_.pop_back();
      return State::kItem;
    }
    case FrameKind::kSequence:
      if (Kind() == Tok::kSemicolon) {
        items_.push_back({nullptr, std::move(value), frame.body_start, previous_end_});
        frame.has_body_start = false;
        Advance();
        return State::kItem;
      }
      return FinishSequence(std::move(value));
    case FrameKind::kMatch:
      OpenBlock();
      frame.stage = 1;
      values_.push_back(std::move(value));
      return State::kClause;
    default:
      PASSCOPE_CHECK(false);
  }
  return State::kDone;
}

Expr Parser::FoldItems(size_t base, Expr body) {
  while (items_.size() > base) {
    Item item = std::move(items_.back());
    items_.pop_back();
    if (!item.var) item.var = Var("");
    body = Let(std::move(item.var), std::move(item.value), std::move(body),
               MakeSpan(item.start, item.end));
  }
  return body;
}

Parser::State Parser::FinishSequence(Expr value) {
  {
    Frame& sequence = frames_.back();
    if (sequence.has_body_start) Show(value, sequence.body_start);
    value = FoldItems(sequence.base, std::move(value));
    PopScope(sequence.scope);
    frames_.pop_back();
  }
  if (frames_.empty()) {
    value_ = std::move(value);
    return State::kDone;
  }
  Frame& frame = frames_.back();
  switch (frame.kind) {
    case FrameKind::kBlock: {
      Expect(Tok::kRightCurly, "after a block");
      --block_depth_;
      Show(value, frame.start);
      frames_.pop_back();
      value_ = std::move(value);
      return State::kItemEnd;
    }
    case FrameKind::kParen:
      return FinishParen(std::move(value));
    case FrameKind::kCall:
      values_.push_back(std::move(value));
      return Accept(Tok::kComma) ? State::kArgs : State::kArgsEnd;
    case FrameKind::kFunction:
      return FinishFunction(std::move(value));
    case FrameKind::kIf:
      return FinishIf(std::move(value));
    case FrameKind::kRef:
      return FinishRef(std::move(value));
    case FrameKind::kMatch: {
      PopScope(frame.scope);
      MatchParts& match = matches_.back();
      // Not after a pattern that could not be read.
      if (match.open) {
        match.open = false;
        match.clauses.back().body = static_cast<uint32_t>(values_.size() - frame.base);
        values_.push_back(std::move(value));
      }
      if (!Accept(Tok::kComma) && Kind() != Tok::kRightCurly) {
        Unexpected("`,` or `}`", "after a clause of a match");
      }
      return State::kClause;
    }
    default:
      PASSCOPE_CHECK(false);
  }
  return State::kDone;
}

Parser::State Parser::FinishParen(Expr value) {
  Frame& frame = frames_.back();
  TextPos start = frame.start;
  if (frame.stage == 0 && Accept(Tok::kRightParen)) {
    frames_.pop_back();
    return Atom(std::move(value), start);
  }
  values_.push_back(std::move(value));
  if (Accept(Tok::kComma)) {
    frame.stage = 1;
    if (Kind() != Tok::kRightParen) {
      PushSequence();
      return State::kItem;
    }
  }
  if (Kind() != Tok::kRightParen) Unexpected("`,` or `)`", "in parentheses");
  Advance();
  Expr tuple = Tuple(std::span<const Expr>(values_).subspan(frame.base), MakeSpan(start));
  values_.resize(frame.base);
  frames_.pop_back();
  return Atom(std::move(tuple), start);
}

// `Cons(%x, _) => `, with the frame of the body pushed, or the end of the match.
Parser::State Parser::NextClause() {
  Frame& frame = frames_.back();
  MatchParts& match = matches_.back();
  if (Accept(Tok::kRightCurly)) {
    --block_depth_;
    TextPos start = frame.start;
    Expr result = Match(
        std::span<const Expr>(values_).subspan(frame.base),
        MatchPatterns(new MatchPatternsNode(std::move(match.steps), std::move(match.clauses))),
        match.complete, MakeSpan(start));
    values_.resize(frame.base);
    matches_.pop_back();
    frames_.pop_back();
    return Atom(std::move(result), start);
  }
  auto vars = static_cast<uint32_t>(values_.size() - frame.base);
  auto pattern = static_cast<uint32_t>(match.steps.size());
  try {
    ParsePattern(&match.steps);
    Expect(Tok::kAssign, "in `=>` after a pattern");
    Expect(Tok::kGreater, "in `=>` after a pattern");
  } catch (const Recover&) {
    values_.resize(frame.base + vars);
    match.steps.resize(pattern);
    PopScope(frame.scope);
    throw;
  }
  match.clauses.push_back({pattern, vars, vars});
  match.open = true;
  PushSequence();
  return State::kItem;
}

// Appends the steps of a pattern, and its variables to values_.
void Parser::ParsePattern(std::vector<PatternStep>* steps) {
  size_t scope = ScopeMark();
  std::vector<size_t> open;
  do {
    if (open.empty() || !Accept(Tok::kRightParen)) {
      const Token token = Cur();
      PatternStep step;
      step.span = MakeSpan(token.begin, token.end);
      bool fields = false;
      switch (token.kind) {
        case Tok::kUnderscore:
          Advance();
          break;
        case Tok::kLocal: {
          Advance();
          int32_t outer = symbol(Intern(token.text)).local;
          if (outer >= 0 && static_cast<size_t>(outer) >= scope) {
            Report(DiagKind::kDuplicateName,
                   Format("two variables of the pattern are named `%{}`", token.text), token);
          }
          step.kind = PatternStep::Kind::kVar;
          Type annotation = Accept(Tok::kColon) ? ParseAnnotation() : nullptr;
          values_.push_back(BindLocal(token, std::move(annotation)));
          break;
        }
        case Tok::kLeftParen:
          Advance();
          step.kind = PatternStep::Kind::kTuple;
          fields = true;
          break;
        case Tok::kWord: {
          Expr found = LookupConstructor(token);
          Advance();
          fields = Accept(Tok::kLeftParen);
          step.kind = PatternStep::Kind::kTuple;
          if (const auto* constructor = As<ConstructorNode>(found)) {
            step.kind = PatternStep::Kind::kConstructor;
            step.data = constructor->data;
            step.index = constructor->index;
          }
          break;
        }
        default:
          Unexpected("a pattern", "");
      }
      if (!open.empty()) ++(*steps)[open.back()].fields;
      steps->push_back(std::move(step));
      if (fields) {
        open.push_back(steps->size() - 1);
        continue;
      }
    } else {
      open.pop_back();
    }
    if (!open.empty() && !Accept(Tok::kComma) && Kind() != Tok::kRightParen) {
      Unexpected("`,` or `)`", "in a pattern");
    }
  } while (!open.empty());
}

Parser::State Parser::FinishIf(Expr value) {
  Frame& frame = frames_.back();
  if (frame.stage == 0) {
    Expect(Tok::kRightParen, "after the condition of `if`");
    Show(value, frame.body_start);
    OpenBlock();
    frame.stage = 1;
  } else if (frame.stage == 1) {
    Expect(Tok::kRightCurly, "after the first branch of `if`");
    --block_depth_;
    frame.stage = 3;
    Expect(Tok::kElse, "after the first branch of `if`");
    OpenBlock();
    frame.stage = 2;
  } else {
    Expect(Tok::kRightCurly, "after the second branch of `if`");
    --block_depth_;
    TextPos start = frame.start;
    size_t base = frame.base;
    Expr result = If(values_[base], values_[base + 1], std::move(value), MakeSpan(start));
    values_.resize(base);
    frames_.pop_back();
    return Atom(std::move(result), start);
  }
  values_.push_back(std::move(value));
  PushSequence();
  return State::kItem;
}

Parser::State Parser::FinishRef(Expr value) {
  Frame& frame = frames_.back();
  if (frame.token == Tok::kRefWrite && frame.stage == 0) {
    Expect(Tok::kComma, "between the reference and the value");
    frame.stage = 1;
    values_.push_back(std::move(value));
    PushSequence();
    return State::kItem;
  }
  Expect(Tok::kRightParen, "after the argument");
  TextPos start = frame.start;
  Span span = MakeSpan(start);
  Expr result = frame.token == Tok::kRef ? RefCreate(std::move(value), std::move(span))
                : frame.token == Tok::kRefRead
                    ? RefRead(std::move(value), std::move(span))
                    : RefWrite(values_[frame.base], std::move(value), std::move(span));
  values_.resize(frame.base);
  frames_.pop_back();
  return Atom(std::move(result), start);
}

// `[A](%x: A, Primitive=1) -> A {`, with the frames of a function and of its body pushed.
void Parser::ParseFunctionHeader(FrameKind kind, const TextPos& start) {
  FunctionHeader header;
  size_t scope = ScopeMark();
  header.type_mark = TypeMark();
  try {
    header.type_params = ParseTypeParams();
    Expect(Tok::kLeftParen, "before the parameters of a function");
    while (Kind() != Tok::kRightParen) {
      if (AtAttribute()) {
        header.attrs = ParseFunctionAttrs();
        break;
      }
      Token name = Cur();
      Expect(Tok::kLocal, "as a parameter");
      if (Kind() == Tok::kLeftCurly) {
        Fail(DiagKind::kUnsupported, "virtual devices of parameters are not supported", Cur());
      }
      int32_t outer = symbol(Intern(name.text)).local;
      if (outer >= 0 && static_cast<size_t>(outer) >= scope) {
        Report(DiagKind::kDuplicateName, Format("two parameters are named `%{}`", name.text), name);
      }
      Type annotation = Accept(Tok::kColon) ? ParseAnnotation() : nullptr;
      header.params.push_back(BindLocal(name, std::move(annotation)));
      if (!Accept(Tok::kComma)) break;
    }
    if (Kind() != Tok::kRightParen) Unexpected("`,` or `)`", "in the parameters of a function");
    Advance();
    if (Accept(Tok::kArrow)) header.ret_type = ParseAnnotation();
    OpenBlock();
  } catch (const Recover&) {
    PopScope(scope);
    PopTypes(header.type_mark);
    throw;
  }
  headers_.push_back(std::move(header));
  Push(kind, start).scope = scope;
  PushSequence();
}

Parser::State Parser::FinishFunction(Expr body) {
  Expect(Tok::kRightCurly, "after the body of a function");
  --block_depth_;
  TextPos start = frames_.back().start;
  PopScope(frames_.back().scope);
  frames_.pop_back();
  FunctionHeader header = std::move(headers_.back());
  headers_.pop_back();
  PopTypes(header.type_mark);
  Expr function = Function(header.params, std::move(body), std::move(header.ret_type),
                           std::move(header.type_params), std::move(header.attrs), MakeSpan(start));
  if (frames_.empty()) {
    // A definition.
    Show(function, start);
    value_ = std::move(function);
    return State::kDone;
  }
  return Atom(std::move(function), start);
}

// --- modules ---

void Parser::CheckVersion(bool required) {
  if (Kind() == Tok::kVersion) {
    if (Cur().text != "\"0.0.5\"") {
      Report(DiagKind::kBadVersion, Format("the version {} is not supported", Cur().text), Cur(),
             {"the text format has version \"0.0.5\""});
    }
    Advance();
  } else if (required) {
    Report(DiagKind::kBadVersion, "a module begins with the version of the text format", Cur(),
           {"write `#[version = \"0.0.5\"]` above the first function"});
  }
}

void Parser::SkipDefinition() {
  while (Kind() != Tok::kEnd && Kind() != Tok::kMetadata && Kind() != Tok::kDef &&
         Kind() != Tok::kType && Kind() != Tok::kExtern) {
    Advance();
  }
}

void Parser::ParseDefinition(std::vector<IRModuleNode::Item>* functions) {
  Advance();
  ClearGraph();
  Token name = Cur();
  try {
    Expect(Tok::kGlobal, "after `def`");
    // Declared also when its body is wrong, so that calls of it are not.
    functions->push_back({Name(name.text), nullptr});
    LookupGlobal(name);
    uint32_t index = Intern(name.text);
    if (index >= defined_.size()) defined_.resize(index + 1);
    if (defined_[index]) {
      Report(DiagKind::kDuplicateName, Format("`@{}` is defined twice", name.text), name);
    }
    defined_[index] = true;
    TextPos start = Cur().begin;  // A copy: the token changes.
    ParseFunctionHeader(FrameKind::kFunction, start);
  } catch (const Recover&) {
    SkipDefinition();
    return;
  }
  functions->back().function = Run(0);
}

void Parser::CheckGlobals(const std::vector<IRModuleNode::Item>& functions) {
  std::vector<std::string> names;
  for (const GlobalUse& use : global_uses_) {
    if (use.symbol < defined_.size() && defined_[use.symbol]) continue;
    if (names.empty()) {
      for (const IRModuleNode::Item& item : functions) names.push_back(item.name.str());
    }
    std::string_view name = SymbolText(use.symbol);
    Report(DiagKind::kUnknownGlobal, Format("there is no function `@{}` in the module", name),
           use.begin, use.end, Suggest(name, names, "@"));
  }
}

void Parser::CheckEnd(const char* expected) {
  if (Kind() == Tok::kMetadata) {
    CheckMetadata(Cur());
    Advance();
  }
  if (Kind() != Tok::kEnd) Unexpected(expected, "");
}

IRModule Parser::Module() {
  std::vector<IRModuleNode::Item> functions;
  std::vector<TypeData> types;
  try {
    CheckVersion(true);
    for (bool more = true; more;) {
      switch (Kind()) {
        case Tok::kDef:
          ParseDefinition(&functions);
          break;
        case Tok::kType:
        case Tok::kExtern:
          try {
            ParseTypeDefinition(&types);
          } catch (const Recover&) {
            SkipDefinition();
          }
          break;
        case Tok::kMetadata:
        case Tok::kEnd:
          more = false;
          break;
        default:
          try {
            Unexpected("`def`", "");
          } catch (const Recover&) {
            SkipDefinition();
          }
      }
    }
    CheckEnd("the end of the text");
    CheckGlobals(functions);
    CheckTypeUses(types);
  } catch (const Recover&) {
  } catch (const TooManyErrors&) {
  }
  ThrowDiagnostics();
  return IRModule(new IRModuleNode(std::move(functions), nullptr, std::move(types)));
}

Expr Parser::Expression() {
  Expr expr;
  try {
    CheckVersion(false);
    PushSequence();
    expr = Run(0);
    CheckEnd("the end of the expression");
  } catch (const Recover&) {
  } catch (const TooManyErrors&) {
  }
  ThrowDiagnostics();
  return expr;
}

// What can be said about a text before its tokens are looked at.
void CheckText(std::string_view text, std::string_view source_name) {
  if (text.size() > kMaxTextBytes) {
    throw DiagnosticError(DiagKind::kTextTooLarge,
                          Format("the text `{}` has {} MiB; the limit is {} MiB", source_name,
                                 text.size() >> 20, kMaxTextBytes >> 20));
  }
  size_t invalid = FindInvalidUtf8(text);
  if (invalid == text.npos) return;
  TextPos pos = PosAt(text, invalid);
  Span span(new SpanNode(Name(source_name), static_cast<int>(pos.line), static_cast<int>(pos.line),
                         static_cast<int>(pos.column), static_cast<int>(pos.column) + 1, pos.offset,
                         pos.offset + 1));
  throw DiagnosticError(
      {Diagnostic{DiagKind::kInvalidUtf8,
                  Severity::kError,
                  Format("the byte 0x{} at offset {} is not part of well-formed UTF-8",
                         HexText(static_cast<unsigned char>(text[invalid]), 2), invalid),
                  {},
                  span,
                  nullptr}});
}

}  // namespace

IRModule ParseModule(std::string_view text, std::string_view source_name) {
  CheckText(text, source_name);
  return Parser(text, source_name).Module();
}

Expr ParseExpr(std::string_view text, std::string_view source_name) {
  CheckText(text, source_name);
  return Parser(text, source_name).Expression();
}

}  // namespace passcope
