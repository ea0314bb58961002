#include "recording/text_store.h"

#include <algorithm>
#include <cstring>

#include "recording/sections.h"

namespace passcope::recording {
namespace {

constexpr size_t kBlock = size_t{1} << 20;

uint64_t Mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
  return hash ^ (hash >> 29);
}

}  // namespace

std::string_view TextMemory::Keep(std::string_view text) {
  if (text.empty()) return {};
  char* place = nullptr;
  if (text.size() > kBlock / 4) {
    // A large text has its own block, so that no memory is left over.
    blocks_.push_back(std::unique_ptr<char[]>(new char[text.size()]));
    place = blocks_.back().get();
  } else {
    if (text.size() > left_) {
      blocks_.push_back(std::unique_ptr<char[]>(new char[kBlock]));
      at_ = blocks_.back().get();
      left_ = kBlock;
    }
    place = at_;
    at_ += text.size();
    left_ -= text.size();
  }
  std::memcpy(place, text.data(), text.size());
  bytes_ += text.size();
  return {place, text.size()};
}

TextStore::TextStore() { names_.Insert({}); }

NameId TextStore::AddName(std::string_view name) {
  auto [number, is_new] = names_.Insert(name);
  if (is_new) names_.Rebase(number, memory_.Keep(name));
  return number;
}

template <class Equal, class Make>
uint32_t TextStore::FindOrMake(std::vector<Slot>* slots, size_t count, uint64_t hash,
                               const Equal& equal, const Make& make) {
  if ((count + 1) * 2 > slots->size()) {
    std::vector<Slot> old(std::max<size_t>(64, slots->size() * 2));
    old.swap(*slots);
    for (const Slot& slot : old) {
      if (slot.number == kNone) continue;
      size_t at = slot.hash & (slots->size() - 1);
      while ((*slots)[at].number != kNone) at = (at + 1) & (slots->size() - 1);
      (*slots)[at] = slot;
    }
  }
  const size_t mask = slots->size() - 1;
  size_t at = hash & mask;
  for (; (*slots)[at].number != kNone; at = (at + 1) & mask) {
    if ((*slots)[at].hash == hash && equal((*slots)[at].number)) return (*slots)[at].number;
  }
  const uint32_t number = make();
  (*slots)[at] = {hash, number};
  return number;
}

SectionId TextStore::AddSection(std::string_view text, Family family, std::string_view symbol) {
  const uint64_t hash = Mix(HashText64(text), static_cast<uint64_t>(family));
  return FindOrMake(
      &section_slots_, sections_.size(), hash,
      [&](uint32_t number) {
        return sections_[number].family == family && sections_[number].text == text;
      },
      [&] {
        Section section;
        section.symbol = AddName(symbol);
        section.text = memory_.Keep(text);
        section.family = family;
        section.lines = static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n')) +
                        (text.ends_with('\n') || text.empty() ? 0 : 1);
        sections_.push_back(section);
        return static_cast<uint32_t>(sections_.size() - 1);
      });
}

bool TextStore::HasText(TextId number, std::string_view text, Family family) const {
  if (texts_[number].size != text.size() || texts_[number].family != family) return false;
  for (SectionId id : SectionsOf(number)) {
    const std::string_view part = sections_[id].text;
    if (!text.starts_with(part)) return false;
    text.remove_prefix(part.size());
  }
  return true;
}

TextId TextStore::Add(std::string_view text, Family family) {
  // A text that has been here is found without dividing it.
  const uint64_t hash = Mix(HashText64(text), 1 + static_cast<uint64_t>(family));
  return FindOrMake(
      &whole_slots_, texts_.size(), hash,
      [&](uint32_t number) { return HasText(number, text, family); },
      [&] {
        std::vector<SectionId> sections;
        ForEachSection(text, family, [&](std::string_view part, std::string_view symbol) {
          sections.push_back(AddSection(part, family, symbol));
        });
        return AddSections(sections);
      });
}

TextId TextStore::AddSections(std::span<const SectionId> sections) {
  uint64_t hash = sections.size();
  for (SectionId id : sections) hash = Mix(hash, id);
  return FindOrMake(
      &list_slots_, texts_.size(), hash,
      [&](uint32_t number) {
        std::span<const SectionId> other = SectionsOf(number);
        return std::equal(other.begin(), other.end(), sections.begin(), sections.end());
      },
      [&] {
        Text text{lists_.size(), static_cast<uint32_t>(sections.size()), Family::kPlain, 0};
        for (SectionId id : sections) {
          lists_.push_back(id);
          text.size += sections_[id].text.size();
          text.family = sections_[id].family;
        }
        texts_.push_back(text);
        return static_cast<uint32_t>(texts_.size() - 1);
      });
}

std::span<const SectionId> TextStore::SectionsOf(TextId text) const {
  if (text == kNoText) return {};
  return {lists_.data() + texts_[text].first, texts_[text].count};
}

std::string TextStore::TextOf(TextId text) const {
  std::string whole;
  if (text == kNoText) return whole;
  whole.reserve(texts_[text].size);
  for (SectionId id : SectionsOf(text)) whole += sections_[id].text;
  return whole;
}

uint64_t TextStore::LinesOf(TextId text) const {
  uint64_t lines = 0;
  for (SectionId id : SectionsOf(text)) lines += sections_[id].lines;
  return lines;
}

const Section& TextStore::Scanned(SectionId id) {
  Section& section = sections_[id];
  if (!section.scanned) {
    scratch_.Scan(section.text, section.family);
    section.identity = scratch_.Identity();
    section.operations = scratch_.operations();
    section.scanned = true;
  }
  return section;
}

}  // namespace passcope::recording
