// Reductions.
#include <algorithm>

#include "executor/fast_kernel.h"
#include "op/attrs_tensor.h"
#include "op/axes.h"

namespace passcope {

using kernels::KernelId;

namespace {

class ReduceKernel final : public EpilogueKernel {
 public:
  ReduceKernel(const kernels::ReduceParams& params, TensorId data, TensorId out)
      : EpilogueKernel(out), params_(params), data_(data) {}

  void Bind(const PlanAddresses& memory) override {
    params_.out = ResultOf(memory, out_);
    if (epilogue_.code) epilogue_.code->Bind(memory);
    if (!prologue_) {
      params_.in = FloatsOf(memory, data_);
      return;
    }
    prologue_->Bind(memory);
    tile_.resize(static_cast<size_t>(RowsPerTile() * Row()));
  }

  void Run() override {
    if (prologue_) {
      RunTiles();
    } else {
      Call(KernelId::kReduce, &params_);
    }
    if (!epilogue_.code) return;
    kernels::ScalarParams params{&epilogue_.code->program, params_.out, 0,
                                 epilogue_.code->elements()};
    Call(KernelId::kScalar, &params);
  }

  // Supports rows with one result each that are short enough for the cache.
  bool TakesPrologue() const override {
    bool rows = params_.rank >= 1 && params_.rank <= 2 && params_.reduced[params_.rank - 1];
    return rows && Row() <= kTile && params_.op != kernels::ReduceOp::kProd;
  }
  void SetPrologue(ScalarCode code) override { prologue_ = std::move(code); }
  std::string Algorithm() const override { return "reduction"; }

 private:
  static constexpr int64_t kTile = 16384;
  int64_t Row() const { return params_.shape[params_.rank - 1]; }
  int64_t Rows() const { return params_.rank == 2 ? params_.shape[0] : 1; }
  int64_t RowsPerTile() const {
    return std::min(Rows(), std::max<int64_t>(kTile / 4 / std::max<int64_t>(Row(), 1), 1));
  }

  void RunTiles() {
    int64_t step = RowsPerTile();
    for (int64_t row = 0; row < Rows(); row += step) {
      int64_t rows = std::min(step, Rows() - row), offset = row * Row();
      // A program stores element `offset` at that offset from `out`, so shift `out` back.
      prologue_->program.out = reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(tile_.data()) -
                                                       static_cast<uintptr_t>(offset) * 4);
      kernels::ScalarParams elements{&prologue_->program, nullptr, offset, rows * Row()};
      Call(KernelId::kScalar, &elements);
      kernels::ReduceParams tile{};
      tile.op = params_.op;
      tile.rank = 2;
      tile.shape[0] = rows;
      tile.shape[1] = Row();
      tile.reduced[1] = 1;
      tile.in = tile_.data();
      tile.out = params_.out + row;
      Call(KernelId::kReduce, &tile);
    }
  }

  kernels::ReduceParams params_;
  TensorId data_;
  std::optional<ScalarCode> prologue_;
  std::vector<float> tile_;
};

template <kernels::ReduceOp kOp>
std::optional<FastStep> Reduce(FastRuleContext& context) {
  const auto* attrs = AsReduceAttrs(context.call->attrs);
  const auto& shape = context.arg(0).shape;
  if (!attrs || !AllFloat(context)) return std::nullopt;
  auto reduced = ReducedAxes(attrs->axis, attrs->exclude, shape.size());
  if (!reduced) return std::nullopt;
  // Merges neighbouring axes if both are reduced or both are kept. Skips axes of size 1.
  kernels::ReduceParams params{};
  params.op = kOp;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1) continue;
    int32_t last = params.rank - 1;
    if (last >= 0 && params.reduced[last] == static_cast<int32_t>((*reduced)[i])) {
      params.shape[last] *= shape[i];
      continue;
    }
    if (params.rank == kernels::kMaxRank) return std::nullopt;
    params.shape[params.rank] = shape[i];
    params.reduced[params.rank++] = (*reduced)[i];
  }
  FastStep step;
  step.reads = {context.args[0]};
  step.epilogue = true;
  step.kernel = std::make_unique<ReduceKernel>(params, context.args[0], context.out);
  return step;
}

}  // namespace

void AddReduceRules(OpTable<FastRule>* table) {
  using kernels::ReduceOp;
  table->Add("sum", {Reduce<ReduceOp::kSum>});
  table->Add("mean", {Reduce<ReduceOp::kMean>});
  table->Add("max", {Reduce<ReduceOp::kMax>});
  table->Add("min", {Reduce<ReduceOp::kMin>});
  table->Add("prod", {Reduce<ReduceOp::kProd>});
}

}  // namespace passcope
