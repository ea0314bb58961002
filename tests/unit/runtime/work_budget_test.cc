// The limits of an evaluation, and how it is stopped.
#include "ir/work_budget.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "../stop_at_poll.h"
#include "diagnostics/diagnostic.h"
#include "runtime/evaluator.h"
#include "runtime/kernel.h"
#include "runtime/numeric.h"
#include "support/poll.h"
#include "text/parser.h"
#include "transforms/fold_constant.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

IRModule Program(const std::string& text) {
  return InferTypes(ParseModule("#[version = \"0.0.5\"]\n" + text, "text"));
}

template <class F>
DiagKind KindOf(F f) {
  try {
    f();
  } catch (const DiagnosticError& error) {
    return error.diagnostics().front().kind;
  }
  FAIL("nothing was thrown");
  return DiagKind::kUsage;
}

TEST_CASE("Limits within an import name the import", "[budget]") {
  WorkScope import(ImportLimits{{.operations = 1000}});
  {
    WorkScope pass({.operations = 500});
    CHECK_THROWS_WITH(SpendOperations(600),
                      Catch::Contains("importing the model takes more than 500 operations"));
  }
  CHECK_THROWS_WITH(SpendOperations(600),
                    Catch::Contains("importing the model takes more than 1000 operations"));
}

TEST_CASE("Operations are counted, in scopes that nest", "[budget]") {
  int64_t before = OperationsDone();
  SpendOperations(100);
  CHECK(OperationsDone() - before == 100);
  WorkScope outer({.operations = 1000});
  {
    WorkScope inner({.operations = 10000});
    // The lower limit applies.
    CHECK_NOTHROW(SpendOperations(900));
    CHECK(KindOf([] { SpendOperations(200); }) == DiagKind::kOverBudget);
  }
  CHECK(KindOf([] { SpendOperations(1); }) == DiagKind::kOverBudget);
}

TEST_CASE("After a scope everything is as it was before it", "[budget]") {
  try {
    WorkScope scope({.operations = 10, .bytes = 10});
    SpendOperations(11);
    FAIL("nothing was thrown");
  } catch (const DiagnosticError&) {
  }
  CHECK_NOTHROW(SpendOperations(int64_t{1} << 40));
  CHECK_NOTHROW(MakeNDArray({1000}, DataType::Float(32)));
}

TEST_CASE("Memory is that of the arrays that are alive", "[budget]") {
  WorkScope scope({.bytes = 10000});
  for (int i = 0; i < 10; ++i) MakeNDArray({2000}, DataType::Float(32));
  NDArray kept = MakeNDArray({2000}, DataType::Float(32));
  CHECK(KindOf([] { MakeNDArray({2000}, DataType::Float(32)); }) == DiagKind::kOverBudget);
  CHECK(KindOf([] { Scratch<double>(2000); }) == DiagKind::kOverBudget);
}

TEST_CASE("What is too much is refused before it is begun, and what is taken is given back",
          "[budget]") {
  WorkScope outer({.operations = 1000, .bytes = 10000});
  CHECK(KindOf([] { RequireOperations(1001); }) == DiagKind::kOverBudget);
  CHECK(KindOf([] { RequireOperations(1e300); }) == DiagKind::kOverBudget);
  CHECK_NOTHROW(SpendOperations(1000));
  {
    WorkScope inner(ImportLimits{{.bytes = 6000}});
    TakeBytes(5000);
    CHECK(KindOf([] { TakeBytes(2000); }) == DiagKind::kTensorTooLarge);
    WidenWork(0, 2000);
    TakeBytes(2000);
    // Only as far as the outer scope allows.
    WidenWork(0, 1000000);
    CHECK(KindOf([] { TakeBytes(4000); }) == DiagKind::kOverBudget);
  }
  CHECK_NOTHROW(MakeNDArray({2400}, DataType::Float(32)));
}

TEST_CASE("A kernel with much to do for a small result ends", "[budget]") {
  // A sum of 2^40 products of two tensors with a megabyte each.
  NDArray ones = FilledNDArray({1, 1 << 20}, DataType::Float(64), 1);
  IRModule program = Program(
      "def @main(%x: Tensor[(1048576), float64], %y: Tensor[(1048576), float64]) {\n"
      "  einsum((%x, %y), equation=\"i,j->\")\n}");
  NDArray vector = ReshapeNDArray(ones, {1 << 20});
  std::vector<Value> inputs = {vector, vector};
  EvaluateOptions options;
  options.limits = WorkLimits{.operations = int64_t{1} << 24};
  CHECK(KindOf([&] { Evaluate(program, "main", inputs, options); }) == DiagKind::kOverBudget);
}

TEST_CASE("A poll ends an evaluation in the middle of a kernel", "[budget]") {
  IRModule program = Program(
      "def @main(%x: Tensor[(1048576), float64], %y: Tensor[(1048576), float64]) {\n"
      "  einsum((%x, %y), equation=\"i,j->\")\n}");
  NDArray vector = FilledNDArray({1 << 20}, DataType::Float(64), 1);
  std::vector<Value> inputs = {vector, vector};
  int64_t before = OperationsDone();
  {
    StopAtPoll stop(3);
    CHECK_THROWS_AS(Evaluate(program, "main", inputs), Stopped);
    CHECK(StopAtPoll::left == 0);
  }
  CHECK(OperationsDone() - before < 5 * kOperationsPerCheck);
}

TEST_CASE("A loop that does not end is ended by its operations", "[budget]") {
  IRModule program = Program(
      "def @main(%x: Tensor[(1000), float32]) -> Tensor[(1000), float32] {\n"
      "  @main(nn.relu(%x))\n}");
  std::vector<Value> inputs = {FilledNDArray({1000}, DataType::Float(32), 1)};
  EvaluateOptions options;
  options.limits = WorkLimits{.operations = 100000};
  CHECK(KindOf([&] { Evaluate(program, "main", inputs, options); }) == DiagKind::kOverBudget);
}

TEST_CASE("FoldConstant leaves alone what takes too much", "[budget]") {
  IRModule program = Program(
      "def @main() {\n  nn.upsampling(zeros(shape=[1, 1, 10, 10], dtype=\"float32\"), "
      "scale_h=10000, scale_w=10000)\n}");
  Expr function = program->Lookup("main");
  WorkScope scope({.operations = 1000000});
  Expr folded = FoldConstants(function, false);
  const Expr& body = As<FunctionNode>(folded)->body();
  CHECK(IsCallTo(body.get(), "nn.upsampling"));
}

TEST_CASE("A kernel's mistakes and want of memory are diagnostics about its call", "[budget]") {
  int64_t before = NumInternalFailures();
  CHECK(KindOf([] {
          CallKernel([](const KernelContext&) -> Value { FailCheck("false", "k.cc", 1); }, {});
        }) == DiagKind::kInternal);
  CHECK(NumInternalFailures() == before + 1);
  CHECK(KindOf([] {
          CallKernel([](const KernelContext&) -> Value { throw std::bad_alloc(); }, {});
        }) == DiagKind::kTensorTooLarge);
  CHECK(KindOf([] {
          CallKernel([](const KernelContext&) -> Value { throw std::length_error("vector"); }, {});
        }) == DiagKind::kTensorTooLarge);
}

}  // namespace
}  // namespace passcope
