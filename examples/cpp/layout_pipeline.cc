// ResNet-18 through a pipeline: fold scales, bind the weights, convert convolutions to NHWC. Prints
// how long each pass took and which operators it added or removed.
#include <cstdio>
#include <exception>
#include <memory>

#include "instrument/op_diff.h"
#include "instrument/timing.h"
#include "models/resnet.h"
#include "pass/pass.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "text/printer.h"
#include "transforms/bind_params.h"

using namespace passcope;

namespace {

void Run() {
  Workload workload = resnet::GetWorkload({.num_layers = 18});
  IRModule module = workload.module;

  auto timing = std::make_shared<PassTimingInstrument>();
  {
    PassContextScope scope(PassContext::Create({.instruments = {timing}}));
    module = CreatePass("InferType")(module);
    module = CreatePass("FoldScaleAxis")(module);
    // Before the context is left: then the profile is cleared.
    std::puts(timing->Render().c_str());
    scope.Leave();
  }

  module = WithFunction(module, "main", BindParamsByName(module->Lookup("main"), workload.params));

  auto op_diff = std::make_shared<OpDiffInstrument>();
  AttrDict layouts = {{"nn.conv2d", AttrArray{"NHWC", "HWIO"}}};
  Pass pipeline = Sequential({CreatePass("FoldConstant"),
                              CreatePass("ConvertLayout", {{"desired_layouts", layouts}}),
                              CreatePass("FoldConstant")});
  {
    PassContextScope scope(PassContext::Create({.opt_level = 3, .instruments = {op_diff, timing}}));
    module = pipeline(module);
    std::puts(timing->Render().c_str());
    scope.Leave();
  }
  std::puts(op_diff->Render().c_str());
  std::puts(PrintModule(module, {.show_meta_data = false}).substr(0, 200).c_str());
}

}  // namespace

int main() {
  try {
    Run();
    return 0;
  } catch (const std::exception& error) {
    // A DiagnosticError's text says what was wrong with the program or the pipeline.
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
