// The tokens of Relay text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "diagnostics/diagnostic.h"

namespace passcope {

// How many characters of a text are the name that it begins with, behind `@`.
size_t NameLength(std::string_view text);
// The same behind `%`. Besides what TVM can read, these may have what its frontends put into names
// and its printer writes: `onnx::MatMul_29`, `layer1.0.weight`. Numbers at the end are none of it,
// but a projection: `%x.0` is the first field of `%x`.
size_t LocalNameLength(std::string_view text);

enum class Tok : uint8_t {
  kEnd,
  kInvalid,
  kLocal,     // %x
  kGlobal,    // @f
  kGraph,     // %0
  kWord,      // nn.conv2d, Tensor, float32
  kInt,       // 1, -5i64
  kFloat,     // 2f, 1e-05f16, inff
  kBool,      // True, False
  kString,    // "NCHW"
  kMeta,      // meta[relay.Constant][0]
  kVersion,   // #[version = "0.0.5"]
  kMetadata,  // #[metadata] and all that follows
  kLeftParen,
  kRightParen,
  kLeftCurly,
  kRightCurly,
  kLeftSquare,
  kRightSquare,
  kComma,
  kSemicolon,
  kColon,
  kAssign,
  kPeriod,
  kQuestion,
  kUnderscore,
  kArrow,
  kStar,
  kSlash,
  kPlus,
  kMinus,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kLet,
  kFn,
  kDef,
  kIf,
  kElse,
  kType,
  kMatch,
  kExtern,
  kFreeVar,
  kRef,
  kRefRead,
  kRefWrite,
};

// A place in a text. `column` counts bytes from 1; `shown_column` is the column that TVM's lexer
// believes in (see Lexer).
struct TextPos {
  uint32_t offset = 0;
  uint32_t line = 1;
  uint32_t column = 1;
  uint32_t shown_column = 1;
};

struct Token {
  Tok kind = Tok::kEnd;
  uint8_t bits = 0;  // Of a number: the width of its type.
  TextPos begin;
  TextPos end;  // Exclusive; its shown_column has no meaning.
  // Without what only marks the kind: the name behind % or @, a string without its quotes (escapes
  // not resolved), the type key of a meta reference, the version, the text of the metadata.
  std::string_view text;
  union {
    int64_t integer = 0;  // kInt, kBool, kGraph, the index of kMeta.
    double real;          // kFloat.
  };
  // Of kInvalid.
  DiagKind problem = DiagKind::kInvalidToken;
  Phrase message;
};

// "`;`", "a variable such as %x": how a message names a kind of token.
Phrase TokenKindPhrase(Tok kind);
// What a message says was found: the token's own text, shortened.
Message TokenMessage(const Token& token, std::string_view source);

// Cuts a text into tokens, one at a time and without allocating; tokens view the text. Comments
// and white space are skipped.
//
// Spans in TVM's output come from its own parser, whose lexer advances its column when it tries in
// vain whether a word is "inff" or "meta[", and names the end of a number or a string as its place.
// The text it prints shows those columns; `shown_column` reproduces them, `column` is the truth.
class Lexer {
 public:
  // `text` must be valid UTF-8, shorter than 4 GiB, and outlive the lexer.
  explicit Lexer(std::string_view text) : text_(text) {}
  void Next(Token* token);
  Token Next() {
    Token token;
    Next(&token);
    return token;
  }

  // Goes on at `offset`, which must be on the same line, as if what stands between had been read;
  // `shift` is what that adds to shift().
  void SkipTo(size_t offset, uint32_t shift) {
    pos_ = offset;
    shift_ += shift;
  }
  // How far `shown_column` is ahead of `column` here.
  uint32_t shift() const { return shift_; }

 private:
  TextPos Here() const;
  bool At(size_t ahead, char c) const {
    return pos_ + ahead < text_.size() && text_[pos_ + ahead] == c;
  }
  char Peek(size_t ahead = 0) const {
    return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0';
  }
  void NewLine();
  // False, with `token` invalid, at a comment without an end.
  bool SkipBlanks(Token* token);
  void Finish(Token* token, Tok kind, size_t length);
  void Fail(Token* token, size_t length, DiagKind problem, Phrase message);
  void LexNumber(Token* token, bool negative, size_t start);
  void LexInfinity(Token* token, bool negative, size_t start, std::string_view word);
  bool FinishFloat(Token* token, size_t start, size_t suffix, double value);
  void LexSigil(Token* token);
  void LexWord(Token* token);
  void LexString(Token* token);
  void LexMeta(Token* token);
  void LexAttribute(Token* token);
  void LexMinus(Token* token);
  // How far TVM's lexer gets when it tries whether `word` stands here.
  size_t VainMatch(std::string_view word) const;

  std::string_view text_;
  size_t pos_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
  uint32_t shift_ = 0;  // shown_column minus column on this line.
  Tok previous_ = Tok::kEnd;
  size_t minus_end_ = 0;  // The end of the run of minuses last seen, so that none is counted twice.
};

}  // namespace passcope
