#include "frontend/pytorch/zip.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "diagnostics/diagnostic.h"
#include "support/sorting.h"
#include "support/utf8.h"

namespace passcope::frontend {
namespace {

constexpr uint32_t kLocalHeader = 0x04034b50, kCentralHeader = 0x02014b50, kEnd = 0x06054b50,
                   kEnd64 = 0x06064b50, kEnd64Locator = 0x07064b50;
constexpr size_t kLocalSize = 30, kCentralSize = 46, kEndSize = 22, kEnd64Size = 56,
                 kLocatorSize = 20;
constexpr uint16_t kStored = 0, kDeflated = 8;
// Encryption, strong encryption, and an encrypted directory.
constexpr uint16_t kEncrypted = 1 << 0 | 1 << 6 | 1 << 13;
constexpr uint16_t kZip64Field = 1;
// If a value does not fit its field, the field has one of these numbers. The value is in an extra
// field.
constexpr uint32_t kElsewhere32 = 0xFFFFFFFF;
constexpr uint16_t kElsewhere16 = 0xFFFF;
constexpr size_t kMaxComment = 0xFFFF;

// One bit of deflated data gives at most 129 bytes: a repetition of 258 bytes takes two bits.
constexpr uint64_t kMaxRatio = 1032;
constexpr uint64_t kMaxTextBytes = uint64_t{64} << 20;
constexpr uint64_t kMaxAllTextBytes = uint64_t{256} << 20;
constexpr uint64_t kMaxDataBytes = uint64_t{1} << 31;
// Keeps sums of sizes within 64 bits.
constexpr uint64_t kMaxSize = uint64_t{1} << 40;
constexpr size_t kAlignment = 16;

[[noreturn]] void Damaged(Message reason) {
  throw DiagnosticError(DiagKind::kBadModelFile,
                        MSG(kZipArchiveDamaged, "the archive is damaged: {reason}", reason));
}

// Reads the fields of a header in order.
class Fields {
 public:
  Fields(std::string_view bytes, uint64_t at) : bytes_(bytes), at_(at) {}

  // Reads little-endian, the byte order of all machines that this runs on.
  template <class T>
  T Next() {
    if (at_ > bytes_.size() || bytes_.size() - at_ < sizeof(T)) Truncated();
    T value;
    std::memcpy(&value, bytes_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }
  std::string_view Text(size_t size) {
    if (at_ > bytes_.size() || bytes_.size() - at_ < size) Truncated();
    std::string_view text = bytes_.substr(static_cast<size_t>(at_), size);
    at_ += size;
    return text;
  }
  void Skip(size_t size) { at_ += size; }
  uint64_t at() const { return at_; }
  bool done() const { return at_ >= bytes_.size(); }

 private:
  [[noreturn]] static void Truncated() {
    Damaged(MSG(kZipHeaderBeyondEnd, "a header goes beyond the end of the file"));
  }

  std::string_view bytes_;
  uint64_t at_;
};

struct Directory {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint64_t count = 0;
};

Directory FindDirectory(std::string_view file) {
  // The end record of the directory is the last part of the file, except for a comment.
  std::optional<size_t> end;
  if (file.size() >= kEndSize) {
    size_t last = file.size() - kEndSize;
    size_t first = last > kMaxComment ? last - kMaxComment : 0;
    for (size_t at = last + 1; at-- > first && !end;) {
      if (file[at] != 'P' || Fields(file, at).Next<uint32_t>() != kEnd) continue;
      if (Fields(file, at + kEndSize - 2).Next<uint16_t>() == file.size() - at - kEndSize) end = at;
    }
  }
  if (!end) Damaged(MSG(kZipDirectoryMissing, "it has no directory at its end; it may be cut off"));
  Fields fields(file, *end + 4);
  auto disk = fields.Next<uint16_t>(), first_disk = fields.Next<uint16_t>();
  fields.Skip(2);
  Directory directory;
  directory.count = fields.Next<uint16_t>();
  uint64_t size = fields.Next<uint32_t>();
  directory.begin = fields.Next<uint32_t>();
  directory.end = *end;
  if ((disk != 0 && disk != kElsewhere16) || (first_disk != 0 && first_disk != kElsewhere16)) {
    Damaged(MSG(kZipMultipart, "it is one part of an archive in several files"));
  }
  if (*end >= kLocatorSize && Fields(file, *end - kLocatorSize).Next<uint32_t>() == kEnd64Locator) {
    Fields locator(file, *end - kLocatorSize + 8);
    uint64_t at = locator.Next<uint64_t>();
    if (at > *end - kLocatorSize || *end - kLocatorSize - at < kEnd64Size) {
      Damaged(MSG(kZipDirectoryEndMismatch,
                  "the end of its directory is not at the place that it gives"));
    }
    Fields wide(file, at);
    if (wide.Next<uint32_t>() != kEnd64) {
      Damaged(MSG(kZipDirectoryEndMismatch,
                  "the end of its directory is not at the place that it gives"));
    }
    wide.Skip(28);
    directory.count = wide.Next<uint64_t>();
    size = wide.Next<uint64_t>();
    directory.begin = wide.Next<uint64_t>();
    directory.end = at;
  }
  if (directory.begin > directory.end || size > directory.end - directory.begin ||
      directory.count > size / kCentralSize) {
    Damaged(MSG(kZipDirectoryTooLarge, "its directory does not fit in the file"));
  }
  directory.end = directory.begin + size;
  return directory;
}

// Reads the 64-bit forms of `values` from the extra field of a header, for those that are there.
void ReadZip64(std::string_view extra, std::span<uint64_t* const> values) {
  Fields fields(extra, 0);
  while (!fields.done()) {
    auto id = fields.Next<uint16_t>(), size = fields.Next<uint16_t>();
    if (id != kZip64Field) {
      fields.Skip(size);
      continue;
    }
    Fields wide(fields.Text(size), 0);
    for (uint64_t* value : values) {
      if (*value == kElsewhere32) *value = wide.Next<uint64_t>();
    }
    return;
  }
}

const std::array<std::array<uint32_t, 256>, 8>& CrcTables() {
  static const auto tables = [] {
    std::array<std::array<uint32_t, 256>, 8> made{};
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t crc = i;
      for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? 0xEDB88320u ^ (crc >> 1) : crc >> 1;
      made[0][i] = crc;
    }
    for (size_t k = 1; k < made.size(); ++k) {
      for (size_t i = 0; i < 256; ++i) {
        made[k][i] = made[k - 1][i] >> 8 ^ made[0][made[k - 1][i] & 255];
      }
    }
    return made;
  }();
  return tables;
}

}  // namespace

// Slicing-by-8: M. E. Kounavis and F. L. Berry, "A systematic approach to building high performance
// software-based CRC generators", 2005.
uint32_t ZipCrc32(std::string_view bytes) {
  const auto& t = CrcTables();
  uint32_t crc = 0xFFFFFFFFu;
  size_t at = 0;
  for (; bytes.size() - at >= 8; at += 8) {
    uint32_t low, high;
    std::memcpy(&low, bytes.data() + at, 4);
    std::memcpy(&high, bytes.data() + at + 4, 4);
    low ^= crc;
    crc = t[7][low & 255] ^ t[6][low >> 8 & 255] ^ t[5][low >> 16 & 255] ^ t[4][low >> 24] ^
          t[3][high & 255] ^ t[2][high >> 8 & 255] ^ t[1][high >> 16 & 255] ^ t[0][high >> 24];
  }
  for (; at < bytes.size(); ++at) {
    crc = t[0][(crc ^ static_cast<uint8_t>(bytes[at])) & 255] ^ (crc >> 8);
  }
  return ~crc;
}

ZipArchive::ZipArchive(Buffer file, Inflate inflate)
    : file_(std::move(file)), inflate_(std::move(inflate)) {
  std::string_view bytes(reinterpret_cast<const char*>(file_->data()), file_->size());
  Directory directory = FindDirectory(bytes);
  std::string_view up_to_directory = bytes.substr(0, directory.begin);
  Fields fields(bytes.substr(0, directory.end), directory.begin);
  // The begin of each entry's header.
  std::vector<uint64_t> begins;
  entries_.reserve(static_cast<size_t>(directory.count));
  begins.reserve(static_cast<size_t>(directory.count));
  for (uint64_t i = 0; i < directory.count; ++i) {
    if (fields.Next<uint32_t>() != kCentralHeader) {
      Damaged(MSG(kZipDirectoryEntriesMissing,
                  "its directory has fewer than the {count} entries that it declares",
                  directory.count));
    }
    fields.Skip(4);
    auto flags = fields.Next<uint16_t>(), method = fields.Next<uint16_t>();
    fields.Skip(4);
    ZipEntry entry;
    entry.crc = fields.Next<uint32_t>();
    uint64_t stored_size = fields.Next<uint32_t>(), size = fields.Next<uint32_t>();
    auto name_size = fields.Next<uint16_t>(), extra_size = fields.Next<uint16_t>(),
         comment_size = fields.Next<uint16_t>();
    fields.Skip(8);
    uint64_t begin = fields.Next<uint32_t>();
    entry.name = fields.Text(name_size);
    uint64_t* wide[] = {&size, &stored_size, &begin};
    ReadZip64(fields.Text(extra_size), wide);
    fields.Text(comment_size);

    if (!IsUtf8(entry.name))
      Damaged(MSG(kZipEntryNameNotUtf8, "the name of an entry is not encoded in UTF-8"));
    if ((flags & kEncrypted) != 0) {
      throw DiagnosticError(
          DiagKind::kUnsupported,
          MSG(kZipEntryEncrypted, "the archive's entry '{entry}' is encrypted", entry.name));
    }
    if (method != kStored && method != kDeflated) {
      throw DiagnosticError(DiagKind::kUnsupported,
                            MSG(kZipCompressionMethodUnsupported,
                                "the archive's entry '{entry}' uses compression method {method}; "
                                "only stored and deflated entries can be read",
                                entry.name, method));
    }
    entry.deflated = method == kDeflated;
    Fields local(up_to_directory, begin);
    if (local.Next<uint32_t>() != kLocalHeader) {
      Damaged(MSG(kZipEntryPlaceMismatch,
                  "its entry '{entry}' is not at the place that its directory gives", entry.name));
    }
    local.Skip(kLocalSize - 8);
    auto local_name = local.Next<uint16_t>(), local_extra = local.Next<uint16_t>();
    if (local.Text(local_name) != entry.name) {
      Damaged(MSG(kZipEntryNameMismatch, "its entry '{entry}' has a different name in its header",
                  entry.name));
    }
    local.Text(local_extra);
    if (stored_size > up_to_directory.size() - local.at()) {
      Damaged(MSG(kZipEntryOverflow, "its entry '{entry}' does not fit in the file", entry.name));
    }
    bool possible = entry.deflated ? size / kMaxRatio <= stored_size : size == stored_size;
    if (!possible || size > kMaxSize) {
      Damaged(MSG(kZipEntrySizeImpossible,
                  "its entry '{entry}' declares an impossible size of {size} bytes", entry.name,
                  size));
    }
    entry.offset = static_cast<size_t>(local.at());
    entry.stored_size = static_cast<size_t>(stored_size);
    entry.size = size;
    entries_.push_back(entry);
    begins.push_back(begin);
  }

  // In the order of their places; entries must not overlap.
  std::vector<uint32_t> order =
      SortedOrder(entries_.size(), [&](uint32_t a, uint32_t b) { return begins[a] < begins[b]; });
  std::vector<ZipEntry> sorted;
  sorted.reserve(entries_.size());
  uint64_t end = 0;
  for (uint32_t i : order) {
    const ZipEntry& entry = entries_[i];
    if (begins[i] < end)
      Damaged(MSG(kZipEntriesOverlap, "its entry '{entry}' overlaps another one", entry.name));
    end = entry.offset + entry.stored_size;
    sorted.push_back(entry);
  }
  entries_ = std::move(sorted);

  by_name_ = SortedOrder(
      entries_.size(), [&](uint32_t a, uint32_t b) { return entries_[a].name < entries_[b].name; });
  for (size_t i = 1; i < by_name_.size(); ++i) {
    std::string_view name = entries_[by_name_[i]].name;
    if (name == entries_[by_name_[i - 1]].name) {
      Damaged(MSG(kZipEntryNameRepeated, "it has two entries with the name '{entry}'", name));
    }
  }
}

const ZipEntry* ZipArchive::Find(std::string_view name) const {
  auto it = std::lower_bound(
      by_name_.begin(), by_name_.end(), name,
      [&](uint32_t i, std::string_view wanted) { return entries_[i].name < wanted; });
  if (it == by_name_.end() || entries_[*it].name != name) return nullptr;
  return &entries_[*it];
}

ZipBytes ZipArchive::Read(const ZipEntry& entry) const {
  ZipBytes bytes{file_, entry.offset, entry.stored_size};
  if (entry.deflated) {
    if (!inflate_) {
      throw DiagnosticError(
          DiagKind::kUnsupported,
          MSG(kZipInflateUnavailable,
              "the archive's entry '{entry}' is compressed, and no function to inflate it is given",
              entry.name));
    }
    bytes.buffer = inflate_(bytes.view(), static_cast<size_t>(entry.size));
    if (!bytes.buffer || bytes.buffer->size() != entry.size) {
      Damaged(MSG(kZipInflatedSizeMismatch,
                  "its entry '{entry}' does not inflate to its declared size of {size} bytes",
                  entry.name, entry.size));
    }
    bytes.offset = 0;
    bytes.size = bytes.buffer->size();
    // Inflated bytes have their own limit.
    WidenWork(0, static_cast<int64_t>(bytes.size));
  }
  if (ZipCrc32(bytes.view()) != entry.crc) {
    Damaged(MSG(kZipEntryChecksumMismatch, "its entry '{entry}' does not match its checksum",
                entry.name));
  }
  return bytes;
}

ZipBytes ZipArchive::ReadText(const ZipEntry& entry) {
  if (entry.size > kMaxTextBytes || text_bytes_ + entry.size > kMaxAllTextBytes) {
    throw DiagnosticError(DiagKind::kTextTooLarge,
                          MSG(kZipEntryOverReadLimit,
                              "the archive's entry '{entry}' is over the limit of {limit} bytes "
                              "for one text or {all} for all texts",
                              entry.name, kMaxTextBytes, kMaxAllTextBytes));
  }
  text_bytes_ += entry.size;
  return Read(entry);
}

ZipBytes ZipArchive::ReadData(const ZipEntry& entry) {
  if (entry.deflated) {
    if (data_bytes_ + entry.size > kMaxDataBytes) {
      throw DiagnosticError(
          DiagKind::kTensorTooLarge,
          MSG(kZipCompressedTensorsOverLimit,
              "the archive's compressed tensors are larger than the limit of {limit} bytes",
              kMaxDataBytes));
    }
    data_bytes_ += entry.size;
  }
  ZipBytes bytes = Read(entry);
  size_t aligned = bytes.offset / kAlignment * kAlignment;
  if (aligned != bytes.offset) {
    std::byte* data = bytes.buffer->data();
    std::memmove(data + aligned, data + bytes.offset, bytes.size);
    bytes.offset = aligned;
  }
  return bytes;
}

}  // namespace passcope::frontend
