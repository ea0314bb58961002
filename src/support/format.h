// Messages from a pattern. This formatter has 1 KiB; a general library would be a tenth of the
// WebAssembly module.
//
//   Format("{} takes {} arguments", name, count)
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace passcope {

// A text or a number of a message. It does not own the text and lives as long as the call to
// Format.
class FormatArg {
 public:
  FormatArg(std::string_view text) : text_(text.data()), bits_(text.size()), kind_(Kind::kText) {}
  FormatArg(const std::string& text) : FormatArg(std::string_view(text)) {}
  FormatArg(const char* text) : FormatArg(std::string_view(text)) {}
  template <class T>
  requires(std::is_arithmetic_v<T> && !std::same_as<T, bool>) FormatArg(const T& value) {
    if constexpr (std::same_as<T, char>) {
      text_ = &value;
      bits_ = 1;
      kind_ = Kind::kText;
    } else if constexpr (std::is_floating_point_v<T>) {
      real_ = value;
      kind_ = Kind::kReal;
    } else {
      bits_ = static_cast<uint64_t>(value);
      kind_ = std::is_signed_v<T> ? Kind::kSigned : Kind::kUnsigned;
    }
  }

  void AppendTo(std::string* out) const;
  // The integer, if it fits int64_t.
  std::optional<int64_t> integer() const;

 private:
  enum class Kind : uint8_t { kText, kSigned, kUnsigned, kReal };

  const char* text_ = nullptr;
  union {
    uint64_t bits_;  // The value of an integer, or the length of the text.
    double real_;
  };
  Kind kind_;
};

// Not constexpr, so that a call of it is a compiler error.
void PatternNeedsOneBracePairForEachArgument();

// A pattern with one `{}` for each argument, checked by the compiler. Other braces are plain text.
template <class... Args>
struct FormatPattern {
  template <class Text>
  consteval FormatPattern(const Text& pattern)  // NOLINT(google-explicit-constructor)
      : text(pattern) {
    size_t places = 0;
    for (size_t at = text.find("{}"); at != std::string_view::npos; at = text.find("{}", at + 2)) {
      ++places;
    }
    if (places != sizeof...(Args)) PatternNeedsOneBracePairForEachArgument();
  }

  std::string_view text;
};

std::string FormatAll(std::string_view pattern, std::span<const FormatArg> args);

template <class... Args>
std::string Format(FormatPattern<std::type_identity_t<Args>...> pattern, const Args&... args) {
  return FormatAll(pattern.text, std::initializer_list<FormatArg>{FormatArg(args)...});
}

// Decimal digits. support/real_text.h converts reals.
void AppendInt(std::string* out, int64_t value);
std::string IntText(int64_t value);
// At least `width` lower-case hexadecimal digits.
std::string HexText(uint64_t value, size_t width);
std::string JoinTexts(const std::vector<std::string>& texts, std::string_view separator);

}  // namespace passcope
