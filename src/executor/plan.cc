// From a typed function to steps.
//
// The planner walks the body once, children first. In the function itself, each call becomes steps
// at once. In a fused function, tensors remain expressions per element as long as possible
// (scalar_value.h). So a kernel applies the following operators when it writes its result, and
// values in between need no memory. If expressions do not fit, the planner first computes a tensor.
// In the worst case it plans the function operator by operator.
#include "executor/plan.h"

#include <algorithm>
#include <utility>

#include "diagnostics/diagnostic.h"
#include "executor/body.h"
#include "executor/place_tensors.h"
#include "executor/planner.h"
#include "executor/scalar_rules.h"
#include "executor/steps.h"
#include "executor/work.h"
#include "kernels/kernels.h"
#include "runtime/fast.h"
#include "runtime/kernel.h"
#include "runtime/strided.h"
#include "support/check.h"

namespace passcope {

int64_t PlanTensor::elements() const { return Product(shape); }

int64_t Plan::ConstantBytes() const {
  int64_t bytes = 0;
  for (const PlanBuffer& buffer : buffers) {
    if (buffer.kind == PlanBuffer::Kind::kConstant && !buffer.added) bytes += buffer.bytes;
  }
  return bytes;
}

int64_t Plan::KeptBytes() const {
  int64_t bytes = 0;
  for (const PlanStep& step : steps) bytes += step.kernel->KeptBytes();
  return bytes;
}

double Plan::Flop() const {
  double flop = 0;
  for (const PlanNode& node : nodes) flop += node.flop;
  return flop;
}

namespace {

// A larger expression is computed in two parts, since programs have limited registers and inputs.
constexpr size_t kMaxExpression = 48;

}  // namespace

class Planner::MainBody final : public Body<TensorId> {
 public:
  explicit MainBody(Planner& planner) : planner_(planner) {}

 private:
  Values OnCall(const CallNode* call, Values args) override {
    return planner_.LowerCall(call, Resolve(call->op().get()), args);
  }
  TensorId OnConstant(const ConstantNode* constant) override {
    return planner_.AddConstant(constant);
  }
  Planner& planner_;
};

class Planner::FusedBody final : public Body<ScalarValue> {
 public:
  FusedBody(Planner& planner, Scope& scope, double* flop)
      : planner_(planner), scope_(scope), flop_(flop) {}

 private:
  Values OnCall(const CallNode* call, Values args) override {
    if (!As<OpNode>(call->op()))
      Unsupported(call, PHRASE(kCallsInFusedFunction, "calls inside of a fused function"));
    *flop_ += FlopOf(call);
    return planner_.LowerOp(scope_, call, std::move(args));
  }
  ScalarValue OnConstant(const ConstantNode* constant) override {
    return planner_.LeafOf(scope_, planner_.AddConstant(constant));
  }
  Planner& planner_;
  Scope& scope_;
  double* flop_;
};

// Lowers a call on blocks as the same call on plain layouts.
std::optional<std::vector<ScalarValue>> Planner::LowerBlocked(Scope& scope, const CallNode* call,
                                                              std::span<const ScalarValue> args) {
  auto plain = PlainCallOf(scope.pool, call, args);
  if (!plain) return std::nullopt;
  for (ScalarValue& arg : plain->args) {
    if (auto constant = ReorderConstant(scope.pool, arg, &plan_)) arg = std::move(*constant);
  }
  std::vector<ScalarValue> results =
      LowerOp(scope, As<CallNode>(plain->call), std::move(plain->args));
  if (!plain->blocked.defined()) return results;
  auto value = ConvertLayout(scope.pool, results[0], plain->plain, plain->blocked);
  PASSCOPE_CHECK(value);
  return std::vector<ScalarValue>{std::move(*value)};
}

std::optional<std::vector<ScalarValue>> Planner::LowerElements(
    Scope& scope, const CallNode* call, std::span<const ScalarValue> args,
    std::span<const TensorTypeNode* const> outs) {
  const auto* op = As<OpNode>(call->op());
  // A dynamic form must check its arguments, even if the types give the shape.
  bool dynamic = op->decl->traits.static_form != nullptr;
  if (op->decl->Has(OpTrait::kReshape) && !dynamic && outs.size() == 1 && !args.empty()) {
    auto value = scope.pool.Reshape(args[0], ShapeOf(outs[0]));
    if (!value) return std::nullopt;
    return std::vector<ScalarValue>{std::move(*value)};
  }
  ScalarRule rule = ScalarRules().Get(op);
  if (!rule) return std::nullopt;
  ScalarRuleContext context{scope.pool, call, args, {outs.begin(), outs.end()}};
  return rule(context);
}

// Lowers to a kernel that computes the elements of its argument tile by tile.
std::optional<ScalarValue> Planner::LowerWithPrologue(Scope& scope, const CallNode* call,
                                                      const ScalarValue& arg,
                                                      std::span<const TensorTypeNode* const> outs) {
  const FastRule rule = FastRules().Get(As<OpNode>(call->op()));
  if (!rule.make || outs.size() != 1) return std::nullopt;
  // The rule reads only the type of this tensor, and nothing writes it.
  FastRuleContext context{plan_,
                          call,
                          {AddTensor(&plan_, arg.Shape(), arg.dtype)},
                          AddTensor(&plan_, ShapeOf(outs[0]), outs[0]->dtype)};
  auto step = rule.make(context);
  if (!step || !step->kernel->TakesPrologue()) return std::nullopt;
  auto code = CompileScalar(scope.pool, arg, plan_, {context.args[0]});
  if (!code) return std::nullopt;
  plan_.scratch_bytes = std::max(plan_.scratch_bytes, code->ScratchBytes());
  step->reads.clear();
  for (const ScalarCode::Read& read : code->reads) {
    Flush(scope, read.tensor);
    step->reads.push_back(read.tensor);
  }
  step->kernel->SetPrologue(std::move(*code));
  scope.pending.push_back({context.out, std::move(*step)});
  return LeafOf(scope, context.out);
}

// Lowers to programs of elements, which fuse with their neighbours.
std::optional<std::vector<ScalarValue>> Planner::LowerFused(
    Scope& scope, const CallNode* call, std::vector<ScalarValue>& args,
    std::span<const TensorTypeNode* const> outs) {
  const auto* op = As<OpNode>(call->op());
  if (auto values = LowerBlocked(scope, call, args)) return values;
  auto values = LowerElements(scope, call, args, outs);
  if (!values && (op->decl->Has(OpTrait::kReshape) || ScalarRules().Get(op))) {
    // If factors do not divide each other, computing the tensors first helps.
    for (ScalarValue& arg : args) {
      if (!scope.pool.IsDense(arg)) arg = LeafOf(scope, Materialize(scope, arg));
    }
    values = LowerElements(scope, call, args, outs);
  }
  if (!values && outs.size() == 1) values = LowerJoin(scope, call, args, outs[0]);
  if (!values) return std::nullopt;
  for (ScalarValue& value : *values) {
    if (scope.step_by_step || scope.pool.Reachable(value.root).size() > kMaxExpression) {
      value = LeafOf(scope, Keep(scope, value));
    }
  }
  return values;
}

std::vector<ScalarValue> Planner::LowerOp(Scope& scope, const CallNode* call,
                                          std::vector<ScalarValue> args) {
  const auto* op = As<OpNode>(call->op());
  std::vector<const TensorTypeNode*> outs = TensorsOf(call);
  bool empty = std::any_of(outs.begin(), outs.end(),
                           [](const auto* out) { return out->num_elements() == 0; });
  for (const ScalarValue& arg : args) empty = empty || Product(arg.Shape()) == 0;
  for (const TensorTypeNode* out : outs) CheckCountable(ShapeOf(out), out->dtype);
  // Without kernels, as in a sandbox that has none, the evaluator's kernels do everything.
  bool fast = !empty && !options_.reference_kernels && kernels::HasKernels();
  if (fast) {
    try {
      if (auto values = LowerFused(scope, call, args, outs)) return *values;
    } catch (const TooComplex&) {
      // The evaluator's kernel computes this operator.
      if (!scope.step_by_step) throw;
    }
  }
  std::vector<ScalarValue> results;
  if (fast && !scope.step_by_step && args.size() == 1 && !scope.pool.IsDense(args[0])) {
    if (auto value = LowerWithPrologue(scope, call, args[0], outs)) return {*value};
  }
  std::vector<TensorId> tensors;
  for (const ScalarValue& arg : args) tensors.push_back(Materialize(scope, arg));
  if (const FastRule rule = fast ? FastRules().Get(op) : FastRule(); rule.make) {
    if (outs.size() == rule.result_args.size() + 1) {
      FastRuleContext context{plan_, call, tensors,
                              AddTensor(&plan_, ShapeOf(outs[0]), outs[0]->dtype)};
      if (auto step = rule.make(context)) {
        results.push_back(LeafOf(scope, context.out));
        for (int i : rule.result_args) {
          results.push_back(LeafOf(scope, tensors[static_cast<size_t>(i)]));
        }
        scope.pending.push_back({context.out, std::move(*step)});
        if (scope.step_by_step) Flush(scope, context.out);
        return results;
      }
    }
  }
  if (!HasKernel(op)) {
    throw DiagnosticError(DiagKind::kUnsupported,
                          MSG(kOperatorKernelMissing,
                              "{operator} has no kernel, so it cannot be evaluated", op->name()),
                          {}, Expr(call));
  }
  std::vector<TensorId> written;
  for (const TensorTypeNode* out : outs) {
    written.push_back(AddTensor(&plan_, ShapeOf(out), out->dtype));
    results.push_back(LeafOf(scope, written.back()));
  }
  AddStep(MakeEvaluatorStep(call, tensors, written), tensors, written);
  return results;
}

std::vector<TensorId> Planner::LowerWhole(const CallNode* call, const FunctionNode* fused,
                                          const std::vector<TensorId>& args, bool step_by_step) {
  Scope scope;
  scope.step_by_step = step_by_step;
  std::vector<ScalarValue> leaves;
  for (TensorId arg : args) leaves.push_back(LeafOf(scope, arg));
  std::vector<ScalarValue> results;
  double flop = 0;
  if (fused) {
    FusedBody body(*this, scope, &flop);
    size_t next = 0;
    for (const Expr& param : fused->params()) {
      size_t count = TensorsOf(param.get()).size();
      std::vector<ScalarValue> values;
      for (size_t i = 0; i < count; ++i) values.push_back(leaves[next++]);
      body.Bind(param, std::move(values));
    }
    results = body.Lower(fused->body());
  } else {
    flop = FlopOf(call);
    results = LowerOp(scope, call, std::move(leaves));
  }
  std::vector<TensorId> tensors;
  for (const ScalarValue& value : results) {
    bool last = results.size() == 1;
    tensors.push_back(results_.Contains(call) ? Materialize(scope, value, last)
                                              : Keep(scope, value, last));
  }
  AddNode(call, fused ? FusedName(fused) : As<OpNode>(call->op())->name(), args, tensors, flop);
  return tensors;
}

std::vector<TensorId> Planner::LowerCall(const CallNode* call, const ExprNode* callee,
                                         const std::vector<TensorId>& args) {
  const auto* function = As<FunctionNode>(callee);
  if (function && !function->is_primitive()) {
    Unsupported(call, PHRASE(kUnfusedFunctionCalls, "calls of functions that are not fused"));
  }
  if (!function && !As<OpNode>(callee))
    Unsupported(call, PHRASE(kOtherFunctionCalls, "calls of other functions"));
  size_t steps = plan_.steps.size();
  std::vector<TensorId> results;
  try {
    results = LowerWhole(call, function, args, options_.step_by_step);
  } catch (const TooComplex&) {
    // Falls back to the operators one by one, or to the evaluator for a single operator that is too
    // complex. One by one, LowerOp does the same.
    plan_.steps.resize(steps);
    if (!function) {
      std::vector<TensorId> written;
      for (const TensorTypeNode* out : TensorsOf(call)) {
        written.push_back(AddTensor(&plan_, ShapeOf(out), out->dtype));
      }
      std::vector<TensorId> dense;
      for (TensorId arg : args) dense.push_back(DenseOf(arg));
      AddStep(MakeEvaluatorStep(call, dense, written), dense, written);
      AddNode(call, As<OpNode>(call->op())->name(), args, written, FlopOf(call));
      results = std::move(written);
    } else {
      try {
        results = LowerWhole(call, function, args, true);
      } catch (const TooComplex&) {
        // Its result is in blocks, and has elements that no step can rearrange, such as vectors.
        throw DiagnosticError(
            DiagKind::kUnsupported,
            MSG(kOperatorDtypeUnsupported, "{operator} does not support the data type {dtype}",
                FusedName(function), TensorsOf(call).front()->dtype.str()),
            {}, Expr(call));
      }
    }
  }
  PlanNode& node = plan_.nodes.back();
  node.first_step = static_cast<int32_t>(steps);
  node.num_steps = static_cast<int32_t>(plan_.steps.size() - steps);
  for (size_t i = steps; i < plan_.steps.size(); ++i) {
    std::string algorithm = plan_.steps[i].kernel->Algorithm();
    if (i > steps && algorithm == plan_.steps[i - 1].kernel->Algorithm()) continue;
    if (!node.algorithm.empty()) node.algorithm += ", ";
    node.algorithm += algorithm;
  }
  return results;
}

void Planner::Run(const FunctionNode* function) {
  MainBody body(*this);
  for (const Expr& param : function->params()) {
    const auto* var = As<VarNode>(param);
    std::vector<const TensorTypeNode*> tensors = TensorsOf(var);
    std::vector<TensorId> ids;
    for (size_t i = 0; i < tensors.size(); ++i) {
      TensorId id = AddTensor(&plan_, ShapeOf(tensors[i]), tensors[i]->dtype);
      PlanBuffer& buffer = plan_.buffers[static_cast<size_t>(Tensor(id).buffer)];
      buffer.kind = PlanBuffer::Kind::kInput;
      buffer.input = static_cast<int32_t>(plan_.inputs.size());
      std::string name = var->name().str();
      // The fields of a tuple are separate inputs.
      if (As<TupleTypeNode>(var->checked_type())) name += "." + std::to_string(i);
      plan_.inputs.push_back({std::move(name), id});
      ids.push_back(id);
    }
    body.Bind(param, std::move(ids));
  }
  const auto* tuple = As<TupleNode>(function->body());
  if (!tuple) results_.Insert(function->body().get());
  for (size_t i = 0; tuple && i < tuple->children().size(); ++i) {
    results_.Insert(tuple->children()[i].get());
  }
  for (TensorId id : body.Lower(function->body())) {
    size_t steps = plan_.steps.size();
    plan_.outputs.push_back(DenseOf(id));
    // The last call brings a result into its own order.
    for (size_t i = steps; i < plan_.steps.size(); ++i) {
      --plan_.steps[i].node;
      ++plan_.nodes.back().num_steps;
    }
  }
  PlaceTensors(&plan_);
}

std::unique_ptr<Plan> MakePlan(const IRModule& module, std::string_view name,
                               const PlanOptions& options) {
  Expr function = module->Lookup(name);
  auto plan = std::make_unique<Plan>();
  WinogradScope scope(options.winograd);
  Planner(options, plan.get()).Run(As<FunctionNode>(function));
  return plan;
}

}  // namespace passcope
