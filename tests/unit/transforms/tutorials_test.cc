// The tutorials' programs through the passes. Texts and operator differences equal TVM's, byte for
// byte.
#include "models/tutorials.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "instrument/op_diff.h"
#include "instrument/timing.h"
#include "instrument/trace.h"
#include "models/resnet.h"
#include "pass/registry.h"
#include "text/printer.h"
#include "transforms/bind_params.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/golden.h"

namespace passcope {
namespace {

std::string Text(const IRModule& module) { return PrintModule(module, {false}); }

Pass ConvertToNHWC() {
  AttrDict layouts = {{"nn.conv2d", AttrValue(AttrArray{AttrValue("NHWC"), AttrValue("HWIO")})}};
  return CreatePass("ConvertLayout", {{"desired_layouts", AttrValue(layouts)}});
}

// "\tName: …" lines reduced to the form of the goldens, without times.
std::string WithoutTimes(const std::string& profile) {
  std::string out;
  size_t begin = 0;
  while (begin < profile.size()) {
    size_t end = profile.find('\n', begin);
    std::string line = profile.substr(begin, end - begin);
    out += line.substr(0, line.find(':')) + ": <us>us [<us>us] (<pct>%; <pct>%)\n";
    begin = end + 1;
  }
  return out;
}

TEST_CASE("pass infra: the program and FoldConstant", "[tutorial]") {
  IRModule module = tutorials::UsePassInfra();
  CHECK(Text(module) == ReadGolden("tutorials/infra.initial.relay"));
  CHECK(Text(CreatePass("FoldConstant")(module)) ==
        ReadGolden("tutorials/infra.fold_constant.relay"));
}

TEST_CASE("pass instrument: ResNet-18 through the whole tutorial", "[tutorial]") {
  Workload workload = resnet::GetWorkload();
  CHECK(Text(workload.module) == ReadGolden("tutorials/instrument.resnet18.relay"));

  auto timing = std::make_shared<PassTimingInstrument>();
  IRModule module = workload.module;
  {
    PassContextScope scope(PassContext::Create({.instruments = {timing}}));
    module = CreatePass("InferType")(module);
    module = CreatePass("FoldScaleAxis")(module);
    CHECK(WithoutTimes(timing->Render()) == ReadGolden("tutorials/instrument.timing_profile.txt"));
  }
  CHECK(Text(module) ==
        ReadGolden("tutorials/instrument.resnet18_after_fold_scale_axis_default.relay"));

  module = WithFunction(module, "main", BindParamsByName(module->Lookup("main"), workload.params));
  auto differ = std::make_shared<OpDiffInstrument>();
  {
    PassContextScope scope(PassContext::Create({.opt_level = 3, .instruments = {differ, timing}}));
    Pass pipeline =
        Sequential({CreatePass("FoldConstant"), ConvertToNHWC(), CreatePass("FoldConstant")});
    module = pipeline(module);
    CHECK(WithoutTimes(timing->Render()) ==
          ReadGolden("tutorials/instrument.timing_profile_layout.txt"));
  }
  CHECK(Text(module) == ReadGolden("tutorials/instrument.resnet18_nhwc.relay"));

  auto list = nlohmann::json::array();
  for (const auto& entry : differ->entries()) {
    list.push_back({entry.depth, entry.pass, entry.diff});
  }
  CHECK(list == nlohmann::json::parse(ReadGolden("tutorials/instrument.op_diff.json")));
}

TEST_CASE("pass instrument: the bound network", "[tutorial]") {
  Workload workload = resnet::GetWorkload();
  IRModule bound = WithFunction(workload.module, "main",
                                BindParamsByName(workload.module->Lookup("main"), workload.params));
  CHECK(Text(bound) == ReadGolden("tutorials/instrument.resnet18_bound.relay"));
}

}  // namespace
}  // namespace passcope
