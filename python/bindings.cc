// The module _passcope_engine: registers the methods of one Session for Python, as the table
// src/api/functions.def lists them. Apart from that, it carries errors across, and lets one thread
// at a time call the engine (gate.h).
//
// It is the counterpart of wasm-bindings/bindings.cc. It has the same protocol, so that one Python
// package serves CPython and Pyodide. No exception crosses the boundary, in either direction. A
// hook returns the number of the exception that it caught. A function that fails reports the error
// to the host and returns an empty value; its caller in passcope/_raw.py then raises. Only the
// exceptions of signal handlers, and those that end Python, leave a function as exceptions.
#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "api/describe.h"
#include "api/functions.h"
#include "api/session.h"
#include "diagnostics/diagnostic.h"
#include "gate.h"
#include "support/poll.h"

namespace py = pybind11;

namespace passcope {
namespace {

Session& TheSession();

// The counterpart is the class Host in passcope/_host.py.
class PythonHost : public ForeignHost {
 public:
  Answer Call(uint32_t object, Hook hook, const HookArguments& arguments) override {
    // Python releases the handle, so that a hook can release it early.
    Handle handle = arguments.module ? TheSession().Add(*arguments.module) : 0;
    std::string info = arguments.info ? DescribePassInfo(*arguments.info) : "";
    int64_t answer = Gate::The().AskNumber("hook", object, static_cast<int>(hook), handle, info,
                                           arguments.error ? *arguments.error : std::string());
    if (answer < 0) return {false, static_cast<uint32_t>(-answer)};
    return {answer != 0, 0};
  }
  uint32_t Write(uint32_t sink, const std::string& file, const std::string& text) override {
    return static_cast<uint32_t>(-Gate::The().AskNumber("write", sink, file, text));
  }
  PassAnswer RunPass(uint32_t object, const Expr& function, const IRModule& module,
                     const PassInfo& info) override {
    Session& session = TheSession();
    Handle given = function ? session.Add(function) : 0;
    int64_t result = Gate::The().AskNumber("run_pass", object, given, session.Add(module),
                                           DescribePassInfo(info));
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
    auto answer = Gate::The().Ask<py::object>("ask_rule", object, question);
    if (py::isinstance<py::str>(answer)) return {answer.cast<std::string>(), 0};
    auto number = answer.cast<int64_t>();
    Gate::The().StopIfEnding(number);
    return {"", static_cast<uint32_t>(-number)};
  }
  bool Inflate(std::string_view from, std::span<std::byte> to) override {
    return Gate::The().AskWith<bool>("inflate", [&] {
      return py::make_tuple(
          py::memoryview::from_memory(from.data(), static_cast<ssize_t>(from.size())),
          py::memoryview::from_memory(to.data(), static_cast<ssize_t>(to.size())));
    });
  }
  ContextStack& Contexts(ContextStack&) override { return Gate::The().Contexts(); }
  std::string ExceptionMessage(uint32_t exception) override {
    return Gate::The().Ask<std::string>("message", exception);
  }
  void ReleaseException(uint32_t exception) override { Gate::The().ForgetException(exception); }
  void ReleaseObject(uint32_t object) override { Gate::The().ForgetObject(object); }
};

// Neither is ever destroyed. The session's objects may call Python, which has already ended then.
Session& TheSession() {
  static auto* session = new Session(*new PythonHost);
  return *session;
}

enum FailureKind : int { kForeign = 1, kDiagnostic = 2, kInternal = 3, kOutOfMemory = 4 };

// An error that a call reports to the host.
struct Failure {
  FailureKind kind;
  uint32_t exception = 0;
  std::string text, data;
};

// Runs `call`. Lets Stopped pass.
template <class F>
std::optional<Failure> FailureOf(F&& call) {
  try {
    call();
  } catch (const ForeignException& error) {
    return Failure{kForeign, error.id(), error.what(), ""};
  } catch (const DiagnosticError& error) {
    return Failure{kDiagnostic, 0, TheSession().texts().Render(error),
                   TheSession().DescribeError(error)};
  } catch (const std::bad_alloc&) {
    return Failure{kOutOfMemory, 0, "", ""};
  } catch (const std::exception& error) {
    return Failure{kInternal, 0, error.what(), ""};
  }
  return std::nullopt;
}
template <class F>
std::optional<Failure> RunGuarded(F&& call) {
  try {
    return FailureOf(call);
  } catch (const Stopped&) {
    return std::nullopt;  // The gate knows why.
  }
}

// Converts values for Python. Source texts arrive as str or bytes, and pybind11 makes a std::string
// of both. The engine's texts are UTF-8. Names in damaged files may not be, and must not cause an
// exception.
template <class R>
R Crossed(R result) {
  return result;
}
py::str Crossed(const std::string& text) {
  PyObject* decoded =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (!decoded) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}
py::memoryview Crossed(std::span<std::byte> bytes) {
  return py::memoryview::from_memory(bytes.data(), static_cast<ssize_t>(bytes.size()));
}

template <auto kMethod, class Signature = typename PlainSignature<decltype(kMethod)>::type>
struct Bound;
template <auto kMethod, class R, class... Args>
struct Bound<kMethod, R(Args...)> {
  static auto Call(Args... args) {
    using Result = std::conditional_t<std::is_void_v<R>, char, R>;
    Result result{};
    Gate::Call entered;
    std::optional<Failure> failure = RunGuarded([&] {
      if constexpr (std::is_void_v<R>) {
        (TheSession().*kMethod)(args...);
      } else {
        result = (TheSession().*kMethod)(args...);
      }
    });
    entered.Leave();
    if (failure && !entered.is_stopped()) {
      Gate::The().Tell("fail", static_cast<int>(failure->kind), failure->exception, failure->text,
                       failure->data);
    }
    entered.Finish();
    if constexpr (!std::is_void_v<R>) return Crossed(std::move(result));
  }
};

void SetHost(py::object host) {
  if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
    throw py::import_error(
        "Passcope runs in the main interpreter of a process only; import it there, or start "
        "another "
        "process");
  }
  Gate::The().Open(TheSession(), std::move(host));
}

}  // namespace
}  // namespace passcope

namespace passcope {
// python/check.cc
void BindCheck(pybind11::module_& module);
}  // namespace passcope

PYBIND11_MODULE(_passcope_engine, module) {
  using passcope::Session;
  module.doc() = "The engine of Passcope; the package passcope is what to use.";
  module.def("set_host", &passcope::SetHost);
#define FUNCTION(name, method, result, parameters, doc) \
  module.def(#name, &passcope::Bound<&Session::method>::Call, doc);
#include "api/functions.def"
#undef FUNCTION
  passcope::BindCheck(module);
  // In place of the session's, which must not run inside of a call or on two threads.
  auto gate = [] { return &passcope::Gate::The(); };
  module.attr("release") = py::cpp_function(
      [gate](passcope::Handle handle) { gate()->Drop(handle); }, py::name("release"));
  module.def("before_fork", [gate] { gate()->BeforeFork(); });
  module.def("after_fork", [gate](bool in_child) { gate()->AfterFork(in_child); });
  module.def("close", [gate] { gate()->Close(); });
}
