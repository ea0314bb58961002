// The parser of TorchScript's source texts: recursive descent with a depth limit.
#include "frontend/pytorch/code.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "diagnostics/diagnostic.h"
#include "frontend/pytorch/code_lexer.h"
#include "support/real_text.h"

namespace passcope::frontend {
namespace {

// Binary operators by precedence, weakest first. Each row is one of Python's grammar.
constexpr int kNotLevel = 2;
constexpr int kCompareLevel = 3;
constexpr int kUnaryLevel = 10;
struct BinaryOp {
  std::string_view symbol;
  int level;
};
constexpr BinaryOp kBinaryOps[] = {{"or", 0}, {"and", 1}, {"==", 3}, {"!=", 3}, {"<", 3}, {">", 3},
                                   {"<=", 3}, {">=", 3},  {"in", 3}, {"is", 3}, {"|", 4}, {"^", 5},
                                   {"&", 6},  {"<<", 7},  {">>", 7}, {"+", 8},  {"-", 8}, {"*", 9},
                                   {"/", 9},  {"//", 9},  {"%", 9},  {"@", 9}};

class Parser {
 public:
  Parser(std::string_view name, std::string_view source)
      : name_(name), tokens_(LexTorchCode(name, source)) {}

  CodeFile Run() {
    CodeFile file;
    while (token().kind != CodeTokenKind::kEnd) {
      if (Take(CodeTokenKind::kNewline)) continue;
      if (TakeWord("class")) {
        file.classes.push_back(Class());
      } else if (TakeWord("def")) {
        file.functions.push_back(Function());
      } else {
        Statement(
            nullptr);  // Definitions of constants of old archives, such as `op_version_set = 1`.
      }
    }
    return file;
  }

 private:
  const CodeToken& token() const { return tokens_[at_]; }
  [[noreturn]] void Fail(const Message& problem) const {
    FailTorchCode(name_, token().line, problem);
  }
  [[noreturn]] void FailExpected(std::string_view what) const {
    if (token().text.empty())
      Fail(MSG(kTorchCodeLineIncomplete, "expected {what} at the end of the line", what));
    Fail(MSG(kTorchCodeMissingBeforeWord, "expected {what} before '{word}'", what, token().text));
  }

  bool Take(CodeTokenKind kind) {
    if (token().kind != kind) return false;
    if (kind != CodeTokenKind::kEnd) ++at_;
    return true;
  }
  bool Is(CodeTokenKind kind, std::string_view text) const {
    return token().kind == kind && token().text == text;
  }
  bool TakeSymbol(std::string_view symbol) {
    if (!Is(CodeTokenKind::kSymbol, symbol)) return false;
    ++at_;
    return true;
  }
  bool TakeWord(std::string_view word) {
    if (!Is(CodeTokenKind::kName, word)) return false;
    ++at_;
    return true;
  }
  void ExpectSymbol(std::string_view symbol) {
    if (!TakeSymbol(symbol)) FailExpected(Format("'{}'", symbol));
  }
  std::string Name() {
    if (token().kind != CodeTokenKind::kName) FailExpected("a name");
    return tokens_[at_++].text;
  }

  void CheckDepth(int depth) const {
    if (depth <= kMaxCodeDepth) return;
    throw DiagnosticError(
        DiagKind::kNestingTooDeep,
        MSG(kTorchCodeNestedTooDeeply, "the code of {name} is nested deeper than {limit} levels",
            name_, kMaxCodeDepth));
  }

  // Counts one level of nesting during its lifetime.
  class Nested {
   public:
    explicit Nested(Parser* parser) : parser_(parser) { parser_->CheckDepth(++parser_->depth_); }
    ~Nested() { --parser_->depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    Parser* parser_;
  };

  // --- definitions

  CodeClass Class() {
    CodeClass result;
    result.name = Name();
    if (TakeSymbol("(")) {
      while (!TakeSymbol(")")) {
        std::string base = Name();
        while (TakeSymbol(".")) base = Name();
        if (result.base.empty()) result.base = base;
        TakeSymbol(",");
      }
    }
    ExpectSymbol(":");
    if (!Take(CodeTokenKind::kNewline)) {  // "class A: pass"
      CodeBlock block;
      Statement(&block);
      return result;
    }
    if (!Take(CodeTokenKind::kIndent)) FailExpected("a block");
    while (!Take(CodeTokenKind::kDedent)) {
      if (token().kind == CodeTokenKind::kEnd) break;
      if (Take(CodeTokenKind::kNewline)) continue;
      if (TakeWord("def")) {
        result.methods.push_back(Function());
        continue;
      }
      CodeBlock block;
      Statement(&block);
      for (CodeStatement& statement : block) {
        if (statement.kind != CodeStatementKind::kAssign || !statement.type) continue;
        CodeExpr& target = *statement.targets[0];
        // `self.__annotations__["0"] : T` declares an attribute whose name is not an identifier.
        if (target.kind == CodeExprKind::kSubscript) {
          if (target.items[1]->kind != CodeExprKind::kText) continue;
          result.attributes.emplace_back(target.items[1]->text, std::move(statement.type));
        } else {
          result.attributes.emplace_back(target.text, std::move(statement.type));
        }
      }
    }
    return result;
  }

  CodeFunction Function() {
    CodeFunction result;
    result.name = Name();
    ExpectSymbol("(");
    while (!TakeSymbol(")")) {
      if (TakeSymbol("*")) {
        TakeSymbol(",");
        continue;
      }
      CodeParam param;
      param.name = Name();
      if (TakeSymbol(":")) param.type = Expression();
      if (TakeSymbol("=")) param.default_value = Expression();
      result.params.push_back(std::move(param));
      if (!TakeSymbol(",") && !Is(CodeTokenKind::kSymbol, ")")) FailExpected("','");
    }
    if (TakeSymbol("->")) result.result = Expression();
    result.body = Block();
    return result;
  }

  // --- statements

  // Begins at the colon.
  CodeBlock Block() {
    Nested nested(this);
    ExpectSymbol(":");
    CodeBlock block;
    if (!Take(CodeTokenKind::kNewline)) {
      Statement(&block);
      return block;
    }
    if (!Take(CodeTokenKind::kIndent)) FailExpected("a block");
    while (!Take(CodeTokenKind::kDedent)) {
      if (token().kind == CodeTokenKind::kEnd) break;
      Statement(&block);
    }
    return block;
  }

  // Appends to `block`, or drops the statement if `block` is null.
  void Statement(CodeBlock* block) {
    if (Take(CodeTokenKind::kNewline)) return;
    CodeStatement statement;
    statement.line = token().line;
    if (TakeWord("if")) {
      If(&statement);
    } else if (TakeWord("while")) {
      statement.kind = CodeStatementKind::kWhile;
      statement.value = Expression();
      statement.body = Block();
    } else if (TakeWord("for")) {
      statement.kind = CodeStatementKind::kFor;
      statement.targets.push_back(Primary());
      if (!TakeWord("in")) FailExpected("'in'");
      statement.value = Expressions();
      statement.body = Block();
    } else {
      Simple(&statement);
      if (token().kind == CodeTokenKind::kNewline) ++at_;
    }
    if (block) block->push_back(std::move(statement));
  }

  void If(CodeStatement* statement) {
    Nested nested(this);
    statement->kind = CodeStatementKind::kIf;
    statement->value = Expression();
    statement->body = Block();
    if (Is(CodeTokenKind::kName, "elif")) {
      CodeStatement inner;
      inner.line = token().line;
      ++at_;
      If(&inner);
      statement->orelse.push_back(std::move(inner));
    } else if (TakeWord("else")) {
      statement->orelse = Block();
    }
  }

  void Simple(CodeStatement* statement) {
    if (TakeWord("return")) {
      statement->kind = CodeStatementKind::kReturn;
      if (token().kind != CodeTokenKind::kNewline) statement->value = Expressions();
    } else if (TakeWord("raise")) {
      statement->kind = CodeStatementKind::kRaise;
      if (token().kind != CodeTokenKind::kNewline) statement->value = Expression();
    } else if (TakeWord("assert")) {
      statement->kind = CodeStatementKind::kAssert;
      statement->value = Expressions();
    } else if (TakeWord("pass")) {
      statement->kind = CodeStatementKind::kPass;
    } else if (TakeWord("break")) {
      statement->kind = CodeStatementKind::kBreak;
    } else if (TakeWord("continue")) {
      statement->kind = CodeStatementKind::kContinue;
    } else {
      Assignment(statement);
    }
    if (token().kind != CodeTokenKind::kNewline && token().kind != CodeTokenKind::kEnd) {
      FailExpected("the end of the line");
    }
  }

  void Assignment(CodeStatement* statement) {
    CodeExprPtr first = Expressions();
    statement->kind = CodeStatementKind::kExpr;
    if (TakeSymbol(":")) {
      statement->kind = CodeStatementKind::kAssign;
      statement->type = Expression();
      if (TakeSymbol("=")) statement->value = Expressions();
    } else if (TakeSymbol("=")) {
      statement->kind = CodeStatementKind::kAssign;
      statement->value = Expressions();
    } else {
      for (std::string_view symbol : {"+=", "-=", "*=", "/="}) {
        if (!TakeSymbol(symbol)) continue;
        Fail(MSG(kTorchAugmentedAssignment,
                 "TorchScript archives have no assignments with '{symbol}'", symbol));
      }
      statement->value = std::move(first);
      return;
    }
    if (first->kind == CodeExprKind::kTuple) {
      statement->unpack = true;
      statement->targets = std::move(first->items);
    } else {
      statement->targets.push_back(std::move(first));
    }
  }

  // --- expressions

  CodeExprPtr Make(CodeExprKind kind) const {
    auto expr = std::make_unique<CodeExpr>();
    expr->kind = kind;
    expr->line = token().line;
    return expr;
  }

  // Chains of operators and calls are trees that lean to the left, and Nested does not count them.
  void Adopt(CodeExpr* parent, CodeExprPtr item) const {
    if (item) {
      parent->depth = std::max(parent->depth, item->depth + 1);
      CheckDepth(parent->depth);
    }
    parent->items.push_back(std::move(item));
  }

  // One expression, or several with commas, which make a tuple.
  CodeExprPtr Expressions() {
    CodeExprPtr first = Expression();
    if (!Is(CodeTokenKind::kSymbol, ",")) return first;
    CodeExprPtr tuple = Make(CodeExprKind::kTuple);
    Adopt(tuple.get(), std::move(first));
    while (TakeSymbol(",")) {
      if (token().kind == CodeTokenKind::kNewline || Is(CodeTokenKind::kSymbol, "=")) break;
      Adopt(tuple.get(), Expression());
    }
    return tuple;
  }

  CodeExprPtr Expression() {
    Nested nested(this);
    CodeExprPtr value = Binary(0);
    if (!TakeWord("if")) return value;
    CodeExprPtr expr = Make(CodeExprKind::kConditional);
    Adopt(expr.get(), std::move(value));
    Adopt(expr.get(), Binary(0));
    if (!TakeWord("else")) FailExpected("'else'");
    Adopt(expr.get(), Expression());
    return expr;
  }

  // Takes the operator at the current token if it binds at least as strongly as `level`. `found`
  // gets its level.
  std::string TakeOperator(int level, int* found) {
    if (token().kind != CodeTokenKind::kSymbol && token().kind != CodeTokenKind::kName) return "";
    if (level <= kCompareLevel && Is(CodeTokenKind::kName, "not") &&
        tokens_[at_ + 1].text == "in") {
      at_ += 2;
      *found = kCompareLevel;
      return "not in";
    }
    for (const BinaryOp& op : kBinaryOps) {
      if (op.level < level || token().text != op.symbol) continue;
      ++at_;
      *found = op.level;
      if (op.symbol == "is" && TakeWord("not")) return "is not";
      return std::string(op.symbol);
    }
    return "";
  }

  CodeExprPtr Binary(int level) {
    CodeExprPtr left = Unary(level);
    int found = 0;
    while (true) {
      std::string op = TakeOperator(level, &found);
      if (op.empty()) return left;
      CodeExprPtr expr = Make(CodeExprKind::kBinary);
      expr->text = std::move(op);
      Adopt(expr.get(), std::move(left));
      Adopt(expr.get(), Binary(found + 1));
      left = std::move(expr);
    }
  }

  CodeExprPtr Unary(int level) {
    Nested nested(this);
    for (std::string_view symbol : {"-", "+", "~"}) {
      if (!TakeSymbol(symbol)) continue;
      CodeExprPtr operand = Binary(kUnaryLevel);
      if (symbol == "+") return operand;
      if (symbol == "-" && operand->kind == CodeExprKind::kReal) {
        operand->real = -operand->real;
        return operand;
      }
      if (symbol == "-" && operand->kind == CodeExprKind::kInt) {
        // -9223372036854775808 fits int64_t, but its literal without the sign does not.
        operand->integer = Integer("-" + operand->text);
        operand->text = "-" + operand->text;
        return operand;
      }
      return Operator(symbol, std::move(operand));
    }
    if (level <= kNotLevel && TakeWord("not")) return Operator("not", Binary(kNotLevel));
    return Primary();
  }

  CodeExprPtr Operator(std::string_view symbol, CodeExprPtr operand) const {
    CodeExprPtr expr = Make(CodeExprKind::kUnary);
    expr->text = symbol;
    Adopt(expr.get(), std::move(operand));
    return expr;
  }

  CodeExprPtr Primary() {
    CodeExprPtr expr = Atom();
    while (true) {
      CodeExprPtr next;
      if (TakeSymbol(".")) {
        next = Make(CodeExprKind::kAttribute);
        Adopt(next.get(), std::move(expr));
        next->text = Name();
      } else if (TakeSymbol("(")) {
        next = Make(CodeExprKind::kCall);
        Adopt(next.get(), std::move(expr));
        Arguments(next.get());
      } else if (TakeSymbol("[")) {
        next = Make(CodeExprKind::kSubscript);
        Adopt(next.get(), std::move(expr));
        Adopt(next.get(), Index());
        ExpectSymbol("]");
      } else {
        return expr;
      }
      expr = std::move(next);
    }
  }

  void Arguments(CodeExpr* call) {
    while (!TakeSymbol(")")) {
      if (token().kind == CodeTokenKind::kName && tokens_[at_ + 1].text == "=" &&
          tokens_[at_ + 1].kind == CodeTokenKind::kSymbol) {
        call->keywords.push_back(Name());
        ++at_;
      } else if (!call->keywords.empty()) {
        FailExpected("the name of an argument");
      }
      Adopt(call, Expression());
      if (!TakeSymbol(",") && !Is(CodeTokenKind::kSymbol, ")")) FailExpected("','");
    }
  }

  CodeExprPtr Index() {
    CodeExprPtr begin;
    if (!Is(CodeTokenKind::kSymbol, ":")) {
      begin = Expressions();
      if (!Is(CodeTokenKind::kSymbol, ":")) return begin;
    }
    CodeExprPtr slice = Make(CodeExprKind::kSlice);
    Adopt(slice.get(), std::move(begin));
    for (int i = 0; i < 2; ++i) {
      CodeExprPtr part;
      if (TakeSymbol(":") && !Is(CodeTokenKind::kSymbol, ":") && !Is(CodeTokenKind::kSymbol, "]")) {
        part = Expression();
      }
      Adopt(slice.get(), std::move(part));
    }
    return slice;
  }

  CodeExprPtr Atom() {
    const CodeToken& word = token();
    switch (word.kind) {
      case CodeTokenKind::kName:
        return Word();
      case CodeTokenKind::kNumber:
        return Number();
      case CodeTokenKind::kText: {
        CodeExprPtr text = Make(CodeExprKind::kText);
        // Adjacent string literals are one text.
        while (token().kind == CodeTokenKind::kText) text->text += tokens_[at_++].text;
        return text;
      }
      case CodeTokenKind::kSymbol:
        if (TakeSymbol("(")) return Parenthesis();
        if (TakeSymbol("[")) return List();
        if (TakeSymbol("{")) return Dict();
        break;
      default:
        break;
    }
    FailExpected("an expression");
  }

  CodeExprPtr Word() {
    CodeExprKind kind = CodeExprKind::kName;
    if (token().text == "True") kind = CodeExprKind::kTrue;
    if (token().text == "False") kind = CodeExprKind::kFalse;
    if (token().text == "None") kind = CodeExprKind::kNone;
    CodeExprPtr expr = Make(kind);
    expr->text = tokens_[at_++].text;
    if (expr->text == "inf" || expr->text == "nan") {
      expr->kind = CodeExprKind::kReal;
      expr->real = expr->text == "inf" ? std::numeric_limits<double>::infinity()
                                       : std::numeric_limits<double>::quiet_NaN();
    }
    return expr;
  }

  // 0 for a literal beyond int64_t, which is only valid after a minus.
  static int64_t Integer(const std::string& text) {
    int64_t value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? value : 0;
  }

  CodeExprPtr Number() {
    const std::string& text = token().text;
    bool real = text.find_first_not_of("0123456789") != std::string::npos;
    CodeExprPtr expr = Make(real ? CodeExprKind::kReal : CodeExprKind::kInt);
    expr->text = text;
    if (real) {
      std::optional<double> value = ParseReal(text.back() == '.' ? text + '0' : text);
      if (!value) Fail(MSG(kTorchCodeNumberMalformed, "'{text}' is not a number", text));
      expr->real = *value;
    } else {
      expr->integer = Integer(text);
    }
    ++at_;
    return expr;
  }

  // After "(": an expression in parentheses, or a tuple.
  CodeExprPtr Parenthesis() {
    CodeExprPtr tuple = Make(CodeExprKind::kTuple);
    bool comma = false;
    while (!TakeSymbol(")")) {
      Adopt(tuple.get(), Expression());
      if (TakeSymbol(",")) {
        comma = true;
      } else if (!Is(CodeTokenKind::kSymbol, ")")) {
        FailExpected("')'");
      }
    }
    if (tuple->items.size() == 1 && !comma) return std::move(tuple->items[0]);
    return tuple;
  }

  CodeExprPtr List() {
    CodeExprPtr list = Make(CodeExprKind::kList);
    while (!TakeSymbol("]")) {
      Adopt(list.get(), Expression());
      if (list->items.size() == 1 && TakeWord("for")) {
        list->kind = CodeExprKind::kComprehension;
        list->text = Name();
        if (!TakeWord("in")) FailExpected("'in'");
        Adopt(list.get(), Expression());
        ExpectSymbol("]");
        return list;
      }
      if (!TakeSymbol(",") && !Is(CodeTokenKind::kSymbol, "]")) FailExpected("']'");
    }
    return list;
  }

  CodeExprPtr Dict() {
    CodeExprPtr dict = Make(CodeExprKind::kDict);
    while (!TakeSymbol("}")) {
      Adopt(dict.get(), Expression());
      ExpectSymbol(":");
      Adopt(dict.get(), Expression());
      if (!TakeSymbol(",") && !Is(CodeTokenKind::kSymbol, "}")) FailExpected("'}'");
    }
    return dict;
  }

  std::string_view name_;
  std::vector<CodeToken> tokens_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

CodeFile ParseTorchCode(std::string_view name, std::string_view source) {
  return Parser(name, source).Run();
}

}  // namespace passcope::frontend
