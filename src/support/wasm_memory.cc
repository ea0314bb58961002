// memcpy, memmove, memset and memcmp for WebAssembly, sixteen bytes at a time.
//
// In programs linked for size, Emscripten's versions work byte by byte, and every text, tensor and
// growing vector uses them. This file is compiled without link-time optimization and without
// knowledge of the functions that it defines. Otherwise they would become calls of themselves.
#ifdef __wasm_simd128__

#include <wasm_simd128.h>

#include <cstddef>
#include <cstdint>

namespace {

// Unaligned access to bytes of any type.
template <class T>
struct __attribute__((packed, may_alias)) Unaligned {
  T value;
};
template <class T>
inline T Load(const char* from) {
  return reinterpret_cast<const Unaligned<T>*>(from)->value;
}
template <class T>
inline void Store(char* to, T value) {
  reinterpret_cast<Unaligned<T>*>(to)->value = value;
}

// Copies sizeof(T) to 2 * sizeof(T) bytes, which may overlap: it reads all before it writes.
template <class T>
inline void CopyEnds(char* to, const char* from, size_t size) {
  T head = Load<T>(from);
  T tail = Load<T>(from + size - sizeof(T));
  Store(to, head);
  Store(to + size - sizeof(T), tail);
}

// Copies up to 32 bytes, which may overlap.
inline void CopyFew(char* to, const char* from, size_t size) {
  if (size >= 16) {
    CopyEnds<v128_t>(to, from, size);
  } else if (size >= 8) {
    CopyEnds<uint64_t>(to, from, size);
  } else if (size >= 4) {
    CopyEnds<uint32_t>(to, from, size);
  } else if (size >= 2) {
    CopyEnds<uint16_t>(to, from, size);
  } else if (size == 1) {
    *to = *from;
  }
}

// Copies more than 32 bytes. Overlapping ranges are correct if `to` is below `from`.
inline void CopyUp(char* to, const char* from, size_t size) {
  v128_t tail = Load<v128_t>(from + size - 16);
  char* last = to + size - 16;
  for (; to < last; to += 16, from += 16) Store(to, Load<v128_t>(from));
  Store(last, tail);
}
// The same, correct if `to` is above `from`.
inline void CopyDown(char* to, const char* from, size_t size) {
  v128_t head = Load<v128_t>(from);
  for (size_t left = size; left > 16; left -= 16) {
    Store(to + left - 16, Load<v128_t>(from + left - 16));
  }
  Store(to, head);
}

}  // namespace

extern "C" {

void* memcpy(void* to, const void* from, size_t size) {
  auto* out = static_cast<char*>(to);
  const auto* in = static_cast<const char*>(from);
  if (size <= 32) {
    CopyFew(out, in, size);
  } else {
    CopyUp(out, in, size);
  }
  return to;
}

void* memmove(void* to, const void* from, size_t size) {
  auto* out = static_cast<char*>(to);
  const auto* in = static_cast<const char*>(from);
  if (size <= 32) {
    CopyFew(out, in, size);
  } else if (out < in) {
    CopyUp(out, in, size);
  } else {
    CopyDown(out, in, size);
  }
  return to;
}

void* memset(void* to, int value, size_t size) {
  auto* out = static_cast<char*>(to);
  char* end = out + size;
  if (size >= 16) {
    v128_t bytes = wasm_i8x16_splat(static_cast<int8_t>(value));
    for (; out < end - 16; out += 16) Store(out, bytes);
    Store(end - 16, bytes);
  } else {
    while (out < end) *out++ = static_cast<char>(value);
  }
  return to;
}

int memcmp(const void* a, const void* b, size_t size) {
  const auto* left = static_cast<const unsigned char*>(a);
  const auto* right = static_cast<const unsigned char*>(b);
  for (; size >= 8; size -= 8, left += 8, right += 8) {
    if (Load<uint64_t>(reinterpret_cast<const char*>(left)) !=
        Load<uint64_t>(reinterpret_cast<const char*>(right))) {
      break;
    }
  }
  for (; size > 0; --size, ++left, ++right) {
    if (*left != *right) return *left - *right;
  }
  return 0;
}

}  // extern "C"

#endif
