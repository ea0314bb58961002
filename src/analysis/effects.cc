// Builds constraints between facts. A work list spreads known effects along their edges.
#include "analysis/effects.h"

#include "ir/search.h"
#include "op/op.h"

namespace passcope {
namespace {

// The fact without effects, and the fact with all effects.
constexpr uint32_t kNoEffects = 0, kAllEffects = 1;

// True if a value of the expression certainly holds no functions.
bool IsData(const ExprNode* expr) {
  if (const TypeNode* type = expr->checked_type().get()) return !type->may_hold_functions();
  const auto* var = As<VarNode>(expr);
  return var && var->type_annotation && !var->type_annotation->may_hold_functions();
}

// The effects of calling an operator.
uint8_t OfOperator(const OpNode* op) {
  if (!op->decl->Has(OpTrait::kStateful)) return 0;
  return op->decl->Has(OpTrait::kNonComputational) ? Effect::kState : Effect::kRandom;
}

}  // namespace

Effects::Effects(IRModule module) : module_(std::move(module)) {
  facts_.resize(2);
  facts_[kAllEffects].kinds = kAll;
  for (const IRModuleNode::Item& item : module_->functions) {
    functions_[item.name.id()] = As<FunctionNode>(item.function);
    bodies_.Insert(item.function.get());
  }
}

Effect Effects::Of(const Expr& expr) {
  uint8_t kinds = facts_[FactsOf(expr).eval].kinds;
  return (kinds & kParams) != 0 ? Effect::All() : Effect(kinds);
}

Effect Effects::OfCalling(const Expr& expr) {
  uint8_t kinds = facts_[FactsOf(expr).call].kinds;
  return (kinds & kParams) != 0 ? Effect::All() : Effect(kinds);
}

Effects::Pair Effects::FactsOf(const Expr& expr) {
  if (const Pair* known = exprs_.Find(expr.get())) return *known;
  keep_.push_back(expr);
  VisitAll(expr.get());
  return *exprs_.Find(expr.get());
}

void Effects::VisitAll(const ExprNode* root) {
  Visit(root);
  while (!waiting_.empty()) {
    Waiting global = waiting_.back();
    waiting_.pop_back();
    Visit(global.function);
    Flow(exprs_.Find(global.function)->call, global.fact);
  }
  Solve();
}

// Binds the variables of a node before its children are visited, since a let-bound function can
// call itself.
void Effects::Bind(const ExprNode* node) {
  bool function = node->kind() == ExprKind::kFunction;
  bool global = function && bodies_.Contains(node);
  ForEachBinder(node, [&](const VarNode* var) {
    auto [fact, fresh] = vars_.Insert(var->vid.get());
    if (!fresh) return;
    uint32_t index = kNoEffects;
    if (!IsData(var)) index = !function ? NewFact(0) : global ? NewFact(kParams) : kAllEffects;
    vars_[var->vid.get()] = index;
  });
}

void Effects::Visit(const ExprNode* root) {
  struct Frame {
    const ExprNode* node;
    size_t next;
  };
  std::vector<Frame> stack;
  auto enter = [&](const ExprNode* node) {
    if (exprs_.Contains(node)) return;
    Bind(node);
    stack.push_back({node, 0});
  };
  enter(root);
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.next < frame.node->children().size()) {
      enter(frame.node->child(frame.next++).get());
      continue;
    }
    const ExprNode* node = frame.node;
    stack.pop_back();
    if (exprs_.Contains(node)) continue;
    Pair pair = Constrain(node);
    exprs_[node] = pair;
  }
}

Effects::Pair Effects::Constrain(const ExprNode* node) {
  const bool data = IsData(node);
  std::span<const Expr> children = node->children();
  auto of = [&](size_t i) { return *exprs_.Find(children[i].get()); };
  // The effects of calling the functions that the children from `begin` to `end` hold.
  auto calls = [&](size_t begin, size_t end) {
    std::vector<uint32_t> parts;
    for (size_t i = begin; i < end; ++i) parts.push_back(of(i).call);
    return Join(parts);
  };
  auto evals = [&](uint8_t kinds) {
    std::vector<uint32_t> parts;
    for (size_t i = 0; i < children.size(); ++i) parts.push_back(of(i).eval);
    return Join(parts, kinds);
  };
  switch (node->kind()) {
    case ExprKind::kConstant:
    case ExprKind::kConstructor:
      return {kNoEffects, kNoEffects};
    case ExprKind::kOp:
      return {kNoEffects, Join({}, OfOperator(As<OpNode>(node)))};
    case ExprKind::kVar: {
      // A free variable can be any function.
      const uint32_t* fact = vars_.Find(As<VarNode>(node)->vid.get());
      return {kNoEffects, fact ? *fact : data ? kNoEffects : kAllEffects};
    }
    case ExprKind::kGlobalVar: {
      // As a value, a function can get any arguments.
      uint32_t global = GlobalFact(As<GlobalVarNode>(node)->name);
      uint32_t self = NewFact(0);
      Flow(global, self, kAll);
      FlowIfParams(global, kAllEffects, self);
      return {kNoEffects, self};
    }
    case ExprKind::kFunction: {
      Pair body = of(children.size() - 1);
      uint32_t both[] = {body.eval, body.call};
      return {kNoEffects, Join(both)};
    }
    case ExprKind::kCall:
      return ConstrainCall(As<CallNode>(node), evals(0), data);
    case ExprKind::kTuple:
      return {evals(0), data ? kNoEffects : calls(0, children.size())};
    case ExprKind::kTupleGetItem:
      return {of(0).eval, data ? kNoEffects : of(0).call};
    case ExprKind::kLet: {
      uint32_t var = *vars_.Find(As<VarNode>(children[0])->vid.get());
      if (var != kNoEffects) Flow(of(1).call, var);
      return {evals(0), data ? kNoEffects : of(2).call};
    }
    case ExprKind::kIf:
      return {evals(0), data ? kNoEffects : calls(1, 3)};
    case ExprKind::kMatch: {
      ForEachBinder(node, [&](const VarNode* binder) {
        uint32_t var = *vars_.Find(binder->vid.get());
        if (var != kNoEffects) Flow(of(0).call, var);
      });
      std::vector<uint32_t> parts;
      if (!data) {
        for (const MatchClause& clause : As<MatchNode>(node)->clauses()) {
          parts.push_back(of(clause.body).call);
        }
      }
      return {evals(0), Join(parts)};
    }
    case ExprKind::kRefCreate:
      return {evals(Effect::kCreates), data ? kNoEffects : kAllEffects};
    case ExprKind::kRefRead:
      return {evals(Effect::kReads), data ? kNoEffects : kAllEffects};
    case ExprKind::kRefWrite:
      return {evals(Effect::kWrites), kNoEffects};
  }
  return {kAllEffects, kAllEffects};
}

// `args` is the fact of evaluating the callee and the arguments.
Effects::Pair Effects::ConstrainCall(const CallNode* call, uint32_t args, bool data) {
  std::vector<uint32_t> held;
  for (const Expr& arg : call->args()) held.push_back(exprs_.Find(arg.get())->call);
  if (As<ConstructorNode>(call->op())) return {args, data ? kNoEffects : Join(held)};
  if (const auto* op = As<OpNode>(call->op())) {
    uint32_t own[] = {args};
    return {Join(own, OfOperator(op)), data ? kNoEffects : Join(held)};
  }
  if (const auto* global = As<GlobalVarNode>(call->op())) {
    uint32_t callee = GlobalFact(global->name);
    Pair self = {NewFact(0), data ? kNoEffects : NewFact(0)};
    Flow(args, self.eval);
    for (uint32_t to : {self.eval, self.call}) {
      if (to == kNoEffects) continue;
      Flow(callee, to, kAll);
      for (uint32_t arg : held) FlowIfParams(callee, arg, to);
    }
    return self;
  }
  uint32_t callee = exprs_.Find(call->op().get())->call;
  uint32_t both[] = {args, callee};
  return {Join(both), data ? kNoEffects : callee};
}

uint32_t Effects::Join(std::span<const uint32_t> parts, uint8_t kinds) {
  uint32_t only = kNoEffects;
  bool several = false;
  for (uint32_t part : parts) {
    if (part == kNoEffects || part == only) continue;
    several = only != kNoEffects;
    if (several) break;
    only = part;
  }
  if (!several && (kinds == 0 || only == kAllEffects)) return only;
  uint32_t fact = NewFact(kinds);
  for (uint32_t part : parts) {
    if (part != kNoEffects) Flow(part, fact);
  }
  return fact;
}

uint32_t Effects::NewFact(uint8_t kinds) {
  auto index = static_cast<uint32_t>(facts_.size());
  facts_.emplace_back();
  Add(index, kinds);
  return index;
}

// The fact of calling a global function.
uint32_t Effects::GlobalFact(Name name) {
  auto [fact, fresh] = globals_.Insert(name.id());
  if (!fresh) return *fact;
  const FunctionNode* const* function = functions_.Find(name.id());
  bool known = function && !(*function)->HasFlag("Extern");
  uint32_t index = NewFact(known ? 0 : kAll);
  globals_[name.id()] = index;
  if (known) waiting_.push_back({*function, index});
  return index;
}

void Effects::Add(uint32_t fact, uint8_t kinds) {
  Fact& known = facts_[fact];
  if ((kinds & ~known.kinds) == 0) return;
  known.kinds |= kinds;
  if (known.queued) return;
  known.queued = true;
  queue_.push_back(fact);
}

void Effects::Flow(uint32_t from, uint32_t to, uint8_t mask) {
  if (from == kNoEffects || from == to) return;
  edges_.push_back({to, mask, kNoEffects, facts_[from].edges});
  facts_[from].edges = static_cast<uint32_t>(edges_.size() - 1);
  Add(to, facts_[from].kinds & mask);
}

void Effects::FlowIfParams(uint32_t global, uint32_t from, uint32_t to) {
  if (from == kNoEffects) return;
  if ((facts_[global].kinds & kParams) != 0) {
    Flow(from, to);
    return;
  }
  edges_.push_back({to, kAll | kParams, from, facts_[global].guarded});
  facts_[global].guarded = static_cast<uint32_t>(edges_.size() - 1);
}

void Effects::Solve() {
  // Each fact is handled once for each new effect.
  while (!queue_.empty()) {
    uint32_t index = queue_.back();
    queue_.pop_back();
    facts_[index].queued = false;
    const uint8_t kinds = facts_[index].kinds;
    for (uint32_t i = facts_[index].edges; i != kNone; i = edges_[i].next) {
      Add(edges_[i].to, kinds & edges_[i].mask);
    }
    if ((kinds & kParams) == 0) continue;
    uint32_t guarded = std::exchange(facts_[index].guarded, kNone);
    for (uint32_t i = guarded; i != kNone; i = edges_[i].next) {
      const Edge edge = edges_[i];
      Flow(edge.from, edge.to);
    }
  }
}

Effects* LazyEffects::For(const Expr& function) {
  if (!MayHaveEffects(function)) return nullptr;
  if (!effects_) effects_ = std::make_unique<Effects>(module_);
  effects_->OfCalling(function);
  return effects_.get();
}

bool MayHaveEffects(const Expr& function) {
  return ContainsNode(
      function, {ExprKind::kCall, ExprKind::kRefCreate, ExprKind::kRefRead, ExprKind::kRefWrite},
      [](const ExprNode* node) {
        const auto* call = As<CallNode>(node);
        if (!call || As<ConstructorNode>(call->op())) return !call;
        const auto* op = As<OpNode>(call->op());
        return !op || op->decl->Has(OpTrait::kStateful);
      });
}

}  // namespace passcope
