// Passes on programs with references, closures and effects.
//
// PASSCOPE_EFFECTS is the number of random programs (default 100).
#include <cstdlib>

#include "api/pipeline_spec.h"
#include "generator/effect_check.h"
#include "generator/reference_interpreter.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

// The first number of the result of @main(2.0).
double ResultOf(const IRModule& module) {
  PlainValue two, result;
  two.is_tensor = true;
  two.numbers = {2};
  result = RunReference(module, {two});
  while (!result.is_tensor) result = PlainValue(result.fields.at(0));
  return result.numbers.at(0);
}

TEST_CASE("random programs with effects compute the same after each pass", "[effects]") {
  const char* given = std::getenv("PASSCOPE_EFFECTS");
  const uint64_t programs = given ? std::strtoull(given, nullptr, 10) : 100;
  EffectCounts counts;
  for (uint64_t seed = 0; seed < programs; ++seed) {
    auto finding = CheckEffects(seed, false, &counts);
    if (!finding) continue;
    CAPTURE(seed, finding->passes, PrintModule(finding->program));
    FAIL_CHECK(finding->explanation);
  }
  CHECK(counts.programs > static_cast<int64_t>(programs * 9 / 10));
}

struct EffectCase {
  const char* name;
  double want;
  std::string text;
  std::vector<const char*> passes;
};

const std::vector<EffectCase>& Cases() {
  static const auto* cases = new std::vector<EffectCase>{
      {"an argument that is not used",
       7,
       "def @main(%x: float64) { let %r = ref(%x);"
       "  let %v = (fn (%q: ()) { 1 })(ref_write(%r, 7f64)); ref_read(%r) }",
       {"DefuseOps", "Defunctionalization"}},
      {"an argument of a generic function",
       7,
       "def @main(%x: float64) { let %r = ref(%x);"
       "  let %v = (fn [T](%q: T) { let %p: T = %q; %p })(ref_write(%r, 7f64)); ref_read(%r) }",
       {"DefuseOps"}},
      {"an argument that is used twice",
       4,
       "def @main(%x: float64) { let %r = ref(%x);"
       "  (fn (%q: ref(float64)) { let %u = ref_write(%q, add(ref_read(%q), %x)); ref_read(%q) })("
       "    (fn (%p: ref(float64)) { %p })(%r)) }",
       {"DefuseOps", "Defunctionalization"}},
      {"a new reference that is used twice",
       5,
       "def @main(%x: float64) {"
       "  (fn (%q: ref(float64)) { let %u = ref_write(%q, 5f64); ref_read(%q) })(ref(%x)) }",
       {"DefuseOps", "Defunctionalization"}},
      {"an argument that is read after a write",
       2,
       "def @main(%x: float64) { let %r = ref(%x);"
       "  (fn (%q: float64) { let %u = ref_write(%r, 9f64); %q })(ref_read(%r)) }",
       {"DefuseOps", "Defunctionalization"}},
      {"arguments in their order",
       11,
       "def @main(%x: float64) { let %r = ref(1f64);"
       "  let %f = fn (%n: float64) { let %u = ref_write(%r, add(multiply(ref_read(%r), 2f64), "
       "%n));"
       "    ref_read(%r) };"
       "  let %v = (fn (%a: float64, %b: float64, %c: float64) { %b })("
       "    %f(1f64), %f(0f64), %f(-1f64)); ref_read(%r) }",
       {"DefuseOps", "Defunctionalization"}},
      {"a function in place that is called twice",
       4,
       "def @main(%x: float64) { let %r = ref(%x);"
       "  %0 = fn () { ref_write(%r, add(ref_read(%r), 1f64)) };"
       "  let %a = %0(); let %b = %0(); ref_read(%r) }",
       {"DefuseOps", "Defunctionalization"}},
      {"a local function that is called twice",
       4,
       "def @main(%x: float64) { let %r = ref(%x);"
       "  let %f = fn () { ref_write(%r, add(ref_read(%r), 1f64)) };"
       "  let %a = %f(); let %b = %f(); ref_read(%r) }",
       {"DefuseOps", "Defunctionalization", "LambdaLift", "PartialEvaluate"}},
      {"an expression that a function and its surroundings share",
       9,
       "def @main(%x: float64) { let %r = ref(%x); %0 = ref_read(%r); let %a = %0;"
       "  let %u = ref_write(%r, 9f64); (fn () { %0 })() }",
       {"DefuseOps", "Defunctionalization"}},
      {"the arguments of fused operators",
       -1,
       "def @main(%x: float64) { let %r = ref(%x);"
       "  %0 = (let %u = ref_write(%r, 1f64); %x); %1 = ref_read(%r); %2 = add(%x, %1);"
       "  subtract(%0, %2) }",
       {"FuseOps(fuse_opt_level=2)", "FuseOps(fuse_opt_level=0)"}},
      {"a let that is used and ends another let",
       2,
       "def @main(%x: float64) { let %r = ref(%x);"
       "  %0 = (let %f = fn (%n: float64) -> float64 {"
       "    if (less_equal(%n, 1f64)) { %x } else { %f(subtract(%n, 1f64)) } }; %f(3f64));"
       "  let %a = ref(%0); let %y = (let %d = ref_write(%r, 1f64); %0);"
       "  %y }",
       {"DeadCodeElimination"}},
      {"a recursive function whose inner function calls it",
       2,
       "def @main(%x: float64) {"
       "  let %f = fn (%n: float64) -> float64 {"
       "    if (less_equal(%n, 1f64)) { %x } else {"
       "      let %g = fn (%m: float64) { %f(subtract(%m, 1f64)) }; %g(%n) } };"
       "  %f(3f64) }",
       {"LambdaLift"}},
      {"a recursive function that passes itself",
       2,
       "def @apply(%h: fn(float64) -> float64, %n: float64) -> float64 { %h(%n) }"
       "def @main(%x: float64) {"
       "  let %f = fn (%n: float64) -> float64 {"
       "    if (less_equal(%n, 1f64)) { %x } else { @apply(%f, subtract(%n, 1f64)) } };"
       "  %f(3f64) }",
       {"LambdaLift"}},
  };
  return *cases;
}

TEST_CASE("passes keep effects and their order", "[effects]") {
  for (const EffectCase& each : Cases()) {
    CAPTURE(each.name);
    IRModule before = Read(each.text);
    CHECK(ResultOf(before) == each.want);
    for (const char* passes : each.passes) {
      CAPTURE(passes);
      IRModule after = RunPass(PassesFromSpec(ParsePipeline(passes))[0], before);
      CAPTURE(Write(after));
      CHECK(ResultOf(InferTypes(after)) == each.want);
      CheckSameResults(before, after);
    }
  }
}

}  // namespace
}  // namespace passcope
