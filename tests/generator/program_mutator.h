// Random changes of programs' texts, for fuzzing. Most results are wrong, and many are programs
// that nobody would write.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/random.h"

namespace passcope {

class ProgramMutator {
 public:
  // Texts of programs to start with. The text after #[metadata] does not change.
  explicit ProgramMutator(std::vector<std::string> programs);

  // The program of a seed: a given or a generated one after a few changes. They change tokens,
  // numbers, types, texts, operators and attributes, and insert subtrees of other programs.
  std::string Make(uint64_t seed) const;

 private:
  struct Program {
    std::vector<std::string> tokens;  // With the spaces after each.
    std::string metadata;
  };
  static Program Split(std::string_view text);
  void Change(SplitMix64& random, Program& program) const;

  std::vector<Program> programs_;
};

// Pipelines of a seed, in the notation of --passes, with random options.
std::vector<std::string> RandomPipelines(uint64_t seed);

}  // namespace passcope
