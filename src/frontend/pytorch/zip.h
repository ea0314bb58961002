// Zip archives, of which TorchScript's files are a kind: entries that are stored or deflated,
// with 32-bit or 64-bit sizes.
//
// Format: PKWARE's APPNOTE.TXT 6.3.10, sections 4.3 to 4.5. What the directory at the end says
// counts; the headers before the entries only tell where an entry's bytes begin.
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
  uint64_t size = 0;  // When inflated.
  uint32_t crc = 0;
  bool deflated = false;
};

// Bytes and what keeps them alive: the file or what was inflated.
struct ZipBytes {
  Buffer buffer;
  size_t offset = 0;
  size_t size = 0;

  std::string_view view() const {
    return {reinterpret_cast<const char*>(buffer->data()) + offset, size};
  }
};

// All entries are known to lie within the file, not to overlap each other or the directory, to have
// different names, and to be stored or deflated.
class ZipArchive {
 public:
  // Throws DiagnosticError (kBadModelFile). `inflate` may be null.
  ZipArchive(Buffer file, Inflate inflate);

  // In the order of their places in the file.
  const std::vector<ZipEntry>& entries() const { return entries_; }
  const ZipEntry* Find(std::string_view name) const;
  const Buffer& file() const { return file_; }

  // A text or a pickle: checked against its checksum, at most 64 MiB, and 256 MiB of all that is
  // read. Throws DiagnosticError.
  ZipBytes ReadText(const ZipEntry& entry);
  // Memory of tensors: stored bytes as a view of the file, inflated ones otherwise, checked against
  // the checksum. Stored bytes that do not begin at a multiple of 16 are moved to the next lower
  // one within the file; what stood there (the entry's own header) is lost, so that this is called
  // once for an entry. Throws DiagnosticError.
  ZipBytes ReadData(const ZipEntry& entry);

 private:
  // Inflated and checked.
  ZipBytes Read(const ZipEntry& entry) const;

  Buffer file_;
  Inflate inflate_;
  std::vector<ZipEntry> entries_;
  // Indices of entries by name.
  std::vector<uint32_t> by_name_;
  // What has been read.
  uint64_t text_bytes_ = 0, data_bytes_ = 0;
};

// The checksum that archives have of their entries.
uint32_t ZipCrc32(std::string_view bytes);

}  // namespace passcope::frontend
