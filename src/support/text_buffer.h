// Text put together from short pieces.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace passcope {

// Appends to a string by way of a block of its own. Texts of programs consist of pieces of a few
// bytes, for which growing a string each time is most of the work: in WebAssembly every call of
// std::string is one into a library that is built for size.
class TextBuffer {
 public:
  // `out` must outlive the buffer, and have all of the text only after Flush or the end of the
  // buffer.
  explicit TextBuffer(std::string* out) : out_(out) {}
  ~TextBuffer() { Flush(); }
  TextBuffer(const TextBuffer&) = delete;
  TextBuffer& operator=(const TextBuffer&) = delete;

  void operator+=(char c) {
    if (used_ == kBlock) Flush();
    block_[used_++] = c;
  }
  void operator+=(std::string_view piece) { Append(piece.data(), piece.size()); }
  void AppendInt(int64_t value);
  void AppendSpaces(size_t count);

  // Hands over what has been appended.
  void Flush();
  // The length of the string with all of the text.
  size_t size() const { return out_->size() + used_; }

 private:
  static constexpr size_t kBlock = 1024;
  void Append(const char* text, size_t size);

  std::string* out_;
  size_t used_ = 0;
  char block_[kBlock];
};

}  // namespace passcope
