// Calls of foreign hooks.
#include "api/foreign_instrument.h"

#include "pass/nesting.h"

namespace passcope {
namespace {

void Rethrow(ForeignHost& host, uint32_t exception) {
  if (exception != 0) throw ForeignException(host, exception);
}

class ForeignInstrument : public PassInstrument {
 public:
  ForeignInstrument(ForeignHost& host, uint32_t object, std::string name)
      : host_(host), object_(object), name_(std::move(name)) {}
  ~ForeignInstrument() override { host_.ReleaseObject(object_); }

  const std::string& name() const override { return name_; }
  void EnterPassContext() override { Call(Hook::kEnterPassContext, {}); }
  void ExitPassContext() override { Call(Hook::kExitPassContext, {}); }
  bool ShouldRun(const IRModule& module, const PassInfo& info) override {
    return Call(Hook::kShouldRun, {&module, &info});
  }
  void RunBeforePass(const IRModule& module, const PassInfo& info) override {
    Call(Hook::kRunBeforePass, {&module, &info});
  }
  void RunAfterPass(const IRModule& module, const PassInfo& info) override {
    Call(Hook::kRunAfterPass, {&module, &info});
  }
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override {
    Call(Hook::kRunAfterFailed, {&module, &info, &error});
  }

 private:
  bool Call(Hook hook, const ForeignHost::HookArguments& arguments) {
    ForeignHost::Answer answer = host_.Call(object_, hook, arguments);
    Rethrow(host_, answer.exception);
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

PrintSink MakeForeignSink(ForeignHost& host, uint32_t object) {
  if (object == 0) return {};
  // Sinks are copied; the last copy releases the object.
  std::shared_ptr<const uint32_t> shared(new uint32_t(object), [&host](const uint32_t* id) {
    host.ReleaseObject(*id);
    delete id;
  });
  return [&host, shared](const std::string& file, const std::string& text) {
    NestingScope nesting(NestingScope::Kind::kCallback);
    Rethrow(host, host.Write(*shared, file, text));
  };
}

}  // namespace passcope
