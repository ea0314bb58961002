// Gradients of operators: a table of small functions.
#include "transforms/gradients.h"

#include <algorithm>
#include <numeric>

#include "diagnostics/diagnostic.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "support/format.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

using Grads = std::vector<Expr>;

// A call whose gradient is asked for.
struct Site {
  const CallNode* call;
  Expr result;  // The call.
  Expr grad;    // Of the result.
  const Expr& arg(size_t i) const { return call->arg(i); }
  const Expr& x() const { return call->arg(0); }
};

[[noreturn]] void Unsupported(const Site& site, const char* what) {
  throw DiagnosticError(DiagKind::kUnsupported, Format("the gradient of '{}' is not supported {}",
                                                       As<OpNode>(site.call->op())->name(), what));
}

const TensorTypeNode* TypeOf(const Site& site, const Expr& expr) {
  const auto* type = As<TensorTypeNode>(expr->checked_type());
  if (!type) Unsupported(site, "for tuples");
  return type;
}
std::vector<int64_t> ShapeOf(const Site& site, const Expr& expr) {
  auto shape = StaticShape(expr->checked_type());
  if (!shape) Unsupported(site, "for shapes that are not known");
  return *shape;
}

Expr Unary(std::string_view op, Expr x) { return CallOp(op, {std::move(x)}); }
Expr Binary(std::string_view op, Expr x, Expr y) {
  return CallOp(op, {std::move(x), std::move(y)});
}
Expr Ones(const Expr& x) { return Unary("ones_like", x); }
Expr Zeros(const Expr& x) { return Unary("zeros_like", x); }
Expr SumTo(Expr grad, const Expr& like) {
  return Binary("collapse_sum_like", std::move(grad), like);
}
Expr SpreadTo(Expr grad, const Expr& like) {
  return Binary("broadcast_to_like", std::move(grad), like);
}
Expr Number(const Site& site, double value) {
  return ConstantScalar(value, TypeOf(site, site.x())->dtype);
}
Expr Where(Expr condition, Expr yes, Expr no) {
  return CallOp("where", {std::move(condition), std::move(yes), std::move(no)});
}
Expr Square(const Expr& x) { return MakeMultiply(x, x); }
Expr Transposed(const Expr& x) { return MakeOp("transpose", {x}, {}); }

// The axes that a reduction goes over, ascending.
std::vector<int64_t> ReducedAxes(const Site& site) {
  const AnyReduceAttrs* attrs = AsReduceAttrs(site.call->attrs);
  size_t rank = TypeOf(site, site.x())->rank();
  std::vector<int64_t> all(rank), axes;
  std::iota(all.begin(), all.end(), 0);
  if (!attrs || !attrs->axis) return all;
  for (int64_t axis : all) {
    bool listed = false;
    for (int64_t given : *attrs->axis) {
      listed = listed || static_cast<int64_t>(NormalizeAxis(given, rank)) == axis;
    }
    if (listed != attrs->exclude) axes.push_back(axis);
  }
  return axes;
}
Expr Unreduced(const Site& site, const std::vector<int64_t>& axes) {
  const AnyReduceAttrs* attrs = AsReduceAttrs(site.call->attrs);
  Expr grad = site.grad;
  if (attrs && attrs->keepdims) return grad;
  for (int64_t axis : axes) grad = MakeExpandDims(grad, axis, 1);
  return grad;
}

Grads Sum(const Site& s) { return {SpreadTo(Unreduced(s, ReducedAxes(s)), s.x())}; }

Grads Mean(const Site& s) {
  std::vector<int64_t> axes = ReducedAxes(s), shape = ShapeOf(s, s.x());
  double scale = 1;
  for (int64_t axis : axes) scale /= static_cast<double>(shape[static_cast<size_t>(axis)]);
  return {SpreadTo(MakeMultiply(Unreduced(s, axes), Number(s, scale)), s.x())};
}

Grads Dense(const Site& s) {
  if (TypeOf(s, s.x())->rank() != 2) Unsupported(s, "for data that is no matrix");
  int64_t features = ShapeOf(s, s.x()).back();
  AttrValue units = features;
  return {SumTo(MakeOp("nn.dense", {s.grad, Transposed(s.arg(1))}, {{"units", units}}), s.x()),
          SumTo(MakeOp("nn.dense", {Transposed(s.grad), Transposed(s.x())}, {{"units", units}}),
                s.arg(1))};
}

Grads BatchMatmul(const Site& s) {
  const auto* attrs = As<BatchMatmulAttrs>(s.call->attrs);
  const Expr &x = s.x(), &y = s.arg(1), &g = s.grad;
  auto product = [](const Expr& a, const Expr& b, bool transpose_a, bool transpose_b) {
    return MakeOp("nn.batch_matmul", {a, b},
                  {{"transpose_a", transpose_a}, {"transpose_b", transpose_b}});
  };
  auto turned = [](const Expr& expr) { return MakeTranspose(expr, {0, 2, 1}); };
  if (attrs->transpose_a && attrs->transpose_b) {
    return {SumTo(product(y, g, true, true), x), SumTo(product(g, x, true, true), y)};
  }
  if (attrs->transpose_a) {
    return {SumTo(product(y, g, false, true), x), SumTo(product(x, g, false, false), y)};
  }
  if (attrs->transpose_b) {
    return {SumTo(product(g, turned(y), false, true), x),
            SumTo(product(turned(g), turned(x), false, true), y)};
  }
  return {SumTo(product(g, y, false, true), x), SumTo(product(x, g, true, false), y)};
}

Grads BiasAdd(const Site& s) {
  int64_t axis = As<BiasAddAttrs>(s.call->attrs)->axis;
  return {SumTo(s.grad, s.x()), MakeReduce("sum", s.grad, std::vector<int64_t>{axis}, false, true)};
}

Grads Conv2D(const Site& s) {
  const auto* attrs = As<Conv2DAttrs>(s.call->attrs);
  if (attrs->data_layout != "NCHW" || attrs->kernel_layout != "OIHW" ||
      (!attrs->out_layout.empty() && attrs->out_layout != "NCHW")) {
    Unsupported(s, "for other layouts than NCHW and OIHW");
  }
  for (int64_t step : attrs->dilation) {
    if (step != 1) Unsupported(s, "for dilated convolutions");
  }
  std::vector<int64_t> data = ShapeOf(s, s.x()), weight = ShapeOf(s, s.arg(1));
  std::vector<int64_t> result = ShapeOf(s, s.result), pad = attrs->padding;
  if (pad.size() == 1) pad.assign(4, pad[0]);
  if (pad.size() == 2) pad = {pad[0], pad[1], pad[0], pad[1]};
  std::vector<int64_t> output_padding;
  for (size_t i = 0; i < 2; ++i) {
    int64_t out = (result[i + 2] - 1) * attrs->strides[i] - pad[i] - pad[i + 2] + weight[i + 2];
    output_padding.push_back(data[i + 2] - out);
  }
  DataType dtype = attrs->out_dtype.is_void() ? TypeOf(s, s.x())->dtype : attrs->out_dtype;
  AttrValue channels;
  if (attrs->channels) channels = *attrs->channels;
  AttrValue strides = AttrValue::Ints(attrs->strides), padding = AttrValue::Ints(pad),
            dilation = AttrValue::Ints(attrs->dilation);
  return {MakeOp("nn.conv2d_transpose", {s.grad, s.arg(1)},
                 {{"strides", strides},
                  {"padding", padding},
                  {"dilation", dilation},
                  {"groups", attrs->groups},
                  {"output_padding", AttrValue::Ints(output_padding)},
                  {"kernel_layout", "IOHW"},
                  {"out_dtype", dtype}}),
          MakeOp("nn.conv2d_backward_weight", {s.grad, s.x()},
                 {{"strides", strides},
                  {"padding", padding},
                  {"dilation", dilation},
                  {"groups", attrs->groups},
                  {"channels", channels},
                  {"kernel_size", AttrValue::Ints({weight[2], weight[3]})},
                  {"data_layout", "NCHW"},
                  {"kernel_layout", "NCHW"},
                  {"out_layout", "OIHW"},
                  {"out_dtype", dtype}})};
}

Grads Transpose(const Site& s) {
  const auto* attrs = As<TransposeAttrs>(s.call->attrs);
  if (!attrs->axes) return {Transposed(s.grad)};
  std::vector<int64_t> inverse(attrs->axes->size());
  for (size_t i = 0; i < inverse.size(); ++i) {
    inverse[NormalizeAxis((*attrs->axes)[i], inverse.size())] = static_cast<int64_t>(i);
  }
  return {MakeTranspose(s.grad, inverse)};
}

Grads SoftmaxGrad(const Site& s) {
  std::vector<int64_t> axis = {As<SoftmaxAttrs>(s.call->attrs)->axis};
  Expr sum = MakeReduce("sum", MakeMultiply(s.grad, s.result), axis, true);
  return {MakeMultiply(MakeSubtract(s.grad, sum), s.result)};
}
Grads LogSoftmax(const Site& s) {
  std::vector<int64_t> axis = {As<SoftmaxAttrs>(s.call->attrs)->axis};
  Expr sum = MakeReduce("sum", s.grad, axis, true);
  return {MakeSubtract(s.grad, MakeMultiply(sum, Unary("exp", s.result)))};
}

struct Row {
  const char* op;
  Grads (*gradients)(const Site& site);
};
constexpr Row kRows[] = {
    {"abs",
     [](const Site& s) -> Grads {
       Expr zeros = Zeros(s.x()), ones = Ones(s.x());
       return {Where(Binary("less", s.x(), zeros), MakeMultiply(MakeNegative(ones), s.grad),
                     MakeMultiply(ones, s.grad))};
     }},
    {"add",
     [](const Site& s) -> Grads {
       return {SumTo(s.grad, s.arg(0)), SumTo(s.grad, s.arg(1))};
     }},
    {"atan",
     [](const Site& s) -> Grads {
       Expr ones = Ones(s.x());
       return {MakeDivide(MakeMultiply(s.grad, ones), MakeAdd(ones, Square(s.x())))};
     }},
    {"cast", [](const Site& s) -> Grads { return {Binary("cast_like", s.grad, s.x())}; }},
    {"collapse_sum_like",
     [](const Site& s) -> Grads {
       return {SpreadTo(s.grad, s.arg(0)), Zeros(s.arg(1))};
     }},
    {"copy", [](const Site& s) -> Grads { return {s.grad}; }},
    {"cos",
     [](const Site& s) -> Grads {
       Expr ones = Ones(s.x());
       return {MakeMultiply(s.grad, MakeMultiply(MakeNegative(ones), Unary("sin", s.x())))};
     }},
    {"cosh", [](const Site& s) -> Grads { return {MakeMultiply(s.grad, Unary("sinh", s.x()))}; }},
    {"divide",
     [](const Site& s) -> Grads {
       Expr of_divisor = MakeDivide(MakeMultiply(s.grad, s.result), s.arg(1));
       return {SumTo(MakeDivide(s.grad, s.arg(1)), s.arg(0)),
               SumTo(MakeNegative(of_divisor), s.arg(1))};
     }},
    {"exp", [](const Site& s) -> Grads { return {MakeMultiply(s.grad, Unary("exp", s.x()))}; }},
    {"log",
     [](const Site& s) -> Grads { return {MakeDivide(MakeMultiply(s.grad, Ones(s.x())), s.x())}; }},
    {"mean", Mean},
    {"multiply",
     [](const Site& s) -> Grads {
       return {SumTo(MakeMultiply(s.grad, s.arg(1)), s.arg(0)),
               SumTo(MakeMultiply(s.grad, s.arg(0)), s.arg(1))};
     }},
    {"negative", [](const Site& s) -> Grads { return {MakeNegative(s.grad)}; }},
    {"nn.batch_flatten",
     [](const Site& s) -> Grads {
       return {MakeOp("reshape_like", {s.grad, s.x()}, {})};
     }},
    {"nn.batch_matmul", BatchMatmul},
    {"nn.bias_add", BiasAdd},
    {"nn.conv2d", Conv2D},
    {"nn.dense", Dense},
    {"nn.log_softmax", LogSoftmax},
    {"nn.relu",
     [](const Site& s) -> Grads {
       Expr zeros = Zeros(s.x()), ones = Ones(s.x());
       return {Where(Binary("less", s.x(), zeros), zeros, MakeMultiply(ones, s.grad))};
     }},
    {"nn.softmax", SoftmaxGrad},
    {"ones", [](const Site&) -> Grads { return {}; }},
    {"ones_like", [](const Site& s) -> Grads { return {Zeros(s.x())}; }},
    {"reshape",
     [](const Site& s) -> Grads {
       return {MakeOp("reshape_like", {s.grad, s.x()}, {})};
     }},
    {"sigmoid",
     [](const Site& s) -> Grads {
       return {
           MakeMultiply(MakeMultiply(s.grad, s.result), MakeSubtract(Ones(s.result), s.result))};
     }},
    {"sin", [](const Site& s) -> Grads { return {MakeMultiply(s.grad, Unary("cos", s.x()))}; }},
    {"sinh", [](const Site& s) -> Grads { return {MakeMultiply(s.grad, Unary("cosh", s.x()))}; }},
    {"sqrt",
     [](const Site& s) -> Grads {
       Expr half = Number(s, 0.5);
       return {
           MakeMultiply(MakeMultiply(s.grad, half), Binary("power", s.x(), MakeNegative(half)))};
     }},
    {"subtract",
     [](const Site& s) -> Grads {
       return {SumTo(s.grad, s.arg(0)), SumTo(MakeNegative(s.grad), s.arg(1))};
     }},
    {"sum", Sum},
    {"tan",
     [](const Site& s) -> Grads {
       Expr cos = Unary("cos", s.x());
       return {MakeDivide(s.grad, MakeMultiply(cos, Unary("cos", s.x())))};
     }},
    {"tanh",
     [](const Site& s) -> Grads {
       return {MakeMultiply(s.grad, MakeSubtract(Ones(s.result), Square(s.result)))};
     }},
    {"transpose", Transpose},
    {"zeros", [](const Site&) -> Grads { return {}; }},
    {"zeros_like", [](const Site& s) -> Grads { return {s.result}; }},
};

}  // namespace

std::vector<Expr> GradientsOf(const CallNode* call, const Expr& grad) {
  for (const Row& row : kRows) {
    if (!IsCallTo(call, row.op)) continue;
    Grads grads = row.gradients({call, Expr(call), grad});
    PASSCOPE_CHECK(grads.size() == call->args().size());
    return grads;
  }
  const auto* op = As<OpNode>(call->op());
  throw DiagnosticError(DiagKind::kUnsupported,
                        Format("the operator '{}' has no gradient", op ? op->name() : "?"));
}

}  // namespace passcope
