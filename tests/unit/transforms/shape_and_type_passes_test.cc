// ChangeBatch, Recast, FlexibleShapeDispatch, BatchingOps, CapturePostDfsIndexInSpans and the
// passes of the quantized dialect.
#include "pass/registry.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

IRModule Ran(const char* pass, const AttrDict& options, const IRModule& module) {
  return RunPass(CreatePass(pass, options), module);
}

TEST_CASE("ChangeBatch gives parameters another size", "[change_batch]") {
  IRModule before = Read(
      "def @main(%x: Tensor[(1, 4), float32], %w: Tensor[(3, 4), float32]) {"
      "  nn.dense(%x, %w, units=3) }");
  AttrDict data = {{"data", AttrArray{"x"}}, {"axes", AttrValue::Ints({-2})}, {"batch_size", 5}};
  IRModule after = Ran("ChangeBatch", data, before);
  CHECK(Write(after).find("-> Tensor[(5, 3), float32]") != std::string::npos);
  CHECK(StructuralEqual(Ran("ChangeBatch", data, after), after));
  CHECK(Ran("ChangeBatch", {{"data", AttrArray{"y"}}}, before) == before);
  CHECK_THROWS_AS(CreatePass("ChangeBatch", {{"data", "x"}}), DiagnosticError);
  CHECK_THROWS_AS(
      CreatePass("ChangeBatch", {{"data", AttrArray{"x"}}, {"axes", AttrValue::Ints({0, 1})}}),
      DiagnosticError);
  CHECK_THROWS_AS(CreatePass("ChangeBatch", {{"data", AttrArray{"x"}}, {"batch_size", -1}}),
                  DiagnosticError);
  CHECK_THROWS_AS(
      Ran("ChangeBatch", {{"data", AttrArray{"x"}}, {"axes", AttrValue::Ints({2})}}, before),
      DiagnosticError);
}

const char kTwoLayers[] =
    "def @main(%x: Tensor[(1, 3, 8, 8), float32], %v: Tensor[(4, 3, 3, 3), float32],"
    "          %w: Tensor[(4, 4, 3, 3), float32]) {"
    "  %0 = nn.conv2d(%x, %v, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3]);"
    "  %1 = nn.conv2d(nn.relu(%0), %w, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3]);"
    "  concatenate((%1, %0), axis=1) }";

TEST_CASE("Recast casts around operators", "[recast]") {
  IRModule before = Read(kTwoLayers);
  auto casts = [&](const AttrDict& options) {
    AttrDict all = {{"dtype", "int8"}, {"out_dtype", "int32"}};
    all.insert(all.end(), options.begin(), options.end());
    IRModule after = InferTypes(Ran("Recast", all, before));
    CHECK(after->Find("main")->checked_type() == before->Find("main")->checked_type());
    std::string text = Write(after);
    int count = 0;
    for (size_t at = text.find("cast("); at != text.npos; at = text.find("cast(", at + 1)) ++count;
    return count;
  };
  CHECK(casts({}) == 6);
  CHECK(casts({{"skip_layers", AttrValue::Ints({0})}}) == 3);
  CHECK(casts({{"skip_layers", AttrValue::Ints({-1})}}) == 3);
  CHECK(casts({{"skip_layers", AttrValue::Ints({0, 1})}}) == 0);
  CHECK(casts({{"ops", AttrArray{"concatenate"}}}) == 3);
  CHECK(casts({{"ops", AttrArray{"nn.dense"}}}) == 0);
}

TEST_CASE("Recast to a type that is wide enough keeps the values", "[recast]") {
  IRModule before = Read(kTwoLayers);
  IRModule after =
      InferTypes(Ran("Recast", {{"dtype", "float64"}, {"out_dtype", "float64"}}, before));
  CheckSameResults(before, after);
}

TEST_CASE("Recast takes types and operators that exist", "[recast]") {
  CHECK_THROWS_AS(CreatePass("Recast", {{"dtype", "int9x"}, {"out_dtype", "int8"}}),
                  DiagnosticError);
  CHECK_THROWS_AS(
      CreatePass("Recast",
                 {{"dtype", "int8"}, {"out_dtype", "int8"}, {"ops", AttrArray{"nn.conv9d"}}}),
      DiagnosticError);
  IRModule tuples = Read(
      "def @main(%x: Tensor[(4), float32]) { "
      "split(%x, indices_or_sections=2) }");
  CHECK_THROWS_AS(
      Ran("Recast", {{"dtype", "int8"}, {"out_dtype", "int8"}, {"ops", AttrArray{"split"}}},
          tuples),
      DiagnosticError);
}

Value Ascending(std::vector<int64_t> shape) {
  NDArray array = MakeNDArray(std::move(shape), DataType::Float(32));
  for (size_t i = 0; i < array->size(); ++i) StoreDouble(array, i, 0.5 * static_cast<double>(i));
  return Value(array);
}

TEST_CASE("FlexibleShapeDispatch takes inputs of any size", "[flexible_shape_dispatch]") {
  std::string text =
      "def @main(%x: Tensor[(SIZE, 4), float32], %w: Tensor[(3, 4), float32]) {"
      "  nn.relu(nn.dense(%x, %w, units=3)) }";
  auto sized = [&](int64_t size) {
    std::string own = text;
    return Read(own.replace(own.find("SIZE"), 4, std::to_string(size)));
  };
  for (bool pad : {false, true}) {
    IRModule after = Ran("FlexibleShapeDispatch",
                         {{"buckets", AttrValue::Ints({1, 4})}, {"auto_pad", pad}}, sized(8));
    CHECK(after->Find("main_1"));
    CHECK(after->Find("main_4"));
    CHECK(after->Find("main_any"));
    for (int64_t size : {1, 2, 4, 6}) {
      CAPTURE(pad, size);
      std::vector<Value> args = {Ascending({size, 4}), Ascending({3, 4})};
      NDArray expected = Evaluate(sized(size), "main", args).tensor();
      NDArray actual = Evaluate(after, "main", args).tensor();
      REQUIRE(actual->shape == expected->shape);
      for (size_t i = 0; i < actual->size(); ++i)
        CHECK(actual->ToDouble(i) == Approx(expected->ToDouble(i)));
    }
  }
}

TEST_CASE("FlexibleShapeDispatch takes several inputs and fixed results",
          "[flexible_shape_dispatch]") {
  IRModule before = Read(
      "def @main(%x: Tensor[(10, 10), float32], %w: Tensor[(10, 10), float32]) {"
      "  nn.dense(%x, %w, units=None) }");
  IRModule after = Ran("FlexibleShapeDispatch",
                       {{"buckets", AttrValue::Ints({5, 7})},
                        {"axis", 1},
                        {"input_indices", AttrValue::Ints({0, 1})},
                        {"affects_output", false}},
                       before);
  for (int64_t size : {5, 6, 7}) {
    std::vector<Value> args = {Ascending({10, size}), Ascending({10, size})};
    CHECK(Evaluate(after, "main", args).tensor()->shape == std::vector<int64_t>{10, 10});
  }
  CHECK_THROWS_AS(
      Ran("FlexibleShapeDispatch", {{"buckets", AttrValue::Ints({5})}, {"axis", 2}}, before),
      DiagnosticError);
  CHECK_THROWS_AS(
      Ran("FlexibleShapeDispatch",
          {{"buckets", AttrValue::Ints({5})}, {"input_indices", AttrValue::Ints({2})}}, before),
      DiagnosticError);
}

TEST_CASE("BatchingOps combines what reads the same data", "[combine_parallel]") {
  IRModule before = Read(
      "def @main(%x: Tensor[(2, 4), float32], %a: Tensor[(3, 4), float32],"
      "          %b: Tensor[(3, 4), float32], %c: Tensor[(3, 4), float32]) {"
      "  (nn.dense(%x, %a, units=None), nn.dense(%x, %b, units=None), nn.dense(%x, %c, "
      "units=None)) }");
  PassContextScope scope(PassContext::Create({.opt_level = 4}));
  IRModule after = CreatePass("BatchingOps")(before);
  CHECK(Write(after).find("nn.batch_matmul(") != std::string::npos);
  CheckSameResults(before, after);
}

TEST_CASE("CapturePostDfsIndexInSpans numbers expressions", "[spans]") {
  IRModule before = Read("def @main(%x: Tensor[(2), float32]) { nn.relu(nn.relu(%x)) }");
  IRModule after = Ran("CapturePostDfsIndexInSpans", {}, before);
  const FunctionNode* main = after->Find("main");
  auto place = [](const Expr& expr) {
    return std::make_pair(expr->span()->shown_line, expr->span()->shown_column);
  };
  // The positions of %x, the operator, the inner call, the outer call and the function.
  CHECK(place(main->params()[0]) == std::make_pair(0, 2));
  CHECK(place(main->body()->child(1)) == std::make_pair(2, 3));
  CHECK(place(main->body()) == std::make_pair(3, 4));
  CHECK(main->span()->shown_line == 4);
  CHECK(main->span()->shown_column == -1);
  CHECK(PrintModule(after).find("span=index:0:2 */") != std::string::npos);
  CHECK(StructuralEqual(before, after));
  CHECK(PrintModule(Ran("CapturePostDfsIndexInSpans", {}, after)) == PrintModule(after));
}

TEST_CASE("The quantised dialect has passes of its own", "[qnn]") {
  IRModule before = Read(
      "def @main(%x: Tensor[(4), int32]) {"
      "  qnn.requantize(%x, 0.5f, 0, 0.25f, 0, out_dtype=\"int8\") }");
  CHECK(StructuralEqual(
      Ran("QnnCanonicalizeOps", {}, before),
      Ran("Legalize", {{"legalize_map_attr_name", "FTVMQnnCanonicalize"}}, before)));
  CHECK(CreatePass("QnnLegalize").info().name == "QnnLegalize");
  CHECK(CreatePass("Legalize").info().name == "Legalize");
}

}  // namespace
}  // namespace passcope
