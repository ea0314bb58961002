// Finds the expressions that a question names.
#include "instrument/lineage_asked.h"

#include "ir/expr.h"

namespace passcope {

const ExprNode* SourceAt(const LineageGraph::Program& program, int64_t line, int64_t offset) {
  const ExprNode* best = nullptr;
  // Prefers the smallest expression at the offset, then the largest that ends in the line, then the
  // smallest that continues after it.
  int best_rank = 0;
  int64_t best_length = 0;
  for (const ExprNode* node : program.nodes) {
    const SpanNode* span = node->span().get();
    if (!span || span->begin < 0 || span->line != line) continue;
    const int64_t length = span->end - span->begin;
    const bool fits = span->end_line == span->line;
    const bool at = fits && span->begin <= offset && offset < span->end;
    const int rank = at ? 3 : fits ? 2 : 1;
    const bool better = rank == 2 ? length > best_length : length < best_length;
    if (rank < best_rank || (rank == best_rank && !better)) continue;
    best = node;
    best_rank = rank;
    best_length = length;
  }
  return best;
}

TextRange SourceRange(const ExprNode* node) {
  const SpanNode* span = node->span().get();
  if (!span || span->begin < 0) return {-1, -1, 0};
  return {span->begin, span->end, span->line};
}

std::vector<const ExprNode*> ConcernedCalls(LineageGraph& graph, ProgramOfTrace program,
                                            std::string_view op) {
  const ProgramOfTrace before{program.index, false}, after{program.index, true};
  const LineageGraph::Program* own = graph.Find(program);
  const LineageGraph::Program* other = graph.Find(program.after ? before : after);
  std::vector<const ExprNode*> all, concerned;
  if (!own) return all;
  std::vector<bool> kept(own->nodes.size(), false);
  if (other) {
    for (const LineageLink& link : graph.Align(before, after)) {
      const uint32_t mine = program.after ? link.to : link.from;
      const uint32_t its = program.after ? link.from : link.to;
      if (mine == LineageLink::kNone || its == LineageLink::kNone) continue;
      const bool stays = link.kind == LineageKind::kUnchanged || link.kind == LineageKind::kChanged;
      if (stays && IsCallTo(other->nodes[its], op)) kept[mine] = true;
    }
  }
  for (size_t i = 0; i < own->nodes.size(); ++i) {
    const ExprNode* node = own->nodes[i];
    if (!IsCallTo(node, op)) continue;
    all.push_back(node);
    if (!kept[i]) concerned.push_back(node);
  }
  return concerned.empty() ? all : concerned;
}

}  // namespace passcope
