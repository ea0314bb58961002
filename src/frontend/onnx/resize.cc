#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {

void AddResizeConverters(ConverterTable&) {}

}  // namespace passcope::frontend::onnx
