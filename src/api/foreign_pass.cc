// Calls of foreign passes.
#include "api/foreign_pass.h"

#include "diagnostics/diagnostic.h"
#include "support/format.h"

namespace passcope {
namespace {

// Freed with the last copy of the functions below.
struct ForeignObject {
  ForeignObject(ForeignHost& host, uint32_t id) : host(host), id(id) {}
  ForeignObject(const ForeignObject&) = delete;
  ForeignObject& operator=(const ForeignObject&) = delete;
  ~ForeignObject() { host.ReleaseObject(id); }

  ForeignHost::PassAnswer Run(const Expr& function, const IRModule& module, const PassInfo& info) {
    ForeignHost::PassAnswer answer = host.RunPass(id, function, module, info);
    if (answer.exception != 0) throw ForeignException(host, answer.exception);
    return answer;
  }

  ForeignHost& host;
  uint32_t id;
};

class ForeignFunctionPass : public PassNode {
 public:
  ForeignFunctionPass(Pass pass, PassInfo info)
      : PassNode(std::move(info)), pass_(std::move(pass)) {}
  IRModule Run(const IRModule& module, PassContext& context) const override {
    try {
      // The pass around this one has told the instruments.
      return pass_->Run(module, context);
    } catch (const DiagnosticError& error) {
      // What the foreign side throws is no DiagnosticError here: this one is about its result.
      std::vector<Diagnostic> diagnostics = error.diagnostics();
      for (Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.kind == DiagKind::kInvalidPass) continue;
        diagnostic.notes.push_back(
            Format("this is the program that the pass {} returned", info().name));
      }
      throw DiagnosticError(std::move(diagnostics));
    }
  }

 private:
  Pass pass_;
};

}  // namespace

Pass MakeForeignPass(ForeignHost& host, uint32_t object, bool over_modules, PassInfo info) {
  auto foreign = std::make_shared<ForeignObject>(host, object);
  if (over_modules) {
    return CreateModulePass(
        [foreign, info](const IRModule& module, PassContext&) {
          return foreign->Run(nullptr, module, info).module;
        },
        info);
  }
  Pass pass = CreateFunctionPass(
      [foreign, info](const Expr& function, const IRModule& module, PassContext&) {
        return foreign->Run(function, module, info).function;
      },
      info);
  return Pass(std::make_shared<ForeignFunctionPass>(std::move(pass), std::move(info)));
}

}  // namespace passcope
