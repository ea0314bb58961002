// Finds regions from the inputs to the result.
#include "analysis/annotated_regions.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "support/per_engine.h"

namespace passcope {

namespace {

bool IsCallOf(const ExprNode* expr, const OpNode* op) {
  const auto* call = As<CallNode>(expr);
  return call && call->op() == op;
}

// Tuples and references: a region can contain them, as calls.
bool IsDataOfParts(const ExprNode* node) {
  switch (node->kind()) {
    case ExprKind::kTuple:
    case ExprKind::kTupleGetItem:
    case ExprKind::kRefCreate:
    case ExprKind::kRefRead:
    case ExprKind::kRefWrite:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool IsCompilerBegin(const ExprNode* expr) {
  PASSCOPE_PER_ENGINE const OpNode* const op = FindOp("annotation.compiler_begin");
  return IsCallOf(expr, op);
}
bool IsCompilerEnd(const ExprNode* expr) {
  PASSCOPE_PER_ENGINE const OpNode* const op = FindOp("annotation.compiler_end");
  return IsCallOf(expr, op);
}
const std::string& CompilerOf(const ExprNode* annotation) {
  static const std::string kNone;
  const auto* call = As<CallNode>(annotation);
  const auto* attrs = call ? As<CompilerAttrs>(call->attrs) : nullptr;
  return attrs ? attrs->compiler : kNone;
}

AnnotatedRegions::AnnotatedRegions(const Expr& root) {
  struct Visitor : PostOrderVisitor {
    explicit Visitor(AnnotatedRegions& regions) : regions(regions) {}
    bool Enter(const ExprNode* node) override {
      // An expression with several scopes belongs to the region of the children that were visited
      // before it.
      if (node->kind() == ExprKind::kLet || node->kind() == ExprKind::kIf) {
        regions.AddToRegionOf(node, node->children());
      }
      return true;
    }
    void Leave(const ExprNode* node) override {
      if (IsCompilerBegin(node)) {
        auto id = static_cast<uint32_t>(regions.regions_.size());
        regions.regions_.push_back({id, CompilerOf(node), {node}, {}});
        regions.parents_.push_back(id);
        regions.is_read_.push_back(false);
        uint32_t read = regions.Find(As<CallNode>(node)->arg(0).get());
        if (read != kNone) regions.is_read_[read] = true;
        regions.Add(id, node);
      } else if (IsCompilerEnd(node)) {
        uint32_t region = regions.Find(As<CallNode>(node)->arg(0).get());
        if (region == kNone) {
          throw DiagnosticError(
              DiagKind::kIllFormed,
              MSG(kRegionEndWithoutBegin,
                  "a compiler_end for '{compiler}' has no matching compiler_begin",
                  CompilerOf(node)),
              {}, Expr(node));
        }
        if (regions.regions_[region].compiler != CompilerOf(node)) {
          throw DiagnosticError(DiagKind::kIllFormed,
                                MSG(kRegionCompilerMismatch,
                                    "a compiler_end for '{ended}' closes a region that "
                                    "compiler_begin opened for '{begun}'",
                                    CompilerOf(node), regions.regions_[region].compiler),
                                {}, Expr(node));
        }
        regions.Add(region, node);
        regions.regions_[region].outputs.push_back(node);
      } else if (const auto* call = As<CallNode>(node)) {
        regions.AddToRegionOf(node, call->args());
      } else if (IsDataOfParts(node)) {
        regions.AddToRegionOf(node, node->children());
      }
    }
    AnnotatedRegions& regions;
  } visitor(*this);
  visitor.Run(root.get());
}

void AnnotatedRegions::Add(uint32_t region, const ExprNode* expr) { region_of_[expr] = region; }

// Merges the regions of the arguments, except those that end there. `expr` belongs to the merged
// region.
void AnnotatedRegions::AddToRegionOf(const ExprNode* expr, std::span<const Expr> args) {
  uint32_t region = kNone;
  bool outside = false;
  for (const Expr& arg : args) {
    if (IsCompilerEnd(arg.get())) continue;
    uint32_t of_arg = Find(arg.get());
    outside = outside || of_arg == kNone;
    if (of_arg == kNone || of_arg == region) continue;
    if (region == kNone) {
      region = of_arg;
    } else {
      Merge(of_arg, region);
    }
  }
  if (region == kNone) return;
  if (outside) {
    throw DiagnosticError(DiagKind::kIllFormed,
                          MSG(kRegionInputsMixed,
                              "an expression has inputs both inside and outside of a region for "
                              "the compiler '{compiler}'",
                              regions_[region].compiler),
                          {}, Expr(expr));
  }
  uint32_t own = Find(expr);
  if (own == kNone) {
    Add(region, expr);
  } else {
    Merge(own, region);
  }
}

uint32_t AnnotatedRegions::Root(uint32_t number) const {
  while (parents_[number] != number) {
    parents_[number] = parents_[parents_[number]];
    number = parents_[number];
  }
  return number;
}

uint32_t AnnotatedRegions::Find(const ExprNode* expr) const {
  const uint32_t* number = region_of_.Find(expr);
  return number ? Root(*number) : kNone;
}

std::vector<const ExprNode*> AnnotatedRegions::NodesOf(uint32_t number) const {
  std::vector<const ExprNode*> nodes;
  for (const auto& [node, region] : region_of_.entries()) {
    if (Root(region) == number) nodes.push_back(static_cast<const ExprNode*>(node));
  }
  return nodes;
}

void AnnotatedRegions::Merge(uint32_t from, uint32_t into) {
  if (from == into) return;
  Region &source = regions_[from], &target = regions_[into];
  auto append = [](std::vector<const ExprNode*>& to, std::vector<const ExprNode*>& what) {
    to.insert(to.end(), what.begin(), what.end());
    what = {};
  };
  append(target.inputs, source.inputs);
  append(target.outputs, source.outputs);
  // A begin that reads from `from` is not an input any more, and its end is not an output.
  if (is_read_[from]) {
    PtrSet inner;
    std::erase_if(target.inputs, [&](const ExprNode* input) {
      const ExprNode* read = As<CallNode>(input)->arg(0).get();
      if (Find(read) != from) return false;
      inner.Insert(read);
      return true;
    });
    std::erase_if(target.outputs, [&](const ExprNode* output) { return inner.Contains(output); });
    is_read_[into] = true;
  }
  parents_[from] = into;
}

}  // namespace passcope
