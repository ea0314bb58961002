#include "recording/json_scanner.h"

#include <algorithm>

#include "recording/line_words.h"
#include "support/real_text.h"

namespace passcope::recording {
namespace {

// The value of four hexadecimal digits, or -1.
int HexValue(std::string_view digits) {
  int value = 0;
  for (char c : digits) {
    const int digit = IsDigit(c)               ? c - '0'
                      : (c >= 'a' && c <= 'f') ? c - 'a' + 10
                      : (c >= 'A' && c <= 'F') ? c - 'A' + 10
                                               : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return digits.size() == 4 ? value : -1;
}

void AppendUtf8(int point, std::string* text) {
  auto add = [text](int byte) { *text += static_cast<char>(byte); };
  if (point < 0x80) {
    add(point);
  } else if (point < 0x800) {
    add(0xC0 | point >> 6);
    add(0x80 | (point & 0x3F));
  } else {
    add(0xE0 | point >> 12);
    add(0x80 | (point >> 6 & 0x3F));
    add(0x80 | (point & 0x3F));
  }
}

}  // namespace

char JsonScanner::Peek() {
  rest_ = TrimStart(rest_);
  return rest_.empty() ? '\0' : rest_[0];
}

bool JsonScanner::Take(char c) {
  if (Peek() != c || rest_.empty()) return false;
  rest_.remove_prefix(1);
  return true;
}

bool JsonScanner::String(std::string* text) {
  text->clear();
  if (!Take('"')) return false;
  while (true) {
    const size_t end = std::min(rest_.find_first_of("\"\\"), rest_.size());
    text->append(rest_.substr(0, end));
    rest_.remove_prefix(end);
    if (rest_.size() < 2) return Take('"');
    if (rest_[0] == '"') break;
    const char c = rest_[1];
    rest_.remove_prefix(2);
    if (c == 'u') {
      const int point = HexValue(rest_.substr(0, 4));
      rest_.remove_prefix(std::min<size_t>(4, rest_.size()));
      AppendUtf8(point < 0 ? 0xFFFD : point, text);
    } else {
      constexpr std::string_view kLetters = "nrtbf", kMeanings = "\n\r\t\b\f";
      const size_t letter = kLetters.find(c);
      *text += letter == std::string_view::npos ? c : kMeanings[letter];
    }
  }
  rest_.remove_prefix(1);
  return true;
}

bool JsonScanner::Number(double* number) {
  Peek();
  size_t end = 0;
  while (end < rest_.size() && (IsDigit(rest_[end]) || Contains("+-.eE", rest_.substr(end, 1)))) {
    ++end;
  }
  const auto value = end == 0 ? std::nullopt : ParseReal(rest_.substr(0, end));
  rest_.remove_prefix(end);
  if (!value) return false;
  *number = *value;
  return true;
}

bool JsonScanner::SkipValue() {
  std::string text;
  size_t depth = 0;
  while (true) {
    const char c = Peek();
    if (c == '"') {
      if (!String(&text)) return false;
    } else if (c == '{' || c == '[') {
      Take(c);
      ++depth;
      continue;
    } else if (c == '}' || c == ']') {
      if (depth == 0) return false;
      Take(c);
      --depth;
    } else if (c == ',' || c == ':') {
      if (depth == 0) return false;
      Take(c);
      continue;
    } else {
      size_t end = 0;
      while (end < rest_.size() && IsWordChar(rest_[end])) ++end;
      while (end < rest_.size() &&
             (IsWordChar(rest_[end]) || Contains("+-.", rest_.substr(end, 1)))) {
        ++end;
      }
      if (c == '-') end = std::max<size_t>(end, 1);
      if (end == 0) return false;
      rest_.remove_prefix(end);
      if (c == '-') continue;
    }
    if (depth == 0) return true;
  }
}

bool JsonScanner::Member(std::string* name) { return String(name) && Take(':'); }

}  // namespace passcope::recording
