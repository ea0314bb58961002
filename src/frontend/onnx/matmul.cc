#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {

void AddMatmulConverters(ConverterTable&) {}

}  // namespace passcope::frontend::onnx
