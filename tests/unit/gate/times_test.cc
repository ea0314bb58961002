#include "gate/times.h"

#include <catch2/catch.hpp>

#include "pass/registry.h"
#include "unit/checking/pipeline_of.h"
#include "unit/transforms/on_text.h"

namespace passcope::gate {
namespace {

Subject Small() {
  Subject subject;
  subject.program = Read("def @main(%x: Tensor[(1, 4), float32]) { add(%x, add(1f, 2f)) }");
  subject.pipeline = PipelineOf({CreatePass("InferType"), CreatePass("FoldConstant")}, 4);
  return subject;
}

}  // namespace

TEST_CASE("times are multiples of the reference loop", "[gate]") {
  const Times times = MeasureTimes(Small());
  CHECK(times.build == BuildName());
  CHECK(times.all.ratio > 0);
  CHECK(times.all.noise >= 0);
  CHECK(times.passes.size() == 2);
  CHECK(times.passes.at("FoldConstant").ratio > 0);
  CHECK(RecordTimes(Small()).passes.size() == 2);
  CHECK(ReferenceLoop() == ReferenceLoop());
}

TEST_CASE("a time that fails is measured again", "[gate]") {
  const TimeOptions options;
  Times now = MeasureTimes(Small());
  const Times honest = now;
  now.all.ratio = 1e9;
  ConfirmTimes(Small(), honest, options, &now);
  CHECK(now.all.ratio < 1e9);
  // Times of another build are not compared.
  Times other = honest;
  other.build = "other";
  now.all.ratio = 1e9;
  ConfirmTimes(Small(), other, options, &now);
  CHECK(now.all.ratio == 1e9);
}

TEST_CASE("an update keeps times that still hold", "[gate]") {
  const Times baseline{"native", {10, 0.01}, {{"A", {5, 0}}, {"B", {5, 0}}}};
  const Times now{"native", {11, 0.02}, {{"A", {4, 0}}, {"B", {20, 0}}, {"C", {1, 0}}}};
  const Times settled = Settled(baseline, now, {});
  CHECK(settled.all.ratio == 10);
  CHECK(settled.passes.at("A").ratio == 5);
  CHECK(settled.passes.at("B").ratio == 20);
  CHECK(settled.passes.at("C").ratio == 1);
  CHECK(Settled({"wasm", {10, 0}, {}}, now, {}).all.ratio == 11);
}

}  // namespace passcope::gate
