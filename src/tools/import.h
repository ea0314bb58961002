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
// The first of these flags that is given and that no other program has; null if there is none.
const std::string* FindImportOption(const Arguments& arguments);

// The format by the ending of a file's name; no value for other files.
std::optional<frontend::ModelFormat> ModelFormatOf(const std::string& file);

// The values of the flags.
struct ImportRequest {
  std::vector<frontend::InputShape> shapes;
  // The dtypes that were given without a shape, by name.
  std::vector<std::pair<std::string, DataType>> dtypes;
  AttrDict onnx, pytorch;  // Settings "Onnx" and "Pytorch".
};
// Throws UsageError.
ImportRequest ImportRequestOf(const Arguments& arguments);

// Reads a model's file and its external data from the same folder. Throws the errors of the
// readers, and DiagnosticError (kUsage) for files that cannot be read.
Workload ImportModel(const std::string& file, frontend::ModelFormat format, ImportRequest request);

}  // namespace passcope::tools
