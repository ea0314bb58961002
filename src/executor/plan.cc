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
#include "executor/epilogue.h"
#include "executor/fast_rules.h"
#include "executor/place_tensors.h"
#include "executor/scalar_rules.h"
#include "executor/steps.h"
#include "executor/work.h"
#include "ir/expr_key.h"
#include "ir/visitor.h"
#include "kernels/kernels.h"
#include "op/attrs_tensor.h"
#include "op/axes.h"
#include "runtime/kernel.h"
#include "runtime/strided.h"
#include "support/check.h"
#include "support/ptr_map.h"

namespace passcope {

int64_t PlanTensor::elements() const { return Product(shape); }

int64_t Plan::ConstantBytes() const {
  int64_t bytes = 0;
  for (const PlanBuffer& buffer : buffers) {
    if (buffer.kind == PlanBuffer::Kind::kConstant) bytes += buffer.bytes;
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

// Thrown if a value does not fit a program, since it has too many axes. The function is then
// lowered step by step.
struct TooComplex {};

// TVM's name, such as "fused_nn_conv2d_add". Long names are cut.
std::string FusedName(const FunctionNode* function) {
  constexpr size_t kLongest = 80;
  std::string name = "fused";
  PostOrderVisit(function->body(), [&](const ExprNode* node) {
    const auto* call = As<CallNode>(node);
    const auto* op = call ? As<OpNode>(call->op()) : nullptr;
    if (!op || name.size() > kLongest) return;
    name += std::string("_") + op->name();
  });
  std::replace(name.begin(), name.end(), '.', '_');
  if (name.size() > kLongest) name.resize(kLongest);
  return name;
}

class Planner {
 public:
  Planner(const PlanOptions& options, Plan* plan) : options_(options), plan_(*plan) {}
  void Run(const FunctionNode* function);

 private:
  class MainBody;
  class FusedBody;
  // The state while one call of the main body is lowered.
  struct Scope {
    ScalarPool pool;
    // Kernels without a step yet, so that following operators can join them.
    struct Pending {
      TensorId out;
      FastStep step;
    };
    std::vector<Pending> pending;
    bool step_by_step = false;
  };

  const PlanTensor& Tensor(TensorId id) const { return plan_.tensors[static_cast<size_t>(id)]; }
  TensorId AddConstant(const ConstantNode* constant);
  ScalarValue LeafOf(Scope& scope, TensorId id) const {
    return scope.pool.Leaf(id, Tensor(id).shape, Tensor(id).dtype);
  }

  std::vector<TensorId> LowerCall(const CallNode* call, const ExprNode* callee,
                                  const std::vector<TensorId>& args);
  std::vector<TensorId> LowerWhole(const CallNode* call, const FunctionNode* fused,
                                   const std::vector<TensorId>& args, bool step_by_step);
  std::vector<ScalarValue> LowerOp(Scope& scope, const CallNode* call,
                                   std::vector<ScalarValue> args);
  std::optional<std::vector<ScalarValue>> LowerElements(
      Scope& scope, const CallNode* call, std::span<const ScalarValue> args,
      std::span<const TensorTypeNode* const> outs);
  std::optional<std::vector<ScalarValue>> LowerJoin(Scope& scope, const CallNode* call,
                                                    std::span<const ScalarValue> args,
                                                    const TensorTypeNode* out);
  std::optional<ScalarValue> LowerWithPrologue(Scope& scope, const CallNode* call,
                                               const ScalarValue& arg,
                                               std::span<const TensorTypeNode* const> outs);
  // The tensor of a value. `last`: no other value of the function is needed, so a kernel's result
  // may be changed in place.
  TensorId Materialize(Scope& scope, const ScalarValue& value, bool last = false);
  // Stores the value in a tensor of its type, or in a part of one.
  void Store(Scope& scope, const ScalarValue& value, ScalarTarget target);
  std::optional<TensorId> Join(Scope& scope, const ScalarValue& value);
  void Flush(Scope& scope, TensorId tensor);
  void AddStep(std::unique_ptr<StepKernel> kernel, std::vector<TensorId> reads,
               std::vector<TensorId> writes, std::vector<TensorId> in_place = {});
  void AddNode(const CallNode* call, std::string name, std::vector<TensorId> arguments,
               std::vector<TensorId> results, double flop);
  void AddFastStep(FastStep step, TensorId out);

  const PlanOptions& options_;
  Plan& plan_;
  PtrMap<TensorId> constants_;
};

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

TensorId Planner::AddConstant(const ConstantNode* constant) {
  auto [id, fresh] = constants_.Insert(constant);
  if (fresh) {
    *id = AddTensor(&plan_, constant->data->shape, constant->data->dtype);
    PlanBuffer& buffer = plan_.buffers[static_cast<size_t>(Tensor(*id).buffer)];
    buffer.kind = PlanBuffer::Kind::kConstant;
    buffer.constant = constant->data;
  }
  return *id;
}

void Planner::AddStep(std::unique_ptr<StepKernel> kernel, std::vector<TensorId> reads,
                      std::vector<TensorId> writes, std::vector<TensorId> in_place) {
  PlanStep step;
  step.kernel = std::move(kernel);
  step.reads = std::move(reads);
  step.writes = std::move(writes);
  step.in_place = std::move(in_place);
  step.node = static_cast<int32_t>(plan_.nodes.size());  // The node that is being lowered.
  plan_.steps.push_back(std::move(step));
}

void Planner::AddFastStep(FastStep step, TensorId out) {
  std::vector<TensorId> writes = {out};
  writes.insert(writes.end(), step.workspaces.begin(), step.workspaces.end());
  AddStep(std::move(step.kernel), std::move(step.reads), std::move(writes));
  plan_.steps.back().packs = std::move(step.packs);
}

void Planner::AddNode(const CallNode* call, std::string name, std::vector<TensorId> arguments,
                      std::vector<TensorId> results, double flop) {
  PlanNode node;
  node.name = std::move(name);
  node.callee = call->op();
  node.attrs = call->attrs;
  node.key = ExprKey(call);
  node.arguments = std::move(arguments);
  node.results = std::move(results);
  node.flop = flop;
  plan_.nodes.push_back(std::move(node));
}

void Planner::Flush(Scope& scope, TensorId tensor) {
  for (size_t i = 0; i < scope.pending.size(); ++i) {
    if (scope.pending[i].out != tensor) continue;
    Scope::Pending pending = std::move(scope.pending[i]);
    scope.pending.erase(scope.pending.begin() + static_cast<std::ptrdiff_t>(i));
    AddFastStep(std::move(pending.step), pending.out);
    return;
  }
}

void Planner::Store(Scope& scope, const ScalarValue& value, ScalarTarget target) {
  std::vector<ScalarNodeId> nodes = scope.pool.Reachable(value.root);
  std::vector<TensorId> reads;
  for (ScalarNodeId id : nodes) {
    if (scope.pool[id].leaf()) reads.push_back(scope.pool[id].tensor);
  }
  for (TensorId tensor : reads) Flush(scope, tensor);
  const ScalarNode& root = scope.pool[value.root];
  if (root.leaf() && !target.part) {
    // Moving elements works for any data type.
    std::vector<int64_t> dims = value.Dims(), strides = root.strides;
    std::vector<std::vector<int64_t>*> all = {&strides};
    MergeAxes(&dims, all);
    int bytes = value.dtype.bytes();
    if (dims.size() > static_cast<size_t>(kernels::kMaxRank)) throw TooComplex();
    if (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) {
      AddStep(MakeCopyStep(root.tensor, root.offset, target.tensor, bytes, dims, strides),
              {root.tensor}, {target.tensor});
      return;
    }
  }
  std::vector<TensorId> in_place;
  if (!target.part) {
    // Finds inputs with the layout of the result that have no other reads.
    std::vector<int64_t> row_major = RowMajorStrides(value.Dims());
    for (ScalarNodeId id : nodes) {
      const ScalarNode& node = scope.pool[id];
      if (!node.leaf() || node.offset != 0 || node.strides != row_major ||
          Tensor(node.tensor).dtype.bytes() != value.dtype.bytes()) {
        continue;
      }
      auto same_buffer = [&](TensorId other) {
        return Tensor(other).buffer == Tensor(node.tensor).buffer;
      };
      if (std::count_if(reads.begin(), reads.end(), same_buffer) == 1) {
        in_place.push_back(node.tensor);
      }
    }
  }
  TensorId out = target.tensor;
  auto code = CompileScalar(scope.pool, value, plan_, target);
  if (!code) throw TooComplex();
  plan_.scratch_bytes = std::max(plan_.scratch_bytes, code->ScratchBytes());
  AddStep(MakeScalarStep(std::move(*code)), std::move(reads), {out}, std::move(in_place));
}

std::optional<TensorId> Planner::Join(Scope& scope, const ScalarValue& value) {
  // The value must use exactly one pending kernel's result, all of it and in its order.
  ScalarNodeId root = -1;
  size_t at = 0;
  for (ScalarNodeId id : scope.pool.Reachable(value.root)) {
    const ScalarNode& node = scope.pool[id];
    if (!node.leaf()) continue;
    for (size_t i = 0; i < scope.pending.size(); ++i) {
      if (scope.pending[i].out != node.tensor) continue;
      if (root >= 0) {
        // If two are pending, the later one takes the epilogue.
        if (scope.pending[at].out == node.tensor) return std::nullopt;
        if (i < at) continue;
      }
      root = id;
      at = i;
    }
  }
  if (root < 0 || root == value.root || !scope.pending[at].step.epilogue) return std::nullopt;
  const ScalarNode& node = scope.pool[root];
  TensorId raw = node.tensor;
  if (node.offset != 0 || node.strides != RowMajorStrides(value.Dims()) ||
      Product(value.Dims()) != Tensor(raw).elements() || !ElementTypeOf(value.dtype)) {
    return std::nullopt;
  }
  Epilogue epilogue;
  ScalarNodeId current = root;
  const FastStep& made = scope.pending[at].step;
  if (made.channel_axis >= 0) {
    current = TakeChannelwise(scope.pool, value, Tensor(raw).shape, made.channel_axis, root, plan_,
                              &epilogue);
  }
  TensorId out = AddTensor(&plan_, value.Shape(), value.dtype);
  if (current != value.root) {
    epilogue.code = CompileScalar(scope.pool, value, plan_, {out}, current, Tensor(raw).dtype);
    if (!epilogue.code) return std::nullopt;
    plan_.scratch_bytes = std::max(plan_.scratch_bytes, epilogue.code->ScratchBytes());
  }
  FastStep step = std::move(scope.pending[at].step);
  scope.pending.erase(scope.pending.begin() + static_cast<std::ptrdiff_t>(at));
  if (epilogue.bias >= 0) step.reads.push_back(epilogue.bias);
  if (epilogue.code) {
    for (const ScalarCode::Read& read : epilogue.code->reads) step.reads.push_back(read.tensor);
  }
  for (TensorId read : step.reads) Flush(scope, read);
  // The kernel's own result must have its type.
  bool same = value.dtype == Tensor(raw).dtype;
  if (!same) step.workspaces.push_back(raw);
  step.kernel->SetEpilogue(same ? out : raw, std::move(epilogue));
  AddFastStep(std::move(step), out);
  return out;
}

TensorId Planner::Materialize(Scope& scope, const ScalarValue& value, bool last) {
  std::vector<int64_t> shape = value.Shape();
  if (scope.pool.IsDense(value)) {
    TensorId id = scope.pool[value.root].tensor;
    Flush(scope, id);
    if (Tensor(id).shape == shape) return id;
    PlanTensor view = Tensor(id);
    view.shape = std::move(shape);
    plan_.tensors.push_back(std::move(view));
    return static_cast<TensorId>(plan_.tensors.size() - 1);
  }
  if (last) {
    if (auto joined = Join(scope, value)) return *joined;
  }
  TensorId out = AddTensor(&plan_, std::move(shape), value.dtype);
  Store(scope, value, {out});
  return out;
}

// Joins tensors along an axis by storing each at its place in the result.
std::optional<std::vector<ScalarValue>> Planner::LowerJoin(Scope& scope, const CallNode* call,
                                                           std::span<const ScalarValue> args,
                                                           const TensorTypeNode* out) {
  const auto* concatenate = As<ConcatenateAttrs>(call->attrs);
  const auto* stack = As<StackAttrs>(call->attrs);
  if ((!concatenate && !stack) || !ElementTypeOf(out->dtype)) return std::nullopt;
  std::vector<int64_t> shape = ShapeOf(out);
  auto axis = FindAxis(concatenate ? concatenate->axis : stack->axis, shape.size());
  if (!axis) return std::nullopt;
  const size_t at = *axis;
  // As in TVM, the relation of stack does not check all sizes. The evaluator's kernel reports parts
  // that do not fit.
  std::vector<std::vector<int64_t>> parts;
  int64_t end = 0;
  for (const ScalarValue& arg : args) {
    std::vector<int64_t> part = arg.Shape();
    if (stack && at <= part.size()) part.insert(part.begin() + static_cast<std::ptrdiff_t>(at), 1);
    if (arg.dtype != out->dtype || part.size() != shape.size()) return std::nullopt;
    std::vector<int64_t> expected = shape;
    expected[at] = part[at];
    if (part != expected) return std::nullopt;
    end += part[at];
    parts.push_back(std::move(part));
  }
  if (end != shape[at]) return std::nullopt;
  std::vector<int64_t> strides = RowMajorStrides(shape);
  TensorId joined = AddTensor(&plan_, shape, out->dtype);
  int64_t begin = 0;
  for (size_t n = 0; n < args.size(); ++n) {
    const ScalarValue& arg = args[n];
    const std::vector<int64_t>& part = parts[n];
    ScalarTarget target{joined, true, begin * strides[at]};
    for (size_t i = 0, k = 0; i < part.size(); ++i) {
      if (stack && i == at) continue;
      int64_t stride = strides[i] * part[i];
      for (int64_t factor : arg.axes[k++]) {
        stride /= factor;
        target.strides.push_back(stride);
      }
    }
    Store(scope, arg, std::move(target));
    begin += part[at];
  }
  return std::vector<ScalarValue>{LeafOf(scope, joined)};
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
  auto dense = [&](ScalarValue& value) { value = LeafOf(scope, Materialize(scope, value)); };
  if (fast) {
    auto values = LowerElements(scope, call, args, outs);
    if (!values && (op->decl->Has(OpTrait::kReshape) || ScalarRules().Get(op))) {
      // If factors do not divide each other, computing the tensors first helps.
      for (ScalarValue& arg : args) {
        if (!scope.pool.IsDense(arg)) dense(arg);
      }
      values = LowerElements(scope, call, args, outs);
    }
    if (!values && outs.size() == 1) values = LowerJoin(scope, call, args, outs[0]);
    if (values) {
      for (ScalarValue& value : *values) {
        if (scope.step_by_step || scope.pool.Reachable(value.root).size() > kMaxExpression) {
          dense(value);
        }
      }
      return *values;
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
    tensors.push_back(Materialize(scope, value, results.size() == 1));
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
    // complex.
    plan_.steps.resize(steps);
    if (!function) {
      std::vector<TensorId> written;
      for (const TensorTypeNode* out : TensorsOf(call)) {
        written.push_back(AddTensor(&plan_, ShapeOf(out), out->dtype));
      }
      AddStep(MakeEvaluatorStep(call, args, written), args, written);
      AddNode(call, As<OpNode>(call->op())->name(), args, written, FlopOf(call));
      results = std::move(written);
    } else {
      results = LowerWhole(call, function, args, true);
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
  plan_.outputs = body.Lower(function->body());
  PlaceTensors(&plan_);
}

}  // namespace

std::unique_ptr<Plan> MakePlan(const IRModule& module, std::string_view name,
                               const PlanOptions& options) {
  Expr function = module->Lookup(name);
  auto plan = std::make_unique<Plan>();
  Planner(options, plan.get()).Run(As<FunctionNode>(function));
  return plan;
}

}  // namespace passcope
