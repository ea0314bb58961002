#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {

void AddLogicConverters(ConverterTable&) {}

}  // namespace passcope::frontend::onnx
