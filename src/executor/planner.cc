// How values become tensors: stored, joined to kernels, or kept in the order of other tensors.
#include "executor/planner.h"

#include <algorithm>
#include <utility>

#include "executor/body.h"
#include "executor/epilogue.h"
#include "executor/join.h"
#include "executor/steps.h"
#include "ir/expr_key.h"
#include "kernels/kernels.h"
#include "runtime/strided.h"

namespace passcope {

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

namespace {
// Whether a copy moves elements of this size.
bool CanCopy(int bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8; }
}  // namespace

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
    if (CanCopy(bytes)) {
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

ScalarValue Planner::LeafOf(Scope& scope, TensorId id) const {
  const PlanTensor& tensor = Tensor(id);
  auto at = static_cast<size_t>(id);
  if (at >= reordered_.size() || reordered_[at].base < 0) {
    return scope.pool.Leaf(id, tensor.shape, tensor.dtype);
  }
  const ReorderedTensor& view = reordered_[at];
  return {view.axes, tensor.dtype, scope.pool.View(view.base, view.strides, tensor.dtype)};
}

TensorId Planner::Keep(Scope& scope, const ScalarValue& value, bool last) {
  auto order = StorageOrder(scope.pool, value, plan_);
  // A view can be made dense later, so no more axes and no other elements than a copy takes.
  bool copies =
      value.Dims().size() <= static_cast<size_t>(kernels::kMaxRank) && CanCopy(value.dtype.bytes());
  if (!order || !copies) return Materialize(scope, value, last);
  TensorId base = Materialize(scope, scope.pool.Transpose(value, *order), last);
  // The same tensor, read in the order of the value.
  ScalarValue view = scope.pool.Transpose(LeafOf(scope, base), InverseOrder(*order));
  PlanTensor tensor = Tensor(base);
  tensor.shape = value.Shape();
  plan_.tensors.push_back(std::move(tensor));
  reordered_.resize(plan_.tensors.size());
  reordered_.back() = {base, view.axes, scope.pool[view.root].strides};
  return static_cast<TensorId>(plan_.tensors.size() - 1);
}

TensorId Planner::DenseOf(TensorId id) {
  Scope scope;
  return Materialize(scope, LeafOf(scope, id));
}

// Joins tensors along an axis by storing each at its place in the result.
std::optional<std::vector<ScalarValue>> Planner::LowerJoin(Scope& scope, const CallNode* call,
                                                           std::span<const ScalarValue> args,
                                                           const TensorTypeNode* out) {
  auto join = JoinOf(call, args, out);
  if (!join) return std::nullopt;
  // Parts with blocks are joined in the order of the first one in memory.
  std::optional<std::vector<int64_t>> order;
  if (!join->stack) order = StorageOrder(scope.pool, args[0], plan_);
  std::vector<int64_t> shape = ShapeOf(out);
  if (order) {
    join->axis = static_cast<size_t>(InverseOrder(*order)[join->axis]);
    shape = Reordered(shape, *order);
  }
  std::vector<int64_t> strides = RowMajorStrides(shape);
  TensorId joined = AddTensor(&plan_, shape, out->dtype);
  int64_t begin = 0;
  for (size_t n = 0; n < args.size(); ++n) {
    ScalarValue arg = order ? scope.pool.Transpose(args[n], *order) : args[n];
    std::vector<int64_t> part = order ? Reordered(join->parts[n], *order) : join->parts[n];
    ScalarTarget target{joined, true, begin * strides[join->axis]};
    for (size_t i = 0, k = 0; i < part.size(); ++i) {
      if (join->stack && i == join->axis) continue;
      int64_t stride = strides[i] * part[i];
      for (int64_t factor : arg.axes[k++]) {
        stride /= factor;
        target.strides.push_back(stride);
      }
    }
    Store(scope, arg, std::move(target));
    begin += part[join->axis];
  }
  ScalarValue value = LeafOf(scope, joined);
  if (order) value = scope.pool.Transpose(value, InverseOrder(*order));
  return std::vector<ScalarValue>{std::move(value)};
}

}  // namespace passcope
