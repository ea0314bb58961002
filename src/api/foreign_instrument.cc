// Calls of foreign hooks.
#include "api/foreign_instrument.h"

namespace passcope {
namespace {

class ForeignInstrument : public PassInstrument {
 public:
  ForeignInstrument(ForeignHost& host, uint32_t object, std::string name)
      : host_(host), object_(object), name_(std::move(name)) {}
  ~ForeignInstrument() override { host_.ReleaseObject(object_); }

  const std::string& name() const override { return name_; }
  void EnterPassContext() override { Call(ForeignHost::Hook::kEnterPassContext); }
  void ExitPassContext() override { Call(ForeignHost::Hook::kExitPassContext); }
  bool ShouldRun(const IRModule& module, const PassInfo& info) override {
    return Call(ForeignHost::Hook::kShouldRun, &module, &info);
  }
  void RunBeforePass(const IRModule& module, const PassInfo& info) override {
    Call(ForeignHost::Hook::kRunBeforePass, &module, &info);
  }
  void RunAfterPass(const IRModule& module, const PassInfo& info) override {
    Call(ForeignHost::Hook::kRunAfterPass, &module, &info);
  }

 private:
  bool Call(ForeignHost::Hook hook, const IRModule* module = nullptr,
            const PassInfo* info = nullptr) {
    ForeignHost::Answer answer = host_.Call(object_, hook, module, info);
    if (answer.exception != 0) throw ForeignException(host_, answer.exception);
    return answer.value;
  }

  ForeignHost& host_;
  uint32_t object_;
  std::string name_;
};

}  // namespace

ForeignException::ForeignException(ForeignHost& host, uint32_t id)
    : shared_(std::make_shared<const Shared>(host, id, host.ExceptionMessage(id))) {}

InstrumentPtr MakeForeignInstrument(ForeignHost& host, uint32_t object, std::string name) {
  return std::make_shared<ForeignInstrument>(host, object, std::move(name));
}

}  // namespace passcope
