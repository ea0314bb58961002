// The program, its passes, and their results.
#include "tools/filecheck/execution.h"

#include <memory>

#include "pass/pass_context.h"
#include "text/printer.h"
#include "tools/stages.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope::tools {

Execution Execute(const Request& request, bool with_remarks) {
  Execution result;
  std::shared_ptr<RemarksInstrument> remarks;
  try {
    Reproducer run = ReproducerOf(request.arguments);
    IRModule module = run.program.module;
    if (with_remarks) remarks = std::make_shared<RemarksInstrument>(RemarksOptions());
    for (const ReproducerStage& stage : run.stages) {
      if (stage.kind != ReproducerStage::Kind::kPasses) {
        module = ApplyStage(stage, run.program, module);
        continue;
      }
      std::vector<Pass> passes = PassesFromSpec(stage.passes);
      PassContextOptions options = ContextOptionsOf(stage);
      if (remarks) options.instruments.push_back(remarks);
      PassContextScope scope(PassContext::Create(std::move(options)));
      for (const Pass& pass : passes) module = pass(module);
      scope.Leave();
    }
    if (!request.arguments.Has("no-verify")) InferTypes(module);
    PrintOptions print;
    print.show_meta_data = request.arguments.Has("meta-data");
    print.show_spans = request.arguments.Has("spans");
    result.text = PrintModule(module, print);
    if (!result.text.ends_with('\n')) result.text += '\n';
  } catch (const DiagnosticError& error) {
    result.diagnostics = error.diagnostics();
  }
  if (remarks) result.remarks = remarks->remarks();
  return result;
}

}  // namespace passcope::tools
