// FakeQuantizationToInteger: computes on integers instead of dequantizing, computing on reals and
// quantizing again.
//
// Why: a network that was trained for quantization says what its integers mean, but computes on
// reals. A processor computes faster on the integers. A region between qnn.dequantize and
// qnn.quantize is rewritten if each operator in it has a rule. With `use_qat`, the pass also
// rewrites an operator whose arguments are all dequantized, and dequantizes its result. Not done:
// regions with anything but calls of operators, tuples and constants.
//
//   before  qnn.quantize(nn.relu(qnn.dequantize(%x, 2f, 0)), 2f, 0, out_dtype="int8")
//   after   maximum(%x, 0i8)
#include <algorithm>
#include <cmath>
#include <exception>
#include <new>

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "op/attrs_qnn.h"
#include "op/op.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "support/ptr_map.h"
#include "transforms/fake_quantization.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"
#include "transforms/rules/user_rules.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

// The operators that `use_qat` rewrites one by one: those whose rule needs no parameters of a
// result.
constexpr const char* kOptionalOps[] = {"broadcast_to",
                                        "clip",
                                        "expand_dims",
                                        "max",
                                        "maximum",
                                        "min",
                                        "minimum",
                                        "nn.avg_pool2d",
                                        "nn.batch_flatten",
                                        "nn.batch_matmul",
                                        "nn.bias_add",
                                        "nn.conv2d",
                                        "nn.conv2d_transpose",
                                        "nn.dense",
                                        "nn.depth_to_space",
                                        "nn.global_avg_pool2d",
                                        "nn.max_pool2d",
                                        "nn.pad",
                                        "nn.relu",
                                        "reshape",
                                        "split",
                                        "squeeze",
                                        "strided_slice",
                                        "transpose"};

const DataType& DtypeOf(const Expr& expr) {
  return As<TensorTypeNode>(expr->checked_type())->dtype;
}

TensorAffineType TypeOfDequantize(const CallNode* call) {
  return {call->arg(1), call->arg(2), DtypeOf(call->arg(0)),
          As<DequantizeAttrs>(call->attrs)->axis};
}

// Rules compare and clip integers instead of the reals that they encode. That is right only for
// positive scales. TVM's rules do so with any scale.
void RequirePositive(const Expr& scale, const ExprNode* node) {
  const auto* constant = As<ConstantNode>(scale);
  for (size_t i = 0; constant && i < constant->data->size(); ++i) {
    double value = constant->data->ToDouble(i);
    if (value > 0 && std::isfinite(value)) continue;
    throw DiagnosticError(
        DiagKind::kUnsupported,
        MSG(kQuantizationScaleNotPositive,
            "a quantization scale must be positive and finite, not {scale}", value),
        {}, Expr(node));
  }
}

// The calls from `root`, a call of qnn.quantize, down to calls of qnn.dequantize, including those.
// Empty if something in the region is not dataflow.
std::vector<const CallNode*> RegionCalls(const CallNode* root) {
  std::vector<const CallNode*> calls;
  std::vector<const ExprNode*> work = {root->arg(0).get()};
  PtrSet seen;
  while (!work.empty()) {
    const ExprNode* node = work.back();
    work.pop_back();
    if (!seen.Insert(node)) continue;
    if (const auto* call = As<CallNode>(node)) {
      if (!As<OpNode>(call->op())) return {};
      if (IsCallTo(call, "qnn.quantize")) {
        work.push_back(call->arg(0).get());
        continue;
      }
      calls.push_back(call);
      if (IsCallTo(call, "qnn.dequantize")) continue;
      for (const Expr& arg : call->args()) work.push_back(arg.get());
    } else if (As<TupleNode>(node) || As<TupleGetItemNode>(node)) {
      for (const Expr& child : node->children()) work.push_back(child.get());
    } else if (!As<ConstantNode>(node)) {
      return {};
    }
  }
  return calls;
}

class FakeQuantizer {
 public:
  explicit FakeQuantizer(bool hard_fail) : hard_fail_(hard_fail) {}
  int64_t regions() const { return regions_; }

 protected:
  const ExprNode* quantize_ = FindOp("qnn.quantize");
  const ExprNode* dequantize_ = FindOp("qnn.dequantize");

  // Rewrites the region between `root` and the calls of qnn.dequantize below it.
  class Region : public Rewriter {
   public:
    Region(const ExprNode* dequantize, const TensorAffineType* result)
        : dequantize_(dequantize), result_(result) {}
    const AffineType& TypeOf(const ExprNode* node) const {
      const AffineType* type = types_.Find(node);
      if (!type) Fail(node);
      return *type;
    }

   protected:
    Expr Enter(const ExprNode* node) override {
      const auto* call = As<CallNode>(node);
      if (!call || call->op() != dequantize_) return nullptr;
      RequirePositive(call->arg(1), node);
      types_[node] = {{TypeOfDequantize(call)}};
      return call->arg(0);
    }
    Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
      Expr now = WithChildren(node, children);
      if (const auto* call = As<CallNode>(node)) {
        auto user_rule = UserRules().fake_quantization.Get(call->op());
        FakeQuantizationRule rule = Rules().fake_quantization.Get(call->op());
        if (!user_rule && !rule) Fail(node);
        FakeQuantizationSite site{call, As<CallNode>(now), {}, result_};
        for (const Expr& arg : call->args()) site.types.push_back(types_.Find(arg.get()));
        QuantizedExpr result = user_rule ? (*user_rule)(site) : rule(site);
        types_[node] = std::move(result.type);
        return std::move(result.expr);
      }
      if (const auto* item = As<TupleGetItemNode>(node)) {
        AffineType type{{TypeOf(item->tuple().get()).fields.at(static_cast<size_t>(item->index))}};
        types_[node] = std::move(type);
      } else if (As<TupleNode>(node)) {
        AffineType type{{}, true};
        for (const Expr& field : node->children()) {
          type.fields.push_back(TypeOf(field.get()).fields.at(0));
        }
        types_[node] = std::move(type);
      }
      return now;
    }

   private:
    [[noreturn]] static void Fail(const ExprNode* node) {
      const auto* call = As<CallNode>(node);
      throw DiagnosticError(
          DiagKind::kUnsupported,
          call ? MSG(kIntegerRuleMissing, "'{operator}' has no rule to compute on integers",
                     As<OpNode>(call->op()) ? As<OpNode>(call->op())->name() : "fn")
               : MSG(kQuantizedMixedWithReal,
                     "a value that is not quantized is combined with quantized values"),
          {}, Expr(node));
    }
    const ExprNode* dequantize_;
    const TensorAffineType* result_;
    PtrMap<AffineType> types_;  // By the expression on reals.
  };

  // The result of `rewrite`; null if it is not possible and `hard_fail_` is off.
  template <class F>
  Expr Try(const ExprNode* end, F&& rewrite) {
    try {
      Expr result = rewrite();
      if (result) ++regions_;
      if (result && RemarksWanted()) {
        EmitRemark(
            RemarkKind::kQuantizedRegion, end,
            MSG(kRegionComputedOnIntegers,
                "the region that ends in {operator} is computed on integers", NameInRemark(end)));
      }
      return result;
    } catch (const DiagnosticError& error) {
      if (hard_fail_) throw;
      TellLeft(end, error.diagnostics().front().message);
      return nullptr;
    } catch (const InternalError&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      // A user's rule threw.
      if (hard_fail_) throw;
      TellLeft(end, Say("{text}", error.what()));
      return nullptr;
    }
  }

  PASSCOPE_REMARKS static void TellLeft(const ExprNode* end, Message reason) {
    if (!RemarksWanted()) return;
    EmitRemark(RemarkKind::kNotQuantized, end,
               MSG(kRegionKeptOnReals,
                   "the region that ends in {operator} is not computed on integers: {reason}",
                   NameInRemark(end), reason));
  }

  bool hard_fail_;

 private:
  int64_t regions_ = 0;
};

// Rewrites regions that end in qnn.quantize. Results keep their types, so that their users can be
// rewritten too.
class RegionRewriter : public Rewriter, public FakeQuantizer {
 public:
  using FakeQuantizer::FakeQuantizer;

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    Expr post = WithChildrenKeepingType(node, children);
    const auto* call = As<CallNode>(post);
    if (!call || call->op() != quantize_ || RegionCalls(call).empty()) return post;
    const auto* attrs = As<QuantizeAttrs>(call->attrs);
    TensorAffineType result{call->arg(1), call->arg(2), attrs->out_dtype, attrs->axis};
    Expr now = Try(node, [&] {
      RequirePositive(result.scale, node);
      Region region(dequantize_, &result);
      return region.Run(post);
    });
    if (!now) return post;
    return now->checked_type() ? now : WithType(now.get(), node->checked_type());
  }
};

// Rewrites calls whose arguments are dequantized, one by one.
class CallRewriter : public Rewriter, public FakeQuantizer {
 public:
  explicit CallRewriter(bool hard_fail) : FakeQuantizer(hard_fail) {
    for (const char* op : kOptionalOps) optional_.Add(op, 1);
  }

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    Expr post = WithChildrenKeepingType(node, children);
    Expr now = RewriteCall(node, post);
    if (hard_fail_) is_dataflow_[now.get()] = IsDataflow(now.get());
    return now;
  }

 private:
  // The arguments of a call.
  enum class Args : uint8_t { kDequantized, kConstant, kOther };

  Expr RewriteCall(const ExprNode* node, const Expr& post) {
    const auto* call = As<CallNode>(post);
    if (!call || !optional_.Get(call->op())) return post;
    Args args = ArgsOf(call);
    if (args == Args::kOther && hard_fail_ && IsDataflow(call)) {
      throw DiagnosticError(
          DiagKind::kUnsupported,
          MSG(kArgumentNotDequantized, "an argument of '{operator}' is not dequantized",
              As<OpNode>(call->op())->name()),
          {}, post);
    }
    if (args != Args::kDequantized) return post;
    Expr now = Try(node, [&]() -> Expr {
      Region region(dequantize_, nullptr);
      Expr integers = region.Run(post);
      const AffineType& type = region.TypeOf(post.get());
      // There is no operator that dequantizes a whole tuple.
      if (type.is_tuple) return nullptr;
      const TensorAffineType& affine = type.fields[0];
      Expr typed = integers;
      if (!typed->checked_type()) {
        const auto* real = As<TensorTypeNode>(node->checked_type());
        typed = WithType(integers.get(), TensorType(real->shape, affine.dtype));
      }
      return MakeOp("qnn.dequantize", {typed, affine.scale, affine.zero_point},
                    {{"axis", affine.axis}});
    });
    return now ? WithType(now.get(), node->checked_type()) : post;
  }

  // True if `node` depends on calls of qnn.dequantize only through calls of operators, tuples and
  // constants.
  bool IsDataflow(const ExprNode* node) const {
    const auto* call = As<CallNode>(node);
    if (call && call->op() == dequantize_) return true;
    bool may_be = call
                      ? As<OpNode>(call->op()) != nullptr
                      : As<ConstantNode>(node) || As<TupleNode>(node) || As<TupleGetItemNode>(node);
    std::span<const Expr> parts = call ? call->args() : node->children();
    return may_be && std::all_of(parts.begin(), parts.end(), [this](const Expr& part) {
             const char* is = is_dataflow_.Find(part.get());
             return is && *is != 0;
           });
  }
  Args ArgsOf(const CallNode* call) const {
    Args result = Args::kConstant;
    std::vector<const ExprNode*> work;
    for (const Expr& arg : call->args()) work.push_back(arg.get());
    while (!work.empty()) {
      const ExprNode* node = work.back();
      work.pop_back();
      if (const auto* arg = As<CallNode>(node)) {
        if (arg->op() != dequantize_) return Args::kOther;
        result = Args::kDequantized;
      } else if (As<TupleNode>(node) || As<TupleGetItemNode>(node)) {
        for (const Expr& child : node->children()) work.push_back(child.get());
      } else if (!As<ConstantNode>(node)) {
        return Args::kOther;
      }
    }
    return result;
  }
  OpTable<char> optional_;
  PtrMap<char> is_dataflow_;  // By expression; only filled with `hard_fail_`.
};

}  // namespace

std::map<std::string, int64_t> CountFakeQuantizedOps(const Expr& expr) {
  std::map<std::string, int64_t> counts;
  PostOrderVisit(expr, [&counts](const ExprNode* node) {
    if (!IsCallTo(node, "qnn.quantize")) return;
    for (const CallNode* call : RegionCalls(As<CallNode>(node))) {
      if (!IsCallTo(call, "qnn.dequantize")) ++counts[As<OpNode>(call->op())->name()];
    }
  });
  return counts;
}

namespace transform {

Pass FakeQuantizationToInteger(FakeQuantizationToIntegerOptions options) {
  return CreateFunctionPass(
      [options](const Expr& function, const IRModule& module, PassContext& context) {
        Expr typed = EnsureTyped(function, module);
        RegionRewriter regions(options.hard_fail);
        Expr result = regions.Run(typed);
        int64_t rewritten = regions.regions();
        if (options.use_qat) {
          CallRewriter calls(options.hard_fail);
          result = calls.Run(result);
          rewritten += calls.regions();
        }
        context.Count("regions computed on integers", rewritten);
        return result;
      },
      TableInfo("FakeQuantizationToInteger"));
}

}  // namespace transform
}  // namespace passcope
