#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {

void AddShapeConverters(ConverterTable&) {}

}  // namespace passcope::frontend::onnx
