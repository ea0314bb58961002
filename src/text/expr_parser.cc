// Items, operands, calls and infix operators; recovery after a mistake.
#include "text/expr_parser.h"

#include <algorithm>

#include "support/check.h"

namespace passcope {
namespace {

// The printer indents blocks, by 256 columns at most, so a text grows with the depth of its blocks.
constexpr uint32_t kMaxBlockDepth = 10000;

// Zero for a token that is not an infix operator.
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

}  // namespace

Expr ExprParser::Run(size_t bottom) {
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

ExprParser::State ExprParser::Step(State state) {
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
      return FinishSequence(Placeholder());
    case State::kDone:
      break;
  }
  return State::kDone;
}

void ExprParser::OpenBlock() {
  if (block_depth_ >= kMaxBlockDepth) {
    Fail(DiagKind::kNestingTooDeep,
         MSG(kBlocksNestedTooDeeply, "blocks are nested more than {limit} deep", kMaxBlockDepth),
         Cur(), {MSG(kSplitBlocksHint, "bind inner blocks to variables, or split the function")});
  }
  Expect(Tok::kLeftCurly, PHRASE(kBeforeBlock, "before a block"));
  ++block_depth_;
}

void ExprParser::DropFrame() {
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
    case FrameKind::kGraph:
      EndGraphValue();
      break;
    case FrameKind::kLet:
      break;
  }
  frames_.pop_back();
}

// Continues at the next `;` or `}` of the innermost block, or gives up the definition.
ExprParser::State ExprParser::Recovered(size_t bottom) {
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
    // Later uses of this variable must not report errors.
    if (top.kind == FrameKind::kGraph) BindGraph(top.number, Placeholder(), top.start);
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

ExprParser::State ExprParser::StartItem() {
  Frame& sequence = frames_.back();
  const Token& token = Cur();
  switch (token.kind) {
    case Tok::kLet: {
      TextPos start = token.begin;
      Advance();
      Token name = Cur();
      Expect(Tok::kLocal, PHRASE(kAfterLet, "after `let`"));
      Type annotation = Accept(Tok::kColon) ? ParseAnnotation() : nullptr;
      Expect(Tok::kAssign, PHRASE(kBeforeBindingValue, "before the value of a binding"));
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
        BeginGraphValue();
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
      Expect(Tok::kLocal, PHRASE(kAfterFreeVar, "after `free_var`"));
      BindFreeVar(name, Accept(Tok::kColon) ? ParseAnnotation() : nullptr);
      Expect(Tok::kSemicolon, PHRASE(kAfterFreeVariable, "after a free variable"));
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

ExprParser::State ExprParser::StartOperand() {
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
      const auto* constructor = As<ConstructorNode>(op);
      if (constructor && constructor->decl().inputs.empty() && Kind() != Tok::kLeftParen) {
        // A constructor without fields alone is a call.
        op = Call(std::move(op), std::span<const Expr>(), nullptr, {}, MakeSpan(start));
      }
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
      if (Kind() == Tok::kWord) {
        // `fn Nil`, the constructor without a call.
        Expr constructor = LookupConstructor(Cur());
        Advance();
        return Atom(constructor ? std::move(constructor) : Placeholder(), start);
      }
      ParseFunctionHeader(FrameKind::kFunction, start);
      return State::kItem;
    case Tok::kIf: {
      Advance();
      Frame& frame = Push(FrameKind::kIf, start);
      frame.base = values_.size();
      frame.body_start = Cur().begin;
      Expect(Tok::kLeftParen, PHRASE(kBeforeIfCondition, "before the condition of `if`"));
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
      Expect(Tok::kLeftParen, PHRASE(kBeforeArgument, "before the argument"));
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
      Unexpected(PHRASE(kExpressionToken, "an expression"));
  }
}

ExprParser::State ExprParser::Postfix() {
  Show(value_, value_start_);
  while (Accept(Tok::kPeriod)) {
    if (Kind() != Tok::kInt || Cur().integer < 0) {
      Unexpected(PHRASE(kFieldIndexToken, "the index of a field"), PHRASE(kAfterDot, "after `.`"));
    }
    if (Cur().integer > INT32_MAX) {
      Fail(DiagKind::kInvalidNumber,
           MSG(kFieldIndexTooLarge, "the index of a field must be at most 2147483647, not {index}",
               Cur().integer),
           Cur());
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
  return FinishOperand();
}

ExprParser::State ExprParser::Arguments() {
  for (;;) {
    Tok kind = Kind();
    if (kind == Tok::kRightParen) return FinishCall(nullptr);
    // Most arguments are variables, which need no frames.
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
      // This is never null, so that FinishCall does not look for defaults.
      return FinishCall(std::move(attrs));
    } else if (AtMetaAttrs()) {
      return FinishCall(ParseMetaAttrs(frames_.back().expr));
    }
    PushSequence();
    return State::kItem;
  }
}

ExprParser::State ExprParser::FinishCall(Attrs attrs) {
  if (Kind() != Tok::kRightParen)
    Unexpected(PHRASE(kCommaOrParenthesis, "`,` or `)`"),
               PHRASE(kInCallArguments, "in the arguments of a call"));
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
    // The callee of a curried call, or a tuple to project. TVM gives the inner call no span.
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

void ExprParser::ReduceInfix() {
  Operand right = std::move(operands_.back());
  operands_.pop_back();
  Operand& left = operands_.back();
  // Not a constructor with the operator's name.
  Expr op = GetOp(InfixOperator(operators_.back()));
  operators_.pop_back();
  Span span = MakeSpan(left.start, right.end);
  const SpanNode* a = left.expr->span().get();
  const SpanNode* b = right.expr->span().get();
  if (a && b) {
    span->shown_line = std::min(a->shown_line, b->shown_line);
    span->shown_column = std::min(a->shown_column, b->shown_column);
  }
  left.expr = Call(std::move(op), {left.expr, right.expr}, nullptr, {}, std::move(span));
  left.end = right.end;
}

// After an operand: continues with an infix operator, or completes the expression.
ExprParser::State ExprParser::FinishOperand() {
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

// Completes an expression that is the value of a binding or an item of a sequence.
ExprParser::State ExprParser::FinishItem(Expr value) {
  Frame& frame = frames_.back();
  switch (frame.kind) {
    case FrameKind::kLet: {
      Item item{std::move(frame.expr), std::move(value), frame.start, previous_end_};
      if (Kind() != Tok::kSemicolon) {
        frame.expr = std::move(item.var);
        Unexpected(Phrase("`;`"), PHRASE(kAfterBindingValue, "after the value of a binding"));
      }
      Advance();
      if (names_) bindings_.push_back(item);
      frames_.pop_back();
      frames_.back().has_body_start = false;
      items_.push_back(std::move(item));
      return State::kItem;
    }
    case FrameKind::kGraph: {
      if (Kind() != Tok::kSemicolon)
        Unexpected(Phrase("`;`"), PHRASE(kAfterBindingValue, "after the value of a binding"));
      Advance();
      if (names_) bindings_.push_back({nullptr, value, frame.start, previous_end_});
      BindGraph(frame.number, std::move(value), frame.start);
      EndGraphValue();
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

Expr ExprParser::FoldItems(size_t base, Expr body) {
  while (items_.size() > base) {
    Item item = std::move(items_.back());
    items_.pop_back();
    if (!item.var) item.var = Var("");
    body = Let(std::move(item.var), std::move(item.value), std::move(body),
               MakeSpan(item.start, item.end));
  }
  return body;
}

}  // namespace passcope
