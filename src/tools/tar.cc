#include "tools/tar.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace passcope::tools {
namespace {

std::string_view Field(std::string_view block, size_t at, size_t size) {
  std::string_view field = block.substr(at, size);
  return field.substr(0, std::min(field.find('\0'), size));
}

// An octal number.
std::optional<size_t> Number(std::string_view field) {
  constexpr size_t kMost = std::numeric_limits<size_t>::max() / 8 - 1;
  size_t number = 0;
  for (char c : field) {
    if (c == ' ') continue;
    if (c < '0' || c > '7' || number > kMost) return std::nullopt;
    number = number * 8 + static_cast<size_t>(c - '0');
  }
  return number;
}

// The path in a header of the POSIX format: "31 path=…\n".
std::string PathOf(std::string_view header) {
  const size_t at = header.find(" path=");
  if (at == std::string_view::npos) return {};
  header.remove_prefix(at + 6);
  return std::string(header.substr(0, header.find('\n')));
}

}  // namespace

bool IsTar(std::string_view head) {
  return head.size() >= kTarBlock && head.substr(257, 5) == "ustar";
}

std::map<std::string, std::string_view> FilesOfTar(std::string_view archive) {
  std::map<std::string, std::string_view> files;
  std::string long_path;
  while (archive.size() >= kTarBlock) {
    const std::string_view block = archive.substr(0, kTarBlock);
    archive.remove_prefix(kTarBlock);
    const std::optional<size_t> size = Number(Field(block, 124, 12));
    if (!IsTar(block) || !size) break;
    const std::string_view content = archive.substr(0, *size);
    if (content.size() < *size) break;
    const size_t blocks = (*size + kTarBlock - 1) / kTarBlock;
    archive.remove_prefix(std::min(blocks * kTarBlock, archive.size()));
    const char kind = block[156];
    if (kind == 'L') {
      long_path = std::string(Field(content, 0, content.size()));
    } else if (kind == 'x') {
      long_path = PathOf(content);
    } else if (kind == '0' || kind == '\0') {
      std::string path(Field(block, 0, 100));
      const std::string_view prefix = block.substr(257, 8) == std::string_view("ustar\00000", 8)
                                          ? Field(block, 345, 155)
                                          : std::string_view();
      if (!prefix.empty()) path = std::string(prefix) + "/" + path;
      files[long_path.empty() ? path : long_path] = content;
      long_path.clear();
    } else {
      long_path.clear();
    }
  }
  return files;
}

}  // namespace passcope::tools
