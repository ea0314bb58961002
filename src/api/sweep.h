// Sweeps: one pipeline with several values of an option.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/pipeline_spec.h"

namespace passcope {

// "FuseOps.fuse_opt_level": an option of a pass.
struct PassOption {
  std::string pass;
  std::string option;
};
// Throws DiagnosticError: kUsage for a text without a dot, kUnknownPass, kBadPassOption.
PassOption ParsePassOption(std::string_view text);
// Sets the option of all passes of this name, also in Sequentials. Throws DiagnosticError (kUsage)
// if there are none.
void SetPassOption(const PassOption& option, const AttrValue& value,
                   std::vector<StageSpec>* stages);
// The text of stages. ParseStages reads it back as the same stages (PipelineText).
std::string StagesText(const std::vector<StageSpec>& stages);

// "0..4": the integers from 0 to 4; "1,2,4" or "NCHW, [NHWC, HWIO]": values in the notation of
// pipelines. Throws DiagnosticError (kUsage) for another text, for no values, and for more than 100
// values.
AttrArray ParseSweepValues(std::string_view text);
// A value as part of a variant's name: a text unchanged, any other value as JSON.
std::string SweepValueText(const AttrValue& value);

}  // namespace passcope
