// Measures what `passcope check` compares.
#pragma once

#include <utility>
#include <vector>

#include "checking/program_test.h"
#include "gate/document.h"
#include "ir/module.h"

namespace passcope::gate {

// A pipeline on a program.
struct Subject {
  IRModule program;
  // Values of parameters of @main, by name.
  std::vector<std::pair<std::string, NDArray>> params;
  Pipeline pipeline;
};

// The facts that no machine changes. Runs the pipeline once. Throws the errors of the pipeline and
// of typing its result.
Facts Measure(const Subject& subject);

}  // namespace passcope::gate
