#include "api/sweep.h"

#include <catch2/catch.hpp>

#include "api/json.h"
#include "diagnostics/diagnostic.h"

namespace passcope {
namespace {

std::string At(const char* pipeline, const char* option, const AttrValue& value) {
  std::vector<StageSpec> stages = ParseStages(pipeline);
  SetPassOption(ParsePassOption(option), value, &stages);
  return StagesText(stages);
}
std::string SweptBy(const char* text) { return ValueText(AttrValue(ParseSweepValues(text))); }

}  // namespace

TEST_CASE("an option is set in all passes of the name", "[api][compare]") {
  CHECK(At("InferType; bind; Sequential{FuseOps, FuseOps(fuse_opt_level=1)}",
           "FuseOps.fuse_opt_level", int64_t{3}) ==
        R"(InferType; bind; Sequential{FuseOps{"fuse_opt_level":3}, FuseOps{"fuse_opt_level":3}})");
  CHECK_THROWS_AS(At("InferType", "FuseOps.fuse_opt_level", int64_t{1}), DiagnosticError);
  CHECK_THROWS_AS(ParsePassOption("FuseOps"), DiagnosticError);
  CHECK_THROWS_AS(ParsePassOption("FuseOps.level"), DiagnosticError);
  CHECK_THROWS_AS(ParsePassOption("FuseOpz.fuse_opt_level"), DiagnosticError);
}

TEST_CASE("values of a sweep are ranges and lists", "[api][compare]") {
  CHECK(SweptBy("0..4") == "[0,1,2,3,4]");
  CHECK(SweptBy(" 2 .. 2 ") == "[2]");
  CHECK(SweptBy("1, 2,4") == "[1,2,4]");
  CHECK(SweptBy("NCHW, 0.5, true, [NHWC, HWIO]") == R"(["NCHW",0.5,true,["NHWC","HWIO"]])");
  for (const char* wrong : {"", "4..0", "0..100", "1,,2", "1]", "1], b=[2"}) {
    INFO(wrong);
    CHECK_THROWS_AS(ParseSweepValues(wrong), DiagnosticError);
  }
}

}  // namespace passcope
