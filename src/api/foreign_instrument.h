// Instruments whose hooks are written in another language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "instrument/print.h"
#include "pass/hooks.h"
#include "pass/pass_instrument.h"

namespace passcope {

// The other language's side. Objects and exceptions stay there and are named by numbers here.
class ForeignHost {
 public:
  struct Answer {
    // Of Hook::kShouldRun only.
    bool value = true;
    // The exception that the hook threw; 0 when it threw none. The caller releases it.
    uint32_t exception = 0;
  };

  virtual ~ForeignHost() = default;
  // What a hook is given (HookRow::takes); null is what it does not take.
  struct HookArguments {
    const IRModule* module = nullptr;
    const PassInfo* info = nullptr;
    const std::string* error = nullptr;
  };
  // Must not throw: an exception of the other language does not run C++'s handlers, so it has to be
  // caught there and come back as a number.
  virtual Answer Call(uint32_t object, Hook hook, const HookArguments& arguments) = 0;
  // Gives a text to a sink (PrintSink); `file` is the name of a file, or empty. Like Call it must
  // not throw; the answer is the exception that the sink threw, 0 for none.
  virtual uint32_t Write(uint32_t sink, const std::string& file, const std::string& text) = 0;
  // What a pass of the other language returned, or the exception that it threw.
  struct PassAnswer {
    Expr function;
    IRModule module;
    uint32_t exception = 0;
  };
  // Runs a pass (the first argument) over a function of a module, or over the module when the
  // function is null; the answer holds the same sort. Like Call it must not throw. A host without
  // passes answers nothing, which no caller takes for a result.
  virtual PassAnswer RunPass(uint32_t, const Expr&, const IRModule&, const PassInfo&) { return {}; }
  // What a rule of the other language answers to a question, both JSON, or the exception that it
  // threw. Like Call it must not throw. A host without rules answers nothing.
  struct RuleAnswer {
    std::string json;
    uint32_t exception = 0;
  };
  virtual RuleAnswer AskRule(uint32_t, const std::string&) { return {}; }
  // Inflates what is deflated (RFC 1951) and fills `to` exactly; false when it does not, or when
  // the host cannot. Like Call it must not throw.
  virtual bool Inflate(std::string_view, std::span<std::byte>) { return false; }
  virtual std::string ExceptionMessage(uint32_t exception) = 0;
  virtual void ReleaseException(uint32_t exception) = 0;
  virtual void ReleaseObject(uint32_t object) = 0;
};

// An exception of the other language on its way through C++ frames. At the boundary the other
// language throws its own object again, so that its user catches what its user threw.
class ForeignException : public std::exception {
 public:
  // Takes `id` over. `host` must outlive the exception.
  ForeignException(ForeignHost& host, uint32_t id);
  uint32_t id() const { return shared_->id; }
  const char* what() const noexcept override { return shared_->message.c_str(); }

 private:
  struct Shared {
    Shared(ForeignHost& host, uint32_t id, std::string message)
        : host(host), id(id), message(std::move(message)) {}
    ~Shared() { host.ReleaseException(id); }
    ForeignHost& host;
    uint32_t id;
    std::string message;
  };
  // Copies of an exception are one exception.
  std::shared_ptr<const Shared> shared_;
};

// Takes `object` over. `host` must outlive the instrument.
InstrumentPtr MakeForeignInstrument(ForeignHost& host, uint32_t object, std::string name);
// A sink that writes to `object`, which it takes over; an empty one for 0.
PrintSink MakeForeignSink(ForeignHost& host, uint32_t object);

}  // namespace passcope
