// Real numbers and their texts: C's conversions, the same on every platform.
//
// In WebAssembly they use the host's conversions, which JavaScript specifies to the last digit. The
// C library's conversions would add a software implementation of 128-bit reals.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace passcope {

// printf's %.<digits>g: `digits` significant digits (1 to 17) without trailing zeros; "inf",
// "-inf", "nan".
std::string GeneralText(double value, int digits);
// printf's %.<digits>f: `digits` digits (0 to 17) after the point.
std::string FixedText(double value, int digits);
// The shortest text that reads back as the same number.
std::string ShortestText(double value);
// The same with a point or an exponent, so that it is read as a real.
std::string RealText(double value);

// The nearest double to a decimal text ("-1", "2.5", "1e-05", "inf", "nan"). Numbers that are too
// large become infinite. Nullopt for any other text.
std::optional<double> ParseReal(std::string_view text);

}  // namespace passcope
