// Interned strings: two equal names are one pointer.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace passcope {

// A handle to a string that lives as long as the engine's interner. A comparison is a comparison of
// pointers. For texts that a program repeats: names of variables, globals and attributes.
class Name {
 public:
  Name() = default;
  explicit Name(std::string_view text);
  explicit Name(const char* text) : Name(std::string_view(text)) {}

  const std::string& str() const;
  std::string_view view() const { return str(); }
  bool empty() const { return text_ == nullptr; }
  const void* id() const { return text_; }

  friend bool operator==(Name a, Name b) { return a.text_ == b.text_; }

 private:
  const std::string* text_ = nullptr;  // Null is the empty string.
};

}  // namespace passcope

template <>
struct std::hash<passcope::Name> {
  size_t operator()(passcope::Name name) const noexcept {
    return std::hash<const void*>()(name.id());
  }
};
