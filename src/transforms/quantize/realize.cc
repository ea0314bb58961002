// QuantizeRealize: computes on integers instead of on reals with simulated_quantize.
//
// Why: convolutions of 8-bit integers with 32-bit sums are several times faster and need a quarter
// of the memory. A tensor of integers has a scale, the real value of 1. Scales of factors are
// multiplied, and those of summands are made equal. To quantize a tensor again, its integers are
// shifted, or multiplied by a fixed-point number. Where no rule applies, integers become reals
// again. Not done: scales per channel.
//
//   before  nn.conv2d(simulated_quantize(%x, 0.0625f, -127f, 127f, kind=1),
//                     simulated_quantize(%w, …))
//   after   %0 = cast(clip(round(multiply(%x, 16f)), a_min=-127f, a_max=127f), dtype="int8")
//           %1 = nn.conv2d(%0, cast(…, dtype="int8"), …, out_dtype="int32")
//           multiply(cast(%1, dtype="float32"), 0.000488281f)
#include <algorithm>
#include <cmath>

#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"
#include "transforms/quantize/forward_rewrite.h"
#include "transforms/quantize/quantize.h"
#include "transforms/rules/quantized_values.h"
#include "transforms/with_effects.h"

namespace passcope {
namespace quantize {
namespace {

constexpr DataType kFloat32 = DataType::Float(32);

Expr Real(float value) { return Constant(ScalarNDArray(value, kFloat32)); }

Expr Clip(Expr data, double least, double greatest) {
  return MakeOp("clip", {std::move(data)}, {{"a_min", least}, {"a_max", greatest}});
}
Expr StopFusion(Expr data) { return CallOp("annotation.stop_fusion", {std::move(data)}); }

// Marks: `expr` has integers (or whole reals of type float32), and `scale` is the real value of 1.
class Realizer : public ForwardRewriter {
 public:
  explicit Realizer(const QConfig& config) : config_(config) {}
  int64_t realized() const { return realized_; }

 protected:
  Expr Realize(const Marked& marked) override {
    return MakeMultiply(MakeCast(marked.expr, kFloat32), Real(marked.scale));
  }

  std::optional<Marked> Rewrite(const CallNode* call, std::span<const Marked> args) override {
    std::string_view op = NameOf(call);
    for (const Rule& rule : kRules) {
      if (op == rule.op) return (this->*rule.rewrite)(call, args);
    }
    return std::nullopt;
  }

 private:
  using Args = std::span<const Marked>;
  struct Rule {
    const char* op;
    std::optional<Marked> (Realizer::*rewrite)(const CallNode* call, Args args);
  };
  static const Rule kRules[20];

  static Marked Mark(Expr expr, float scale, DataType dtype) {
    return {.expr = std::move(expr), .is_marked = true, .scale = scale, .dtype = dtype};
  }
  static Expr AsType(const Marked& arg, DataType dtype) {
    return arg.dtype == dtype ? arg.expr : MakeCast(arg.expr, dtype);
  }
  float ScalarOf(const CallNode* call, const Marked& arg) {
    const NDArrayNode* scalar = ConstantScalarOf(arg.expr);
    if (scalar) return static_cast<float>(scalar->ToDouble(0));
    throw DiagnosticError(DiagKind::kUnsupported,
                          MSG(kRealizeScaleNotConstant,
                              "the scale and the bounds of {operator} must be constants; "
                              "QuantizeCalibrate makes them constants",
                              NameOf(call)),
                          {}, Expr(call));
  }
  // The number of bits to shift integers whose scale changes by 2^`shift`.
  int64_t ShiftBits(const CallNode* call, float shift) {
    if (std::fabs(shift) < 31) return static_cast<int64_t>(shift);
    throw DiagnosticError(
        DiagKind::kUnsupported,
        MSG(kRealizeShiftTooWide, "{operator} would shift integers by more bits than they have",
            NameOf(call)),
        {}, Expr(call));
  }
  // `data`, integers of type `dtype`, times `factor` as a fixed-point number. The result is int32
  // or, with rounding "UPWARD", has the type of the data.
  Expr TimesFixedPoint(const Expr& ref, Expr data, float factor) {
    if (config_.rounding == "UPWARD") {
      FixedPoint fixed = ToFixedPoint(factor);
      return MakeOp("fixed_point_multiply", {std::move(data)},
                    {{"multiplier", fixed.significand}, {"shift", fixed.exponent}});
    }
    auto shape = StaticShape(ref->checked_type());
    if (!shape) {
      throw DiagnosticError(
          DiagKind::kUnsupported,
          MSG(kNearestRoundingSizesUnknown, "rounding to nearest requires known shapes, not {type}",
              TypeText(ref->checked_type())),
          {}, ref);
    }
    return qnn::MultiplyToNearest(std::move(data), factor, *shape);
  }

  std::optional<Marked> Quantize(const CallNode* call, Args args) {
    ++realized_;
    float scale = ScalarOf(call, args[1]);
    if (!(scale > 0 && std::isfinite(scale))) {
      throw DiagnosticError(DiagKind::kUnsupported,
                            MSG(kRealizeScaleNotPositive,
                                "the scale of {operator} must be positive and finite, not {scale}",
                                NameOf(call), scale),
                            {}, Expr(call));
    }
    float least = ScalarOf(call, args[2]), greatest = ScalarOf(call, args[3]);
    const Marked& arg = args[0];
    if (!arg.is_marked) {
      Expr scaled = MakeMultiply(arg.expr, Real(1 / scale));
      return Mark(Clip(CallOp("round", {scaled}), least, greatest), scale, kFloat32);
    }
    if (arg.scale == scale) return Mark(Clip(arg.expr, least, greatest), scale, arg.dtype);
    float shift = std::log2(scale / arg.scale);
    Expr data = arg.expr;
    if (shift == std::trunc(shift)) {
      int64_t bits = ShiftBits(call, shift);
      DataType dtype = config_.dtype_activation;
      if (bits > 0) {
        if (config_.round_for_shift) {
          data = MakeAdd(data, IntScalar(int64_t{1} << (bits - 1), dtype));
        }
        data = CallOp("right_shift", {data, IntScalar(bits, dtype)});
      } else {
        data = CallOp("left_shift", {data, IntScalar(-bits, dtype)});
      }
      return Mark(Clip(data, least, greatest), scale, arg.dtype);
    }
    data = TimesFixedPoint(Expr(call), MakeCast(data, DataType::Int(64)), arg.scale / scale);
    return Mark(MakeCast(Clip(data, least, greatest), arg.dtype), scale, arg.dtype);
  }

  // True if both operands of a product are integers. With `refuse`, throws if only one is.
  bool BothMarked(const CallNode* call, Args args, bool refuse) {
    if (args[0].is_marked && args[1].is_marked) return true;
    if (refuse && args[0].is_marked != args[1].is_marked) RefuseKinds(call);
    return false;
  }
  std::optional<Marked> Product(const CallNode* call, Args args) {
    std::string_view op = NameOf(call);
    if (!BothMarked(call, args, op == "nn.conv1d")) return std::nullopt;
    Expr data = AsType(args[0], config_.dtype_input);
    Expr weight = op == "nn.batch_matmul" ? AsType(args[1], config_.dtype_weight)
                                          : MakeCast(args[1].expr, config_.dtype_weight);
    Expr product = Call(call->op(), {data, weight},
                        WithAttrs(call->attrs, {{"out_dtype", config_.dtype_activation}}),
                        call->type_args, nullptr);
    return Mark(std::move(product), args[0].scale * args[1].scale, config_.dtype_activation);
  }
  std::optional<Marked> Multiply(const CallNode* call, Args args) {
    if (!BothMarked(call, args, false)) return std::nullopt;
    DataType dtype = config_.dtype_activation;
    Expr product = ForwardCall(call, {AsType(args[0], dtype), AsType(args[1], dtype)});
    return Mark(std::move(product), args[0].scale * args[1].scale, dtype);
  }

  // Converts integers of scale `from` to integers of the smaller scale `to`.
  Expr Rescale(const CallNode* call, const Expr& ref, Expr data, float from, float to,
               DataType dtype) {
    if (from == to) return data;
    float factor = from / to, shift = std::log2(factor);
    if (!(shift > 0)) RefuseKinds(call);
    if (shift == std::trunc(shift)) {
      return CallOp("left_shift", {data, IntScalar(ShiftBits(call, shift), dtype)});
    }
    ShiftBits(call, shift);
    if (factor == std::trunc(factor)) {
      return MakeMultiply(data, IntScalar(static_cast<int64_t>(factor), dtype));
    }
    return MakeCast(TimesFixedPoint(ref, std::move(data), factor), dtype);
  }
  // Converts the arguments to integers of `dtype` with one scale, and returns that scale.
  float Unify(const CallNode* call, std::span<const Expr> refs, Args args, DataType dtype,
              std::vector<Expr>* unified) {
    float scale = args.size() == 2
                      ? std::min(args[0].scale, args[1].scale)
                      : static_cast<float>(config_.global_scale) /
                            std::ldexp(1.0F, static_cast<int>(config_.nbit_activation) - 1);
    for (size_t i = 0; i < args.size(); ++i) {
      Expr data = args[i].expr;
      const CallNode* quantized = AsCallTo(refs[i], kSimulatedQuantize);
      if (args[i].dtype != dtype) {
        data = MakeCast(data, dtype);
      } else if (quantized && As<AnnotatedQuantizeAttrs>(quantized->attrs)->kind ==
                                  static_cast<int64_t>(QAnnotateKind::kInput)) {
        // A value that is passed on has the type of inputs.
        data = MakeCast(StopFusion(MakeCast(data, config_.dtype_input)), dtype);
      }
      unified->push_back(Rescale(call, refs[i], data, args[i].scale, scale, dtype));
    }
    return scale;
  }
  std::optional<Marked> Add(const CallNode* call, Args args) {
    if (!BothMarked(call, args, true)) return std::nullopt;
    std::vector<Expr> operands;
    DataType dtype = config_.dtype_activation;
    float scale = Unify(call, call->args(), args, dtype, &operands);
    for (size_t i = 0; i < 2; ++i) {
      // Operators on reals before this point are not fused with later ones.
      if (args[i].dtype == kFloat32) operands[i] = StopFusion(operands[i]);
    }
    return Mark(ForwardCall(call, operands), scale, dtype);
  }
  std::optional<Marked> Concatenate(const CallNode* call, Args args) {
    const std::vector<Marked>& fields = args[0].fields;
    if (fields.empty()) return std::nullopt;
    const auto* tuple = As<TupleNode>(call->args()[0]);
    bool all = tuple && std::all_of(fields.begin(), fields.end(),
                                    [](const Marked& field) { return field.is_marked; });
    if (!all) RefuseKinds(call);
    // TVM checks only the second of two fields, so it cuts off the first one if that is wider.
    bool inputs = fields.size() == 2 && fields[0].dtype == config_.dtype_input &&
                  fields[1].dtype == config_.dtype_input;
    DataType dtype = inputs ? config_.dtype_input : config_.dtype_activation;
    std::vector<Expr> unified;
    float scale = Unify(call, tuple->fields(), fields, dtype, &unified);
    return Mark(ForwardCall(call, {Tuple(unified)}), scale, dtype);
  }

  std::optional<Marked> Forward(const CallNode* call, Args args) {
    if (!args[0].is_marked) return std::nullopt;
    return Mark(ForwardCall(call, {args[0].expr}), args[0].scale, args[0].dtype);
  }
  std::optional<Marked> ForwardAs(const CallNode* call, const Marked& arg, DataType dtype,
                                  bool always) {
    if (!arg.is_marked) return std::nullopt;
    Expr data = always ? MakeCast(arg.expr, dtype) : AsType(arg, dtype);
    return Mark(ForwardCall(call, {data}), arg.scale, dtype);
  }
  std::optional<Marked> MaxPool(const CallNode* call, Args args) {
    return ForwardAs(call, args[0], config_.dtype_input, true);
  }
  std::optional<Marked> AvgPool(const CallNode* call, Args args) {
    return ForwardAs(call, args[0], config_.dtype_activation, false);
  }
  std::optional<Marked> CastHint(const CallNode* call, Args args) {
    if (!args[0].is_marked) return std::nullopt;
    DataType dtype = As<CastHintAttrs>(call->attrs)->dtype;
    return Mark(MakeCast(args[0].expr, dtype), args[0].scale, dtype);
  }
  std::optional<Marked> ClipBounds(const CallNode* call, Args args) {
    if (!args[0].is_marked) return std::nullopt;
    const auto* attrs = As<ClipAttrs>(call->attrs);
    double scale = args[0].scale;
    return Mark(Clip(args[0].expr, attrs->a_min / scale, attrs->a_max / scale), args[0].scale,
                args[0].dtype);
  }

  const QConfig& config_;
  int64_t realized_ = 0;
};

const Realizer::Rule Realizer::kRules[20] = {
    {kSimulatedQuantize, &Realizer::Quantize},
    {"nn.conv2d", &Realizer::Product},
    {"nn.conv1d", &Realizer::Product},
    {"nn.dense", &Realizer::Product},
    {"nn.batch_matmul", &Realizer::Product},
    {"multiply", &Realizer::Multiply},
    {"add", &Realizer::Add},
    {"clip", &Realizer::ClipBounds},
    {"concatenate", &Realizer::Concatenate},
    {"nn.relu", &Realizer::Forward},
    {"reshape", &Realizer::Forward},
    {"strided_slice", &Realizer::Forward},
    {"nn.batch_flatten", &Realizer::Forward},
    {"transpose", &Realizer::Forward},
    {"annotation.stop_fusion", &Realizer::Forward},
    {"nn.max_pool2d", &Realizer::MaxPool},
    {"nn.max_pool1d", &Realizer::MaxPool},
    {"nn.avg_pool2d", &Realizer::AvgPool},
    {"nn.global_avg_pool2d", &Realizer::AvgPool},
    {"annotation.cast_hint", &Realizer::CastHint},
};

}  // namespace
}  // namespace quantize

namespace transform {

Pass QuantizeRealize(const quantize::QConfig& config) {
  return CreateFunctionPassWithEffects(
      [config](const Expr& function, const IRModule& module, LazyEffects& effects,
               PassContext& context) {
        quantize::Realizer realizer(config);
        Expr typed = EnsureTyped(function, module);
        Expr result = realizer.Run(typed, effects.For(typed));
        context.Count("tensors quantized", realizer.realized());
        return result;
      },
      TableInfo("QuantizeRealize"));
}

}  // namespace transform
}  // namespace passcope
