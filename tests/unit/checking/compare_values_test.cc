#include "checking/compare_values.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>

#include "checking/check_values.h"
#include "checking/inputs.h"
#include "checking/perturb.h"
#include "checking/run_main.h"
#include "ir/work_budget.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

NDArray Array(std::vector<double> values, DataType dtype = DataType::Float(32)) {
  NDArray array = MakeNDArray({static_cast<int64_t>(values.size())}, dtype);
  for (size_t i = 0; i < values.size(); ++i) StoreDouble(array, i, values[i]);
  return array;
}

ValueComparison Compare(const NDArray& reference, const NDArray& actual,
                        const Tolerance& tolerance = {}) {
  return CompareValues(std::vector<NDArray>{reference}, std::vector<NDArray>{actual}, tolerance);
}

using Kind = ValueDifference::Kind;

TEST_CASE("Equal arrays are the same, NaN and infinities included", "[checking]") {
  double nan = std::numeric_limits<double>::quiet_NaN(), inf = HUGE_VAL;
  NDArray array = Array({1, nan, inf, -inf, 0});
  ValueComparison same = Compare(array, Array({1, nan, inf, -inf, 0}));
  CHECK(same.same());
  CHECK(same.compared == 5);
  CHECK(same.largest_absolute == 0);
  for (auto [at, value] : {std::pair(1, 0.0), std::pair(2, -inf), std::pair(3, 1.0)}) {
    std::vector<double> other = {1, nan, inf, -inf, 0};
    other[static_cast<size_t>(at)] = value;
    ValueComparison differs = Compare(array, Array(other));
    REQUIRE(differs.difference);
    CHECK(differs.difference->kind == Kind::kNotFinite);
    CHECK(differs.difference->index == std::vector<int64_t>{at});
  }
}

TEST_CASE("Shapes, data types and numbers of outputs count", "[checking]") {
  NDArray array = Array({1, 2});
  CHECK(Compare(array, Array({1, 2, 3})).difference->kind == Kind::kType);
  ValueComparison type = Compare(array, Array({1, 2}, DataType::Float(64)));
  CHECK(type.difference->kind == Kind::kType);
  CHECK(type.difference->reference == "Tensor[(2), float32]");
  CHECK(DifferenceMessage(*type.difference).text() ==
        "output 0 is Tensor[(2), float64] instead of Tensor[(2), float32]");
  ValueComparison outputs = CompareValues(std::vector<NDArray>{array}, {});
  CHECK(outputs.difference->kind == Kind::kOutputs);
  CHECK(DifferenceMessage(*outputs.difference).text() == "there are 0 outputs instead of 1");
  Tolerance coarse;
  coarse.coarse = true;
  CHECK(Compare(array, Array({1, 2}, DataType::Float(16)), coarse).same());
  CHECK(Compare(array, Array({1, 2}, DataType::Int(32)), coarse).difference->kind == Kind::kType);
}

TEST_CASE("Integers and booleans are compared exactly", "[checking]") {
  ValueComparison ints =
      Compare(Array({5, 1000000}, DataType::Int(32)), Array({5, 1000001}, DataType::Int(32)));
  REQUIRE(ints.difference);
  CHECK(ints.difference->kind == Kind::kExact);
  CHECK(ints.difference->reference == "1000000");
  CHECK(DifferenceMessage(*ints.difference).text() ==
        "output 0 at [1] is 1000001 instead of 1000000");
  CHECK(ints.largest_absolute == 1);
  CHECK(Compare(Array({1, 0}, DataType::Bool()), Array({1, 1}, DataType::Bool())).difference);
}

TEST_CASE("The tolerance of reals follows the data type, the length and the scale", "[checking]") {
  for (auto [dtype, unit] :
       {std::pair(DataType::Float(16), 0x1p-11), std::pair(DataType::BFloat(16), 0x1p-8),
        std::pair(DataType::Float(32), 0x1p-24), std::pair(DataType::Float(64), 0x1p-53)}) {
    CAPTURE(dtype.str());
    CHECK(UnitRoundoff(dtype) == unit);
    // Twice the unit roundoff is the distance between neighbours above 1.
    CHECK(Compare(Array({1}, dtype), Array({1 + 2 * unit}, dtype)).same());
    CHECK_FALSE(Compare(Array({1}, dtype), Array({1 + 32 * unit}, dtype)).same());
    Tolerance longer;
    longer.length = 100;
    CHECK(Compare(Array({1}, dtype), Array({1 + 32 * unit}, dtype), longer).same());
  }
  // In a tensor with large elements, small ones may have the error of large ones.
  CHECK(Compare(Array({1000, 1e-6}), Array({1000, 5e-6})).same());
  CHECK_FALSE(Compare(Array({1, 1e-6}), Array({1, 5e-6})).same());
  Tolerance given;
  given.relative = 0.1;
  given.absolute = 0;
  CHECK(Compare(Array({1, 0.5}), Array({1.05, 0.5}), given).same());
  ValueComparison far = Compare(Array({1, 0.5}), Array({1, 0.6}), given);
  REQUIRE(far.difference);
  CHECK(far.difference->kind == Kind::kReal);
  CHECK(far.difference->tolerance == Approx(0.05));
  CHECK(DifferenceMessage(*far.difference).text() ==
        "output 0 at [1] is 0.600000024 instead of 0.5, which differs by more than 0.05");
}

TEST_CASE("Rounding in a program that amplifies it is no difference", "[checking]") {
  // 1e6 * x - 1e6 * x, and floor of a quotient that is an integer except for rounding.
  IRModule before = Read(R"(
def @main(%x: Tensor[(64), float32]) {
  %0 = add(%x, 10000f);
  %1 = subtract(%0, 10000f);
  %2 = multiply(%x, 3f);
  %3 = divide(%2, 3f);
  (%1, greater(%3, %x))
})");
  IRModule after = Read(R"(
def @main(%x: Tensor[(64), float32]) {
  %2 = multiply(%x, 3f);
  %3 = multiply(%2, 0.333333343f);
  (%x, greater(%3, %x))
})");
  ValueCheck check = ValueChecker({}).Check(before, after);
  CHECK(check.outcome == ValueCheck::Outcome::kSame);
  CHECK(check.sensitive);
  // If the compared numbers are not nearly equal, a wrong constant is a difference.
  IRModule apart = Read(R"(
def @main(%x: Tensor[(64), float32]) {
  %2 = multiply(%x, 3f);
  %3 = divide(%2, 3f);
  greater(%3, multiply(%x, 1.1f))
})");
  IRModule wrong = Read(R"(
def @main(%x: Tensor[(64), float32]) {
  %2 = multiply(%x, 3f);
  %3 = multiply(%2, 0.4f);
  greater(%3, multiply(%x, 1.1f))
})");
  CHECK(ValueChecker({}).Check(apart, wrong).outcome == ValueCheck::Outcome::kDiffers);
}

TEST_CASE("Range of smaller types is no difference behind a pass that takes them", "[checking]") {
  auto check = [](const char* text, PassValues values) {
    IRModule before = Read(text);
    return ValueChecker({}).Check(before, RunPass(CreatePass("ToMixedPrecision"), before), values);
  };
  // Infinite in float16, so the sum is NaN.
  const char* overflow = R"(
def @main(%x: Tensor[(2, 40), float32], %w: Tensor[(40, 40), float32]) {
  %0 = nn.dense(multiply(%x, 60000f), %w, units=None);
  %1 = nn.dense(%0, %w, units=None);
  nn.dense(subtract(%1, %0), %w, units=None)
})";
  ValueCheck allowed = check(overflow, PassValues::kApproximates);
  CHECK(allowed.outcome == ValueCheck::Outcome::kSame);
  CHECK(allowed.sensitive);
  CHECK(check(overflow, PassValues::kKeeps).outcome == ValueCheck::Outcome::kDiffers);
  // 0 in float16, which is not a valid step.
  IRModule before = Read(R"(
def @main(%x: Tensor[(2), float32]) {
  arange(0f, 1e-9f, add(multiply(0f, sum(%x)), 1e-9f), start=None, stop=None, step=None,
         dtype="float32")
})");
  IRModule after = Read(R"(
def @main(%x: Tensor[(2), float32]) {
  arange(0f, 1e-9f, multiply(0f, sum(%x)), start=None, stop=None, step=None,
         dtype="float32")
})");
  ValueCheck fails = ValueChecker({}).Check(before, after, PassValues::kApproximates);
  CHECK(fails.outcome == ValueCheck::Outcome::kNotChecked);
  CHECK(fails.sensitive);
  CHECK(ValueChecker({}).Check(before, after).outcome == ValueCheck::Outcome::kDiffers);
}

TEST_CASE("A step of the quantization is no difference behind a pass that computes with integers",
          "[checking]") {
  // The average of integers rounds toward zero, and its inputs were rounded before.
  auto program = [](int zero_point) {
    return Read(R"(
def @main(%x: Tensor[(4, 8, 8, 3), uint8]) {
  %0 = qnn.dequantize(%x, 0.5f, 1);
  %1 = nn.avg_pool2d(%0, pool_size=[7, 2], strides=[2, 2], padding=[1, 1], layout="NHWC");
  qnn.quantize(%1, 2f, )" +
                std::to_string(zero_point) + R"(, out_dtype="int8")
})");
  };
  IRModule before = program(3);
  auto outcome = [&](const IRModule& after, PassValues values) {
    return ValueChecker({}).Check(before, after, values).outcome;
  };
  IRModule integers = RunPass(CreatePass("FakeQuantizationToInteger"), before);
  CHECK(outcome(integers, PassValues::kApproximates) == ValueCheck::Outcome::kSame);
  CHECK(outcome(integers, PassValues::kKeeps) == ValueCheck::Outcome::kDiffers);
  // Two steps are too many.
  CHECK(outcome(program(5), PassValues::kApproximates) == ValueCheck::Outcome::kDiffers);
}

TEST_CASE("Rounding of reals so large that all are integers is no difference", "[checking]") {
  auto outcome = [](const char* factor, const char* other) {
    auto program = [](const char* by) {
      return Read(std::string(R"(
def @main(%x: Tensor[(3), float32]) {
  cast(multiply(round(multiply(%x, 8f)), )") +
                  by + R"(f), dtype="uint8")
})");
    };
    return ValueChecker({})
        .Check(program(factor), program(other), PassValues::kApproximates)
        .outcome;
  };
  // An unsigned byte keeps only digits that a text with six digits does not have.
  CHECK(outcome("16777216", "1.67772e+07") == ValueCheck::Outcome::kSame);
  // Small ones are exact.
  CHECK(outcome("3", "4") == ValueCheck::Outcome::kDiffers);
}

TEST_CASE("Rounding of a program's inputs is no difference", "[checking]") {
  // Two nearly equal elements, minus their mean.
  IRModule before = Read(R"(
def @main(%x: Tensor[(4, 3, 2), float32], %gamma: Tensor[(3), float32],
          %beta: Tensor[(3), float32]) {
  nn.instance_norm(add(multiply(%x, 0.001f), 1f), %gamma, %beta)
})");
  IRModule after = CreatePass("SimplifyInference")(before);
  ValueCheck check = ValueChecker({}).Check(before, after);
  CHECK(check.outcome == ValueCheck::Outcome::kSame);
}

TEST_CASE("What normalisations average counts as rounded", "[checking]") {
  struct Case {
    const char* text;
    double length;
  };
  const Case cases[] = {
      {"def @main(%x: Tensor[(4, 32), float32], %g: Tensor[(32), float32],"
       " %b: Tensor[(32), float32]) { nn.layer_norm(%x, %g, %b) }",
       2 * 32 + 8},
      {"def @main(%x: Tensor[(2, 3, 50, 70), float32], %g: Tensor[(3), float32],"
       " %b: Tensor[(3), float32]) { nn.instance_norm(%x, %g, %b) }",
       2 * 3500 + 8},
      {"def @main(%x: Tensor[(2, 6, 5, 7), float32], %g: Tensor[(6), float32],"
       " %b: Tensor[(6), float32]) { nn.group_norm(%x, %g, %b, num_groups=3) }",
       2 * 70 + 8},
      {"def @main(%x: Tensor[(2, 6, 5), float32]) { nn.l2_normalize(%x, eps=0.1f, axis=[1]) }",
       6 + 8},
      {"def @main(%x: Tensor[(2, 6, 5), float32]) { nn.l2_normalize(%x, eps=0.1f, axis=None) }",
       60 + 8},
      {"def @main(%x: Tensor[(2, 3, 5), float32], %g: Tensor[(3), float32],"
       " %b: Tensor[(3), float32], %m: Tensor[(3), float32], %v: Tensor[(3), float32]) {"
       " %0 = nn.batch_norm(%x, %g, %b, %m, %v); %0.0 }",
       8},
  };
  for (const Case& each : cases) {
    INFO(each.text);
    IRModule before = Read(each.text);
    // One more for the program itself.
    CHECK(AccumulatedLength(before) == each.length + 1);
    IRModule after = CreatePass("SimplifyInference")(before);
    ValueCheck check = ValueChecker({}).Check(before, after);
    CHECK(check.outcome == ValueCheck::Outcome::kSame);
    CHECK_FALSE(check.sensitive);
  }
}

TEST_CASE("Lengths of dimensions near the greatest integer are added up", "[checking]") {
  // A function without callers can declare such parameters.
  IRModule module = Read(R"(
def @f(%x: Tensor[(9223372036854775807, 2), float32]) {
  %0 = nn.softmax(%x);
  %1 = nn.l2_normalize(%x, eps=0.1f, axis=[0, 1]);
  (nn.softmax(%0), %1, sum(%x))
}
def @main(%x: float32) { %x })");
  CHECK(AccumulatedLength(module) > 2e19);
}

TEST_CASE("What cannot be evaluated is not checked, with the reason", "[checking]") {
  IRModule one = Read("def @main(%x: fn (int32) -> int32) { %x(1) }");
  IRModule two = Read("def @main(%x: fn (int32) -> int32) { %x(2) }");
  ValueCheck check = ValueChecker({}).Check(one, two);
  CHECK(check.outcome == ValueCheck::Outcome::kNotChecked);
  CHECK(check.Explanation()->text() ==
        "no random values can be made for the type fn (int32) -> int32");
  IRModule other = Read("def @main(%x: int32) { %x }");
  CHECK(ValueChecker({}).Check(other, one).Explanation()->text() ==
        "the pass changed the parameters of @main");
  CHECK(ValueChecker({}).Check(other, one, PassValues::kChanges).outcome ==
        ValueCheck::Outcome::kNotChecked);
  ValueCheckOptions options;
  options.function = "other";
  CHECK(ValueChecker(options)
            .Check(other, Read("def @main(%x: int32) { add(%x, 1) }"))
            .Explanation()
            ->text() == "the module has no function @other");
}

TEST_CASE("A program that meets a limit of the engine's is not checked", "[checking]") {
  std::string lets;
  for (int i = 0; i < 20; ++i) {
    std::string name = "%t" + std::to_string(i), before = i ? "%t" + std::to_string(i - 1) : "%x";
    lets += "let " + name + " = (" + before + ", " + before + "); ";
  }
  IRModule program =
      ParseModule("#[version = \"0.0.5\"]\ndef @main(%x: float32) { %x }\n", "before");
  IRModule made =
      ParseModule("#[version = \"0.0.5\"]\ndef @main(%x: float32) { " + lets + "%x }\n", "after");
  ValueCheck check = ValueChecker({}).Check(program, made);
  CHECK(check.outcome == ValueCheck::Outcome::kNotChecked);
  REQUIRE(check.reason);
  CHECK(check.reason->text().find("the program after cannot be evaluated") == 0);
}

TEST_CASE("Where noise takes too much work, a small difference is not checked", "[checking]") {
  auto program = [](const char* result) {
    return Read(std::string("def @main(%x: Tensor[(64), float32]) { ") + result + " }");
  };
  IRModule before = program("subtract(add(%x, 10000f), 10000f)");
  auto check = [&](const IRModule& after, int64_t operations = 5000) {
    // Enough for both programs, and for a few runs with noise.
    WorkScope scope(WorkLimits{.operations = operations});
    return ValueChecker({}).Check(before, after);
  };
  ValueCheck small = check(program("%x"));
  CHECK(small.outcome == ValueCheck::Outcome::kNotChecked);
  REQUIRE(small.reason);
  CHECK(small.reason->text() ==
        "it is unknown whether rounding explains the difference: "
        "evaluating takes more than 5000 operations");
  CHECK(check(program("multiply(%x, 3f)")).outcome == ValueCheck::Outcome::kDiffers);
  // Next to a pole, rounding can change a large number into another one or its negative.
  auto steep = [&](const char* nothing) {
    return program((std::string("divide(1f, add(") + nothing + ", 0.0003f))").c_str());
  };
  before = steep("subtract(subtract(add(%x, 10000f), 10000f), %x)");
  CHECK(check(steep("subtract(%x, %x)"), 20000).outcome == ValueCheck::Outcome::kNotChecked);
  // Without a run with noise: in few elements of many.
  auto few = [](const char* far) {
    return Read(std::string("def @main(%x: Tensor[(4000), float32]) { %0 = zeros(shape=[3998], "
                            "dtype=\"float32\"); %1 = full(") +
                far + ", shape=[2], dtype=\"float32\"); add(multiply(%x, 0f), " +
                "concatenate((%0, %1), axis=0)) }");
  };
  before = few("1f");
  CHECK(check(few("2f"), 40000).outcome == ValueCheck::Outcome::kNotChecked);
  CHECK(check(few("2f"), 10000000).outcome == ValueCheck::Outcome::kDiffers);
}

TEST_CASE("Parameters that were given to a program may be missing in it", "[checking]") {
  ValueCheckOptions options;
  options.given = {{"w", Array({2, 4})}};
  IRModule before =
      Read("def @main(%x: Tensor[(2), float32], %w: Tensor[(2), float32]) { multiply(%x, %w) }");
  IRModule bound = Read("def @main(%x: Tensor[(2), float32]) { multiply(%x, 2f) }");
  // Doubling both elements is correct only for the first one.
  ValueCheck check = ValueChecker(options).Check(before, bound);
  CHECK(check.outcome == ValueCheck::Outcome::kDiffers);
  CHECK(check.comparison->difference->index == std::vector<int64_t>{1});
  CHECK(ValueChecker({}).Check(before, bound).outcome == ValueCheck::Outcome::kNotChecked);
}

TEST_CASE("Inputs fit the uses of parameters and depend on seed, name and type alone",
          "[checking]") {
  IRModule module = Read(R"(
def @f(%i: Tensor[(4), int64], %d: Tensor[(5, 3), float32]) { take(%d, %i, axis=1) }
def @main(%index: Tensor[(4), int64], %data: Tensor[(5, 3), float32], %v: Tensor[(8), float32],
          %s: Tensor[(8), uint8], %b: Tensor[(8), bool], %hot: Tensor[(8), int32]) {
  %0 = reshape(%v, newshape=[2, 4]);
  let %w = sqrt(%0);
  (@f(%index, %data), %w, %b, right_shift(%s, %s),
   one_hot(%hot, 1f, 0f, depth=4, axis=-1, dtype="float32"))
})");
  std::vector<Value> inputs = MakeInputs(module, "main");
  REQUIRE(inputs.size() == 6);
  for (size_t i = 0; i < 4; ++i) {
    CHECK(inputs[0].tensor()->ToInt(i) >= 0);
    CHECK(inputs[0].tensor()->ToInt(i) < 3);
  }
  for (size_t i = 0; i < 8; ++i) {
    CHECK(inputs[2].tensor()->ToDouble(i) >= 0.5);
    CHECK(inputs[3].tensor()->ToInt(i) < 8);
    CHECK(inputs[5].tensor()->ToInt(i) < 4);
  }
  IRModule fewer = Read("def @main(%data: Tensor[(5, 3), float32]) { %data }");
  CHECK(NDArrayEqual(MakeInputs(fewer, "main")[0].tensor(), inputs[1].tensor()));
  InputOptions other;
  other.seed = 1;
  CHECK_FALSE(NDArrayEqual(MakeInputs(fewer, "main", other)[0].tensor(), inputs[1].tensor()));
  other.constant = 0.25;
  CHECK(MakeInputs(fewer, "main", other)[0].tensor()->ToDouble(7) == 0.25);
  // A given integer is limited by its type and its use, and not to small numbers.
  IRModule integers = Read(
      "def @main(%a: Tensor[(1), int32], %b: Tensor[(1), uint8], %c: Tensor[(1), int8], %i: "
      "Tensor[(1), int32], %t: Tensor[(5), float32]) { (%a, %b, %c, take(%t, %i, axis=0)) }");
  auto given = [&](double constant) {
    other.constant = constant;
    std::vector<int64_t> numbers;
    std::vector<Value> made = MakeInputs(integers, "main", other);
    for (size_t i = 0; i < 4; ++i) numbers.push_back(made[i].tensor()->ToInt(0));
    return numbers;
  };
  CHECK(given(1000) == std::vector<int64_t>{1000, 255, 127, 4});
  CHECK(given(-1000.5) == std::vector<int64_t>{-1000, 0, -128, 0});
  CHECK(given(1e300) == std::vector<int64_t>{2147483647, 255, 127, 4});
  // The same numbers on every platform.
  CHECK(MakeInputs(fewer, "main")[0].tensor()->as<float>()[0] == -0.3747001f);
}

TEST_CASE("Zero points that are given fit their tensors", "[checking]") {
  IRModule module = Read(R"(
def @main(%x: Tensor[(1, 2, 3, 3), uint8], %w: Tensor[(2, 2, 3, 3), int8], %z: int32,
          %k: Tensor[(2), int32], %y: Tensor[(64), uint8], %v: int32) {
  %0 = qnn.conv2d(%x, %w, %z, %k, 0.5f, 0.25f, padding=[1, 1], channels=2, kernel_size=[3, 3],
                  out_dtype="int32");
  (%0, qnn.dequantize(%y, 0.5f, %v))
})");
  std::vector<InputRange> ranges = InputRanges(module, "main");
  CHECK(ranges[2].low == 0);
  CHECK(ranges[3].low < 0);
  CHECK(ranges[5].low == 0);
  CHECK(ValueChecker({}).Check(module, RunPass(CreatePass("QnnCanonicalizeOps"), module)).outcome ==
        ValueCheck::Outcome::kSame);
}

}  // namespace
}  // namespace passcope
