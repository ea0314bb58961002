// Families of program texts: how functions begin, how values are named, what an operation is.
#pragma once

#include <cstdint>
#include <string_view>

namespace passcope::recording {

enum class Family : uint8_t {
  kPlain,  // Unknown text: lines are compared as they are.
  kMlir,
  kLlvm,
  kMachine,  // LLVM's machine code.
  kHlo,
  kTvmScript,
  kRelay,
  kMir,  // rustc's.
  kGimple,
  kRtl,
};
std::string_view FamilyName(Family family);

// The family by the first lines of a text; `expected` if they do not tell.
Family FamilyOf(std::string_view text, Family expected);

}  // namespace passcope::recording
