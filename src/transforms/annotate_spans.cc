// AnnotateSpans: prints the module and reads it back.
//
// Why: a program that code built has no source places for diagnostics. After this pass, each
// expression has its place in the printed text, under the source name "GeneratedSource".
//
//   before  add(%x, %y) /* ty=float32 */
//   after   add(%x, %y) /* ty=float32 span=GeneratedSource:3:3 */
#include "pass/registry.h"
#include "text/parser.h"
#include "text/printer.h"

namespace passcope::transform {

Pass AnnotateSpans() {
  return CreateModulePass(
      [](const IRModule& module, PassContext& context) {
        IRModule parsed = ParseModule(PrintModule(module), "GeneratedSource");
        return CreatePass("InferType")(parsed, context.shared_from_this());
      },
      TableInfo("AnnotateSpans"));
}

}  // namespace passcope::transform
