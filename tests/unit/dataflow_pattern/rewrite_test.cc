// Rewriting and partitioning matches.
#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "unit/dataflow_pattern/patterns.h"
#include "unit/deep.h"
#include "unit/refused.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

struct BatchNorm {
  DFPattern x = Wildcard(), var = Wildcard(), mean = Wildcard(), beta = Wildcard(),
            gamma = Wildcard(), eps = IsConstant();
  DFPattern pattern = IsCallOf(
      "add", {IsCallOf("divide", {IsCallOf("multiply", {gamma, IsCallOf("subtract", {x, mean})}),
                                  IsCallOf("sqrt", {IsCallOf("add", {var, eps})})}),
              beta});
  Expr Rewrite(const Expr& expr) const {
    return RewriteBy(
        pattern,
        [this](const DFPatternMatch& match) {
          double epsilon = As<ConstantNode>(match.After(eps))->data->ToDouble(0);
          return TupleGetItem(MakeOp("nn.batch_norm",
                                     {match.After(x), match.After(gamma), match.After(beta),
                                      match.After(mean), match.After(var)},
                                     {{"epsilon", epsilon}}),
                              0);
        },
        expr);
  }
};

struct Statistics {
  Expr x = Var("x"), var = Var("var"), mean = Var("mean"), beta = Var("beta"), gamma = Var("gamma"),
       eps = ConstantScalar(1e-5, DataType::Float(32));
  Expr Deviation() const { return CallOp("sqrt", {MakeAdd(var, eps)}); }
  Expr Scaled(const Expr& data) const {
    return MakeDivide(MakeMultiply(gamma, MakeSubtract(data, mean)), Deviation());
  }
  Expr Fused(const Expr& data) const {
    double epsilon = As<ConstantNode>(eps)->data->ToDouble(0);
    return TupleGetItem(
        MakeOp("nn.batch_norm", {data, gamma, beta, mean, var}, {{"epsilon", epsilon}}), 0);
  }
};

Expr Diamond(const Expr& x, const Expr& w) {
  Expr conv = Conv2D(x, w);
  return MakeAdd(Relu(Relu(conv)), LeakyRelu(conv));
}
Expr DeepDiamond(const Expr& x, const Expr& w) {
  Expr conv = Conv2D(x, w);
  return MakeAdd(Tanh(Relu(Relu(conv))), LeakyRelu(conv));
}
Expr SingleBranch(const Expr& x, const Expr& w) {
  Expr relu = Relu(Relu(Conv2D(x, w)));
  return MakeAdd(relu, Tanh(relu));
}
Expr NestedDiamond(const Expr& x, const Expr& w) {
  Expr conv = Conv2D(x, w), relu = Relu(conv);
  return MakeAdd(Tanh(MakeAdd(relu, relu)), LeakyRelu(conv));
}
DFPattern FuzzyDiamond(const DFPattern& conv = AnyConv()) {
  return Dominates(conv, IsEither(Elementwise(), AnyAdd()), AnyAdd());
}

}  // namespace

TEST_CASE("rewriting calls", "[dataflow_pattern]") {
  Expr x = Var("x"), y = Var("y"), w = Var("w");
  CHECK(StructuralEqual(RewriteBy(AnyAdd(), SubtractInstead, MakeAdd(x, y)), MakeSubtract(x, y)));
  Expr a = Var("a"), b = Var("b");
  Expr function = Function(std::vector{a, b}, Relu(Conv2D(a, b)));
  Expr called = Call(function, {x, w});
  CHECK(StructuralEqual(RewriteBy(AnyAdd(), SubtractInstead, MakeAdd(called, y)),
                        MakeSubtract(called, y)));
  // A function with an attribute, at its call.
  Expr composite = Function(std::vector{x, y}, MakeAdd(x, y), nullptr, {},
                            WithAttr(nullptr, "Composite", "add"));
  DFPattern inlined = IsCall(HasAttr({{"Composite", "add"}}), {Wildcard(), Wildcard()});
  Expr out = RewriteBy(
      inlined,
      [](const DFPatternMatch& match) {
        const auto* post = As<CallNode>(match.post());
        return MakeAdd(post->arg(0), post->arg(1));
      },
      CallOp("abs", {Call(composite, {a, b})}));
  CHECK(StructuralEqual(out, CallOp("abs", {MakeAdd(a, b)})));
}

TEST_CASE("a rewrite that changes nothing keeps the expression", "[dataflow_pattern]") {
  Expr x = Var("x"), y = Var("y"), sum = MakeAdd(y, y), n0 = MakeAdd(x, sum);
  Expr out = MakeAdd(MakeAdd(x, n0), n0);
  DFPattern a = Wildcard(), first = IsCallOf("add", {a, Wildcard()});
  DFPattern pattern = IsCallOf("add", {first, IsCallOf("add", {first, a})});
  int called = 0;
  Expr same = RewriteBy(
      pattern,
      [&](const DFPatternMatch& match) {
        ++called;
        return match.post();
      },
      out);
  CHECK(same == out);
  CHECK(called == 1);
}

TEST_CASE("operands are found in either order, among few and many alternatives",
          "[dataflow_pattern]") {
  Expr x = Var("x"), one = ConstantScalar(1, DataType::Float(32));
  auto taken = [&](const DFPattern& pattern, const Expr& expr) {
    return RewriteBy(
               pattern, [&](const DFPatternMatch&) { return x; }, expr) == x;
  };
  DFPattern sum = IsCallOf("add", {IsCallOf("nn.relu", {Wildcard()}), IsConstant()});
  CHECK(taken(sum, MakeAdd(Relu(x), one)));
  CHECK(taken(sum, MakeAdd(one, Relu(x))));
  CHECK_FALSE(taken(sum, MakeAdd(Tanh(x), one)));
  CHECK_FALSE(taken(sum, MakeAdd(Relu(x), x)));
  DFPattern difference = IsCallOf("subtract", {Wildcard(), IsConstant()});
  CHECK(taken(difference, MakeSubtract(x, one)));
  CHECK_FALSE(taken(difference, MakeSubtract(one, x)));
  DFPattern any = sum;
  for (int i = 0; i < 20; ++i) {
    CAPTURE(i);
    any = IsEither(any, i % 2 == 0 ? IsCallOf("sqrt", {IsConstant()}) : difference);
    CHECK(taken(any, MakeAdd(one, Relu(x))));
    CHECK(taken(any, MakeSqrt(one)));
    CHECK_FALSE(taken(any, MakeSqrt(x)));
    CHECK(taken(any, MakeSubtract(x, one)) == (i > 0));
  }
  // The same expression twice.
  DFPattern part = Wildcard(), twice = IsCallOf("add", {part, part});
  Expr relu = Relu(x);
  CHECK(taken(twice, MakeAdd(relu, relu)));
  CHECK_FALSE(taken(twice, MakeAdd(relu, Relu(x))));
}

TEST_CASE("what is only an input is not rewritten, constants and operators are",
          "[dataflow_pattern]") {
  Expr x = Var("x"), one = ConstantScalar(1, DataType::Float(32)), sum = MakeAdd(x, one);
  auto zero = [](const DFPatternMatch&) { return ConstantScalar(0, DataType::Float(32)); };
  CHECK(RewriteBy(IsVar(), zero, sum) == sum);
  CHECK(StructuralEqual(RewriteBy(IsConstant(), zero, sum),
                        MakeAdd(x, ConstantScalar(0, DataType::Float(32)))));
  auto subtract = [](const DFPatternMatch&) { return GetOp("subtract"); };
  CHECK(StructuralEqual(RewriteBy(IsOp("add"), subtract, sum), MakeSubtract(x, one)));
  // A part of a path belongs to the match, even if it is a bound variable.
  DFPattern var = IsVar("x"), path = Dominates(ReluOf(Wildcard()), var, var);
  CheckRefused([&] { RewriteBy(path, zero, Let(x, Relu(one), sum)); }, DiagKind::kUsage,
               "the bound variable 'x' can only be replaced by a variable");
}

TEST_CASE("batch norms are found in whichever way they are written", "[dataflow_pattern]") {
  Statistics s;
  BatchNorm rule;
  Expr scaled = s.Scaled(s.x);
  CHECK(StructuralEqual(rule.Rewrite(MakeAdd(scaled, s.beta)), s.Fused(s.x)));
  CHECK(StructuralEqual(rule.Rewrite(MakeAdd(s.beta, scaled)), s.Fused(s.x)));
  Expr quotient_first = MakeMultiply(s.gamma, MakeDivide(MakeSubtract(s.x, s.mean), s.Deviation()));
  CHECK(StructuralEqual(rule.Rewrite(MakeAdd(quotient_first, s.beta)), s.Fused(s.x)));
  Expr not_one = MakeSubtract(scaled, s.beta);
  CHECK(rule.Rewrite(not_one) == not_one);
  // One after the other.
  Expr once = MakeAdd(scaled, s.beta), twice = MakeAdd(s.Scaled(once), s.beta);
  CHECK(StructuralEqual(rule.Rewrite(twice), s.Fused(s.Fused(s.x))));
  CHECK(StructuralEqual(rule.Rewrite(MakeAdd(s.Scaled(not_one), s.beta)), s.Fused(not_one)));
}

TEST_CASE("dominated subgraphs are rewritten one into the other", "[dataflow_pattern]") {
  Expr x = Var("x"), w = Var("w");
  DFPattern data = Wildcard(), weight = Wildcard();
  Expr out = NestedDiamond(SingleBranch(DeepDiamond(Diamond(x, w), w), w), w);
  Expr rewritten = RewriteBy(
      FuzzyDiamond(ConvOf(data, weight)),
      [&](const DFPatternMatch& match) { return Conv2D(match.After(data), match.After(weight)); },
      out);
  CHECK(StructuralEqual(rewritten, Conv2D(Conv2D(Conv2D(Conv2D(x, w), w), w), w)));
}

TEST_CASE("several callbacks until nothing changes", "[dataflow_pattern]") {
  auto constant = [](double value) {
    return IsEither(IsExpr(ConstantScalar(value, DataType::Int(32))),
                    IsExpr(ConstantScalar(value, DataType::Float(32))));
  };
  DFPattern x = Wildcard(), zero = constant(0), one = constant(1);
  std::vector<DFPatternCallback> rules;
  auto keep = [&](const DFPattern& pattern, const DFPattern& kept) {
    rules.push_back(
        Callback(pattern, [kept](const DFPatternMatch& match) { return match.After(kept); }));
  };
  keep(IsCallOf("add", {x, zero}), x);
  keep(IsCallOf("subtract", {x, zero}), x);
  keep(IsCallOf("multiply", {x, one}), x);
  keep(IsCallOf("divide", {x, one}), x);
  keep(IsCallOf("multiply", {zero, Wildcard()}), zero);
  keep(IsCallOf("divide", {zero, Wildcard()}), zero);
  auto simplify = [&](const Expr& expr) { return RewritePatterns(rules, expr); };
  Expr a = Var("x"), b = Var("y");
  for (DataType dtype : {DataType::Int(32), DataType::Float(32)}) {
    Expr c0 = ConstantScalar(0, dtype), c1 = ConstantScalar(1, dtype);
    for (const Expr& expr : {MakeAdd(a, c0), MakeAdd(c0, a), MakeSubtract(a, c0),
                             MakeMultiply(a, c1), MakeMultiply(c1, a), MakeDivide(a, c1)}) {
      CHECK(simplify(expr) == a);
    }
    CHECK(simplify(MakeMultiply(a, c0)) == c0);
    CHECK(simplify(MakeDivide(c0, a)) == c0);
    Expr sum = MakeAdd(MakeDivide(MakeAdd(a, MakeMultiply(c0, b)), c1),
                       MakeSubtract(MakeMultiply(b, c1), MakeDivide(c0, a)));
    CHECK(StructuralEqual(simplify(sum), MakeAdd(a, b)));
  }
}

TEST_CASE("rewriting once, and callbacks that never end", "[dataflow_pattern]") {
  auto shorter = [](const DFPatternMatch& match) -> Expr {
    const auto* post = As<CallNode>(match.post());
    std::span<const Expr> fields = As<TupleNode>(post->arg(0))->fields();
    if (fields.size() == 1) return post->arg(0);
    return MakeConcatenate(fields.first(fields.size() - 1), 0);
  };
  Expr x = Var("x"), y = Var("y"), z = Var("z");
  Expr concat = MakeConcatenate(std::vector{x, y, z}, 0);
  auto run = [&](bool once) {
    DFPatternCallback callback =
        Callback(IsCallWithAnyArgs(IsOp("concatenate")), shorter, false, once);
    return RewritePatterns(std::span<const DFPatternCallback>(&callback, 1), concat);
  };
  CHECK(StructuralEqual(run(false), Tuple(std::vector{x})));
  CHECK(StructuralEqual(run(true), MakeConcatenate(std::vector{x, y}, 0)));
  auto longer = [](const DFPatternMatch& match) { return MakeNegative(match.post()); };
  CHECK_THROWS_AS(RewriteBy(AnyAdd(), longer, MakeAdd(x, y)), DiagnosticError);
}

TEST_CASE("types are there when a callback requires them", "[dataflow_pattern]") {
  Expr sum = ParseExpr("free_var %x: Tensor[(2, 3), float32]; add(%x, %x)", "test");
  int typed = 0;
  DFPatternCallback callback = Callback(
      AnyAdd(),
      [&](const DFPatternMatch& match) {
        typed += match.pre()->checked_type() == TensorType({2, 3}, DataType::Float(32));
        return match.post();
      },
      true);
  RewritePatterns(std::span<const DFPatternCallback>(&callback, 1), sum);
  CHECK(typed == 1);
  // A function that calls itself is typed under its name.
  IRModule module =
      Read("def @main(%x: Tensor[(2), float32]) -> Tensor[(2), float32] { @main(add(%x, %x)) }");
  RewriteSettings settings;
  settings.module = module;
  DFPatternCallback minus = Callback(AnyAdd(), SubtractInstead, true);
  Expr out = RewritePatterns(std::span<const DFPatternCallback>(&minus, 1), module->Lookup("main"),
                             settings);
  CHECK(PrintExpr(out).find("subtract(%x, %x)") != std::string::npos);
}

TEST_CASE("what is bound stays a variable", "[dataflow_pattern]") {
  Expr v = Var("v"), x = Var("x"), let = Let(v, Relu(x), v);
  // The variable of a let belongs to the match, but the callback does not replace it.
  DFPattern pattern = IsLet(IsVar(), Wildcard(), Wildcard());
  CHECK(RewriteBy(
            pattern, [](const DFPatternMatch& match) { return match.post(); }, let) == let);
  CHECK(RewriteBy(
            pattern, [&](const DFPatternMatch&) { return x; }, let) == x);
}

TEST_CASE("partitioning", "[dataflow_pattern]") {
  Expr x = Var("x"), w = Var("w"), b = Var("b"), w2 = Var("w2"), b2 = Var("b2");
  auto biased = [](const Expr& data, const Expr& weight, const Expr& bias) {
    return BiasAdd(Conv2D(data, weight), bias);
  };
  DFPattern bias = IsCallOf("nn.bias_add", {AnyConv(), Wildcard()}), relu = ReluOf(bias);
  Expr out = biased(Relu(biased(x, w, b)), w2, b2);
  out = PartitionPattern(relu, out, {{"Composite", "conv_bias_relu"}});
  out = PartitionPattern(bias, out, {{"Composite", "conv_bias"}});
  auto function = [](std::vector<Expr> params, Expr body, const char* composite, const char* name) {
    DictAttrs attrs =
        WithAttr(WithAttr(nullptr, "Composite", composite), "PartitionedFromPattern", name);
    return Function(params, std::move(body), nullptr, {}, attrs);
  };
  Expr p = Var("p"), q = Var("q"), r = Var("r"), s = Var("s"), t = Var("t"), u = Var("u");
  Expr first = function({p, q, r}, Relu(biased(p, q, r)), "conv_bias_relu",
                        "nn.conv2d_nn.bias_add_nn.relu_");
  Expr second = function({s, t, u}, biased(s, t, u), "conv_bias", "nn.conv2d_nn.bias_add_");
  CHECK(StructuralEqual(out, Call(second, {Call(first, {x, w, b}), w2, b2})));
}

TEST_CASE("partitioning dominated subgraphs", "[dataflow_pattern]") {
  Expr x = Var("x"), w = Var("w");
  using Make = Expr (*)(const Expr&, const Expr&);
  const std::pair<Make, const char*> parts[] = {
      {Diamond, "nn.conv2d_nn.relu_nn.relu_nn.leaky_relu_add_"},
      {DeepDiamond, "nn.conv2d_nn.relu_nn.relu_tanh_nn.leaky_relu_add_"},
      {SingleBranch, "nn.conv2d_nn.relu_nn.relu_tanh_add_"},
      {NestedDiamond, "nn.conv2d_nn.relu_add_tanh_nn.leaky_relu_add_"}};
  Expr whole = x, expected = x;
  for (const auto& [make, name] : parts) {
    whole = make(whole, w);
    Expr p = Var("p"), q = Var("q");
    expected = Call(Partitioned({p, q}, make(p, q), name), {expected, w});
  }
  CHECK(StructuralEqual(PartitionPattern(FuzzyDiamond(), whole), expected));
}

TEST_CASE("parameters stand in the order of the pattern", "[dataflow_pattern]") {
  Statistics s, inner;
  Expr out = MakeAdd(s.Scaled(s.x), s.beta);
  Expr function = Partitioned({inner.gamma, inner.x, inner.mean, inner.var, inner.beta},
                              MakeAdd(inner.Scaled(inner.x), inner.beta),
                              "subtract_multiply_add_sqrt_divide_add_");
  CHECK(StructuralEqual(PartitionPattern(BatchNorm().pattern, out),
                        Call(function, {s.gamma, s.x, s.mean, s.var, s.beta})));
}

TEST_CASE("what cannot be put into one function stays", "[dataflow_pattern]") {
  Expr x = Var("x"), w = Var("w"), conv = Conv2D(x, w);
  DFPattern pattern = ReluOf(AnyConv());
  Expr overused = MakeAdd(Relu(conv), conv);
  CHECK(PartitionPattern(pattern, overused) == overused);
  Expr bn = MakeOp("nn.batch_norm", {x, Var("g"), Var("b"), Var("m"), Var("v")}, {});
  Expr twice = MakeAdd(TupleGetItem(bn, 0), TupleGetItem(bn, 0));
  DFPattern first = IsTupleGetItem(
      IsCallOf("nn.batch_norm", {Wildcard(), Wildcard(), Wildcard(), Wildcard(), Wildcard()}), 0);
  CHECK(PartitionPattern(first, twice) == twice);
  // A pattern of a function itself.
  Expr function = Function(std::vector{x}, Relu(x));
  CHECK(PartitionPattern(IsFunctionOfAnyParams(Wildcard()), function) == function);
}

TEST_CASE("partitioning calls and tuples of any size", "[dataflow_pattern]") {
  Expr x = Var("x"), y = Var("y"), z = MakeAdd(x, y);
  DFPattern pattern = IsCallOf("concatenate", {IsTupleOfAnyFields()});
  for (const std::vector<Expr>& fields :
       {std::vector{x}, std::vector{x, y}, std::vector{x, y, z}}) {
    std::vector<Expr> params;
    for (size_t i = 0; i < fields.size(); ++i) params.push_back(Var("p"));
    Expr function = Partitioned(params, MakeConcatenate(params, 0), "Tuple_concatenate_");
    CHECK(StructuralEqual(PartitionPattern(pattern, MakeConcatenate(fields, 0)),
                          Call(function, fields)));
  }
  // Functions with any parameters, called with any arguments.
  DFPattern called =
      IsCallOf("add", {IsCallWithAnyArgs(IsFunctionOfAnyParams(AnyAdd())), Wildcard()});
  Expr a = Var("a"), b = Var("b");
  Expr sum = Function(std::vector{a, b}, MakeAdd(a, b)), rest = Var("rest");
  Expr p = Var("p"), q = Var("q"), r = Var("r");
  Expr function = Partitioned({p, q, r}, MakeAdd(Call(sum, {p, q}), r), "add_FunctionCall_add_");
  CHECK(StructuralEqual(PartitionPattern(called, MakeAdd(Call(sum, {x, y}), rest)),
                        Call(function, {x, y, rest})));
}

TEST_CASE("partitioning asks the check", "[dataflow_pattern]") {
  Expr x = Var("input"), w = Var("weight");
  DFPattern pattern = ReluOf(ConvOf(IsVar("input"), Wildcard()));
  auto nchw = [](const Expr& pre) {
    const auto* conv = As<CallNode>(As<CallNode>(pre)->arg(0));
    return *conv->attrs->Get("data_layout").get<std::string>() == "NCHW";
  };
  Expr p = Var("p"), q = Var("q");
  CHECK(
      StructuralEqual(PartitionPattern(pattern, Relu(Conv2D(x, w)), {}, nchw),
                      Call(Partitioned({p, q}, Relu(Conv2D(p, q)), "nn.conv2d_nn.relu_"), {x, w})));
  Expr nhwc = Relu(Conv2D(x, w, {{"data_layout", "NHWC"}}));
  CHECK(PartitionPattern(pattern, nhwc, {}, nchw) == nhwc);
}

TEST_CASE("partitioning functions with their calls", "[dataflow_pattern]") {
  Expr x = Var("x"), w = Var("w"), b = Var("b"), x1 = Var("x1"), w1 = Var("w1");
  Expr function = Function(std::vector{x1, w1}, Conv2D(x1, w1));
  Expr expr = MakeAdd(MakeAdd(Call(function, {x, w}), b), b);
  Expr p = Var("p"), q = Var("q"), r = Var("r");
  Expr expected = MakeAdd(Call(Partitioned({p, q, r}, MakeAdd(Call(function, {p, q}), r),
                                           "nn.conv2d_FunctionCall_add_"),
                               {x, w, b}),
                          b);
  DFPattern wx = Wildcard(), ww = Wildcard();
  for (const DFPattern& body : {ConvOf(wx, ww), Wildcard()}) {
    DFPattern pattern =
        IsCallOf("add", {IsCall(IsFunction({wx, ww}, body), {Wildcard(), Wildcard()}), Wildcard()});
    CHECK(StructuralEqual(PartitionPattern(pattern, expr), expected));
    // The first sum is rewritten; the result does not match any more.
    Expr out = RewriteBy(
        pattern, [&](const DFPatternMatch&) { return MakeAdd(x, w); }, expr);
    CHECK(StructuralEqual(out, MakeAdd(MakeAdd(x, w), b)));
  }
}

TEST_CASE("constants are embedded where the pattern asks for them", "[dataflow_pattern]") {
  Expr x = Var("x"), w = Var("w"), b = Var("b"), one = ConstantScalar(1, DataType::Int(32));
  auto block = [](const Expr& data, const Expr& weight, const Expr& bias) {
    return Relu(BiasAdd(Conv2D(data, weight), bias));
  };
  Expr p = Var("p"), q = Var("q"), r = Var("r"), s = Var("s"), t = Var("t");
  const char* name = "nn.conv2d_nn.bias_add_nn.relu_";
  Expr embedded = Partitioned({p, q}, block(p, one, q), name);
  Expr lifted = Partitioned({r, s, t}, block(r, s, t), name);
  auto partition = [&](const DFPattern& weight, const Expr& expr) {
    DFPattern conv = ConvOf(Wildcard(), weight);
    return PartitionPattern(ReluOf(IsCallOf("nn.bias_add", {conv, Wildcard()})), expr);
  };
  Expr with_var = block(x, w, b), with_one = block(x, one, b);
  Expr var_lifted = Call(lifted, {x, w, b}), one_embedded = Call(embedded, {x, b});
  CHECK(StructuralEqual(partition(Wildcard(), with_var), var_lifted));
  CHECK(StructuralEqual(partition(Wildcard(), with_one), Call(lifted, {x, one, b})));
  CHECK(partition(IsVar(), with_one) == with_one);
  for (const DFPattern& weight : {IsConstant(), IsExpr(one)}) {
    CHECK(partition(weight, with_var) == with_var);
    CHECK(StructuralEqual(partition(weight, with_one), one_embedded));
  }
  for (const DFPattern& weight :
       {IsEither(IsVar(), IsConstant()), IsEither(IsConstant(), IsVar())}) {
    CHECK(StructuralEqual(partition(weight, with_var), var_lifted));
    CHECK(StructuralEqual(partition(weight, with_one), one_embedded));
  }
}

TEST_CASE("a use outside that comes back to the match is allowed", "[dataflow_pattern]") {
  IRModule module = Read(R"(
    def @main(%data: Tensor[(4, 8, 8, 4), float32], %weight: Tensor[(8, 3, 3, 4), float32], %b: Tensor[(8), float32]) {
      %0 = nn.conv2d(%data, %weight, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3], data_layout="NHWC", kernel_layout="OHWI");
      %1 = add(%0, %b);
      %2 = sigmoid(%1);
      %3 = multiply(%1, %2);
      exp(%3)
    })");
  DFPattern pattern = IsCallOf("multiply", {IsCallOf("add", {AnyConv(), Wildcard()}), Wildcard()});
  Expr out = PartitionPattern(pattern, module->Lookup("main"));
  IRModule expected = Read(R"(
    def @main(%data: Tensor[(4, 8, 8, 4), float32], %weight: Tensor[(8, 3, 3, 4), float32], %b: Tensor[(8), float32]) {
      %4 = nn.conv2d(%data, %weight, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3], data_layout="NHWC", kernel_layout="OHWI");
      %5 = add(%4, %b);
      %6 = sigmoid(%5);
      %7 = fn (%p, %q, %r, %s, PartitionedFromPattern="nn.conv2d_add_multiply_") {
        %0 = nn.conv2d(%p, %q, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3], data_layout="NHWC", kernel_layout="OHWI");
        %1 = add(%0, %r);
        multiply(%1, %s)
      };
      %8 = %7(%data, %weight, %b, %6);
      exp(%8)
    })");
  CHECK(StructuralEqual(InferTypes(ModuleFromExpr(out)), expected));
}

TEST_CASE("an input of two branches is one parameter", "[dataflow_pattern]") {
  Expr conv = Conv2D(Var("x"), Var("w")), l = Var("l"), r = Var("r");
  DFPattern pattern = IsCallOf("add", {IsCallOf("multiply", {Wildcard(), Wildcard()}), AnyAdd()});
  Expr out = MakeAdd(MakeMultiply(l, conv), MakeAdd(conv, r));
  Expr a = Var("a"), b = Var("b"), c = Var("c");
  Expr function =
      Partitioned({a, b, c}, MakeAdd(MakeMultiply(a, b), MakeAdd(b, c)), "multiply_add_add_");
  CHECK(StructuralEqual(PartitionPattern(pattern, out), Call(function, {l, conv, r})));
}

TEST_CASE("rewriting lets, recursion and matches", "[dataflow_pattern]") {
  IRModule module = Read(R"(
    type List[A] { Cons(A, List[A]), Nil }
    def @sum(%l: List[Tensor[(2), float32]], %z: Tensor[(2), float32]) -> Tensor[(2), float32] {
      match (%l) {
        Cons(%h, %t) => { let %s = add(%h, %z); @sum(%t, %s) },
        Nil => %z,
      }
    }
    def @main(%x: Tensor[(2), float32]) {
      let %f = fn (%y: Tensor[(2), float32]) -> Tensor[(2), float32] { %f(add(%y, %x)) };
      %f(%x)
    })");
  for (const char* name : {"sum", "main"}) {
    Expr before = module->Lookup(name), after = RewriteBy(AnyAdd(), SubtractInstead, before);
    CHECK(PrintExpr(after).find("subtract(") != std::string::npos);
    CHECK(PrintExpr(after).find("add(") == std::string::npos);
    Expr partitioned = PartitionPattern(AnyAdd(), before);
    CHECK(PrintExpr(partitioned).find("PartitionedFromPattern=\"add_\"") != std::string::npos);
  }
}

TEST_CASE("rewriting does not recurse", "[dataflow_pattern][deep]") {
  OnSmallStack([] {
    Expr x = Var("x"), chain = x;
    for (int i = 0; i < DeepLevels(); ++i) chain = MakeAdd(chain, x);
    Expr out = RewriteBy(AnyAdd(), SubtractInstead, chain);
    CHECK(IsCallTo(out, "subtract"));
    CHECK(As<CallNode>(PartitionPattern(AnyAdd(), chain)));
  });
}

}  // namespace passcope
