// Pipelines as text: `InferType,ConvertLayout{"desired_layouts":{"nn.conv2d":["NHWC","HWIO"]}}`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/attrs.h"
#include "pass/pass.h"

namespace passcope {

// One pass of a pipeline.
struct PassSpec {
  std::string name;
  AttrDict options;
  // The passes of a `Sequential{…}`.
  std::vector<PassSpec> passes;
  bool sequential = false;
  // Of a Sequential; its name is `name`, "sequential" when that is empty.
  int opt_level = 0;
};

// The grammar, with blanks allowed between tokens:
//
//   pipeline := [ pass { "," pass } ]
//   pass     := "Sequential" "{" pipeline "}" | name [ options ]
//   options  := a JSON object
//
// Throws DiagnosticError (kUsage) that shows the text and the place of the mistake. Names and
// options are not looked up here.
std::vector<PassSpec> ParsePipeline(std::string_view text);

// Throws DiagnosticError (kUnknownPass, kBadPassOption).
Pass PassFromSpec(const PassSpec& spec);
// Throws DiagnosticError (kUnknownPass) when the table of passes has no such name.
void CheckPassName(std::string_view name);
std::vector<Pass> PassesFromSpec(const std::vector<PassSpec>& specs);

}  // namespace passcope
