// Lines and words of texts.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace passcope::recording {

// Removes the first line of `rest` and returns it with its line break.
inline std::string_view TakeLine(std::string_view* rest) {
  const void* end = std::memchr(rest->data(), '\n', rest->size());
  const size_t size =
      end ? static_cast<size_t>(static_cast<const char*>(end) - rest->data()) + 1 : rest->size();
  std::string_view line = rest->substr(0, size);
  rest->remove_prefix(size);
  return line;
}

inline bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
inline bool IsDigit(char c) { return c >= '0' && c <= '9'; }
inline bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline bool IsWordChar(char c) { return IsLetter(c) || IsDigit(c) || c == '_'; }

inline std::string_view TrimEnd(std::string_view text) {
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}
inline std::string_view TrimStart(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  return text;
}
inline std::string_view Trim(std::string_view text) { return TrimStart(TrimEnd(text)); }

// Removes the prefix, if the text has it.
inline bool Skip(std::string_view* text, std::string_view prefix) {
  if (!text->starts_with(prefix)) return false;
  text->remove_prefix(prefix.size());
  return true;
}
inline bool SkipEnd(std::string_view* text, std::string_view suffix) {
  if (!text->ends_with(suffix)) return false;
  text->remove_suffix(suffix.size());
  return true;
}

// The part before the first of `ends`, or the whole text.
inline std::string_view UpTo(std::string_view text, std::string_view ends) {
  return text.substr(0, text.find_first_of(ends));
}

inline bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace passcope::recording
