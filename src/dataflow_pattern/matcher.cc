// The search of the matcher: frames of patterns, each a small state machine.
#include "dataflow_pattern/matcher.h"

#include <algorithm>

#include "dataflow_pattern/types.h"
#include "ir/identity.h"
#include "ir/structural.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "support/poll.h"

namespace passcope {
namespace {

using Kind = DFPatternKind;

bool MatchesLeaf(const CompiledPattern::Node& node, const ExprNode* expr) {
  const DFPatternNode::Fields& fields = node.pattern->fields;
  switch (node.pattern->kind()) {
    case Kind::kExpr:
      if (node.op) return expr == node.op;
      return fields.expr == expr ||
             (fields.expr->kind() == expr->kind() && StructuralEqual(fields.expr, Expr(expr)));
    case Kind::kVar: {
      const auto* var = As<VarNode>(expr);
      return var && (fields.name.empty() || fields.name == var->name());
    }
    case Kind::kConstant:
      return As<ConstantNode>(expr) != nullptr;
    default:
      return true;
  }
}

enum CallState : uint32_t { kCallee, kCalleeDone, kArgs, kReversed, kQuotient, kProduct };

}  // namespace

DFPatternMatcher::DFPatternMatcher(const CompiledPattern& pattern, ExprGraph& graph)
    : pattern_(pattern), graph_(graph), memo_(pattern.nodes().size()) {}

bool DFPatternMatcher::Match(const ExprNode* expr) {
  Tick();
  extra_.clear();
  memo_.resize(pattern_.nodes().size());
  for (uint32_t pattern : matched_) {
    if (pattern < memo_.size()) memo_[pattern].clear();
  }
  matched_.clear();
  memoize_ = true;
  Visit(pattern_.root(), expr);
  while (!frames_.empty()) Step();
  return result_;
}

void DFPatternMatcher::Remember(uint32_t pattern, const ExprNode* expr) {
  memo_[pattern].push_back(expr);
  matched_.push_back(pattern);
}

void DFPatternMatcher::Forget(size_t watermark) {
  for (size_t i = watermark; i < matched_.size(); ++i) memo_[matched_[i]].clear();
  matched_.resize(watermark);
}

void DFPatternMatcher::Visit(uint32_t pattern, const ExprNode* expr) {
  if (memoize_ && !memo_[pattern].empty()) {
    result_ = false;
    for (const ExprNode* before : memo_[pattern]) {
      result_ = result_ || IdentityOf(before) == IdentityOf(expr);
    }
    return;
  }
  const Node& what = node(pattern);
  // Most alternatives cannot match an expression.
  if (pattern < pattern_.nodes().size() && !pattern_.MayMatch(what, expr)) {
    result_ = false;
    return;
  }
  switch (what.pattern->kind()) {
    case Kind::kExpr:
    case Kind::kVar:
    case Kind::kConstant:
    case Kind::kWildcard:
      result_ = MatchesLeaf(what, expr);
      if (result_) Remember(pattern, expr);
      break;
    default:
      frames_.push_back({pattern, expr, static_cast<uint32_t>(matched_.size())});
  }
}

void DFPatternMatcher::Finish(bool matched) {
  Frame frame = frames_.back();
  frames_.pop_back();
  if (matched) {
    Remember(frame.pattern, frame.expr);
  } else {
    Forget(frame.watermark);
  }
  result_ = matched;
}

// frame.next is the next child to visit. result_ has the result of the previous one.
void DFPatternMatcher::StepChildren(Frame& frame, const Node& pattern,
                                    std::span<const Expr> exprs) {
  if (frame.next > 0 && !result_) return Finish(false);
  if (frame.next == pattern.children.size()) return Finish(true);
  uint32_t next = frame.next++;
  Visit(pattern.children[next], exprs[next].get());
}

void DFPatternMatcher::Step() {
  Frame& frame = frames_.back();
  const Node& pattern = node(frame.pattern);
  const DFPatternNode::Fields& fields = pattern.pattern->fields;
  const ExprNode* expr = frame.expr;
  // Patterns that constrain another one check the type first.
  auto constrain = [&](auto&& fits) {
    if (frame.state == 1) return Finish(result_);
    if (!fits()) return Finish(false);
    frame.state = 1;
    Visit(pattern.children[0], expr);
  };
  switch (pattern.pattern->kind()) {
    case Kind::kCall:
      return StepCall(frame, pattern);
    case Kind::kDominator:
      return StepDominator(frame, pattern);
    case Kind::kFunction: {
      if (expr->kind() != ExprKind::kFunction) return Finish(false);
      std::span<const Expr> children = expr->children();
      if (fields.any) return StepChildren(frame, pattern, children.last(1));
      if (children.size() != pattern.children.size()) return Finish(false);
      return StepChildren(frame, pattern, children);
    }
    case Kind::kTuple:
      if (expr->kind() != ExprKind::kTuple) return Finish(false);
      if (!fields.any && expr->children().size() != pattern.children.size()) return Finish(false);
      return StepChildren(frame, pattern, expr->children());
    case Kind::kTupleGetItem: {
      const auto* item = As<TupleGetItemNode>(expr);
      if (!item || (fields.index != -1 && fields.index != item->index)) return Finish(false);
      return StepChildren(frame, pattern, expr->children());
    }
    case Kind::kIf:
      if (expr->kind() != ExprKind::kIf) return Finish(false);
      return StepChildren(frame, pattern, expr->children());
    case Kind::kLet:
      if (expr->kind() != ExprKind::kLet) return Finish(false);
      return StepChildren(frame, pattern, expr->children());
    case Kind::kAlt:
      if (frame.state > 0 && (result_ || frame.state == 2)) return Finish(result_);
      return Visit(pattern.children[frame.state++], expr);
    case Kind::kAttr:
      if (frame.state == 1) return Finish(result_ && HasAttrs(fields.attrs, expr));
      frame.state = 1;
      return Visit(pattern.children[0], expr);
    case Kind::kType:
      return constrain([&] { return fields.type == TypeOf(expr); });
    case Kind::kDataType:
      return constrain([&] {
        const Type type = TypeOf(expr);
        const auto* tensor = As<TensorTypeNode>(type);
        return tensor && tensor->dtype == fields.dtype;
      });
    case Kind::kShape:
      return constrain([&] {
        const Type type = TypeOf(expr);
        const auto* tensor = As<TensorTypeNode>(type);
        return tensor && std::equal(tensor->shape.begin(), tensor->shape.end(),
                                    fields.shape.begin(), fields.shape.end());
      });
    case Kind::kExpr:
    case Kind::kVar:
    case Kind::kConstant:
    case Kind::kWildcard:
      return;  // Visit has handled these.
  }
}

bool DFPatternMatcher::IsCallPattern(uint32_t pattern, std::string_view op) const {
  const Node& what = node(pattern);
  if (what.pattern->kind() != Kind::kCall) return false;
  const OpNode* callee = node(what.children[0]).op;
  return callee && callee->name() == op && what.children.size() == 3;
}

uint32_t DFPatternMatcher::AddCall(uint32_t op, uint32_t lhs, uint32_t rhs) {
  // The pattern's node only says that it is a call with given arguments.
  static const DFPattern call = IsCall(Wildcard(), {});
  extra_.push_back({call.get(), {op, lhs, rhs}});
  memo_.resize(pattern_.nodes().size() + extra_.size());
  memo_.back().clear();
  return static_cast<uint32_t>(memo_.size() - 1);
}

void DFPatternMatcher::StepCall(Frame& frame, const Node& pattern) {
  const auto* call = As<CallNode>(frame.expr);
  if (!call) return Finish(false);
  size_t num_args = pattern.children.size() - 1;
  switch (frame.state) {
    case kCallee:
      frame.state = kCalleeDone;
      return Visit(pattern.children[0], call->op().get());
    case kCalleeDone:
      if (!result_) {
        Forget(frame.watermark);
        return StepProduct(frame, pattern);
      }
      if (pattern.pattern->fields.any) return Finish(true);
      if (num_args != call->args().size()) return Finish(false);
      frame.args_watermark = static_cast<uint32_t>(matched_.size());
      frame.state = kArgs;
      break;
    case kArgs:
      if (result_) break;
      Forget(frame.args_watermark);
      if (const OpNode* op = node(pattern.children[0]).op;
          !op ||
          (op->name() != std::string_view("add") && op->name() != std::string_view("multiply"))) {
        return Finish(false);
      }
      frame.state = kReversed;
      frame.next = 0;
      break;
    case kReversed:
      if (!result_) return Finish(false);
      break;
    default:
      return StepProduct(frame, pattern);
  }
  if (frame.next == num_args) return Finish(true);
  uint32_t next = frame.next++;
  size_t child = frame.state == kReversed ? num_args - next : next + 1;
  Visit(pattern.children[child], call->arg(next).get());
}

// (a * b) / c also matches a * (b / c) and (a / c) * b, and vice versa.
void DFPatternMatcher::StepProduct(Frame& frame, const Node& pattern) {
  if (frame.state == kProduct) return Finish(result_);
  if (frame.state == kQuotient) {
    if (result_) return Finish(true);
    Forget(frame.watermark);
  }
  uint32_t self = frame.pattern;
  const ExprNode* expr = frame.expr;
  const auto* call = As<CallNode>(expr);
  auto has_arg = [&](std::string_view op) {
    return std::any_of(call->args().begin(), call->args().end(),
                       [&](const Expr& arg) { return IsCallTo(arg, op); });
  };
  // Copies, since adding patterns moves the originals.
  std::vector<uint32_t> children = pattern.children;
  if (IsCallPattern(self, "divide") && IsCallPattern(children[1], "multiply") &&
      IsCallTo(expr, "multiply") && has_arg("divide")) {
    uint32_t tried = frame.state == kQuotient ? frame.next : 0;
    if (tried == 2) return Finish(false);
    frame.state = kQuotient;
    frame.next = tried + 1;
    std::vector<uint32_t> factors = node(children[1]).children;
    uint32_t quotient = AddCall(children[0], factors[1 + tried], children[2]);
    return Visit(AddCall(factors[0], factors[2 - tried], quotient), expr);
  }
  if (IsCallPattern(self, "multiply") && IsCallTo(expr, "divide") && has_arg("multiply")) {
    for (size_t arg : {1, 2}) {
      if (!IsCallPattern(children[arg], "divide")) continue;
      frame.state = kProduct;
      std::vector<uint32_t> quotient = node(children[arg]).children;
      uint32_t product = AddCall(children[0], quotient[1], children[3 - arg]);
      return Visit(AddCall(quotient[0], product, quotient[2]), expr);
    }
  }
  Finish(false);
}

// Every path from the child must lead through expressions that match the path pattern to one that
// matches the parent. Then the child must dominate the parent.
void DFPatternMatcher::StepDominator(Frame& frame, const Node& pattern) {
  enum : uint32_t { kStart, kChild, kWalk, kAtParent, kOnPath, kSearch, kFound };
  const std::vector<uint32_t>& children = pattern.children;
  constexpr size_t kParent = 0, kPath = 1, kChildPattern = 2;
  std::span<const ExprNode* const> order = graph_.order();
  auto fail = [&] {
    memoize_ = true;
    paths_.pop_back();
    Finish(false);
  };
  // Read the top of paths_ before Visit, since Visit can push another path.
  switch (frame.state) {
    case kStart:
      frame.state = kChild;
      return Visit(children[kChildPattern], frame.expr);
    case kChild: {
      if (!result_) return Finish(false);
      uint32_t index = graph_.IndexOf(frame.expr);
      if (index == ExprGraph::kNone) return Finish(false);
      Path path;
      path.steps.push_back({index, 0});
      paths_.push_back(std::move(path));
      frame.state = kWalk;
      return;
    }
    case kAtParent: {
      Path& path = paths_.back();
      if (result_) {
        // One input that matches the parent is enough for the expression.
        path.done.Insert(order[path.steps.back().node]);
        path.steps.pop_back();
        frame.state = kWalk;
        return;
      }
      memoize_ = false;
      frame.state = kOnPath;
      const Path::Step& step = path.steps.back();
      return Visit(children[kPath], order[graph_.Inputs(step.node)[step.input]]);
    }
    case kOnPath: {
      if (!result_) return fail();
      Path& path = paths_.back();
      Path::Step& step = path.steps.back();
      uint32_t input = graph_.Inputs(step.node)[step.input++];
      if (!path.done.Contains(order[input])) path.steps.push_back({input, 0});
      frame.state = kWalk;
      return;
    }
    case kWalk: {
      Path& path = paths_.back();
      memoize_ = true;
      if (path.steps.empty()) {
        path.dominated.push_back(graph_.IndexOf(frame.expr));
        frame.state = kSearch;
        return;
      }
      Path::Step& step = path.steps.back();
      std::span<const uint32_t> inputs = graph_.Inputs(step.node);
      const auto* call = As<CallNode>(order[step.node]);
      while (step.input < inputs.size() && call &&
             IdentityOf(order[inputs[step.input]]) == IdentityOf(call->op())) {
        ++step.input;
      }
      if (step.input == inputs.size()) {
        path.done.Insert(order[step.node]);
        path.steps.pop_back();
        return;
      }
      frame.state = kAtParent;
      return Visit(children[kParent], order[inputs[step.input]]);
    }
    case kFound: {
      if (result_) {
        paths_.pop_back();
        return Finish(true);
      }
      Path& path = paths_.back();
      path.dominated.push_back(path.candidate);
      frame.state = kSearch;
      return;
    }
    default: {
      Path& path = paths_.back();
      while (true) {
        if (path.current == ExprGraph::kNone) {
          if (path.dominated.empty()) return fail();
          path.current = path.dominated.back();
          path.dominated.pop_back();
          frame.next = 0;
        }
        std::span<const uint32_t> below = graph_.DominatorChildren(path.current);
        while (frame.next < below.size()) {
          path.candidate = below[frame.next++];
          if (!path.seen.Insert(order[path.candidate])) continue;
          frame.state = kFound;
          return Visit(children[kParent], order[path.candidate]);
        }
        path.current = ExprGraph::kNone;
      }
    }
  }
}

Type DFPatternMatcher::TypeOf(const ExprNode* expr) {
  if (expr->checked_type()) return expr->checked_type();
  if (const auto* var = As<VarNode>(expr); var && var->type_annotation) return var->type_annotation;
  if (const Type* known = types_.Find(IdentityOf(expr))) return *known;
  // Typing keeps the structure, so both can be walked in parallel.
  typed_.push_back(InferTypesWithModule(Expr(expr), nullptr));
  std::vector<const ExprNode*> before, after;
  PostOrderVisit(expr, [&](const ExprNode* node) { before.push_back(node); });
  PostOrderVisit(typed_.back(), [&](const ExprNode* node) { after.push_back(node); });
  if (before.size() == after.size()) {
    for (size_t i = 0; i < before.size(); ++i) {
      if (before[i]->kind() != after[i]->kind()) break;
      types_[IdentityOf(before[i])] = after[i]->checked_type();
    }
  }
  return typed_.back()->checked_type();
}

bool MatchPattern(const DFPattern& pattern, const Expr& expr) {
  CompiledPattern compiled(pattern);
  ExprGraph graph(expr);
  return compiled.MayMatch(expr.get()) && DFPatternMatcher(compiled, graph).Match(expr.get());
}

}  // namespace passcope
