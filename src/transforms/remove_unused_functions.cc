// RemoveUnusedFunctions: removes the functions of a module that no entry function reaches through
// calls.
//
//   before  def @main() { @f() }  def @f() { 1 }  def @g() { 2 }
//   after   def @main() { @f() }  def @f() { 1 }
#include "transforms/remove_unused_functions.h"

#include "ir/visitor.h"
#include "pass/registry.h"

namespace passcope::transform {

Pass RemoveUnusedFunctions(RemoveUnusedFunctionsOptions options) {
  return CreateModulePass(
      [entries = std::move(options.entry_functions)](const IRModule& module, PassContext&) {
        PtrSet reached;
        std::vector<const FunctionNode*> work;
        auto reach = [&](std::string_view name) {
          const FunctionNode* function = module->Find(name);
          if (function && reached.Insert(function)) work.push_back(function);
        };
        for (const std::string& entry : entries) {
          module->Lookup(entry);  // Throws if the entry does not exist.
          reach(entry);
        }
        while (!work.empty()) {
          const FunctionNode* function = work.back();
          work.pop_back();
          PostOrderVisit(function, [&](const ExprNode* node) {
            if (const auto* global = As<GlobalVarNode>(node)) reach(global->name.view());
          });
        }
        std::vector<IRModuleNode::Item> kept;
        for (const IRModuleNode::Item& item : module->functions) {
          if (reached.Contains(item.function.get())) kept.push_back(item);
        }
        return WithFunctions(module, std::move(kept));
      },
      TableInfo("RemoveUnusedFunctions"));
}

}  // namespace passcope::transform
