// Appends texts, most of a few bytes.
#include "support/text_buffer.h"

#include <algorithm>
#include <utility>

#include "support/poll.h"

namespace passcope {
namespace {

constexpr int32_t kTicksPerBlock = 100;

}  // namespace

void TextBuffer::Append(const char* text, size_t size) {
  if (size > kBlock - used_) {
    Tick(kTicksPerBlock);
    Flush();
    if (size > kBlock) {
      out_->append(text, size);
      return;
    }
  }
  std::memcpy(block_ + used_, text, size);
  used_ += size;
}

void TextBuffer::AppendInt(int64_t value) {
  char digits[20];  // -9223372036854775808
  char* begin = digits + sizeof(digits);
  uint64_t left =
      value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  // 32-bit divisions are faster, and nearly all numbers fit.
  for (; left > UINT32_MAX; left /= 10) *--begin = static_cast<char>('0' + left % 10);
  auto rest = static_cast<uint32_t>(left);
  do {
    *--begin = static_cast<char>('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  if (value < 0) *--begin = '-';
  Append(begin, static_cast<size_t>(digits + sizeof(digits) - begin));
}

void TextBuffer::AppendSpaces(size_t count) {
  while (count > 0) {
    if (used_ == kBlock) Flush();
    size_t step = std::min(count, kBlock - used_);
    std::memset(block_ + used_, ' ', step);
    used_ += step;
    count -= step;
  }
}

void TextBuffer::Flush() {
  // Reset first: if there is no memory, the destructor must not try again.
  size_t used = std::exchange(used_, 0);
  out_->append(block_, used);
}

}  // namespace passcope
