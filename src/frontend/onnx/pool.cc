#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {

void AddPoolConverters(ConverterTable&) {}

}  // namespace passcope::frontend::onnx
