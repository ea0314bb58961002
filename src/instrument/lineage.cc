// Derives the lineage of expressions from the notes of a run.
//
// Each note is about an expression that existed at that moment, an *instance*. Several instances
// can have had the same address, one after another. The notes, read in order, give a graph of
// instances whose edges have times. The expressions of the kept programs are instances too. Between
// them are instances that passes made and dropped again.
#include "instrument/lineage.h"

#include <algorithm>
#include <queue>
#include <utility>

#include "ir/identity.h"
#include "ir/visitor.h"

namespace passcope {
namespace {

// Above this number of kept expressions, programs that were used before are forgotten.
constexpr size_t kMaxKeptNodes = 4'000'000;

// True if two similar expressions are equal, apart from their children.
bool SaysTheSame(const ExprNode* a, const ExprNode* b) {
  if (a == b) return true;
  if (!IsAlike(a, b) || a->children().size() != b->children().size()) return false;
  if (a->checked_type() && b->checked_type() && !(a->checked_type() == b->checked_type())) {
    return false;
  }
  if (const auto* call = As<CallNode>(a)) return AttrsEqual(call->attrs, As<CallNode>(b)->attrs);
  if (const auto* function = As<FunctionNode>(a)) {
    return DictAttrsEqual(function->attrs, As<FunctionNode>(b)->attrs);
  }
  return true;
}

}  // namespace

bool IsAlike(const ExprNode* a, const ExprNode* b) {
  if (a->kind() != b->kind()) return false;
  switch (a->kind()) {
    case ExprKind::kCall: {
      const ExprNode* f = a->child(0).get();
      const ExprNode* g = b->child(0).get();
      bool named = As<OpNode>(f) || As<GlobalVarNode>(f) || As<OpNode>(g) || As<GlobalVarNode>(g);
      return !named || IdentityOf(f) == IdentityOf(g);
    }
    case ExprKind::kTupleGetItem:
      return As<TupleGetItemNode>(a)->index == As<TupleGetItemNode>(b)->index;
    case ExprKind::kConstant:
      return As<ConstantNode>(a)->data == As<ConstantNode>(b)->data;
    case ExprKind::kVar:
      return As<VarNode>(a)->name() == As<VarNode>(b)->name();
    case ExprKind::kLet:
      return IsAlike(a->child(0).get(), b->child(0).get());
    default:
      return true;
  }
}

std::span<const char* const> LiteralsOf(LineageKind) {
  static constexpr const char* kNames[] = {"unchanged", "changed", "made",   "merged",
                                           "split",     "folded",  "removed"};
  return kNames;
}

void LineageRecord::Begin(const IRModule& module, int entry) {
  marks_.push_back({journal_.notes().size(), module, entry, false, open_ == 0});
  if (open_++ == 0) journal_.Listen();
}

void LineageRecord::End(const IRModule& module, int entry) {
  if (open_ == 0) return;
  if (--open_ == 0) journal_.StopListening();
  marks_.push_back({journal_.notes().size(), module, entry, true, open_ == 0});
}

void LineageRecord::Clear() {
  journal_.StopListening();
  journal_.Clear();
  marks_.clear();
  open_ = 0;
}

LineageGraph::LineageGraph(const LineageRecord& record) { Read(record); }

uint32_t LineageGraph::NewInstance(const void* identity, bool rooted) {
  auto instance = static_cast<uint32_t>(of_result_.size());
  of_result_.push_back(kNone);
  of_source_.push_back(kNone);
  rooted_.push_back(rooted);
  instances_[identity] = instance;
  return instance;
}

uint32_t LineageGraph::InstanceOf(const void* identity) {
  const uint32_t* known = instances_.Find(identity);
  return known ? *known : NewInstance(identity, true);
}

void LineageGraph::Link(uint32_t result, uint32_t source, Origin origin) {
  if (result == source) return;
  auto edge = static_cast<uint32_t>(edges_.size());
  edges_.push_back({result, source, clock_, origin, of_result_[result], of_source_[source]});
  of_result_[result] = edge;
  if (rooted_[source]) rooted_[result] = true;
  of_source_[source] = edge;
}

void LineageGraph::Note(const LineageNote& note) {
  ++clock_;
  // The source comes first, since the result can have the address of its source.
  uint32_t source = note.source() ? InstanceOf(note.source()) : kNone;
  uint32_t result = note.origin() == Origin::kAlso ? InstanceOf(note.result())
                                                   : NewInstance(note.result(), false);
  if (source != kNone) Link(result, source, note.origin());
}

uint32_t LineageGraph::See(const IRModule& module) {
  auto [id, fresh] = module_ids_.Insert(module.get());
  if (fresh) {
    *id = static_cast<uint32_t>(modules_.size());
    modules_.push_back({module, clock_, clock_, nullptr});
  }
  modules_[*id].last = clock_;
  return *id;
}

const LineageGraph::Program& LineageGraph::Use(uint32_t module) {
  Module& known = modules_[module];
  if (known.program) return *known.program;
  auto program = std::make_unique<Program>();
  struct Visitor : PostOrderVisitor {
    explicit Visitor(Program* program) : program(program) {}
    void Leave(const ExprNode* node) override {
      if (node->kind() == ExprKind::kOp) return;
      auto [place, fresh] = program->places.Insert(IdentityOf(node));
      if (!fresh) return;
      *place = static_cast<uint32_t>(program->nodes.size());
      program->nodes.push_back(node);
    }
    Program* program;
  } visitor(program.get());
  for (const IRModuleNode::Item& item : known.module->functions) visitor.Run(item.function.get());
  program->module = known.module;
  known.program = std::move(program);
  kept_nodes_ += known.program->nodes.size();
  if (kept_nodes_ > kMaxKeptNodes) {
    // The two programs that were used last are in use.
    kept_nodes_ = 0;
    for (uint32_t i = 0; i < modules_.size(); ++i) {
      if (i != module && i != last_used_) modules_[i].program.reset();
      if (modules_[i].program) kept_nodes_ += modules_[i].program->nodes.size();
    }
  }
  last_used_ = module;
  return *known.program;
}

void LineageGraph::Read(const LineageRecord& record) {
  std::span<const LineageNote> notes = record.notes();
  size_t at = 0;
  uint32_t last = kNone;  // The module after the last outermost pass.
  for (const LineageRecord::Mark& mark : record.marks()) {
    while (at < mark.at) Note(notes[at++]);
    ++clock_;
    bool known = module_ids_.Contains(mark.module.get());
    uint32_t module = See(mark.module);
    std::vector<Moment>& moments = mark.after ? after_ : before_;
    auto entry = static_cast<size_t>(mark.entry);
    if (moments.size() <= entry) moments.resize(entry + 1);
    moments[entry] = {clock_, module};
    if (mark.after) {
      uint32_t from = before_[entry].module;
      if (from != module) Match(from, module);
      if (mark.outermost) last = module;
    } else if (mark.outermost && !known && last != kNone) {
      // Nothing was noted in between, so addresses can belong to other expressions now.
      Use(last);
      const Program& now = Use(module);
      for (const ExprNode* node : now.nodes) {
        const void* identity = IdentityOf(node);
        if (!Use(last).places.Contains(identity)) NewInstance(identity, false);
      }
      Match(last, module);
    }
  }
}

void LineageGraph::Match(uint32_t from, uint32_t to) {
  const Program& before = Use(from);
  const Program& after = Use(to);
  auto explained = [&](const ExprNode* node) {
    const void* identity = IdentityOf(node);
    if (before.places.Contains(identity)) return true;
    const uint32_t* instance = instances_.Find(identity);
    return instance && rooted_[*instance];
  };
  if (std::all_of(after.nodes.begin(), after.nodes.end(), explained)) return;

  // Walks both programs at once while they are similar.
  struct Pair {
    const ExprNode* before;
    const ExprNode* after;
  };
  std::vector<Pair> stack;
  PtrSet seen;
  for (const IRModuleNode::Item& item : after.module->functions) {
    const FunctionNode* function = before.module->Find(item.name.view());
    if (function) stack.push_back({function, item.function.get()});
  }
  while (!stack.empty()) {
    auto [old_node, new_node] = stack.back();
    stack.pop_back();
    if (old_node == new_node || new_node->kind() == ExprKind::kOp) continue;
    if (!seen.Insert(IdentityOf(new_node))) continue;
    bool alike = IsAlike(old_node, new_node);
    // A parameter can have become a constant, or vice versa.
    bool leaves = old_node->children().empty() && new_node->children().empty();
    if ((alike || leaves) && !explained(new_node)) {
      Link(InstanceOf(IdentityOf(new_node)), InstanceOf(IdentityOf(old_node)),
           alike ? Origin::kCopied : Origin::kMade);
    }
    std::span<const Expr> old_children = old_node->children(), new_children = new_node->children();
    if (alike) {
      size_t count = std::min(old_children.size(), new_children.size());
      // Aligns bodies with bodies, for any number of parameters.
      bool function = new_node->kind() == ExprKind::kFunction;
      for (size_t i = 0; i + (function ? 1 : 0) < count; ++i) {
        stack.push_back({old_children[i].get(), new_children[i].get()});
      }
      if (function) stack.push_back({old_children.back().get(), new_children.back().get()});
      continue;
    }
    // A pass can have wrapped or unwrapped the expression.
    for (const Expr& child : new_children) {
      if (IsAlike(old_node, child.get())) stack.push_back({old_node, child.get()});
    }
    for (const Expr& child : old_children) {
      if (IsAlike(child.get(), new_node)) {
        if (!explained(new_node)) {
          Link(InstanceOf(IdentityOf(new_node)), InstanceOf(IdentityOf(child.get())),
               Origin::kCopied);
        }
        size_t count = std::min(child->children().size(), new_children.size());
        for (size_t i = 0; i < count; ++i) {
          stack.push_back({child->child(i).get(), new_children[i].get()});
        }
        break;
      }
    }
  }
}

const LineageGraph::Moment& LineageGraph::MomentOf(ProgramOfTrace program) const {
  static constexpr Moment kNever;
  const std::vector<Moment>& moments = program.after ? after_ : before_;
  bool known = program.index >= 0 && static_cast<size_t>(program.index) < moments.size();
  return known ? moments[static_cast<size_t>(program.index)] : kNever;
}

std::vector<ProgramOfTrace> LineageGraph::Programs() const {
  std::vector<ProgramOfTrace> programs(modules_.size());
  std::vector<uint32_t> times(modules_.size(), kNone);
  for (bool after : {false, true}) {
    const std::vector<Moment>& moments = after ? after_ : before_;
    for (size_t i = 0; i < moments.size(); ++i) {
      const Moment& moment = moments[i];
      if (moment.module == kNone || moment.time >= times[moment.module]) continue;
      times[moment.module] = moment.time;
      programs[moment.module] = {static_cast<int64_t>(i), after};
    }
  }
  return programs;
}

const LineageGraph::Program* LineageGraph::Find(ProgramOfTrace program) {
  const Moment& moment = MomentOf(program);
  return moment.module == kNone ? nullptr : &Use(moment.module);
}

std::vector<LineageLink> LineageGraph::Align(ProgramOfTrace from, ProgramOfTrace to) {
  const Moment begin = MomentOf(from), end = MomentOf(to);
  if (begin.module == kNone || end.module == kNone) return {};
  const Program& before = Use(begin.module);
  const Program& after = Use(end.module);

  std::vector<uint32_t> place(of_result_.size(), kNone);  // In `before`, by instance.
  for (uint32_t i = 0; i < before.nodes.size(); ++i) {
    const uint32_t* instance = instances_.Find(IdentityOf(before.nodes[i]));
    if (instance && *instance < place.size()) place[*instance] = i;
  }
  struct Found {
    uint32_t from, to;
    bool same;  // True for the same expression or a copy of it.
  };
  std::vector<Found> found;
  struct State {
    uint32_t instance;
    uint32_t time;
    bool copy;
  };
  std::vector<State> stack;
  std::vector<uint32_t> visited(of_result_.size(), kNone), visited_copy(of_result_.size(), kNone);
  for (uint32_t i = 0; i < after.nodes.size(); ++i) {
    const void* identity = IdentityOf(after.nodes[i]);
    const uint32_t* instance = instances_.Find(identity);
    size_t first = found.size();
    if (const uint32_t* same = before.places.Find(identity)) found.push_back({*same, i, true});
    if (instance) stack.push_back({*instance, end.time, true});
    while (!stack.empty()) {
      State state = stack.back();
      stack.pop_back();
      std::vector<uint32_t>& marks = state.copy ? visited_copy : visited;
      if (marks[state.instance] == i || visited_copy[state.instance] == i) continue;
      marks[state.instance] = i;
      uint32_t own = place[state.instance];
      uint32_t since = 0;
      if (own != kNone) {
        since = begin.time + 1;
        auto it = std::find_if(found.begin() + static_cast<std::ptrdiff_t>(first), found.end(),
                               [own](const Found& f) { return f.from == own; });
        if (it == found.end()) {
          found.push_back({own, i, state.copy});
        } else {
          it->same = it->same || state.copy;
        }
      }
      for (uint32_t e = of_result_[state.instance]; e != kNone; e = edges_[e].next_of_result) {
        const Edge& edge = edges_[e];
        if (edge.time > state.time || edge.time < since) continue;
        stack.push_back({edge.source, edge.time, state.copy && edge.origin == Origin::kCopied});
      }
    }
  }

  // A similar expression is the same expression with a change, however it was made.
  std::vector<uint32_t> sources(after.nodes.size(), 0), likes(after.nodes.size(), 0);
  std::vector<uint32_t> results(before.nodes.size(), 0), copies(before.nodes.size(), 0);
  std::vector<uint32_t> own(after.nodes.size(), kNone);  // The previous version of an expression.
  for (Found& f : found) {
    const ExprNode* a = before.nodes[f.from];
    const ExprNode* b = after.nodes[f.to];
    f.same = f.same || (a->kind() != ExprKind::kConstant && IsAlike(a, b));
    // A projection of a call with several results counts as one source together with the call.
    if (a->kind() != ExprKind::kTupleGetItem || sources[f.to] == 0) ++sources[f.to];
    if (f.same && (own[f.to] == kNone || IdentityOf(a) == IdentityOf(b))) own[f.to] = f.from;
  }
  for (const Found& f : found) {
    ++results[f.from];
    if (own[f.to] == f.from) ++copies[f.from];
  }
  auto kind_of = [&](const Found& f) {
    const ExprNode* a = before.nodes[f.from];
    const ExprNode* b = after.nodes[f.to];
    if (own[f.to] == f.from) {
      if (copies[f.from] > 1) return LineageKind::kSplit;
      return SaysTheSame(a, b) ? LineageKind::kUnchanged : LineageKind::kChanged;
    }
    if (As<ConstantNode>(b) && (sources[f.to] > 1 || !As<ConstantNode>(a))) {
      return LineageKind::kFolded;
    }
    if (own[f.to] == kNone && sources[f.to] > 1) return LineageKind::kMerged;
    if (copies[f.from] > 0) return LineageKind::kMade;
    if (own[f.to] != kNone) return f.same ? LineageKind::kMerged : LineageKind::kRemoved;
    return results[f.from] > 1 ? LineageKind::kSplit : LineageKind::kChanged;
  };
  std::vector<LineageLink> links;
  links.reserve(found.size());
  size_t next = 0;
  for (uint32_t i = 0; i < after.nodes.size(); ++i) {
    if (sources[i] == 0) links.push_back({LineageLink::kNone, i, LineageKind::kMade});
    for (; next < found.size() && found[next].to == i; ++next) {
      links.push_back({found[next].from, i, kind_of(found[next])});
    }
  }
  for (uint32_t i = 0; i < before.nodes.size(); ++i) {
    if (results[i] == 0) links.push_back({i, LineageLink::kNone, LineageKind::kRemoved});
  }
  return links;
}

LineageGraph::Relatives LineageGraph::Ancestors(const ProgramOfTrace* program,
                                                const ExprNode* node) {
  return Reach(true, program, {&node, 1});
}
LineageGraph::Relatives LineageGraph::Descendants(const ProgramOfTrace* program,
                                                  const ExprNode* node) {
  return Reach(false, program, {&node, 1});
}
LineageGraph::Relatives LineageGraph::Ancestors(const ProgramOfTrace* program,
                                                std::span<const ExprNode* const> nodes) {
  return Reach(true, program, nodes);
}
LineageGraph::Relatives LineageGraph::Descendants(const ProgramOfTrace* program,
                                                  std::span<const ExprNode* const> nodes) {
  return Reach(false, program, nodes);
}

LineageGraph::Relatives LineageGraph::Reach(bool ancestors, const ProgramOfTrace* program,
                                            std::span<const ExprNode* const> nodes) {
  Relatives relatives;
  relatives.ancestors_ = ancestors;
  std::vector<uint32_t> starts;
  for (const ExprNode* node : nodes) starts.push_back(InstanceOf(IdentityOf(node)));
  relatives.times_.assign(of_result_.size(), kNone);
  uint32_t time = ancestors ? clock_ : 0;
  if (program && MomentOf(*program).time != kNone) time = MomentOf(*program).time;
  // The latest first for ancestors, the earliest first for descendants: so each is visited once.
  using State = std::pair<uint32_t, uint32_t>;  // Time, instance.
  auto later = [ancestors](const State& a, const State& b) {
    return ancestors ? a.first < b.first : a.first > b.first;
  };
  std::priority_queue<State, std::vector<State>, decltype(later)> queue(later);
  for (uint32_t start : starts) queue.emplace(time, start);
  while (!queue.empty()) {
    auto [at, instance] = queue.top();
    queue.pop();
    if (relatives.times_[instance] != kNone) continue;
    relatives.times_[instance] = at;
    uint32_t e = ancestors ? of_result_[instance] : of_source_[instance];
    while (e != kNone) {
      const Edge& edge = edges_[e];
      uint32_t other = ancestors ? edge.source : edge.result;
      if (ancestors ? edge.time <= at : edge.time >= at) queue.emplace(edge.time, other);
      e = ancestors ? edge.next_of_result : edge.next_of_source;
    }
  }
  return relatives;
}

std::vector<uint32_t> LineageGraph::In(const Relatives& relatives, ProgramOfTrace program) {
  const Moment moment = MomentOf(program);
  std::vector<uint32_t> places;
  if (moment.module == kNone) return places;
  const Module& module = modules_[moment.module];
  const Program& nodes = Use(moment.module);
  for (uint32_t i = 0; i < nodes.nodes.size(); ++i) {
    const uint32_t* instance = instances_.Find(IdentityOf(nodes.nodes[i]));
    if (!instance || *instance >= relatives.times_.size()) continue;
    uint32_t time = relatives.times_[*instance];
    if (time == kNone) continue;
    if (relatives.ancestors_ ? module.first <= time : module.last >= time) places.push_back(i);
  }
  return places;
}

}  // namespace passcope
