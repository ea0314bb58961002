// A format of the user's own: a regular expression that finds the lines before dumps.
#pragma once

#include <string>
#include <string_view>

#include "recording/banners.h"
#include "recording/search.h"

namespace passcope::tools {

// Reads an expression with the named groups phase, pass and unit: "^== (?<phase>before|after)
// (?<pass>\w+)". Throws UsageError.
recording::CustomBanner ReadBannerExpression(const std::string& text);

// Counts the lines that match an expression. Throws UsageError.
recording::CountMatches ReadSearchExpression(const std::string& text);

// A text that every match contains; empty if none is found.
std::string LiteralIn(std::string_view expression);

}  // namespace passcope::tools
