#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {

void AddNormConverters(ConverterTable&) {}

}  // namespace passcope::frontend::onnx
