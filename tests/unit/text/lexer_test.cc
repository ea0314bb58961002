// Tokens: kinds, numbers, places, and text that is not a token.
#include "text/lexer.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

namespace passcope {
namespace {

std::vector<Token> Lex(std::string_view text) {
  Lexer lexer(text);
  std::vector<Token> tokens;
  for (;;) {
    tokens.push_back(lexer.Next());
    if (tokens.back().kind == Tok::kEnd) return tokens;
  }
}

Token One(std::string_view text) {
  std::vector<Token> tokens = Lex(text);
  REQUIRE(tokens.size() == 2);
  return tokens[0];
}

std::vector<Tok> Kinds(std::string_view text) {
  std::vector<Tok> kinds;
  for (const Token& token : Lex(text)) kinds.push_back(token.kind);
  kinds.pop_back();
  return kinds;
}

TEST_CASE("names keep their text without the sigil", "[lexer]") {
  CHECK(One("%x_1").text == "x_1");
  CHECK(One("%x_1").kind == Tok::kLocal);
  CHECK(One("@main").kind == Tok::kGlobal);
  CHECK(One("%12").kind == Tok::kGraph);
  CHECK(One("%12").integer == 12);
  CHECK(One("nn.conv2d").kind == Tok::kWord);
  CHECK(One("nn.conv2d").text == "nn.conv2d");
  CHECK(One("%conv/kernel").text == "conv/kernel");
}

TEST_CASE("keywords are words of their own", "[lexer]") {
  CHECK(Kinds("let fn def if else type match extern free_var ref ref_read ref_write True _") ==
        std::vector<Tok>{Tok::kLet, Tok::kFn, Tok::kDef, Tok::kIf, Tok::kElse, Tok::kType,
                         Tok::kMatch, Tok::kExtern, Tok::kFreeVar, Tok::kRef, Tok::kRefRead,
                         Tok::kRefWrite, Tok::kBool, Tok::kUnderscore});
  CHECK(One("letter").kind == Tok::kWord);
}

TEST_CASE("integers have the width of their suffix or the one they need", "[lexer]") {
  auto check = [](const char* text, int64_t value, int bits) {
    INFO(text);
    Token token = One(text);
    CHECK(token.kind == Tok::kInt);
    CHECK(token.integer == value);
    CHECK(token.bits == bits);
  };
  check("0", 0, 32);
  check("-05", -5, 32);
  check("42i16", 42, 16);
  check("-42i", -42, 32);
  check("1i64", 1, 64);
  check("2147483648", 2147483648, 64);
  check("9223372036854775807", INT64_MAX, 64);
  check("-9223372036854775808", INT64_MIN, 64);
}

TEST_CASE("reals have the width of their suffix", "[lexer]") {
  auto check = [](const char* text, double value, int bits) {
    INFO(text);
    Token token = One(text);
    CHECK(token.kind == Tok::kFloat);
    CHECK(token.real == value);
    CHECK(token.bits == bits);
  };
  check("2f", 2, 32);
  check("-0.5f16", -0.5, 16);
  check("1e-05f", 1e-05, 32);
  check("1e+300f64", 1e300, 64);
  check("1.5", 1.5, 32);
  check("inff", HUGE_VAL, 32);
  check("-inff64", -HUGE_VAL, 64);
  CHECK(std::isnan(One("nanf16").real));
}

TEST_CASE("numbers that are none or do not fit are invalid", "[lexer]") {
  for (const char* text : {"1x", "2147483648i32", "40000i16", "1i8", "1f8", "9223372036854775808",
                           "70000f16", "1e39f", "1e999f64", "1e5i32"}) {
    INFO(text);
    Token token = One(text);
    CHECK(token.kind == Tok::kInvalid);
    CHECK(token.problem == DiagKind::kInvalidNumber);
  }
}

TEST_CASE("a minus behind an operand subtracts, elsewhere it is a sign", "[lexer]") {
  CHECK(Kinds("%x-1") == std::vector<Tok>{Tok::kLocal, Tok::kMinus, Tok::kInt});
  CHECK(Kinds("(-1)") == std::vector<Tok>{Tok::kLeftParen, Tok::kInt, Tok::kRightParen});
  CHECK(One("--5").integer == 5);
  CHECK(Kinds("(%x) -> int32") ==
        std::vector<Tok>{Tok::kLeftParen, Tok::kLocal, Tok::kRightParen, Tok::kArrow, Tok::kWord});
}

TEST_CASE("behind a period a number is an index", "[lexer]") {
  CHECK(Kinds("%0.1.2") ==
        std::vector<Tok>{Tok::kGraph, Tok::kPeriod, Tok::kInt, Tok::kPeriod, Tok::kInt});
}

TEST_CASE("operators take the longest form", "[lexer]") {
  CHECK(Kinds("< <= > >= == != = + * /") ==
        std::vector<Tok>{Tok::kLess, Tok::kLessEqual, Tok::kGreater, Tok::kGreaterEqual,
                         Tok::kEqual, Tok::kNotEqual, Tok::kAssign, Tok::kPlus, Tok::kStar,
                         Tok::kSlash});
}

TEST_CASE("comments are skipped and nest", "[lexer]") {
  CHECK(Kinds("1 // one\n/* a /* b */ c */ 2") == std::vector<Tok>{Tok::kInt, Tok::kInt});
  CHECK(Kinds("%x/* ty=int32 */") == std::vector<Tok>{Tok::kLocal});
  Token token = Lex("  /* no end")[0];
  CHECK(token.kind == Tok::kInvalid);
  CHECK(token.begin.column == 3);
}

TEST_CASE("strings end at a quote that is not escaped", "[lexer]") {
  CHECK(One("\"NCHW\"").text == "NCHW");
  CHECK(One(R"("a\"b")").text == R"(a\"b)");
  CHECK(One("\"open").kind == Tok::kInvalid);
}

TEST_CASE("references into the metadata, the version and the section itself", "[lexer]") {
  Token meta = One("meta[relay.Constant][12]");
  CHECK(meta.kind == Tok::kMeta);
  CHECK(meta.text == "relay.Constant");
  CHECK(meta.integer == 12);
  CHECK(One("#[version = \"0.0.5\"]").text == "\"0.0.5\"");
  CHECK(One("#[metadata]\n{ \"root\": 1 }").text == "\n{ \"root\": 1 }");
  for (const char* text : {"meta[relay.Constant]", "meta[relay.Constant][", "meta[x][-1]", "#x",
                           "#[other]", "#[version"}) {
    INFO(text);
    CHECK(Lex(text)[0].kind == Tok::kInvalid);
  }
}

TEST_CASE("places count lines, and bytes in a line", "[lexer]") {
  std::vector<Token> tokens = Lex("ab\n  \"é\" c");
  CHECK(tokens[1].begin.line == 2);
  CHECK(tokens[1].begin.column == 3);
  CHECK(tokens[1].begin.offset == 5);
  CHECK(tokens[1].end.column == 7);
  CHECK(tokens[2].begin.column == 8);
}

TEST_CASE("TVM's columns: after numbers, after vain tries for inff and meta[", "[lexer]") {
  CHECK(One("10").begin.shown_column == 3);
  CHECK(Lex("int32 x")[1].begin.shown_column == 7 + 2);
  CHECK(Lex("mean x")[1].begin.shown_column == 6 + 2);
  CHECK(Lex("%input x")[1].begin.shown_column == 8 + 2);
  CHECK(Lex("nn.max x")[1].begin.shown_column == 8 + 1);
  CHECK(Lex("int32\nx")[1].begin.shown_column == 1);
  CHECK(One("meta[relay.Constant][0]").begin.shown_column == 6);
}

TEST_CASE("characters that belong to no token are invalid one by one", "[lexer]") {
  std::vector<Token> tokens = Lex(std::string_view("é$\0", 4));
  REQUIRE(tokens.size() == 4);
  CHECK(tokens[0].end.offset == 2);
  for (int i = 0; i < 3; ++i) CHECK(tokens[i].kind == Tok::kInvalid);
  CHECK(Lex("%")[0].kind == Tok::kInvalid);
  CHECK(Lex("@ main")[0].kind == Tok::kInvalid);
}

}  // namespace
}  // namespace passcope
