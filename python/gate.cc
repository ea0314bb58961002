#include "gate.h"

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <thread>
#include <utility>

#include "kernels/poll.h"
#include "support/poll.h"

#if defined(__GLIBCXX__)
#include <cxxabi.h>
#endif

namespace py = pybind11;

namespace passcope {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// A call that works longer lets other threads run Python.
constexpr milliseconds kKeepsGil(5);
// How often a long call or a waiting thread looks for signals.
constexpr milliseconds kBetweenSignals(50);
// A thread that waited longer is the next one inside, before one that has just left.
constexpr milliseconds kWaitsLong(5);
// How long the end of the interpreter waits for a call.
constexpr seconds kClosing(10);

unsigned long ThisThread() { return PyThread_get_thread_ident(); }

[[noreturn]] void Hang() {
  while (true) std::this_thread::sleep_for(seconds(3600));
}

[[noreturn]] void HangWithoutGil() {
  PyEval_SaveThread();
  Hang();
}

// When the interpreter ends, Python before 3.14 ends a thread that wants the GIL by unwinding its
// stack. The frames of the engine must not be unwound then: their cleanup needs the GIL.
template <class F>
auto WithoutUnwinding(F&& call) {
#if defined(__GLIBCXX__)
  try {
    return call();
  } catch (abi::__forced_unwind&) {
    Hang();
  }
#else
  return call();
#endif
}

// The contexts of threads that have ended, which the next thread inside frees.
struct EndedContexts {
  std::unique_ptr<ContextStack> stack;
  EndedContexts* next;
};
constinit std::atomic<EndedContexts*> ended_contexts = nullptr;

struct ThreadContexts {
  std::unique_ptr<ContextStack> stack;
  ~ThreadContexts() {
    if (!stack) return;
    auto* ended = new EndedContexts{std::move(stack), ended_contexts.load()};
    while (!ended_contexts.compare_exchange_weak(ended->next, ended)) {
    }
  }
};
thread_local ThreadContexts thread_contexts;

}  // namespace

struct Gate::Waiter {
  unsigned long thread;
  Clock::time_point since;
  bool woken = false;
  std::condition_variable wake;
};

Gate& Gate::The() {
  // Never destroyed: threads can use it until the process ends.
  static auto* gate = new Gate;
  return *gate;
}

void Gate::Open(Session& session, py::object host) {
  session_ = &session;
  host_ = std::move(host);
  main_thread_ =
      py::module_::import("threading").attr("main_thread")().attr("ident").cast<unsigned long>();
  PollFunction poll = [] { The().Poll(); };
  SetPoll(poll);
  passcope_kernel_poll = poll;
}

// --- entering and leaving ---

bool Gate::Enter(Patience patience) {
  const unsigned long me = ThisThread();
  if (owner_ == 0) {
    owner_ = me;
    running_ = {};
    return true;
  }
  Waiter self{me, Clock::now(), false, {}};
  waiters_.push_back(&self);
  while (true) {
    PyThreadState* state = PyEval_SaveThread();
    {
      std::unique_lock lock(wake_);
      self.wake.wait_for(lock, kBetweenSignals, [&self] { return self.woken; });
      self.woken = false;
    }
    WithoutUnwinding([state] { PyEval_RestoreThread(state); });
    waiters_.erase(std::find(waiters_.begin(), waiters_.end(), &self));
    if (owner_ == 0 || owner_ == me) break;
    if (patience == Patience::kUntilSignal) {
      if (PyErr_CheckSignals() != 0) return false;
      if (IsShutOut(me)) {
        PyErr_SetNone(PyExc_SystemExit);
        return false;
      }
    } else if (patience == Patience::kSomeSeconds) {
      if (Clock::now() - self.since > kClosing) return false;
    } else if (IsShutOut(me)) {
      HangWithoutGil();
    }
    waiters_.push_front(&self);
  }
  owner_ = me;
  running_ = {};
  return true;
}

void Gate::Leave() {
  owner_ = 0;
  if (waiters_.empty()) return;
  Waiter* next = waiters_.front();
  if (Clock::now() - next->since > kWaitsLong) owner_ = next->thread;
  {
    std::lock_guard lock(wake_);
    next->woken = true;
  }
  next->wake.notify_one();
}

void Gate::TakeGil() {
  PyThreadState* state = std::exchange(running_.without_gil, nullptr);
  if (state) WithoutUnwinding([state] { PyEval_RestoreThread(state); });
}

Gate::Call::Call() {
  Gate& gate = The();
  const unsigned long me = ThisThread();
  if (gate.owner_ == me) {
    PyErr_SetString(PyExc_RuntimeError,
                    "a signal handler cannot call the engine while the engine works on the same "
                    "thread; set a flag in the handler and act after the call");
    throw py::error_already_set();
  }
  if (gate.IsShutOut(me)) {
    PyErr_SetNone(PyExc_SystemExit);
    throw py::error_already_set();
  }
  if (!gate.Enter(Patience::kUntilSignal)) throw py::error_already_set();
}

Gate::Call::~Call() {
  Leave();
  try {
    Finish();
  } catch (py::error_already_set& error) {
    error.discard_as_unraisable("a call of Passcope's engine");
  }
}

void Gate::Call::Leave() {
  if (!inside_) return;
  inside_ = false;
  Gate& gate = The();
  gate.TakeGil();
  stop_ = py::reinterpret_steal<py::object>(std::exchange(gate.running_.stop, nullptr));
  gate.FreeDropped();
  objects_.swap(gate.objects_);
  exceptions_.swap(gate.exceptions_);
  gate.Leave();
}

void Gate::Call::Finish() {
  auto forget = [](std::vector<uint32_t>* numbers, const char* method) {
    while (!numbers->empty()) {
      uint32_t number = numbers->back();
      numbers->pop_back();
      The().Tell(method, number);
    }
  };
  forget(&exceptions_, "release_exception");
  forget(&objects_, "release_object");
  if (!stop_) return;
  py::object stop = std::exchange(stop_, py::object());
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(stop.ptr())), stop.ptr());
  throw py::error_already_set();
}

// --- calling Python ---

Gate::Callback::Callback(Gate& gate) : gate_(gate) {
  gate.TakeGil();
  running_ = gate.running_;
  gate.Leave();
}

Gate::Callback::~Callback() {
  if (gate_.IsShutOut(ThisThread())) {
    // The interpreter ends. Nothing may run the engine beside it.
    HangWithoutGil();
  }
  gate_.Enter(Patience::kForever);
  gate_.running_ = running_;
}

PyObject* Gate::CallPython(PyObject* function, PyObject* args) {
  return WithoutUnwinding([=] { return PyObject_Call(function, args, nullptr); });
}

PyObject* Gate::Raised() {
  PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  if (trace) PyException_SetTraceback(value, trace);
  Py_XDECREF(type);
  Py_XDECREF(trace);
  return value;
}

void Gate::Stop(PyObject* exception) {
  Py_XSETREF(running_.stop, exception);
  throw Stopped{"the call was interrupted"};
}

void Gate::StopIfEnding(int64_t answer) {
  auto ending = Ask<py::object>("ending", -answer);
  if (ending.is_none()) return;
  ForgetException(static_cast<uint32_t>(-answer));
  Stop(ending.release().ptr());
}

void Gate::Poll() {
  const unsigned long me = ThisThread();
  if (owner_ != me) return;
  const Clock::time_point now = Clock::now();
  if (running_.began == Clock::time_point()) {
    running_.began = running_.checked = now;
    return;
  }
  if (!running_.without_gil) {
    if (now - running_.began < kKeepsGil) return;
    running_.without_gil = PyEval_SaveThread();
  }
  if (now - running_.checked < kBetweenSignals) return;
  running_.checked = now;
  if (me != main_thread_ && !closed_) return;
  TakeGil();
  if (IsShutOut(me)) {
    PyErr_SetNone(PyExc_SystemExit);
    Stop(Raised());
  }
  if (PyErr_CheckSignals() != 0) Stop(Raised());
  running_.without_gil = PyEval_SaveThread();
}

// --- freeing ---

void Gate::Drop(Handle handle) {
  dropped_.push_back(handle);
  const unsigned long me = ThisThread();
  if (owner_ != 0 || IsShutOut(me)) return;
  Enter(Patience::kForever);
  FreeDropped();
  TakeGil();
  std::vector<uint32_t> objects, exceptions;
  objects.swap(objects_);
  exceptions.swap(exceptions_);
  Leave();
  for (uint32_t object : objects) Tell("release_object", object);
  for (uint32_t exception : exceptions) Tell("release_exception", exception);
}

void Gate::FreeDropped() {
  while (!dropped_.empty()) {
    Handle handle = dropped_.back();
    dropped_.pop_back();
    session_->Release(handle);
  }
  if (!ended_contexts.load(std::memory_order_relaxed)) return;
  EndedContexts* ended = ended_contexts.exchange(nullptr);
  while (ended) {
    EndedContexts* next = ended->next;
    delete ended;
    ended = next;
  }
}

ContextStack& Gate::Contexts() {
  if (!thread_contexts.stack) thread_contexts.stack = std::make_unique<ContextStack>();
  return *thread_contexts.stack;
}

// --- forks and the end ---

void Gate::BeforeFork() {
  forks_inside_ = owner_ == ThisThread();  // In a signal handler.
  if (!forks_inside_) Enter(Patience::kForever);
  wake_.lock();
}

void Gate::AfterFork(bool in_child) {
  wake_.unlock();
  if (in_child) {
    waiters_.clear();
    main_thread_ = ThisThread();
  }
  if (!forks_inside_) Leave();
}

void Gate::Close() {
  if (closed_.exchange(true)) return;
  main_thread_ = ThisThread();
  if (owner_ != main_thread_ && Enter(Patience::kSomeSeconds)) Leave();
}

}  // namespace passcope
