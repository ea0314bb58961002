// The lexer of TorchScript's source texts: Python's rules for indentation and brackets.
#include "frontend/pytorch/code_lexer.h"

#include "diagnostics/diagnostic.h"

namespace passcope::frontend {
namespace {

bool IsNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// The character of an escape. Torch writes letters and octal numbers.
char Unescape(char letter) {
  switch (letter) {
    case 'a':
      return '\a';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'v':
      return '\v';
    default:
      return letter;
  }
}

class Lexer {
 public:
  Lexer(std::string_view name, std::string_view source) : name_(name), source_(source) {}

  std::vector<CodeToken> Run() {
    while (at_ < source_.size()) {
      if (line_begins_) {
        Indentation();
      } else {
        Word();
      }
    }
    if (!tokens_.empty() && tokens_.back().kind != CodeTokenKind::kNewline) {
      Add(CodeTokenKind::kNewline, "");
    }
    for (; indents_.size() > 1; indents_.pop_back()) Add(CodeTokenKind::kDedent, "");
    Add(CodeTokenKind::kEnd, "");
    return std::move(tokens_);
  }

 private:
  char Peek(size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  void Add(CodeTokenKind kind, std::string text) {
    tokens_.push_back({kind, line_, std::move(text)});
  }
  [[noreturn]] void Fail(const Message& problem) const { FailTorchCode(name_, line_, problem); }

  // At the beginning of a line outside of brackets. Skips lines without a token.
  void Indentation() {
    size_t column = 0;
    while (Peek() == ' ' || Peek() == '\t') {
      ++column;
      ++at_;
    }
    if (at_ >= source_.size() || Peek() == '\n' || Peek() == '\r' || Peek() == '#') {
      SkipComment();
      if (at_ < source_.size()) {
        ++at_;
        ++line_;
      }
      return;
    }
    line_begins_ = false;
    if (column > indents_.back()) {
      indents_.push_back(column);
      Add(CodeTokenKind::kIndent, "");
      return;
    }
    while (column < indents_.back()) {
      indents_.pop_back();
      Add(CodeTokenKind::kDedent, "");
    }
    if (column != indents_.back())
      Fail(MSG(kTorchCodeIndentationMismatch, "the indentation does not match any block above"));
  }

  void SkipComment() {
    while (at_ < source_.size() && Peek() != '\n') ++at_;
  }

  void Word() {
    char c = Peek();
    if (c == '\n') {
      ++at_;
      if (depth_ == 0) {
        if (!line_begins_) Add(CodeTokenKind::kNewline, "");
        line_begins_ = true;
      }
      ++line_;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '#') {
      SkipComment();
    } else if (c == '\\' && Peek(1) == '\n') {
      at_ += 2;
      ++line_;
    } else if (IsNameStart(c)) {
      size_t begin = at_;
      while (IsNameStart(Peek()) || IsDigit(Peek())) ++at_;
      Add(CodeTokenKind::kName, std::string(source_.substr(begin, at_ - begin)));
    } else if (IsDigit(c) || (c == '.' && IsDigit(Peek(1)))) {
      Number();
    } else if (c == '"' || c == '\'') {
      Text(c);
    } else {
      Symbol();
    }
  }

  void Number() {
    size_t begin = at_;
    while (IsDigit(Peek()) || IsNameStart(Peek()) || Peek() == '.' ||
           ((Peek() == '+' || Peek() == '-') &&
            (source_[at_ - 1] == 'e' || source_[at_ - 1] == 'E'))) {
      ++at_;
    }
    Add(CodeTokenKind::kNumber, std::string(source_.substr(begin, at_ - begin)));
  }

  void Text(char quote) {
    bool triple = Peek(1) == quote && Peek(2) == quote;
    at_ += triple ? 3 : 1;
    std::string text;
    while (true) {
      char c = Peek();
      if (at_ >= source_.size() || (c == '\n' && !triple))
        Fail(MSG(kTorchCodeTextUnclosed, "a string has no closing quote"));
      if (c == '\n') ++line_;
      ++at_;
      if (c == quote) {
        if (!triple) break;
        if (Peek() == quote && Peek(1) == quote) {
          at_ += 2;
          break;
        }
      }
      if (c != '\\') {
        text += c;
        continue;
      }
      char letter = Peek();
      if (letter >= '0' && letter <= '7') {
        int code = 0;
        for (int i = 0; i < 3 && Peek() >= '0' && Peek() <= '7'; ++i, ++at_) {
          code = code * 8 + (Peek() - '0');
        }
        text += static_cast<char>(code);
      } else if (at_ < source_.size()) {
        text += Unescape(letter);
        ++at_;
      }
    }
    Add(CodeTokenKind::kText, std::move(text));
  }

  void Symbol() {
    static constexpr std::string_view kLong[] = {"->", "==", "!=", "<=", ">=", "//", "**",
                                                 "<<", ">>", "+=", "-=", "*=", "/="};
    std::string_view rest = source_.substr(at_);
    for (std::string_view symbol : kLong) {
      if (!rest.starts_with(symbol)) continue;
      at_ += symbol.size();
      Add(CodeTokenKind::kSymbol, std::string(symbol));
      return;
    }
    char c = Peek();
    if (std::string_view("()[]{}:,.=+-*/%<>&|^~@").find(c) == std::string_view::npos) {
      Fail(MSG(kTorchCodeCharacterUnknown, "the character '{character}' is not expected here", c));
    }
    if (c == '(' || c == '[' || c == '{') ++depth_;
    if ((c == ')' || c == ']' || c == '}') && --depth_ < 0) {
      Fail(MSG(kTorchCodeBracketUnopened, "the bracket '{bracket}' has no opening bracket", c));
    }
    ++at_;
    Add(CodeTokenKind::kSymbol, std::string(1, c));
  }

  std::string_view name_;
  std::string_view source_;
  size_t at_ = 0;
  int line_ = 1;
  int depth_ = 0;  // Of brackets.
  bool line_begins_ = true;
  std::vector<size_t> indents_ = {0};
  std::vector<CodeToken> tokens_;
};

}  // namespace

std::vector<CodeToken> LexTorchCode(std::string_view name, std::string_view source) {
  return Lexer(name, source).Run();
}

void FailTorchCode(std::string_view name, int line, const Message& problem) {
  throw DiagnosticError(
      DiagKind::kBadModelFile,
      MSG(kTorchCodeLineUnreadable, "line {line} of the code of {name} cannot be read: {problem}",
          line, name, problem));
}

}  // namespace passcope::frontend
