// Base64 and TVM's serialised arrays.
#include "text/base64.h"

#include <array>
#include <cstring>
#include <vector>

namespace passcope {
namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<int8_t, 256> MakeInverse() {
  std::array<int8_t, 256> inverse{};
  for (int8_t& value : inverse) value = -1;
  for (int i = 0; i < 64; ++i) inverse[static_cast<uint8_t>(kAlphabet[i])] = static_cast<int8_t>(i);
  return inverse;
}
constexpr std::array<int8_t, 256> kInverse = MakeInverse();

// Two characters for each 12 bits, so that three bytes take two look-ups.
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
constexpr int kMaxRank = 32;

template <class T>
void Put(std::string& out, T value) {
  // Both platforms (x86-64 or arm64, and WebAssembly) are little endian.
  out.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

size_t HeaderSize(const NDArray& array) {
  return 8 + 8 + 8 + 4 + 4 + array->rank() * sizeof(int64_t) + 8;
}

// Decodes `groups` groups of four characters, none of them padding; returns whether all were valid.
bool DecodeGroups(const char* in, size_t groups, char* out) {
  int bad = 0;
  for (size_t i = 0; i < groups; ++i, in += 4, out += 3) {
    int a = kInverse[static_cast<uint8_t>(in[0])];
    int b = kInverse[static_cast<uint8_t>(in[1])];
    int c = kInverse[static_cast<uint8_t>(in[2])];
    int d = kInverse[static_cast<uint8_t>(in[3])];
    bad |= a | b | c | d;
    out[0] = static_cast<char>(a << 2 | b >> 4);
    out[1] = static_cast<char>(b << 4 | c >> 2);
    out[2] = static_cast<char>(c << 6 | d);
  }
  return bad >= 0;
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

std::optional<std::string> Base64Decode(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string out;
  if (text.empty()) return out;
  size_t padding = text.back() != '=' ? 0 : text[text.size() - 2] != '=' ? 1 : 2;
  size_t groups = text.size() / 4;
  out.resize(groups * 3);
  if (!DecodeGroups(text.data(), groups - 1, out.data())) return std::nullopt;
  char last[4];
  std::memcpy(last, text.data() + (groups - 1) * 4, 4);
  // 'A' stands for zero bits, which the cut below removes.
  for (size_t i = 4 - padding; i < 4; ++i) last[i] = 'A';
  if (!DecodeGroups(last, 1, out.data() + (groups - 1) * 3)) return std::nullopt;
  out.resize(groups * 3 - padding);
  return out;
}

size_t Base64NDArraySize(const NDArray& array) {
  return (HeaderSize(array) + array->nbytes() + 2) / 3 * 4;
}

void AppendBase64NDArray(std::string* out, const NDArray& array) {
  std::string header;
  header.reserve(HeaderSize(array));
  Put<uint64_t>(header, kNDArrayMagic);
  Put<uint64_t>(header, 0);
  Put<int32_t>(header, 1);  // The CPU,
  Put<int32_t>(header, 0);  // number 0.
  Put<int32_t>(header, static_cast<int32_t>(array->rank()));
  Put<uint8_t>(header, array->dtype.code);
  Put<uint8_t>(header, array->dtype.bits);
  Put<uint16_t>(header, array->dtype.lanes);
  for (int64_t dim : array->shape) Put<int64_t>(header, dim);
  Put<int64_t>(header, static_cast<int64_t>(array->nbytes()));
  Base64Encoder encoder(out);
  encoder.Append(header.data(), header.size());
  encoder.Append(array->data(), array->nbytes());
  encoder.Finish();
}

NDArray ParseBase64NDArray(std::string_view text) {
  std::optional<std::string> bytes = Base64Decode(text);
  if (!bytes) return nullptr;
  const char* in = bytes->data();
  size_t left = bytes->size();
  auto get = [&](auto& value) {
    if (left < sizeof(value)) return false;
    std::memcpy(&value, in, sizeof(value));
    in += sizeof(value);
    left -= sizeof(value);
    return true;
  };
  uint64_t magic;
  uint64_t reserved;
  int32_t device[2];
  int32_t rank;
  DataType dtype;
  if (!get(magic) || magic != kNDArrayMagic || !get(reserved) || !get(device) || !get(rank) ||
      rank < 0 || rank > kMaxRank || !get(dtype.code) || !get(dtype.bits) || !get(dtype.lanes) ||
      !DataType::Parse(dtype.str()) || dtype.code == DataType::kHandle || dtype.lanes != 1) {
    return nullptr;
  }
  std::vector<int64_t> shape(static_cast<size_t>(rank));
  int64_t size = dtype.bytes();
  for (int64_t& dim : shape) {
    if (!get(dim) || dim < 0 || __builtin_mul_overflow(size, dim, &size)) return nullptr;
  }
  int64_t length;
  if (!get(length) || length != size || left != static_cast<size_t>(length)) return nullptr;
  NDArray array = MakeNDArray(std::move(shape), dtype);
  std::memcpy(array->mutable_data(), in, left);
  return array;
}

}  // namespace passcope
