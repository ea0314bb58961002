// Patterns, and real numbers as text.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "support/format.h"
#include "support/random.h"
#include "support/real_text.h"
#include "support/text_buffer.h"
#include "support/text_table.h"

namespace passcope {
namespace {

TEST_CASE("A pattern's braces are replaced in order", "[support]") {
  std::string name = "add";
  CHECK(Format("no places") == "no places");
  CHECK(Format("{}: {} of {}{}", name, -3, uint64_t{18446744073709551615u}, '!') ==
        "add: -3 of 18446744073709551615!");
  CHECK(Format("{} {} {}", 1.5, 2.0, 0.1f) == "1.5 2 0.10000000149011612");
  CHECK(Format("{{}", std::string_view("{}")) == "{{}");
  CHECK(Format("{}", std::numeric_limits<int64_t>::min()) == "-9223372036854775808");
  CHECK(HexText(0xBEEF, 2) == "beef");
  CHECK(HexText(10, 4) == "000a");
  CHECK(JoinTexts({"a", "b", "c"}, ", ") == "a, b, c");
  CHECK(JoinTexts({}, ", ").empty());
}

TEST_CASE("The hash of a text takes its bytes by eights, the last ones with zeros", "[support]") {
  const std::string text = "\xFF\x01 abcdefghijklmnopqrstuvwxyz\x80\x90\xA0\xFE";
  for (size_t length = 0; length <= text.size(); ++length) {
    CAPTURE(length);
    constexpr uint64_t kFactor = 0x9E3779B97F4A7C15ull;
    uint64_t expected = length * kFactor;
    for (size_t i = 0; i < length; i += 8) {
      uint64_t word = 0;
      for (size_t k = 0; k < 8 && i + k < length; ++k)
        word |= static_cast<uint64_t>(static_cast<unsigned char>(text[i + k])) << (8 * k);
      expected = (expected ^ word) * kFactor;
      expected ^= expected >> 29;
    }
    CHECK(HashText64(std::string_view(text).substr(0, length)) == expected);
  }
}

TEST_CASE("Pieces of all lengths are put together", "[support]") {
  std::string text = "begin ";
  std::string expected = text;
  {
    TextBuffer out(&text);
    for (size_t length : {0, 1, 2, 500, 900, 1023, 1024, 1025, 5000, 3}) {
      std::string piece(length, static_cast<char>('a' + length % 26));
      out += piece;
      out += '|';
      out.AppendSpaces(length);
      expected += piece + '|' + std::string(length, ' ');
      CHECK(out.size() == expected.size());
    }
    for (int64_t number :
         {int64_t{0}, int64_t{-1}, int64_t{9}, int64_t{10}, int64_t{4294967295},
          int64_t{4294967296}, int64_t{-12345678901234}, std::numeric_limits<int64_t>::max(),
          std::numeric_limits<int64_t>::min()}) {
      out.AppendInt(number);
      expected += IntText(number);
    }
  }
  CHECK(text == expected);
}

TEST_CASE("Reals are written as printf writes them", "[support]") {
  struct Row {
    double value;
    int digits;
    const char* general;
    const char* fixed;
  };
  const Row rows[] = {
      {0.0, 6, "0", "0.000000"},
      {-0.0, 6, "-0", "-0.000000"},
      {1.0, 6, "1", "1.000000"},
      {2e-05, 6, "2e-05", "0.000020"},
      {0.0001, 6, "0.0001", "0.000100"},
      {1234565.0, 6, "1.23456e+06", "1234565.000000"},
      {1234575.0, 6, "1.23458e+06", "1234575.000000"},
      {999999.5, 6, "1e+06", "999999.500000"},
      {123456.0, 6, "123456", "123456.000000"},
      {-0.1, 17, "-0.10000000000000001", "-0.10000000000000001"},
      {1e300, 3, "1e+300", nullptr},
      {5e-324, 6, "4.94066e-324", "0.000000"},
      {2.5, 1, "2", "2.5"},
      {3.5, 1, "4", "3.5"},
      {0.05, 1, "0.05", "0.1"},
      {0.25, 1, "0.2", "0.2"},
      {99.95, 1, "1e+02", "100.0"},
      {std::numeric_limits<double>::infinity(), 6, "inf", "inf"},
      {-std::numeric_limits<double>::infinity(), 6, "-inf", "-inf"},
      {std::numeric_limits<double>::quiet_NaN(), 6, "nan", "nan"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.value, row.digits);
    CHECK(GeneralText(row.value, row.digits) == row.general);
    if (row.fixed) CHECK(FixedText(row.value, row.digits) == row.fixed);
  }
  CHECK(FixedText(0.5, 0) == "0");
  CHECK(FixedText(1.5, 0) == "2");
  CHECK(FixedText(12.5, 0) == "12");
  CHECK(FixedText(0.004, 2) == "0.00");
  CHECK(FixedText(0.005, 2) == "0.01");
  CHECK(FixedText(1e22, 0) == "10000000000000000000000");
}

TEST_CASE("The C library writes and reads reals alike", "[support]") {
  auto check = [](double value, int digits) {
    char expected[64];
    std::snprintf(expected, sizeof(expected), "%.*g", digits, value);
    CAPTURE(value, digits);
    CHECK(GeneralText(value, digits) == expected);
    CHECK(ParseReal(expected) == std::strtod(expected, nullptr));
  };
  SplitMix64 random(11);
  for (int i = 0; i < 3000; ++i) {
    double value = random.Symmetric(std::pow(10.0, static_cast<double>(random.Below(40)) - 20));
    // Also as in programs: singles, and reals with few digits.
    double few = std::round(value * 1000) / 1000;
    for (int digits : {1, 6, 9, 10, 17}) {
      check(value, digits);
      check(static_cast<float>(value), digits);
      check(few, digits);
    }
  }
  // Around the powers of ten, and ties that round to even.
  for (int power = -16; power <= 20; ++power) {
    double value = std::pow(10.0, power);
    for (int digits : {1, 6, 9, 17}) {
      check(value, digits);
      check(std::nextafter(value, 0.0), digits);
      check(std::nextafter(value, 1e300), digits);
      check(value * 1.5, digits);
      check(value * 999999.5, digits);
      check(-value * 1234565, digits);
    }
  }
}

TEST_CASE("The shortest text of a real reads back as the same real", "[support]") {
  CHECK(RealText(1) == "1.0");
  CHECK(RealText(0.1) == "0.1");
  CHECK(RealText(-2.5e-7) == "-2.5e-07");
  CHECK(RealText(1e23) == "1e+23");
  CHECK(RealText(std::numeric_limits<double>::infinity()) == "inf");
  SplitMix64 random(7);
  for (int i = 0; i < 2000; ++i) {
    uint64_t bits = random.Next();
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    if (!std::isfinite(value)) continue;
    CAPTURE(value);
    CHECK(ParseReal(RealText(value)) == value);
    CHECK(ParseReal(GeneralText(value, 17)) == value);
  }
}

TEST_CASE("Only decimal texts are reals", "[support]") {
  CHECK(ParseReal("1") == 1.0);
  CHECK(ParseReal("-1.5e+3") == -1500.0);
  CHECK(ParseReal(".5") == 0.5);
  CHECK(ParseReal("5.") == 5.0);
  CHECK(ParseReal("1e999") == std::numeric_limits<double>::infinity());
  CHECK(ParseReal("1e-999") == 0.0);
  CHECK(ParseReal("-inf") == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(ParseReal("nan").value_or(0)));
  // More digits, and larger powers, than are read without the host or the C library.
  CHECK(ParseReal("123456789012345678901234567890") == 123456789012345678901234567890.0);
  CHECK(ParseReal("0.00000000000000000000000000000000000001") == 1e-38);
  CHECK(ParseReal("9007199254740993") == 9007199254740992.0);
  CHECK(ParseReal("1e99999999999999999999") == std::numeric_limits<double>::infinity());
  CHECK(ParseReal("0e99999999999999999999") == 0.0);
  CHECK(std::signbit(ParseReal("-0").value_or(1)));
  for (const char* text : {"", "-", ".", "e5", "1e", "1e+", "0x10", " 1", "1 ", "1f", "infinity"}) {
    CAPTURE(text);
    CHECK(!ParseReal(text));
  }
}

}  // namespace
}  // namespace passcope
