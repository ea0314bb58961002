#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {

void AddIndexConverters(ConverterTable&) {}

}  // namespace passcope::frontend::onnx
