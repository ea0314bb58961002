#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {

void AddConvConverters(ConverterTable&) {}

}  // namespace passcope::frontend::onnx
