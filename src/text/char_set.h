// Sets of characters: the parser skips a run of them in one step.
#pragma once

#include <string_view>

namespace passcope {

// Letters, digits, `_` and the characters of `others`.
class CharSet {
 public:
  explicit constexpr CharSet(std::string_view others) {
    for (char c = 'a'; c <= 'z'; ++c) Add(c);
    for (char c = 'A'; c <= 'Z'; ++c) Add(c);
    for (char c = '0'; c <= '9'; ++c) Add(c);
    Add('_');
    for (char c : others) Add(c);
  }
  // The offset of the first character from `begin` on that is not in the set, or the end of `text`.
  size_t Skip(std::string_view text, size_t begin) const {
    const char* data = text.data();
    const size_t size = text.size();
    while (begin < size && has_[static_cast<unsigned char>(data[begin])]) ++begin;
    return begin;
  }

 private:
  constexpr void Add(char c) { has_[static_cast<unsigned char>(c)] = true; }
  bool has_[256] = {};
};

}  // namespace passcope
