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
#include "pass/pass_context.h"
#include "pass/pass_instrument.h"

namespace passcope {

// The interface to the other language. Its objects and exceptions stay there; C++ has numbers.
class ForeignHost {
 public:
  struct Answer {
    // For Hook::kShouldRun only.
    bool value = true;
    // The exception that the hook threw, or 0. The caller releases it.
    uint32_t exception = 0;
  };

  virtual ~ForeignHost() = default;
  // The arguments of a hook (HookRow::takes); null if the hook does not take one.
  struct HookArguments {
    const IRModule* module = nullptr;
    const PassInfo* info = nullptr;
    const std::string* error = nullptr;
  };
  // Must not throw: an exception of the other language does not run C++ handlers. The other
  // language must catch it and return its number.
  virtual Answer Call(uint32_t object, Hook hook, const HookArguments& arguments) = 0;
  // Passes a text to a sink (PrintSink); `file` is the name of a file, or empty. Must not throw,
  // like Call. Returns the exception that the sink threw, or 0.
  virtual uint32_t Write(uint32_t sink, const std::string& file, const std::string& text) = 0;
  // The result of a pass of the other language, or the exception that it threw.
  struct PassAnswer {
    Expr function;
    IRModule module;
    uint32_t exception = 0;
  };
  // Runs a pass (the first argument) over a function of a module, or over the module if the
  // function is null. The answer has the same kind. Must not throw, like Call. A host without
  // passes returns an empty answer, which callers do not accept as a result.
  virtual PassAnswer RunPass(uint32_t, const Expr&, const IRModule&, const PassInfo&) { return {}; }
  // The answer of a rule of the other language to a question, both as JSON, or the exception that
  // it threw. Must not throw, like Call. A host without rules returns an empty answer.
  struct RuleAnswer {
    std::string json;
    uint32_t exception = 0;
  };
  virtual RuleAnswer AskRule(uint32_t, const std::string&) { return {}; }
  // Inflates DEFLATE data (RFC 1951) so that it fills `to` exactly. Returns false if it does not,
  // or if the host cannot inflate. Must not throw, like Call.
  virtual bool Inflate(std::string_view, std::span<std::byte>) { return false; }
  // The contexts that were entered on this thread. `only` is the stack of a session whose host has
  // one thread.
  virtual ContextStack& Contexts(ContextStack& only) { return only; }
  virtual std::string ExceptionMessage(uint32_t exception) = 0;
  virtual void ReleaseException(uint32_t exception) = 0;
  virtual void ReleaseObject(uint32_t object) = 0;
};

// An exception of the other language that passes through C++ frames. At the boundary, the other
// language throws the original object again, so its user catches the object that was thrown.
class ForeignException : public std::exception {
 public:
  // Takes ownership of `id`. `host` must outlive the exception.
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
  // All copies of an exception share one state.
  std::shared_ptr<const Shared> shared_;
};

// Takes ownership of `object`. `host` must outlive the instrument.
InstrumentPtr MakeForeignInstrument(ForeignHost& host, uint32_t object, std::string name);
// A sink that writes to `object` and owns it; an empty sink for 0.
PrintSink MakeForeignSink(ForeignHost& host, uint32_t object);

}  // namespace passcope
