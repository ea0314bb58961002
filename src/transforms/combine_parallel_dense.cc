// CombineParallelDense and CombineParallelBatchMatmul: combine several matrix multiplications of
// the same data into one.
//
// Why: one large multiplication uses a processor better than several small ones. Dense layers of
// the same size become the batches of an nn.batch_matmul. With `to_batch` off, and for
// batch_matmul, the weights are concatenated along the output features. Elementwise calls that
// follow all branches are combined as well.
//
//   before  (nn.dense(%x, %w1), nn.dense(%x, %w2))
//   after   %0 = nn.batch_matmul(stack((%x, %x)), stack((%w1, %w2)), transpose_b=True);
//           %1 = split(%0, indices_or_sections=2); (squeeze(%1.0, axis=[0]), squeeze(%1.1,
//           axis=[0]))
#include "op/attrs_nn.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/combine_parallel.h"
#include "transforms/pattern_utils.h"
#include "transforms/with_effects.h"

namespace passcope {
namespace {

const TensorTypeNode* ArgType(const CallNode* call, size_t i) {
  return TensorOf(call->arg(i).get());
}
std::vector<Expr> ArgsAt(std::span<const Branch> branches, size_t depth, size_t index) {
  std::vector<Expr> args;
  for (const Branch& branch : branches) args.push_back(branch[depth]->arg(index));
  return args;
}
// A slice of `size` elements from `begin` along `axis` of `rank` axes.
Expr Slice(const Expr& data, size_t rank, size_t axis, int64_t begin, int64_t size) {
  std::vector<int64_t> begins(rank, 0), ends(rank, -1);
  begins[axis] = begin;
  ends[axis] = size;
  return MakeOp("strided_slice", {data},
                {{"begin", AttrValue::Ints(begins)},
                 {"end", AttrValue::Ints(ends)},
                 {"strides", AttrValue::Ints(std::vector<int64_t>(rank, 1))},
                 {"slice_mode", "size"}});
}

// Combines dense layers of one size into a batch_matmul.
class DenseToBatch : public ParallelCombiner {
 public:
  explicit DenseToBatch(int64_t min_num_branches)
      : ParallelCombiner("nn.dense", min_num_branches) {}

 protected:
  bool IsSupported(const CallNode* call) const override {
    // The data can be unknown apart from the rank.
    return TensorOf(call) && TensorOf(call)->rank() == 2 && !HasRewrittenWeight(call->attrs) &&
           StaticShape(call->arg(1)->checked_type());
  }
  bool CanCombine(const CallNode* a, const CallNode* b) const override {
    return As<DenseAttrs>(a->attrs)->out_dtype == As<DenseAttrs>(b->attrs)->out_dtype &&
           ArgType(a, 1) == ArgType(b, 1);
  }
  Expr CombinedOp(std::span<const Branch> branches) override {
    return MakeOp("nn.batch_matmul",
                  {MakeStack(ArgsAt(branches, 0, 0), 0), MakeStack(ArgsAt(branches, 0, 1), 0)},
                  {{"out_dtype", As<DenseAttrs>(branches[0][0]->attrs)->out_dtype},
                   {"transpose_a", false},
                   {"transpose_b", true}});
  }
  Expr CombinedArg(std::span<const Branch> branches, size_t depth, size_t index, size_t) override {
    std::vector<Expr> args = ArgsAt(branches, depth, index);
    // Without all axes, the arguments would broadcast along the wrong ones.
    size_t missing = TensorOf(branches[0][depth])->rank() - TensorOf(args[0].get())->rank();
    for (Expr& arg : args) {
      if (missing > 0) arg = MakeExpandDims(arg, 0, static_cast<int64_t>(missing));
    }
    return MakeStack(args, 0);
  }
  std::vector<Expr> Outputs(const Expr& combined, std::span<const Branch> branches,
                            size_t) override {
    Expr split =
        MakeOp("split", {combined},
               {{"indices_or_sections", static_cast<int64_t>(branches.size())}, {"axis", 0}});
    std::vector<Expr> outputs;
    for (size_t i = 0; i < branches.size(); ++i) {
      outputs.push_back(
          MakeSqueeze(TupleGetItem(split, static_cast<int>(i)), std::vector<int64_t>{0}));
    }
    return outputs;
  }
};

// Combines dense layers into one with all their output features.
class DenseToDense : public ParallelCombiner {
 public:
  explicit DenseToDense(int64_t min_num_branches) : ParallelCombiner("nn.dense", min_num_branches) {
    repeats_ = true;
  }

 protected:
  bool IsSupported(const CallNode* call) const override {
    // The batch size can be unknown.
    const TensorTypeNode* result = TensorOf(call);
    return result && result->rank() > 1 && result->shape.back().is_const() &&
           !HasRewrittenWeight(call->attrs) && StaticShape(call->arg(1)->checked_type());
  }
  bool CanCombine(const CallNode* a, const CallNode* b) const override {
    return As<DenseAttrs>(a->attrs)->out_dtype == As<DenseAttrs>(b->attrs)->out_dtype &&
           ArgType(a, 1)->dtype == ArgType(b, 1)->dtype &&
           ArgType(a, 1)->shape[1] == ArgType(b, 1)->shape[1];
  }
  Expr CombinedOp(std::span<const Branch> branches) override {
    const CallNode* first = branches[0][0];
    int64_t units = 0;
    for (const Branch& branch : branches) units += ArgType(branch[0], 1)->shape[0].value();
    axis_ = 1;
    return MakeOp("nn.dense", {first->arg(0), MakeConcatenate(ArgsAt(branches, 0, 1), 0)},
                  {{"units", units}, {"out_dtype", As<DenseAttrs>(first->attrs)->out_dtype}});
  }
  Expr CombinedArg(std::span<const Branch> branches, size_t depth, size_t index,
                   size_t parent_index) override {
    std::vector<Expr> args = ArgsAt(branches, depth, index);
    size_t rank = TensorOf(args[0].get())->rank();
    size_t place = rank == 0 ? 0 : rank - axis_;
    auto axis = static_cast<int64_t>(place);
    for (size_t i = 0; i < args.size(); ++i) {
      const Shape& data = ArgType(branches[i][depth], parent_index)->shape;
      int64_t size = data[data.size() - axis_].value();
      bool repeat = rank == 0;
      if (rank == 0) {
        args[i] = MakeExpandDims(args[i], -1, 1);
      } else {
        repeat = size > 1 && TensorOf(args[i].get())->shape[place] == Dim(1);
      }
      if (repeat) args[i] = MakeRepeat(args[i], size, axis);
    }
    return MakeConcatenate(args, axis);
  }
  std::vector<Expr> Outputs(const Expr& combined, std::span<const Branch> branches,
                            size_t depth) override {
    std::vector<Expr> slices;
    int64_t index = 0;
    for (const Branch& branch : branches) {
      size_t rank = TensorOf(branch[depth])->rank();
      int64_t features = TensorOf(branch[0])->shape.back().value();
      slices.push_back(Slice(combined, rank, rank - axis_, index, features));
      index += features;
    }
    return slices;
  }
};

class BatchMatmulCombiner : public ParallelCombiner {
 public:
  explicit BatchMatmulCombiner(int64_t min_num_branches)
      : ParallelCombiner("nn.batch_matmul", min_num_branches) {}

 protected:
  bool IsSupported(const CallNode* call) const override {
    const TensorTypeNode* weight = ArgType(call, 1);
    return weight && weight->rank() == 3 && weight->shape[1].is_const() &&
           !HasRewrittenWeight(call->attrs);
  }
  bool CanCombine(const CallNode* a, const CallNode* b) const override {
    const auto *x = As<BatchMatmulAttrs>(a->attrs), *y = As<BatchMatmulAttrs>(b->attrs);
    if (x->transpose_a || !x->transpose_b || y->transpose_a || !y->transpose_b) return false;
    const TensorTypeNode *s = ArgType(a, 1), *t = ArgType(b, 1);
    return s->dtype == t->dtype && TensorOf(a)->dtype == TensorOf(b)->dtype &&
           s->shape[0].is_const() && s->shape[0] == t->shape[0] && s->shape[2] == t->shape[2] &&
           x->out_dtype == y->out_dtype;
  }
  Expr CombinedOp(std::span<const Branch> branches) override {
    const CallNode* first = branches[0][0];
    axis_ = 1;
    return Call(first->op(), {first->arg(0), MakeConcatenate(ArgsAt(branches, 0, 1), 1)},
                first->attrs);
  }
  Expr CombinedArg(std::span<const Branch> branches, size_t depth, size_t index, size_t) override {
    return MakeConcatenate(ArgsAt(branches, depth, index), -static_cast<int64_t>(axis_));
  }
  std::vector<Expr> Outputs(const Expr& combined, std::span<const Branch> branches,
                            size_t depth) override {
    std::vector<Expr> slices;
    int64_t index = 0;
    for (const Branch& branch : branches) {
      int64_t features = ArgType(branch[0], 1)->shape[1].value();
      size_t rank = TensorOf(branch[depth])->rank();
      slices.push_back(Slice(combined, rank, rank - axis_, index, features));
      index += features;
    }
    return slices;
  }
};

template <class Combiner>
Pass CreateCombiner(const char* name, int64_t min_num_branches) {
  return CreateFunctionPassWithEffects(
      [min_num_branches](const Expr& function, const IRModule& module, LazyEffects& effects,
                         PassContext&) {
        Expr typed = EnsureTyped(function, module);
        return Combiner(min_num_branches).Combine(typed, effects.For(typed));
      },
      TableInfo(name));
}

}  // namespace

namespace transform {

Pass CombineParallelDense(CombineParallelDenseOptions options) {
  const char* name = "CombineParallelDense";
  return options.to_batch ? CreateCombiner<DenseToBatch>(name, options.min_num_branches)
                          : CreateCombiner<DenseToDense>(name, options.min_num_branches);
}
Pass CombineParallelBatchMatmul(CombineParallelOptions options) {
  return CreateCombiner<BatchMatmulCombiner>("CombineParallelBatchMatmul",
                                             options.min_num_branches);
}

Pass BatchingOps() {
  return Sequential({CreatePass("CombineParallelConv2D"), CreatePass("CombineParallelDense"),
                     CreatePass("CombineParallelBatchMatmul")},
                    TableInfo("BatchingOps"));
}

}  // namespace transform
}  // namespace passcope
