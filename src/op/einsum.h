// Einsum equations, such as "bij,bjk->bik".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/message.h"
#include "ir/type.h"

namespace passcope {

struct EinsumEquation {
  // The ellipsis "…" among labels, before all of them.
  static constexpr char kEllipsis = '\0';
  // The labels of the axes of each operand and of the result. If the equation does not name the
  // result, it has the ellipsis, and then the labels that occur once in sorted order.
  std::vector<std::string> inputs;
  std::string output;
};

// The sizes that the shapes of the operands give to an equation.
struct EinsumShapes {
  // All labels with their sizes, in the order of their first occurrence.
  std::vector<std::pair<char, Dim>> labels;
  // The broadcast axes of the ellipses.
  Shape ellipsis;
  Shape output;

  // The size of a label; the label must occur.
  Dim& Size(char label);
};

// Parses an equation, or sets `problem` and returns nullopt.
std::optional<EinsumEquation> ParseEinsum(std::string_view text, Message* problem);
// The shapes that follow from those of the operands. Sets `problem` and returns nullopt if they do
// not fit.
std::optional<EinsumShapes> InferEinsum(const EinsumEquation& equation,
                                        const std::vector<Shape>& operands, Message* problem);

}  // namespace passcope
