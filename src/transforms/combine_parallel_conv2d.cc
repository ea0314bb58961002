// CombineParallelConv2D: combines several convolutions of the same data into one.
//
// Why: one large convolution uses a processor better than several small ones. The pass concatenates
// their weights along the output channels. It also concatenates the arguments of the elementwise
// calls that follow all of them. Slices of the result replace the old results. Only convolutions of
// one group with the same strides, padding, dilation, layouts and kernel size are combined.
//
//   before  (nn.conv2d(%x, %w1), nn.conv2d(%x, %w2))
//   after   %0 = nn.conv2d(%x, concatenate((%w1, %w2)));
//           (strided_slice(%0, …), strided_slice(%0, …))
#include "op/attrs_nn.h"
#include "op/layout.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/combine_parallel.h"
#include "transforms/pattern_utils.h"
#include "transforms/with_effects.h"

namespace passcope {
namespace {

const Conv2DAttrs* AttrsOf(const CallNode* call) { return As<Conv2DAttrs>(call->attrs); }

// The number of output channels; -1 if it is not known.
int64_t NumChannels(const CallNode* conv) {
  size_t axis = AttrsOf(conv)->kernel_layout.find('O');
  const TensorTypeNode* weight = TensorOf(conv->arg(1).get());
  if (!weight || axis >= weight->rank() || !weight->shape[axis].is_const()) return -1;
  return weight->shape[axis].value();
}

class Conv2DCombiner : public ParallelCombiner {
 public:
  explicit Conv2DCombiner(int64_t min_num_branches)
      : ParallelCombiner("nn.conv2d", min_num_branches) {}

 protected:
  // Without blocks, since channels in blocks have two axes.
  bool IsSupported(const CallNode* call) const override {
    const Conv2DAttrs* attrs = AttrsOf(call);
    auto in_blocks = [](const std::string& layout) {
      auto parsed = Layout::Parse(layout);
      return parsed && parsed->has_blocks();
    };
    return attrs->groups == 1 && !HasRewrittenWeight(call->attrs) &&
           !in_blocks(attrs->data_layout) && !in_blocks(attrs->kernel_layout) &&
           !in_blocks(attrs->out_layout);
  }

  bool CanCombine(const CallNode* a, const CallNode* b) const override {
    const Conv2DAttrs *x = AttrsOf(a), *y = AttrsOf(b);
    if (x->strides != y->strides || x->padding != y->padding || x->dilation != y->dilation ||
        x->groups != y->groups || x->data_layout != y->data_layout ||
        x->kernel_layout != y->kernel_layout || x->out_dtype != y->out_dtype ||
        x->out_layout != y->out_layout || NumChannels(a) < 0 || NumChannels(b) < 0) {
      return false;
    }
    if (TensorOf(a->arg(1).get())->dtype != TensorOf(b->arg(1).get())->dtype) return false;
    auto layout = Layout::Parse(x->kernel_layout);
    auto to_oihw = layout ? BijectiveLayout::Make(*layout, Layout::Of("OIHW")) : std::nullopt;
    if (!to_oihw) return false;
    auto s = to_oihw->ForwardShape(TensorOf(a->arg(1).get())->shape);
    auto t = to_oihw->ForwardShape(TensorOf(b->arg(1).get())->shape);
    return s && t && (*s)[2] == (*t)[2] && (*s)[3] == (*t)[3];
  }

  Expr CombinedOp(std::span<const Branch> branches) override {
    const CallNode* first = branches[0][0];
    const Conv2DAttrs* attrs = AttrsOf(first);
    std::vector<Expr> weights;
    int64_t channels = 0;
    for (const Branch& branch : branches) {
      weights.push_back(branch[0]->arg(1));
      channels += NumChannels(branch[0]);
    }
    const std::string& layout = attrs->out_layout.empty() ? attrs->data_layout : attrs->out_layout;
    axis_ = layout.size() - layout.find('C');
    auto axis = static_cast<int64_t>(attrs->kernel_layout.find('O'));
    return Call(first->op(), {first->arg(0), MakeConcatenate(weights, axis)},
                WithAttrs(first->attrs, {{"channels", channels}}));
  }

  Expr CombinedArg(std::span<const Branch> branches, size_t depth, size_t index, size_t) override {
    std::vector<Expr> args;
    for (const Branch& branch : branches) args.push_back(branch[depth]->arg(index));
    return MakeConcatenate(args, static_cast<int64_t>(TensorOf(args[0].get())->rank() - axis_));
  }

  std::vector<Expr> Outputs(const Expr& combined, std::span<const Branch> branches,
                            size_t depth) override {
    std::vector<Expr> slices;
    int64_t index = 0;
    size_t channel_axis = TensorOf(branches[0][depth])->rank() - axis_;
    for (const Branch& branch : branches) {
      std::vector<int64_t> begin(channel_axis, 0), end(channel_axis, -1);
      begin.push_back(index);
      end.push_back(NumChannels(branch[0]));
      index += end.back();
      slices.push_back(MakeOp("strided_slice", {combined},
                              {{"begin", AttrValue::Ints(begin)},
                               {"end", AttrValue::Ints(end)},
                               {"strides", AttrValue::Ints(std::vector<int64_t>(begin.size(), 1))},
                               {"slice_mode", "size"}}));
    }
    return slices;
  }
};

}  // namespace

namespace transform {

Pass CombineParallelConv2D(CombineParallelOptions options) {
  return CreateFunctionPassWithEffects(
      [options](const Expr& function, const IRModule& module, LazyEffects& effects, PassContext&) {
        Expr typed = EnsureTyped(function, module);
        return Conv2DCombiner(options.min_num_branches).Combine(typed, effects.For(typed));
      },
      TableInfo("CombineParallelConv2D"));
}

}  // namespace transform
}  // namespace passcope
