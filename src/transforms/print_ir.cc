// PrintIR: shows the module between two passes and leaves it as it is.
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
