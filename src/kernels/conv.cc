#include "kernels/loops.h"

namespace passcope::kernels {

void ConvPack(const ConvPackParams& params) {
  switch (ChooseConv(params.shape)) {
    case ConvAlgorithm::kDepthwise:
      return DepthwisePack(params);
    case ConvAlgorithm::kWinograd2:
      return WinogradPack(params, 2);
    case ConvAlgorithm::kWinograd4:
      return WinogradPack(params, 4);
    default:
      return params.shape.layout == ConvLayout::kNCHW ? Im2colPack(params) : RowsPack(params);
  }
}

void Conv(const ConvParams& params) {
  switch (ChooseConv(params.shape)) {
    case ConvAlgorithm::kDepthwise:
      return DepthwiseConv(params);
    case ConvAlgorithm::kWinograd2:
      return WinogradConv(params, 2);
    case ConvAlgorithm::kWinograd4:
      return WinogradConv(params, 4);
    default:
      return params.shape.layout == ConvLayout::kNCHW ? Im2colConv(params) : RowsConv(params);
  }
}

}  // namespace passcope::kernels
