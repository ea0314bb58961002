// Random calls behind convolutions and products compute the same after the passes that change
// layouts or combine calls.
//
// PASSCOPE_CHAINS is the number of programs of each kind (default 150; 100000 take some minutes in
// an optimized build). PASSCOPE_CHAINS_FROM is the first seed.
#include "generator/chain_programs.h"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "text/printer.h"

namespace passcope {
namespace {

using CheckProgram = std::optional<ValueFinding> (*)(uint64_t seed, ValueCounts* counts);

void CheckMany(CheckProgram check) {
  auto number = [](const char* variable, uint64_t fallback) {
    const char* text = std::getenv(variable);
    return text ? std::strtoull(text, nullptr, 10) : fallback;
  };
  const uint64_t from = number("PASSCOPE_CHAINS_FROM", 0), count = number("PASSCOPE_CHAINS", 150);
  ValueCounts counts;
  int findings = 0;
  for (uint64_t seed = from; seed < from + count; ++seed) {
    std::optional<ValueFinding> finding = check(seed, &counts);
    if (!finding) continue;
    UNSCOPED_INFO("seed " << seed << ": " << finding->passes << ": " << finding->explanation << "\n"
                          << PrintModule(finding->program, {false, false, false, false}));
    CHECK(++findings == 0);
  }
  int64_t not_checked = 0;
  for (const auto& [why, times] : counts.not_checked) not_checked += times;
  INFO(counts.programs << " programs, " << counts.compared << " compared, " << counts.unchanged
                       << " unchanged, " << not_checked << " not checked");
  CHECK(counts.compared > static_cast<int64_t>(count));
  CHECK(counts.compared > 10 * not_checked);
}

TEST_CASE("Calls behind convolutions compute the same in other layouts", "[checking][values]") {
  CheckMany(CheckLayoutPasses);
}

TEST_CASE("Calls behind parallel products compute the same once combined", "[checking][values]") {
  CheckMany(CheckCombiningPasses);
}

}  // namespace
}  // namespace passcope
