// Calls of foreign hooks.
#include "api/foreign_instrument.h"

#include "api/describe.h"

namespace passcope {
namespace {

// What a hook answered; throws what it threw.
bool ValueOf(ForeignHost& host, const ForeignHost::Answer& answer) {
  if (answer.exception != 0) throw ForeignException(host, answer.exception);
  return answer.value;
}

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
  void RunAfterFailed(const IRModule& module, const PassInfo& info,
                      const std::string& error) override {
    ValueOf(host_, host_.CallWithText(object_, ForeignHost::Hook::kRunAfterFailed, &module,
                                      DescribePassInfo(info), error));
  }

 private:
  bool Call(ForeignHost::Hook hook, const IRModule* module = nullptr,
            const PassInfo* info = nullptr) {
    return ValueOf(host_, host_.Call(object_, hook, module, info));
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

TextSink MakeForeignSink(ForeignHost& host, uint32_t object) {
  if (object == 0) return {};
  // Sinks are copied; the object is released with the last copy.
  std::shared_ptr<const uint32_t> shared(new uint32_t(object), [&host](const uint32_t* id) {
    host.ReleaseObject(*id);
    delete id;
  });
  return [&host, shared](const std::string& file, const std::string& text) {
    ValueOf(host, host.CallWithText(*shared, ForeignHost::Hook::kWrite, nullptr, file, text));
  };
}

}  // namespace passcope
