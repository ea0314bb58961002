// QuantizePartition: marks the borders of sections that compute with few bits.
//
// Why: results of convolutions that travel far, such as along a residual connection, are kept in
// the type of inputs. Nothing is fused across the place where their type is reduced. The pass
// inserts a cast_hint and a stop_fusion there. Not done: operators that relay.quantize does not
// support.
//
//   before  nn.conv2d(nn.relu(nn.conv2d(%x, %a)), %b)
//   after   %0 = annotation.stop_fusion(annotation.cast_hint(nn.relu(nn.conv2d(%x, %a)), …))
//           nn.conv2d(%0, %b), with both annotations around it, too
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"
#include "transforms/quantize/forward_rewrite.h"
#include "transforms/quantize/quantize.h"
#include "transforms/with_effects.h"

namespace passcope {
namespace quantize {
namespace {

// A mark means that the expression ends a section unless another operator joins it.
class Partitioner : public ForwardRewriter {
 public:
  explicit Partitioner(DataType dtype) : dtype_(dtype) {}

 protected:
  Expr Realize(const Marked& marked) override {
    return CallOp("annotation.stop_fusion",
                  {MakeOp("annotation.cast_hint", {marked.expr}, {{"dtype", dtype_}})});
  }

  std::optional<Marked> Rewrite(const CallNode* call, std::span<const Marked> args) override {
    std::string_view op = NameOf(call);
    if (op == "nn.conv2d") {
      if (args[1].is_marked) return std::nullopt;
      return Mark(ForwardCall(call, {Ended(args[0]), args[1].expr}));
    }
    if (op == "clip" || op == "nn.relu" || op == "nn.max_pool2d") {
      if (!args[0].is_marked) return std::nullopt;
      return Mark(ForwardCall(call, {args[0].expr}));
    }
    if (op == "nn.global_avg_pool2d") return Marked{.expr = ForwardCall(call, {Realize(args[0])})};
    if (op == "add") return RewriteAdd(call, args[0], args[1]);
    if (op == "multiply") {
      // Multiplication by the scale of a batch normalization.
      if (args[0].is_marked && !args[1].is_marked) {
        return Mark(ForwardCall(call, {Ended(args[0]), args[1].expr}));
      }
      if (args[1].is_marked) RefuseKinds(call);
    }
    return std::nullopt;
  }

 private:
  static Marked Mark(Expr expr) { return {.expr = std::move(expr), .is_marked = true}; }
  Expr Ended(const Marked& marked) { return marked.is_marked ? Realize(marked) : marked.expr; }

  std::optional<Marked> RewriteAdd(const CallNode* call, const Marked& lhs, const Marked& rhs) {
    if (!lhs.is_marked && !rhs.is_marked) return std::nullopt;
    // The shift of a batch normalization belongs to the section.
    if (lhs.is_marked && !rhs.is_marked && IsConstantExpr(rhs.expr)) {
      return Mark(ForwardCall(call, {lhs.expr, rhs.expr}));
    }
    Expr sum = ForwardCall(call, {Ended(lhs), Ended(rhs)});
    // The sum of two sections is a section. The sum of a section and something else, as in a
    // residual connection, is not.
    if (lhs.is_marked && rhs.is_marked) return Mark(std::move(sum));
    return Marked{.expr = std::move(sum)};
  }

  DataType dtype_;
};

}  // namespace
}  // namespace quantize

namespace transform {

Pass QuantizePartition(const quantize::QConfig& config) {
  return CreateFunctionPassWithEffects(
      [dtype = config.dtype_input](const Expr& function, const IRModule&, LazyEffects& effects,
                                   PassContext&) {
        return quantize::Partitioner(dtype).Run(function, effects.For(function));
      },
      TableInfo("QuantizePartition"));
}

}  // namespace transform
}  // namespace passcope
