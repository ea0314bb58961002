// Pipelines with names, of `passcope compare` and `passcope check`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/attrs.h"
#include "tools/arguments.h"

namespace passcope::tools {

struct NamedPipeline {
  std::string name;  // Empty if the text has none.
  std::string pipeline;
  AttrDict settings;  // Of its contexts, by the names of "PassContext".
};

// Reads "NAME: PIPELINE", "NAME(SETTINGS): PIPELINE" or "PIPELINE". `separators` has the characters
// that may follow the name. Throws UsageError for an empty name.
NamedPipeline ReadNamedPipeline(const std::string& text, std::string_view separators);
// The pipelines of a file: its lines without blanks around them, empty lines and comments.
std::vector<std::string> PipelinesOfFile(const std::string& file);

}  // namespace passcope::tools
