// Numbers as text, and patterns.
#include "support/format.h"

#include <charconv>

#include "support/real_text.h"

namespace passcope {
namespace {

// Enough for each 64-bit integer in base 10 or higher.
constexpr size_t kMaxDigits = 24;

template <class T>
void AppendNumber(std::string* out, T value) {
  char digits[kMaxDigits];
  out->append(digits, std::to_chars(digits, digits + kMaxDigits, value).ptr);
}

}  // namespace

void FormatArg::AppendTo(std::string* out) const {
  switch (kind_) {
    case Kind::kText:
      out->append(text_, static_cast<size_t>(bits_));
      break;
    case Kind::kSigned:
      AppendNumber(out, static_cast<int64_t>(bits_));
      break;
    case Kind::kUnsigned:
      AppendNumber(out, bits_);
      break;
    case Kind::kReal:
      *out += ShortestText(real_);
      break;
  }
}

std::optional<int64_t> FormatArg::integer() const {
  if (kind_ != Kind::kSigned && kind_ != Kind::kUnsigned) return std::nullopt;
  auto value = static_cast<int64_t>(bits_);
  if (kind_ == Kind::kUnsigned && value < 0) return std::nullopt;
  return value;
}

std::string FormatAll(std::string_view pattern, std::span<const FormatArg> args) {
  std::string out;
  size_t from = 0;
  for (const FormatArg& arg : args) {
    size_t place = pattern.find("{}", from);
    out.append(pattern.substr(from, place - from));
    arg.AppendTo(&out);
    from = place + 2;
  }
  out.append(pattern.substr(from));
  return out;
}

void AppendInt(std::string* out, int64_t value) { AppendNumber(out, value); }

std::string IntText(int64_t value) {
  std::string text;
  AppendNumber(&text, value);
  return text;
}

std::string HexText(uint64_t value, size_t width) {
  char digits[kMaxDigits];
  std::string text(digits, std::to_chars(digits, digits + kMaxDigits, value, 16).ptr);
  if (text.size() < width) text.insert(0, width - text.size(), '0');
  return text;
}

std::string JoinTexts(const std::vector<std::string>& texts, std::string_view separator) {
  std::string out;
  for (const std::string& text : texts) {
    if (&text != texts.data()) out += separator;
    out += text;
  }
  return out;
}

}  // namespace passcope
