// QuantizeAnnotate: inserts an operator that rounds like quantization (simulated_quantize) before
// tensors are quantized.
//
// Why: QuantizeCalibrate finds values for its scale and bounds, which are variables here. The
// result still computes on reals, so you can measure the loss. Inputs of convolutions and matrix
// products are quantized as inputs, their weights as weights. Their results are activations, which
// are quantized again before operators that take inputs. Not done: expressions after the first
// nn.global_avg_pool2d.
//
//   before  nn.conv2d(%x, %w)
//   after   nn.conv2d(simulated_quantize(%x, %dom_scale, %clip_min, %clip_max, kind=1),
//                     simulated_quantize(%w, %dom_scale1, %clip_min1, %clip_max1, kind=2))
#include <algorithm>

#include "ir/free_vars.h"
#include "ir/typed.h"
#include "op/op.h"
#include "pass/registry.h"
#include "support/per_engine.h"
#include "transforms/pattern_utils.h"
#include "transforms/quantize/forward_rewrite.h"
#include "transforms/quantize/quantize.h"
#include "transforms/with_effects.h"

namespace passcope {
namespace quantize {
namespace {

class Annotator : public ForwardRewriter {
 public:
  explicit Annotator(const QConfig& config) : config_(config) {}
  int64_t attached() const { return attached_; }

 protected:
  Expr Realize(const Marked& marked) override { return marked.expr; }

  // An expression with several uses is quantized once.
  Marked ForSharedUse(const Marked& marked) override {
    return Mark(Attach(marked.expr, QAnnotateKind::kInput), QAnnotateKind::kInput);
  }

  std::optional<Marked> Rewrite(const CallNode* call, std::span<const Marked> args) override {
    const Rule* rule = RuleOf(call->op());
    if (!rule) return std::nullopt;
    std::string_view op = NameOf(call);
    const std::vector<std::string>& enabled = config_.debug_enabled_ops;
    // Annotations are always enabled. In TVM, a disabled cast_hint casts results of convolutions
    // without quantizing them.
    bool annotation = op.substr(0, 11) == "annotation.";
    if (!enabled.empty() && !annotation &&
        std::find(enabled.begin(), enabled.end(), op) == enabled.end()) {
      std::vector<Expr> plain;
      for (const Marked& arg : args) plain.push_back(Plain(arg));
      return Marked{.expr = ForwardCall(call, plain)};
    }
    if (op == "nn.dense" && config_.skip_dense_layer) return std::nullopt;
    if (Skips(op)) {
      // Drops a hint without a section to end.
      if (op == "annotation.cast_hint") return Marked{.expr = args[0].expr};
      return std::nullopt;
    }
    return (this->*rule->rewrite)(call, args);
  }

 private:
  using Args = std::span<const Marked>;
  struct Rule {
    const char* op;
    std::optional<Marked> (Annotator::*rewrite)(const CallNode* call, Args args);
  };
  static const Rule kRules[19];
  static const Rule* RuleOf(const Expr& op) {
    PASSCOPE_PER_ENGINE const OpTable<const Rule*> rules = [] {
      OpTable<const Rule*> table;
      for (const Rule& rule : kRules) table.Add(rule.op, &rule);
      return table;
    }();
    return rules.Get(op);
  }

  static Marked Mark(Expr expr, QAnnotateKind kind) {
    return {.expr = std::move(expr), .is_marked = true, .kind = kind};
  }
  static bool IsActivation(const Marked& arg) {
    return arg.is_marked && arg.kind == QAnnotateKind::kActivation;
  }

  bool Skips(std::string_view op) {
    if (stopped_) return true;
    if (op != "nn.conv2d" || !config_.skip_conv_layers) return false;
    const std::vector<int64_t>& skipped = *config_.skip_conv_layers;
    return std::find(skipped.begin(), skipped.end(), convolutions_++) != skipped.end();
  }

  Expr Real(Name name) const { return VarWith(VarId(new VarIdNode(name)), real_, real_); }
  Expr Attach(const Expr& data, QAnnotateKind kind) {
    if (const auto* call = AsCallTo(data, kSimulatedQuantize);
        call && As<AnnotatedQuantizeAttrs>(call->attrs)->kind == static_cast<int64_t>(kind)) {
      return data;
    }
    Expr& made = attached_to_[static_cast<size_t>(kind)][data.get()];
    if (!made) {
      ++attached_;
      // All of one kind share their attributes.
      const auto* before = As<CallNode>(of_kind_[static_cast<size_t>(kind)]);
      Expr args[] = {data, Real(dom_scale_), Real(clip_min_), Real(clip_max_)};
      made = before ? Call(before->op(), args, before->attrs)
                    : MakeOp(kSimulatedQuantize, {args[0], args[1], args[2], args[3]},
                             {{"kind", static_cast<int64_t>(kind)}});
      // It has the type of its data. The relation refuses scalars.
      const auto* tensor = As<TensorTypeNode>(data->checked_type());
      if (tensor && tensor->rank() > 0) made = Typed(std::move(made), data->checked_type());
      of_kind_[static_cast<size_t>(kind)] = made;
    }
    return made;
  }
  Expr AsInput(const Marked& arg) {
    bool attach = !arg.is_marked || arg.kind == QAnnotateKind::kActivation;
    return attach ? Attach(arg.expr, QAnnotateKind::kInput) : arg.expr;
  }
  Expr AsInputOrWeight(const Expr& expr) {
    return Attach(expr, IsConstantExpr(expr) ? QAnnotateKind::kWeight : QAnnotateKind::kInput);
  }

  std::optional<Marked> Product(const CallNode* call, Args args) {
    if (args[1].is_marked) RefuseKinds(call);
    Expr data = AsInput(args[0]);
    return Mark(ForwardCall(call, {data, Attach(args[1].expr, QAnnotateKind::kWeight)}),
                QAnnotateKind::kActivation);
  }
  std::optional<Marked> BatchMatmul(const CallNode* call, Args args) {
    auto operand = [this](const Marked& arg) {
      bool attach = !arg.is_marked || arg.kind == QAnnotateKind::kActivation;
      return attach ? AsInputOrWeight(arg.expr) : arg.expr;
    };
    Expr lhs = operand(args[0]);
    return Mark(ForwardCall(call, {lhs, operand(args[1])}), QAnnotateKind::kActivation);
  }
  std::optional<Marked> Multiply(const CallNode* call, Args args) {
    if (!args[0].is_marked && !args[1].is_marked) return std::nullopt;
    if (!args[0].is_marked || args[1].is_marked) RefuseKinds(call);
    Expr lhs = AsInput(args[0]);
    return Mark(ForwardCall(call, {lhs, AsInputOrWeight(args[1].expr)}),
                QAnnotateKind::kActivation);
  }
  std::optional<Marked> Add(const CallNode* call, Args args) {
    const Marked& lhs = args[0];
    const Marked& rhs = args[1];
    if (!lhs.is_marked && !rhs.is_marked) return std::nullopt;
    if (!lhs.is_marked) {
      return Mark(ForwardCall(call, {Attach(lhs.expr, QAnnotateKind::kInput), rhs.expr}),
                  QAnnotateKind::kInput);
    }
    if (!rhs.is_marked) {
      return Mark(ForwardCall(call, {lhs.expr, AsInputOrWeight(rhs.expr)}),
                  QAnnotateKind::kActivation);
    }
    bool activations = IsActivation(lhs) && IsActivation(rhs);
    bool inputs = !IsActivation(lhs) && !IsActivation(rhs);
    Expr right = activations ? Attach(rhs.expr, QAnnotateKind::kInput) : rhs.expr;
    return Mark(ForwardCall(call, {lhs.expr, right}),
                inputs ? QAnnotateKind::kInput : QAnnotateKind::kActivation);
  }
  std::optional<Marked> Forward(const CallNode* call, Args args) {
    if (!args[0].is_marked) return std::nullopt;
    return Mark(ForwardCall(call, {args[0].expr}), args[0].kind);
  }
  std::optional<Marked> OfInput(const CallNode* call, Args args) {
    if (!args[0].is_marked) return std::nullopt;
    return Mark(ForwardCall(call, {AsInput(args[0])}), QAnnotateKind::kInput);
  }
  std::optional<Marked> CastHint(const CallNode* call, Args args) {
    if (!args[0].is_marked) return args[0];
    return OfInput(call, args);
  }
  std::optional<Marked> Concatenate(const CallNode* call, Args args) {
    if (args[0].fields.empty()) return std::nullopt;
    std::vector<Expr> fields;
    for (const Marked& field : args[0].fields) {
      fields.push_back(field.is_marked ? field.expr
                                       : Attach(field.expr, QAnnotateKind::kActivation));
    }
    return Mark(ForwardCall(call, {Tuple(fields)}), QAnnotateKind::kActivation);
  }
  std::optional<Marked> GlobalAvgPool(const CallNode* call, Args args) {
    if (!args[0].is_marked) return std::nullopt;
    stopped_ = true;
    return Marked{.expr = ForwardCall(call, {args[0].expr})};
  }

  const QConfig& config_;
  const Type real_ = ScalarType(DataType::Float(32));  // The type of scales and bounds …
  const Name dom_scale_{"dom_scale"}, clip_min_{"clip_min"},
      clip_max_{"clip_max"};     // … and their names.
  PtrMap<Expr> attached_to_[4];  // By kind: the operators inserted after expressions …
  Expr of_kind_[4];              // … and the last one.
  int64_t convolutions_ = 0;     // The number of visited convolutions.
  bool stopped_ = false;
  int64_t attached_ = 0;
};

const Annotator::Rule Annotator::kRules[19] = {
    {"nn.conv2d", &Annotator::Product},
    {"nn.conv1d", &Annotator::Product},
    {"nn.dense", &Annotator::Product},
    {"nn.batch_matmul", &Annotator::BatchMatmul},
    {"multiply", &Annotator::Multiply},
    {"add", &Annotator::Add},
    {"reshape", &Annotator::Forward},
    {"clip", &Annotator::Forward},
    {"nn.relu", &Annotator::Forward},
    {"strided_slice", &Annotator::Forward},
    {"nn.avg_pool2d", &Annotator::Forward},
    {"nn.batch_flatten", &Annotator::Forward},
    {"transpose", &Annotator::Forward},
    {"annotation.stop_fusion", &Annotator::Forward},
    {"nn.max_pool2d", &Annotator::OfInput},
    {"nn.max_pool1d", &Annotator::OfInput},
    {"annotation.cast_hint", &Annotator::CastHint},
    {"concatenate", &Annotator::Concatenate},
    {"nn.global_avg_pool2d", &Annotator::GlobalAvgPool},
};

// `function` with other parameters, typed if these and its body are typed.
Expr WithParams(const FunctionNode* function, std::span<const Expr> params) {
  const Type& declared = function->ret_type;
  const Type& ret = function->body()->checked_type();
  std::vector<Type> types;
  for (const Expr& param : params) {
    if (param->checked_type()) types.push_back(param->checked_type());
  }
  bool typed = function->body()->fully_typed() && ret && types.size() == params.size() &&
               (!declared || declared == ret);
  Expr made = Function(params, function->body(), typed ? ret : declared, function->type_params,
                       function->attrs, function->span());
  if (!typed) return made;
  return Typed(std::move(made), FuncType(std::move(types), ret, function->type_params));
}

}  // namespace

void RefuseKinds(const CallNode* call) {
  throw DiagnosticError(DiagKind::kUnsupported,
                        MSG(kQuantizeRuleMissing,
                            "relay.quantize has no rule for '{operator}' with this combination of "
                            "quantized arguments",
                            NameOf(call)),
                        {}, Expr(call));
}

}  // namespace quantize

namespace transform {

Pass QuantizeAnnotate(const quantize::QConfig& config) {
  return CreateFunctionPassWithEffects(
      [config](const Expr& function, const IRModule&, LazyEffects& effects, PassContext& context) {
        quantize::Annotator annotator(config);
        Expr rewritten = annotator.Run(function, effects.For(function));
        context.Count("tensors annotated", annotator.attached());
        // The scales and bounds become parameters.
        const auto* node = As<FunctionNode>(rewritten);
        std::vector<Expr> params(node->params().begin(), node->params().end());
        std::vector<Expr> fresh = FreeVars(rewritten);
        if (fresh.empty()) return rewritten;
        params.insert(params.end(), fresh.begin(), fresh.end());
        return quantize::WithParams(node, params);
      },
      TableInfo("QuantizeAnnotate"));
}

}  // namespace transform
}  // namespace passcope
