// The printer: every kind of node, numbering, scopes, names.
#include "text/printer.h"

#include <catch2/catch.hpp>

#include "ir/structural.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "text/parser.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/deep.h"

namespace passcope {
namespace {

const DataType kFloat32 = DataType::Float(32);

Type Tensor(std::initializer_list<Dim> dims) { return TensorType(Shape(dims), kFloat32); }

Expr F(std::initializer_list<Expr> params, Expr body, Type ret = nullptr,
       DictAttrs attrs = nullptr) {
  return Function(std::vector<Expr>(params), std::move(body), std::move(ret), {}, std::move(attrs));
}
Expr T(std::initializer_list<Expr> fields) { return Tuple(std::vector<Expr>(fields)); }

std::string Text(const Expr& expr) { return PrintExpr(expr, PrintOptions::Str()); }

}  // namespace

TEST_CASE("a module starts with the version and sorts its functions", "[printer]") {
  Expr x = Var("x", Tensor({3}));
  Expr y = Var("y", Tensor({3}));
  IRModule module = ModuleFromExpr(F({x}, Call(GlobalVar("zero"), {x})));
  module = WithFunction(module, "zero", F({y}, CallOp("add", {CallOp("tanh", {y}), y})));
  module = WithFunction(module, "alpha", F({}, T({})));
  CHECK(PrintModule(module) ==
        "#[version = \"0.0.5\"]\n"
        "def @alpha() {\n"
        "  ()\n"
        "}\n"
        "\n"
        "def @main(%x: Tensor[(3), float32]) {\n"
        "  @zero(%x)\n"
        "}\n"
        "\n"
        "def @zero(%y: Tensor[(3), float32]) {\n"
        "  %0 = tanh(%y);\n"
        "  add(%0, %y)\n"
        "}\n");
}

TEST_CASE("numbers and names go on from function to function", "[printer]") {
  Expr x = Var("x");
  Expr other = Var("x");
  IRModule module = ModuleFromExpr(F({x}, T({CallOp("exp", {x})})));
  module = WithFunction(module, "second", F({other}, T({CallOp("exp", {other})})));
  CHECK(PrintModule(module) ==
        "#[version = \"0.0.5\"]\n"
        "def @main(%x) {\n"
        "  %0 = exp(%x);\n"
        "  (%0,)\n"
        "}\n"
        "\n"
        "def @second(%x1) {\n"
        "  %1 = exp(%x1);\n"
        "  (%1,)\n"
        "}\n");
}

TEST_CASE("an expression gets its number when it is first used", "[printer]") {
  // As in the tutorial: the sum of constants is used before the convolution.
  Expr x = Var("x");
  Expr c = Var("c");
  Expr first = CallOp("tanh", {x});
  Expr sum = CallOp("add", {c, c});
  Expr product = CallOp("multiply", {sum, ConstantScalar(2, kFloat32)});
  CHECK(Text(F({x, c}, CallOp("add", {first, product}))) ==
        "fn (%x, %c) {\n"
        "  %0 = add(%c, %c);\n"
        "  %1 = tanh(%x);\n"
        "  %2 = multiply(%0, 2f);\n"
        "  add(%1, %2)\n"
        "}");
}

TEST_CASE("a shared result is numbered, a sole one stands in place", "[printer]") {
  Expr x = Var("x");
  Expr e = CallOp("exp", {x});
  CHECK(Text(F({x}, e)) == "fn (%x) {\n  exp(%x)\n}");
  CHECK(Text(F({x}, CallOp("add", {e, e}))) ==
        "fn (%x) {\n"
        "  %0 = exp(%x);\n"
        "  add(%0, %0)\n"
        "}");
}

TEST_CASE("variables that share a name are told apart", "[printer]") {
  Expr a = Var("x");
  Expr b = Var("x");
  Expr taken = Var("x1");
  CHECK(Text(F({a, taken, b}, T({a, b, taken}))) == "fn (%x, %x1, %x2) {\n  (%x, %x2, %x1)\n}");
  CHECK(Text(F({Var(""), Var("0"), Var("_a")}, T({}))) == "fn (%v, %v0, %v_a) {\n  ()\n}");
}

TEST_CASE("names that the parser cannot read are replaced, and only where needed", "[printer]") {
  auto variable = [](const char* name) {
    std::string text = Text(F({Var(name)}, T({})));
    return text.substr(5, text.find(')') - 5);
  };
  CHECK(variable("trunk_output.block1.block1-0.fc1.weight") ==
        "trunk_output.block1.block1_0.fc1.weight");
  CHECK(variable("a.-b") == "a._b");
  CHECK(variable("a.0") == "a_0");
  CHECK(variable("a.0.1:") == "a_0_1_");
  CHECK(variable("onnx::MatMul_29/x y") == "onnx::MatMul_29/x_y");

  // Global variables, keys, types, constructors and type variables: the text reads back.
  Expr arg = Var("x", Tensor({2}));
  TypeData data(
      new TypeDataNode(Name("my-list"), {TypeVar("T-1")}, {{Name("co ns"), {Tensor({2})}}}));
  Expr pick = Call(GlobalVar("f:0"), {arg});
  std::vector<IRModuleNode::Item> functions = {
      {Name("main"),
       F({arg}, T({pick, Call(GlobalVar("f.x"), {arg}), Call(GlobalVar("7"), {arg})}))},
      {Name("f_0"), F({arg}, Call(GlobalVar("f 0"), {arg}))},
      {Name("f:0"), F({arg}, arg, nullptr, WithAttr(nullptr, "my attr/1", 1))},
      {Name("f 0"), F({arg}, arg, nullptr, WithAttr(nullptr, "inff", 2))},
      {Name("f.x"), F({arg}, arg, nullptr, WithAttr(nullptr, "a.b", 3))},
      {Name("7"), F({arg}, Call(Constructor(data, 0), {arg}))}};
  IRModule module = InferTypes(IRModule(new IRModuleNode(std::move(functions), nullptr, {data})));
  std::string text = PrintModule(module, PrintOptions::Str());
  CAPTURE(text);
  for (const char* part : {"def @_7(", "def @f_0_1(", "def @f_0_2(", "def @f.x(", "\"my attr/1\"=1",
                           "\"inff\"=2", "a.b=3", "type my_list[T_1] {", "co_ns(", "@f.x(%x"}) {
    CHECK_THAT(text, Catch::Contains(part));
  }
  IRModule again = ParseModule("#[version = \"0.0.5\"]\n" + text, "again");
  CHECK(again->functions.size() == 6);
  CHECK(again->Find("f_0_1")->attrs->Find("my attr/1"));
  CHECK(again->Find("f_0_2")->attrs->Find("inff"));
  CHECK(again->Find("f.x")->attrs->Find("a.b"));
}

TEST_CASE("free variables are introduced by a line of their own", "[printer]") {
  Expr x = Var("x", Tensor({1, 2}));
  Expr y = Var("y");
  CHECK(PrintExpr(CallOp("add", {x, CallOp("add", {y, x})})) ==
        "#[version = \"0.0.5\"]\n"
        "free_var %y;\n"
        "free_var %x: Tensor[(1, 2), float32];\n"
        "%0 = add(%y, %x);\n"
        "add(%x, %0)");
}

TEST_CASE("functions that share parts read back as themselves", "[printer]") {
  Expr x = Var("x", Tensor({2}));
  Expr y = Var("y");
  Expr inner = Let(y, CallOp("exp", {x}), CallOp("add", {y, y}));
  Expr f = F({x}, inner);
  std::vector<IRModuleNode::Item> functions = {{Name("a"), f}, {Name("b"), f}};
  IRModule module(new IRModuleNode(std::move(functions)));
  const std::string text = PrintModule(module);
  CHECK_THAT(text, Catch::Contains("def @b(%x1: Tensor[(2), float32]) {\n"
                                   "  let %y1 = exp(%x1);\n"
                                   "  add(%y1, %y1)\n"
                                   "}"));
  IRModule again = ParseModule(text, "again");
  CHECK(StructuralEqual(module, again));
  PrintOptions options;
  options.show_spans = false;
  CHECK(PrintModule(again, options) == text);
}

TEST_CASE("a variable bound twice is marked", "[printer]") {
  Expr x = Var("x", Tensor({1}));
  CHECK(
      Text(F({x, x}, x)) ==
      "fn (%x: Tensor[(1), float32], %x: Tensor[(1), float32] /* malformed-ir: bound twice */) {\n"
      "  %x\n"
      "}");
}

TEST_CASE("nodes of the same variable are that variable", "[printer]") {
  Expr x = Var("x");
  Expr typed = VarWith(As<VarNode>(x)->vid, nullptr, Tensor({1}));
  CHECK(Text(F({typed}, x)) ==
        "fn (%x /* ty=Tensor[(1), float32] */) {\n"
        "  %x\n"
        "}");
}

TEST_CASE("scalar constants have literals", "[printer]") {
  auto scalar = [](double value, DataType dtype) { return Text(ConstantScalar(value, dtype)); };
  CHECK(scalar(2, kFloat32) == "2f");
  CHECK(scalar(2.5, DataType::Float(64)) == "2.5f64");
  CHECK(scalar(0.1, DataType::Float(16)) == "0.0999756f16");
  CHECK(scalar(1e-5, kFloat32) == "1e-05f");
  CHECK(scalar(16777216, kFloat32) == "1.67772e+07f");
  CHECK(scalar(-0.0, kFloat32) == "-0f");
  CHECK(scalar(1.0 / 0, kFloat32) == "inff");
  CHECK(scalar(-7, DataType::Int(32)) == "-7");
  CHECK(scalar(7, DataType::Int(64)) == "7i64");
  CHECK(scalar(7, DataType::Int(16)) == "7i16");
  CHECK(scalar(1, DataType::Bool()) == "True");
  CHECK(scalar(0, DataType::Bool()) == "False");
  // These types have no literals.
  CHECK(scalar(7, DataType::Int(8)) == "meta[relay.Constant][0]\n");
  CHECK(scalar(7, DataType::UInt(32)) == "meta[relay.Constant][0]\n");
  CHECK(scalar(7, DataType::BFloat(16)) == "meta[relay.Constant][0]\n");
  CHECK(Text(Constant(MakeNDArray({1}, kFloat32))) == "meta[relay.Constant][0]\n");
}

TEST_CASE("64-bit integers keep all their digits", "[printer]") {
  Expr big = Constant(ScalarIntNDArray(INT64_MIN, DataType::Int(64)));
  CHECK(Text(big) == "-9223372036854775808i64");
}

TEST_CASE("floats of attributes are printed as a stream does", "[printer]") {
  CHECK(PrintFloat(2e-5) == "2e-05f");
  CHECK(PrintFloat(1) == "1f");
  CHECK(PrintFloat(1.0 / 0) == "inff");
  CHECK(PrintFloat(-1.0 / 0) == "-inff");
  CHECK(PrintFloat(1234567) == "1.23457e+06f");
  CHECK(PrintFloat(0.5) == "0.5f");
}

TEST_CASE("attributes are printed when they differ from their defaults", "[printer]") {
  Expr x = Var("x");
  Expr w = Var("w");
  auto* conv = MakeAttrs<Conv2DAttrs>();
  conv->padding = {0, 0, 0, 0};
  conv->channels = 8;
  conv->kernel_size = {3, 3};
  conv->out_dtype = DataType::Int(32);
  conv->out_layout = "NHWC";
  CHECK(Text(F({x, w}, CallOp("nn.conv2d", {x, w}, Attrs(conv)))) ==
        "fn (%x, %w) {\n"
        "  nn.conv2d(%x, %w, padding=[0, 0, 0, 0], channels=8, kernel_size=[3, 3], "
        "out_layout=\"NHWC\", out_dtype=\"int32\")\n"
        "}");
  auto* pad = MakeAttrs<PadAttrs>();
  pad->pad_width = FromPadPairs({{0, 0}, {1, 2}});
  CHECK(Text(F({x, w}, CallOp("nn.pad", {x, w}, Attrs(pad)))) ==
        "fn (%x, %w) {\n  nn.pad(%x, %w, pad_width=[[0, 0], [1, 2]])\n}");
}

TEST_CASE("a call of a function with attributes names their type", "[printer]") {
  Expr f = Var("f");
  auto* attrs = MakeAttrs<SoftmaxAttrs>();
  attrs->axis = 2;
  CHECK(Text(F({f}, Call(f, {}, Attrs(attrs)))) ==
        "fn (%f) {\n  %f(axis=2, attrs_type_key=\"relay.attrs.SoftmaxAttrs\")\n}");
}

TEST_CASE("attributes of another type than the operator's are metadata", "[printer]") {
  Expr x = Var("x");
  auto* attrs = MakeAttrs<SoftmaxAttrs>();
  attrs->axis = 2;
  Expr f = F({x}, CallOp("tanh", {x}, Attrs(attrs)));
  CHECK(Text(f) == "fn (%x) {\n  tanh(%x, axis=2)\n}");
  CHECK(PrintExpr(f).find("tanh(%x, meta[relay.attrs.SoftmaxAttrs][0])") != std::string::npos);
  CHECK(PrintExpr(f).find("      \"type_key\": \"relay.attrs.SoftmaxAttrs\", \n"
                          "      \"attrs\": {\"axis\": \"2\"}\n") != std::string::npos);
}

TEST_CASE("functions print their attributes", "[printer]") {
  DictAttrs attrs = WithAttr(nullptr, "Primitive", 1);
  attrs = WithAttr(attrs, "Compiler", "a\"b\\\n\t\x01");
  attrs = WithAttr(attrs, "none", AttrValue());
  attrs = WithAttr(attrs, "yes", true);
  attrs = WithAttr(attrs, "scale", 0.25);
  attrs = WithAttr(attrs, "list", AttrValue(AttrArray{AttrValue(1), AttrValue("x")}));
  attrs = WithAttr(attrs, "dict", AttrValue(AttrDict{{"k", AttrValue(2)}}));
  CHECK(Text(F({Var("x")}, T({}), Tensor({}), attrs)) ==
        "fn (%x, Primitive=1, Compiler=\"a\\\"b\\\\\\n\\t\\x01\", none=None, yes=True, "
        "scale=0.25f, list=[1, \"x\"], dict={\"k\"=2}) -> float32 {\n"
        "  ()\n"
        "}");
}

TEST_CASE("types", "[printer]") {
  auto type = [](const Type& type) {
    std::string text = Text(F({Var("x", type)}, T({})));
    return text.substr(8, text.find(") {") - 8);
  };
  CHECK(type(Tensor({1, Dim::Any()})) == "Tensor[(1, ?), float32]");
  CHECK(type(ScalarType(DataType::Bool())) == "bool");
  CHECK(type(TupleType({Tensor({2})})) == "(Tensor[(2), float32],)");
  CHECK(type(TupleType({})) == "()");
  CHECK(type(FuncType({Tensor({}), Tensor({})}, TupleType({}))) == "fn (float32, float32) -> ()");
  CHECK(type(RefType(Tensor({}))) == "ref(float32)");
  Type a = TypeVar("A");
  CHECK(type(FuncType({a}, a, {a})) == "fn [A](A) -> A");
  CHECK(type(TypeCall(GlobalTypeVar("List"), {a})) == "List[A]");
  CHECK(type(Tensor({Dim::Symbol("n"), 2})) == "Tensor[(meta[tir.SizeVar][0], 2), float32]");
  CHECK(type(IncompleteType()) == "meta[IncompleteType][0]");
}

TEST_CASE("type parameters", "[printer]") {
  Type a = TypeVar("A");
  Expr x = Var("x", a);
  Expr params[] = {x};
  CHECK(Text(Function(params, x, a, {a, TypeVar("B")})) == "fn [A, B](%x: A) -> A {\n  %x\n}");
}

TEST_CASE("comments carry type and span", "[printer]") {
  Span span(new SpanNode(Name("source"), 3, 3, 7, 9));
  Expr x = VarWith(As<VarNode>(Var("x"))->vid, Tensor({1}), Tensor({1}), span);
  Expr params[] = {x};
  Expr call = WithType(CallOp("tanh", {x}).get(), Tensor({1}));
  Expr pair = WithSpan(T({call, ConstantScalar(1, kFloat32)}).get(), span);
  CHECK(Text(Function(params, TupleGetItem(pair, 0))) ==
        "fn (%x: Tensor[(1), float32] /* ty=Tensor[(1), float32] span=source:3:7 */) {\n"
        "  %0 = tanh(%x) /* ty=Tensor[(1), float32] */;\n"
        "  %1 = (%0, 1f) /* span=source:3:7 */;\n"
        "  %1.0\n"
        "}");
}

TEST_CASE("lets form one scope", "[printer]") {
  Expr x = Var("x");
  Expr a = Var("a", Tensor({1}));
  Expr b = Var("b");
  Expr twice = CallOp("add", {CallOp("exp", {a}), CallOp("exp", {a})});
  Expr body = Let(a, CallOp("add", {CallOp("tanh", {x}), x}), Let(b, twice, T({a, b})));
  CHECK(Text(F({x}, body)) ==
        "fn (%x) {\n"
        "  %0 = tanh(%x);\n"
        "  let %a: Tensor[(1), float32] = add(%0, %x);\n"
        "  %1 = exp(%a);\n"
        "  %2 = exp(%a);\n"
        "  let %b = add(%1, %2);\n"
        "  (%a, %b)\n"
        "}");
}

TEST_CASE("a let that is an argument stands in parentheses", "[printer]") {
  Expr x = Var("x");
  Expr a = Var("a");
  Expr let = Let(a, CallOp("exp", {x}), CallOp("add", {a, a}));
  CHECK(Text(F({x}, T({let, let}))) ==
        "fn (%x) {\n"
        "  %0 = (\n"
        "    let %a = exp(%x);\n"
        "    add(%a, %a)\n"
        "  );\n"
        "  (%0, %0)\n"
        "}");
}

TEST_CASE("a let's value may be a function that calls itself", "[printer]") {
  Expr f = Var("f");
  Expr n = Var("n");
  CHECK(Text(Let(f, F({n}, Call(f, {n})), Call(f, {ConstantScalar(1, DataType::Int(32))}))) ==
        "let %f = fn (%n) {\n"
        "  %f(%n)\n"
        "};\n"
        "%f(1)");
}

TEST_CASE("branches are scopes", "[printer]") {
  Expr c = Var("c");
  Expr x = Var("x");
  Expr e = CallOp("exp", {x});
  Expr inner = If(c, T({}), CallOp("add", {e, e}));
  Expr branch = If(c, CallOp("tanh", {CallOp("tanh", {x})}), inner);
  CHECK(Text(F({c, x}, T({branch}))) ==
        "fn (%c, %x) {\n"
        "  %2 = if (%c) {\n"
        "    %0 = tanh(%x);\n"
        "    tanh(%0)\n"
        "  } else {\n"
        "    if (%c) {\n"
        "      ()\n"
        "    } else {\n"
        "      %1 = exp(%x);\n"
        "      add(%1, %1)\n"
        "    }\n"
        "  };\n"
        "  (%2,)\n"
        "}");
}

TEST_CASE("functions inside are numbered, callee before arguments", "[printer]") {
  Expr x = Var("x");
  Expr p = Var("p");
  Expr q = Var("p");
  Expr f = F({p}, CallOp("exp", {p}), nullptr, WithAttr(nullptr, "Primitive", 1));
  Expr g = F({q}, q);
  CHECK(Text(F({x}, Call(f, {Call(g, {x})}))) ==
        "fn (%x) {\n"
        "  %0 = fn (%p1) {\n"
        "    %p1\n"
        "  };\n"
        "  %1 = %0(%x);\n"
        "  %2 = fn (%p, Primitive=1) {\n"
        "    exp(%p)\n"
        "  };\n"
        "  %2(%1)\n"
        "}");
}

TEST_CASE("what comes out of a block brings what stands in it and elsewhere", "[printer]") {
  IRModule module = ParseModule(R"(#[version = "0.0.5"]
def @main(%x: float32) {
  %0 = fn (%a: float32) { negative(%a) };
  %1 = fn (%p: float32) { %2 = %0(%p); add(%2, %2) };
  %3 = fn (%r: float32) { %4 = %0(%r); (%4, %1).0 };
  %5 = %1(%x);
  %3(%5)
})",
                                "text");
  std::string text = PrintModule(module);
  INFO(text);
  CHECK(StructuralEqual(module, ParseModule(text, "again")));
}

TEST_CASE("references", "[printer]") {
  Expr x = Var("x");
  Expr ref = RefCreate(x);
  CHECK(Text(F({x}, T({RefRead(ref), RefWrite(ref, x)}))) ==
        "fn (%x) {\n"
        "  %0 = ref(%x);\n"
        "  %1 = ref_read(%0);\n"
        "  %2 = ref_write(%0, %x);\n"
        "  (%1, %2)\n"
        "}");
}

TEST_CASE("globals as attribute values", "[printer]") {
  AttrValue global{AttrValue::Object(GlobalVar("g"))};
  Expr f = F({}, T({}), nullptr, WithAttr(nullptr, "prim_shape_fn_var", global));
  CHECK(Text(f) == "fn (prim_shape_fn_var='g') {\n  ()\n}");
  CHECK(PrintExpr(f).find("fn (prim_shape_fn_var=meta[GlobalVar][0]) {") != std::string::npos);
}

TEST_CASE("the map leads from nodes to their text", "[printer]") {
  Expr x = Var("x", Tensor({3}));
  Expr tanh = CallOp("tanh", {x});
  Expr branch = If(x, tanh, CallOp("add", {tanh, ConstantScalar(1, kFloat32)}));
  Expr f = F({x}, branch);
  IRModule module = ModuleFromExpr(f);
  PrintedText printed = PrintModuleWithMap(module);
  CHECK(printed.text == PrintModule(module));
  auto text_of = [&](const Expr& node, bool definition) -> std::string {
    for (const PrintedRange& range : printed.ranges) {
      if (range.node == node.get() && range.definition == definition) {
        return printed.text.substr(range.begin, range.end - range.begin);
      }
    }
    return "";
  };
  CHECK(text_of(x, true) == "%x");
  CHECK(text_of(x, false) == "%x");
  CHECK(text_of(tanh, true) == "tanh(%x)");
  CHECK(text_of(tanh, false) == "%0");
  CHECK(text_of(branch->child(2), true) == "add(%0, 1f)");
  CHECK(text_of(branch->child(2)->child(2), true) == "1f");
  CHECK(text_of(branch, true).substr(0, 9) == "if (%x) {");
  CHECK(text_of(branch, true).back() == '}');
  CHECK(text_of(f, true).substr(0, 9) == "def @main");
}

TEST_CASE("summaries are one short line", "[printer]") {
  Expr x = Var("x", Tensor({1, 3}));
  Expr w = WithType(CallOp("tanh", {Var("w")}).get(), Tensor({4, 5}));
  auto* dense = MakeAttrs<DenseAttrs>();
  dense->units = 4;
  CHECK(PrintSummary(CallOp("nn.dense", {x, w}, Attrs(dense))) ==
        "nn.dense(%x: Tensor[(1, 3), float32], Tensor[(4, 5), float32], units=4)");
  CHECK(PrintSummary(CallOp("add", {Var("a"), ConstantScalar(2, kFloat32)})) == "add(%a, 2f)");
  CHECK(PrintSummary(F({x}, x)) == "fn (%x: Tensor[(1, 3), float32]) { … }");
  std::vector<Expr> many(1000, x);
  std::string text = PrintSummary(Tuple(many));
  CHECK(text.size() <= 300);
  CHECK(text.substr(text.size() - 3) == "…");
}

TEST_CASE("a deep chain of calls prints", "[printer][deep]") {
  OnSmallStack([] {
    const int calls = DeepLevels();
    Expr x = Var("x", Tensor({1}));
    Expr body = x;
    for (int i = 0; i < calls; ++i) body = CallOp("tanh", {body});
    std::string text = Text(F({x}, std::move(body)));
    CHECK(text.substr(0, 66) ==
          "fn (%x: Tensor[(1), float32]) {\n  %0 = tanh(%x);\n  %1 = tanh(%0);\n");
    std::string last = "%" + std::to_string(calls - 2), before = "%" + std::to_string(calls - 3);
    std::string end = "  " + last + " = tanh(" + before + ");\n  tanh(" + last + ")\n}";
    CHECK(text.substr(text.size() - end.size()) == end);
  });
}

TEST_CASE("deep lets, branches and functions print", "[printer][deep]") {
  OnSmallStack([] {
    const int depth = DeepLevels();
    Expr x = Var("x");
    Expr body = x;
    for (int i = 0; i < depth; ++i) {
      Expr v = Var("v");
      body = Let(v, x, std::move(body));
    }
    std::string text = Text(F({x}, std::move(body)));
    CHECK(text.find("let %v" + std::to_string(depth - 1) + " = %x;\n") != std::string::npos);

    // Each level is indented, up to 256 columns, so the text grows with the depth.
    constexpr int kNesting = 1000;
    body = x;
    for (int i = 0; i < kNesting; ++i) body = If(x, F({}, std::move(body)), x);
    text = Text(F({x}, std::move(body)));
    CHECK(text.find("\n" + std::string(256, ' ') + "%x\n") != std::string::npos);
  });
}

}  // namespace passcope
