// Equations in Einstein's notation, such as "bij,bjk->bik".
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
  // Stands for "…" among labels, before all of them.
  static constexpr char kEllipsis = '\0';
  // The labels of each operand's axes, and of the result's. Where the equation names no result, it
  // has the ellipsis and, in their order, the labels that occur once.
  std::vector<std::string> inputs;
  std::string output;
};

// What the axes of the operands tell of an equation.
struct EinsumShapes {
  // The labels that occur, in their order, with their sizes.
  std::vector<std::pair<char, Dim>> labels;
  // The axes that the ellipses stand for, broadcast.
  Shape ellipsis;
  Shape output;

  // The size of a label that occurs.
  Dim& Size(char label);
};

// Reads an equation, or says what is wrong with it.
std::optional<EinsumEquation> ParseEinsum(std::string_view text, Message* problem);
// The shapes that follow from those of the operands, or what does not fit.
std::optional<EinsumShapes> InferEinsum(const EinsumEquation& equation,
                                        const std::vector<Shape>& operands, Message* problem);

}  // namespace passcope
