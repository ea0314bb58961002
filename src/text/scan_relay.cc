// Reads the lines of a printed Relay text, to compare them.
#include <algorithm>

#include "text/line_alignment.h"

namespace passcope {
namespace {

constexpr std::string_view kConstant = "Constant][";

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWordOrDot(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

// The end of the run of characters from `at` on that `is_of_kind` accepts.
size_t EndOf(std::string_view line, size_t at, bool (*is_of_kind)(char)) {
  while (at < line.size() && is_of_kind(line[at])) ++at;
  return at;
}

// Returns kNoLine if the number is not below `end`.
uint32_t NumberOf(std::string_view digits, size_t end) {
  size_t number = 0;
  for (char c : digits) {
    number = number * 10 + static_cast<size_t>(c - '0');
    if (number >= end) return kNoLine;
  }
  return static_cast<uint32_t>(number);
}

// The operator called, the index of a tuple field, or else the first word of the line's value.
std::string_view RoleOf(std::string_view line) {
  size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const size_t value = line.find("= ", begin);
  if (value < line.find('(', begin)) begin = value + 2;
  size_t end = EndOf(line, begin, IsWordOrDot);
  if (end > begin && end < line.size() && line[end] == '(') return line.substr(begin, end - begin);
  if (line.substr(begin).starts_with('%')) {
    end = EndOf(line, begin + 1, IsWordOrDot);
    const size_t dot = line.substr(0, end).rfind('.');
    const bool is_place = dot != line.npos && EndOf(line, dot + 1, IsDigit) == end;
    // In a declaration, the type follows the name.
    if (is_place && !line.substr(end).starts_with(':')) return line.substr(dot, end - dot);
  }
  return line.substr(begin, line.find(' ', begin) - begin);
}

}  // namespace

ScannedText ScanRelay(const Lines& lines, bool by_numbers) {
  ScannedText text;
  size_t size = 0;
  for (std::string_view line : lines) size += line.size();
  text.keys.resize(size);
  char* end_of_keys = text.keys.data();
  // A number refers to the nearest line above that defines it. Numbers start at 0, so a text has
  // fewer numbers than characters.
  std::vector<uint32_t> defined;
  for (uint32_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const char* key_begin = end_of_keys;
    const size_t first = line.find_first_not_of(' ');
    uint32_t definition = kNoLine;
    for (size_t at = 0; at < line.size();) {
      const bool constant = line.substr(at).starts_with(kConstant);
      const bool is_name = !by_numbers && (constant || line[at] == '%');
      size_t begin = at + (constant ? kConstant.size() : 1);
      if (!is_name) begin = std::min(line.find_first_of("%C", begin), line.size());
      end_of_keys = std::copy(line.begin() + at, line.begin() + begin, end_of_keys);
      const size_t end = is_name ? EndOf(line, begin, IsDigit) : begin;
      if (end > begin) {
        const uint32_t number = NumberOf(line.substr(begin, end - begin), size);
        if (constant) {
          text.names.push_back({LineName::Kind::kConstant, number});
          if (number != kNoLine) text.constants = std::max(text.constants, number + 1);
        } else if (at == first && line.substr(end).starts_with(" = ")) {
          text.names.push_back({LineName::Kind::kDefinition, kNoLine});
          definition = number;
        } else {
          text.names.push_back(
              {LineName::Kind::kVariable, number < defined.size() ? defined[number] : kNoLine});
        }
      }
      at = end;
    }
    if (definition != kNoLine) {
      if (definition >= defined.size()) defined.resize(size_t{definition} + 1, kNoLine);
      defined[definition] = i;
    }
    const std::string_view key(key_begin, static_cast<size_t>(end_of_keys - key_begin));
    const size_t type = std::min(key.rfind("/* ty="), key.size());
    text.lines.push_back({key, RoleOf(key), key.substr(type), text.names.size()});
  }
  return text;
}

}  // namespace passcope
