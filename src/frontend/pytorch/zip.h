// Zip archives, the container of TorchScript: stored or deflated entries with 32-bit or 64-bit
// sizes.
//
// Format: PKWARE's APPNOTE.TXT 6.3.10, sections 4.3 to 4.5. The reader trusts the directory at the
// end; the header before an entry only tells where its bytes begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/import.h"

namespace passcope::frontend {

struct ZipEntry {
  std::string_view name;  // Within the file.
  size_t offset = 0;      // Of the bytes in the file.
  size_t stored_size = 0;
  uint64_t size = 0;  // After inflating.
  uint32_t crc = 0;
  bool deflated = false;
};

// Bytes and the buffer that owns them: the file or inflated bytes.
struct ZipBytes {
  Buffer buffer;
  size_t offset = 0;
  size_t size = 0;

  std::string_view view() const {
    return {reinterpret_cast<const char*>(buffer->data()) + offset, size};
  }
};

// All entries lie within the file, do not overlap each other or the directory, and have different
// names. They are stored or deflated.
class ZipArchive {
 public:
  // Throws DiagnosticError (kBadModelFile). `inflate` may be null.
  ZipArchive(Buffer file, Inflate inflate);

  // Sorted by their places in the file.
  const std::vector<ZipEntry>& entries() const { return entries_; }
  const ZipEntry* Find(std::string_view name) const;
  const Buffer& file() const { return file_; }

  // A text or a pickle, checked against its checksum. Limits: 64 MiB, and 256 MiB for all texts
  // together. Throws DiagnosticError.
  ZipBytes ReadText(const ZipEntry& entry);
  // The memory of tensors, checked against the checksum: a view of the file for stored bytes,
  // inflated bytes otherwise. Stored bytes that do not begin at a multiple of 16 move down to one
  // within the file. This overwrites the entry's own header, so call it once per entry. Throws
  // DiagnosticError.
  ZipBytes ReadData(const ZipEntry& entry);

 private:
  // Inflates and checks an entry.
  ZipBytes Read(const ZipEntry& entry) const;

  Buffer file_;
  Inflate inflate_;
  std::vector<ZipEntry> entries_;
  // Indices of entries by name.
  std::vector<uint32_t> by_name_;
  // The sizes that have been read.
  uint64_t text_bytes_ = 0, data_bytes_ = 0;
};

// The checksum of archive entries (CRC-32).
uint32_t ZipCrc32(std::string_view bytes);

}  // namespace passcope::frontend
