// What must hold of every text that is given to the engine, however odd.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace passcope {

// What does not hold.
struct ProgramFinding {
  // What it is, whatever names and numbers stand in the program: findings of one signature have one
  // cause, usually.
  std::string signature;
  std::string pipeline;  // Empty when the program alone suffices.
  std::string detail;
};

struct ProgramCounts {
  int64_t texts = 0;
  int64_t typed = 0;      // Texts that are well-typed programs.
  int64_t run = 0;        // Of these, those that can be run.
  int64_t pipelines = 0;  // That ran to their end.
  int64_t refused = 0;    // By a diagnostic of a pass.
  int64_t compared = 0;   // Of `pipelines`: those whose values were compared.
};

// Reads a text, types it and runs it through pipelines (in the notation of --passes). The promises:
// whatever goes wrong is a diagnostic, no mistake of the engine's; what a program is printed as is
// read back as the same program; what passes make is well-formed, well-typed, and computes the
// same. Values are computed under limits; what goes beyond them is not compared.
std::optional<ProgramFinding> CheckProgram(std::string_view text,
                                           const std::vector<std::string>& pipelines,
                                           ProgramCounts* counts);

// A finding's file: the text behind a line `// pipeline: …` for each pipeline.
struct ProgramCase {
  std::string text;
  std::vector<std::string> pipelines;
};
ProgramCase ReadProgramCase(std::string_view file);
std::string WriteProgramCase(const ProgramCase& program);

}  // namespace passcope
