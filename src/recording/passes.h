// From dumps to passes: which dumps belong to one execution, what it changed, and how passes
// nested.
#pragma once

#include "recording/recording.h"

namespace passcope::recording {

// Makes recording->passes from recording->dumps.
void MakePasses(Recording* recording);

// True if two texts are the same program up to the names of values and blocks.
bool SameProgram(TextStore* texts, TextId a, TextId b);

// True if two texts are compared by their functions only: what surrounds a function belongs to the
// module.
bool AreFunctions(const TextStore& texts, TextId before, TextId after);

// The level of a unit by its name, such as "[module]", "(f, g)" or "loop %x in function f"; kNoName
// has the level `otherwise`.
Level LevelOfUnit(std::string_view unit, Level otherwise);

}  // namespace passcope::recording
