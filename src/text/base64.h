// Writing base64, in pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "ir/ndarray.h"
#include "text/text_stream.h"

namespace passcope {

// Appends the base64 text of a sequence of blocks to a string, as if they were one block.
class Base64Encoder {
 public:
  explicit Base64Encoder(std::string* out) : out_(out) {}
  void Append(const void* data, size_t size);
  // Writes the remaining bytes, padded with '='. Nothing may be appended afterwards.
  void Finish();

 private:
  std::string* out_;
  uint8_t carry_[3] = {};
  size_t num_carry_ = 0;  // At most 2 between calls.
};

// An array as TVM stores it in a metadata section: base64 of a header (magic number, reserved word,
// device, rank, data type, shape, byte length; little endian) and the elements.
size_t Base64NDArraySize(const NDArray& array);
void WriteBase64NDArray(TextStream* out, const NDArray& array);

}  // namespace passcope
