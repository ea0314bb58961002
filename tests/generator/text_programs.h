// Random modules for the text: nodes, names, literals, types and attributes of all kinds. The
// programs need not be well-typed, since reading a text infers no types.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/module.h"

namespace passcope {

// The names that a module defines. Their texts can differ from them (ReadableNames).
struct ProgramNames {
  std::vector<std::string> globals, types;
  std::vector<std::vector<std::string>> constructors;  // By type.
};

struct TextProgramOptions {
  // True for values of attributes that only the metadata section can hold.
  bool metadata = true;
};

// Equal seeds give equal modules on every platform. `names` replaces the random names; an empty
// table receives them.
IRModule MakeTextProgram(uint64_t seed, const TextProgramOptions& options, ProgramNames* names);

// The oracle: what is wrong with the texts of the module of a seed. Empty if nothing is.
std::string CheckTextProgram(uint64_t seed);

}  // namespace passcope
