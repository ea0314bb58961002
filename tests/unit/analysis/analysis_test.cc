// relay.analysis: the cases of TVM's tests, and more.
#include <catch2/catch.hpp>

#include "analysis/call_graph.h"
#include "analysis/features.h"
#include "analysis/kind_check.h"
#include "analysis/layers.h"
#include "analysis/mac_count.h"
#include "analysis/type_vars.h"
#include "diagnostics/diagnostic.h"
#include "ir/structural.h"
#include "models/models.h"
#include "op/op.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "transforms/extract_fused_functions.h"
#include "transforms/fake_quantization.h"
#include "transforms/normal_form.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/deep.h"

namespace passcope {
namespace {

using Names = std::vector<std::string>;

IRModule Parsed(const std::string& text) {
  return ParseModule("#[version = \"0.0.5\"]\n" + text, "text");
}
Expr MainOf(const std::string& text) { return InferTypes(Parsed(text))->Lookup("main"); }

std::string ProblemOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const DiagnosticError& error) {
    return error.diagnostics()[0].message.text();
  }
  return "none";
}

Names TextsOf(const std::vector<Type>& types) {
  Names texts;
  for (const Type& type : types) texts.push_back(TypeText(type));
  return texts;
}

TEST_CASE("multiplications are counted as TVM counts them", "[analysis]") {
  CHECK(TotalMacNumber(MainOf("def @main(%a: Tensor[(512, 1024), float32], %b: Tensor[(256, 1024), "
                              "float32]) { (nn.dense(%a, %b, units=None),) }")) ==
        int64_t{512} * 256 * 1024);
  CHECK(TotalMacNumber(MainOf(
            "def @main(%d: Tensor[(1, 3, 224, 224), float32], %w: Tensor[(64, 3, 7, 7), float32]) "
            "{ nn.conv2d(%d, %w, padding=[1, 1, 1, 1], channels=64, kernel_size=[7, 7]) }")) ==
        int64_t{3} * 220 * 220 * 64 * 7 * 7);
  // Depthwise, with the window of the weight.
  CHECK(TotalMacNumber(MainOf(
            "def @main(%d: Tensor[(1, 64, 56, 56), float32], %w: Tensor[(64, 1, 3, 3), float32]) "
            "{ nn.conv2d(%d, %w, padding=[1, 1, 1, 1], groups=64) }")) ==
        int64_t{64} * 56 * 56 * 9);
  CHECK(TotalMacNumber(MainOf(
            "def @main(%d: Tensor[(1, 3, 224, 224), float32], %w: Tensor[(3, 64, 7, 7), float32]) "
            "{ nn.conv2d_transpose(%d, %w, channels=64, kernel_size=[7, 7], padding=[1, 1, 1, 1], "
            "kernel_layout=\"IOHW\") }")) == int64_t{3} * 228 * 228 * 64 * 7 * 7);
  // In a layout with channels last.
  CHECK(TotalMacNumber(MainOf(
            "def @main(%d: Tensor[(1, 56, 56, 64), float32], %w: Tensor[(3, 3, 64, 64), float32]) "
            "{ nn.conv2d(%d, %w, padding=[1, 1, 1, 1], channels=64, kernel_size=[3, 3], "
            "data_layout=\"NHWC\", kernel_layout=\"HWIO\") }")) == int64_t{64} * 64 * 56 * 56 * 9);
  CHECK(TotalMacNumber(MainOf("def @main(%a: Tensor[(2, 5, 3), float32], %b: Tensor[(2, 7, 5), "
                              "float32]) { nn.batch_matmul(%a, %b, transpose_a=True, "
                              "transpose_b=True) }")) == 2 * 3 * 5 * 7);
  // A shared call counts once, one in a fused function too.
  CHECK(TotalMacNumber(MainOf("def @main(%a: Tensor[(4, 2), float32], %b: Tensor[(3, 2), float32]) "
                              "{ %0 = nn.dense(%a, %b, units=None); add(%0, %0) }")) == 4 * 3 * 2);
  IRModule fused = CreatePass("FuseOps", {{"fuse_opt_level", 3}})(
      InferTypes(Parsed("def @main(%a: Tensor[(4, 2), float32], %b: Tensor[(3, 2), float32]) "
                        "{ nn.relu(nn.dense(%a, %b, units=None)) }")));
  CHECK(TotalMacNumber(InferTypes(fused)->Lookup("main")) == 4 * 3 * 2);
  CHECK(ProblemOf([] {
          TotalMacNumber(
              MainOf("def @main(%a: Tensor[(?, 2), float32], %b: Tensor[(3, 2), "
                     "float32]) { nn.dense(%a, %b, units=None) }"));
        }) == "the sizes of 'nn.dense' must be known to count its operations");
  // Published numbers of the networks. This ResNet has one more small convolution than others.
  IRModule resnet = InferTypes(ModuleFromExpr(ModelNet("resnet18")));
  CHECK(TotalMacNumber(resnet->Lookup("main")) == 1'826'918'400);
  IRModule mobilenet = InferTypes(ModuleFromExpr(ModelNet("mobilenet")));
  CHECK(TotalMacNumber(mobilenet->Lookup("main")) == 568'740'352);
  IRModule vgg = InferTypes(ModuleFromExpr(ModelNet("vgg", {{"num_layers", 16}})));
  CHECK(TotalMacNumber(vgg->Lookup("main")) == 15'470'264'320);
}

TEST_CASE("features are those that a program uses", "[analysis]") {
  auto names = [](FeatureSet set) {
    Names found;
    for (size_t i = 0; i < kNumFeatures; ++i) {
      if (set[i]) found.emplace_back(FeatureName(static_cast<Feature>(i)));
    }
    return found;
  };
  CHECK(names(DetectFeatures(Parsed("def @main(%x: Tensor[(2), float32]) { add(%x, %x) }"))) ==
        Names{"fVar", "fFunction", "fOp", "fCall"});
  CHECK(names(DetectFeatures(Parsed(
            "def @main(%x: Tensor[(2), float32]) { %0 = nn.relu(%x); (%0, add(%0, 1f)) }"))) ==
        Names{"fVar", "fConstant", "fTuple", "fFunction", "fOp", "fCall", "fGraph"});
  CHECK(names(DetectFeatures(Parsed(
            "type Option[A] { Some(A), None }\n"
            "def @f(%r: ref(int32), %o: Option[int32]) -> int32 { match (%o) { Some(%a) => %a, "
            "None => { ref_write(%r, 1); ref_read(%r) } } }\n"
            "def @main(%c: bool) { let %t = (1, 2); if (%c) { @f(ref(%t.0), Some(3)) } else { 1 } "
            "}"))) == Names{"fVar", "fGlobalVar", "fConstant", "fTuple", "fTupleGetItem",
                            "fFunction", "fCall", "fLet", "fIf", "fRefCreate", "fRefRead",
                            "fRefWrite", "fConstructor", "fMatch"});
  // A function that calls itself.
  Expr f = Var("f"), x = Var("x");
  Expr params[] = {x};
  Expr loop = Let(f, Function(params, Call(f, {x})), f);
  CHECK(names(DetectFeatures(loop)) == Names{"fVar", "fFunction", "fCall", "fLet", "fLetRec"});
  // The contents of a primitive function do not count.
  CHECK(names(DetectFeatures(Parsed("def @main(%x: Tensor[(2), float32]) { %0 = fn (%y: "
                                    "Tensor[(2), float32], Primitive=1) { nn.relu(%y) }; %0(%x) "
                                    "}"))) == Names{"fVar", "fFunction", "fCall"});
}

TEST_CASE("type variables are found in the order of TVM", "[analysis]") {
  Type a = TypeVar("a"), b = TypeVar("b"), c = TypeVar("c");
  CHECK(TextsOf(FindTypeVars(FuncType({a}, b, {a, b})).bound) == Names{"a", "b"});
  CHECK(TextsOf(FindTypeVars(FuncType({}, c, {a})).bound) == Names{"a"});
  CHECK(FindTypeVars(TupleType({a, b, c})).bound.empty());
  CHECK(TextsOf(FindTypeVars(FuncType({b}, c, {a})).all) == Names{"a", "b", "c"});
  CHECK(TextsOf(FindTypeVars(FuncType({b}, c, {a})).Free()) == Names{"b", "c"});
  CHECK(TextsOf(FindTypeVars(RefType(TypeCall(GlobalTypeVar("L"), {b}))).all) == Names{"b"});

  Expr empty = Tuple({}), w = Var("w"), x = Var("x", a), y = Var("y", b), z = Var("z", c);
  CHECK(TextsOf(FindTypeVars(Function({}, empty, nullptr, {a, b})).bound) == Names{"a", "b"});
  CHECK(FindTypeVars(Function({}, empty, c)).bound.empty());
  CHECK(FindTypeVars(Let(x, empty, x)).bound.empty());
  CHECK(TextsOf(FindTypeVars(Let(x, Function({}, empty, nullptr, {b, c}), x)).bound) ==
        Names{"b", "c"});
  Expr of_x[] = {x}, of_w[] = {w}, all[] = {x, y, z};
  CHECK(TextsOf(FindTypeVars(Function(of_x, y, b, {a})).all) == Names{"a", "b"});
  CHECK(TextsOf(FindTypeVars(Function({}, Tuple(all), TupleType({a, b, c}))).all) ==
        Names{"a", "b", "c"});
  CHECK(TextsOf(FindTypeVars(Function(of_w, empty, nullptr, {a, b, c})).all) ==
        Names{"a", "b", "c"});
  // A let's variable and its value.
  Type pair = TupleType({a, ScalarType(DataType::Int(32))});
  Expr p = Var("p", pair);
  CHECK(TextsOf(FindTypeVars(Let(p, w, p)).Free()) == Names{"a"});
  // Those of constructors are bound in the module.
  IRModule module = Parsed("type Option[A] { Some(A), None }\ndef @main() { Some(1) }");
  CHECK(TextsOf(FindTypeVars(module->Lookup("main")).bound) == Names{"A"});
}

TEST_CASE("data types are those of all tensors", "[analysis]") {
  CHECK(AllDTypes(MainOf("def @main(%x: Tensor[(2), float16]) { (cast(%x, dtype=\"int8\"), "
                         "nn.relu(%x), True) }")) == Names{"bool", "float16", "int8"});
  CHECK(AllDTypes(Var("x")).empty());
}

TEST_CASE("kinds", "[analysis]") {
  IRModule module = Parsed("type List[A] { Cons(A, List[A]), Nil }");
  Type tensor = TensorType(Shape{1, 2, 3}, DataType::Float(32));
  Type function = FuncType({}, tensor);
  Type list = GlobalTypeVar("List");
  CHECK(CheckKind(TupleType({TypeVar("t"), function, tensor}), module) == TypeVarKind::kType);
  CHECK(CheckKind(RefType(TupleType({RefType(tensor), RefType(function)})), module) ==
        TypeVarKind::kType);
  CHECK(CheckKind(list, module) == TypeVarKind::kAdtHandle);
  CHECK(CheckKind(TypeCall(list, {tensor}), module) == TypeVarKind::kType);
  auto problem = [&](const Type& type) { return ProblemOf([&] { CheckKind(type, module); }); };
  CHECK(problem(TupleType({tensor, list})) ==
        "the data type 'List' in '(Tensor[(1, 2, 3), float32], List)' must have a list of type "
        "arguments");
  CHECK(problem(FuncType({list}, tensor)).find("must have a list") != std::string::npos);
  CHECK(problem(FuncType({}, list)).find("must have a list") != std::string::npos);
  CHECK(problem(RefType(list)).find("must have a list") != std::string::npos);
  CHECK(problem(TypeCall(list, {list})).find("must have a list") != std::string::npos);
  CHECK(problem(TypeCall(list, {})) == "the number of type arguments of 'List' must be 1, not 0");
  CHECK(problem(TypeCall(GlobalTypeVar("None"), {})) == "the module defines no data type 'None'");
  CHECK(problem(TypeCall(TypeVar("t"), {})).find("only a data type can have them") !=
        std::string::npos);
}

TEST_CASE("layers are the longest chain", "[analysis]") {
  Names convs = {"nn.conv2d"};
  CHECK(CountLayers(ModelNet("resnet18"), convs) == 17);
  CHECK(CountLayers(ModelNet("vgg", {{"num_layers", 16}}), Names{"nn.conv2d", "nn.dense"}) == 16);
  CHECK(CountLayers(ModelNet("inception_v3"), convs) == 47);
  CHECK(CountLayers(ModelNet("mobilenet"), convs) == 27);
  Expr x = Var("x", ScalarType(DataType::Float(32))), y = Var("y"), f = Var("f");
  Expr relu = GetOp("nn.relu");
  Names relus = {"nn.relu"};
  // Through lets and functions, and where a function calls itself.
  Expr params[] = {x};
  CHECK(CountLayers(Let(y, Call(relu, {x}), Call(relu, {y})), relus) == 2);
  CHECK(CountLayers(Call(Function(params, Call(relu, {x})), {Call(relu, {x})}), relus) == 1);
  CHECK(CountLayers(Let(f, Function(params, Call(relu, {Call(f, {x})})), Call(f, {x})), relus) ==
        1);
  CHECK(CountLayers(x, relus) == 0);
  CHECK(ProblemOf([&] { CountLayers(x, Names{"nn.rellu"}); }) == "unknown operator 'nn.rellu'");
}

TEST_CASE("weights by name, and constants", "[analysis]") {
  Expr main = MainOf(
      "def @main(%x: Tensor[(1, 2), float32], %a: Tensor[(2, 2), float32], %b: Tensor[(2, 2), "
      "float32]) { %0 = nn.dense(%x, transpose(%a, axes=[1, 0]), units=None); nn.dense(%0, %b, "
      "units=None) }");
  CHECK(WeightNames(main, "nn.dense") == Names{"b"});
  CHECK(TransposedWeightNames(main) == Names{"a"});
  CHECK(WeightNames(ModelNet("dqn"), "nn.conv2d") ==
        Names{"conv1_weight", "conv2_weight", "conv3_weight"});
  Expr one = ConstantScalar(1, DataType::Float(32)), x = Var("x");
  Expr fields[] = {one, one};
  Expr nested[] = {one, Tuple(fields)};
  Expr mixed[] = {one, x};
  CHECK(IsConstantExpr(one));
  CHECK(IsConstantExpr(Tuple(nested)));
  CHECK_FALSE(IsConstantExpr(Tuple(mixed)));
  CHECK_FALSE(IsConstantExpr(CallOp("negative", {one})));
}

TEST_CASE("basic block normal form", "[analysis]") {
  Type boolean = ScalarType(DataType::Bool()), real = ScalarType(DataType::Float(32));
  Expr x = Var("x", real), cond = Var("cond", boolean), shared = Var("shared", real);
  auto holds = [](const Expr& expr) { return !FindUnboundSharing(expr); };
  Expr y = CallOp("add", {x, x});
  CHECK(holds(CallOp("add", {x, y})));
  Expr v = Var("v");
  CHECK(holds(Let(v, x, v)));
  Expr branches = If(cond, shared, CallOp("add", {shared, shared}));
  CHECK_FALSE(holds(branches));
  CHECK(holds(Let(shared, x, branches)));
  // Expressions that two branches or functions share.
  Expr sum = CallOp("add", {x, x});
  Expr params[] = {x, cond};
  Expr both = If(cond, CallOp("nn.relu", {sum}), sum);
  CHECK_FALSE(holds(Function(params, both)));
  CHECK(FindUnboundSharing(Function(params, both)) == sum);
  CHECK(
      holds(Function(params, Let(v, CallOp("add", {x, x}), If(cond, CallOp("nn.relu", {v}), v)))));
  Expr z = Var("z", real), of_y[] = {v}, of_z[] = {z}, of_x[] = {x};
  Expr functions[] = {Function(of_y, CallOp("add", {sum, v})),
                      Function(of_z, CallOp("add", {sum, z}))};
  CHECK_FALSE(holds(Function(of_x, Tuple(functions))));
}

TEST_CASE("call graphs", "[analysis]") {
  IRModule module = Parsed(
      "def @g0(%x: int32, %y: int32) { add(%x, %y) }\n"
      "def @g1(%x: int32, %y: int32) { @g0(%x, %y) }\n"
      "def @loop(%i: int32) -> int32 { if (equal(%i, 0)) { %i } else { @loop(subtract(%i, 1)) } }\n"
      "def @main(%x: int32, %y: int32) { add(multiply(@g0(%x, %y), @g1(%x, %y)), @loop(%x)) }\n");
  CallGraph graph = MakeCallGraph(module);
  auto entry = [&](const char* name) -> const CallGraph::Function& {
    for (const CallGraph::Function& function : graph.functions) {
      if (function.name.view() == name) return function;
    }
    throw std::runtime_error(name);
  };
  CHECK(entry("g0").calls.empty());
  CHECK(entry("g1").calls.size() == 1);
  CHECK(entry("main").calls.size() == 3);
  CHECK(entry("g0").references == 2);
  CHECK(entry("g1").references == 1);
  CHECK(entry("main").references == 0);
  CHECK(entry("loop").references == 2);
  CHECK(entry("loop").recursive);
  CHECK_FALSE(entry("main").recursive);
  CHECK(graph.Text() ==
        "Call graph node: main,  #refs = 0\n"
        "  call site: <main> calls g0\n  call site: <main> calls g1\n"
        "  call site: <main> calls loop\n\n"
        "Call graph node: loop,  #refs = 2\n  call site: <loop> calls loop\n\n"
        "Call graph node: g1,  #refs = 1\n  call site: <g1> calls g0\n\n"
        "Call graph node: g0,  #refs = 2\n\n");
  // Cycles are included.
  CHECK(MakeCallGraph(Parsed("def @a() -> int32 { @b() }\ndef @b() -> int32 { @a() }"))
            .TopologicalOrder()
            .size() == 2);
  IRModule open = WithFunction(module, "open", Function({}, Call(GlobalVar("none"), {})));
  CHECK(ProblemOf([&] { MakeCallGraph(open); }).find("none") != std::string::npos);
}

TEST_CASE("fused functions", "[analysis]") {
  auto count = [](const std::string& text) {
    return ExtractFusedFunctions(InferTypes(Parsed(text))).size();
  };
  CHECK(count("def @main(%x: Tensor[(1, 56, 56, 64), float32], %w: Tensor[(3, 3, 64, 32), "
              "float32]) { nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=32, kernel_size=[3, "
              "3], data_layout=\"NHWC\", kernel_layout=\"HWIO\") }") == 1);
  const std::string conv = ", padding=[1, 1, 1, 1], channels=1, kernel_size=[3, 3]);\n";
  const std::string weight = ": Tensor[(1, 1, 3, 3), float32]";
  CHECK(count("def @main(%x: Tensor[(1, 1, 5, 1), float32], %w1" + weight + ", %w2" + weight +
              ", %w3" + weight + ", %w4" + weight + ") { %0 = nn.conv2d(%x, %w1" + conv +
              "%1 = nn.conv2d(%0, %w2" + conv + "%2 = nn.conv2d(%0, %w3" + conv +
              "%3 = nn.conv2d(%0, %w4" + conv + "add(%3, add(%1, %2)) }") == 2);
  IRModule synthetic = InferTypes(ModuleFromExpr(ModelNet("synthetic")));
  auto functions = ExtractFusedFunctions(synthetic);
  CHECK(functions.size() == 7);
  for (const auto& [hash, function] : functions) {
    CHECK(As<FunctionNode>(function)->is_primitive());
    CHECK(hash == TvmStructuralHash(function));
  }
}

TEST_CASE("operators between dequantize and quantize", "[analysis]") {
  using Counts = std::map<std::string, int64_t>;
  CHECK(CountFakeQuantizedOps(
            MainOf("def @main(%x: Tensor[(128, 64), int8], %w: Tensor[(256, 64), int8]) {\n"
                   "%0 = qnn.dequantize(%x, 2f, 0); %1 = qnn.dequantize(%w, 0.5f, 0);\n"
                   "%2 = qnn.quantize(nn.dense(%0, %1, units=None), 1f, 0, out_dtype=\"int8\");\n"
                   "%3 = nn.relu(qnn.dequantize(%2, 2f, 114));\n"
                   "sigmoid(qnn.quantize(%3, 1f, 0, out_dtype=\"int8\")) }")) ==
        Counts{{"nn.dense", 1}, {"nn.relu", 1}});
  CHECK(CountFakeQuantizedOps(
            MainOf("def @main(%x: Tensor[(1, 3, 4, 4), int8]) { %0 = qnn.dequantize(%x, 2f, 0);\n"
                   "%1 = reshape(transpose(%0, axes=[1, 0, 2, 3]), newshape=[3, -1]);\n"
                   "qnn.quantize(%1, 2f, 0, out_dtype=\"int8\") }")) ==
        Counts{{"reshape", 1}, {"transpose", 1}});
  CHECK(CountFakeQuantizedOps(
            MainOf("def @main(%x: Tensor[(1, 4), int8], %y: Tensor[(1, 4), int8]) {\n"
                   "%0 = (qnn.dequantize(%x, 0.5f, 0), qnn.dequantize(%y, 1.5f, 0));\n"
                   "qnn.quantize(concatenate(%0, axis=1), 3.5f, 0, out_dtype=\"int8\") }")) ==
        Counts{{"concatenate", 1}});
  // A real input does not belong to a region.
  CHECK(CountFakeQuantizedOps(MainOf("def @main(%x: Tensor[(4), float32]) { "
                                     "qnn.quantize(nn.relu(%x), 2f, 0, out_dtype=\"int8\") }"))
            .empty());
}

TEST_CASE("analyses of deep programs need no recursion", "[analysis][deep]") {
  OnSmallStack([] {
    Expr x = Var("x", ScalarType(DataType::Float(32)));
    Expr chain = x, relu = GetOp("nn.relu");
    for (int i = 0; i < DeepLevels(); ++i) chain = Call(relu, {chain});
    CHECK(DetectFeatures(chain).count() == 3);
    CHECK(CountLayers(chain, Names{"nn.relu"}) == DeepLevels());
    CHECK(FindTypeVars(chain).all.empty());
    CHECK(AllDTypes(chain).empty());
    CHECK(TotalMacNumber(chain) == 0);
    CHECK_FALSE(IsConstantExpr(chain));
    CHECK_FALSE(FindUnboundSharing(chain));
    CHECK(WeightNames(chain, "nn.dense").empty());
    CHECK(CountFakeQuantizedOps(chain).empty());
  });
}

}  // namespace
}  // namespace passcope
