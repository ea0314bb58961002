// Inflates and deflates with the platform's library: zlib natively, Node's in the command line for
// Node.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ir/ndarray.h"

namespace passcope::tools {

// Inflates raw DEFLATE data (RFC 1951) of exactly `size` bytes. Null if the data is damaged or has
// another size.
Buffer InflateRaw(std::string_view deflated, size_t size);
// The text as raw DEFLATE data.
std::string DeflateRaw(std::string_view text);

}  // namespace passcope::tools
