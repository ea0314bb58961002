// Models of other frameworks on the command line.
#pragma once

#include <string>
#include <vector>

#include "frontend/import.h"
#include "models/workload.h"
#include "tools/arguments.h"

namespace passcope::tools {

// --shape, --dtype and a flag for each option of an import (api/settings.h).
void AddImportOptions(std::vector<Option>* options);
// The first of these that is given and that no other program has; null when none is.
const std::string* FindImportOption(const Arguments& arguments);

// By the ending of a file's name; empty for what is none.
std::optional<frontend::ModelFormat> ModelFormatOf(const std::string& file);

// What the flags say.
struct ImportRequest {
  std::vector<frontend::InputShape> shapes;
  // The types that were given without a shape, by name.
  std::vector<std::pair<std::string, DataType>> dtypes;
  AttrDict onnx, pytorch;  // Settings "Onnx" and "Pytorch".
};
// Throws UsageError.
ImportRequest ImportRequestOf(const Arguments& arguments);

// Reads a model's file, with its external data from beside it. Throws what the readers throw and
// DiagnosticError (kUsage) for files that cannot be read.
Workload ImportModel(const std::string& file, frontend::ModelFormat format, ImportRequest request);

}  // namespace passcope::tools
