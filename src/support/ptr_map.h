// An open-addressing hash map from node pointers to values, for the memo tables of traversals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace passcope {

// Maps `const void*` keys to `V`. No erase; grows by doubling at 50 % load; iteration in insertion
// order through `entries()`. Values may move when the map grows.
template <class V>
class PtrMap {
 public:
  struct Entry {
    const void* key;
    V value;
  };

  V* Find(const void* key) {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[SlotOf(key, Hash(key))];
    return slot.number == 0 ? nullptr : &entries_[slot.number - 1].value;
  }
  const V* Find(const void* key) const { return const_cast<PtrMap*>(this)->Find(key); }
  bool Contains(const void* key) const { return Find(key) != nullptr; }

  // Inserts a default value if `key` is new; `.second` is then true.
  std::pair<V*, bool> Insert(const void* key) {
    if ((entries_.size() + 1) * 2 > slots_.size()) Grow();
    uint32_t hash = Hash(key);
    Slot& slot = slots_[SlotOf(key, hash)];
    if (slot.number != 0) return {&entries_[slot.number - 1].value, false};
    entries_.push_back({key, V()});
    slot = {hash, static_cast<uint32_t>(entries_.size())};
    return {&entries_.back().value, true};
  }
  V& operator[](const void* key) { return *Insert(key).first; }

  size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  void Clear() {
    entries_.clear();
    slots_.clear();
  }
  void Reserve(size_t n) {
    entries_.reserve(n);
    while (slots_.size() < n * 2) Grow();
  }
  const std::vector<Entry>& entries() const { return entries_; }
  std::vector<Entry>& entries() { return entries_; }

 private:
  // The hash distinguishes most entries without reading them.
  struct Slot {
    uint32_t hash = 0;
    uint32_t number = 0;  // Index into entries_ plus one; 0 is free.
  };

  static uint32_t Hash(const void* key) {
    // Fibonacci hashing; the low bits of an address are always zero.
    uint64_t bits = reinterpret_cast<uintptr_t>(key) >> 4;
    return static_cast<uint32_t>((bits * 0x9E3779B97F4A7C15ull) >> 20);
  }
  // The slot of the key, or the slot where it is inserted.
  size_t SlotOf(const void* key, uint32_t hash) const {
    size_t mask = slots_.size() - 1;
    size_t slot = hash & mask;
    for (; slots_[slot].number != 0; slot = (slot + 1) & mask) {
      if (slots_[slot].hash == hash && entries_[slots_[slot].number - 1].key == key) break;
    }
    return slot;
  }
  void Grow() {
    std::vector<Slot> old(slots_.empty() ? 16 : slots_.size() * 2);
    old.swap(slots_);
    size_t mask = slots_.size() - 1;
    for (const Slot& entry : old) {
      if (entry.number == 0) continue;
      size_t slot = entry.hash & mask;
      while (slots_[slot].number != 0) slot = (slot + 1) & mask;
      slots_[slot] = entry;
    }
  }

  std::vector<Entry> entries_;
  std::vector<Slot> slots_;
};

// A set of node pointers.
class PtrSet {
 public:
  // Returns true if `key` was new.
  bool Insert(const void* key) { return map_.Insert(key).second; }
  bool Contains(const void* key) const { return map_.Contains(key); }
  size_t size() const { return map_.size(); }
  void Clear() { map_.Clear(); }

 private:
  struct Nothing {};
  PtrMap<Nothing> map_;
};

}  // namespace passcope
