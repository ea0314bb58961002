// The table of models: what can be built by name.
#pragma once

#include <string_view>
#include <vector>

#include "ir/attrs.h"
#include "models/workload.h"

namespace passcope {

struct ModelRow {
  const char* name;
  const char* module;   // Of TVM's relay.testing: "resnet" for each of the residual networks.
  const char* summary;  // One line.
  std::vector<AttrField> options;
  // The network as a function without types.
  Expr (*net)(const ModelRow& row, const AttrDict& given);
  Initializer initializer = {};
};

const std::vector<ModelRow>& ModelTable();
// Null when there is none.
const ModelRow* FindModel(std::string_view name);
// The network of a model, without types and parameters. Throws DiagnosticError (kUnknownModel): an
// unknown model (with the nearest names), option or value.
Expr ModelNet(std::string_view name, const AttrDict& options = {});
// The same with its parameters; also throws as CreateWorkload does.
Workload CreateModel(std::string_view name, const AttrDict& options = {});

}  // namespace passcope
