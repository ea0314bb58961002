// AnnotateTarget: puts each call that another compiler takes between annotation.compiler_begin and
// annotation.compiler_end. All other calls get annotations of the compiler "default".
//
// Why: this is the first step to use a separate code generator. MergeCompilerRegions then joins
// neighbours, and PartitionGraph makes functions of the regions. A call of a composite function
// goes to the compiler that its attribute "Composite" names before the dot ("accel.conv_relu").
// Calls that are already annotated for a compiler stay.
//
//   before  nn.relu(%x)
//   after   compiler_end(nn.relu(compiler_begin(%x, "accel")), "accel")
#include "transforms/annotate_target.h"

#include <memory>

#include "analysis/annotated_regions.h"
#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

constexpr const char* kDefault = "default";

struct Targets {
  std::vector<std::string> names;
  std::vector<OpTable<char>> supported;  // 1 for operators that the target takes.
  std::vector<OpTable<const std::function<bool(const Expr&)>*>> rules;
  std::vector<transform::TargetRule> owned;
};

class Annotator : public Rewriter {
 public:
  Annotator(const Targets& targets, bool non_calls) : targets_(targets), non_calls_(non_calls) {}

 protected:
  Expr Enter(const ExprNode* node) override {
    // Composite functions stay unchanged.
    const auto* function = As<FunctionNode>(node);
    return function && Composite(function) ? Expr(node) : nullptr;
  }

  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    switch (node->kind()) {
      case ExprKind::kCall:
        return LeaveCall(As<CallNode>(node), children);
      case ExprKind::kTuple:
      case ExprKind::kTupleGetItem:
      case ExprKind::kRefCreate:
      case ExprKind::kRefRead:
      case ExprKind::kRefWrite: {
        std::vector<Expr> parts(children.begin(), children.end());
        auto placed = [&](Expr made) { return As<TupleNode>(node) ? made : WithoutSpan(made); };
        if (!non_calls_) {
          for (Expr& part : parts) part = End(part);
          return placed(WithChildrenKeepingType(node, parts));
        }
        // References stay in the program: a compiled function has no effects.
        const bool is_tuple =
            node->kind() == ExprKind::kTuple || node->kind() == ExprKind::kTupleGetItem;
        const std::string none = kDefault;
        std::string target = AnnotateInputs(&parts, is_tuple ? nullptr : &none);
        Expr made = placed(Rebuild(node, parts, node->checked_type()));
        // An empty tuple has no region, like a variable.
        if (!parts.empty()) SetTarget(made, std::move(target));
        return made;
      }
      case ExprKind::kFunction: {
        std::vector<Expr> parts(children.begin(), children.end());
        parts.back() = End(parts.back());
        return WithChildren(node, parts);
      }
      case ExprKind::kLet: {
        std::vector<Expr> parts(children.begin(), children.end());
        parts[2] = End(parts[2]);
        // A let-bound function is not data: it is called by the name of its variable.
        if (!As<FunctionNode>(parts[1])) {
          std::vector<Expr> value = {parts[1]};
          AnnotateInputs(&value, nullptr);
          parts[1] = value[0];
        }
        return WithoutSpan(WithChildren(node, parts));
      }
      case ExprKind::kIf: {
        std::vector<Expr> parts(children.begin(), children.end());
        for (Expr& part : parts) part = End(part);
        return WithoutSpan(WithChildren(node, parts));
      }
      default:
        return WithChildren(node, children);
    }
  }

 private:
  static const std::string* Composite(const FunctionNode* function) {
    const AttrValue* value = function->attrs ? function->attrs->Find("Composite") : nullptr;
    return value ? value->get<std::string>() : nullptr;
  }
  // As in TVM, annotated expressions lose their spans, except tuples and functions.
  static Expr WithoutSpan(const Expr& expr) {
    return expr->span() ? WithSpan(expr.get(), nullptr) : expr;
  }
  const std::string* TargetOf(const ExprNode* expr) const { return target_of_.Find(expr); }
  void SetTarget(const Expr& expr, std::string target) {
    kept_.push_back(expr);
    target_of_[expr.get()] = std::move(target);
  }
  static Expr Annotate(const char* op, const Expr& expr, const std::string& compiler) {
    auto* attrs = MakeAttrs<CompilerAttrs>();
    attrs->compiler = compiler;
    return WithType(CallOp(op, {expr}, Attrs(attrs)).get(), expr->checked_type());
  }
  static Expr Begin(const Expr& expr, const std::string& compiler) {
    return Annotate("annotation.compiler_begin", expr, compiler);
  }
  static Expr EndOf(const Expr& expr, const std::string& compiler) {
    return Annotate("annotation.compiler_end", expr, compiler);
  }

  // Annotates inputs: ends the region that each comes from, and begins the region of `target`. If
  // `target` is null, it is the common target of all inputs, or "default". Returns the target;
  // empty if there are no inputs.
  std::string AnnotateInputs(std::vector<Expr>* inputs, const std::string* target) {
    std::string common;
    std::vector<bool> begins;  // True for inputs that already have a begin.
    std::vector<Expr> ended;
    for (const Expr& input : *inputs) {
      std::string from = kDefault;
      const auto* call = As<CallNode>(input);
      bool begun = false;
      if (IsCompilerBegin(input.get())) {
        // The input is already annotated: annotations of another compiler stay.
        begun = CompilerOf(input.get()) != kDefault;
        ended.push_back(begun ? input : call->arg(0));
        if (IsCompilerEnd(call->arg(0).get())) from = CompilerOf(call->arg(0).get());
      } else if (const std::string* known = TargetOf(input.get())) {
        from = *known;
        // A call without arguments, such as zeros(), counts as a variable.
        bool is_leaf = call && call->args().empty();
        ended.push_back(is_leaf ? input : EndOf(input, from));
      } else {
        if (IsCompilerEnd(input.get())) from = CompilerOf(input.get());
        ended.push_back(input);
      }
      begins.push_back(begun);
      if (common.empty()) {
        common = from;
      } else if (common != from) {
        common = kDefault;
      }
    }
    std::string to = target ? *target : common;
    if (common.empty()) return to;
    for (size_t i = 0; i < ended.size(); ++i) {
      (*inputs)[i] = begins[i] ? ended[i] : Begin(ended[i], to);
    }
    return to;
  }

  // The end of the region of `expr`. The end gets the same target.
  Expr End(const Expr& expr) {
    const auto* call = As<CallNode>(expr);
    if (const std::string* target = TargetOf(expr.get())) {
      bool has_inputs =
          expr->kind() == ExprKind::kRefWrite || expr->kind() == ExprKind::kRefCreate ||
          expr->kind() == ExprKind::kRefRead || expr->kind() == ExprKind::kTupleGetItem ||
          (call && !call->args().empty()) ||
          (expr->kind() == ExprKind::kTuple && !expr->children().empty());
      if (!has_inputs) return expr;
      std::string name = *target;
      Expr end = EndOf(expr, name);
      SetTarget(end, name);
      return end;
    }
    if (IsCompilerEnd(expr.get()) && CompilerOf(expr.get()) == kDefault) {
      const std::string* target = TargetOf(call->arg(0).get());
      std::string name = target ? *target : kDefault;
      Expr end = EndOf(call->arg(0), name);
      SetTarget(end, name);
      return end;
    }
    return expr;
  }

  // The first target that takes the call, or "default".
  std::string ChooseTarget(const CallNode* call) const {
    if (const auto* op = As<OpNode>(call->op())) {
      for (size_t i = 0; i < targets_.names.size(); ++i) {
        const auto* rule = targets_.rules[i].Get(op);
        if (targets_.supported[i].Get(op) || (rule && (*rule)(Expr(call)))) {
          return targets_.names[i];
        }
      }
    } else if (const auto* function = As<FunctionNode>(call->op())) {
      const std::string* composite = Composite(function);
      size_t dot = composite ? composite->find('.') : std::string::npos;
      for (const std::string& name : targets_.names) {
        if (dot != std::string::npos && composite->compare(0, dot, name) == 0) return name;
      }
    }
    return kDefault;
  }

  Expr LeaveCall(const CallNode* pre, std::span<const Expr> children) {
    Expr post = WithChildrenKeepingType(pre, children);
    if (IsCompilerBegin(pre)) return post;
    if (IsCompilerEnd(pre)) {
      const Expr& inside = children[1];
      const std::string* target = TargetOf(inside.get());
      if (!target) {
        SetTarget(inside, CompilerOf(pre));
      } else if (CompilerOf(pre) == kDefault && *target != kDefault) {
        // An earlier run found no compiler for the call, and this one did.
        return EndOf(inside, *target);
      }
      return post;
    }
    if (!pre->args().empty() && IsCompilerBegin(pre->arg(0).get()) &&
        CompilerOf(pre->arg(0).get()) != kDefault) {
      return post;  // Another target already has this call.
    }
    std::string target = ChooseTarget(pre);
    std::vector<Expr> args(children.begin() + 1, children.end());
    bool of_var = pre->op()->kind() == ExprKind::kVar;
    if (of_var && !non_calls_) {
      for (Expr& arg : args) arg = End(arg);
    } else {
      AnnotateInputs(&args, &target);
    }
    args.insert(args.begin(), children[0]);
    Expr made = WithoutSpan(Rebuild(pre, args, pre->checked_type()));
    if (!of_var || non_calls_) SetTarget(made, std::move(target));
    return made;
  }

  const Targets& targets_;
  const bool non_calls_;
  PtrMap<std::string> target_of_;
  std::vector<Expr> kept_;  // The keys of target_of_.
};

}  // namespace

namespace transform {

Pass AnnotateTarget(AnnotateTargetOptions options, std::vector<TargetRule> rules) {
  auto targets = std::make_shared<Targets>();
  targets->names = std::move(options.targets);
  targets->supported.resize(targets->names.size());
  targets->rules.resize(targets->names.size());
  targets->owned = std::move(rules);
  auto index_of = [&](const std::string& name) {
    size_t i = 0;
    while (i < targets->names.size() && targets->names[i] != name) ++i;
    return i;
  };
  auto check_op = [](const std::string& op) {
    if (FindOp(op)) return;
    throw DiagnosticError(DiagKind::kBadPassOption,
                          MSG(kAnnotateTargetOperatorUnknown,
                              "{pass}: unknown operator '{operator}'", "AnnotateTarget", op));
  };
  for (const auto& [target, ops] : options.supported) {
    size_t i = index_of(target);
    for (const std::string& op : ops) {
      check_op(op);
      if (i < targets->names.size()) targets->supported[i].Replace(op, 1);
    }
  }
  for (const TargetRule& rule : targets->owned) {
    size_t i = index_of(rule.target);
    check_op(rule.op);
    if (i < targets->names.size()) targets->rules[i].Replace(rule.op, &rule.takes);
  }
  Pass annotate = CreateFunctionPass(
      [targets, non_calls = options.include_non_call_ops](const Expr& function,
                                                          const IRModule& module, PassContext&) {
        return Annotator(*targets, non_calls).Run(EnsureTyped(function, module));
      },
      {0, "AnnotateTargetFunc", {"InferType"}, false});
  return Sequential({annotate, CreatePass("InferType")}, TableInfo("AnnotateTarget"));
}

}  // namespace transform
}  // namespace passcope
