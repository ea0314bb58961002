// PrintIR: shows the module between two passes and leaves it as it is.
//
// Why: in the middle of a Sequential nothing else can be looked at. Not done: choosing passes to
// look at; that is what the instruments PrintBeforeAll and PrintAfterAll are for.
//
//   before  add(%x, %y)
//   after   add(%x, %y)      and "PrintIR(header):" with the module's text has been written
#include <cstdio>

#include "pass/registry.h"
#include "text/printer.h"
#include "transforms/transforms.h"

namespace passcope::transform {

Pass PrintIR(std::string header, bool show_meta_data,
             std::function<void(const std::string&)> write) {
  return CreateModulePass(
      [header = std::move(header), show_meta_data, write = std::move(write)](const IRModule& module,
                                                                             PassContext&) {
        std::string text = "PrintIR(" + header + "):\n" + PrintModule(module, {show_meta_data});
        if (write) {
          write(text);
        } else {
          text += '\n';
          std::fwrite(text.data(), 1, text.size(), stderr);
        }
        return module;
      },
      TableInfo("PrintIR"));
}

}  // namespace passcope::transform
