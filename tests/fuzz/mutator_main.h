// The entry point of a mutator for libFuzzer.
#pragma once

#include <algorithm>
#include <cstring>

#include "fuzz/mutators.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace passcope::fuzz {

// A result that is too long is dropped, and the old data stays.
inline size_t Keep(const std::string& changed, uint8_t* out, size_t size, size_t max_size) {
  if (changed.size() > max_size) return std::min(size, max_size);
  std::memcpy(out, changed.data(), changed.size());
  return changed.size();
}

inline std::string_view View(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace passcope::fuzz

#define PASSCOPE_FUZZ_MUTATOR(mutate)                                                         \
  extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,      \
                                            unsigned seed) {                                  \
    namespace fuzz = passcope::fuzz;                                                          \
    std::string changed =                                                                     \
        mutate(fuzz::View(data, size), "", fuzz::Chance(seed, LLVMFuzzerMutate));             \
    return fuzz::Keep(changed, data, size, max_size);                                         \
  }                                                                                           \
  extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data, size_t size,               \
                                              const uint8_t* other, size_t other_size,        \
                                              uint8_t* out, size_t max_size, unsigned seed) { \
    namespace fuzz = passcope::fuzz;                                                          \
    std::string changed = mutate(fuzz::View(data, size), fuzz::View(other, other_size),       \
                                 fuzz::Chance(seed, LLVMFuzzerMutate));                       \
    return changed.size() > max_size ? 0 : fuzz::Keep(changed, out, 0, max_size);             \
  }
