#include "recording/scanned_lines.h"

#include "recording/line_words.h"
#include "recording/name_scanner.h"
#include "recording/operations.h"
#include "recording/sections.h"
#include "support/text_table.h"

namespace passcope::recording {
namespace {

uint64_t Mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
  return hash ^ (hash >> 29);
}

constexpr uint64_t kNameMark = 0x6E616D65;
constexpr uint64_t kUnknownKey = 0x756E6B6E;

// Adds a text between names. The number of spaces does not count: it depends on the lengths of names.
uint64_t AddGap(uint64_t hash, std::string_view gap) {
  while (!gap.empty()) {
    size_t end = 0;
    while (end < gap.size() && !IsSpace(gap[end])) ++end;
    if (end > 0) hash = Mix(hash, HashText64(gap.substr(0, end)));
    gap.remove_prefix(end);
    if (gap.empty()) break;
    gap = TrimStart(gap);
    hash = Mix(hash, ' ');
  }
  return hash;
}

}  // namespace

void ScannedLines::Scan(std::string_view section, Family family) {
  lines_.clear();
  uses_.clear();
  operations_ = 0;
  NameScanner scanner(family, section);
  TextTable names;
  std::vector<FoundName> found;
  // A function in a module is indented more than the same function alone.
  size_t outer = std::string_view::npos;
  while (!section.empty()) {
    ScannedLine line;
    line.text = TrimEnd(TakeLine(&section));
    line.first_use = static_cast<uint32_t>(uses_.size());
    const std::string_view text = TrimEnd(scanner.Relevant(line.text));
    if (!text.empty()) {
      const size_t indentation = IndentationOf(text);
      if (outer == std::string_view::npos) outer = indentation;
      uint64_t hash = 1;
      if (family == Family::kTvmScript && indentation > outer) hash += indentation - outer;
      found.clear();
      scanner.Find(text, &found);
      size_t at = indentation;
      for (const FoundName& name : found) {
        hash = Mix(AddGap(hash, text.substr(at, name.begin - at)), kNameMark);
        uses_.push_back({names.Insert(name.name).first, name.defines});
        at = name.end;
      }
      hash = AddGap(hash, text.substr(at));
      line.shape = hash == 0 ? 1 : hash;
      operations_ += !OperationOf(family, text).empty();
    }
    line.uses = static_cast<uint32_t>(uses_.size()) - line.first_use;
    lines_.push_back(line);
  }
  names_ = names.size();
}

uint64_t ScannedLines::Identity() const {
  // The number of what each name stands for, by first place.
  std::vector<uint32_t> values(names_, 0);
  std::vector<bool> defined(names_, false);
  uint32_t count = 0;
  uint64_t hash = 0;
  for (const ScannedLine& line : lines_) {
    if (line.shape == 0) continue;
    hash = Mix(hash, line.shape);
    for (const NameUse& use : UsesOf(line)) {
      if (values[use.name] == 0 || (use.defines && defined[use.name])) values[use.name] = ++count;
      if (use.defines) defined[use.name] = true;
      hash = Mix(hash, values[use.name]);
    }
  }
  return hash;
}

std::vector<uint64_t> ScannedLines::DeepKeys() const {
  std::vector<uint64_t> keys, values(names_, kUnknownKey);
  keys.reserve(lines_.size());
  for (const ScannedLine& line : lines_) {
    uint64_t key = line.shape;
    for (const NameUse& use : UsesOf(line)) {
      if (!use.defines) key = Mix(key, values[use.name]);
    }
    uint64_t index = 0;
    for (const NameUse& use : UsesOf(line)) {
      // What a line mentions first without defining it, such as a parameter, has the line as its definition.
      if (use.defines || values[use.name] == kUnknownKey) values[use.name] = Mix(key, ++index);
    }
    keys.push_back(key);
  }
  return keys;
}

}  // namespace passcope::recording
