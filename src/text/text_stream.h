// Where a printer writes to: a string, or a sink that takes the text piece by piece.
#pragma once

#include <string>
#include <string_view>

namespace passcope {

// Takes a text in pieces. May throw.
class TextSink {
 public:
  virtual void Write(std::string_view piece) = 0;

 protected:
  ~TextSink() = default;
};

// A text in the making. With a sink, what is finished is handed on from time to time, so that a
// text that is larger than memory can be written.
class TextStream {
 public:
  explicit TextStream(TextSink* sink) : sink_(sink) {}

  // To append to. What was appended before the last Poll may be gone.
  std::string text;

  bool streams() const { return sink_ != nullptr; }
  // Hands the text on when it has become long. Call where nothing points into it.
  void Poll() {
    if (sink_ && text.size() >= kPiece) Flush();
  }
  void Flush() {
    if (!sink_ || text.empty()) return;
    sink_->Write(text);
    text.clear();
  }

 private:
  static constexpr size_t kPiece = 1 << 18;  // Bytes.
  TextSink* sink_;
};

}  // namespace passcope
