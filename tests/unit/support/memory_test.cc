// Copying and comparing bytes. For WebAssembly, the engine has its own functions
// (support/wasm_memory.cc).
#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

namespace passcope {
namespace {

using Bytes = std::vector<unsigned char>;

// Unknown to the compiler, so that it calls the functions.
size_t Opaque(size_t value) {
  volatile size_t hidden = value;
  return hidden;
}

Bytes Counting(size_t size) {
  Bytes bytes(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(i * 7 + 1);
  return bytes;
}

constexpr size_t kSizes[] = {0,  1,  2,  3,  4,  5,  7,  8,  9,  15,  16,  17,
                             18, 31, 32, 33, 47, 48, 49, 63, 64, 100, 255, 1000};

TEST_CASE("Bytes are moved to above and below themselves", "[support]") {
  for (size_t size : kSizes) {
    for (size_t from : {0, 1, 5, 16, 40}) {
      for (size_t to : {0, 1, 3, 8, 15, 16, 17, 33, 60}) {
        CAPTURE(size, from, to);
        const Bytes before = Counting(1100);
        Bytes expected = before;
        for (size_t i = 0; i < size; ++i) expected[to + i] = before[from + i];
        Bytes moved = before;
        CHECK(std::memmove(&moved[to], &moved[from], Opaque(size)) == &moved[to]);
        CHECK(moved == expected);
        Bytes copied = before;
        CHECK(std::memcpy(&copied[to], &before[from], Opaque(size)) == &copied[to]);
        CHECK(copied == expected);
      }
    }
  }
}

TEST_CASE("Bytes are set, and nothing beside them", "[support]") {
  for (size_t size : kSizes) {
    for (size_t to : {0, 1, 7, 16}) {
      CAPTURE(size, to);
      Bytes bytes = Counting(1100);
      Bytes expected = bytes;
      for (size_t i = 0; i < size; ++i) expected[to + i] = 0xA5;
      CHECK(std::memset(&bytes[to], 0x7A5, Opaque(size)) == &bytes[to]);
      CHECK(bytes == expected);
    }
  }
}

TEST_CASE("Bytes are compared as numbers without sign", "[support]") {
  for (size_t size : kSizes) {
    const Bytes a = Counting(size + 1);
    Bytes b = a;
    CHECK(std::memcmp(a.data(), b.data(), Opaque(size)) == 0);
    for (size_t at = 0; at < size; at += 1 + size / 20) {
      CAPTURE(size, at);
      b = a;
      b[at] = static_cast<unsigned char>(a[at] ^ 0x80);
      bool above = b[at] > a[at];
      CHECK((std::memcmp(b.data(), a.data(), Opaque(size)) > 0) == above);
      CHECK((std::memcmp(a.data(), b.data(), Opaque(size)) < 0) == above);
      CHECK(std::memcmp(a.data(), b.data(), Opaque(at)) == 0);
    }
  }
}

}  // namespace
}  // namespace passcope
