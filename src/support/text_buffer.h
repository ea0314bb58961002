// Text made of short pieces.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace passcope {

// Appends to a string through its own block. Texts of programs consist of pieces of a few bytes.
// Appending each to the string would be most of the work: in WebAssembly, std::string is a library
// that is built for size.
class TextBuffer {
 public:
  // `out` must outlive the buffer. It has all of the text only after Flush or after the buffer's
  // end.
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

  // Appends the buffered text to the string.
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
