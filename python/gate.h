// The gate of the engine: one thread of Python at a time is inside of it.
//
// A call holds the gate from its begin to its end, except while the engine calls Python. So a hook
// may wait for a lock, or for another thread that calls the engine. A thread that waits for the
// gate has given the GIL away, and a thread that holds the gate may wait for the GIL.
//
// A call begins with the GIL and gives it away after some milliseconds of work. So short calls,
// which are nearly all, never wait for it, and long calls let other threads run Python.
//
// All functions need the GIL unless they say otherwise. It also guards the state of the gate.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "api/session.h"

namespace passcope {

class Gate {
 public:
  static Gate& The();

  // `host` is the object of passcope/_host.py.
  void Open(Session& session, pybind11::object host);
  // Calls a method of the host from outside of the engine. Throws error_already_set.
  template <class... Args>
  void Tell(const char* method, const Args&... args) {
    pybind11::object function = host_.attr(method);
    pybind11::tuple tuple = pybind11::make_tuple(args...);
    PyObject* answer = CallPython(function.ptr(), tuple.ptr());
    if (!answer) throw pybind11::error_already_set();
    Py_DECREF(answer);
  }

  // A call of the engine.
  class Call {
   public:
    // Waits until no other thread is inside. Throws error_already_set if a signal handler raises an
    // exception meanwhile, if the interpreter ends, or if the thread itself is inside, because a
    // signal handler calls the engine while it works.
    Call();
    ~Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    // Leaves the engine. The thread has the GIL afterwards.
    void Leave();
    // True if a signal handler ended the call.
    bool is_stopped() const { return static_cast<bool>(stop_); }
    // Makes the host forget what the engine has released. Throws error_already_set if a signal
    // handler ended the call.
    void Finish();

   private:
    friend class Gate;
    bool inside_ = true;
    pybind11::object stop_;
    std::vector<uint32_t> objects_, exceptions_;
  };

  // Calls a method of the host by the engine, and returns its answer as a T. The thread has the GIL
  // meanwhile and afterwards, and other threads may enter the engine. Throws Stopped if the method
  // raises. `arguments` makes a tuple, and needs the GIL, too.
  template <class T, class F>
  T AskWith(const char* method, F&& arguments);
  template <class T, class... Args>
  T Ask(const char* method, const Args&... args) {
    return AskWith<T>(method, [&] { return pybind11::make_tuple(args...); });
  }
  // The same for an answer that can be the negative number of an exception. If it is one that ends
  // Python, such as KeyboardInterrupt, throws Stopped.
  template <class... Args>
  int64_t AskNumber(const char* method, const Args&... args) {
    auto answer = Ask<int64_t>(method, args...);
    if (answer < 0) StopIfEnding(answer);
    return answer;
  }

  // Throws Stopped if this negative number is that of an exception that ends Python.
  void StopIfEnding(int64_t answer);

  // Frees a handle now, or when the thread that is inside leaves. Never waits.
  void Drop(Handle handle);
  // Makes the host forget a number when the call ends. These need the gate, not the GIL.
  void ForgetObject(uint32_t object) { objects_.push_back(object); }
  void ForgetException(uint32_t exception) { exceptions_.push_back(exception); }
  // The contexts that the thread has entered. Needs the gate, not the GIL.
  ContextStack& Contexts();

  // Around a fork, on the thread that forks.
  void BeforeFork();
  void AfterFork(bool in_child);
  // Called when the interpreter begins to end. Ends the calls of other threads, and lets only the
  // main thread in from now on.
  void Close();

 private:
  using Clock = std::chrono::steady_clock;
  struct Waiter;
  enum class Patience { kUntilSignal, kForever, kSomeSeconds };
  // What belongs to the call that is inside.
  struct Running {
    PyThreadState* without_gil = nullptr;  // Set while the thread has given the GIL away.
    Clock::time_point began = {}, checked = {};
    PyObject* stop = nullptr;  // The exception that ends the call; a reference.
  };
  // The time in which Python has the thread of a call.
  class Callback {
   public:
    explicit Callback(Gate& gate);
    ~Callback();

   private:
    Gate& gate_;
    Running running_;
  };

  bool Enter(Patience patience);
  void Leave();
  void TakeGil();
  void Poll();
  void FreeDropped();
  bool IsShutOut(unsigned long thread) const { return closed_ && thread != main_thread_; }
  // Sets the exception that Python has raised as the one that ends this call, and throws Stopped.
  [[noreturn]] void Stop(PyObject* exception);
  // PyObject_Call, on whose frames no C++ cleanup depends. If Python ends the thread, it waits
  // forever instead.
  static PyObject* CallPython(PyObject* function, PyObject* args);
  // The raised exception, a new reference; clears Python's error.
  static PyObject* Raised();

  pybind11::object host_;
  Session* session_ = nullptr;
  std::atomic<unsigned long> main_thread_ = 0;
  unsigned long owner_ = 0;  // The thread that is inside; 0 for none.
  bool forks_inside_ = false;
  std::atomic<bool> closed_ = false;
  Running running_;
  std::deque<Waiter*> waiters_;
  std::mutex wake_;  // Guards the flags of waiters. Held for moments only.
  std::vector<Handle> dropped_;
  std::vector<uint32_t> objects_, exceptions_;
};

template <class T, class F>
T Gate::AskWith(const char* method, F&& arguments) {
  PyObject* raised = nullptr;
  {
    Callback callback(*this);
    pybind11::object function = host_.attr(method);
    pybind11::tuple tuple = arguments();
    auto answer =
        pybind11::reinterpret_steal<pybind11::object>(CallPython(function.ptr(), tuple.ptr()));
    if (answer) return answer.cast<T>();
    raised = Raised();
  }
  Stop(raised);
}

}  // namespace passcope
