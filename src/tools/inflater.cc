#include "tools/inflater.h"

#include <string>
#include <utility>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#else
#include <zlib.h>
#endif

namespace passcope::tools {

bool IsGzip(std::string_view head) { return head.starts_with("\x1f\x8b\x08"); }

#ifdef __EMSCRIPTEN__

namespace {

// clang-format off
// Returns the number of bytes, or -1. The bytes wait for passcope_take_inflated.
EM_JS(int, passcope_gunzip, (const char* from, size_t size), {
  try {
    const zlib = require("zlib");
    const options = { finishFlush: zlib.constants.Z_SYNC_FLUSH, maxOutputLength: 2 ** 30 };
    globalThis.passcopeInflated = zlib.gunzipSync(HEAPU8.subarray(from, from + size), options);
    return globalThis.passcopeInflated.length;
  } catch {
    return -1;
  }
});
EM_JS(void, passcope_take_inflated, (char* to), {
  HEAPU8.set(globalThis.passcopeInflated, to);
  delete globalThis.passcopeInflated;
});
// clang-format on

}  // namespace

struct Inflater::State {
  std::function<void(std::string_view)> sink;
  std::string deflated;
};

Inflater::Inflater(std::function<void(std::string_view)> sink)
    : state_(new State{std::move(sink), {}}) {}
Inflater::~Inflater() = default;

bool Inflater::Feed(std::string_view deflated) {
  state_->deflated += deflated;
  return true;
}

void Inflater::Finish() {
  const int size = passcope_gunzip(state_->deflated.data(), state_->deflated.size());
  if (size < 0) return;
  std::string text(static_cast<size_t>(size), '\0');
  passcope_take_inflated(text.data());
  if (size > 0) state_->sink(text);
}

#else

struct Inflater::State {
  std::function<void(std::string_view)> sink;
  z_stream stream{};
  bool usable = false;
  bool ended = false;  // At the end of a member; another one can follow.
};

Inflater::Inflater(std::function<void(std::string_view)> sink) : state_(new State) {
  state_->sink = std::move(sink);
  // gzip's header, and the largest window.
  state_->usable = inflateInit2(&state_->stream, 16 + MAX_WBITS) == Z_OK;
}

Inflater::~Inflater() {
  if (state_->usable) inflateEnd(&state_->stream);
}

bool Inflater::Feed(std::string_view deflated) {
  if (!state_->usable) return false;
  z_stream& stream = state_->stream;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(deflated.data()));
  stream.avail_in = static_cast<uInt>(deflated.size());
  constexpr size_t kOut = size_t{1} << 18;
  const std::unique_ptr<char[]> out(new char[kOut]);
  while (true) {
    if (state_->ended) {
      // Bytes after the last member are ignored, as gzip does.
      if (stream.avail_in == 0) return true;
      if (inflateReset(&stream) != Z_OK) return false;
      state_->ended = false;
    }
    stream.next_out = reinterpret_cast<Bytef*>(out.get());
    stream.avail_out = static_cast<uInt>(kOut);
    const int result = inflate(&stream, Z_NO_FLUSH);
    const size_t size = kOut - stream.avail_out;
    if (size > 0) state_->sink({out.get(), size});
    if (result == Z_STREAM_END) {
      state_->ended = true;
    } else if (result == Z_BUF_ERROR || (result == Z_OK && stream.avail_in == 0 && size < kOut)) {
      return true;
    } else if (result != Z_OK) {
      return false;
    }
  }
}

void Inflater::Finish() {}

#endif

}  // namespace passcope::tools
