// Calls of foreign passes.
#include "api/foreign_pass.h"

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
  return CreateFunctionPass(
      [foreign, info](const Expr& function, const IRModule& module, PassContext&) {
        return foreign->Run(function, module, info).function;
      },
      info);
}

}  // namespace passcope
