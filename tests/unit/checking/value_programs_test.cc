// Random programs compute the same after random passes.
//
// PASSCOPE_VALUES is the number of programs (default 300; 100000 takes most of an hour).
// PASSCOPE_VALUES_FROM is the first seed.
#include "generator/value_programs.h"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "text/printer.h"

namespace passcope {
namespace {

uint64_t Number(const char* variable, uint64_t fallback) {
  const char* text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : fallback;
}

TEST_CASE("Random programs compute the same after random passes", "[checking][values]") {
  ValueCounts counts;
  uint64_t from = Number("PASSCOPE_VALUES_FROM", 0), programs = Number("PASSCOPE_VALUES", 300);
  int findings = 0;
  for (uint64_t seed = from; seed < from + programs; ++seed) {
    std::optional<ValueFinding> finding = CheckValues(seed, &counts);
    if (!finding) continue;
    UNSCOPED_INFO("seed " << seed << ": " << finding->passes << ": " << finding->explanation << "\n"
                          << PrintModule(finding->program, {false, false, false, false}));
    CHECK(++findings == 0);
  }
  // Nearly all pipelines can be checked, and most change something.
  int64_t not_checked = 0;
  for (const auto& [why, count] : counts.not_checked) not_checked += count;
  INFO(counts.programs << " programs, " << counts.compared << " compared, " << counts.unchanged
                       << " unchanged, " << counts.sensitive << " sensitive, " << counts.refused
                       << " refused, " << not_checked << " not checked");
  CHECK(counts.compared > 10 * not_checked);
  CHECK(counts.compared > static_cast<int64_t>(programs));
  if (programs < 1000) return;
  auto total = [](const std::map<std::string, int64_t>& reasons, const char* what) {
    int64_t sum = 0;
    for (const auto& [why, count] : reasons) {
      sum += count;
      WARN(count << ' ' << what << ": " << why);
    }
    return sum;
  };
  int64_t not_run = total(counts.not_run, "programs not run");
  total(counts.not_checked, "pipelines not checked");
  std::string missing;
  int missed = 0;
  for (const std::string& name : RunnableOperators()) {
    if (counts.operators.count(name) != 0) continue;
    missing += " " + name;
    ++missed;
  }
  WARN(missed << " operators never called:" << missing);
  WARN(counts.programs << " programs, " << not_run << " more not run, " << counts.compared
                       << " pipelines compared, " << counts.unchanged << " unchanged, "
                       << counts.sensitive << " sensitive, " << counts.refused << " refused, "
                       << not_checked << " not checked");
}

}  // namespace
}  // namespace passcope
