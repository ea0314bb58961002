// The destination of a printer: a string, or a sink that takes the text piece by piece.
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

// A text that is being written. A sink receives finished parts from time to time, so that a text
// larger than memory can be written.
class TextStream {
 public:
  static constexpr size_t kUnlimited = SIZE_MAX;

  // Without a sink, a text has at most `max_bytes`.
  explicit TextStream(TextSink* sink, size_t max_bytes = kUnlimited)
      : sink_(sink), max_bytes_(max_bytes) {}

  // Append to this. Text from before the last Poll can be gone.
  std::string text;

  bool streams() const { return sink_ != nullptr; }
  // Passes a long text on to the sink. Call it where nothing points into the text. Throws
  // DiagnosticError (kOverBudget) if a text without a sink exceeds `max_bytes`.
  void Poll() {
    if (sink_ && text.size() >= kPiece) Flush();
    Require(0);
  }
  // Throws if `more` bytes exceed `max_bytes`.
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
