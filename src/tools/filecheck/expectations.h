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

// Those of errors, or of remarks, that hold for RUN lines with the prefixes.
ExpectLines ExpectedOf(const TestFile& file, const std::vector<std::string>& prefixes, bool errors);

// A remark as a REMARK line tells it: "missed FuseOps.OpaqueOperator nn.softmax is opaque: …".
std::string RemarkText(const RemarksInstrument::Entry& remark);

// Which of the lines, REMARK or REMARK-BELOW, each remark belongs to, as an index; -1 for none. As
// many lines have a remark of their own as possible. Throws TestFileError.
std::vector<int> OwnersOf(const TestFile& file, const ExpectLines& wanted,
                          const std::vector<RemarksInstrument::Entry>& remarks);

// Each line REMARK and REMARK-BELOW has a remark of its own, and none fits a REMARK-NOT. Throws
// TestFileError.
std::optional<CheckFailure> CheckRemarks(const TestFile& file, const ExpectLines& expected,
                                         const std::vector<RemarksInstrument::Entry>& remarks);

// Each ERROR line has a diagnostic of its own, and each diagnostic an ERROR line; `run` is the line
// to which the others are put down. Throws TestFileError.
std::optional<CheckFailure> CheckErrors(const TestFile& file, const ExpectLines& expected,
                                        const std::vector<Diagnostic>& diagnostics, size_t run);

}  // namespace passcope::tools
