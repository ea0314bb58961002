// Inflating with the library of the place: zlib natively, Node's in the command line for Node.
#pragma once

#include <cstddef>
#include <string_view>

#include "ir/ndarray.h"

namespace passcope::tools {

// Raw deflated data (RFC 1951) of exactly `size` bytes; null when they are damaged or of another
// size.
Buffer InflateRaw(std::string_view deflated, size_t size);

}  // namespace passcope::tools
