// Base64 and TVM's serialised arrays.
#include "text/base64.h"

#include <algorithm>
#include <cstring>

namespace passcope {
namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Two characters for each 12 bits, so that three bytes need two look-ups.
struct PairTable {
  char pairs[4096][2];
  PairTable() {
    for (int i = 0; i < 4096; ++i) {
      pairs[i][0] = kAlphabet[i >> 6];
      pairs[i][1] = kAlphabet[i & 63];
    }
  }
};

constexpr uint64_t kNDArrayMagic = 0xDD5E40F096B4A13Full;

template <class T>
void Put(std::string& out, T value) {
  // Both platforms (x86-64 or arm64, and WebAssembly) are little endian.
  out.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

size_t HeaderSize(const NDArray& array) {
  return 8 + 8 + 8 + 4 + 4 + array->rank() * sizeof(int64_t) + 8;
}

}  // namespace

void Base64Encoder::Append(const void* data, size_t size) {
  static const PairTable table;
  const auto* in = static_cast<const uint8_t*>(data);
  const uint8_t* end = in + size;
  auto put = [](char* out, const uint8_t* bytes) {
    uint32_t bits =
        static_cast<uint32_t>(bytes[0]) << 16 | static_cast<uint32_t>(bytes[1]) << 8 | bytes[2];
    std::memcpy(out, table.pairs[bits >> 12], 2);
    std::memcpy(out + 2, table.pairs[bits & 4095], 2);
  };
  if (num_carry_ > 0) {
    while (num_carry_ < 3 && in != end) carry_[num_carry_++] = *in++;
    if (num_carry_ < 3) return;
    char group[4];
    put(group, carry_);
    out_->append(group, 4);
    num_carry_ = 0;
  }
  size_t groups = static_cast<size_t>(end - in) / 3;
  size_t start = out_->size();
  out_->resize(start + groups * 4);
  char* out = out_->data() + start;
  for (size_t i = 0; i < groups; ++i, in += 3, out += 4) put(out, in);
  while (in != end) carry_[num_carry_++] = *in++;
}

void Base64Encoder::Finish() {
  if (num_carry_ == 0) return;
  uint32_t bits = static_cast<uint32_t>(carry_[0]) << 16;
  if (num_carry_ == 2) bits |= static_cast<uint32_t>(carry_[1]) << 8;
  *out_ += kAlphabet[bits >> 18];
  *out_ += kAlphabet[bits >> 12 & 63];
  *out_ += num_carry_ == 2 ? kAlphabet[bits >> 6 & 63] : '=';
  *out_ += '=';
  num_carry_ = 0;
}

size_t Base64NDArraySize(const NDArray& array) {
  return (HeaderSize(array) + array->nbytes() + 2) / 3 * 4;
}

void WriteBase64NDArray(TextStream* out, const NDArray& array) {
  constexpr size_t kBlock = 1 << 16;  // The bytes that one call of the encoder encodes.
  std::string header;
  header.reserve(HeaderSize(array));
  Put<uint64_t>(header, kNDArrayMagic);
  Put<uint64_t>(header, 0);
  Put<int32_t>(header, 1);  // The device type: CPU.
  Put<int32_t>(header, 0);  // The device number.
  Put<int32_t>(header, static_cast<int32_t>(array->rank()));
  Put<uint8_t>(header, array->dtype.code);
  Put<uint8_t>(header, array->dtype.bits);
  Put<uint16_t>(header, array->dtype.lanes);
  for (int64_t dim : array->shape) Put<int64_t>(header, dim);
  Put<int64_t>(header, static_cast<int64_t>(array->nbytes()));
  Base64Encoder encoder(&out->text);
  encoder.Append(header.data(), header.size());
  if (!out->streams()) encoder.Append(array->data(), array->nbytes());
  for (size_t at = 0; out->streams() && at < array->nbytes(); at += kBlock) {
    encoder.Append(array->data() + at, std::min(kBlock, array->nbytes() - at));
    out->Poll();
  }
  encoder.Finish();
}

}  // namespace passcope
