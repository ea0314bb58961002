// Rules of the elementwise unary operators.
#include <algorithm>
#include <utility>

#include "op/attrs_tensor.h"
#include "pass/pass_context.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

// The gradient divided by sqrt(`inside`).
Gradients OverRoot(const GradientSite& s, const Expr& ones, Expr inside) {
  return {MakeDivide(MakeMultiply(s.grad, ones), MakeSqrt(std::move(inside)))};
}

// The gradient of the logarithm to `base`.
Gradients LogGradient(const GradientSite& s, double base) {
  Expr ones = OnesLike(s.x());
  return {MakeDivide(MakeMultiply(s.grad, ones),
                     MakeMultiply(MakeUnary("log", s.Number(base)), s.x()))};
}

// The factors lie along the data's axes, in the data's order and with its blocks.
InferredLayouts PerAxisLayout(const LayoutQuery& query) {
  std::vector<int64_t> axes = As<FixedPointMultiplyPerAxisAttrs>(query.attrs)->axes;
  const Layout old = query.old_in[0];
  // A single factor, which may be for all elements, does not follow the data.
  const TensorTypeNode* given = query.tensor(1);
  if (axes.empty() || (given && !given->is_dynamic() && given->num_elements() == 1)) {
    return InferredLayouts::Unknown();
  }
  std::vector<LayoutAxis> along;
  for (int64_t& axis : axes) {
    if (axis < 0) axis += static_cast<int64_t>(old.ndim());
    if (axis < 0 || static_cast<size_t>(axis) >= old.ndim()) return InferredLayouts::Unknown();
    along.push_back(old.axes()[static_cast<size_t>(axis)]);
  }
  Layout data = old;
  if (query.new_in) {
    data = query.new_in->front();
    const std::vector<LayoutAxis> before = std::exchange(along, {});
    axes.clear();
    for (size_t i = 0; i < data.ndim(); ++i) {
      LayoutAxis axis = data.axes()[i];
      bool has_factors = std::any_of(before.begin(), before.end(), [&](LayoutAxis each) {
        return each.name == PrimalAxis(axis.name);
      });
      if (!has_factors) continue;
      axes.push_back(static_cast<int64_t>(i));
      along.push_back(axis);
    }
  }
  // Undefined if an axis is there twice, or if factors lie along blocks alone.
  Layout factors = Layout::FromAxes(along).value_or(Layout());
  return {{data, factors, factors, factors},
          {data},
          WithField(query.attrs, "axes", AttrValue::Ints(axes))};
}

// Processors compute erf in float32. Wider types stay: float32 would lose half of their digits.
Expr LegalizeErf(const CallNode* call, std::span<const Expr> args) {
  const auto* type = As<TensorTypeNode>(call->arg(0)->checked_type());
  if (CurrentTarget() != Target::kLlvm || !type || type->dtype.bits >= 32) return nullptr;
  return MakeCast(MakeUnary("erf", MakeCast(args[0], DataType::Float(32))), type->dtype);
}

constexpr GradientRow kUnaryGradients[] = {
    {"abs",
     [](const GradientSite& s) -> Gradients {
       Expr zeros = ZerosLike(s.x()), ones = OnesLike(s.x());
       return {MakeWhere(MakeBinary("less", s.x(), zeros), MakeMultiply(MakeNegative(ones), s.grad),
                         MakeMultiply(ones, s.grad))};
     }},
    {"acos",
     [](const GradientSite& s) -> Gradients {
       Expr ones = OnesLike(s.x());
       Expr root = MakeSqrt(MakeSubtract(ones, MakeSquare(s.x())));
       return {MakeMultiply(s.grad, MakeDivide(MakeNegative(ones), root))};
     }},
    {"acosh",
     [](const GradientSite& s) -> Gradients {
       Expr ones = OnesLike(s.x());
       return OverRoot(s, ones, MakeSubtract(MakeSquare(s.x()), ones));
     }},
    {"asin",
     [](const GradientSite& s) -> Gradients {
       Expr ones = OnesLike(s.x());
       return OverRoot(s, ones, MakeSubtract(ones, MakeSquare(s.x())));
     }},
    {"asinh",
     [](const GradientSite& s) -> Gradients {
       Expr ones = OnesLike(s.x());
       return OverRoot(s, ones, MakeAdd(ones, MakeSquare(s.x())));
     }},
    {"atan",
     [](const GradientSite& s) -> Gradients {
       Expr ones = OnesLike(s.x());
       return {MakeDivide(MakeMultiply(s.grad, ones), MakeAdd(ones, MakeSquare(s.x())))};
     }},
    {"atanh",
     [](const GradientSite& s) -> Gradients {
       Expr ones = OnesLike(s.x());
       return {MakeDivide(MakeMultiply(s.grad, ones), MakeSubtract(ones, MakeSquare(s.x())))};
     }},
    {"clip",
     [](const GradientSite& s) -> Gradients {
       const auto* attrs = As<ClipAttrs>(s.call->attrs);
       Expr low = SpreadTo(s.Number(attrs->a_min), s.x());
       Expr high = SpreadTo(s.Number(attrs->a_max), s.x());
       Expr zeros = ZerosLike(s.x()), ones = OnesLike(s.x());
       return {MakeWhere(
           MakeBinary("less", s.x(), low), zeros,
           MakeWhere(MakeBinary("less", high, s.x()), zeros, MakeMultiply(ones, s.grad)))};
     }},
    {"copy", [](const GradientSite& s) -> Gradients { return {s.grad}; }},
    {"cos",
     [](const GradientSite& s) -> Gradients {
       Expr ones = OnesLike(s.x());
       return {MakeMultiply(s.grad, MakeMultiply(MakeNegative(ones), MakeUnary("sin", s.x())))};
     }},
    {"cosh",
     [](const GradientSite& s) -> Gradients {
       return {MakeMultiply(s.grad, MakeUnary("sinh", s.x()))};
     }},
    {"erf",
     [](const GradientSite& s) -> Gradients {
       constexpr double kTwoOverRootOfPi = 1.1283791670955126;
       Expr bell = MakeUnary("exp", MakeMultiply(MakeNegative(s.x()), s.x()));
       return {MakeMultiply(MakeMultiply(s.Number(kTwoOverRootOfPi), bell), s.grad)};
     }},
    {"exp",
     [](const GradientSite& s) -> Gradients {
       return {MakeMultiply(s.grad, MakeUnary("exp", s.x()))};
     }},
    {"log",
     [](const GradientSite& s) -> Gradients {
       return {MakeDivide(MakeMultiply(s.grad, OnesLike(s.x())), s.x())};
     }},
    {"log10", [](const GradientSite& s) { return LogGradient(s, 10); }},
    {"log2", [](const GradientSite& s) { return LogGradient(s, 2); }},
    {"negative", [](const GradientSite& s) -> Gradients { return {MakeNegative(s.grad)}; }},
    {"ones_like", [](const GradientSite& s) -> Gradients { return {ZerosLike(s.x())}; }},
    {"shape_of", [](const GradientSite& s) -> Gradients { return {ZerosLike(s.x())}; }},
    {"sigmoid",
     [](const GradientSite& s) -> Gradients {
       return {MakeMultiply(MakeMultiply(s.grad, s.result),
                            MakeSubtract(OnesLike(s.result), s.result))};
     }},
    {"sin",
     [](const GradientSite& s) -> Gradients {
       return {MakeMultiply(s.grad, MakeUnary("cos", s.x()))};
     }},
    {"sinh",
     [](const GradientSite& s) -> Gradients {
       return {MakeMultiply(s.grad, MakeUnary("cosh", s.x()))};
     }},
    {"sqrt",
     [](const GradientSite& s) -> Gradients {
       Expr half = s.Number(0.5);
       return {MakeMultiply(MakeMultiply(s.grad, half),
                            MakeBinary("power", s.x(), MakeNegative(half)))};
     }},
    {"tan",
     [](const GradientSite& s) -> Gradients {
       Expr cos = MakeUnary("cos", s.x());
       return {MakeDivide(s.grad, MakeMultiply(cos, MakeUnary("cos", s.x())))};
     }},
    {"tanh",
     [](const GradientSite& s) -> Gradients {
       return {MakeMultiply(s.grad, MakeSubtract(OnesLike(s.result), MakeSquare(s.result)))};
     }},
    {"zeros_like", [](const GradientSite& s) -> Gradients { return {s.result}; }},
};

}  // namespace

void RegisterUnaryRules(RuleTables& rules) {
  AddGradients(rules, kUnaryGradients);
  rules.legalize.Add("erf", LegalizeErf);
  rules.infer_layout.Add("fixed_point_multiply_per_axis", PerAxisLayout);
}

}  // namespace passcope
