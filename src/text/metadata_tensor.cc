// Decodes the base64 tensors of a metadata section.
#include "diagnostics/message.h"
#include "ir/ndarray.h"
#include "ir/type.h"
#include "text/metadata_reader.h"

namespace passcope {
namespace {

struct Base64Table {
  uint8_t of[256];
  constexpr Base64Table() : of() {
    for (int i = 0; i < 256; ++i) of[i] = 0xFF;
    for (int i = 0; i < 26; ++i) {
      of['A' + i] = static_cast<uint8_t>(i);
      of['a' + i] = static_cast<uint8_t>(26 + i);
    }
    for (int i = 0; i < 10; ++i) of['0' + i] = static_cast<uint8_t>(52 + i);
    of[static_cast<int>('+')] = 62;
    of[static_cast<int>('/')] = 63;
  }
};
constexpr Base64Table kBase64;

// Decodes base64 as a stream: the header of an array first, then its data in place.
class Base64Stream {
 public:
  explicit Base64Stream(std::string_view text) : text_(text) {
    while (!text_.empty() && text_.back() == '=') text_.remove_suffix(1);
  }
  // The number of bytes not yet read.
  uint64_t Remaining() const { return kept_ + static_cast<uint64_t>(text_.size() - pos_) * 3 / 4; }
  // Returns false if the text ends early or has a character that is not base64.
  bool Read(void* out, size_t size) {
    auto* bytes = static_cast<unsigned char*>(out);
    while (size > 0 && kept_ > 0) {
      *bytes++ = buffer_[3 - kept_--];
      --size;
    }
    // The fast path: three bytes from four characters.
    while (size >= 3 && text_.size() - pos_ >= 4) {
      uint32_t group;
      if (!Group(4, &group)) return false;
      bytes[0] = static_cast<unsigned char>(group >> 16);
      bytes[1] = static_cast<unsigned char>(group >> 8);
      bytes[2] = static_cast<unsigned char>(group);
      bytes += 3;
      size -= 3;
    }
    if (size == 0) return true;
    size_t chars = std::min<size_t>(4, text_.size() - pos_);
    uint32_t group;
    if (chars < 2 || !Group(chars, &group)) return false;
    size_t count = chars - 1;
    for (size_t i = 0; i < count; ++i) {
      buffer_[3 - count + i] = static_cast<unsigned char>(group >> (16 - 8 * i));
    }
    kept_ = count;
    return count >= size && Read(bytes, size);
  }

 private:
  bool Group(size_t chars, uint32_t* group) {
    uint32_t bits = 0, bad = 0;
    for (size_t i = 0; i < 4; ++i) {
      uint32_t digit = i < chars ? kBase64.of[static_cast<unsigned char>(text_[pos_ + i])] : 0;
      bad |= digit;
      bits = bits << 6 | (digit & 63);
    }
    pos_ += chars;
    *group = bits;
    return bad < 64;
  }

  std::string_view text_;
  size_t pos_ = 0;
  unsigned char buffer_[3];  // The last kept_ bytes are not read yet.
  size_t kept_ = 0;
};

[[noreturn]] void Fail(Message message) { throw MetadataProblem{std::move(message)}; }

}  // namespace

bool DecodeBase64(std::string_view base64, void* out, size_t size) {
  Base64Stream stream(base64);
  return stream.Remaining() == size && stream.Read(out, size);
}

NDArray DecodeNDArray(std::string_view text) {
  struct Header {
    uint64_t magic, reserved;
    int32_t device_type, device_id, rank;
    uint8_t code, bits;
    uint16_t lanes;
  };
  static_assert(sizeof(Header) == 32);
  constexpr uint64_t kMagic = 0xDD5E40F096B4A13Full;
  constexpr int kMaxRank = 64;
  Base64Stream stream(text);
  Header header;
  if (!stream.Read(&header, sizeof(header)))
    Fail(MSG(kMetadataTensorTruncated, "a tensor in the metadata section is cut short"));
  if (header.magic != kMagic)
    Fail(MSG(kMetadataTensorHeaderInvalid,
             "a tensor in the metadata section does not begin with the header of an NDArray"));
  if (header.rank < 0 || header.rank > kMaxRank) {
    Fail(MSG(kMetadataTensorRankImplausible,
             "a tensor in the metadata section must have 0 to {limit} dimensions, not {count}",
             kMaxRank, header.rank));
  }
  DataType dtype{header.code, header.bits, header.lanes};
  bool known = header.lanes == 1;
  switch (header.code) {
    case DataType::kInt:
    case DataType::kUInt:
      // Integers of at most 8 bits take a byte each.
      known = known && header.bits > 0 &&
              (header.bits <= 8 || header.bits == 16 || header.bits == 32 || header.bits == 64);
      break;
    case DataType::kFloat:
      known = known && (header.bits == 16 || header.bits == 32 || header.bits == 64);
      break;
    case DataType::kBFloat:
      known = known && header.bits == 16;
      break;
    default:
      known = false;
  }
  if (!known) {
    Fail(MSG(kMetadataTensorDtypeUnknown,
             "unsupported data type of a tensor in the metadata section: code {code}, {bits} bits, "
             "{lanes} lanes",
             header.code, header.bits, header.lanes));
  }
  std::vector<int64_t> shape(static_cast<size_t>(header.rank));
  int64_t length = 0;
  if (!stream.Read(shape.data(), shape.size() * sizeof(int64_t)) ||
      !stream.Read(&length, sizeof(length))) {
    Fail(MSG(kMetadataTensorTruncated, "a tensor in the metadata section is cut short"));
  }
  uint64_t bytes = static_cast<uint64_t>(dtype.bytes());
  bool overflow = false, empty = false;
  for (int64_t dim : shape) {
    if (dim < 0) {
      Fail(MSG(kMetadataTensorDimensionInvalid,
               "a tensor in the metadata section has the negative dimension {size}", dim));
    }
    empty = empty || dim == 0;
    overflow = overflow || __builtin_mul_overflow(bytes, static_cast<uint64_t>(dim), &bytes);
  }
  if (empty) {
    bytes = 0;
    overflow = false;
  }
  std::string type = TypeText(TensorType(shape, dtype));
  if (overflow || length < 0 || static_cast<uint64_t>(length) != bytes) {
    Fail(MSG(kMetadataTensorByteCountWrong,
             "the data of a {type} in the metadata section cannot be {bytes} bytes long", type,
             length));
  }
  // This check comes before the memory is allocated.
  if (stream.Remaining() < bytes) {
    Fail(MSG(kMetadataTensorBytesMissing,
             "a {type} in the metadata section has only {actual} of its {expected} bytes", type,
             stream.Remaining(), bytes));
  }
  NDArray array = MakeNDArray(std::move(shape), dtype);
  if (bytes > 0 && !stream.Read(array->mutable_data(), static_cast<size_t>(bytes))) {
    Fail(MSG(kMetadataTensorNotBase64, "the data of a {type} in the metadata section is not base64",
             type));
  }
  if (dtype.is_bool()) {
    // A bool is one byte, 0 or 1. Kernels rely on this.
    auto* values = array->mutable_as<uint8_t>();
    for (size_t i = 0; i < array->size(); ++i) values[i] = values[i] != 0;
  }
  return array;
}

}  // namespace passcope
