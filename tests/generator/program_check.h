// The promises that the engine must keep for every text, however odd.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace passcope {

// A broken promise.
struct ProgramFinding {
  // The kind of finding, without names and numbers of the program. Findings with equal signatures
  // usually have the same cause.
  std::string signature;
  std::string pipeline;  // Empty if the program alone shows it.
  std::string detail;
};

struct ProgramCounts {
  int64_t texts = 0;
  int64_t typed = 0;      // Texts that are well-typed programs.
  int64_t run = 0;        // Of these, programs that can run.
  int64_t pipelines = 0;  // Pipelines that ended normally.
  int64_t refused = 0;    // Pipelines that a diagnostic of a pass ended.
  int64_t compared = 0;   // Of `pipelines`, those whose values were compared.
};

// Reads a text, types it and runs it through pipelines (in the notation of --passes). The promises
// are:
// - Every error is a diagnostic, and not a mistake of the engine.
// - The printed text of a program reads back as the same program.
// - The results of passes are well-formed and well-typed, and compute the same values.
//
// Values are computed under limits; programs beyond them are not compared.
std::optional<ProgramFinding> CheckProgram(std::string_view text,
                                           const std::vector<std::string>& pipelines,
                                           ProgramCounts* counts);

// A finding's file: a line `// pipeline: …` for each pipeline, then the text.
struct ProgramCase {
  std::string text;
  std::vector<std::string> pipelines;
};
ProgramCase ReadProgramCase(std::string_view file);
std::string WriteProgramCase(const ProgramCase& program);

}  // namespace passcope
