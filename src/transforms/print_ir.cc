// PrintIR: prints the module between two passes and does not change it.
//
// Why: it shows the module in the middle of a Sequential. To print around chosen passes, use the
// instruments PrintBeforeAll and PrintAfterAll.
//
//   before  add(%x, %y)
//   after   add(%x, %y)      and "PrintIR(header):" with the module's text has been written
#include "transforms/print_ir.h"

#include <cstdio>

#include "pass/registry.h"
#include "support/utf8.h"
#include "text/printer.h"

namespace passcope::transform {

Pass PrintIR(PrintIROptions options, std::function<void(const std::string&)> write) {
  return CreateModulePass(
      [options = std::move(options), write = std::move(write)](const IRModule& module,
                                                               PassContext&) {
        std::string text = Printable("PrintIR(" + options.header + "):\n" +
                                     PrintModule(module, {options.show_meta_data}));
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
