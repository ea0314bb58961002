#include "tools/deflate.h"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#else
#include <zlib.h>
#endif

namespace passcope::tools {
namespace {

#ifdef __EMSCRIPTEN__
// clang-format off
EM_JS(int, passcope_inflate, (const char* from, size_t from_size, char* to, size_t to_size), {
  try {
    const zlib = require("zlib");
    const bytes = zlib.inflateRawSync(HEAPU8.subarray(from, from + from_size),
                                      { maxOutputLength: to_size + 1 });
    if (bytes.length !== to_size) return 0;
    HEAPU8.set(bytes, to);
    return 1;
  } catch {
    return 0;
  }
});
EM_JS(int, passcope_deflate, (const char* from, size_t from_size, char* to, size_t to_size), {
  const bytes = require("zlib").deflateRawSync(HEAPU8.subarray(from, from + from_size),
                                               { level: 9 });
  if (bytes.length > to_size) return 0;
  HEAPU8.set(bytes, to);
  return bytes.length;
});
// clang-format on
size_t DeflateTo(std::string_view from, char* to, size_t size) {
  return static_cast<size_t>(passcope_deflate(from.data(), from.size(), to, size));
}
bool InflateTo(std::string_view from, char* to, size_t size) {
  return passcope_inflate(from.data(), from.size(), to, size) != 0;
}
#else
// Returns the number of bytes.
size_t DeflateTo(std::string_view from, char* to, size_t size) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    return 0;
  }
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(from.data()));
  stream.avail_in = static_cast<uInt>(from.size());
  stream.next_out = reinterpret_cast<Bytef*>(to);
  stream.avail_out = static_cast<uInt>(size);
  const bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  const size_t count = size - stream.avail_out;
  deflateEnd(&stream);
  return whole ? count : 0;
}

bool InflateTo(std::string_view from, char* to, size_t size) {
  z_stream stream{};
  // A negative value means data without zlib's own header.
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(from.data()));
  stream.avail_in = static_cast<uInt>(from.size());
  stream.next_out = reinterpret_cast<Bytef*>(to);
  stream.avail_out = static_cast<uInt>(size);
  int result = inflate(&stream, Z_FINISH);
  bool whole = result == Z_STREAM_END && stream.avail_out == 0;
  inflateEnd(&stream);
  return whole;
}
#endif

}  // namespace

Buffer InflateRaw(std::string_view deflated, size_t size) {
  RequireScratch(size, 1);
  Buffer inflated(new BufferNode(size));
  if (!InflateTo(deflated, reinterpret_cast<char*>(inflated->data()), size)) return Buffer();
  return inflated;
}

std::string DeflateRaw(std::string_view text) {
  // zlib's bound on what deflating adds.
  std::string deflated(text.size() + text.size() / 1000 + 64, '\0');
  deflated.resize(DeflateTo(text, deflated.data(), deflated.size()));
  return deflated;
}

}  // namespace passcope::tools
