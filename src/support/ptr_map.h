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
    for (size_t i = Hash(key) & mask_;; i = (i + 1) & mask_) {
      uint32_t slot = slots_[i];
      if (slot == 0) return nullptr;
      if (entries_[slot - 1].key == key) return &entries_[slot - 1].value;
    }
  }
  const V* Find(const void* key) const { return const_cast<PtrMap*>(this)->Find(key); }
  bool Contains(const void* key) const { return Find(key) != nullptr; }

  // Inserts a default value when `key` is new. `.second` tells whether it was.
  std::pair<V*, bool> Insert(const void* key) {
    if ((entries_.size() + 1) * 2 > slots_.size()) Grow();
    for (size_t i = Hash(key) & mask_;; i = (i + 1) & mask_) {
      uint32_t slot = slots_[i];
      if (slot == 0) {
        entries_.push_back({key, V()});
        slots_[i] = static_cast<uint32_t>(entries_.size());
        return {&entries_.back().value, true};
      }
      if (entries_[slot - 1].key == key) return {&entries_[slot - 1].value, false};
    }
  }
  V& operator[](const void* key) { return *Insert(key).first; }

  size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  void Clear() {
    entries_.clear();
    slots_.clear();
    mask_ = 0;
  }
  void Reserve(size_t n) {
    entries_.reserve(n);
    while (slots_.size() < n * 2) Grow();
  }
  const std::vector<Entry>& entries() const { return entries_; }
  std::vector<Entry>& entries() { return entries_; }

 private:
  static size_t Hash(const void* key) {
    // Fibonacci hashing; the low bits of an address are always zero.
    uint64_t bits = reinterpret_cast<uintptr_t>(key) >> 4;
    return static_cast<size_t>((bits * 0x9E3779B97F4A7C15ull) >> 20);
  }
  void Grow() {
    size_t size = slots_.empty() ? 16 : slots_.size() * 2;
    slots_.assign(size, 0);
    mask_ = size - 1;
    for (size_t e = 0; e < entries_.size(); ++e) {
      size_t i = Hash(entries_[e].key) & mask_;
      while (slots_[i] != 0) i = (i + 1) & mask_;
      slots_[i] = static_cast<uint32_t>(e + 1);
    }
  }

  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_;  // Index into entries_ plus one; 0 is free.
  size_t mask_ = 0;
};

// A set of node pointers.
class PtrSet {
 public:
  // Whether `key` was new.
  bool Insert(const void* key) { return map_.Insert(key).second; }
  bool Contains(const void* key) const { return map_.Contains(key); }
  size_t size() const { return map_.size(); }
  void Clear() { map_.Clear(); }

 private:
  struct Nothing {};
  PtrMap<Nothing> map_;
};

}  // namespace passcope
