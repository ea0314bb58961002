// Makes the message of a failed comparison.
#include "api/structural_difference.h"

#include <algorithm>

#include "diagnostics/snippet.h"
#include "ir/structural_mismatch.h"
#include "support/format.h"
#include "support/line_diff.h"
#include "text/printer.h"

namespace passcope {
namespace {

constexpr size_t kMaxDiffLines = 200;

PrintOptions Options() {
  PrintOptions options = PrintOptions::WithoutMetaData();
  options.show_spans = false;
  return options;
}

// The line of the text that contains the node, with a marker; without one, the node's summary.
std::string Place(const PrintedText& printed, const Expr& node) {
  if (!node) return {};
  const PrintedRange* found = nullptr;
  for (const PrintedRange& range : printed.ranges) {
    if (range.node == node.get() && (!found || (range.definition && !found->definition))) {
      found = &range;
    }
  }
  if (!found) return "\n  " + PrintSummary(node);
  const std::string& text = printed.text;
  auto begin = text.begin() + static_cast<ptrdiff_t>(found->begin);
  int line = 1 + static_cast<int>(std::count(text.begin(), begin, '\n'));
  SpanNode* span = new SpanNode(Name(""), line, line, 1, 1, static_cast<int64_t>(found->begin),
                                static_cast<int64_t>(found->end));
  return Snippet(text, *Span(span));
}

std::string Shortened(const std::string& diff) {
  size_t at = 0;
  for (size_t lines = 0; lines < kMaxDiffLines; ++lines) {
    at = diff.find('\n', at);
    if (at == std::string::npos) return diff;
    ++at;
  }
  auto left = std::count(diff.begin() + static_cast<ptrdiff_t>(at), diff.end(), '\n');
  if (left == 0) return diff;
  return diff.substr(0, at) + Format("… {} more lines", left);
}

std::string MessageOf(const StructuralMismatch& mismatch, const PrintedText& a,
                      const PrintedText& b) {
  std::string message =
      Format("StructuralEqual check failed, caused by lhs at {}:{}\nand rhs at {}:{}",
             mismatch.lhs_path, Place(a, mismatch.lhs), mismatch.rhs_path, Place(b, mismatch.rhs));
  std::string diff = Shortened(LineDiff(a.text, b.text));
  if (diff.empty()) return message + "\nthe texts are the same";
  while (diff.back() == '\n') diff.pop_back();
  return message + "\nthe texts (- lhs, + rhs):\n" + diff;
}

template <class Texts>
std::optional<StructuralDifference> Told(std::optional<StructuralMismatch> mismatch,
                                         Texts&& texts) {
  if (!mismatch) return std::nullopt;
  auto [a, b] = texts();
  std::string message = MessageOf(*mismatch, a, b);
  return StructuralDifference{std::move(mismatch->lhs_path), std::move(mismatch->rhs_path),
                              std::move(message)};
}

PrintedText TextOf(const Type& type) { return {TypeText(type), {}}; }

}  // namespace

template <>
const RecordSchema& SchemaOf<StructuralDifference>() {
  static constexpr RecordField kFields[] = {
      Member<&StructuralDifference::lhs_path>(
          "lhsPath", "The path in the first program, in the notation of TVM's ObjectPath."),
      Member<&StructuralDifference::rhs_path>("rhsPath", "The path in the second program."),
      Member<&StructuralDifference::message>(
          "message", "Both positions in their texts, and the difference of the texts."),
  };
  static constexpr RecordSchema schema = {"StructuralDifference",
                                          "The first difference of two programs.", kFields};
  return schema;
}

std::optional<StructuralDifference> FindDifference(const IRModule& a, const IRModule& b) {
  return Told(FindStructuralMismatch(a, b), [&] {
    return std::pair(PrintModuleWithMap(a, Options()), PrintModuleWithMap(b, Options()));
  });
}

std::optional<StructuralDifference> FindDifference(const Expr& a, const Expr& b,
                                                   bool map_free_vars) {
  return Told(FindStructuralMismatch(a, b, map_free_vars), [&] {
    return std::pair(PrintExprWithMap(a, Options()), PrintExprWithMap(b, Options()));
  });
}

std::optional<StructuralDifference> FindDifference(const Type& a, const Type& b,
                                                   bool map_free_vars) {
  return Told(FindStructuralMismatch(a, b, map_free_vars),
              [&] { return std::pair(TextOf(a), TextOf(b)); });
}

}  // namespace passcope
