// Expressions that match a pattern, and others that do not.
#include <algorithm>
#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "unit/dataflow_pattern/patterns.h"
#include "unit/deep.h"

namespace passcope {

TEST_CASE("patterns of operators and calls", "[dataflow_pattern]") {
  Expr x = Var("x"), y = Var("y");
  CHECK(MatchPattern(IsOp("add"), GetOp("add")));
  CHECK_FALSE(MatchPattern(IsOp("add"), GetOp("subtract")));
  DFPattern either = IsEither(IsOp("add"), IsOp("subtract"));
  CHECK(MatchPattern(either, GetOp("add")));
  CHECK(MatchPattern(either, GetOp("subtract")));
  CHECK(MatchPattern(AnyAdd(), MakeAdd(x, y)));
  CHECK_FALSE(MatchPattern(AnyAdd(), MakeSubtract(x, y)));
  CHECK(MatchPattern(IsCallWithAnyArgs(Wildcard()), Relu(x)));
  CHECK(MatchPattern(IsCallWithAnyArgs(Wildcard()), MakeAdd(x, y)));
  CHECK_FALSE(MatchPattern(IsCall(Wildcard(), {Wildcard()}), MakeAdd(x, y)));
  CHECK_THROWS_AS(IsOp("no.such.operator"), DiagnosticError);
}

TEST_CASE("patterns know that sums and products commute", "[dataflow_pattern]") {
  Expr x = Var("x"), y = Var("y");
  auto of_x_and_y = [](const char* op) { return IsCallOf(op, {IsVar("x"), IsVar("y")}); };
  CHECK(MatchPattern(of_x_and_y("add"), MakeAdd(x, y)));
  CHECK(MatchPattern(of_x_and_y("add"), MakeAdd(y, x)));
  CHECK(MatchPattern(of_x_and_y("multiply"), MakeMultiply(y, x)));
  CHECK(MatchPattern(of_x_and_y("subtract"), MakeSubtract(x, y)));
  CHECK_FALSE(MatchPattern(of_x_and_y("subtract"), MakeSubtract(y, x)));
  CHECK_FALSE(MatchPattern(of_x_and_y("divide"), MakeDivide(y, x)));
}

TEST_CASE("quotients of products are products of quotients", "[dataflow_pattern]") {
  Expr a = Var("a"), b = Var("b"), c = Var("c");
  DFPattern quotient =
      IsCallOf("divide", {IsCallOf("multiply", {IsVar("a"), IsVar("b")}), IsVar("c")});
  CHECK(MatchPattern(quotient, MakeDivide(MakeMultiply(a, b), c)));
  CHECK(MatchPattern(quotient, MakeMultiply(a, MakeDivide(b, c))));
  CHECK(MatchPattern(quotient, MakeMultiply(MakeDivide(a, c), b)));
  CHECK_FALSE(MatchPattern(quotient, MakeMultiply(MakeDivide(c, a), b)));
  DFPattern product =
      IsCallOf("multiply", {IsVar("a"), IsCallOf("divide", {IsVar("b"), IsVar("c")})});
  CHECK(MatchPattern(product, MakeDivide(MakeMultiply(a, b), c)));
  CHECK(MatchPattern(product, MakeDivide(MakeMultiply(b, a), c)));
  CHECK_FALSE(MatchPattern(product, MakeDivide(MakeMultiply(a, c), b)));
}

TEST_CASE("patterns of functions, conditions and lets", "[dataflow_pattern]") {
  Expr x = Var("x"), y = Var("y");
  DFPattern a = Wildcard(), b = Wildcard();
  DFPattern sum = IsFunction({a, b}, IsCallOf("add", {a, b}));
  CHECK(MatchPattern(sum, Function(std::vector{x, y}, MakeAdd(x, y))));
  CHECK_FALSE(MatchPattern(sum, Function(std::vector{x, y}, MakeSubtract(x, y))));
  CHECK(MatchPattern(IsFunctionOfAnyParams(Wildcard()), Function(std::vector{x}, x)));
  CHECK(MatchPattern(IsFunctionOfAnyParams(AnyAdd()), Function(std::vector{x, y}, MakeAdd(x, y))));

  DFPattern px = IsVar("x"), py = IsVar("y");
  Expr less = CallOp("less", {x, y}), greater = CallOp("greater", {x, y});
  DFPattern condition = IsIf(IsCallOf("less", {px, py}), px, py);
  CHECK(MatchPattern(condition, If(less, x, y)));
  CHECK_FALSE(MatchPattern(condition, If(greater, x, y)));
  CHECK_FALSE(MatchPattern(condition, If(less, y, x)));

  Expr v = Var("let");
  DFPattern pv = IsVar("let"), let = IsLet(pv, IsCallOf("less", {px, py}), pv);
  CHECK(MatchPattern(let, Let(v, less, v)));
  CHECK_FALSE(MatchPattern(let, Let(v, greater, v)));
  CHECK_FALSE(MatchPattern(let, Let(v, less, MakeMultiply(v, x))));
}

TEST_CASE("optional parts of patterns", "[dataflow_pattern]") {
  Expr x = Var("x"), w = Var("w"), b = Var("b"), conv = Conv2D(x, w);
  DFPattern pattern = ReluOf(Optional(AnyConv(), [](const DFPattern& before) {
    return IsCallOf("nn.bias_add", {before, Wildcard()});
  }));
  CHECK(MatchPattern(pattern, Relu(conv)));
  CHECK(MatchPattern(pattern, Relu(BiasAdd(conv, b))));
  CHECK_FALSE(MatchPattern(pattern, Tanh(conv)));
  CHECK_FALSE(MatchPattern(pattern, Relu(MakeAdd(conv, w))));
  CHECK_FALSE(MatchPattern(pattern, Relu(BiasAdd(MakeOp("nn.dense", {x, w}, {}), b))));

  DFPattern two = Optional(Optional(AnyConv(), ReluOf),
                           [](const DFPattern& before) { return IsCallOf("tanh", {before}); });
  CHECK(MatchPattern(two, conv));
  CHECK(MatchPattern(two, Relu(conv)));
  CHECK(MatchPattern(two, Tanh(conv)));
  CHECK(MatchPattern(two, Tanh(Relu(conv))));
  CHECK_FALSE(MatchPattern(two, Relu(Tanh(conv))));
}

TEST_CASE("patterns of constants and tuples", "[dataflow_pattern]") {
  Expr x = Var("x"), y = Var("y"), add = GetOp("add");
  DFPattern conv = ConvOf(Wildcard(), IsConstant());
  CHECK_FALSE(MatchPattern(conv, Conv2D(x, y)));
  CHECK(MatchPattern(conv, Conv2D(x, ConstantScalar(1, DataType::Float(32)))));
  CHECK(MatchPattern(IsExpr(ConstantScalar(1, DataType::Float(32))),
                     ConstantScalar(1, DataType::Float(32))));
  CHECK_FALSE(MatchPattern(IsExpr(ConstantScalar(1, DataType::Float(32))),
                           ConstantScalar(1, DataType::Int(32))));

  DFPattern tuple = IsTuple({IsVar("x"), Wildcard(), IsOp("add")});
  Expr three = Tuple(std::vector{x, y, add});
  CHECK(MatchPattern(tuple, three));
  CHECK_FALSE(MatchPattern(IsTuple({IsVar("x"), Wildcard(), IsOp("add"), Wildcard()}), three));
  CHECK(MatchPattern(IsTupleGetItem(tuple, 1), TupleGetItem(three, 1)));
  CHECK_FALSE(MatchPattern(IsTupleGetItem(tuple, 1), TupleGetItem(three, 2)));
  for (int i = 0; i < 3; ++i) CHECK(MatchPattern(IsTupleGetItem(tuple), TupleGetItem(three, i)));
  for (size_t n = 1; n < 4; ++n) {
    CHECK(MatchPattern(IsTupleOfAnyFields(), Tuple(std::vector<Expr>(n, x))));
  }
}

TEST_CASE("patterns of types", "[dataflow_pattern]") {
  Expr floats = ParseExpr("free_var %x: Tensor[(10, 10), float32]; %x", "test");
  Expr ints = ParseExpr("free_var %x: Tensor[(10, 10), int32]; %x", "test");
  Type type = TensorType({10, 10}, DataType::Float(32));
  CHECK(MatchPattern(HasType(type), floats));
  CHECK_FALSE(MatchPattern(HasType(type), ints));
  CHECK(MatchPattern(HasDtype(DataType::Float(32)), floats));
  CHECK_FALSE(MatchPattern(HasDtype(DataType::Float(32)), ints));
  CHECK(MatchPattern(HasShape({10, 10}), ints));
  CHECK_FALSE(MatchPattern(HasShape({10, 5}), ints));
  // Missing types are inferred.
  CHECK(MatchPattern(HasShape({10, 10}, AnyAdd()), MakeAdd(floats, floats)));
  CHECK_THROWS_AS(MatchPattern(HasShape({10, 10}), MakeAdd(floats, Var("y"))), DiagnosticError);
}

TEST_CASE("patterns of attributes", "[dataflow_pattern]") {
  Expr x = Var("x"), y = Var("y"), z = Var("z");
  DFPattern broadcast =
      IsCall(HasAttr({{"TOpPattern", int64_t{1}}}, IsOp("add")), {Wildcard(), Wildcard()});
  CHECK(MatchPattern(broadcast, MakeAdd(x, y)));
  CHECK_FALSE(MatchPattern(broadcast, MakeSubtract(x, y)));
  CHECK_FALSE(MatchPattern(broadcast, Let(z, MakeAdd(x, y), z)));
  CHECK_FALSE(
      MatchPattern(HasAttr({{"TOpPattern", int64_t{0}}}, IsOp("nn.dense")), GetOp("nn.dense")));
  CHECK_FALSE(MatchPattern(HasAttr({{"TNoSuchThing", int64_t{0}}}), GetOp("add")));

  DFPattern composite = HasAttr({{"Composite", "add"}});
  auto function = [&](const char* key, const char* value) {
    return Function(std::vector{x, y}, MakeAdd(x, y), nullptr, {}, WithAttr(nullptr, key, value));
  };
  CHECK(MatchPattern(composite, function("Composite", "add")));
  CHECK_FALSE(MatchPattern(composite, function("RandomTest", "add")));
  CHECK_FALSE(MatchPattern(composite, function("Composite", "conv_bias")));

  auto conv_with = [](const char* key, AttrValue value) {
    return HasAttr({{key, value}}, AnyConv());
  };
  CHECK(MatchPattern(conv_with("data_layout", "NCHW"), Conv2D(x, y)));
  CHECK_FALSE(MatchPattern(conv_with("data_layout", "NHWC"), Conv2D(x, y)));
  CHECK_FALSE(MatchPattern(conv_with("RandomAttr", "NCHW"), Conv2D(x, y)));
  AttrValue three = AttrValue::Ints({3, 3});
  CHECK(MatchPattern(conv_with("kernel_size", three), Conv2D(x, y, {{"kernel_size", three}})));
  CHECK_FALSE(MatchPattern(conv_with("kernel_size", three),
                           Conv2D(x, y, {{"kernel_size", AttrValue::Ints({2, 1})}})));
  DFPattern cast = HasAttr({{"dtype", "float32"}}, IsCallOf("cast", {Wildcard()}));
  CHECK(MatchPattern(cast, MakeCast(x, DataType::Float(32))));
  CHECK_FALSE(MatchPattern(cast, MakeCast(x, DataType::Float(16))));
  // The pattern requires no attributes, but a variable cannot have any.
  CHECK(MatchPattern(HasAttr({}), MakeAdd(x, y)));
  CHECK_FALSE(MatchPattern(HasAttr({}), x));
}

TEST_CASE("a pattern that occurs twice matches one expression", "[dataflow_pattern]") {
  DFPattern conv = AnyConv();
  DFPattern diamond = IsCallOf("add", {ReluOf(conv), IsCallOf("nn.leaky_relu", {conv})});
  Expr x = Var("x"), w = Var("w"), shared = Conv2D(x, w);
  CHECK(MatchPattern(diamond, MakeAdd(Relu(shared), LeakyRelu(shared))));
  CHECK_FALSE(MatchPattern(diamond, LeakyRelu(shared)));
  CHECK_FALSE(MatchPattern(diamond, MakeAdd(Relu(shared), LeakyRelu(Conv2D(x, w)))));
  CHECK_FALSE(MatchPattern(diamond, MakeAdd(MakeAdd(Relu(shared), LeakyRelu(shared)), shared)));
}

TEST_CASE("dominator patterns", "[dataflow_pattern]") {
  Expr x = Var("x"), w = Var("w"), conv = Conv2D(x, w);
  DFPattern diamond = Dominates(AnyConv(), Elementwise(), AnyAdd());
  CHECK(MatchPattern(diamond, MakeAdd(Relu(Relu(conv)), LeakyRelu(conv))));
  CHECK(MatchPattern(diamond, MakeAdd(Tanh(Relu(Relu(conv))), LeakyRelu(conv))));
  Expr relu = Relu(Relu(conv));
  CHECK(MatchPattern(diamond, MakeAdd(relu, Tanh(relu))));
  // Two convolutions; an operator that is not elementwise; a path around the convolution; no path.
  CHECK_FALSE(MatchPattern(diamond, MakeAdd(Relu(conv), LeakyRelu(Conv2D(Var("x2"), Var("w2"))))));
  Expr relu1 = Relu(conv);
  CHECK_FALSE(MatchPattern(diamond, MakeAdd(MakeAdd(relu1, relu1), LeakyRelu(conv))));
  CHECK_FALSE(MatchPattern(diamond, MakeAdd(Relu(x), LeakyRelu(conv))));
  Expr no_conv = Relu(Relu(x));
  CHECK_FALSE(MatchPattern(diamond, MakeAdd(no_conv, Tanh(no_conv))));

  DFPattern with_sums = Dominates(AnyConv(), IsEither(Elementwise(), AnyAdd()), AnyAdd());
  Expr doubled = MakeAdd(relu1, relu1);
  CHECK(MatchPattern(with_sums, MakeAdd(Tanh(doubled), LeakyRelu(conv))));

  // The parent is one expression.
  DFPattern one_parent = Dominates(AnyConv(), ReluOf(Wildcard()), AnyAdd());
  Expr second = Conv2D(Tanh(conv), w);
  CHECK_FALSE(MatchPattern(one_parent, MakeAdd(Relu(second), Relu(conv))));
}

TEST_CASE("dominator patterns with types", "[dataflow_pattern]") {
  auto var = [](const char* name, Shape shape) {
    return Var(name, TensorType(std::move(shape), DataType::Float(32)));
  };
  Expr conv = Conv2D(var("x", {1, 3, 12, 12}), var("w", {3, 3, 3, 3}));
  Expr out = MakeAdd(Relu(Relu(conv)), LeakyRelu(conv));
  auto pattern = [](DataType dtype, Shape shape) {
    return Dominates(AnyConv(), HasDtype(dtype, Elementwise()),
                     HasShape(std::move(shape), AnyAdd()));
  };
  CHECK(MatchPattern(pattern(DataType::Float(32), {1, 3, 10, 10}), out));
  CHECK_FALSE(MatchPattern(pattern(DataType::Float(32), {1, 1, 10, 10}), out));
  CHECK_FALSE(MatchPattern(pattern(DataType::Float(16), {1, 3, 10, 10}), out));
}

TEST_CASE("matching neither recurses nor visits ways again", "[dataflow_pattern][deep]") {
  OnSmallStack([] {
    Expr x = Var("x"), chain = Conv2D(x, Var("w")), doubled = chain;
    for (int i = 0; i < DeepLevels(); ++i) chain = Relu(chain);
    CHECK(MatchPattern(Dominates(AnyConv(), Elementwise(), ReluOf(Wildcard())), chain));
    // 2^n paths, but each node is visited once.
    for (int i = 0; i < 200; ++i) doubled = MakeAdd(doubled, doubled);
    CHECK(MatchPattern(Dominates(AnyConv(), AnyAdd(), AnyAdd()), doubled));
    // A pattern as deep as the program; it needs more memory than the program.
    int levels = std::min(DeepLevels(), 50000);
    DFPattern deep = AnyConv();
    Expr whole = Conv2D(x, Var("w"));
    for (int i = 0; i < levels; ++i) {
      deep = ReluOf(deep);
      whole = Relu(whole);
    }
    CHECK(MatchPattern(deep, whole));
    CHECK_FALSE(MatchPattern(deep, whole->child(1)));
  });
}

}  // namespace passcope
