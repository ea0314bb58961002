// Recognition of a file's format.
#include "frontend/import.h"

namespace passcope::frontend {

std::optional<ModelFormat> DetectFormat(std::string_view first_bytes) {
  // A zip archive's first entry.
  if (first_bytes.starts_with("PK\x03\x04")) return ModelFormat::kTorchScript;
  // ONNX is a protobuf message without a signature. Every writer begins with field 1, the version
  // of the format, which is a small number.
  if (first_bytes.size() >= 2 && first_bytes[0] == '\x08' && first_bytes[1] > 0) {
    return ModelFormat::kOnnx;
  }
  return std::nullopt;
}

}  // namespace passcope::frontend
