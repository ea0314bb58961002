#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {

void AddRandomConverters(ConverterTable&) {}

}  // namespace passcope::frontend::onnx
