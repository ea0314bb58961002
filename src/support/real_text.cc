#include "support/real_text.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>

// clang-format off
EM_JS(double, passcope_parse_real, (const char* text), {
  return Number(UTF8ToString(text));
});
// The digits of |value| in scientific notation, "d.ddde+x", with `places` after the point; as many
// as it takes when `places` is negative.
EM_JS(void, passcope_scientific, (double value, int places, char* buffer, int size), {
  var text = places < 0 ? value.toExponential() : value.toExponential(places);
  stringToUTF8(text, buffer, size);
});
// clang-format on
#endif

namespace passcope {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Empty when `value` is finite.
std::string SpecialText(double value) {
  if (std::isnan(value)) return std::signbit(value) ? "-nan" : "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return {};
}

bool IsDecimal(std::string_view text) {
  size_t at = 0, digits = 0;
  auto take_digits = [&] {
    for (; at < text.size() && IsDigit(text[at]); ++at) ++digits;
  };
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  take_digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    take_digits();
  }
  if (digits == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    digits = 0;
    take_digits();
    if (digits == 0) return false;
  }
  return at == text.size();
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

// To `count` significant digits, ties to even as C rounds; JavaScript rounds them up. No double is
// nearer to a tie than this many digits show, but one.
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

// The digits with the point at its place and `places` digits after it.
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
  int exponent = value == 0 ? 0 : decimal.point - 1;
  if (value == 0) decimal.point = 1;
  while (decimal.digits.size() > 1 && decimal.digits.back() == '0') decimal.digits.pop_back();
  if (exponent >= -4 && exponent < digits) {
    int places = static_cast<int>(decimal.digits.size()) - decimal.point;
    return Positional(decimal, places > 0 ? places : 0);
  }
  decimal.point = 1;
  std::string text = Positional(decimal, static_cast<int>(decimal.digits.size()) - 1);
  std::string power = std::to_string(std::abs(exponent));
  return text + (exponent < 0 ? "e-" : "e+") + (power.size() < 2 ? "0" : "") + power;
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

}  // namespace

std::string GeneralText(double value, int digits) {
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
  if (!IsDecimal(text)) return std::nullopt;
  // Terminated, without an allocation for the short texts that nearly all are.
  return ParseDecimal(std::string(text).c_str());
}

}  // namespace passcope
