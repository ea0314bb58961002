#include "support/real_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>

// clang-format off
EM_JS(double, passcope_parse_real, (const char* text), {
  return Number(UTF8ToString(text));
});
// The digits of |value| in scientific notation, "d.ddde+x", with `places` digits after the point.
// If `places` is negative, as many as needed.
EM_JS(void, passcope_scientific, (double value, int places, char* buffer, int size), {
  var text = places < 0 ? value.toExponential() : value.toExponential(places);
  stringToUTF8(text, buffer, size);
});
// clang-format on
#endif

namespace passcope {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Empty if `value` is finite.
std::string SpecialText(double value) {
  if (std::isnan(value)) return std::signbit(value) ? "-nan" : "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return {};
}

// The powers of ten that doubles represent exactly.
constexpr int kMaxExactPower = 22;
constexpr double kPowersOfTen[kMaxExactPower + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// `value` times ten to the power of `power`, whose absolute value is at most kMaxExactPower. One
// operation on exact numbers, so the result is rounded once.
double TimesPowerOfTen(double value, int power) {
  return power < 0 ? value / kPowersOfTen[-power] : value * kPowersOfTen[power];
}

// The parts of a decimal text.
struct DecimalParts {
  bool valid = false;
  bool negative = false;
  bool exact = true;      // True if `mantissa` has all digits.
  uint64_t mantissa = 0;  // The digits without the point.
  int exponent = 0;       // The value is mantissa times ten to this power.
};

DecimalParts ReadDecimal(std::string_view text) {
  constexpr uint64_t kMaxMantissa = uint64_t{1} << 53;
  constexpr int kMaxExponent = 1000000;  // Far more than numbers that are read without the host.
  DecimalParts parts;
  size_t at = 0;
  auto take_sign = [&] {
    bool negative = at < text.size() && text[at] == '-';
    if (negative || (at < text.size() && text[at] == '+')) ++at;
    return negative;
  };
  // Appends the digits here to the mantissa and returns their number.
  auto take_digits = [&] {
    size_t start = at;
    for (; at < text.size() && IsDigit(text[at]); ++at) {
      parts.exact = parts.exact && parts.mantissa < kMaxMantissa / 10;
      if (parts.exact) parts.mantissa = parts.mantissa * 10 + static_cast<uint64_t>(text[at] - '0');
    }
    return at - start;
  };
  parts.negative = take_sign();
  size_t digits = take_digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    size_t places = take_digits();
    digits += places;
    parts.exponent = -static_cast<int>(std::min<size_t>(places, kMaxExponent));
  }
  if (digits == 0) return parts;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    bool negative = take_sign();
    size_t start = at;
    int power = 0;
    for (; at < text.size() && IsDigit(text[at]); ++at) {
      power = std::min(power * 10 + (text[at] - '0'), kMaxExponent);
    }
    if (at == start) return parts;
    parts.exponent += negative ? -power : power;
  }
  parts.valid = at == text.size();
  return parts;
}

// The text of %g with `precision` for the significant digits d1.d2d3… times ten to the power of
// `exponent`.
std::string GeneralOf(bool negative, std::string_view digits, int exponent, int precision) {
  while (digits.size() > 1 && digits.back() == '0') digits.remove_suffix(1);
  std::string text = negative ? "-" : "";
  bool scientific = exponent < -4 || exponent >= precision;
  // The number of digits before the point.
  int point = scientific ? 1 : exponent + 1;
  if (point <= 0) {
    text += "0.";
    text.append(static_cast<size_t>(-point), '0');
    text += digits;
  } else if (static_cast<size_t>(point) < digits.size()) {
    text += digits.substr(0, static_cast<size_t>(point));
    text += '.';
    text += digits.substr(static_cast<size_t>(point));
  } else {
    text += digits;
    text.append(static_cast<size_t>(point) - digits.size(), '0');
  }
  if (scientific) {
    int size = std::abs(exponent);
    text += exponent < 0 ? "e-" : "e+";
    if (size < 10) text += '0';
    text += std::to_string(size);
  }
  return text;
}

double ParseDecimal(const char* text) {
#ifdef __EMSCRIPTEN__
  return passcope_parse_real(text);
#else
  return std::strtod(text, nullptr);
#endif
}

#ifdef __EMSCRIPTEN__

// A finite number: 0.d1d2d3… times ten to the power of `point`.
struct Decimal {
  bool negative;
  std::string digits;
  int point;
};

Decimal Scientific(double value, int places) {
  char buffer[128];
  passcope_scientific(std::fabs(value), places, buffer, sizeof(buffer));
  Decimal decimal{std::signbit(value), {}, 0};
  const char* at = buffer;
  for (; *at && *at != 'e'; ++at) {
    if (IsDigit(*at)) decimal.digits += *at;
  }
  decimal.point = std::atoi(at + 1) + 1;
  return decimal;
}

// Rounds with ties to even, like C; JavaScript rounds ties up. `count_after_point` digits are kept,
// after the point or, if `significant`, in total. kPlaces digits are enough to recognize a tie.
Decimal Rounded(double value, int count_after_point, bool significant) {
  constexpr int kPlaces = 60;
  Decimal decimal = Scientific(value, kPlaces);
  int keep = significant ? count_after_point : decimal.point + count_after_point;
  if (keep < 0) return {decimal.negative, "", decimal.point};
  auto kept = static_cast<size_t>(keep);
  if (kept >= decimal.digits.size()) {
    decimal.digits.resize(kept, '0');
    return decimal;
  }
  std::string rest = decimal.digits.substr(kept);
  decimal.digits.resize(kept);
  bool odd = kept > 0 && (decimal.digits.back() - '0') % 2 != 0;
  std::string half(rest.size(), '0');
  half[0] = '5';
  if (rest > half || (rest == half && odd)) {
    size_t at = kept;
    while (at > 0 && decimal.digits[at - 1] == '9') decimal.digits[--at] = '0';
    if (at > 0) {
      ++decimal.digits[at - 1];
    } else {
      decimal.digits.insert(decimal.digits.begin(), '1');
      ++decimal.point;
      if (significant) decimal.digits.pop_back();
    }
  }
  return decimal;
}

// The digits with the point in its place and `places` digits after it.
std::string Positional(const Decimal& decimal, int places) {
  std::string text = decimal.negative ? "-" : "";
  if (decimal.point <= 0) text += '0';
  auto digit = [&](int i) {
    bool known = i >= 0 && i < static_cast<int>(decimal.digits.size());
    return known ? decimal.digits[static_cast<size_t>(i)] : '0';
  };
  for (int i = 0; i < decimal.point; ++i) text += digit(i);
  if (places > 0) text += '.';
  for (int i = 0; i < places; ++i) text += digit(decimal.point + i);
  return text;
}

std::string GeneralFinite(double value, int digits) {
  Decimal decimal = Rounded(value, digits, true);
  return GeneralOf(decimal.negative, decimal.digits, decimal.point - 1, digits);
}

std::string FixedFinite(double value, int digits) {
  return Positional(Rounded(value, digits, false), digits);
}

int ShortestDigits(double value) { return static_cast<int>(Scientific(value, -1).digits.size()); }

#else

std::string GeneralFinite(double value, int digits) {
  char text[40];
  int size = std::snprintf(text, sizeof(text), "%.*g", digits, value);
  return {text, static_cast<size_t>(size)};
}

std::string FixedFinite(double value, int digits) {
  // The largest double has 309 digits before the point.
  char text[340];
  int size = std::snprintf(text, sizeof(text), "%.*f", digits, value);
  return {text, static_cast<size_t>(size)};
}

int ShortestDigits(double value) {
  int digits = 1;
  while (digits < 17 && ParseDecimal(GeneralFinite(value, digits).c_str()) != value) ++digits;
  return digits;
}

#endif

// printf's %.<digits>g without the host, for most numbers. No value if one multiplication cannot
// tell the direction in which the last digit is rounded.
std::optional<std::string> QuickGeneral(double value, int digits) {
  constexpr int kMaxDigits = 9;
  double size = std::fabs(value);
  if (size == 0) return std::signbit(value) ? "-0" : "0";
  if (digits > kMaxDigits || !(size >= 1e-12 && size < 1e15)) return std::nullopt;
  // Scaled to an integer with this many digits. The logarithm can be one too large.
  int exponent = std::ilogb(size);
  exponent = exponent * 1233 / 4096 + (exponent >= 0 ? 1 : 0);
  double scaled = TimesPowerOfTen(size, digits - 1 - exponent);
  if (scaled < kPowersOfTen[digits - 1]) {
    --exponent;
    scaled = TimesPowerOfTen(size, digits - 1 - exponent);
  }
  auto number = static_cast<uint64_t>(scaled);
  double rest = scaled - static_cast<double>(number);
  // `scaled` is below 1e9, so its rounding error is far below 1e-6.
  if (std::fabs(rest - 0.5) < 1e-6) return std::nullopt;
  if (rest > 0.5) ++number;
  char text[kMaxDigits + 1];
  auto count = static_cast<int>(std::to_chars(text, text + sizeof(text), number).ptr - text);
  // It was rounded up to the next power of ten.
  if (count > digits) ++exponent;
  return GeneralOf(value < 0, {text, static_cast<size_t>(std::min(count, digits))}, exponent,
                   digits);
}

}  // namespace

std::string GeneralText(double value, int digits) {
  if (std::optional<std::string> text = QuickGeneral(value, digits)) return *std::move(text);
  std::string text = SpecialText(value);
  return text.empty() ? GeneralFinite(value, digits) : text;
}

std::string FixedText(double value, int digits) {
  std::string text = SpecialText(value);
  return text.empty() ? FixedFinite(value, digits) : text;
}

std::string ShortestText(double value) {
  std::string text = SpecialText(value);
  return text.empty() ? GeneralFinite(value, ShortestDigits(value)) : text;
}

std::string RealText(double value) {
  std::string text = ShortestText(value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::optional<double> ParseReal(std::string_view text) {
  bool negative = !text.empty() && text[0] == '-';
  std::string_view name = text.substr(negative ? 1 : 0);
  if (name == "inf") {
    double infinity = std::numeric_limits<double>::infinity();
    return negative ? -infinity : infinity;
  }
  if (name == "nan") return std::numeric_limits<double>::quiet_NaN();
  DecimalParts parts = ReadDecimal(text);
  if (!parts.valid) return std::nullopt;
  if (parts.exact && std::abs(parts.exponent) <= kMaxExactPower) {
    // W. D. Clinger, "How to Read Floating Point Numbers Accurately", 1990: mantissa and power are
    // exact, so the result is rounded correctly.
    double value = TimesPowerOfTen(static_cast<double>(parts.mantissa), parts.exponent);
    return parts.negative ? -value : value;
  }
  // std::string adds the terminator; short texts need no allocation.
  return ParseDecimal(std::string(text).c_str());
}

}  // namespace passcope
