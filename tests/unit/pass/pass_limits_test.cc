// Limits of what passes make.
#include "pass/pass_limits.h"

#include <catch2/catch.hpp>
#include <cstdint>

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "pass/pass.h"
#include "support/node_memory.h"
#include "text/parser.h"

namespace passcope {
namespace {

using Catch::Contains;

// A pass that makes nodes; a block of so many bytes counts as many.
Pass Makes(size_t bytes) {
  return CreateModulePass(
      [bytes](const IRModule& module, PassContext&) {
        FreeNode(AllocateNode(bytes));
        return module;
      },
      PassInfo{0, "Makes", {}, false});
}

IRModule Small() {
  return ParseModule("#[version = \"0.0.5\"]\ndef @main(%x: float32) { %x }", "test");
}

}  // namespace

TEST_CASE("A pass that makes too many nodes ends in a diagnostic", "[pass][budget]") {
  constexpr size_t kTooMany = SIZE_MAX / 2;
  try {
    Makes(kTooMany)(Small());
    FAIL("the pass must fail");
  } catch (const DiagnosticError& error) {
    CHECK(error.diagnostics().front().kind == DiagKind::kOverBudget);
    CHECK_THAT(error.what(), Contains("the pass makes more than 4194304 expressions and types "
                                      "from a program of 2 expressions"));
  }
  // The limit ends with the pass.
  CHECK_NOTHROW(Makes(16)(Small()));
  CHECK(node_limit.left > PassLimits::kMinNodes);
}

TEST_CASE("A pass that walks again and again ends in a diagnostic", "[pass][budget]") {
  const Pass walks = CreateModulePass(
      [](const IRModule& module, PassContext&) {
        const Expr main = module->Lookup("main");
        // Short walks count, too. All but a few steps are done.
        constexpr int64_t kFew = 1000;
        step_limit.left = kFew;
        for (int64_t i = 0; i < kFew; ++i) PostOrderVisit(main, [](auto) {});
        return module;
      },
      PassInfo{0, "Walks", {}, false});
  CHECK_THROWS_WITH(walks(Small()),
                    Contains("the pass takes more than 268435456 steps for a program of 2 "
                             "expressions"));
  CHECK_NOTHROW(Makes(16)(Small()));
}

TEST_CASE("Each pass has a count of its own", "[pass][budget]") {
  // Three fifths of the nodes.
  constexpr size_t kMany = size_t{3} << 26;
  Pass twice = Sequential({Makes(kMany), Makes(kMany)}, PassInfo{0, "twice", {}, false});
  CHECK_NOTHROW(twice(Small()));
}

}  // namespace passcope
