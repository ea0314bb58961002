// Parses expressions in brackets: sequences, tuples, matches, branches, references, functions.
#include "ir/virtual_device.h"
#include "support/check.h"
#include "text/expr_parser.h"

namespace passcope {

ExprParser::State ExprParser::FinishSequence(Expr value) {
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
      Expect(Tok::kRightCurly, PHRASE(kAfterBlock, "after a block"));
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
      // The clause is not open if its pattern could not be read.
      if (match.open) {
        match.open = false;
        match.clauses.back().body = static_cast<uint32_t>(values_.size() - frame.base);
        values_.push_back(std::move(value));
      }
      if (!Accept(Tok::kComma) && Kind() != Tok::kRightCurly) {
        Unexpected(PHRASE(kCommaOrBrace, "`,` or `}}`"),
                   PHRASE(kAfterMatchClause, "after a clause of a match"));
      }
      return State::kClause;
    }
    default:
      PASSCOPE_CHECK(false);
  }
  return State::kDone;
}

ExprParser::State ExprParser::FinishParen(Expr value) {
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
  if (Kind() != Tok::kRightParen)
    Unexpected(PHRASE(kCommaOrParenthesis, "`,` or `)`"), PHRASE(kInParentheses, "in parentheses"));
  Advance();
  Expr tuple = Tuple(std::span<const Expr>(values_).subspan(frame.base), MakeSpan(start));
  values_.resize(frame.base);
  frames_.pop_back();
  return Atom(std::move(tuple), start);
}

// Reads `Cons(%x, _) => ` and pushes the frame of the body, or reads the end of the match.
ExprParser::State ExprParser::NextClause() {
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
    Expect(Tok::kAssign, PHRASE(kArrowAfterPattern, "in `=>` after a pattern"));
    Expect(Tok::kGreater, PHRASE(kArrowAfterPattern, "in `=>` after a pattern"));
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
void ExprParser::ParsePattern(std::vector<PatternStep>* steps) {
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
                   MSG(kPatternVariableRepeated, "two variables of the pattern are named `%{name}`",
                       token.text),
                   token);
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
          Unexpected(PHRASE(kPatternNoun, "a pattern"));
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
      Unexpected(PHRASE(kCommaOrParenthesis, "`,` or `)`"), PHRASE(kInPattern, "in a pattern"));
    }
  } while (!open.empty());
}

ExprParser::State ExprParser::FinishIf(Expr value) {
  Frame& frame = frames_.back();
  if (frame.stage == 0) {
    Expect(Tok::kRightParen, PHRASE(kAfterIfCondition, "after the condition of `if`"));
    Show(value, frame.body_start);
    OpenBlock();
    frame.stage = 1;
  } else if (frame.stage == 1) {
    Expect(Tok::kRightCurly, PHRASE(kAfterFirstIfBranch, "after the first branch of `if`"));
    --block_depth_;
    frame.stage = 3;
    Expect(Tok::kElse, PHRASE(kAfterFirstIfBranch, "after the first branch of `if`"));
    OpenBlock();
    frame.stage = 2;
  } else {
    Expect(Tok::kRightCurly, PHRASE(kAfterSecondIfBranch, "after the second branch of `if`"));
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

ExprParser::State ExprParser::FinishRef(Expr value) {
  Frame& frame = frames_.back();
  if (frame.token == Tok::kRefWrite && frame.stage == 0) {
    Expect(Tok::kComma, PHRASE(kBetweenReferenceAndValue, "between the reference and the value"));
    frame.stage = 1;
    values_.push_back(std::move(value));
    PushSequence();
    return State::kItem;
  }
  Expect(Tok::kRightParen, PHRASE(kAfterArgument, "after the argument"));
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

// Reads `[A](%x: A, Primitive=1) -> A {` and pushes the frames of a function and of its body.
void ExprParser::ParseFunctionHeader(FrameKind kind, const TextPos& start) {
  FunctionHeader header;
  size_t scope = ScopeMark();
  header.type_mark = TypeMark();
  AttrArray devices;  // The devices of the parameters, in the form that PlanDevices writes.
  bool placed = false;
  try {
    header.type_params = ParseTypeParams();
    Expect(Tok::kLeftParen,
           PHRASE(kBeforeFunctionParameters, "before the parameters of a function"));
    while (Kind() != Tok::kRightParen) {
      if (AtAttribute()) {
        header.attrs = ParseFunctionAttrs();
        break;
      }
      Token name = Cur();
      Expect(Tok::kLocal, PHRASE(kAsParameter, "as a parameter"));
      AttrValue device;
      if (Accept(Tok::kLeftCurly)) {
        // The attributes that TVM keeps with the parameter.
        DictAttrs given = ParseFunctionAttrs();
        const AttrValue* found = given ? given->Find("virtual_device") : nullptr;
        if (!found || given->items.size() != 1 || !AsVirtualDevice(*found)) {
          Fail(DiagKind::kSyntax,
               MSG(kParameterAttributeUnknown,
                   "the only attribute that a parameter can have is `virtual_device`"),
               name);
        }
        device = *found;
        placed = true;
        Expect(Tok::kRightCurly, PHRASE(kAfterParameterDevice, "after the device of a parameter"));
      }
      devices.push_back(std::move(device));
      int32_t outer = symbol(Intern(name.text)).local;
      if (outer >= 0 && static_cast<size_t>(outer) >= scope) {
        Report(DiagKind::kDuplicateName,
               MSG(kParameterNameRepeated, "two parameters are named `%{name}`", name.text), name);
      }
      Type annotation = Accept(Tok::kColon) ? ParseAnnotation() : nullptr;
      header.params.push_back(BindLocal(name, std::move(annotation)));
      if (!Accept(Tok::kComma)) break;
    }
    if (Kind() != Tok::kRightParen)
      Unexpected(PHRASE(kCommaOrParenthesis, "`,` or `)`"),
                 PHRASE(kInFunctionParameters, "in the parameters of a function"));
    Advance();
    if (placed) {
      for (AttrValue& device : devices) {
        if (device.is_null()) device = ToAttrValue(VirtualDevice());
      }
      header.attrs = WithAttr(header.attrs, "param_virtual_devices", AttrValue(std::move(devices)));
    }
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

ExprParser::State ExprParser::FinishFunction(Expr body) {
  Expect(Tok::kRightCurly, PHRASE(kAfterFunctionBody, "after the body of a function"));
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

}  // namespace passcope
