#include "recording/scanned_lines.h"

#include <string>

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

constexpr uint64_t kUnknownKey = 0x756E6B6E;
// Stands for a name. No program has this character.
constexpr char kNameMark = '\x01';

// The text of a line with a mark for each name and one space for many: their number depends on the
// lengths of names.
class ShapeText {
 public:
  void Begin(size_t most) {
    if (text_.size() < most) text_.resize(most);
    end_ = text_.data();
    space_ = false;
  }
  void AddGap(std::string_view gap) {
    for (char c : gap) {
      const bool space = c == ' ' || c == '\t';
      if (space && space_) continue;
      *end_++ = space ? ' ' : c;
      space_ = space;
    }
  }
  void AddMark(char mark) {
    *end_++ = mark;
    space_ = false;
  }
  std::string_view text() const { return {text_.data(), static_cast<size_t>(end_ - text_.data())}; }

 private:
  std::string text_;
  char* end_ = nullptr;
  bool space_ = false;
};

}  // namespace

void ScannedLines::Scan(std::string_view section, Family family) {
  lines_.clear();
  uses_.clear();
  operations_ = 0;
  NameScanner scanner(family, section);
  TextTable names;
  std::vector<FoundName> found;
  ShapeText shape;
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
      found.clear();
      scanner.Find(text, &found);
      // A name has a byte at least, except for one that is left out.
      shape.Begin(text.size() + found.size());
      if (family == Family::kTvmScript) {
        for (size_t i = outer; i < indentation; ++i) shape.AddMark('\t');
      }
      size_t at = indentation;
      for (const FoundName& name : found) {
        shape.AddGap(text.substr(at, name.begin - at));
        shape.AddMark(kNameMark);
        uses_.push_back({names.Insert(name.name).first, name.defines});
        at = name.end;
      }
      shape.AddGap(text.substr(at));
      line.shape = HashText64(shape.text()) | 1;
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
      // What a line mentions first without defining it, such as a parameter, has the line as its
      // definition.
      if (use.defines || values[use.name] == kUnknownKey) values[use.name] = Mix(key, ++index);
    }
    keys.push_back(key);
  }
  return keys;
}

}  // namespace passcope::recording
