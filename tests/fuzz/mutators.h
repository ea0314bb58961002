// The mutators of models' files. They change messages, programs and pickles, because files with
// randomly changed bytes rarely get past the checks of their lengths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace passcope::fuzz {

// Changes bytes in place and returns their new number: LLVMFuzzerMutate.
using MutateBytes = size_t (*)(uint8_t* data, size_t size, size_t max_size);

// The source of the random choices of a mutation.
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
  // A number that is common in small programs, or an extreme one.
  int64_t Number();
  // `text` with some bytes changed, at most `room` longer.
  std::string Changed(std::string_view text, size_t room = 16);

 private:
  std::minstd_rand random_;
  MutateBytes mutate_;
};

// Returns a changed copy of `file`, which may contain parts of `other`.
std::string MutateOnnx(std::string_view file, std::string_view other, Chance chance);
std::string MutateTorchScript(std::string_view file, std::string_view other, Chance chance);

}  // namespace passcope::fuzz
