// Names of imported models' nodes: lineage finds them, and no text shows them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "api/pipeline_spec.h"
#include "diagnostics/diagnostic.h"
#include "instrument/lineage_questions.h"
#include "instrument/trace.h"
#include "ir/origin_name.h"
#include "pass/pass.h"
#include "pass/registry.h"
#include "unit/frontend/onnx_builder.h"
#include "unit/frontend/torch_model.h"
#include "unit/json.h"

namespace passcope::frontend {
namespace {

// The sources of all ancestors of an operator's calls in the result of a pipeline.
std::set<std::string> SourcesOf(const IRModule& module, const std::string& pipeline,
                                const std::string& op) {
  auto trace = std::make_shared<TraceInstrument>(TraceOptions{.lineage = true});
  PassContextScope scope(PassContext::Create({.opt_level = 4, .instruments = {trace}}));
  IRModule result = Sequential(PassesFromSpec(ParsePipeline(pipeline)))(module);
  std::set<std::string> sources;
  const LineageGraph::Program* last = trace->lineage().Find({0, true});
  REQUIRE(last);
  for (const ExprNode* node : last->nodes) {
    if (!IsCallTo(node, op)) continue;
    for (const Relative& ancestor : RelativesOf(*trace, Expr(node), true)) {
      if (As<CallNode>(ancestor.node) && !ancestor.source.empty()) sources.insert(ancestor.source);
    }
  }
  return sources;
}

using Names = std::set<std::string>;

}  // namespace

TEST_CASE("ONNX: the names of nodes are origins of what passes make", "[frontend][onnx][lineage]") {
  using namespace testing;
  OnnxModel model;
  NDArray weight = MakeNDArray({3, 4}, DataType::Float(32));
  model.Initializer("w", weight)
      .Input("x", DataType::Float(32), {2, 4})
      .Node("Gemm", {"x", "w"}, {"g"}, {OnnxAttr("transB", 1)})
      .Node("Tanh", {"g"}, {"t"})
      .Node("Softmax", {"t"}, {"y"})
      .Output("y");
  IRModule module = FromOnnx(model.File(), {}).module;
  CHECK(SourcesOf(module, "InferType, FastMath, FuseOps", "fast_tanh") == Names{"Tanh_node"});
  CHECK(SourcesOf(module, "InferType, FastMath, FuseOps", "nn.dense") == Names{"Gemm_node"});
  CHECK(SourcesOf(module, "InferType, FastMath", "nn.fast_softmax") == Names{"Softmax_node"});
  PrintOptions print = PrintOptions::Str();
  print.show_spans = true;
  CHECK(PrintModule(module, print).find("span=") == std::string::npos);
}

TEST_CASE("TorchScript: modules and names of the code are origins of what passes make",
          "[frontend][lineage]") {
  TorchBuilder file;
  // A block with an activation of its own, and a function that both call.
  const std::string activation =
      pickled::Object("__torch__.nn.Act", pickled::Dict({{"training", pickled::Bool(false)}}));
  const std::string block =
      pickled::Object("__torch__.nn.Block", pickled::Dict({{"act", activation}}));
  file.Source("__torch__/nn.py",
              "class Act(Module):\n  __parameters__ = []\n  __buffers__ = []\n"
              "  training : bool\n"
              "  def forward(self: __torch__.nn.Act,\n    x: Tensor) -> Tensor:\n"
              "    return torch.tanh(x)\n"
              "class Block(Module):\n  __parameters__ = []\n  __buffers__ = []\n"
              "  act : __torch__.nn.Act\n"
              "  def forward(self: __torch__.nn.Block,\n    x: Tensor) -> Tensor:\n"
              "    a = torch.exp(x)\n"
              "    b = (self.act).forward(a, )\n"
              "    return torch.sigmoid(b)\n");
  file.Model({{"layer1", "__torch__.nn.Block", block}},
             "  def forward(self: __torch__.Model,\n    x: Tensor) -> Tensor:\n"
             "    before = torch.relu(x)\n"
             "    inside = (self.layer1).forward(before, )\n"
             "    after = torch.neg(inside)\n"
             "    return after\n");
  PytorchOptions options;
  options.inputs = {TorchInputShape("x", {2, 3})};
  IRModule module = FromPytorch(file.File(), options).module;
  const std::string pipeline = "InferType, FastMath, FuseOps";
  CHECK(SourcesOf(module, pipeline, "fast_tanh") == Names{"layer1.act"});
  CHECK(SourcesOf(module, pipeline, "fast_exp") == Names{"layer1"});
  // After a call of another module, the code of the calling module continues.
  CHECK(SourcesOf(module, pipeline, "sigmoid") == Names{"layer1"});
  CHECK(SourcesOf(module, pipeline, "nn.relu") == Names{"before"});
  CHECK(SourcesOf(module, pipeline, "negative") == Names{"after"});
  PrintOptions print = PrintOptions::Str();
  print.show_spans = true;
  CHECK(PrintModule(module, print).find("span=") == std::string::npos);
}

TEST_CASE("the name of a model's node is no place in a text", "[frontend][lineage]") {
  const Expr named = WithSpan(Tuple({}).get(), OriginName("conv1"));
  const DiagnosticError error(DiagKind::kUnsupported, Say("something"), {}, named);
  CHECK(!error.diagnostics()[0].span);
  CHECK(std::string(error.what()).find("-->") == std::string::npos);
  CHECK(!PlaceIn(named->span()));
  const Span place(new SpanNode(Name("text"), 0, 0, 0, 0));
  CHECK(PlaceIn(place) == place);
}

}  // namespace passcope::frontend
