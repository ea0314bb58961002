#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {

void AddLossConverters(ConverterTable&) {}

}  // namespace passcope::frontend::onnx
