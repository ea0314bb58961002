// An open-addressing table of texts, numbered in the order of insertion.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace passcope {

// The same on every little-endian machine.
inline uint64_t HashText64(std::string_view text) {
  constexpr uint64_t kFactor = 0x9E3779B97F4A7C15ull;
  uint64_t hash = text.size() * kFactor;
  const char* data = text.data();
  size_t left = text.size();
  // A copy of a fixed size is a load; a copy of variable size is a call.
  auto load = [](auto word, const char* from) {
    std::memcpy(&word, from, sizeof(word));
    return uint64_t{word};
  };
  auto add = [&hash](uint64_t word) {
    hash = (hash ^ word) * kFactor;
    hash ^= hash >> 29;
  };
  for (; left >= 8; left -= 8, data += 8) add(load(uint64_t{}, data));
  if (left == 0) return hash;
  uint64_t last = 0;
  if (text.size() >= 8) {
    last = load(uint64_t{}, data + left - 8) >> (8 * (8 - left));
  } else {
    size_t done = 0;
    if ((left & 4) != 0) last = load(uint32_t{}, data), done = 4;
    if ((left & 2) != 0) last |= load(uint16_t{}, data + done) << (8 * done), done += 2;
    if ((left & 1) != 0) last |= load(uint8_t{}, data + done) << (8 * done);
  }
  add(last);
  return hash;
}
inline uint32_t HashText(std::string_view text) {
  return static_cast<uint32_t>(HashText64(text) >> 32);
}

// Maps texts to 0, 1, 2, …; no erase. The texts are views: each new text must outlive the table,
// unless Rebase replaces it.
class TextTable {
 public:
  static constexpr uint32_t kNone = 0xFFFFFFFF;

  // The text's number, and whether it is new.
  std::pair<uint32_t, bool> Insert(std::string_view text) { return Insert(text, HashText(text)); }
  // The same with the text's hash, for a text that is in several tables.
  std::pair<uint32_t, bool> Insert(std::string_view text, uint32_t hash) {
    if ((texts_.size() + 1) * 2 > slots_.size()) Grow();
    Slot& slot = slots_[SlotOf(text, hash)];
    if (slot.number != kNone) return {slot.number, false};
    slot = {hash, size()};
    texts_.push_back(text);
    return {slot.number, true};
  }
  // kNone if the text is not in the table.
  uint32_t Find(std::string_view text) const {
    return slots_.empty() ? kNone : slots_[SlotOf(text, HashText(text))].number;
  }
  std::string_view operator[](uint32_t number) const { return texts_[number]; }
  // Replaces a text by an equal text with another lifetime.
  void Rebase(uint32_t number, std::string_view text) { texts_[number] = text; }
  uint32_t size() const { return static_cast<uint32_t>(texts_.size()); }

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t number = kNone;
  };

  // The slot of the text, or the slot where it is inserted.
  size_t SlotOf(std::string_view text, uint32_t hash) const {
    size_t mask = slots_.size() - 1;
    size_t slot = hash & mask;
    for (; slots_[slot].number != kNone; slot = (slot + 1) & mask) {
      if (slots_[slot].hash == hash && texts_[slots_[slot].number] == text) break;
    }
    return slot;
  }
  void Grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
    old.swap(slots_);
    size_t mask = slots_.size() - 1;
    for (const Slot& entry : old) {
      if (entry.number == kNone) continue;
      size_t slot = entry.hash & mask;
      while (slots_[slot].number != kNone) slot = (slot + 1) & mask;
      slots_[slot] = entry;
    }
  }

  std::vector<std::string_view> texts_;
  std::vector<Slot> slots_;
};

}  // namespace passcope
