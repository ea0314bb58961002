// Compares the passes that ran with those of the baseline.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gate/findings.h"

namespace passcope::gate {

// Appends a finding for each pass that was removed, added or moved, or has another effect. Passes
// inside of a pass with a finding have no findings of their own.
void ComparePasses(const Facts& baseline, const Facts& now, std::vector<Finding>* findings);

// "add +3, nn.relu -1": the operators whose numbers differ; empty if none do.
std::string DifferenceList(const Counts& before, const Counts& after);

}  // namespace passcope::gate
