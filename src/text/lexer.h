// The tokens of Relay text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "diagnostics/diagnostic.h"

namespace passcope {

// The length of the name at the start of a text that follows `%` or `@`. Besides names that TVM can
// read, it accepts names that TVM's frontends make and its printer writes: `onnx::MatMul_29`,
// `layer1.0.weight`. Numbers at the end do not belong to the name. They are projections: `%x.0` is
// the first field of `%x`.
size_t DottedNameLength(std::string_view text);

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

// True if a token of this kind before `=` is the key of an attribute.
inline bool IsAttributeKey(Tok kind) { return kind == Tok::kWord || kind >= Tok::kLet; }

// A position in a text. `column` counts bytes from 1; `shown_column` is the column that TVM's lexer
// reports (see Lexer).
struct TextPos {
  uint32_t offset = 0;
  uint32_t line = 1;
  uint32_t column = 1;
  uint32_t shown_column = 1;
};

struct Token {
  Tok kind = Tok::kEnd;
  uint8_t bits = 0;  // For a number: the width of its type.
  TextPos begin;
  TextPos end;  // Exclusive; its shown_column has no meaning.
  // The text without its markers: the name behind % or @, a string without quotes (escapes are not
  // resolved), the type key of a meta reference, the version, or the text of the metadata.
  std::string_view text;
  union {
    int64_t integer = 0;  // kInt, kBool, kGraph, the index of kMeta.
    double real;          // kFloat.
  };
  // For kInvalid tokens.
  DiagKind problem = DiagKind::kInvalidToken;
  Phrase message;
};

// The name of a kind of token in messages: "`;`", "a variable such as %x".
Phrase TokenKindPhrase(Tok kind);
// A token as messages quote it: its own text, shortened.
Message TokenMessage(const Token& token, std::string_view source);

// Splits a text into tokens, one at a time and without allocating. Tokens are views of the text.
// The lexer skips comments and white space.
//
// Spans in TVM's output come from TVM's own parser. Its lexer advances its column when it tests
// whether a word is "inff" or "meta[" and it is not. For a number or a string, it reports the end.
// TVM's printed text contains these columns. `shown_column` reproduces them; `column` is correct.
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

  // Continues at `offset`, which must be on the same line, as if the text up to there had been
  // read. Adds `shift` to shift().
  void SkipTo(size_t offset, uint32_t shift) {
    pos_ = offset;
    shift_ += shift;
  }
  // `shown_column` minus `column` at this point.
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
  // The number of characters that TVM's lexer reads before it rejects `word` here.
  size_t VainMatch(std::string_view word) const;

  std::string_view text_;
  size_t pos_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
  uint32_t shift_ = 0;  // shown_column minus column on this line.
  Tok previous_ = Tok::kEnd;
  size_t minus_end_ = 0;  // The end of the last run of minuses, so that no run is counted twice.
};

}  // namespace passcope
