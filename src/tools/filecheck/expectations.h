// REMARK and ERROR lines.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "instrument/remarks.h"
#include "tools/filecheck/check.h"
#include "tools/filecheck/test_file.h"

namespace passcope::tools {

using ExpectLines = std::vector<const ExpectLine*>;

// The ERROR lines, or the REMARK lines, that apply to RUN lines with the prefixes.
ExpectLines ExpectedOf(const TestFile& file, const std::vector<std::string>& prefixes, bool errors);

// A remark as a REMARK line has it: "missed FuseOps.OpaqueOperator nn.softmax is opaque: …".
std::string RemarkText(const RemarksInstrument::Entry& remark);

// The index of the line, REMARK or REMARK-BELOW, that each remark belongs to; -1 for none. As many
// lines as possible get a remark of their own. Throws TestFileError.
std::vector<int> OwnersOf(const TestFile& file, const ExpectLines& wanted,
                          const std::vector<RemarksInstrument::Entry>& remarks);

// Checks that each line REMARK and REMARK-BELOW has its own remark, and that no remark fits a
// REMARK-NOT. Throws TestFileError.
std::optional<CheckFailure> CheckRemarks(const TestFile& file, const ExpectLines& expected,
                                         const std::vector<RemarksInstrument::Entry>& remarks);

// Checks that ERROR lines and diagnostics correspond one to one. `run` is the line that failures
// without a line of their own name. Throws TestFileError.
std::optional<CheckFailure> CheckErrors(const TestFile& file, const ExpectLines& expected,
                                        const std::vector<Diagnostic>& diagnostics, size_t run);

}  // namespace passcope::tools
