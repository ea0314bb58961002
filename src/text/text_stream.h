// Where a printer writes to: a string, or a sink that takes the text piece by piece.
#pragma once

#include <cstdint>
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
  static constexpr size_t kUnlimited = SIZE_MAX;

  // A text without a sink has at most `max_bytes`.
  explicit TextStream(TextSink* sink, size_t max_bytes = kUnlimited)
      : sink_(sink), max_bytes_(max_bytes) {}

  // To append to. What was appended before the last Poll may be gone.
  std::string text;

  bool streams() const { return sink_ != nullptr; }
  // Hands the text on when it has become long. Call where nothing points into it. Throws
  // DiagnosticError (kOverBudget) when it may not be so long.
  void Poll() {
    if (sink_ && text.size() >= kPiece) Flush();
    Require(0);
  }
  // The same when so many bytes more would make it too long.
  void Require(size_t more) const {
    if (!sink_ && (more > max_bytes_ || text.size() > max_bytes_ - more)) ThrowTooLong();
  }
  void Flush() {
    if (!sink_ || text.empty()) return;
    sink_->Write(text);
    text.clear();
  }

 private:
  static constexpr size_t kPiece = 1 << 18;  // Bytes.
  [[noreturn]] void ThrowTooLong() const;

  TextSink* sink_;
  size_t max_bytes_;
};

}  // namespace passcope
