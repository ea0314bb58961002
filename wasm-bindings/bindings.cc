// The WebAssembly module: registers the methods of one Session for JavaScript. No logic lives here
// but the crossing of errors.
//
// A C++ exception that reached JavaScript would be a bare WebAssembly.Exception, and a JavaScript
// exception that crossed C++ frames would not run their handlers. So nothing is thrown across, in
// either direction: a hook answers with the number of what it threw, and a registered function that
// fails tells JavaScript why and returns an empty value; the caller in js/engine.ts then throws.
#include <emscripten.h>
#include <emscripten/bind.h>
#include <emscripten/heap.h>

#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "api/describe.h"
#include "api/session.h"
#include "diagnostics/diagnostic.h"

// The other side of these is the class Host in js/host.ts.
// clang-format off
EM_JS(int, passcope_hook, (uint32_t object, int hook, uint32_t module, const char* info), {
  return Module["host"].hook(object, hook, module, info ? UTF8ToString(info) : "");
});
EM_JS(int, passcope_run_pass, (uint32_t object, uint32_t fn, uint32_t module, const char* info), {
  return Module["host"].runPass(object, fn, module, UTF8ToString(info));
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
// clang-format on

namespace passcope {
namespace {

Session& TheSession();

class JavaScriptHost : public ForeignHost {
 public:
  Answer Call(uint32_t object, Hook hook, const IRModule* module, const PassInfo* info) override {
    // The other side releases the handle, so that a hook may do it early.
    Handle handle = module ? TheSession().Add(*module) : 0;
    std::string json = info ? DescribePassInfo(*info) : "";
    int answer = passcope_hook(object, static_cast<int>(hook), handle, json.c_str());
    if (answer < 0) return {false, static_cast<uint32_t>(-answer)};
    return {answer != 0, 0};
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
      // A function that was asked has no answer.
    } else if (function) {
      answer.function = session.TakeExpr(static_cast<Handle>(result));
    } else {
      answer.module = session.TakeModule(static_cast<Handle>(result));
    }
    return answer;
  }
  Answer CallWithText(uint32_t object, Hook hook, const IRModule* module, const std::string& head,
                      const std::string& text) override {
    Handle handle = module ? TheSession().Add(*module) : 0;
    // Neither a file's name nor JSON has a newline.
    std::string both = head + "\n" + text;
    int answer = passcope_hook(object, static_cast<int>(hook), handle, both.c_str());
    return {true, answer < 0 ? static_cast<uint32_t>(-answer) : 0};
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

enum FailureKind : int { kForeign = 1, kDiagnostic = 2, kInternal = 3 };

// Runs `call(frame)`; what it throws becomes a failure that JavaScript knows about. Out of line and
// without templates, because handlers are large.
[[gnu::noinline]] void RunGuarded(void (*call)(void* frame), void* frame) {
  try {
    call(frame);
  } catch (const ForeignException& error) {
    passcope_fail(kForeign, error.id(), error.what(), "");
  } catch (const DiagnosticError& error) {
    passcope_fail(kDiagnostic, 0, TheSession().texts().Render(error).c_str(),
                  TheSession().DescribeError(error).c_str());
  } catch (const std::bad_alloc&) {
    passcope_fail(kInternal, 0, "the engine is out of memory", "");
  } catch (const std::exception& error) {
    passcope_fail(kInternal, 0, error.what(), "");
  } catch (...) {
    passcope_fail(kInternal, 0, "an exception of an unknown kind", "");
  }
}

// What `call` returns, or an empty value after a failure.
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

// A method of the session as a plain function for embind. Strings come by value: embind makes them.
template <auto kMethod>
struct Bound;
template <class R, class... Args, R (Session::*kMethod)(Args...)>
struct Bound<kMethod> {
  static R Call(std::decay_t<Args>... args) {
    return Guard([&]() -> R { return (TheSession().*kMethod)(args...); });
  }
};
template <class R, class... Args, R (Session::*kMethod)(Args...) const>
struct Bound<kMethod> {
  static R Call(std::decay_t<Args>... args) {
    return Guard([&]() -> R { return (TheSession().*kMethod)(args...); });
  }
};

// A view of the engine's memory, which the caller copies at once.
emscripten::val ArrayBytes(Handle array) {
  std::span<std::byte> bytes = Guard([&] { return TheSession().ArrayBytes(array); });
  return emscripten::val(
      emscripten::typed_memory_view(bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data())));
}

double MemoryBytes() { return static_cast<double>(emscripten_get_heap_size()); }

template <auto kMethod>
void Bind(const char* name) {
  emscripten::function(name, &Bound<kMethod>::Call);
}

}  // namespace

EMSCRIPTEN_BINDINGS(passcope) {
  Bind<&Session::Release>("release");
  Bind<&Session::Clone>("clone");
  Bind<&Session::LiveHandles>("liveHandles");
  emscripten::function("memoryBytes", &MemoryBytes);

  Bind<&Session::Version>("version");
  Bind<&Session::Passes>("passes");
  Bind<&Session::Ops>("ops");
  Bind<&Session::Instruments>("instruments");
  Bind<&Session::Models>("models");
  Bind<&Session::DiagnosticKinds>("diagnosticKinds");
  Bind<&Session::ConfigKeys>("configKeys");
  Bind<&Session::Schema>("schema");
  Bind<&Session::ClockResolutionUs>("clockResolutionUs");

  Bind<&Session::Workload>("workload");
  Bind<&Session::Parse>("parse");
  Bind<&Session::Analyse>("analyse");
  Bind<&Session::ParseLike>("parseLike");
  Bind<&Session::ModuleFromExpr>("moduleFromExpr");
  Bind<&Session::Text>("text");
  Bind<&Session::WriteText>("writeText");
  Bind<&Session::Graph>("graph");
  Bind<&Session::ModuleGet>("moduleGet");
  Bind<&Session::ModuleSet>("moduleSet");
  Bind<&Session::ModuleGlobals>("moduleGlobals");
  Bind<&Session::ModuleOpCounts>("opCounts");
  Bind<&Session::ModuleId>("moduleId");
  Bind<&Session::StructuralEqual>("structuralEqual");
  Bind<&Session::StructuralHash>("structuralHash");
  Bind<&Session::Evaluate>("evaluate");

  Bind<&Session::ParseExpr>("parseExpr");
  Bind<&Session::ExprKey>("exprKey");
  Bind<&Session::ExprInfo>("exprInfo");
  Bind<&Session::ExprType>("exprType");
  Bind<&Session::ExprSpan>("exprSpan");
  Bind<&Session::ConstantData>("constantData");
  Bind<&Session::ExprNodes>("exprNodes");
  Bind<&Session::MakeOp>("makeOp");
  Bind<&Session::MakeExpr>("makeExpr");
  Bind<&Session::WithChildren>("withChildren");
  Bind<&Session::MakeCallLike>("makeCallLike");
  Bind<&Session::WithFunctionInfo>("withFunctionInfo");
  Bind<&Session::MakeModule>("makeModule");
  Bind<&Session::ModuleAttrs>("moduleAttrs");
  Bind<&Session::Optimize>("optimize");
  Bind<&Session::MakeVar>("makeVar");
  Bind<&Session::MakeConstant>("makeConstant");
  Bind<&Session::MakeCall>("makeCall");
  Bind<&Session::MakeCallExpr>("makeCallExpr");
  Bind<&Session::MakeGlobalVar>("makeGlobalVar");
  Bind<&Session::MakeTuple>("makeTuple");
  Bind<&Session::MakeTupleGetItem>("makeTupleGetItem");
  Bind<&Session::MakeFunction>("makeFunction");
  Bind<&Session::BindParams>("bindParams");

  Bind<&Session::MakeArray>("makeArray");
  Bind<&Session::CastArray>("castArray");
  Bind<&Session::ArrayInfo>("arrayInfo");
  emscripten::function("arrayBytes", &ArrayBytes);

  Bind<&Session::MakePass>("makePass");
  Bind<&Session::MakeSequential>("makeSequential");
  Bind<&Session::MakePipeline>("makePipeline");
  Bind<&Session::PassInfoOf>("passInfo");
  Bind<&Session::RunPass>("runPass");
  Bind<&Session::MakeForeignPass>("makeForeignPass");
  Bind<&Session::MakeAskingPass>("makeAskingPass");

  Bind<&Session::MakeContext>("makeContext");
  Bind<&Session::ContextInfo>("contextInfo");
  Bind<&Session::EnterContext>("enterContext");
  Bind<&Session::ExitContext>("exitContext");
  Bind<&Session::OverrideInstruments>("overrideInstruments");
  Bind<&Session::PassEnabled>("passEnabled");

  Bind<&Session::MakeForeignInstrument>("makeForeignInstrument");
  Bind<&Session::MakeInstrument>("makeInstrument");
  Bind<&Session::MakeHookLog>("makeHookLog");
  Bind<&Session::WatchHooks>("watchHooks");
  Bind<&Session::InstrumentText>("instrumentText");
  Bind<&Session::InstrumentData>("instrumentData");
  Bind<&Session::TimingTotals>("timingTotals");
  Bind<&Session::TimingTotalsText>("timingTotalsText");
  Bind<&Session::ChromeTrace>("chromeTrace");
  Bind<&Session::TraceModule>("traceModule");
  Bind<&Session::ClearInstrument>("traceClear");
  Bind<&Session::AskInstrument>("askInstrument");
  Bind<&Session::CountInContext>("countInContext");
  Bind<&Session::MakePrintIR>("makePrintIR");
  Bind<&Session::IllFormed>("illFormed");
}

}  // namespace passcope
