#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {

void AddReduceConverters(ConverterTable&) {}

}  // namespace passcope::frontend::onnx
