// The table of models: what can be built by name.
#pragma once

#include <string_view>
#include <vector>

#include "ir/attrs.h"
#include "models/workload.h"

namespace passcope {

struct ModelRow {
  const char* name;
  const char* summary;  // One line.
  std::vector<AttrField> options;
};

const std::vector<ModelRow>& ModelTable();
// Null when there is none.
const ModelRow* FindModel(std::string_view name);
// Throws DiagnosticError (kUnknownModel): an unknown model (with the nearest names), option or
// value.
Workload CreateModel(std::string_view name, const AttrDict& options = {});

}  // namespace passcope
