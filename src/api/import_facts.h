// The contents of files of other frameworks, as records.
#pragma once

#include "frontend/import.h"
#include "schema/record.h"

namespace passcope {

// Like frontend::ModelFormat.
enum class ImportFormat : uint8_t { kOnnx, kTorchScript };
inline std::span<const char* const> LiteralsOf(ImportFormat) {
  static constexpr const char* kNames[] = {"onnx", "torchscript"};
  return kNames;
}

template <>
const RecordSchema& SchemaOf<frontend::ModelValue>();
template <>
const RecordSchema& SchemaOf<frontend::ForeignOperator>();
template <>
const RecordSchema& SchemaOf<frontend::ModelDescription>();

}  // namespace passcope
