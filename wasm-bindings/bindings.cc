// The WebAssembly module: registers the methods of one Session for JavaScript, as the table
// api/functions.def lists them. Apart from that, it only carries errors across.
//
// A C++ exception in JavaScript is a bare WebAssembly.Exception, and a JavaScript exception that
// crosses C++ frames does not run their handlers. So no exception crosses, in either direction. A
// hook returns the number of the exception that it caught. A registered function that fails reports
// the error to JavaScript and returns an empty value; its caller in js/engine.ts then throws.
#include <emscripten.h>
#include <emscripten/bind.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "api/describe.h"
#include "api/functions.h"
#include "api/session.h"
#include "diagnostics/diagnostic.h"
#include "kernels/kernels.h"

// The counterparts in JavaScript are the classes Host in js/host.ts and Kernels in js/kernels.ts.
// clang-format off
EM_JS(int, passcope_hook,
      (uint32_t object, int hook, uint32_t module, const char* info, const char* error), {
  return Module["host"].hook(object, hook, module, UTF8ToString(info), UTF8ToString(error));
});
EM_JS(int, passcope_write, (uint32_t sink, const char* file, const char* text), {
  return Module["host"].write(sink, UTF8ToString(file), UTF8ToString(text));
});
EM_JS(int, passcope_run_pass, (uint32_t object, uint32_t fn, uint32_t module, const char* info), {
  return Module["host"].runPass(object, fn, module, UTF8ToString(info));
});
EM_JS(int, passcope_ask_rule, (uint32_t object, const char* question), {
  const answer = Module["host"].askRule(object, UTF8ToString(question));
  if (typeof answer === "number") return answer;
  Module["ruleAnswer"] = answer;
  return lengthBytesUTF8(answer);
});
EM_JS(void, passcope_rule_answer, (char* buffer, int size), {
  stringToUTF8(Module["ruleAnswer"], buffer, size);
  Module["ruleAnswer"] = "";
});
EM_JS(void, passcope_message, (uint32_t exception, char* buffer, int size), {
  stringToUTF8(Module["host"].message(exception), buffer, size);
});
EM_JS(void, passcope_release_exception, (uint32_t exception), {
  Module["host"].releaseException(exception);
});
EM_JS(void, passcope_release_object, (uint32_t object), {
  Module["host"].releaseObject(object);
});
EM_JS(void, passcope_fail, (int kind, uint32_t exception, const char* text, const char* data), {
  Module["host"].fail(kind, exception, UTF8ToString(text), UTF8ToString(data));
});
EM_JS(int, passcope_inflate, (const char* from, size_t from_size, std::byte* to, size_t to_size), {
  return Module["host"].inflate(HEAPU8.subarray(from, from + from_size),
                                HEAPU8.subarray(to, to + to_size)) ? 1 : 0;
});
EM_JS(int, passcope_has_kernels, (), {
  return Module["kernels"].exist ? 1 : 0;
});
EM_JS(int, passcope_call_kernel, (int id, void* params, void* stack), {
  return Module["kernels"].call(id, params, stack);
});
// clang-format on

namespace passcope::kernels {
namespace {

// The stack of the kernels' module. That module uses the engine's memory, where it has no stack of
// its own.
alignas(16) char g_stack[64 * 1024];

}  // namespace

bool HasKernels() { return passcope_has_kernels() != 0; }

int32_t CallKernel(KernelId id, void* params) {
  return passcope_call_kernel(static_cast<int>(id), params, g_stack + sizeof(g_stack));
}

}  // namespace passcope::kernels

namespace passcope {
namespace {

Session& TheSession();

class JavaScriptHost : public ForeignHost {
 public:
  Answer Call(uint32_t object, Hook hook, const HookArguments& arguments) override {
    // JavaScript releases the handle, so that a hook can release it early.
    Handle handle = arguments.module ? TheSession().Add(*arguments.module) : 0;
    std::string info = arguments.info ? DescribePassInfo(*arguments.info) : "";
    int answer = passcope_hook(object, static_cast<int>(hook), handle, info.c_str(),
                               arguments.error ? arguments.error->c_str() : "");
    if (answer < 0) return {false, static_cast<uint32_t>(-answer)};
    return {answer != 0, 0};
  }
  uint32_t Write(uint32_t sink, const std::string& file, const std::string& text) override {
    return static_cast<uint32_t>(-passcope_write(sink, file.c_str(), text.c_str()));
  }
  PassAnswer RunPass(uint32_t object, const Expr& function, const IRModule& module,
                     const PassInfo& info) override {
    Session& session = TheSession();
    Handle given = function ? session.Add(function) : 0;
    int result =
        passcope_run_pass(object, given, session.Add(module), DescribePassInfo(info).c_str());
    PassAnswer answer;
    if (result < 0) {
      answer.exception = static_cast<uint32_t>(-result);
    } else if (result == 0) {
      // A check or a rule has returned nothing.
    } else if (function) {
      answer.function = session.TakeExpr(static_cast<Handle>(result));
    } else {
      answer.module = session.TakeModule(static_cast<Handle>(result));
    }
    return answer;
  }
  RuleAnswer AskRule(uint32_t object, const std::string& question) override {
    int size = passcope_ask_rule(object, question.c_str());
    if (size < 0) return {"", static_cast<uint32_t>(-size)};
    // One byte more for the terminating zero, which is not part of the answer.
    std::string answer(static_cast<size_t>(size) + 1, '\0');
    passcope_rule_answer(answer.data(), size + 1);
    answer.pop_back();
    return {std::move(answer), 0};
  }
  bool Inflate(std::string_view from, std::span<std::byte> to) override {
    return passcope_inflate(from.data(), from.size(), to.data(), to.size()) != 0;
  }
  std::string ExceptionMessage(uint32_t exception) override {
    char buffer[1024];
    passcope_message(exception, buffer, sizeof(buffer));
    return buffer;
  }
  void ReleaseException(uint32_t exception) override { passcope_release_exception(exception); }
  void ReleaseObject(uint32_t object) override { passcope_release_object(object); }
};

// Never destroyed: the module lives as long as the page or the process.
Session& TheSession() {
  static auto* host = new JavaScriptHost;
  static auto* session = new Session(*host);
  return *session;
}

enum FailureKind : int { kForeign = 1, kDiagnostic = 2, kInternal = 3, kOutOfMemory = 4 };

// Runs `call(frame)` and reports an exception of it to JavaScript. Out of line and without
// templates, because exception handlers are large.
[[gnu::noinline]] void RunGuarded(void (*call)(void* frame), void* frame) {
  try {
    call(frame);
  } catch (const ForeignException& error) {
    passcope_fail(kForeign, error.id(), error.what(), "");
  } catch (const DiagnosticError& error) {
    passcope_fail(kDiagnostic, 0, TheSession().texts().Render(error).c_str(),
                  TheSession().DescribeError(error).c_str());
  } catch (const std::bad_alloc&) {
    passcope_fail(kOutOfMemory, 0, "", "");
  } catch (const std::exception& error) {
    passcope_fail(kInternal, 0, error.what(), "");
  } catch (...) {
    passcope_fail(kInternal, 0, "an exception of an unknown kind", "");
  }
}

// Returns the result of `call`, or an empty value after a failure.
template <class F>
auto Guard(F call) -> decltype(call()) {
  using Result = decltype(call());
  if constexpr (std::is_void_v<Result>) {
    RunGuarded([](void* frame) { (*static_cast<F*>(frame))(); }, &call);
  } else {
    struct Frame {
      F call;
      Result result{};
    } frame{std::move(call)};
    RunGuarded(
        [](void* pointer) {
          auto* frame = static_cast<Frame*>(pointer);
          frame->result = frame->call();
        },
        &frame);
    return std::move(frame.result);
  }
}

// Prepares a result for embind. Memory of the engine crosses as a view, which the caller copies at
// once.
template <class R>
R Crossed(R result) {
  return result;
}
emscripten::val Crossed(std::span<std::byte> bytes) {
  return emscripten::val(
      emscripten::typed_memory_view(bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data())));
}

// Throws std::bad_alloc if memory lacks room for the copy that embind makes. Embind itself does not
// check.
template <class R>
void CheckRoom(const R&) {}
void CheckRoom(const std::string& text) {
  // Volatile: otherwise a compiler may drop an allocation that is freed at once.
  void* volatile room = std::malloc(sizeof(size_t) + text.size() + 1);
  if (!room) throw std::bad_alloc();
  std::free(room);
}

// A method of the session as a plain function for embind. Embind makes the strings, so they come by
// value.
template <auto kMethod, class Signature = typename PlainSignature<decltype(kMethod)>::type>
struct Bound;
template <auto kMethod, class R, class... Args>
struct Bound<kMethod, R(Args...)> {
  static auto Call(Args... args) {
    if constexpr (std::is_void_v<R>) {
      Guard([&] { (TheSession().*kMethod)(args...); });
    } else {
      return Crossed(Guard([&]() -> R {
        R result = (TheSession().*kMethod)(args...);
        CheckRoom(result);
        return result;
      }));
    }
  }
};

}  // namespace

// api/functions.cc checks that the table declares the types of the methods.
EMSCRIPTEN_BINDINGS(passcope) {
#define FUNCTION(name, method, result, parameters, doc) \
  emscripten::function(#name, &Bound<&Session::method>::Call);
#include "api/functions.def"
#undef FUNCTION
}

}  // namespace passcope
