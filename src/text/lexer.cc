// Lexing of Relay text.
#include "text/lexer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "support/poll.h"
#include "support/real_text.h"

namespace passcope {
namespace {

// kMark: a character that ends or nests a comment, or ends a line.
enum CharClass : uint8_t { kOther = 0, kLetter = 1, kDigit = 2, kBlank = 4, kMark = 8 };

struct CharTable {
  uint8_t of[256] = {};
  constexpr CharTable() {
    for (int c = 'a'; c <= 'z'; ++c) of[c] = kLetter;
    for (int c = 'A'; c <= 'Z'; ++c) of[c] = kLetter;
    of[static_cast<int>('_')] = kLetter;
    for (int c = '0'; c <= '9'; ++c) of[c] = kDigit;
    of[static_cast<int>('\n')] = of[static_cast<int>('/')] = of[static_cast<int>('*')] = kMark;
    of[static_cast<int>(' ')] = of[static_cast<int>('\t')] = of[static_cast<int>('\r')] = kBlank;
  }
};
constexpr CharTable kChars;

// The index of the first mark in eight bytes; 8 if there is none.
size_t FirstMark(uint64_t bytes) {
  constexpr uint64_t kOnes = 0x0101010101010101ull, kHighBits = 0x8080808080808080ull;
  // Sets the high bit of each byte that equals `c`, and possibly of the bytes above such a byte.
  auto equal = [&](char c) {
    uint64_t other = bytes ^ kOnes * static_cast<unsigned char>(c);
    return (other - kOnes) & ~other;
  };
  uint64_t marks = (equal('\n') | equal('/') | equal('*')) & kHighBits;
  return marks == 0 ? sizeof(bytes) : static_cast<size_t>(__builtin_ctzll(marks)) / 8;
}

bool IsDigit(char c) { return kChars.of[static_cast<unsigned char>(c)] == kDigit; }
bool IsLetter(char c) { return kChars.of[static_cast<unsigned char>(c)] == kLetter; }
// False for blanks and for characters that begin a comment or end a line.
bool BeginsToken(char c) {
  return (kChars.of[static_cast<unsigned char>(c)] & (kBlank | kMark)) == 0;
}
bool IsWordChar(char c) { return (kChars.of[static_cast<unsigned char>(c)] & 3) != 0; }

// True if a minus or a signed number after this token is a subtraction.
bool EndsOperand(Tok kind) {
  switch (kind) {
    case Tok::kLocal:
    case Tok::kGlobal:
    case Tok::kGraph:
    case Tok::kInt:
    case Tok::kFloat:
    case Tok::kBool:
    case Tok::kMeta:
    case Tok::kRightParen:
      return true;
    default:
      return false;
  }
}

Tok Keyword(std::string_view word) {
  switch (word.size()) {
    case 1:
      return word == "_" ? Tok::kUnderscore : Tok::kWord;
    case 2:
      return word == "fn" ? Tok::kFn : word == "if" ? Tok::kIf : Tok::kWord;
    case 3:
      return word == "let"   ? Tok::kLet
             : word == "def" ? Tok::kDef
             : word == "ref" ? Tok::kRef
                             : Tok::kWord;
    case 4:
      return word == "else"   ? Tok::kElse
             : word == "type" ? Tok::kType
             : word == "True" ? Tok::kBool
                              : Tok::kWord;
    case 5:
      return word == "match" ? Tok::kMatch : word == "False" ? Tok::kBool : Tok::kWord;
    case 6:
      return word == "extern" ? Tok::kExtern : Tok::kWord;
    case 8:
      return word == "free_var" ? Tok::kFreeVar : word == "ref_read" ? Tok::kRefRead : Tok::kWord;
    case 9:
      return word == "ref_write" ? Tok::kRefWrite : Tok::kWord;
    default:
      return Tok::kWord;
  }
}

// The length of a name without dots and colons.
size_t NameLength(std::string_view text) {
  const size_t size = text.size();
  const char* data = text.data();
  size_t end = 0;
  while (true) {
    while (end < size && IsWordChar(data[end])) ++end;
    if (end + 1 >= size || data[end] != '/' || !IsWordChar(data[end + 1])) return end;
    ++end;
  }
}

}  // namespace

size_t DottedNameLength(std::string_view text) {
  auto word = [&](size_t at) { return at < text.size() && IsWordChar(text[at]); };
  size_t end = NameLength(text);
  if (end == text.size() || (text[end] != ':' && text[end] != '.')) return end;
  while (true) {
    if (text.substr(end, 2) == "::" && word(end + 2)) {
      end += 2;
    } else {
      // The name ends at a part that is a number.
      size_t part = end;
      bool number = true;
      while (number && part < text.size() && text[part] == '.' && word(part + 1)) {
        size_t begin = ++part;
        while (word(part)) ++part;
        number = std::all_of(text.begin() + begin, text.begin() + part, IsDigit);
      }
      if (number) return end;
      end = part;
    }
    end += NameLength(text.substr(end));
  }
}

TextPos Lexer::Here() const {
  auto column = static_cast<uint32_t>(pos_ - line_start_ + 1);
  return {static_cast<uint32_t>(pos_), line_, column, column + shift_};
}

void Lexer::NewLine() {
  ++line_;
  line_start_ = pos_;
  shift_ = 0;
}

bool Lexer::SkipBlanks(Token* token) {
  const char* data = text_.data();
  const size_t size = text_.size();
  while (pos_ < size) {
    char c = data[pos_];
    if (BeginsToken(c)) return true;
    if (kChars.of[static_cast<unsigned char>(c)] == kBlank) {
      ++pos_;
    } else if (c == '\n') {
      ++pos_;
      NewLine();
    } else if (c == '/' && At(1, '/')) {
      const void* end = std::memchr(data + pos_, '\n', size - pos_);
      pos_ = end ? static_cast<size_t>(static_cast<const char*>(end) - data) : size;
    } else if (c == '/' && At(1, '*')) {
      TextPos start = Here();
      pos_ += 2;
      // Block comments nest.
      for (int depth = 1; depth > 0;) {
        uint64_t bytes;
        for (; pos_ + sizeof(bytes) <= size; pos_ += sizeof(bytes)) {
          std::memcpy(&bytes, data + pos_, sizeof(bytes));
          const size_t mark = FirstMark(bytes);
          if (mark == sizeof(bytes)) continue;
          pos_ += mark;
          break;
        }
        while (pos_ < size && kChars.of[static_cast<unsigned char>(data[pos_])] != kMark) ++pos_;
        if (pos_ >= size) {
          token->begin = start;
          token->end = Here();
          token->kind = Tok::kInvalid;
          token->problem = DiagKind::kSyntax;
          token->message = PHRASE(kCommentUnclosed, "this comment has no closing `*/`");
          return false;
        }
        char inner = data[pos_++];
        if (inner == '\n') {
          NewLine();
        } else if (inner == '*' && At(0, '/')) {
          ++pos_;
          --depth;
        } else if (inner == '/' && At(0, '*')) {
          ++pos_;
          ++depth;
        }
      }
    } else {
      return true;
    }
  }
  return true;
}

void Lexer::Finish(Token* token, Tok kind, size_t length) {
  token->kind = kind;
  pos_ += length;
  token->end = Here();
}

void Lexer::Fail(Token* token, size_t length, DiagKind problem, Phrase message) {
  Finish(token, Tok::kInvalid, length);
  token->problem = problem;
  token->message = message;
}

size_t Lexer::VainMatch(std::string_view word) const {
  size_t matched = 0;
  while (matched < word.size() && At(matched, word[matched])) ++matched;
  return matched == word.size() ? 0 : matched;
}

void Lexer::Next(Token* token) {
  Tick();
  token->kind = Tok::kEnd;
  token->bits = 0;
  token->text = {};
  token->integer = 0;
  // Most tokens follow the previous token at once or after one blank.
  if (At(0, ' ')) ++pos_;
  const bool begins = pos_ < text_.size() && BeginsToken(text_[pos_]);
  if (!begins && !SkipBlanks(token)) {
    previous_ = Tok::kInvalid;
    return;
  }
  token->begin = Here();
  char c = Peek();
  if (pos_ >= text_.size()) {
    token->end = token->begin;
  } else if (IsLetter(c)) {
    LexWord(token);
  } else if (IsDigit(c)) {
    LexNumber(token, false, pos_);
  } else {
    switch (c) {
      case '%':
      case '@':
        LexSigil(token);
        break;
      case '"':
        LexString(token);
        break;
      case '#':
        LexAttribute(token);
        break;
      case '-':
        LexMinus(token);
        break;
      case '(':
        Finish(token, Tok::kLeftParen, 1);
        break;
      case ')':
        Finish(token, Tok::kRightParen, 1);
        break;
      case '{':
        Finish(token, Tok::kLeftCurly, 1);
        break;
      case '}':
        Finish(token, Tok::kRightCurly, 1);
        break;
      case '[':
        Finish(token, Tok::kLeftSquare, 1);
        break;
      case ']':
        Finish(token, Tok::kRightSquare, 1);
        break;
      case ',':
        Finish(token, Tok::kComma, 1);
        break;
      case ';':
        Finish(token, Tok::kSemicolon, 1);
        break;
      case ':':
        Finish(token, Tok::kColon, 1);
        break;
      case '.':
        Finish(token, Tok::kPeriod, 1);
        break;
      case '?':
        Finish(token, Tok::kQuestion, 1);
        break;
      case '*':
        Finish(token, Tok::kStar, 1);
        break;
      case '+':
        Finish(token, Tok::kPlus, 1);
        break;
      case '/':
        Finish(token, Tok::kSlash, 1);
        break;
      case '=':
        At(1, '=') ? Finish(token, Tok::kEqual, 2) : Finish(token, Tok::kAssign, 1);
        break;
      case '<':
        At(1, '=') ? Finish(token, Tok::kLessEqual, 2) : Finish(token, Tok::kLess, 1);
        break;
      case '>':
        At(1, '=') ? Finish(token, Tok::kGreaterEqual, 2) : Finish(token, Tok::kGreater, 1);
        break;
      case '!':
        if (At(1, '=')) {
          Finish(token, Tok::kNotEqual, 2);
          break;
        }
        [[fallthrough]];
      default: {
        size_t length = 1;
        while ((static_cast<unsigned char>(Peek(length)) & 0xC0) == 0x80) ++length;
        Fail(token, length, DiagKind::kInvalidToken,
             c == '\0' ? PHRASE(kNulCharacter, "unexpected NUL character")
                       : PHRASE(kCharacterUnknown, "unexpected character"));
      }
    }
  }
  previous_ = token->kind;
}

void Lexer::LexWord(Token* token) {
  if (Peek() == 'i') {
    if (text_.substr(pos_, 4) == "inff" && !IsLetter(Peek(4))) {
      return LexInfinity(token, false, pos_, "inf");
    }
    shift_ += VainMatch("inff");
  } else if (Peek() == 'm') {
    if (text_.substr(pos_, 5) == "meta[") return LexMeta(token);
    shift_ += VainMatch("meta[");
  } else if (Peek() == 'n' && text_.substr(pos_, 4) == "nanf" && !IsLetter(Peek(4))) {
    return LexInfinity(token, false, pos_, "nan");
  }
  token->begin = Here();
  size_t start = pos_;
  bool dotted = false;
  for (;;) {
    while (IsWordChar(Peek()) || (Peek() == '/' && IsWordChar(Peek(1)))) ++pos_;
    // `nn.conv2d` is one word here; TVM's lexer splits it into three tokens.
    if (Peek() != '.' || !IsLetter(Peek(1))) break;
    dotted = true;
    ++pos_;
    if (Peek() == 'i') shift_ += VainMatch("inff");
    if (Peek() == 'm') shift_ += VainMatch("meta[");
  }
  token->text = text_.substr(start, pos_ - start);
  Tok kind = dotted ? Tok::kWord : Keyword(token->text);
  if (kind == Tok::kBool) token->integer = token->text == "True";
  Finish(token, kind, 0);
}

void Lexer::LexSigil(Token* token) {
  bool local = Peek() == '%';
  if (local && IsDigit(Peek(1))) {
    ++pos_;
    size_t start = pos_;
    int64_t number = 0;
    while (IsDigit(Peek())) {
      if (number < (int64_t{1} << 56)) number = number * 10 + (Peek() - '0');
      ++pos_;
    }
    token->text = text_.substr(start, pos_ - start);
    token->integer = number;
    if (number >= int64_t{1} << 56) {
      return Fail(token, 0, DiagKind::kInvalidNumber,
                  PHRASE(kGraphVariableNumberTooLarge,
                         "the number of a graph variable must be less than 2^56"));
    }
    return Finish(token, Tok::kGraph, 0);
  }
  if (!IsLetter(Peek(1))) {
    return Fail(token, 1, DiagKind::kInvalidToken,
                local ? PHRASE(kPercentWithoutName, "`%` must be followed by a name or a number")
                      : PHRASE(kAtSignWithoutName, "`@` must be followed by a name"));
  }
  ++pos_;
  if (Peek() == 'i') shift_ += VainMatch("inff");
  if (Peek() == 'm') shift_ += VainMatch("meta[");
  size_t start = pos_;
  pos_ += DottedNameLength(text_.substr(pos_));
  token->text = text_.substr(start, pos_ - start);
  Finish(token, local ? Tok::kLocal : Tok::kGlobal, 0);
}

void Lexer::LexMinus(Token* token) {
  size_t start = pos_;
  if (At(1, '>')) return Finish(token, Tok::kArrow, 2);
  if (minus_end_ <= pos_) {
    minus_end_ = pos_;
    while (minus_end_ < text_.size() && text_[minus_end_] == '-') ++minus_end_;
  }
  size_t count = minus_end_ - pos_;
  bool number = IsDigit(Peek(count)) || text_.substr(pos_ + count, 4) == "inff" ||
                text_.substr(pos_ + count, 4) == "nanf";
  if (number && !EndsOperand(previous_)) {
    pos_ += count;
    bool negative = count % 2 == 1;
    if (IsDigit(Peek())) return LexNumber(token, negative, start);
    return LexInfinity(token, negative, start, text_.substr(pos_, 3));
  }
  shift_ += static_cast<uint32_t>(count) - 1;
  Finish(token, Tok::kMinus, 1);
  token->begin.shown_column = token->end.shown_column;
}

bool Lexer::FinishFloat(Token* token, size_t start, size_t suffix, double value) {
  int bits = 32;
  if (suffix < pos_) {
    std::string_view width = text_.substr(suffix, pos_ - suffix);
    bits = width == "16" ? 16 : width == "32" ? 32 : width == "64" ? 64 : 0;
  }
  token->text = text_.substr(start, pos_ - start);
  if (bits == 0) {
    Fail(token, 0, DiagKind::kInvalidNumber,
         PHRASE(kFloatLiteralWidth,
                "the suffix of a floating-point number must be f, f16, f32 or f64"));
    return false;
  }
  // A value that rounds to infinity does not fit. The text of the largest float is a little more
  // than its value.
  bool fits = bits == 16   ? std::fabs(value) <= 65504.0
              : bits == 32 ? std::isfinite(static_cast<float>(value))
                           : true;
  if (std::isfinite(value) && !fits) {
    Fail(token, 0, DiagKind::kInvalidNumber,
         PHRASE(kNumberLiteralOverflow, "this number does not fit its type"));
    return false;
  }
  token->bits = static_cast<uint8_t>(bits);
  token->real = value;
  Finish(token, Tok::kFloat, 0);
  token->begin.shown_column = token->end.shown_column;
  return true;
}

void Lexer::LexInfinity(Token* token, bool negative, size_t start, std::string_view word) {
  pos_ += 4;
  size_t suffix = pos_;
  while (IsDigit(Peek())) ++pos_;
  double value = word == "inf" ? HUGE_VAL : std::numeric_limits<double>::quiet_NaN();
  FinishFloat(token, start, suffix, negative ? -value : value);
}

void Lexer::LexNumber(Token* token, bool negative, size_t start) {
  size_t digits = pos_;
  while (IsDigit(Peek())) ++pos_;
  bool real = false;
  // After a period comes the index of a tuple field: %0.1.2 is field 2 of field 1.
  if (previous_ != Tok::kPeriod) {
    if (Peek() == '.') {
      real = true;
      ++pos_;
      while (IsDigit(Peek())) ++pos_;
    }
    if (Peek() == 'e' || Peek() == 'E') {
      size_t sign = Peek(1) == '+' || Peek(1) == '-' ? 1 : 0;
      if (IsDigit(Peek(1 + sign))) {
        real = true;
        pos_ += 1 + sign;
        while (IsDigit(Peek())) ++pos_;
      }
    }
  }
  std::string_view literal = text_.substr(digits, pos_ - digits);
  char mark = Peek();
  size_t suffix = pos_ + 1;
  if (mark == 'f' || mark == 'i') {
    ++pos_;
    while (IsDigit(Peek())) ++pos_;
  } else {
    suffix = pos_;
  }
  if (IsWordChar(Peek()) || (mark == 'i' && real)) {
    while (IsWordChar(Peek())) ++pos_;
    return Fail(
        token, 0, DiagKind::kInvalidNumber,
        PHRASE(kNumberLiteralMalformed, "unexpected characters after the digits of a number"));
  }
  if (real || mark == 'f') {
    double value = *ParseReal(literal);
    if (std::isinf(value)) {
      return Fail(token, 0, DiagKind::kInvalidNumber,
                  PHRASE(kNumberLiteralOverflow, "this number does not fit its type"));
    }
    FinishFloat(token, start, suffix, negative ? -value : value);
    return;
  }
  token->text = text_.substr(start, pos_ - start);
  int bits = 32;
  bool wide = suffix == pos_;  // Without a suffix, an integer takes the width that it needs.
  if (!wide) {
    std::string_view width = text_.substr(suffix, pos_ - suffix);
    bits = width == "16" ? 16 : width == "32" ? 32 : width == "64" ? 64 : 0;
    if (bits == 0) {
      return Fail(token, 0, DiagKind::kInvalidNumber,
                  PHRASE(kIntegerLiteralWidth, "the suffix of an integer must be i16, i32 or i64"));
    }
  }
  uint64_t magnitude = 0;
  bool fits = true;
  for (char c : literal) {
    fits = fits && !__builtin_mul_overflow(magnitude, uint64_t{10}, &magnitude) &&
           !__builtin_add_overflow(magnitude, static_cast<uint64_t>(c - '0'), &magnitude);
  }
  fits = fits && magnitude <= (uint64_t{1} << 63) - (negative ? 0 : 1);
  auto value = static_cast<int64_t>(negative ? uint64_t{0} - magnitude : magnitude);
  auto fits_in = [&](int width) {
    return width == 64 ||
           (value >= -(int64_t{1} << (width - 1)) && value < int64_t{1} << (width - 1));
  };
  if (fits && wide && !fits_in(32)) bits = 64;
  if (!fits || !fits_in(bits)) {
    return Fail(token, 0, DiagKind::kInvalidNumber,
                PHRASE(kNumberLiteralOverflow, "this number does not fit its type"));
  }
  token->bits = static_cast<uint8_t>(bits);
  token->integer = value;
  Finish(token, Tok::kInt, 0);
  token->begin.shown_column = token->end.shown_column;
}

void Lexer::LexString(Token* token) {
  size_t start = ++pos_;
  for (;; ++pos_) {
    if (pos_ >= text_.size()) {
      return Fail(token, 0, DiagKind::kSyntax,
                  PHRASE(kStringUnclosed, "this string has no closing quote"));
    }
    char c = text_[pos_];
    if (c == '"') break;
    if (c == '\n') {
      ++pos_;
      NewLine();
      --pos_;
    } else if (c == '\\' && (At(1, '"') || At(1, '\\'))) {
      ++pos_;
    }
  }
  token->text = text_.substr(start, pos_ - start);
  Finish(token, Tok::kString, 1);
  token->begin.shown_column = token->end.shown_column;
}

void Lexer::LexMeta(Token* token) {
  pos_ += 5;
  size_t start = pos_;
  while (IsWordChar(Peek()) || Peek() == '.') ++pos_;
  token->text = text_.substr(start, pos_ - start);
  size_t index = pos_ + 2;
  bool opened = Peek() == ']' && Peek(1) == '[' && IsDigit(Peek(2));
  if (opened) pos_ += 2;
  int64_t number = 0;
  while (opened && IsDigit(Peek())) {
    if (number < int64_t{1} << 32) number = number * 10 + (Peek() - '0');
    ++pos_;
  }
  if (!opened || Peek() != ']' || pos_ == index) {
    return Fail(token, 0, DiagKind::kSyntax,
                PHRASE(kMetadataReferenceForm,
                       "a reference into the metadata has the form meta[relay.Constant][0]"));
  }
  token->integer = number;
  Finish(token, Tok::kMeta, 1);
  token->begin.shown_column += 5;
}

void Lexer::LexAttribute(Token* token) {
  size_t limit = std::min(text_.size(), pos_ + 256);
  size_t close = pos_ + 1;
  while (close < limit && text_[close] != ']' && text_[close] != '\n') ++close;
  auto trim = [](std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
  };
  if (!At(1, '[') || close >= limit || text_[close] != ']') {
    return Fail(
        token, 1, DiagKind::kSyntax,
        PHRASE(kHashDirectiveUnknown, "expected `#[version = \"0.0.5\"]` or `#[metadata]` at `#`"));
  }
  std::string_view inner = trim(text_.substr(pos_ + 2, close - pos_ - 2));
  if (inner == "metadata") {
    token->text = text_.substr(close + 1);
    return Finish(token, Tok::kMetadata, text_.size() - pos_);
  }
  size_t equal = inner.find('=');
  if (inner.substr(0, 7) != "version" || equal == inner.npos) {
    return Fail(
        token, close + 1 - pos_, DiagKind::kSyntax,
        PHRASE(kHashDirectiveUnknown, "expected `#[version = \"0.0.5\"]` or `#[metadata]` at `#`"));
  }
  token->text = trim(inner.substr(equal + 1));
  Finish(token, Tok::kVersion, close + 1 - pos_);
}

}  // namespace passcope
