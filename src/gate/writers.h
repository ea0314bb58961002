// Writes the findings of `passcope check` for people and for other programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gate/findings.h"

namespace passcope::gate {

// A pipeline on a program, or a program that could not be read.
struct Checked {
  std::string program;   // The name of its entry.
  std::string pipeline;  // Empty if the program could not be read.
  std::string file;      // The file that annotations are about, from the working directory.
  double seconds = 0;    // How long the check took.
  std::string link;      // An address that opens it in the page; empty if there is none.
};

struct Report {
  std::string baseline;  // The file's name as it was given.
  bool updated = false;  // True if the baseline was written.
  bool strict = false;   // True if warnings fail, too.
  Document before, now;
  std::vector<Checked> checked;
  std::vector<Finding> findings;

  bool failed() const;
};

// For terminals.
std::string TerminalText(const Report& report);
// JSON with the version, the units, the findings and the measured document.
std::string JsonReport(const Report& report);
// JUnit's XML: a suite for each program, with a test for each pipeline.
std::string JunitText(const Report& report);
// GitHub's workflow commands: ::error file=…,title=…::…
std::string AnnotationsText(const Report& report);
// For $GITHUB_STEP_SUMMARY and comments.
std::string MarkdownText(const Report& report);

// A text as content or as an attribute of XML 1.0. Characters that XML does not have become U+FFFD.
std::string XmlText(std::string_view text);
// A text as data of a workflow command, or as one of its properties.
std::string CommandData(std::string_view text);
std::string CommandProperty(std::string_view text);
// A text without formatting in a cell of a table.
std::string MarkdownCell(std::string_view text);

}  // namespace passcope::gate
