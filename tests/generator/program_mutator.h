// Texts of programs changed at random, for fuzzing: most of them are wrong, many are programs that
// nobody would write.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/random.h"

namespace passcope {

class ProgramMutator {
 public:
  // Texts of programs to begin with; what stands behind #[metadata] stays as it is.
  explicit ProgramMutator(std::vector<std::string> programs);

  // The program of a seed: one of those given, or a generated one, after a few changes of tokens,
  // numbers, types, texts, operators and their attributes, and with subtrees of other programs.
  std::string Make(uint64_t seed) const;

 private:
  struct Program {
    std::vector<std::string> tokens;  // With the spaces behind each.
    std::string metadata;
  };
  static Program Split(std::string_view text);
  void Change(SplitMix64& random, Program& program) const;

  std::vector<Program> programs_;
};

// Pipelines of a seed, in the notation of --passes, with random options.
std::vector<std::string> RandomPipelines(uint64_t seed);

}  // namespace passcope
