// The texts and names of a recording, each kept once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recording/family.h"
#include "recording/scanned_lines.h"
#include "support/text_table.h"

namespace passcope::recording {

inline constexpr uint32_t kNone = 0xFFFFFFFF;
using NameId = uint32_t;
inline constexpr NameId kNoName = 0;  // The empty name.
using SectionId = uint32_t;
using TextId = uint32_t;
inline constexpr TextId kNoText = kNone;

// Memory for texts that live as long as the store.
class TextMemory {
 public:
  std::string_view Keep(std::string_view text);
  size_t bytes() const { return bytes_; }

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* at_ = nullptr;
  size_t left_ = 0;
  size_t bytes_ = 0;
};

// A part of a text: a function, or what is between functions. Dumps of a module share the functions
// that did not change.
struct Section {
  std::string_view text;
  NameId symbol = kNoName;  // The function's name; kNoName between functions.
  Family family = Family::kPlain;
  bool scanned = false;
  uint32_t lines = 0;
  uint32_t operations = 0;  // If `scanned`.
  // The same for programs that differ in names of values and blocks only; 0 for sections without
  // words. If `scanned`.
  uint64_t identity = 0;
};

class TextStore {
 public:
  TextStore();

  NameId AddName(std::string_view name);
  std::string_view Name(NameId name) const { return names_[name]; }
  // kNone if there is no such name.
  NameId FindName(std::string_view name) const { return names_.Find(name); }

  TextId Add(std::string_view text, Family family);
  // The text that consists of these sections.
  TextId AddSections(std::span<const SectionId> sections);
  std::span<const SectionId> SectionsOf(TextId text) const;
  std::string TextOf(TextId text) const;
  uint64_t LinesOf(TextId text) const;
  bool IsEmpty(TextId text) const { return text == kNoText || SectionsOf(text).empty(); }

  // With its identity and its operations, which are found at the first call.
  const Section& Scanned(SectionId section);
  const Section& At(SectionId section) const { return sections_[section]; }
  size_t section_count() const { return sections_.size(); }
  size_t text_count() const { return texts_.size(); }
  // The bytes of all texts.
  size_t bytes() const { return memory_.bytes(); }

 private:
  struct Slot {
    uint64_t hash = 0;
    uint32_t number = kNone;
  };
  // Texts by hash. `equal` compares with the text of a number.
  template <class Equal, class Make>
  uint32_t FindOrMake(std::vector<Slot>* slots, size_t count, uint64_t hash, const Equal& equal,
                      const Make& make);
  SectionId AddSection(std::string_view text, Family family, std::string_view symbol);
  bool HasText(TextId number, std::string_view text, Family family) const;

  TextMemory memory_;
  TextTable names_;
  std::vector<Section> sections_;
  std::vector<SectionId> lists_;  // The sections of all texts.
  struct Text {
    size_t first = 0;
    uint32_t count = 0;
    Family family = Family::kPlain;
    size_t size = 0;
  };
  std::vector<Text> texts_;
  ScannedLines scratch_;  // Its memory is used again.
  std::vector<Slot> section_slots_, whole_slots_, list_slots_;
};

}  // namespace passcope::recording
