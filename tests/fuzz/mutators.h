// How fuzzers change models' files: as the messages, programs and pickles that they are, since
// files that are changed byte by byte seldom reach what lies behind the checks of their lengths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace passcope::fuzz {

// Changes bytes in place and returns how many there are then: LLVMFuzzerMutate.
using MutateBytes = size_t (*)(uint8_t* data, size_t size, size_t max_size);

// Where the choices of one mutation come from.
class Chance {
 public:
  Chance(unsigned seed, MutateBytes mutate) : random_(seed), mutate_(mutate) {}

  // Below `n`, which is not 0.
  size_t Below(size_t n) { return random_() % n; }
  bool OneIn(size_t n) { return Below(n) == 0; }
  template <class T>
  const T& Of(const std::vector<T>& items) {
    return items[Below(items.size())];
  }
  // A number that small programs have, or one at the edge of something.
  int64_t Number();
  // `text` with some bytes changed, at most `room` longer.
  std::string Changed(std::string_view text, size_t room = 16);

 private:
  std::minstd_rand random_;
  MutateBytes mutate_;
};

// A file like `file` but changed; `other` may be taken parts from.
std::string MutateOnnx(std::string_view file, std::string_view other, Chance chance);
std::string MutateTorchScript(std::string_view file, std::string_view other, Chance chance);

}  // namespace passcope::fuzz
