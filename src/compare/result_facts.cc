#include "compare/result_facts.h"

#include <algorithm>

#include "checking/run_main.h"
#include "ir/visitor.h"

namespace passcope {

CompareSize SizeOfResult(const IRModule& module, const ParamMap& params,
                         const PrintOptions& options) {
  const std::string text = PrintModule(module, options);
  CompareSize size;
  size.text_bytes = static_cast<int64_t>(text.size());
  size.lines = std::count(text.begin(), text.end(), '\n');
  if (!text.empty() && text.back() != '\n') ++size.lines;
  size.functions = static_cast<int64_t>(module->functions.size());
  PtrSet seen;
  for (const IRModuleNode::Item& item : module->functions) {
    PostOrderVisit(item.function, [&](const ExprNode* node) {
      if (!seen.Insert(node)) return;
      ++size.nodes;
      const auto* constant = As<ConstantNode>(node);
      if (constant && seen.Insert(constant->data.get())) {
        size.weight_bytes += static_cast<int64_t>(constant->data->nbytes());
      }
    });
  }
  if (module->Find("main")) {
    for (const auto& [name, value] : FittingParams(module->Lookup("main"), params)) {
      size.weight_bytes += static_cast<int64_t>(value->nbytes());
    }
  }
  return size;
}

IRModule ReadyToRun(const IRModule& module, const ParamMap& params) {
  Expr main = module->Lookup("main");
  ParamMap fitting = FittingParams(main, params);
  if (fitting.empty()) return Typed(module);
  return Typed(WithFunction(module, "main", BindParamsByName(main, fitting)));
}

}  // namespace passcope
