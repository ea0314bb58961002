// Parsing of einsum equations, and the shapes that follow from them.
#include "op/einsum.h"

#include <algorithm>

#include "op/relations.h"
#include "support/check.h"

namespace passcope {
namespace {

bool IsLabel(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// NumPy's implicit mode: the sum runs over the labels that occur more than once.
std::string ImplicitOutput(const std::vector<std::string>& inputs) {
  int counts[256] = {};
  for (const std::string& labels : inputs) {
    for (char label : labels) ++counts[static_cast<unsigned char>(label)];
  }
  std::string output;
  for (int c = 0; c < 256; ++c) {
    char label = static_cast<char>(c);
    if (counts[c] == 1 || (label == EinsumEquation::kEllipsis && counts[c] > 0)) output += label;
  }
  return output;
}

}  // namespace

Dim& EinsumShapes::Size(char label) {
  auto at = std::find_if(labels.begin(), labels.end(),
                         [&](const auto& entry) { return entry.first == label; });
  PASSCOPE_CHECK(at != labels.end());
  return at->second;
}

std::optional<EinsumEquation> ParseEinsum(std::string_view text, Message* problem) {
  EinsumEquation equation;
  std::string current;
  bool has_arrow = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == ' ') continue;
    if (c == ',' && !has_arrow) {
      equation.inputs.push_back(std::exchange(current, {}));
    } else if (c == '-' && !has_arrow && text.substr(i, 2) == "->") {
      equation.inputs.push_back(std::exchange(current, {}));
      has_arrow = true;
      ++i;
    } else if (c == '.' && text.substr(i, 3) == "..." &&
               current.find(EinsumEquation::kEllipsis) == std::string::npos) {
      current += EinsumEquation::kEllipsis;
      i += 2;
    } else if (IsLabel(c)) {
      current += c;
    } else {
      *problem = MSG(kEinsumEquationMalformed,
                     "equation \"{equation}\" must look like \"ij,jk->ik\", but does not at "
                     "character {position}",
                     text, static_cast<int64_t>(i));
      return std::nullopt;
    }
  }
  if (has_arrow) {
    equation.output = current;
  } else {
    equation.inputs.push_back(current);
    equation.output = ImplicitOutput(equation.inputs);
  }
  for (char label : equation.output) {
    bool known = std::any_of(
        equation.inputs.begin(), equation.inputs.end(),
        [&](const std::string& labels) { return labels.find(label) != std::string::npos; });
    bool once = std::count(equation.output.begin(), equation.output.end(), label) == 1;
    if ((known || label == EinsumEquation::kEllipsis) && once) continue;
    *problem =
        MSG(kEinsumResultLabelInvalid,
            "each label in the result of \"{equation}\" must occur there once, and in an operand",
            text);
    return std::nullopt;
  }
  return equation;
}

std::optional<EinsumShapes> InferEinsum(const EinsumEquation& equation,
                                        const std::vector<Shape>& operands, Message* problem) {
  if (operands.size() != equation.inputs.size()) {
    *problem =
        MSG(kEinsumOperandCount, "the equation has {expected} operands, but {actual} were given",
            static_cast<int64_t>(equation.inputs.size()), static_cast<int64_t>(operands.size()));
    return std::nullopt;
  }
  EinsumShapes shapes;
  std::string all;
  for (const std::string& labels : equation.inputs) {
    for (char label : labels) {
      if (label != EinsumEquation::kEllipsis && all.find(label) == std::string::npos) all += label;
    }
  }
  std::sort(all.begin(), all.end());
  for (char label : all) shapes.labels.emplace_back(label, Dim(1));
  for (size_t i = 0; i < operands.size(); ++i) {
    const Shape& shape = operands[i];
    const std::string& labels = equation.inputs[i];
    bool ellipsis = labels.find(EinsumEquation::kEllipsis) != std::string::npos;
    size_t named = labels.size() - (ellipsis ? 1 : 0);
    bool fits = ellipsis ? named <= shape.size() : named == shape.size();
    size_t axis = 0;
    for (size_t k = 0; fits && k < labels.size(); ++k) {
      // An ellipsis is broadcast like a shape, a label like a shape with one axis.
      size_t count = labels[k] == EinsumEquation::kEllipsis ? shape.size() - named : 1;
      auto begin = shape.begin() + static_cast<std::ptrdiff_t>(axis);
      Shape part(begin, begin + static_cast<std::ptrdiff_t>(count));
      axis += count;
      std::optional<Shape> common;
      if (labels[k] == EinsumEquation::kEllipsis) {
        common = BroadcastShapes(shapes.ellipsis, part);
        if (common) shapes.ellipsis = *common;
      } else {
        Dim& size = shapes.Size(labels[k]);
        common = BroadcastShapes({size}, part);
        if (common) size = (*common)[0];
      }
      fits = common.has_value();
    }
    if (!fits) {
      *problem = MSG(kEinsumOperandShapeMisfit,
                     "the shape {shape} of operand {index} does not fit the equation",
                     ShapeText(shape), static_cast<int64_t>(i));
      return std::nullopt;
    }
  }
  for (char label : equation.output) {
    if (label == EinsumEquation::kEllipsis) {
      shapes.output.insert(shapes.output.end(), shapes.ellipsis.begin(), shapes.ellipsis.end());
    } else {
      shapes.output.push_back(shapes.Size(label));
    }
  }
  return shapes;
}

}  // namespace passcope
