// Compares what the readers see in logs of real compilers with what an independent reader saw
// (expected.jsonl). PASSCOPE_PASS_LOGS names the folder; by default it is beside the repository.
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tools/log_input.h"
#include "unit/json.h"

namespace passcope::tools {
namespace {

namespace fs = std::filesystem;
using recording::Dump;
using recording::Recording;

std::string Folder() {
  const char* given = std::getenv("PASSCOPE_PASS_LOGS");
  return given ? given : std::string(PASSCOPE_SOURCE_DIR) + "/../shared/pass-logs";
}

uint32_t Rotate(uint32_t word, int by) { return word << by | word >> (32 - by); }

// The first 12 digits of the SHA-1 (RFC 3174).
std::string Sha1(std::string text) {
  std::array<uint32_t, 5> h = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  const uint64_t bits = uint64_t{text.size()} * 8;
  text += '\x80';
  while (text.size() % 64 != 56) text += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) text += static_cast<char>(bits >> shift);
  for (size_t block = 0; block < text.size(); block += 64) {
    std::array<uint32_t, 80> w = {};
    for (size_t i = 0; i < 64; ++i) {
      w[i / 4] = w[i / 4] << 8 | static_cast<unsigned char>(text[block + i]);
    }
    for (size_t i = 16; i < 80; ++i) w[i] = Rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    auto [a, b, c, d, e] = h;
    for (size_t i = 0; i < 80; ++i) {
      const uint32_t f = i < 20   ? ((b & c) | (~b & d)) + 0x5A827999
                         : i < 40 ? (b ^ c ^ d) + 0x6ED9EBA1
                         : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDC
                                  : (b ^ c ^ d) + 0xCA62C1D6;
      const uint32_t next = Rotate(a, 5) + f + e + w[i];
      e = d, d = c, c = Rotate(b, 30), b = a, a = next;
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e;
  }
  std::string digits;
  for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[h[0] >> shift & 15];
  for (int shift = 28; shift >= 16; shift -= 4) digits += "0123456789abcdef"[h[1] >> shift & 15];
  return digits;
}

// The text of a dump as the independent reader counts it.
std::string WholeText(const Recording& log, const Dump& dump) {
  std::string text = log.texts.TextOf(dump.text);
  if (dump.tail != recording::kNoText) {
    // The empty lines between the two are not kept.
    text += log.texts.TextOf(dump.tail);
  }
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string Note(const Dump& dump) {
  constexpr std::array<const char*, 7> kNotes = {
      "",      "omitted because no change", "ignored", "invalidated", "filtered out", "deleted",
      "failed"};
  return kNotes[static_cast<size_t>(dump.status)];
}

TEST_CASE("logs of real compilers are read as an independent reader reads them", "[pass-logs]") {
  std::ifstream expected(Folder() + "/expected.jsonl");
  if (!expected) {
    WARN("skipped: there are no pass logs in " << Folder());
    return;
  }
  std::string line;
  size_t files = 0;
  while (std::getline(expected, line)) {
    const Json row = Json::parse(line);
    const auto file = row["file"].get<std::string>();
    if (!fs::exists(Folder() + "/" + file)) continue;
    INFO(file);
    Recording log;
    ReadLog(Folder() + "/" + file, nullptr, &log);
    ++files;
    REQUIRE(log.dumps.size() == row["dumps"].size());
    for (size_t i = 0; i < log.dumps.size(); ++i) {
      const Dump& dump = log.dumps[i];
      constexpr std::array<const char*, 3> kPhases = {"before", "after", "start"};
      Json seen = {kPhases[static_cast<size_t>(dump.phase)],
                   log.Name(dump.name),
                   log.Name(dump.argument),
                   log.Name(dump.unit),
                   Note(dump),
                   dump.lines};
      Json wanted = row["dumps"][i];
      if (dump.tail == recording::kNoText) {
        seen.push_back(Sha1(WholeText(log, dump)));
      } else {
        wanted.erase(wanted.size() - 1);
      }
      CHECK(seen == wanted);
    }
  }
  CHECK(files > 0);
}

}  // namespace
}  // namespace passcope::tools
