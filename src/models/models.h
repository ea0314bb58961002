// The table of models, which are built by name.
#pragma once

#include <string_view>
#include <vector>

#include "ir/attrs.h"
#include "models/workload.h"

namespace passcope {

struct ModelRow {
  const char* name;
  const char* module;   // In TVM's relay.testing: "resnet" for every residual network.
  const char* summary;  // One line.
  std::vector<AttrField> options;
  // The network as a function without types.
  Expr (*net)(const ModelRow& row, const AttrDict& given);
  Initializer initializer = {};
};

const std::vector<ModelRow>& ModelTable();
// Null if the model does not exist.
const ModelRow* FindModel(std::string_view name);
// The network of a model, without types and parameters. Throws DiagnosticError (kUnknownModel) for
// an unknown model (with the nearest names), option or value.
Expr ModelNet(std::string_view name, const AttrDict& options = {});
// The same with its parameters. Also throws the errors of CreateWorkload.
Workload CreateModel(std::string_view name, const AttrDict& options = {});

}  // namespace passcope
