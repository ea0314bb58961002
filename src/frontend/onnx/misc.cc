#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {

void AddMiscConverters(ConverterTable&) {}

}  // namespace passcope::frontend::onnx
