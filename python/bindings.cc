// The module _passcope_engine: registers the methods of one Session for Python, as the table
// src/api/functions.def lists them. Apart from that, it only carries errors across.
//
// It is the counterpart of wasm-bindings/bindings.cc. It has the same protocol, so that one Python
// package serves CPython and Pyodide. No exception crosses the boundary, in either direction. A
// hook returns the number of the exception that it caught. A function that fails reports the error
// to the host and returns an empty value; its caller in passcope/_raw.py then raises.
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

namespace py = pybind11;

namespace passcope {
namespace {

Session& TheSession();

// The counterpart is the class Host in passcope/_host.py. Its methods do not raise.
class PythonHost : public ForeignHost {
 public:
  void Set(py::object host) { host_ = std::move(host); }
  const py::object& object() const { return host_; }

  Answer Call(uint32_t object, Hook hook, const HookArguments& arguments) override {
    // Python releases the handle, so that a hook can release it early.
    Handle handle = arguments.module ? TheSession().Add(*arguments.module) : 0;
    std::string info = arguments.info ? DescribePassInfo(*arguments.info) : "";
    auto answer = host_
                      .attr("hook")(object, static_cast<int>(hook), handle, info,
                                    arguments.error ? *arguments.error : std::string())
                      .cast<int64_t>();
    if (answer < 0) return {false, static_cast<uint32_t>(-answer)};
    return {answer != 0, 0};
  }
  uint32_t Write(uint32_t sink, const std::string& file, const std::string& text) override {
    return static_cast<uint32_t>(-host_.attr("write")(sink, file, text).cast<int64_t>());
  }
  PassAnswer RunPass(uint32_t object, const Expr& function, const IRModule& module,
                     const PassInfo& info) override {
    Session& session = TheSession();
    Handle given = function ? session.Add(function) : 0;
    auto result = host_.attr("run_pass")(object, given, session.Add(module), DescribePassInfo(info))
                      .cast<int64_t>();
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
    auto answer = host_.attr("ask_rule")(object, question);
    if (py::isinstance<py::str>(answer)) return {answer.cast<std::string>(), 0};
    return {"", static_cast<uint32_t>(-answer.cast<int64_t>())};
  }
  bool Inflate(std::string_view from, std::span<std::byte> to) override {
    return host_
        .attr("inflate")(
            py::memoryview::from_memory(from.data(), static_cast<ssize_t>(from.size())),
            py::memoryview::from_memory(to.data(), static_cast<ssize_t>(to.size())))
        .cast<bool>();
  }
  std::string ExceptionMessage(uint32_t exception) override {
    return host_.attr("message")(exception).cast<std::string>();
  }
  void ReleaseException(uint32_t exception) override { host_.attr("release_exception")(exception); }
  void ReleaseObject(uint32_t object) override { host_.attr("release_object")(object); }

 private:
  py::object host_;
};

// Neither is ever destroyed. The session's objects may call Python, which has already ended then.
PythonHost& TheHost() {
  static auto* host = new PythonHost;
  return *host;
}
Session& TheSession() {
  static auto* session = new Session(TheHost());
  return *session;
}

enum FailureKind : int { kForeign = 1, kDiagnostic = 2, kInternal = 3, kOutOfMemory = 4 };

void Fail(FailureKind kind, uint32_t exception, const std::string& text, const std::string& data) {
  TheHost().object().attr("fail")(static_cast<int>(kind), exception, text, data);
}

// Runs `call` and reports an exception of it to the host.
template <class F>
void RunGuarded(F&& call) {
  try {
    call();
  } catch (const ForeignException& error) {
    Fail(kForeign, error.id(), error.what(), "");
  } catch (const DiagnosticError& error) {
    Fail(kDiagnostic, 0, TheSession().texts().Render(error), TheSession().DescribeError(error));
  } catch (const py::error_already_set&) {
    // A method of the host raised. That happens only when Python ends it: KeyboardInterrupt.
    throw;
  } catch (const std::bad_alloc&) {
    Fail(kOutOfMemory, 0, "", "");
  } catch (const std::exception& error) {
    Fail(kInternal, 0, error.what(), "");
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
    if constexpr (std::is_void_v<R>) {
      RunGuarded([&] { (TheSession().*kMethod)(args...); });
    } else {
      R result{};
      RunGuarded([&] { result = (TheSession().*kMethod)(args...); });
      return Crossed(std::move(result));
    }
  }
};

}  // namespace
}  // namespace passcope

namespace passcope {
// python/check.cc
void BindCheck(pybind11::module_& module);
}  // namespace passcope

PYBIND11_MODULE(_passcope_engine, module) {
  using passcope::Session;
  module.doc() = "The engine of Passcope; the package passcope is what to use.";
  module.def("set_host", [](py::object host) { passcope::TheHost().Set(std::move(host)); });
#define FUNCTION(name, method, result, parameters, doc) \
  module.def(#name, &passcope::Bound<&Session::method>::Call, doc);
#include "api/functions.def"
#undef FUNCTION
  passcope::BindCheck(module);
}
