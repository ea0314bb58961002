// Networks that PyTorch traced: the imported text equals TVM 0.11's, byte for byte.
#include <map>

#include "pass/registry.h"
#include "tools/deflate.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/golden.h"
#include "unit/tools/recorded_networks.h"

namespace passcope {
namespace {

frontend::ImportedModel Import(const RecordedNetwork& network, bool parser_friendly) {
  frontend::PytorchOptions options;
  options.inputs = {network.Input()};
  options.use_parser_friendly_name = parser_friendly;
  options.inflate = tools::InflateRaw;
  return frontend::FromPytorch(Gunzip(network.path + ".pt.gz"), options);
}

std::string Text(const IRModule& module) {
  return PrintModule(module, PrintOptions::WithoutMetaData());
}

TEST_CASE("networks that PyTorch traced become TVM's programs", "[frontend][imports]") {
  for (const RecordedNetwork& network : RecordedNetworks(".pt.gz")) {
    INFO(network.name);
    frontend::ImportedModel model = Import(network, false);
    CheckSameText(Text(model.module), network.record["from_pytorch"]);
    CheckSameText(Text(Import(network, true).module),
                  network.record["from_pytorch_parser_friendly"]);

    // The weights, in the order of the parameters.
    std::map<std::string, std::vector<int64_t>> shapes;
    std::span<const Expr> params = model.module->Find("main")->params();
    for (size_t i = 0; i < model.params.size(); ++i) {
      const frontend::Param& param = model.params[i];
      shapes[param.name] = param.value->shape;
      if (i + 1 < params.size()) CHECK(As<VarNode>(params[i + 1])->name().view() == param.name);
    }
    std::map<std::string, std::vector<int64_t>> expected;
    for (const auto& [name, entry] : network.record["pt_params"].items()) {
      for (const tools::Json& size : entry[0]) expected[name].push_back(size.get<int64_t>());
    }
    CHECK(shapes == expected);
    CheckRecordedValues(network, {InferTypes(model.module), model.params});
  }
}

TEST_CASE("a traced network with annotated spans is the tutorial's", "[frontend][imports]") {
  for (const RecordedNetwork& network : RecordedNetworks(".pt.gz")) {
    if (network.name != "resnet18") continue;
    IRModule module = Import(network, true).module;
    CheckSameText(Text(module), ReadGolden("tutorials/spans.torchvision_resnet18.relay"));
    module = CreatePass("AnnotateSpans")(module);
    CheckSameText(PrintExpr(module->Lookup("main"), PrintOptions::Str()),
                  ReadGolden("tutorials/spans.torchvision_resnet18.annotated_main.relay"));
  }
}

}  // namespace
}  // namespace passcope
