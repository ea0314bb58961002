// Long runs of checks on generated programs: `npm run fuzz -- --target gradients,effects`.
//
//   passcope_generated gradients FIRST LAST [OPERATOR]…
//       the gradients of random calls of each operator, with the seeds FIRST to LAST - 1
//
//   passcope_generated effects FIRST LAST
//       the results of programs with effects before and after each pass
//   passcope_generated program SEED [PASSES]
//       prints the program with effects of a seed, after passes
//
//   passcope_generated text FIRST LAST
//       the texts of programs of all kinds, printed and read back
//
// Prints each finding, and a table in the end. The exit code is 1 if something was found.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "api/pipeline_spec.h"
#include "generator/effect_check.h"
#include "generator/effect_programs.h"
#include "generator/gradient_calls.h"
#include "generator/gradient_check.h"
#include "generator/text_programs.h"
#include "pass/pass_context.h"
#include "text/printer.h"

namespace passcope {
namespace {

constexpr int kMostFindings = 3;  // Of one operator.

int CheckGradients(uint64_t first, uint64_t last, const std::vector<std::string_view>& chosen) {
  int64_t wrong = 0;
  std::printf("%-32s %10s %10s %12s\n", "operator", "calls", "wrong", "worst error");
  for (auto rows : {TensorGradientCalls(), NetworkGradientCalls()}) {
    for (const GradientCallRow& row : rows) {
      if (!chosen.empty() && std::find(chosen.begin(), chosen.end(), row.op) == chosen.end())
        continue;
      int64_t findings = 0;
      double worst = 0;
      for (uint64_t seed = first; seed < last; ++seed) {
        GradientCheck check = CheckGradient(row.op, seed);
        if (!check.finding) worst = std::max(worst, check.error);
        if (check.finding && ++findings <= kMostFindings)
          std::printf("finding: %s\n", check.finding->c_str());
      }
      std::printf("%-32s %10lld %10lld %12.1e\n", row.op, static_cast<long long>(last - first),
                  static_cast<long long>(findings), worst);
      std::fflush(stdout);
      wrong += findings;
    }
  }
  return wrong == 0 ? 0 : 1;
}

int CheckAllEffects(uint64_t first, uint64_t last) {
  EffectCounts counts;
  std::map<std::string, int64_t> findings;
  for (uint64_t seed = first; seed < last; ++seed) {
    auto finding = CheckEffects(seed, true, &counts);
    if (!finding || ++findings[finding->passes] > kMostFindings) continue;
    std::printf("finding: seed %llu, passes '%s': %s\n%s\n", static_cast<unsigned long long>(seed),
                finding->passes.c_str(), finding->explanation.c_str(),
                PrintModule(finding->program).c_str());
    std::fflush(stdout);
  }
  std::printf("%-62s %10s %10s %10s %8s\n", "passes", "compared", "unchanged", "refused", "wrong");
  for (const auto& [name, count] : counts.passes) {
    std::printf("%-62s %10lld %10lld %10lld %8lld\n", name.c_str(),
                static_cast<long long>(count.compared), static_cast<long long>(count.unchanged),
                static_cast<long long>(count.refused), static_cast<long long>(findings[name]));
  }
  for (const auto* reasons : {&counts.limits, &counts.refusals}) {
    for (const auto& [reason, times] : *reasons)
      std::printf("%lld x %s\n", static_cast<long long>(times), reason.c_str());
  }
  std::printf("%lld programs\n", static_cast<long long>(counts.programs));
  for (const auto& [name, times] : findings) {
    if (times > 0) return 1;
  }
  return 0;
}

int CheckTexts(uint64_t first, uint64_t last) {
  std::map<std::string, int64_t> findings;
  for (uint64_t seed = first; seed < last; ++seed) {
    const std::string finding = CheckTextProgram(seed);
    if (finding.empty() ||
        ++findings[finding.substr(0, finding.find_first_of("`\n"))] > kMostFindings)
      continue;
    std::printf("finding: seed %llu: %s\n", static_cast<unsigned long long>(seed), finding.c_str());
    std::fflush(stdout);
  }
  for (const auto& [kind, times] : findings)
    std::printf("%8lld x %s\n", static_cast<long long>(times), kind.c_str());
  std::printf("%lld programs\n", static_cast<long long>(last - first));
  return findings.empty() ? 0 : 1;
}

int PrintProgram(uint64_t seed, const char* passes) {
  IRModule program = MakeEffectProgram(seed);
  EffectCounts counts;
  auto finding = CheckEffectsOf(program, passes, &counts);
  if (finding) std::printf("// %s\n", finding->explanation.c_str());
  PassContextScope scope(PassContext::Create({.opt_level = 4}));
  IRModule made = Sequential(PassesFromSpec(ParsePipeline(passes)))(program);
  std::printf("%s", PrintModule(made).c_str());
  return finding ? 1 : 0;
}

int Main(int argc, char** argv) {
  if (argc >= 3 && std::string_view(argv[1]) == "program")
    return PrintProgram(std::strtoull(argv[2], nullptr, 10), argc > 3 ? argv[3] : "");
  if (argc < 4) return 2;
  const uint64_t first = std::strtoull(argv[2], nullptr, 10);
  const uint64_t last = std::strtoull(argv[3], nullptr, 10);
  if (std::string_view(argv[1]) == "gradients")
    return CheckGradients(first, last, std::vector<std::string_view>(argv + 4, argv + argc));
  if (std::string_view(argv[1]) == "effects") return CheckAllEffects(first, last);
  if (std::string_view(argv[1]) == "text") return CheckTexts(first, last);
  return 2;
}

}  // namespace
}  // namespace passcope

int main(int argc, char** argv) { return passcope::Main(argc, argv); }
