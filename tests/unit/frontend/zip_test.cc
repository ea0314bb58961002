// Reads zip archives, also harmful ones.
#include "frontend/pytorch/zip.h"

#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "unit/frontend/torch_builder.h"
#include "unit/refused.h"

namespace passcope::frontend {
namespace {

using Parts = std::vector<ZipPart>;

ZipArchive Open(const std::string& bytes, Inflate inflate = nullptr) {
  return ZipArchive(BufferOf(bytes), std::move(inflate));
}

void CheckDamaged(const std::string& bytes, const std::string& says) {
  CheckRefused([&] { Open(bytes); }, DiagKind::kBadModelFile, says);
}

// Not really deflated: the hook of these tests inflates it to "abcabc".
ZipPart Packed(const std::string& name) {
  ZipPart part = ZipPart::Stored(name, "abc");
  part.method = 8;
  part.size = 6;
  part.crc = ZipCrc32("abcabc");
  return part;
}
Buffer Twice(std::string_view bytes, size_t) {
  return BufferOf(std::string(bytes) + std::string(bytes));
}

TEST_CASE("The checksum of archives", "[frontend]") {
  CHECK(ZipCrc32("") == 0);
  CHECK(ZipCrc32("123456789") == 0xCBF43926);
  CHECK(ZipCrc32("The quick brown fox jumps over the lazy dog") == 0x414FA339);
}

TEST_CASE("Stored entries are views of the file", "[frontend]") {
  for (bool wide : {false, true}) {
    CAPTURE(wide);
    ZipArchive zip = Open(WriteZip({ZipPart::Stored("a/data/0", "weights"),
                                    ZipPart::Stored("a/version", "3\n"), ZipPart::Stored("a/", "")},
                                   64, wide));
    REQUIRE(zip.entries().size() == 3);
    const ZipEntry* entry = zip.Find("a/data/0");
    REQUIRE(entry);
    CHECK(entry->offset % 64 == 0);
    ZipBytes bytes = zip.ReadData(*entry);
    CHECK(bytes.buffer == zip.file());
    CHECK(bytes.view() == "weights");
    CHECK(zip.ReadText(*zip.Find("a/version")).view() == "3\n");
    CHECK(zip.Find("a/data") == nullptr);
  }
}

TEST_CASE("Memory that is not aligned is moved within the file", "[frontend]") {
  std::string data(100, 'x');
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<char>(i);
  for (size_t length = 1; length <= 17; ++length) {
    Parts parts = {ZipPart::Stored(std::string(length, 'n'), data), ZipPart::Stored("2", data)};
    ZipArchive zip = Open(WriteZip(parts, 1));
    for (const ZipEntry& entry : zip.entries()) {
      ZipBytes bytes = zip.ReadData(entry);
      CHECK(bytes.buffer == zip.file());
      CHECK(bytes.offset % 16 == 0);
      CHECK(bytes.view() == data);
    }
  }
}

TEST_CASE("Deflated entries go through the hook and are checked", "[frontend]") {
  std::string file = WriteZip({Packed("code")});
  ZipArchive zip = Open(file, Twice);
  CHECK(zip.ReadText(zip.entries()[0]).view() == "abcabc");
  CHECK(zip.ReadData(zip.entries()[0]).view() == "abcabc");
  CheckRefused(
      [&] {
        ZipArchive none = Open(file);
        none.ReadText(none.entries()[0]);
      },
      DiagKind::kUnsupported, "no function to inflate it");
  auto with = [&](Inflate inflate) {
    return [&, inflate] {
      ZipArchive bad = Open(file, inflate);
      bad.ReadText(bad.entries()[0]);
    };
  };
  CheckRefused(with([](std::string_view, size_t) { return Buffer(); }), DiagKind::kBadModelFile,
               "does not inflate to its declared size of 6 bytes");
  CheckRefused(with([](std::string_view, size_t) { return BufferOf("abcab"); }),
               DiagKind::kBadModelFile, "does not inflate to its declared size of 6 bytes");
  CheckRefused(with([](std::string_view, size_t) { return BufferOf("abcabd"); }),
               DiagKind::kBadModelFile, "checksum");
}

TEST_CASE("Zip bombs are refused before anything is inflated", "[frontend]") {
  int inflated = 0;
  Inflate count = [&](std::string_view, size_t) {
    ++inflated;
    return Buffer();
  };
  ZipPart part = Packed("bomb");
  // More than deflate can produce.
  part.size = 3 * 1032 + 1032;
  CheckRefused([&] { Open(WriteZip({part}), count); }, DiagKind::kBadModelFile,
               "declares an impossible size");
  part.size = uint64_t{1} << 60;
  CheckRefused([&] { Open(WriteZip({part}, 64, true), count); }, DiagKind::kBadModelFile,
               "declares an impossible size");
  // Deflate can produce it, but it is too large.
  part.bytes = std::string(100 << 10, 'b');
  part.size = uint64_t{100} << 20;
  ZipArchive zip = Open(WriteZip({part}), count);
  CheckRefused([&] { zip.ReadText(zip.entries()[0]); }, DiagKind::kTextTooLarge,
               "over the limit of");
  part.bytes = std::string(4 << 20, 'b');
  part.size = uint64_t{3} << 30;
  ZipArchive larger = Open(WriteZip({part}), count);
  CheckRefused([&] { larger.ReadData(larger.entries()[0]); }, DiagKind::kTensorTooLarge, "limit");
  CHECK(inflated == 0);
}

TEST_CASE("Texts of an archive are limited together", "[frontend]") {
  Parts parts;
  for (char name : {'1', '2', '3', '4', '5'}) {
    ZipPart part = Packed(std::string(1, name));
    part.bytes = std::string(60 << 10, 'b');
    part.size = uint64_t{60} << 20;
    part.crc = 0;
    parts.push_back(part);
  }
  size_t read = 0;
  ZipArchive zip = Open(WriteZip(parts), [&](std::string_view, size_t) -> Buffer {
    ++read;
    throw DiagnosticError(DiagKind::kUnsupported, Say("stopped"));
  });
  for (size_t i = 0; i < 4; ++i) CHECK_THROWS(zip.ReadText(zip.entries()[i]));
  CheckRefused([&] { zip.ReadText(zip.entries()[4]); }, DiagKind::kTextTooLarge,
               "over the limit of");
  CHECK(read == 4);
}

TEST_CASE("Every truncation of an archive is refused", "[frontend]") {
  for (bool wide : {false, true}) {
    std::string whole =
        WriteZip({ZipPart::Stored("a/0", "weights"), ZipPart::Stored("a/1", "text")}, 64, wide);
    for (size_t size = 0; size < whole.size(); ++size) {
      CAPTURE(size, wide);
      CHECK_THROWS_AS(Open(whole.substr(0, size)), DiagnosticError);
    }
    CHECK_THROWS_AS(Open(whole.substr(1)), DiagnosticError);
    CHECK_NOTHROW(Open(whole));
  }
  CheckDamaged("", "no directory at its end");
  CheckDamaged(std::string(100, 'P'), "no directory at its end");
}

TEST_CASE("Every change of one byte is refused or harmless", "[frontend]") {
  for (bool wide : {false, true}) {
    std::string whole =
        WriteZip({ZipPart::Stored("a/0", "weights"), ZipPart::Stored("a/1", "text")}, 64, wide);
    for (size_t at = 0; at < whole.size(); ++at) {
      for (int value : {0x00, 0x01, 0x7F, 0x80, 0xFF}) {
        std::string changed = whole;
        changed[at] = static_cast<char>(value);
        try {
          ZipArchive zip = Open(changed, Twice);
          for (const ZipEntry& entry : zip.entries()) zip.ReadData(entry);
        } catch (const DiagnosticError&) {
        }
      }
    }
  }
}

TEST_CASE("Lying headers", "[frontend]") {
  ZipPart part = ZipPart::Stored("entry", "bytes");
  part.size = 4;
  CheckDamaged(WriteZip({part}), "'entry' declares an impossible size of 4 bytes");
  part = ZipPart::Stored("entry", "bytes");
  part.crc ^= 1;
  CheckRefused(
      [&] {
        ZipArchive zip = Open(WriteZip({part}));
        zip.ReadText(zip.entries()[0]);
      },
      DiagKind::kBadModelFile, "checksum");
  CheckRefused(
      [&] {
        ZipArchive zip = Open(WriteZip({part}));
        zip.ReadData(zip.entries()[0]);
      },
      DiagKind::kBadModelFile, "checksum");
  part = ZipPart::Stored("entry", "bytes");
  part.flags |= 1;
  CheckRefused([&] { Open(WriteZip({part})); }, DiagKind::kUnsupported, "is encrypted");
  part = ZipPart::Stored("entry", "bytes");
  part.method = 12;
  CheckRefused([&] { Open(WriteZip({part})); }, DiagKind::kUnsupported, "compression method 12");
  CheckDamaged(WriteZip({ZipPart::Stored("\xFF", "bytes")}), "not encoded in UTF-8");
  CheckDamaged(WriteZip({ZipPart::Stored("entry", "1"), ZipPart::Stored("entry", "2")}),
               "two entries with the name 'entry'");
}

TEST_CASE("Entries that overlap", "[frontend]") {
  // The first entry's bytes are a complete second entry, to which the directory points, too.
  std::string inner = WriteZip({ZipPart::Stored("inner", "bytes")}, 1);
  std::string outer =
      WriteZip({ZipPart::Stored("outer", inner), ZipPart::Stored("inner", "bytes")}, 1);
  size_t nested = outer.find("PK\x03\x04", 4);
  size_t second = outer.find("PK\x01\x02", outer.rfind("outer"));
  REQUIRE(second != std::string::npos);
  std::string where = BytesOf(static_cast<uint32_t>(nested));
  outer.replace(second + 42, 4, where);
  CheckDamaged(outer, "overlaps another one");
}

}  // namespace
}  // namespace passcope::frontend
