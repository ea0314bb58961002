#include "frontend/npy.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "diagnostics/diagnostic.h"
#include "runtime/layout_transform.h"
#include "support/format.h"

namespace passcope::frontend {
namespace {

[[noreturn]] void Fail(Message message) {
  throw DiagnosticError(DiagKind::kUsage, std::move(message));
}
[[noreturn]] void Broken(const std::string& name) {
  Fail(MSG(kNpyFileDamaged, "'{file}' is not a NumPy array, or it is damaged", name));
}

constexpr std::string_view kMagic = "\x93NUMPY";

// Reads little-endian, the byte order of all machines that this runs on.
template <class T>
T ReadAt(const std::string& name, std::string_view bytes, size_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(T)) Broken(name);
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

template <class T>
void Append(std::string* out, T value) {
  out->append(reinterpret_cast<const char*>(&value), sizeof(T));
}

// Parses "<f4".
std::optional<DataType> TypeOf(std::string_view descr) {
  if (descr.size() != 3 || descr[0] == '>') return std::nullopt;
  int bytes = descr[2] - '0';
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return std::nullopt;
  switch (descr[1]) {
    case 'b':
      return bytes == 1 ? std::optional(DataType::Bool()) : std::nullopt;
    case 'i':
      return DataType::Int(bytes * 8);
    case 'u':
      return DataType::UInt(bytes * 8);
    case 'f':
      return bytes > 1 ? std::optional(DataType::Float(bytes * 8)) : std::nullopt;
    default:
      return std::nullopt;
  }
}

// The text after a key of the header, which is a Python dict.
std::string_view ValueOf(const std::string& name, std::string_view header, std::string_view key) {
  size_t at = header.find(Format("'{}'", key));
  if (at == std::string_view::npos) Broken(name);
  at = header.find(':', at);
  if (at == std::string_view::npos) Broken(name);
  at = header.find_first_not_of(' ', at + 1);
  if (at == std::string_view::npos) Broken(name);
  return header.substr(at);
}

uint32_t Crc32(std::string_view bytes) {
  static const std::array<uint32_t, 256> table = [] {
    std::array<uint32_t, 256> made{};
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t crc = i;
      for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? 0xEDB88320u ^ (crc >> 1) : crc >> 1;
      made[i] = crc;
    }
    return made;
  }();
  uint32_t crc = 0xFFFFFFFFu;
  for (char c : bytes) crc = table[(crc ^ static_cast<uint8_t>(c)) & 255] ^ (crc >> 8);
  return ~crc;
}

// Larger entries need the 64-bit forms of archives.
constexpr uint64_t kMaxEntry = 0xFFFFFFFEu;

constexpr uint32_t kLocalHeader = 0x04034b50, kCentralHeader = 0x02014b50, kEnd = 0x06054b50;
constexpr size_t kLocalSize = 30, kCentralSize = 46, kEndSize = 22;
constexpr uint16_t kStored = 0, kDeflated = 8;

}  // namespace

NDArray ReadNpy(const std::string& name, std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) Broken(name);
  auto major = ReadAt<uint8_t>(name, bytes, kMagic.size());
  if (major < 1 || major > 3) Broken(name);
  size_t at = kMagic.size() + 2;
  size_t length =
      major == 1 ? ReadAt<uint16_t>(name, bytes, at) : ReadAt<uint32_t>(name, bytes, at);
  at += major == 1 ? 2 : 4;
  if (length > bytes.size() - at) Broken(name);
  std::string_view header = bytes.substr(at, length), data = bytes.substr(at + length);

  std::string_view descr = ValueOf(name, header, "descr");
  if (descr.empty() || descr[0] != '\'') Broken(name);
  descr = descr.substr(1, descr.find('\'', 1) - 1);
  std::optional<DataType> dtype = TypeOf(descr);
  if (!dtype)
    Fail(MSG(kNpyElementTypeUnsupported,
             "'{file}' has elements of type {type}, which is not supported", name, descr));
  std::string_view order = ValueOf(name, header, "fortran_order");
  bool fortran = order.starts_with("True");
  if (!fortran && !order.starts_with("False")) Broken(name);
  std::string_view dims = ValueOf(name, header, "shape");
  if (dims.empty() || dims[0] != '(') Broken(name);
  // A tuple of numbers: "()", "(2,)", "(2, 3)".
  std::vector<int64_t> shape;
  uint64_t elements = 1;
  dims.remove_prefix(1);
  for (bool comma = true; !dims.starts_with(')');) {
    if (dims.starts_with(' ')) {
      dims.remove_prefix(1);
      continue;
    }
    if (dims.starts_with(',') && !comma) {
      comma = true;
      dims.remove_prefix(1);
      continue;
    }
    uint64_t dim = 0;
    const char* end = dims.data();
    while (end != dims.data() + dims.size() && *end >= '0' && *end <= '9' && dim <= kMaxEntry) {
      dim = dim * 10 + static_cast<uint64_t>(*end++ - '0');
    }
    if (!comma || end == dims.data() || dim > kMaxEntry) Broken(name);
    comma = false;
    dims.remove_prefix(static_cast<size_t>(end - dims.data()));
    // Python 2 wrote "3L".
    if (dims.starts_with('L')) dims.remove_prefix(1);
    shape.push_back(static_cast<int64_t>(dim));
    elements *= dim;
    if (elements > kMaxEntry) Broken(name);
  }
  if (data.size() != elements * static_cast<uint64_t>(dtype->bytes())) Broken(name);
  if (fortran) std::reverse(shape.begin(), shape.end());
  NDArray array = MakeNDArray(std::move(shape), *dtype);
  std::memcpy(array->mutable_data(), data.data(), data.size());
  if (!fortran) return array;
  std::vector<int64_t> axes;
  for (auto axis = static_cast<int64_t>(array->rank()); axis-- > 0;) axes.push_back(axis);
  return TransposeNDArray(array, axes);
}

std::string WriteNpy(const std::string& name, const NDArray& array) {
  DataType dtype = array->dtype;
  char kind = dtype.is_bool()    ? 'b'
              : dtype.is_int()   ? 'i'
              : dtype.is_uint()  ? 'u'
              : dtype.is_float() ? 'f'
                                 : '\0';
  if (kind == '\0' || dtype.lanes != 1) {
    Fail(MSG(
        kNpyElementTypeUnwritable,
        "cannot write '{file}': npy has no elements of type {type}, only bool, int, uint and float",
        name, dtype.str()));
  }
  std::string dims;
  for (int64_t dim : array->shape) dims += Format("{}, ", dim);
  // A tuple with one element keeps its trailing comma.
  if (array->rank() > 1) dims.resize(dims.size() - 2);
  std::string header = Format("{'descr': '{}{}{}', 'fortran_order': False, 'shape': ({}), }",
                              dtype.bytes() == 1 ? '|' : '<', kind, dtype.bytes(), dims);
  // The data begins at a multiple of 64.
  size_t prefix = kMagic.size() + 4;
  header += std::string(63 - (prefix + header.size()) % 64, ' ') + '\n';
  std::string bytes(kMagic);
  bytes += '\x01';
  bytes += '\x00';
  Append(&bytes, static_cast<uint16_t>(header.size()));
  bytes += header;
  bytes.append(reinterpret_cast<const char*>(array->data()), array->nbytes());
  return bytes;
}

NamedArrays ReadNpz(const std::string& name, std::string_view bytes, const Inflate& inflate) {
  // The end record of the directory is the last part of the file, except for a comment.
  size_t end = bytes.size() < kEndSize ? 0 : bytes.size() - kEndSize + 1;
  do {
    if (end == 0) Broken(name);
    --end;
  } while (ReadAt<uint32_t>(name, bytes, end) != kEnd);
  auto count = ReadAt<uint16_t>(name, bytes, end + 10);
  size_t at = ReadAt<uint32_t>(name, bytes, end + 16);
  NamedArrays arrays;
  uint64_t total = 0;
  for (uint16_t i = 0; i < count; ++i) {
    if (ReadAt<uint32_t>(name, bytes, at) != kCentralHeader) Broken(name);
    auto method = ReadAt<uint16_t>(name, bytes, at + 10);
    auto crc = ReadAt<uint32_t>(name, bytes, at + 16);
    uint64_t packed = ReadAt<uint32_t>(name, bytes, at + 20);
    uint64_t size = ReadAt<uint32_t>(name, bytes, at + 24);
    auto name_size = ReadAt<uint16_t>(name, bytes, at + 28);
    auto extra_size = ReadAt<uint16_t>(name, bytes, at + 30);
    auto comment_size = ReadAt<uint16_t>(name, bytes, at + 32);
    size_t local = ReadAt<uint32_t>(name, bytes, at + 42);
    if (bytes.size() < at + kCentralSize + name_size) Broken(name);
    std::string entry(bytes.substr(at + kCentralSize, name_size));
    at += kCentralSize + name_size + extra_size + comment_size;
    if (ReadAt<uint32_t>(name, bytes, local) != kLocalHeader) Broken(name);
    auto local_name_size = ReadAt<uint16_t>(name, bytes, local + 26);
    size_t begin = local + kLocalSize + local_name_size + ReadAt<uint16_t>(name, bytes, local + 28);
    // Both headers must agree. Entries must not share data, or a small file could fill the memory.
    total += packed + kLocalSize;
    if (total > bytes.size() || ReadAt<uint16_t>(name, bytes, local + 8) != method ||
        bytes.substr(local + kLocalSize, local_name_size) != entry) {
      Broken(name);
    }
    if (begin > bytes.size() || packed > bytes.size() - begin || size > kMaxEntry) Broken(name);
    std::string_view data = bytes.substr(begin, packed);
    Buffer inflated;
    if (method == kDeflated) {
      // Deflate reaches a ratio of at most 1032.
      if (size / 1040 > packed || !inflate) Broken(name);
      inflated = inflate(data, static_cast<size_t>(size));
      if (!inflated || inflated->size() != size) Broken(name);
      data = {reinterpret_cast<const char*>(inflated->data()), inflated->size()};
    } else if (method != kStored || packed != size) {
      Broken(name);
    }
    if (Crc32(data) != crc) Broken(name);
    std::string array_name = entry.ends_with(".npy") ? entry.substr(0, entry.size() - 4) : entry;
    arrays.emplace_back(std::move(array_name), ReadNpy(name + ":" + entry, data));
  }
  return arrays;
}

std::string WriteNpz(const std::string& name, const NamedArrays& arrays) {
  std::string bytes, directory;
  for (const auto& [array_name, array] : arrays) {
    std::string entry = array_name + ".npy";
    std::string data = WriteNpy(name, array);
    if (data.size() + bytes.size() > kMaxEntry) {
      Fail(MSG(kNpzArchiveTooLarge,
               "'{file}' would exceed {limit} bytes, the limit of an npz archive", name,
               kMaxEntry));
    }
    // Both headers share these fields: version, flags, method, time, date, crc, sizes, name, extra.
    std::string common;
    for (int field : {20, 0, int{kStored}, 0, 0x21}) Append(&common, static_cast<uint16_t>(field));
    Append(&common, Crc32(data));
    Append(&common, static_cast<uint32_t>(data.size()));
    Append(&common, static_cast<uint32_t>(data.size()));
    Append(&common, static_cast<uint16_t>(entry.size()));
    Append(&common, static_cast<uint16_t>(0));
    auto local = static_cast<uint32_t>(bytes.size());
    Append(&bytes, kLocalHeader);
    bytes += common + entry + data;
    Append(&directory, kCentralHeader);
    Append(&directory, static_cast<uint16_t>(20));
    directory += common;
    // Comment, disk, attributes.
    directory += std::string(10, '\0');
    Append(&directory, local);
    directory += entry;
  }
  auto start = static_cast<uint32_t>(bytes.size());
  bytes += directory;
  Append(&bytes, kEnd);
  Append(&bytes, uint32_t{0});
  Append(&bytes, static_cast<uint16_t>(arrays.size()));
  Append(&bytes, static_cast<uint16_t>(arrays.size()));
  Append(&bytes, static_cast<uint32_t>(directory.size()));
  Append(&bytes, start);
  Append(&bytes, static_cast<uint16_t>(0));
  return bytes;
}

NamedArrays ReadTensors(const std::string& name, const Buffer& file, const Inflate& inflate) {
  std::string_view bytes(reinterpret_cast<const char*>(file->data()), file->size());
  if (bytes.starts_with(kMagic)) return {{"", ReadNpy(name, bytes)}};
  // Every zip archive begins with "PK"; an archive without entries has only an end record.
  if (bytes.starts_with("PK")) return ReadNpz(name, bytes, inflate);
  try {
    Param param = ReadTensorProto(file);
    return {{std::move(param.name), std::move(param.value)}};
  } catch (const DiagnosticError& error) {
    // The caller did not say that the file is a TensorProto, so name both formats.
    if (error.diagnostics().front().kind != DiagKind::kBadModelFile) throw;
    Fail(MSG(kFileNotArray, "'{file}' is neither a NumPy file (.npy, .npz) nor a TensorProto",
             name));
  }
}

}  // namespace passcope::frontend
