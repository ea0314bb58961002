// Networks that PyTorch exported as ONNX: the imported text equals TVM 0.11's, byte for byte.
#include "unit/tools/recorded_networks.h"

namespace passcope {
namespace {

TEST_CASE("networks that PyTorch exported as ONNX become TVM's programs", "[frontend][imports]") {
  for (const RecordedNetwork& network : RecordedNetworks(".onnx.gz")) {
    INFO(network.name);
    frontend::OnnxOptions options;
    options.shapes = {network.Input()};
    options.freeze_params = false;
    frontend::ImportedModel model = frontend::FromOnnx(Gunzip(network.path + ".onnx.gz"), options);
    CheckSameText(PrintModule(model.module, PrintOptions::WithoutMetaData()),
                  network.record["from_onnx"]);
    CheckRecordedValues(network, model);
  }
}

}  // namespace
}  // namespace passcope
