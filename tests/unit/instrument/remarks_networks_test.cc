// Remarks about a network: those of each pass about ResNet-18, in
// tests/golden/remarks/resnet-18.txt. PASSCOPE_UPDATE_GOLDEN=1 writes the file; review the
// difference.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "api/pipeline_spec.h"
#include "instrument/remarks.h"
#include "models/models.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "transforms/bind_params.h"
#include "transforms/op_rules.h"
#include "unit/golden.h"

namespace passcope {
namespace {

constexpr const char* kGolden = "remarks/resnet-18.txt";

struct Run {
  const char* before;  // Passes whose remarks are not written.
  const char* pipeline;
  bool bound = false;  // True if the weights are constants.
  Target target = Target::kNone;
};

constexpr Run kRuns[] = {
    {"", "FuseOps"},
    {"SimplifyInference", "FuseOps"},
    {"", "FuseOps(fuse_opt_level=0)"},
    {"FuseOps", "DefuseOps"},
    {"", "FoldConstant"},
    {"SimplifyInference", "FoldConstant", true},
    {"", "SimplifyInference"},
    {"SimplifyInference, FoldConstant", "BackwardFoldScaleAxis", true},
    {"SimplifyInference, FoldConstant", "ForwardFoldScaleAxis", true},
    {"", "ConvertLayout(desired_layouts={\"nn.conv2d\": [NHWC, default]})"},
    {"SimplifyInference, FoldConstant, CanonicalizeOps", "AlterOpLayout", true, Target::kLlvm},
    {"", "EliminateCommonSubexpr"},
    {"", "CombineParallelConv2D"},
    {"", "CombineParallelDense"},
    {"", "CombineParallelBatchMatmul"},
    {"", "SimplifyExpr"},
    {"", "FoldExplicitPadding"},
    {"", "ToMixedPrecision"},
    {"", "Legalize"},
    {"", "DynamicToStatic"},
    {"ToANormalForm", "DeadCodeElimination(inline_once=True)"},
    {"", "Inline"},
    {"", "LambdaLift"},
    {"", "FakeQuantizationToInteger"},
    {"", "LazyGradientInit"},
};

// With "%…" for each variable, because many remarks differ only in it.
std::string WithoutNames(const std::string& text) {
  static const std::regex variable("%[\\w.]+");
  return std::regex_replace(text, variable, "%…");
}

// The sentences in the order of their first occurrence, each with its count.
std::string RemarksOf(const Run& run) {
  Workload workload = CreateModel("resnet", {{"num_layers", int64_t{18}}});
  IRModule module = workload.module;
  if (run.bound) {
    Expr main = BindParamsByName(module->Lookup("main"), workload.params);
    module = WithFunction(module, "main", main);
  }
  auto all = [](const char* text) {
    std::vector<Pass> made = {CreatePass("InferType")};
    for (Pass& pass : PassesFromSpec(ParsePipeline(text))) made.push_back(std::move(pass));
    return Sequential(std::move(made));
  };
  TargetScope target(run.target);
  {
    PassContextScope scope(PassContext::Create({.opt_level = 4}));
    if (*run.before) module = all(run.before)(module);
  }
  auto remarks = std::make_shared<RemarksInstrument>(RemarksOptions{});
  {
    PassContextScope scope(PassContext::Create({.opt_level = 4, .instruments = {remarks}}));
    all(run.pipeline)(module);
  }
  std::vector<std::string> order;
  std::map<std::string, int> counts;
  for (const auto& remark : remarks->remarks()) {
    std::ostringstream line;
    line << LiteralOf(remark.type) << ": " << remark.pass << ": "
         << WithoutNames(remark.message.text()) << " [" << remark.name << "]";
    if (++counts[line.str()] == 1) order.push_back(line.str());
  }
  std::string text;
  for (const std::string& line : order) text += std::to_string(counts[line]) + " " + line + "\n";
  return text.empty() ? "nothing\n" : text;
}

}  // namespace

TEST_CASE("what passes remark on in ResNet-18", "[remarks]") {
  std::string text;
  for (const Run& run : kRuns) {
    text += std::string("# ") + run.pipeline;
    if (*run.before) text += std::string(" after ") + run.before;
    text += std::string(run.bound ? ", weights bound" : "") + "\n" + RemarksOf(run) + "\n";
  }
  if (std::getenv("PASSCOPE_UPDATE_GOLDEN")) {
    std::ofstream(std::string(PASSCOPE_SOURCE_DIR) + "/tests/golden/" + kGolden) << text;
  }
  INFO("PASSCOPE_UPDATE_GOLDEN=1 writes tests/golden/" << kGolden);
  CHECK(text == ReadGolden(kGolden));
}

TEST_CASE("each pass that has remarks is among those that ResNet-18 is given to", "[remarks]") {
  std::set<std::string> given;
  for (const Run& run : kRuns) {
    for (const Pass& pass : PassesFromSpec(ParsePipeline(run.pipeline))) {
      given.insert(pass.info().name);
    }
  }
  for (const RemarkKindInfo& kind : RemarkKinds()) {
    std::istringstream names(kind.pass);
    for (std::string name; names >> name;) {
      if (name.ends_with(",")) name.pop_back();
      INFO("kRuns does not have the pass " << name);
      CHECK(given.contains(name));
    }
  }
}

}  // namespace passcope
