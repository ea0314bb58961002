// Random names, texts and numbers for programs that are printed and read back.
#pragma once

#include <cstdint>
#include <string>

#include "ir/data_type.h"
#include "support/random.h"

namespace passcope {

class TextValues {
 public:
  explicit TextValues(uint64_t seed) : random_(seed) {}

 protected:
  uint64_t Below(uint64_t bound) { return random_.Below(bound); }
  bool Chance(int percent) { return Below(100) < static_cast<uint64_t>(percent); }
  // Any text that is valid UTF-8, often one that the lexer reads as something else.
  std::string Name();
  std::string Text();
  double Real();
  int64_t Int();
  DataType RandomDType();

  SplitMix64 random_;
};

}  // namespace passcope
