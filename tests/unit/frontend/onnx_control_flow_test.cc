// If, Loop and Scan, and sequences, inside of them and alone.
#include "onnx_values.h"

namespace passcope::frontend::testing {
namespace {

const DataType kF32 = DataType::Float(32);
const DataType kI64 = DataType::Int(64);
const DataType kBool = DataType::Bool();

NDArray Long(int64_t value) { return ScalarIntNDArray(value, kI64); }
NDArray Truth(bool value) { return ScalarIntNDArray(value, kBool); }

TEST_CASE("If takes a branch, with what is outside of it") {
  OnnxGraph yes, no;
  yes.Node("Add", {"x", "x"}, {"then_y"}).Output("then_y");
  no.Node("Neg", {"x"}, {"else_y"}).Output("else_y");
  OnnxModel model;
  model.Input("c", kBool, {}).Input("x", kF32, {2});
  model.Node("If", {"c"}, {"y"}, {{"then_branch", yes}, {"else_branch", no}}).Output("y");
  NDArray x = Reals({2}, {1, 2});
  CheckReals(RunOnnx(model, {Truth(true), x}).tensor(), {2, 4});
  CheckReals(RunOnnx(model, {Truth(false), x}).tensor(), {-1, -2});
}

TEST_CASE("If with branches of different types needs a known condition") {
  OnnxGraph yes, no;
  yes.Node("SequenceConstruct", {"x", "x"}, {"then_y"}).Output("then_y");
  no.Node("SequenceConstruct", {"x"}, {"else_y"}).Output("else_y");
  auto make = [&](bool known) {
    OnnxModel model;
    if (known) {
      model.Initializer("c", Truth(false));
    } else {
      model.Input("c", kBool, {});
    }
    model.Input("x", kF32, {2});
    model.Node("If", {"c"}, {"y"}, {{"then_branch", yes}, {"else_branch", no}}).Output("y");
    return model;
  };
  CHECK(RunOnnx(make(true), {Reals({2}, {1, 2})}).fields().size() == 1);
  CHECK(Throws(DiagKind::kUnsupported, [&] { ImportOnnx(make(false)); }));
}

// Adds 1, 2, … to x and collects the sums.
OnnxGraph SumBody(bool with_condition) {
  OnnxGraph body;
  body.Input("i", kI64, {}).Input("c", kBool, {}).Input("s", kF32, {2});
  body.Node("Cast", {"i"}, {"f"}, {{"to", 1}});
  body.Initializer("one", Reals({}, {1})).Initializer("most", Reals({}, {5}));
  body.Node("Add", {"f", "one"}, {"g"}).Node("Add", {"s", "g"}, {"t"});
  if (with_condition) {
    body.Node("ReduceMax", {"t"}, {"m"}, {{"keepdims", 0}}).Node("Less", {"m", "most"}, {"d"});
  } else {
    body.Node("Identity", {"c"}, {"d"});
  }
  body.Node("Identity", {"t"}, {"u"});
  body.Output("d").Output("t").Output("u");
  return body;
}

TEST_CASE("Loop runs a number of times, or while a condition holds") {
  NDArray x = Reals({2}, {0, 1});
  OnnxGraph plain = SumBody(false), conditional = SumBody(true);
  auto make = [&](const OnnxGraph& body, bool count, bool condition) {
    OnnxModel model;
    model.Input("n", kI64, {}).Input("c", kBool, {}).Input("x", kF32, {2});
    model.Node("Loop", {count ? "n" : "", condition ? "c" : "", "x"}, {"y", "all"},
               {{"body", body}});
    model.Output("y").Output("all");
    return model;
  };
  auto check = [&](const OnnxModel& model, int64_t count, std::vector<double> last,
                   std::vector<double> all) {
    Value result = RunOnnx(model, {Long(count), Truth(true), x});
    CheckReals(result.fields()[0].tensor(), last);
    NDArray scan = result.fields()[1].tensor();
    CHECK(scan->shape == std::vector<int64_t>{static_cast<int64_t>(all.size()) / 2, 2});
    CheckReals(scan, all);
  };
  check(make(plain, true, true), 3, {6, 7}, {1, 2, 3, 4, 6, 7});
  check(make(plain, true, false), 2, {3, 4}, {1, 2, 3, 4});
  check(make(conditional, true, true), 100, {6, 7}, {1, 2, 3, 4, 6, 7});
  check(make(conditional, true, true), 1, {1, 2}, {1, 2});
  check(make(conditional, false, true), 0, {6, 7}, {1, 2, 3, 4, 6, 7});
}

TEST_CASE("Loop over sequences is unrolled") {
  OnnxGraph body;
  body.Input("i", kI64, {}).Input("c", kBool, {}).SequenceInput("s", kF32);
  body.Node("Identity", {"c"}, {"d"});
  body.Node("SequenceAt", {"all", "i"}, {"e"}).Node("Neg", {"e"}, {"f"});
  body.Node("SequenceInsert", {"s", "f"}, {"t"}).Output("d").Output("t");
  OnnxModel model;
  model.Input("a", kF32, {2}).Input("b", kF32, {3});
  model.Initializer("c", Truth(true));
  model.Node("SequenceConstruct", {"a", "b"}, {"all"}).Node("SequenceLength", {"all"}, {"n"});
  model.Node("SequenceEmpty", {}, {"none"});
  model.Node("Loop", {"n", "c", "none"}, {"y"}, {{"body", body}}).Output("y");
  Value result = RunOnnx(model, {Reals({2}, {1, 2}), Reals({3}, {3, 4, 5})});
  REQUIRE(result.fields().size() == 2);
  CheckReals(result.fields()[0].tensor(), {-1, -2});
  CheckReals(result.fields()[1].tensor(), {-3, -4, -5});
}

// A running sum, and the elements doubled.
OnnxGraph ScanBody() {
  OnnxGraph body;
  body.Input("s", kF32, {2}).Input("e", kF32, {2});
  body.Node("Add", {"s", "e"}, {"t"}).Node("Add", {"e", "e"}, {"d"}).Output("t").Output("d");
  return body;
}

TEST_CASE("Scan goes over slices, forwards and backwards") {
  OnnxGraph body = ScanBody();
  NDArray start = Reals({2}, {0, 10}), x = Reals({2, 3}, {1, 2, 3, 4, 5, 6});
  auto run = [&](std::vector<OnnxAttr> attrs) {
    OnnxModel model;
    attrs.emplace_back("num_scan_inputs", 1);
    attrs.emplace_back("body", body);
    attrs.emplace_back("scan_input_axes", std::vector<int64_t>{1});
    model.Input("s", kF32, {2}).Input("x", kF32, {2, 3});
    model.Node("Scan", {"s", "x"}, {"y", "d"}, attrs).Output("y").Output("d");
    return RunOnnx(model, {start, x});
  };
  Value result = run({});
  CheckReals(result.fields()[0].tensor(), {6, 25});
  CHECK(result.fields()[1].tensor()->shape == std::vector<int64_t>{3, 2});
  CheckReals(result.fields()[1].tensor(), {2, 8, 4, 10, 6, 12});
  result = run({{"scan_input_directions", std::vector<int64_t>{1}},
                {"scan_output_axes", std::vector<int64_t>{-1}}});
  CheckReals(result.fields()[1].tensor(), {6, 4, 2, 12, 10, 8});
  result = run({{"scan_output_directions", std::vector<int64_t>{1}}});
  CheckReals(result.fields()[1].tensor(), {6, 12, 4, 10, 2, 8});
}

TEST_CASE("Scan of version 8 has a batch") {
  OnnxGraph body = ScanBody();
  OnnxModel model(8);
  model.Input("s", kF32, {2, 2}).Input("x", kF32, {2, 2, 2});
  model.Node("Scan", {"", "s", "x"}, {"y", "d"}, {{"num_scan_inputs", 1}, {"body", body}});
  model.Output("y").Output("d");
  Value result =
      RunOnnx(model, {Reals({2, 2}, {0, 0, 1, 1}), Reals({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8})});
  CheckReals(result.fields()[0].tensor(), {4, 6, 13, 15});
  CheckReals(result.fields()[1].tensor(), {2, 4, 6, 8, 10, 12, 14, 16});
}

TEST_CASE("sequences") {
  NDArray x = Reals({5}, {1, 2, 3, 4, 5});
  OnnxModel model;
  model.Input("x", kF32, {5}).Initializer("two", Long(2)).Initializer("last", Long(-1));
  model.Initializer("front", Long(0));
  model.Node("SplitToSequence", {"x", "two"}, {"parts"});
  model.Node("SequenceLength", {"parts"}, {"length"})
      .Node("SequenceAt", {"parts", "last"}, {"tail"});
  model.Node("SequenceInsert", {"parts", "tail", "front"}, {"longer"});
  model.Node("SequenceInsert", {"parts", "tail", "last"}, {"inner"});
  model.Node("SequenceErase", {"longer"}, {"shorter"});
  model.Node("ConcatFromSequence", {"longer"}, {"joined"}, {{"axis", 0}});
  model.Node("ConcatFromSequence", {"inner"}, {"inner_joined"}, {{"axis", 0}});
  model.Node("ConcatFromSequence", {"shorter"}, {"shorter_joined"}, {{"axis", 0}});
  model.Node("SplitToSequence", {"x"}, {"single"}, {{"keepdims", 0}});
  model.Node("ConcatFromSequence", {"single"}, {"stacked"}, {{"axis", 0}, {"new_axis", 1}});
  for (const char* name :
       {"length", "tail", "joined", "inner_joined", "shorter_joined", "stacked"}) {
    model.Output(name);
  }
  Value result = RunOnnx(model, {x});
  CHECK(result.fields()[0].tensor()->ToInt(0) == 3);
  CheckReals(result.fields()[1].tensor(), {5});
  CheckReals(result.fields()[2].tensor(), {5, 1, 2, 3, 4, 5});
  CheckReals(result.fields()[3].tensor(), {1, 2, 3, 4, 5, 5});
  CheckReals(result.fields()[4].tensor(), {5, 1, 2, 3, 4});
  CheckReals(result.fields()[5].tensor(), {1, 2, 3, 4, 5});
}

TEST_CASE("sequences at positions that only running the model tells") {
  OnnxModel model;
  model.Input("a", kF32, {1}).Input("b", kF32, {1}).Input("p", kI64, {});
  model.Node("SequenceConstruct", {"a", "b"}, {"s"}).Node("SequenceAt", {"s", "p"}, {"at"});
  model.Node("SequenceInsert", {"s", "at", "p"}, {"longer"});
  model.Node("SequenceErase", {"longer", "p"}, {"same"});
  model.Node("ConcatFromSequence", {"longer"}, {"l"}, {{"axis", 0}});
  model.Node("ConcatFromSequence", {"same"}, {"m"}, {{"axis", 0}});
  model.Output("at").Output("l").Output("m");
  auto run = [&](int64_t position) {
    return RunOnnx(model, {Reals({1}, {1}), Reals({1}, {2}), Long(position)});
  };
  CheckReals(run(1).fields()[0].tensor(), {2});
  CheckReals(run(-2).fields()[0].tensor(), {1});
  CheckReals(run(0).fields()[1].tensor(), {1, 1, 2});
  CheckReals(run(1).fields()[1].tensor(), {1, 2, 2});
  CheckReals(run(-1).fields()[1].tensor(), {1, 2, 2});
  CheckReals(run(0).fields()[2].tensor(), {1, 2});
}

TEST_CASE("SequenceMap applies a graph to each element") {
  OnnxGraph body;
  body.Input("e", kF32, {-1}).Input("t", kF32, {1}).Node("Add", {"e", "t"}, {"r"}).Output("r");
  OnnxModel model;
  model.Input("a", kF32, {2}).Input("b", kF32, {3}).Input("t", kF32, {1});
  model.Node("SequenceConstruct", {"a", "b"}, {"s"});
  model.Node("SequenceMap", {"s", "t"}, {"y"}, {{"body", body}}).Output("y");
  Value result = RunOnnx(model, {Reals({2}, {1, 2}), Reals({3}, {3, 4, 5}), Reals({1}, {10})});
  CheckReals(result.fields()[0].tensor(), {11, 12});
  CheckReals(result.fields()[1].tensor(), {13, 14, 15});
}

TEST_CASE("optional values") {
  OnnxModel model;
  model.Input("x", kF32, {2}).Node("Optional", {"x"}, {"o"}).Node("Optional", {}, {"none"});
  model.Node("OptionalHasElement", {"o"}, {"has"}).Node("OptionalGetElement", {"o"}, {"y"});
  model.Node("OptionalHasElement", {"none"}, {"empty"});
  model.Output("has").Output("y").Output("empty");
  Value result = RunOnnx(model, {Reals({2}, {1, 2})});
  CHECK(result.fields()[0].tensor()->ToInt(0) == 1);
  CheckReals(result.fields()[1].tensor(), {1, 2});
  CHECK(result.fields()[2].tensor()->ToInt(0) == 0);
}

}  // namespace
}  // namespace passcope::frontend::testing
